"""Conditions of the notation, read on a view."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from layerproof.kb.model import expression as ex
from layerproof.kb.wording.plain_words import in_words
from layerproof.solver.proof.check import valuing
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.paid_for import alike, payments
from layerproof.solver.proof.check.unseen import unseen_fitting

if TYPE_CHECKING:
    from layerproof.solver.proof.check.reading import Reader

COMPARISONS: dict[str, Callable[[int, int], bool]] = {
    "=": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
    "multiple of": lambda a, b: a // b * b == a,
}


def holds(reader: Reader, condition: ex.Condition | None, it: int | None) -> bool:
    """Whether a condition holds.

    it: the object being affected. Raises Incomplete for a condition of which only the words are known, and for a choice
    that is not told in a resolution which the rules bring about.
    """
    match condition:
        case None:
            return True
        case ex.Exists():
            if any(reader.fits(condition.filter, each, it) for each in reader.candidates(condition.zones)):
                return True
            return unseen_fitting(reader, condition.filter, condition.zones, it) != 0
        case ex.Compares():
            return COMPARISONS[condition.op](reader.value(condition.left, it), reader.value(condition.right, it))
        case ex.Matches():
            entry = reader.entry(reader.refer_object(condition.ref, it))
            return entry is not None and reader.fits(condition.filter, entry, it)
        case ex.Turn():
            return reader.world.situation.active in reader.players(condition.player, it)
        case ex.Both():
            return all(reader.holds(each, it) for each in condition.conditions)
        case ex.Either():
            return any(reader.holds(each, it) for each in condition.conditions)
        case ex.Unless():
            return not reader.holds(condition.condition, it)
        case ex.SomePlayer():
            names = reader.players(condition.player, it)
            return any(reader.looking_at(name).holds(condition.condition, it) for name in names)
        case ex.CastFor():
            source = reader.world.object(reader.says.source)
            if source is None:
                return False
            entry = reader.entry(source.id)
            if source.cast_for == condition.keyword:
                meant_one = condition.cost is not None or condition.which is not None
                if meant_one and len(alike(entry.abilities if entry else (), condition.keyword)) > 1:
                    raise Incomplete("for which of several abilities of one keyword it was cast")
                return True
            return payments(condition, source, entry) > 0
        case ex.Chose():
            return _chose(reader, condition.option)
        case ex.Outcome():
            return str(valuing.came_of(reader, condition.of)).lower() == condition.is_.lower()
    raise Incomplete(f"whether it is so that {in_words(condition)}")


def _chose(reader: Reader, option: str) -> bool:
    told = reader.choice("may" if option == "may" else "mode")
    if not told and (reader.says.by_rules or (option != "may" and reader.says.resolving)):
        raise Incomplete("what a player chooses as something resolves")
    if option == "may":
        # What is listed counts as done, unless it says that the player did not.
        return told != (False,)
    modes = [str(each).lower() for each in told]
    if any(mode.isdigit() for mode in modes):
        raise Incomplete("a mode that is named by its number")
    return option.lower() in modes
