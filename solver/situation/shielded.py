"""Objects that cannot be targets of what resolves."""

from __future__ import annotations

from layerproof.kb.model.instruction import Target
from layerproof.kb.rulebook.editions.later_meanings import target_of_later_words
from layerproof.solver.layers.protecting import hidden_from, protected_from, protected_from_player
from layerproof.solver.layers.reading import fits, has_keyword_that, players
from layerproof.solver.layers.scene import Scene, Source, Undecided
from layerproof.solver.situation.game import Game


def untargetable(scene: Scene, source: Source, identifier: int) -> bool:
    """Whether an object cannot be the target of a source: shroud, hexproof, protection (rule key
    keyword.protection_targets)."""
    entry = scene.view[identifier]
    if scene.zone_of(identifier) != "battlefield":
        # Elsewhere these abilities do not function (rule key ability.functions).
        return False
    if has_keyword_that(entry, "targeted by nobody"):
        return True
    by = None if source.id is None else scene.entry(source.id)
    you = scene.you(source)
    if you != scene.controller_of(identifier) and hidden_from(scene.words, entry, by):
        return True
    return protected_from_player(entry, you) or (by is not None and protected_from(scene.words, entry, by))


def is_legal(game: Game, source: Source, target: Target, named: int | str, scene: Scene) -> bool:
    """Whether a target is still a legal one as something resolves (rule key resolve.illegal_targets).

    Raises Undecided where only words that cards had in later editions allow it.
    """
    from layerproof.solver.game import targeting

    if isinstance(named, str):
        if not target.player or targeting.shielding_player(game, scene, source, named) is not None:
            return False
        _nothing_else_shields(game, scene, None)
        return True
    if target.filter is None:
        return not target.player and named in scene.view and not untargetable(scene, source, named)
    item = scene.items.get(named)
    if item is None or item.zone not in target.zones:
        return False
    if target.each is not None and scene.controller_of(named) not in players(target.each, scene, source):
        return False
    if not fits(target.filter, scene, source, named) or untargetable(scene, source, named):
        return False
    if item.zone == "battlefield":
        if targeting.forbidden_target(game, scene, source, named) is not None:
            return False
        _nothing_else_shields(game, scene, named)
    if (later := target_of_later_words(scene.edition, target, scene.view[named].types)) is not None:
        raise Undecided(later)
    return True


def _nothing_else_shields(game: Game, scene: Scene, named: int | None) -> None:
    """Raise Undecided where words that are not read may keep something from being a target."""
    from layerproof.solver.game.rights import doubts

    if (doubt := doubts(game, scene, "be targeted", named)) is not None:
        raise doubt
