"""What the mana abilities of an object add now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerproof.kb.model.ability import Activated, Mana
from layerproof.solver.proof.check.bodies import Found, activated, picked
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.view import Entry
from layerproof.solver.proof.check.world import Says

if TYPE_CHECKING:
    from layerproof.solver.proof.check.replay import Replay


def mana_texts(entry: Entry) -> set[str]:
    """The rules text of the simple mana abilities of an object, such as `{T}: Add {G}`."""
    return {text for each in _mana(entry) for text in each.texts if ": Add {" in text}


def _mana(entry: Entry) -> list[Found]:
    return [each for each in activated(entry) if isinstance(each.ability, Activated) and each.ability.adds is not None]


def adds(found: Replay, entry: Entry, claimed: object, which: int | str | None) -> bool:
    """Whether the mana ability of an object adds what is claimed now; `none` where it adds nothing.

    which: the ability that is meant where there are several. Raises Incomplete where that stays open.
    """
    abilities = _mana(entry)
    if not abilities:
        return claimed == "none"
    if which is not None:
        chosen = picked(activated(entry), which)
    elif len(abilities) == 1:
        chosen = abilities[0]
    else:
        raise Incomplete("what one of several mana abilities adds")
    assert isinstance(chosen.ability, Activated)
    mana = chosen.ability.adds
    if mana is None:
        return claimed == "none"
    return (_added(found, entry, mana) or "none") == claimed


def _added(found: Replay, entry: Entry, mana: Mana) -> str:
    reader = found.game.reader(Says(entry.id))
    if mana.symbols is None:
        raise Incomplete("what a mana ability of several colors adds")
    symbols = mana.symbols
    if mana.instead is not None and mana.instead_if is not None and reader.holds(mana.instead_if, entry.id):
        symbols = mana.instead
    return symbols * max(reader.value(mana.times, entry.id), 0)
