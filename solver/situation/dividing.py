"""Dividing: how much each target gets of what was divided as it was announced (rule key cast.division)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from layerproof.kb.model import instruction as i
from layerproof.kb.model.effect import Only, Scope, Several, Union
from layerproof.kb.model.expression import X
from layerproof.kb.model.node import mentions
from layerproof.solver.layers.scene import Source, Undecided
from layerproof.solver.layers.values import evaluate
from layerproof.solver.situation.game import Forbidden, Game

Told = tuple[tuple[str, tuple[str | int, ...]], ...]


def places(scope: Scope, count: int) -> list[int]:
    """The places among so many targets of those that a scope means, counted from nothing."""
    if isinstance(scope, Several) and scope.kind == "target":
        return list(range(scope.index - 1, count))
    if isinstance(scope, Union):
        return [place for each in scope.scopes for place in places(each, count)]
    if isinstance(scope, Only) and scope.ref.kind == "target" and scope.ref.index <= count:
        return [scope.ref.index - 1]
    return []


def shares(game: Game, source: Source, damage: i.Damage, origin: str) -> list[tuple[int, int]]:
    """How much of a damage that is divided each target gets: places among the targets with numbers.

    What an illegal target would have got is dealt to none. Raises Undecided where the division is not told, Forbidden
    where it is none that could have been announced.
    """
    where = places(damage.to, len(source.targets))
    told = next((values for key, values in source.choices if key == "divided"), ())
    if not told and len(where) == 1:
        return [(where[0], evaluate(damage.number, game.scene(), source))]
    if not told:
        raise Undecided(f"how what {origin} deals is divided among its targets is not told (choices: divided)")
    numbers = [each if isinstance(each, int) else -1 for each in told]
    if len(numbers) != len(where) or min(numbers) < 1:
        raise Forbidden(f"{origin} gives each of {len(where)} targets at least one of what is divided", "cast.division")
    if not mentions(damage.number, _may_change) and sum(numbers) != evaluate(damage.number, game.scene(), source):
        raise Forbidden(f"{sum(numbers)} is not how much {origin} has to divide", "cast.division")
    return list(zip(where, numbers, strict=True))


def announce(game: Game, source: Source, body: i.Body, origin: str) -> None:
    """Look whether what is divided is announced whole: its amount is that of now (rule key cast.division).

    Raises Forbidden where it is not.
    """
    told = next((values for key, values in source.choices if key == "divided"), None)
    for each in body:
        if isinstance(each, i.Damage) and each.divided and told is not None:
            shared = [number for _, number in shares(game, source, each, origin)]
            amount = evaluate(each.number, game.scene(), source)
            if sum(shared) != amount:
                raise Forbidden(f"{sum(shared)} is not how much {origin} has to divide ({amount})", "cast.division")


def is_too_much_for(game: Game, source: Source) -> Callable[[object], bool]:
    """The test whether an instruction divides something among more targets than there is to divide: each of them must
    get at least one (rule key cast.division).

    The test raises Undecided where it is not known how much there is.
    """

    def test(instruction: object) -> bool:
        if not isinstance(instruction, i.Damage) or not instruction.divided:
            return False
        where = places(instruction.to, len(source.targets))
        untold = source.x is None and mentions(instruction.number, lambda part: isinstance(part, X))
        if not where or (untold and len(where) < 2):
            return False
        if untold:
            raise Undecided("how much there is to divide is not told (x)")
        return len(where) > evaluate(instruction.number, game.scene(), source)

    return test


def _may_change(record: Any) -> bool:
    """Whether an amount may be another one by the time it is divided among targets: one that the game tells."""
    return not isinstance(record, X) and hasattr(record, "__struct_fields__")
