"""The damage of an instruction: how much each object and player is dealt, also of what is divided among targets."""

from __future__ import annotations

from typing import Any

from layerproof.kb.model import effect as ef
from layerproof.kb.model.expression import Ref, Value, X
from layerproof.kb.model.instruction import Body, Damage
from layerproof.kb.model.node import mentions, rewritten
from layerproof.solver.proof.check.coming import Coming
from layerproof.solver.proof.check.damaging import damage
from layerproof.solver.proof.check.incomplete import ForbiddenChoice, Incomplete
from layerproof.solver.proof.check.reading import Reader


def _among(scope: ef.Scope, number: int) -> tuple[int, ...]:
    """Which of a number of targets a scope names, by their places from nothing on."""
    match scope:
        case ef.Several(kind="target"):
            return tuple(range(scope.index - 1, number))
        case ef.Union():
            return sum((_among(each, number) for each in scope.scopes), ())
        case ef.Only() if scope.ref.kind == "target":
            return (scope.ref.index - 1,) if scope.ref.index <= number else ()
    raise Incomplete("what damage is divided among")


def _parts(reader: Reader, instruction: Damage) -> tuple[tuple[int, int], ...]:
    """Places of targets with what each is to get. Incomplete where that is not said, ForbiddenChoice where it could not
    have been announced."""
    among = _among(instruction.to, len(reader.says.targets))
    said = dict(reader.says.choices).get("divided")
    if said is None:
        if len(among) != 1:
            raise Incomplete("how damage is divided")
        return ((among[0], reader.value(instruction.number)),)
    numbers = tuple(each for each in said if isinstance(each, int))
    if len(said) != len(among) or len(numbers) != len(said) or any(each <= 0 for each in numbers):
        raise ForbiddenChoice("a division that gives a target nothing, or not one number to each")
    if _fixed(instruction.number) and sum(numbers) != reader.value(instruction.number):
        raise ForbiddenChoice("a division of another amount")
    return tuple(zip(among, numbers, strict=True))


def _fixed(number: Value) -> bool:
    """Whether an amount is the same from the announcement to the resolution whatever happens."""
    return isinstance(number, int | X)


def dealt_out(reader: Reader, instruction: Damage) -> list[Coming]:
    """The events of damage that an instruction means: to objects, then to players; of what is divided by target."""
    if instruction.divided:
        return _portions(reader, instruction)
    source, number = reader.refer_object(instruction.from_), instruction.number
    events = [damage(reader.value(number, each), each, source) for each in _objects(reader, instruction.to)]
    return events + [damage(reader.value(number), name, source) for name in _players(reader, instruction.to)]


def _objects(reader: Reader, scope: ef.Scope) -> tuple[int, ...]:
    if not isinstance(scope, ef.Only):
        return reader.scope(scope)
    # What is phased out or gone is dealt nothing.
    found = reader.refer_object(scope.ref)
    return (found,) if found is not None and found in reader.world.objects else ()


def _players(reader: Reader, scope: ef.Scope) -> tuple[str, ...]:
    match scope:
        case ef.Players():
            return reader.players(scope.player)
        case ef.Only():
            found = reader.refer(scope.ref)
            return (found,) if isinstance(found, str) else ()
        case ef.Union():
            return tuple(name for part in scope.scopes for name in _players(reader, part))
        case ef.Several(kind="target"):
            return tuple(each for each in reader.says.targets[scope.index - 1 :] if isinstance(each, str))
    return ()


def speaking_of(body: Body, it: int) -> Body:
    """Instructions that are followed for each of several objects, with one of these in place of `it`. Incomplete where
    they speak of what is made."""
    if mentions(body, lambda node: isinstance(node, Ref) and node.kind in ("made", "moved")):
        raise Incomplete("what is made for each of several objects")

    def change(node: Any) -> Any:
        return Ref("object", it) if isinstance(node, Ref) and node.kind == "it" else node

    return rewritten(body, change)


def _portions(reader: Reader, instruction: Damage) -> list[Coming]:
    """The damage that each target that is still legal is dealt of what was divided; the rest is dealt to nobody."""
    source, targets = reader.refer_object(instruction.from_), reader.says.targets
    dealt = ((targets[place], many) for place, many in _parts(reader, instruction))
    return [damage(many, target, source) for target, many in dealt if target is not None]


def announced_whole(reader: Reader, body: Body) -> None:
    """See that what a spell or ability divides is all that there is to divide as it is put on the stack.
    ForbiddenChoice where it is not."""
    for each in body:
        if isinstance(each, Damage) and each.divided and "divided" in dict(reader.says.choices):
            if sum(many for _, many in _parts(reader, each)) != reader.value(each.number):
                raise ForbiddenChoice("a division of another amount")


def runs_short(reader: Reader, body: Body) -> bool:
    """Whether some damage to be divided is less than the targets that would each get a share of it. Incomplete where
    its amount hangs on an X that nobody has announced."""
    for each in _all_divided(body):
        shares = len(_among(each.to, len(reader.says.targets)))
        hidden = reader.says.x is None and mentions(each.number, lambda node: isinstance(node, X))
        if shares == 0 or (hidden and shares == 1):
            continue
        if hidden:
            raise Incomplete("an X to be divided that is not announced")
        if reader.value(each.number) < shares:
            return True
    return False


def _all_divided(body: Body) -> list[Damage]:
    """The instructions, also those under conditions, that divide damage."""
    met: list[Damage] = []

    def note(node: Any) -> bool:
        if isinstance(node, Damage) and node.divided:
            met.append(node)
        return False

    mentions(body, note)
    return met
