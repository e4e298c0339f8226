"""What the mana abilities of an object add now."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from layerproof.kb.model.ability import Activated, Mana
from layerproof.solver.proof.check.bodies import Found, activated, picked
from layerproof.solver.proof.check.incomplete import ForbiddenChoice, Incomplete
from layerproof.solver.proof.check.view import Entry
from layerproof.solver.proof.check.world import Says

if TYPE_CHECKING:
    from layerproof.solver.proof.check.game import Game

_LETTERS = {"white": "{W}", "blue": "{U}", "black": "{B}", "red": "{R}", "green": "{G}"}


def _mana(entry: Entry) -> list[Found]:
    return [each for each in activated(entry) if isinstance(each.ability, Activated) and each.ability.adds is not None]


def adds(game: Game, entry: Entry, claimed: object, which: int | str | None) -> bool:
    """Whether the mana ability of an object adds what is claimed now; `none` where it adds nothing.

    which: the ability that is meant where there are several. Raises Incomplete where that stays open.
    """
    abilities = _mana(entry)
    if not abilities:
        return claimed == "none"
    if which is not None:
        chosen = picked(activated(entry), which, entry)
    elif len(abilities) == 1:
        chosen = abilities[0]
    else:
        raise Incomplete("what one of several mana abilities adds")
    assert isinstance(chosen.ability, Activated)
    mana = chosen.ability.adds
    if mana is None:
        return claimed == "none"
    reader = game.reader(Says(entry.id))
    times = max(reader.value(mana.times, entry.id), 0)
    options = {option * times for option in symbols_of(game, entry, mana)} - {""}
    if len(options) > 1:
        raise Incomplete("which of several kinds of mana an ability adds")
    return (options.pop() if options else "none") == claimed


def symbols_of(game: Game, entry: Entry, mana: Mana, seen: frozenset[int] = frozenset()) -> set[str]:
    """The symbols that a mana ability of an object can add, each once.

    seen: objects whose abilities are being looked at, so that two lands that look at each other come to nothing.
    """
    reader = game.reader(Says(entry.id))
    if mana.symbols is not None:
        instead = mana.instead is not None and mana.instead_if is not None
        symbols = mana.instead if instead and reader.holds(mana.instead_if, entry.id) else mana.symbols
        return set((symbols or "").replace(",", "").replace(" or ", " ").split())
    match mana.any_color:
        case "any color":
            return set(_LETTERS.values())
        case "chosen":
            word = reader.chosen_word("color")
            return {_LETTERS[word]} if word else set()
        case "among" if mana.among is not None:
            others = reader.fitting(mana.among, ("battlefield",))
            return {_LETTERS[color] for each in others for color in reader.view[each].colors}
        case "producible" if mana.among is not None:
            return _producible(game, reader.fitting(mana.among, ("battlefield",)), seen | {entry.id})
    raise Incomplete("what a mana ability of several colors adds")


def refuse_other_mana(game: Game, entry: Entry, mana: Mana, wanted: set[str]) -> None:
    """ForbiddenChoice where all that a mana ability can add has not just the colors that are told; nothing is said of
    an ability of which it is not known what it adds, or that adds nothing."""
    try:
        texts = symbols_of(game, entry, mana)
        some = game.reader(Says(entry.id)).value(mana.times, entry.id) > 0
    except Incomplete:
        return
    letters = {_LETTERS[word].strip("{}") for word in wanted & set(_LETTERS)}
    if some and texts and not any({*text} & {*"WUBRG"} == letters for text in texts):
        raise ForbiddenChoice(f"mana that is not added: {sorted(wanted)}")


def _producible(game: Game, objects: tuple[int, ...], seen: frozenset[int]) -> set[str]:
    symbols: set[str] = set()
    for each in objects:
        if each in seen:
            continue
        other = game.view[each]
        for ability in _mana(other):
            assert isinstance(ability.ability, Activated) and ability.ability.adds is not None
            for option in symbols_of(game, other, ability.ability.adds, seen):
                symbols.update(f"{{{part}}}" for part in re.findall(r"[{]([WUBRG])[}]", option))
    return symbols
