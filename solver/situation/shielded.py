"""Objects that cannot be targets of what resolves."""

from __future__ import annotations

from layerproof.solver.layers.protecting import hidden_from, protected_from, protected_from_player
from layerproof.solver.layers.reading import has_keyword_that
from layerproof.solver.layers.scene import Scene, Source


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
