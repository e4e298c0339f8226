"""The mana that a player has at hand: what is in the pool, and what permanents can be used for.

A permanent counts as a source that is used once: by its mana abilities whose cost is to tap or to sacrifice it, or for
costs that may be paid by tapping it. Abilities with other costs, limits or effects are left out and named, so that a
payment that is found without them stands, and one that is not found stays open.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from layerproof.kb.keywords.casting_costs import used_to_pay
from layerproof.kb.keywords.keyword_record import UsedToPay
from layerproof.kb.model.ability import Activated, Keyword, Opaque, SpendOnly, Triggered
from layerproof.kb.model.costs.cost import SacrificePart, TapSelf
from layerproof.kb.model.costs.mana import TYPES
from layerproof.kb.model.costs.payment import ManaSource, Unit
from layerproof.kb.model.instruction import Damage, OtherAction
from layerproof.kb.model.modification import RuleEffect
from layerproof.kb.model.node import mentions
from layerproof.kb.model.situation import GameObject
from layerproof.solver.game.mana_abilities import mana_abilities, produced
from layerproof.solver.game.rights import doubts_paying
from layerproof.solver.layers.reading import fits
from layerproof.solver.layers.scene import Source, Undecided
from layerproof.solver.layers.view import Entry
from layerproof.solver.situation.game import Game
from layerproof.solver.situation.kept import kept_from_sacrifice

GENERIC = "generic"
_SYMBOL = re.compile(r"\{([^}]+)\}")
# Words about mana itself, rather than about mana values and costs. What is tapped for a symbol is tapped for such mana.
_MANA = re.compile(
    r"\bmana\b(?! (?:value|cost)s?\b)|\badds? \{|\btaps? [^.,]*? for \{|\btapped [^.,]*?for \{", re.IGNORECASE
)


class AtHand(NamedTuple):
    """What mana a player could pay with.

    sources: with the identifiers of their objects as names. left_out: in words, what could make mana besides; None
    where nothing could.
    """

    pool: tuple[Unit, ...]
    sources: tuple[ManaSource, ...]
    left_out: str | None


class Purpose(NamedTuple):
    """What the mana is for: a spell, or an ability of an object. reserved: objects that the cost uses otherwise. life:
    whether it asks for life too, so that what costs life besides is left out."""

    player: str
    spell: int | None = None
    ability_of: int | None = None
    reserved: frozenset[int] = frozenset()
    life: bool = False


def mana_at_hand(
    game: Game, pool: tuple[Unit, ...], purpose: Purpose, usable: Callable[[int, Activated], bool]
) -> AtHand:
    """The mana that a player has at hand for a purpose (rule keys cost.mana_abilities, mana.restricted).

    usable: whether nothing forbids to activate a mana ability of an object. Raises Undecided where something that is
    not modelled speaks of how mana may be spent.
    """
    scene = game.scene()
    for identifier, entry in scene.view.items():
        if scene.items[identifier].zone == "battlefield" and _speaks(entry, watching=False):
            raise Undecided(f"what {game.name(identifier)} says of mana is not modelled")
    for in_force in game.situation.effects:
        if mentions(in_force.mods, _is_unread):
            raise Undecided(f"what an effect of {in_force.origin} says of mana is not modelled")
    left_out = next(
        (
            f"what {game.name(identifier)} does when mana is made is not modelled"
            for identifier, entry in scene.view.items()
            if scene.items[identifier].zone == "battlefield" and _speaks(entry, watching=True)
        ),
        None,
    )
    if left_out is not None:
        return AtHand(pool, (), left_out)
    left_out = _elsewhere(game, purpose.player)
    sources: list[ManaSource] = []
    tools = [] if purpose.spell is None else tools_of(game, purpose.spell)
    for identifier, entry in sorted(scene.view.items()):
        item = scene.items[identifier]
        options: list[tuple[Unit, ...]] = []
        if item.zone == "battlefield" and entry.controller == purpose.player and identifier not in purpose.reserved:
            try:
                options += _amounts(game, identifier, item, entry, purpose, usable)
            except Undecided as error:
                left_out = left_out or str(error)
        options += [each for tool in tools for each in _used_for(game, tool, item, entry, purpose)]
        if options:
            sources.append(ManaSource(str(identifier), tuple(sorted(set(options), key=_in_order))))
    return AtHand(pool, tuple(sources), left_out)


def _elsewhere(game: Game, player: str) -> str | None:
    """What a player could make mana with besides own permanents, in words: cards elsewhere, what any player may use."""
    scene = game.scene()
    for identifier, entry in scene.view.items():
        item = scene.items[identifier]
        own = (entry.controller if item.zone == "battlefield" else item.owner) == player
        for each in entry.abilities:
            ability = each.ability
            if not isinstance(ability, Activated) or ability.adds is None or item.zone not in ability.zones:
                continue
            shared = ability.restriction is not None and "this ability" in ability.restriction
            if (own and item.zone != "battlefield") or (not own and shared):
                return f"a mana ability of {game.name(identifier)} is not modelled"
    return None


def _in_order(option: tuple[Unit, ...]) -> list[tuple[str, bool]]:
    return [(unit.mana, unit.snow) for unit in option]


def _amounts(
    game: Game,
    identifier: int,
    item: GameObject,
    entry: Entry,
    purpose: Purpose,
    usable: Callable[[int, Activated], bool],
) -> Iterator[tuple[Unit, ...]]:
    """The amounts of mana that the mana abilities of a permanent can make for the purpose."""
    unknown: str | None = None
    for each in mana_abilities(entry):
        ability = each.ability
        if TapSelf() in ability.cost and item.tapped:
            continue
        if SacrificePart() in ability.cost and identifier in kept_from_sacrifice(game, game.scene(), True):
            continue
        if not usable(identifier, ability):
            continue
        if ability.adds.only is not None and not _may_spend(game, ability.adds.only, identifier, purpose):
            continue
        if not _is_simple(ability, purpose):
            unknown = unknown or f"a mana ability of {game.name(identifier)} is not modelled"
            continue
        for symbols in produced(ability.adds, entry, item, game):
            yield units_of(symbols, "snow" in entry.supertypes)
    if any(isinstance(each.ability, Activated) and _may_add(each.ability) for each in entry.abilities):
        unknown = unknown or f"an ability of {game.name(identifier)} that may add mana is not modelled"
    if unknown is not None:
        raise Undecided(unknown)


def _may_add(ability: Activated) -> bool:
    if ability.adds is not None:
        return False
    return mentions(ability.body, _is_unread_about_mana)


def _is_unread_about_mana(node: object) -> bool:
    """Whether an instruction that is known by its words only may add mana; what X is paid with adds none."""
    gloss = node.gloss.lower() if isinstance(node, OtherAction) else ""
    return "mana" in gloss and not gloss.startswith("spend only ")


def _is_simple(ability: Activated, purpose: Purpose) -> bool:
    """Whether it costs nothing but tapping or sacrificing the permanent, and does nothing that could matter here."""
    plain = all(part == TapSelf() or part == SacrificePart() for part in ability.cost) and ability.cost
    harmless = all(isinstance(each, Damage) for each in ability.body) and not (ability.body and purpose.life)
    return bool(plain) and ability.restriction is None and harmless


def _may_spend(game: Game, only: SpendOnly, source: int, purpose: Purpose) -> bool:
    scene = game.scene()
    if purpose.spell is not None:
        return only.spells is not None and fits(only.spells, scene, Source(source), purpose.spell)
    if purpose.ability_of is None or only.abilities is None:
        return False
    return fits(only.abilities, scene, Source(source), purpose.ability_of)


def units_of(symbols: str, snow: bool) -> tuple[Unit, ...]:
    """The mana that symbols of an ability add: numbers stand for colorless mana.

    >>> [each.mana for each in units_of("{G}{2}", False)]
    ['green', 'colorless', 'colorless']
    """
    found: list[Unit] = []
    for text in _SYMBOL.findall(symbols):
        if text.isdigit():
            found += [Unit("colorless", snow)] * int(text)
        elif text in TYPES:
            found.append(Unit(TYPES[text], snow))
        else:
            raise Undecided(f"what mana {{{text}}} adds is not modelled")
    return tuple(found)


def tools_of(game: Game, spell: int) -> list[UsedToPay]:
    """What the keyword abilities of a spell let its player use instead of mana (rule keys keyword.convoke,
    keyword.delve)."""
    entry = game.scene().view[spell]
    names = [each.ability.keyword for each in entry.abilities if isinstance(each.ability, Keyword)]
    return [tool for name in dict.fromkeys(names) if (tool := used_to_pay(name)) is not None]


def _used_for(
    game: Game, tool: UsedToPay, item: GameObject, entry: Entry, purpose: Purpose
) -> Iterator[tuple[Unit, ...]]:
    if item.zone != tool.zone or item.tapped or item.id in purpose.reserved:
        return
    holder = entry.controller if tool.zone == "battlefield" else item.owner
    if holder != purpose.player or (tool.what != "card" and tool.what not in entry.types):
        return
    if tool.zone == "battlefield" and (doubt := doubts_paying(game, game.scene(), TapSelf())) is not None:
        raise doubt
    yield (Unit(GENERIC),)
    if tool.colors:
        yield from ((Unit(color),) for color in sorted(entry.colors))


def _speaks(entry: Entry, watching: bool) -> bool:
    """Whether an ability that is known by its words only speaks of mana, or (watching) a triggered one waits for it."""

    def speaks(node: object) -> bool:
        if watching:
            return isinstance(node, Triggered) and _MANA.search(node.when.lower()) is not None
        return _is_unread(node)

    return any(mentions(each.ability, speaks) for each in entry.abilities)


def _is_unread(node: object) -> bool:
    return isinstance(node, Opaque | RuleEffect) and _MANA.search(node.gloss.lower()) is not None
