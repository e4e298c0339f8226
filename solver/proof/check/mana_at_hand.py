"""The mana that a player has at hand, found anew by the checker: the pool, and what permanents give."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from layerproof.kb.keywords.casting_costs import used_to_pay
from layerproof.kb.model.ability import Activated, Keyword, Opaque, Triggered
from layerproof.kb.model.costs.cost import SacrificePart, TapSelf
from layerproof.kb.model.costs.mana import TYPES
from layerproof.kb.model.costs.payment import ManaSource, Unit
from layerproof.kb.model.instruction import Damage, OtherAction
from layerproof.kb.model.modification import RuleEffect
from layerproof.kb.model.node import mentions
from layerproof.solver.proof.check.adding import symbols_of
from layerproof.solver.proof.check.bodies import activated
from layerproof.solver.proof.check.game import Game
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.unyielding import unsacrificed
from layerproof.solver.proof.check.view import Entry
from layerproof.solver.proof.check.world import Says


class Hand(NamedTuple):
    """The mana that can be had for something: the pool and the sources; open: what else might make some."""

    pool: tuple[Unit, ...]
    sources: tuple[ManaSource, ...]
    open: Incomplete | None


class Use(NamedTuple):
    """What the mana is meant for: a spell or an ability of an object; kept: objects that the cost needs otherwise."""

    player: str
    spell: int | None
    source: int | None
    kept: frozenset[int]
    life: bool


def hand_of(game: Game, pool: tuple[Unit, ...], use: Use, allowed: Callable[[int, Activated], bool]) -> Hand:
    """The mana at hand for a use (rule keys cost.mana_abilities, mana.restricted).

    allowed: whether a mana ability of an object may be activated. Raises Incomplete where words that are not understood
    speak of what mana may be spent on.
    """
    there = [entry for entry in game.view.values() if entry.battlefield]
    if any(mentions(each.ability, _unread_about_mana) for entry in there for each in entry.abilities):
        raise Incomplete("words about mana")
    if any(mentions(effect.mods, _unread_about_mana) for effect in game.effects.values()):
        raise Incomplete("an effect with words about mana")
    if any(mentions(each.ability, _waits_for_mana) for entry in there for each in entry.abilities):
        return Hand(pool, (), Incomplete("a triggered ability about making mana"))
    sources: list[ManaSource] = []
    open_ = Incomplete("mana abilities of others, or of cards") if any(_from_elsewhere(game, use)) else None
    for identifier in sorted(game.view):
        entry = game.view[identifier]
        options: set[tuple[Unit, ...]] = set()
        if entry.battlefield and entry.controller == use.player and identifier not in use.kept:
            try:
                options.update(_own(game, entry, use, allowed))
            except Incomplete as why:
                open_ = open_ or why
        options.update(_instead_of_mana(game, entry, use))
        if options:
            ordered = sorted(options, key=lambda option: [(unit.mana, unit.snow) for unit in option])
            sources.append(ManaSource(str(identifier), tuple(ordered)))
    return Hand(pool, tuple(sources), open_)


def _from_elsewhere(game: Game, use: Use) -> Iterator[bool]:
    """For each mana ability that functions where its object is, whether it is of a card of the player that is no
    permanent, or of an object of somebody else whose abilities others may activate."""
    for entry in game.view.values():
        obj = game.objects[entry.id]
        for each in entry.abilities:
            ability = each.ability
            if isinstance(ability, Activated) and ability.adds is not None and obj.zone in ability.zones:
                if not entry.battlefield:
                    yield obj.owner == use.player
                elif entry.controller != use.player:
                    yield "this ability" in (ability.restriction or "")


def _own(game: Game, entry: Entry, use: Use, allowed: Callable[[int, Activated], bool]) -> Iterator[tuple[Unit, ...]]:
    """What the mana abilities of a permanent make; Incomplete at the end where one of them is not understood."""
    reader, doubt = game.reader(Says(entry.id)), None
    for each in activated(entry):
        ability = each.ability
        if not isinstance(ability, Activated):
            continue
        if ability.adds is None:
            if mentions(ability.body, _may_make_mana):
                doubt = Incomplete("an ability that may add mana")
            continue
        if SacrificePart() in ability.cost and entry.id in unsacrificed(game, True):
            continue
        tapping = TapSelf() in ability.cost
        if (tapping and game.objects[entry.id].tapped) or not allowed(entry.id, ability):
            continue
        only = ability.adds.only
        if only is not None:
            about, fit = (use.spell, only.spells) if use.spell is not None else (use.source, only.abilities)
            if about is None or fit is None or not reader.fits(fit, game.view[about]):
                continue
        known = set(ability.cost) <= {TapSelf(), SacrificePart()} and len(ability.cost) > 0
        besides = any(not isinstance(step, Damage) for step in ability.body) or (ability.body and use.life)
        if not known or besides or ability.restriction is not None:
            doubt = Incomplete("a mana ability that costs or does more")
            continue
        times = reader.value(ability.adds.times, entry.id)
        for symbols in symbols_of(game, entry, ability.adds):
            made = tuple(units_of(symbols, "snow" in entry.supertypes)) * max(times, 0)
            if made:
                yield made
    if doubt is not None:
        raise doubt


def units_of(symbols: str, snow: bool) -> Iterator[Unit]:
    """The single mana that symbols of a mana ability add."""
    for text in re.findall(r"[^{}]+", symbols):
        if text.isdigit():
            yield from [Unit("colorless", snow)] * int(text)
        elif text in TYPES:
            yield Unit(TYPES[text], snow)
        else:
            raise Incomplete(f"the mana of {{{text}}}")


def _instead_of_mana(game: Game, entry: Entry, use: Use) -> Iterator[tuple[Unit, ...]]:
    """What an object is worth by a keyword ability of the spell that lets it be used instead of mana."""
    obj = game.objects[entry.id]
    if use.spell is None or entry.id in use.kept or obj.tapped:
        return
    if (entry.controller if entry.battlefield else obj.owner) != use.player:
        return
    for each in game.view[use.spell].abilities:
        tool = used_to_pay(each.ability.keyword) if isinstance(each.ability, Keyword) else None
        if tool is None or obj.zone != tool.zone or not (tool.what == "card" or tool.what in entry.types):
            continue
        yield (Unit("generic"),)
        for color in entry.colors if tool.colors else ():
            yield (Unit(color),)


def _about_mana(words: str) -> bool:
    """Whether words are about mana itself; a mana value or mana cost is something else."""
    folded = re.sub(r"mana (?:value|cost)", "", words.lower())
    if re.search(r"\btap(?:s|ped)?\b[^.,]* for {", folded) is not None:
        # What a permanent is tapped for is the mana that it makes.
        return True
    return re.search(r"\bmana\b", folded) is not None or re.search(r"\badds? {", folded) is not None


def _unread_about_mana(node: object) -> bool:
    return isinstance(node, Opaque | RuleEffect) and _about_mana(node.gloss)


def _may_make_mana(node: object) -> bool:
    if not isinstance(node, OtherAction) or node.gloss.startswith(("Spend only", "spend only")):
        return False
    return "mana" in node.gloss.lower()


def _waits_for_mana(node: object) -> bool:
    return isinstance(node, Triggered) and _about_mana(node.when)
