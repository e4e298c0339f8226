"""Choices that an entry tells: as pairs, with the objects among them, and what of a cost has to be told with them."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from layerproof.kb.model import ability as ab
from layerproof.kb.model import instruction as i
from layerproof.kb.model.costs.cost import Cost, DiscardPart, ExilePart, ReturnPart, SacrificePart
from layerproof.kb.model.expression import X
from layerproof.kb.model.modification import AddAbilities
from layerproof.kb.model.node import mentions, rewritten
from layerproof.solver.layers.scene import Source, Undecided
from layerproof.solver.layers.speaking import speaks_of, speaks_of_objects
from layerproof.solver.situation.game import Game
from layerproof.solver.situation.words_to_choose import words_exist


def ask_what_was_used(cost: Cost, body: i.Body, source: Source, origin: str) -> None:
    """Stop where instructions speak of what was used for a cost, and it is not told what that was."""
    takes = (SacrificePart, DiscardPart, ExilePart, ReturnPart)
    asked = any(isinstance(part, takes) and (part.what is not None or part.number != 1) for part in cost)
    if asked and not source.chosen and "object" not in dict(source.choices):
        if speaks_of_objects(body, "chosen"):
            raise Undecided(f"what was used for the cost of {origin} is not told (choices: object would say it)")


_AS_IT_CAME = re.compile(r"when(?:ever)? (?:~ enters|you cast (?:~|this spell))")


def ask_what_x_is(ability: Any, body: i.Body, source: Source, game: Game) -> None:
    """Stop where an ability speaks of an X that is neither told nor known of its source.

    What triggers as its source enters or is cast has the X of its mana cost, which is 0 where there was none (rule key
    resolve.choices).
    """
    if not isinstance(ability, ab.Activated | ab.Loyalty | ab.Triggered | ab.Chapter) or source.x is not None:
        return
    item = None if source.id is None else game.scene().item(source.id)
    if item is not None and item.x is not None:
        return
    if isinstance(ability, ab.Triggered) and _AS_IT_CAME.match(ability.when):
        return
    if mentions(body, lambda node: isinstance(node, X)):
        raise Undecided(f"what X is for an ability of {game.name(source.id or 0)} is not told (x: would say it)")


def ask_what_it_is_about(body: i.Body, about: int | str | None, origin: str) -> None:
    """Stop where a triggered ability speaks of what its event was about, and no entry tells what that was.

    body: its instructions, those under an intervening condition among them. about: what is told. Raises Undecided.
    Source: rule key ability.triggered.
    """
    if about is None and speaks_of(rewritten(body, _without_own_events), "that"):
        raise Undecided(f"what the ability of {origin} that triggered is about is not told (about: would say it)")


def _without_own_events(node: Any) -> Any:
    """An instruction without the abilities that it gives, whose events are about something else."""
    if isinstance(node, AddAbilities):
        return AddAbilities(())
    if isinstance(node, i.CreateToken):
        return msgspec.structs.replace(node, abilities=())
    if isinstance(node, i.Delayed) and node.when.startswith("when"):
        return msgspec.structs.replace(node, body=())
    return node


def chosen_of(game: Game, choices: Any) -> tuple[Any, tuple[int, ...]]:
    """The choices of an event as pairs, and the identifiers of the objects among them."""
    words_exist(game, choices)
    looked: list[Any] = []
    objects: tuple[int, ...] = ()
    for key, values in choices:
        if key == "object" and values == ("none",) and "none" not in game.labels:
            # That nothing was chosen is told, too.
            looked.append((key, ()))
        elif key == "object":
            objects = tuple(game.find(str(each)).id for each in values)
        else:
            looked.append((key, values))
    return tuple(looked), objects


def with_earlier(choices: Any, earlier: Any) -> Any:
    """The choices of a resolution together with those made as it was put on the stack, which they take the place of."""
    told = {key for key, _ in choices}
    return (*choices, *(pair for pair in earlier if pair[0] not in told))


def looked_up(game: Game, choices: Any) -> Any:
    """Choices with the labels of objects replaced by identifiers."""
    words_exist(game, choices)
    nothing = ("object", ("none",))
    return tuple(
        (key, tuple(game.find(str(each)).id for each in values))
        if key == "object" and ((key, values) != nothing or "none" in game.labels)
        else (key, () if (key, values) == nothing else values)
        for key, values in choices
    )
