"""Costs of tapping creatures with so much power together, as of crew and saddle."""

from __future__ import annotations

from layerproof.kb.model.ability import Opaque
from layerproof.kb.model.costs.cost import TapPowerPart
from layerproof.kb.model.modification import RuleEffect
from layerproof.kb.model.node import mentions
from layerproof.kb.notation.cost_words import OF_TAPPING_FOR_POWER
from layerproof.solver.layers.reading import fits
from layerproof.solver.layers.scene import Source, Undecided
from layerproof.solver.layers.values import evaluate
from layerproof.solver.situation import moving
from layerproof.solver.situation.game import Game, Invalid


def tappable(game: Game, part: TapPowerPart, source: Source, player: str) -> dict[int, int]:
    """What a player may tap for such a cost, each with its power.

    Raises Undecided where words that are not understood speak of it.
    """
    scene = game.scene()
    for entry in scene.view.values():
        if mentions(tuple(each.ability for each in entry.abilities), _speaks):
            raise Undecided("an ability about who can crew or saddle is not modelled")
    if any(mentions(each.mods, _speaks) for each in game.situation.effects):
        raise Undecided("an effect about who can crew or saddle is not modelled")
    found = {}
    for identifier in scene.in_zones(("battlefield",)):
        item, entry = scene.items[identifier], scene.view[identifier]
        if entry.controller == player and not item.tapped and fits(part.what, scene, source, identifier):
            found[identifier] = entry.power or 0
    return found


def enough_power(game: Game, part: TapPowerPart, source: Source, player: str) -> bool:
    """Whether a player has untapped creatures with that much power (rule key cost.resources).

    Raises Undecided where it hangs on whether the object may be tapped for its own cost, which rules have not always
    said alike.
    """
    there, wanted = tappable(game, part, source, player), evaluate(part.power, game.scene(), source)
    others = sum(power for identifier, power in there.items() if power > 0 and identifier != source.id)
    own = max(there.get(source.id or 0, 0), 0)
    if _itself_too(game):
        return others + own >= wanted
    if others < wanted <= others + own:
        raise Undecided("whether a Vehicle may be tapped to crew itself")
    return others >= wanted


def _itself_too(game: Game) -> bool:
    """Whether the object may be tapped for its own cost, whatever ability has it (policy crew_itself)."""
    return game.edition.policy("crew_itself") == "itself_too"


def tap_for_power(game: Game, part: TapPowerPart, source: Source, player: str, named: list[int]) -> None:
    """Tap what is named for such a cost. Raises Invalid where that is not said, or does not do."""
    there, wanted = tappable(game, part, source, player), evaluate(part.power, game.scene(), source)
    chosen, named[:] = named[:], []
    if not set(chosen) <= set(there) or (source.id in chosen and not _itself_too(game)):
        raise Invalid("what is named cannot be tapped for this", "untapped creatures of the player")
    if sum(there[each] for each in chosen) < wanted:
        raise Invalid("which creatures are tapped is not said, or they have too little power", "paying: [LABEL]")
    with game.one_moment():
        for each in chosen:
            moving.set_status(game, each, "tap")


def _speaks(node: object) -> bool:
    gloss = node.gloss.lower() if isinstance(node, Opaque | RuleEffect) else ""
    return any(word in gloss for word in OF_TAPPING_FOR_POWER)
