"""The lore counters that Sagas get as their controller's main phase begins."""

from __future__ import annotations

from layerproof.kb.model.ability import Chapter
from layerproof.solver.layers.scene import Undecided
from layerproof.solver.layers.view import Entry, counter_number
from layerproof.solver.replacing.happens import counters_on, put_counters
from layerproof.solver.situation.game import Game
from layerproof.solver.situation.guard import unhindered


def add_lore(game: Game) -> None:
    """The active player puts a lore counter on each of their Sagas, by the edition of those with chapter abilities
    only (rule key saga.lore_each_turn, policy saga_lore_counters). No effect puts it."""
    policy, player = game.edition.policy("saga_lore_counters"), game.situation.active
    if policy == "none":
        return
    scene = game.scene()
    sagas = [
        each
        for each in scene.in_zones(("battlefield",))
        if "Saga" in scene.view[each].subtypes and scene.view[each].controller == player
    ]
    got = [each for each in sagas if policy == "every_saga" or final_chapter(scene.view[each])]
    if got:
        unhindered(game, "counters")
        put_counters(game, *(counters_on(each, "lore", 1, player, False) for each in got))


def ask_for_told_sagas(game: Game) -> None:
    """Stop where a step ends with a Saga at its final chapter, in a timeline that says itself which chapter abilities
    resolve: whether it has been sacrificed is not told (rule key state_based.saga)."""
    if game.played or "state_based.saga" not in game.edition.numbers:
        return
    scene = game.scene()
    for each in scene.in_zones(("battlefield",)):
        final = final_chapter(scene.view[each])
        if "Saga" in scene.view[each].subtypes and final and counter_number(scene.items[each], "lore") >= final:
            label = game.name(each)
            raise Undecided(
                f"whether {label}, at its final chapter, has been sacrificed before the next step is not told"
                f" ({{leaves: {label}, to: graveyard}} would say it)"
            )


def final_chapter(entry: Entry) -> int:
    """The greatest number among the chapter abilities that an object has now, 0 without any (rule key
    saga.final_chapter)."""
    chapters = [each.ability for each in entry.abilities if isinstance(each.ability, Chapter)]
    return max((number for each in chapters for number in each.numbers), default=0)
