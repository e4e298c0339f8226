"""The times around a moment at which something happened: how objects were just before it and are just after it."""

from __future__ import annotations

import msgspec

from layerproof.kb.model.situation import Situation
from layerproof.kb.rulebook.edition import Edition
from layerproof.solver.layers.derive import Derivation
from layerproof.solver.layers.scene import Scene
from layerproof.solver.layers.view import View
from layerproof.solver.situation.log import Happened

replace = msgspec.structs.replace


class Times:
    """Derives situations of the past, each once. edition: whose rules they are derived by."""

    def __init__(self, edition: Edition) -> None:
        self.edition = edition
        self._kept: list[tuple[Situation, View, Scene]] = []

    def scene(self, situation: Situation, known: View) -> Scene:
        """The scene of a situation with its finished view. known: the entries of what had left by then."""
        for one, other, scene in self._kept:
            if one is situation and other is known:
                return scene
        derivation = Derivation(Scene(situation, self.edition, known))
        derivation.run()
        self._kept.append((situation, known, derivation.scene))
        return derivation.scene

    def before(self, moment: Happened) -> Scene:
        """The scene just before a moment."""
        return self.scene(moment.before, moment.known_before)

    def after(self, moment: Happened) -> Scene:
        """The scene just after a moment."""
        return self.scene(moment.after, moment.known_after)

    def with_what_left(self, moment: Happened) -> Scene:
        """The scene just after a moment, in which what left at it can still be asked about as it last was.

        Such an object is in no zone that is counted, but a condition about the object itself finds it as it was
        (rule keys resolve.last_known_information, trigger.looks_back).
        """
        before, after = self.before(moment), self.after(moment)
        left = before.items.keys() - after.items.keys()
        if not left:
            return after
        scene = Scene(after.situation, self.edition, after.last_known)
        scene.view = {**after.view, **{each: before.view[each] for each in left if each in before.view}}
        scene.items = {**after.items, **{each: before.items[each] for each in left}}
        return scene
