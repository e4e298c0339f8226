"""What a mana ability adds now (rule keys mana_ability.definition, mana.could_produce)."""

from __future__ import annotations

from layerproof.kb.model.ability import Activated, Mana
from layerproof.kb.model.costs.mana import COLORED
from layerproof.kb.model.situation import GameObject
from layerproof.solver.layers.changing import intrinsic_ability
from layerproof.solver.layers.choosing import chosen_word
from layerproof.solver.layers.reading import test
from layerproof.solver.layers.scene import Source, Undecided
from layerproof.solver.layers.values import evaluate, holds
from layerproof.solver.layers.view import Entry, basic_land_types
from layerproof.solver.situation.abilities import Usable, pick
from layerproof.solver.situation.game import Game

_LETTER = {color: letter for letter, color in COLORED.items()}


def adds(entry: Entry, item: GameObject, game: Game, which: int | str | None) -> str | None:
    """The mana symbols that an object's mana ability adds now, None if it adds nothing.

    which: the ability, as a number among its mana abilities or a piece of text, where it has several. Raises Undecided
    where what it adds depends on a choice or is not modelled.
    """
    usable = mana_abilities(entry)
    if not usable:
        return None
    if which is None and len(usable) > 1:
        raise Undecided("which of its mana abilities is meant")
    chosen = usable[0] if which is None else pick(usable, which, entry, game.name(item.id), "mana")
    added = produced(chosen.ability.adds, entry, item, game)
    if not added:
        return None
    if len(added) > 1:
        raise Undecided("what it adds depends on a choice")
    return next(iter(added))


def mana_abilities(entry: Entry) -> list[Usable]:
    """The activated mana abilities of an object, intrinsic ones last."""
    found = [
        Usable(each.ability, ())
        for each in entry.abilities
        if isinstance(each.ability, Activated) and each.ability.adds is not None
    ]
    return found + [Usable(intrinsic_ability(land), ()) for land in basic_land_types(entry)]


def produced(mana: Mana, entry: Entry, item: GameObject, game: Game, seen: frozenset[int] = frozenset()) -> set[str]:
    """Every string of symbols that a mana ability could add; `seen` stops lands that ask each other."""
    scene = game.scene()
    source = Source(item.id, x=item.x)
    symbols = mana.symbols
    if mana.instead_if is not None and holds(mana.instead_if, scene, source):
        symbols = mana.instead
    times = evaluate(mana.times, scene, source)
    if times <= 0:
        return set()
    if symbols is not None:
        return {part.strip() * times for part in symbols.replace(",", " or ").split(" or ") if part.strip()}
    if mana.any_color == "any color":
        return {f"{{{letter}}}" * times for letter in _LETTER.values()}
    if mana.any_color == "chosen":
        return {f"{{{_LETTER[word]}}}" * times for word in chosen_word(scene, source, "color") if word in _LETTER}
    if mana.any_color in ("among", "producible") and mana.among is not None:
        fit = test(mana.among)
        found = [each for each in scene.in_zones(("battlefield",)) if fit(scene, source, each)]
        letters: set[str] = set()
        for each in found:
            if mana.any_color == "producible":
                letters |= _colors_of_land(each, game, seen | {item.id})
            else:
                letters |= {_LETTER[color] for color in scene.view[each].colors}
        return {f"{{{letter}}}" * times for letter in letters}
    raise Undecided(f"what mana is added ({mana.any_color}) is not modelled")


def _colors_of_land(identifier: int, game: Game, seen: frozenset[int]) -> set[str]:
    if identifier in seen:
        return set()
    scene = game.scene()
    letters: set[str] = set()
    for usable in mana_abilities(scene.view[identifier]):
        for text in produced(usable.ability.adds, scene.view[identifier], scene.items[identifier], game, seen):
            letters |= {letter for letter in text if letter in "WUBRG"}
    return letters
