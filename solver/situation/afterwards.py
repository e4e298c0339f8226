"""Spells that go elsewhere than into the graveyard as they resolve, by a keyword ability that they have (rule key
resolve.to_graveyard)."""

from __future__ import annotations

from layerproof.kb.keywords.casting_costs import returns_afterwards
from layerproof.kb.keywords.keyword_files import afterwards
from layerproof.kb.keywords.keyword_record import Afterwards
from layerproof.kb.model.ability import Keyword
from layerproof.kb.model.situation import GameObject
from layerproof.kb.model.told.fact_kinds import with_told
from layerproof.solver.layers.scene import Source, Undecided
from layerproof.solver.situation import moving
from layerproof.solver.situation.game import Game


def tell_origin(game: Game, spell: int, zone: str) -> None:
    """Remember from where a spell was cast, where one of its abilities asks for it.

    zone: from where. Source: `afterwards` in the files of keyword abilities (docs/keywords.md).
    """
    zones = [each.cast_from for each in _found(game, spell) if each.cast_from is not None]
    asked = {f"cast from {each}": int(each == zone) for each in zones}
    if asked:
        game.update(spell, "cast.propose", told=with_told(game.item(spell).told, tuple(asked.items())))


def goes_elsewhere(game: Game, item: GameObject, label: str | None, told: tuple[str | int, ...]) -> bool:
    """Whether a spell that has resolved is put where one of its abilities says; it is, and what follows is done.

    label: what the card is called there. told: the one zone that its controller chose, where something else that was
    paid sends it to the hand (rule key replacement.choice). Raises Undecided where it is not told from where it was
    cast, or where it would go to several places. Source: rule key resolve.to_graveyard, `afterwards` in the files of
    keyword abilities.
    """
    found = _found(game, item.id)
    if not found:
        return False
    says = found[0]
    if any(each != says for each in found):
        raise Undecided(f"where {game.name(item.id)} goes, which several of its abilities say")
    cast_from = dict(item.told).get(f"cast from {says.cast_from}")
    if says.cast_from is not None and not isinstance(cast_from, int) and not item.copy:
        raise Undecided(f"whether {game.name(item.id)} was cast from the {says.cast_from} is not told")
    if says.cast_from is not None and not cast_from:
        return False
    if any(returns_afterwards(keyword) for keyword, number in item.paid if number):
        if told not in (("hand",), (says.to,)):
            raise Undecided(f"where {game.name(item.id)} goes, of two effects on that, is not told (choices: goes_to)")
        if told == ("hand",):
            return False
    with game.because("resolve.to_graveyard", object=item.id):
        made = moving.move(game, item.id, says.to, label)
    if made is not None and made.zone == says.to:
        from layerproof.solver.situation.resolving import Resolution

        Resolution(game, Source(made.id, item.controller), game.name(made.id)).follow(says.then)
    return True


def _found(game: Game, spell: int) -> list[Afterwards]:
    keywords = [each.ability.keyword for each in game.entry(spell).abilities if isinstance(each.ability, Keyword)]
    return [found for each in keywords if (found := afterwards(each)) is not None]


def goes_on_an_adventure(game: Game, item: GameObject, label: str | None) -> None:
    """A spell that was cast as an Adventure is exiled as it resolves, and may be cast from there (rule key
    adventure.exiled)."""
    with game.because("adventure.exiled", object=item.id):
        made = moving.move(game, item.id, "exile", label)
    if made is None or made.zone != "exile":
        return
    if item.controller != item.owner:
        raise Undecided(f"who may play {game.name(item.id)} on its adventure")
    game.update(made.id, "adventure.exiled", told=with_told(made.told, (("on an adventure", 1),)))
