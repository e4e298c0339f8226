"""The objects that participants apply to in the view as it is, kept while the view changes a little at a time."""

from __future__ import annotations

from layerproof.kb.model.effect import All, Scope
from layerproof.solver.layers.own_fields import own_fields
from layerproof.solver.layers.participants import Part
from layerproof.solver.layers.reading import test
from layerproof.solver.layers.scene import Scene, Source
from layerproof.solver.layers.values import affected
from layerproof.solver.layers.view import Entry, View


def to_ask_again(
    scope: Scope, scene: Scene, source: Source, before: View, differing: dict[int, Entry]
) -> list[int] | None:
    """The objects of which it must be asked again whether they are in a scope, where some entries differ from before.

    differing: the new entries. None where every object must be asked, because the scope does not look only at each
    object itself.
    """
    if not isinstance(scope, All):
        return None
    fields = own_fields(scope.filter)
    if fields is None or (fields.asks_you and source.you is None and source.id in differing):
        return None
    look, items, zones = fields.of, scene.items, scope.zones
    return [it for it, entry in differing.items() if look(entry) != look(before[it]) and items[it].zone in zones]


def applies_to_others(
    part: Part, scene: Scene, objects: tuple[int, ...], before: View, differing: dict[int, Entry], skip: bool
) -> bool:
    """Whether a participant applies to other objects in the view of the scene than to those it applied to before.

    skip: whether objects that cannot have begun or ceased to fit may be left out.
    """
    scope, source = part.scope, part.source
    assert scope is not None
    again = to_ask_again(scope, scene, source, before, differing) if skip else None
    if again is None or not isinstance(scope, All):
        return affected(scope, scene, source) != objects
    fit = test(scope.filter)
    return any(fit(scene, source, it) != (it in objects) for it in again)


class AffectedNow:
    """Which objects the scopes of participants take in, in the view as it is.

    skip: whether objects that cannot have begun or ceased to fit are not asked again when the view changes.
    """

    def __init__(self, scene: Scene, skip: bool) -> None:
        self.scene, self.skip = scene, skip
        self._kept: dict[str, tuple[Part, tuple[int, ...]]] = {}
        self._view: View | None = None

    def of(self, part: Part) -> tuple[int, ...]:
        """The objects of a participant's scope, by identifier in ascending order."""
        if self._view is not self.scene.view:
            self._kept, self._view = {}, self.scene.view
        kept = self._kept.get(part.name)
        if kept is not None and kept[0] is part:
            return kept[1]
        objects = () if part.scope is None else affected(part.scope, self.scene, part.source)
        self._kept[part.name] = part, objects
        return objects

    def go_on(self, before: View, differing: dict[int, Entry]) -> None:
        """Take over what still holds: the view of the scene is `before` with these entries, which differ."""
        kept, known = self._kept, self._view is before
        self._kept, self._view = {}, self.scene.view
        if not known or not self.skip:
            return
        for name, (part, objects) in kept.items():
            scope = part.scope
            again = None if scope is None else to_ask_again(scope, self.scene, part.source, before, differing)
            if again is None or not isinstance(scope, All):
                continue
            fit = test(scope.filter)
            if any(fit(self.scene, part.source, it) != (it in objects) for it in again):
                others = {it for it in objects if it not in again}
                others.update(it for it in again if fit(self.scene, part.source, it))
                objects = tuple(sorted(others))
            self._kept[name] = part, objects
