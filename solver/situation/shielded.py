"""Objects that cannot be targets of what resolves."""

from __future__ import annotations

from layerproof.kb.keywords.reading import does
from layerproof.kb.model.ability import Keyword
from layerproof.solver.layers.protecting import protected_from, protected_from_player
from layerproof.solver.layers.reading import has_keyword_that
from layerproof.solver.layers.scene import Scene, Source, Undecided


def untargetable(scene: Scene, source: Source, identifier: int) -> bool:
    """Whether an object cannot be the target of a source: shroud, hexproof, protection (rule key
    keyword.protection_targets)."""
    entry = scene.view[identifier]
    if scene.zone_of(identifier) != "battlefield":
        # Elsewhere these abilities do not function (rule key ability.functions).
        return False
    if has_keyword_that(entry, "targeted by nobody"):
        return True
    shields = [each.ability for each in entry.abilities if isinstance(each.ability, Keyword)]
    shields = [each for each in shields if does(each.keyword, "targeted by no opponent")]
    if shields and scene.you(source) != scene.controller_of(identifier):
        if all(each.quality is not None for each in shields):
            raise Undecided("what is not targeted from a quality only is not modelled")
        return True
    by = None if source.id is None else scene.entry(source.id)
    you = scene.you(source)
    return protected_from_player(entry, you) or (by is not None and protected_from(scene.words, entry, by))
