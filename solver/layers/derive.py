"""The walk over the rows of the layer system: the only loop over layers, and the order of effects within each."""

from __future__ import annotations

from layerproof.kb.model import modification as m
from layerproof.kb.model.ability import Opaque
from layerproof.kb.model.situation import GameObject
from layerproof.kb.rulebook.edition import Edition
from layerproof.kb.wording.plain_words import plainly
from layerproof.kb.wording.words.english import listed
from layerproof.solver.layers import dependency
from layerproof.solver.layers.affected_now import AffectedNow
from layerproof.solver.layers.changing import change, work_out
from layerproof.solver.layers.copiable import face_down_entry, merged_entry, shaped_entry
from layerproof.solver.layers.functioning import ask_variant, may_function
from layerproof.solver.layers.participants import (
    Part,
    counter_parts,
    effect_part,
    row_numbers,
    static_effects,
    static_part,
    status_parts,
)
from layerproof.solver.layers.scene import Scene, Undecided
from layerproof.solver.layers.trace import Trace
from layerproof.solver.layers.values import holds
from layerproof.solver.layers.view import Entry, Instance, View, finished, printed

_ABILITIES_CHANGE = {"copy", "merge", "entering_choice", "face_down", "text", "type", "ability", "keyword_counter"}


class Derivation:
    """One derivation: from printed values through every row to the characteristics of each object.

    scene: the situation and edition; its view is the result once `run` is through. copiable: the view after the rows of
    copiable values. trace: where the steps of a proof are written, if one is wanted. skip: whether pairs that cannot
    interact by their footprints are skipped. freed: the reading of when an effect applies that others held back
    (`requeue`, `at_once`). only: if given, effects of other objects than these are left out (look-ahead of old).
    """

    def __init__(
        self,
        scene: Scene,
        trace: Trace | None = None,
        *,
        skip: bool = True,
        freed: str = "requeue",
        only: frozenset[int] | None = None,
    ) -> None:
        self.scene, self.trace, self.skip, self.freed, self.only = scene, trace, skip, freed, only
        self.began: dict[str, tuple[Part, tuple[int, ...]]] = {}
        self.copiable: View = {}
        self.statics: dict[str, Part] = {}
        self.fixed: list[Part] = []
        self.waited = False
        self.live = AffectedNow(scene, skip)
        self._made: dict[tuple[Part, int], dict[int, tuple[Entry, Entry]]] = {}
        self._gathered: dict[int, tuple[tuple[Instance, ...], dict[str, Part]]] = {}
        edition = scene.edition
        for item in scene.items.values():
            if item.zone == "battlefield" or item.face_down is not None:
                self.fixed.extend(status_parts(item, edition))
                if item.counters:
                    self.fixed.extend(counter_parts(item, edition))
        for effect in scene.situation.effects:
            if only is None or (effect.objects is not None and set(effect.objects) <= only and effect.duration is None):
                self.fixed.append(effect_part(effect, edition))

    def run(self) -> View:
        """Derive the characteristics of every object; returns the finished view."""
        scene, edition = self.scene, self.scene.edition
        scene.view = {item.id: printed(item, edition) for item in scene.items.values()}
        if self.trace is not None:
            self.trace.printed(scene)
        self._gather_statics()
        last_copy = max(row_numbers(edition)[kind] for kind in ("copy", "merge", "entering_choice", "face_down"))
        for number, row in enumerate(edition.layers):
            changing = bool(_ABILITIES_CHANGE & set(row.accepts))
            self._row(number, row.key, row.cda_first, changing)
            if number == last_copy:
                self._close_copiable()
            if "text" in row.accepts and self.began:
                self._go_on_as_reworded()
        scene.view = {each: finished(entry, scene.items[each]) for each, entry in scene.view.items()}
        if self.trace is not None:
            self.trace.final(scene)
        return scene.view

    def _close_copiable(self) -> None:
        """The copiable values are what these rows leave (rule key layer.copy.result)."""
        self.copiable = dict(self.scene.view)

    def _gather_statics(self) -> None:
        """The participants that static abilities are, from the abilities in the view as it is."""
        found: dict[str, Part] = {}
        for identifier, entry in self.scene.view.items():
            if self.only is not None and identifier not in self.only:
                continue
            kept = self._gathered.get(identifier)
            if kept is None or kept[0] is not entry.abilities:
                kept = self._gathered[identifier] = (entry.abilities, self._statics_of(identifier, entry))
            found.update(kept[1])
        self.statics = found

    def _statics_of(self, identifier: int, entry: Entry) -> dict[str, Part]:
        """The participants that the static abilities of one object are."""
        item, known, edition = self.scene.items[identifier], self.statics, self.scene.edition
        found: dict[str, Part] = {}
        ask_variant(item, entry)
        for place, instance in enumerate(entry.abilities):
            ability = instance.ability
            for effect in static_effects(ability):
                if item.zone in effect.zones or (effect.cda and instance.text):
                    name = f"{identifier}.{instance.name}.{effect.index}"
                    before = known.get(name)
                    if before is not None and before.instance == instance:
                        found[name] = before
                    else:
                        found[name] = static_part(item, place, instance, effect, edition)
            if isinstance(ability, Opaque) and ability.touches and may_function(item, ability):
                scene_touch(item, ability, self.scene)
        return found

    def _participants(self, number: int, applied: set[str]) -> list[Part]:
        """The participants of a row that exist now and are not yet applied."""
        scene, began = self.scene, self.began
        found = [
            part
            for part in self.fixed
            if number in part.rows
            and part.name not in applied
            and (not part.conditions or part.name in began or conditions_hold(part, scene))
        ]
        found += [
            part
            for name, part in self.statics.items()
            if number in part.rows
            and name not in applied
            and name not in began
            and ((not part.conditions and part.extra is None) or conditions_hold(part, scene))
        ]
        found += [
            part
            for name, (part, _) in began.items()
            if part.sort != "effect" and number in part.rows and name not in applied and part.instance is not None
        ]
        return found

    def _row(self, number: int, key: str, cda_first: bool, changing: bool) -> None:
        applied: set[str] = set()
        trace, held = self.trace, frozenset[str]()
        while True:
            here = self._participants(number, applied)
            if not here:
                break
            here.sort(key=lambda part: part.order)
            if trace is not None:
                trace.exist(key, here)
            if self.skip and not changing and not applied and not self._may_interact(here, number):
                self._in_order(here, number, key, cda_first)
                applied.update(part.name for part in here)
                break
            candidates = here
            if len(here) > 1:
                if any(part.last for part in here) and not all(part.last for part in here):
                    candidates = [part for part in here if not part.last]
                if cda_first and any(part.cda for part in candidates):
                    candidates = [part for part in candidates if part.cda]
            edges: dict[str, dict[str, str]] = {}
            trials: dict[str, dependency.Trial] = {}
            if len(candidates) > 1:
                edges = dependency.edges(candidates, number, self, trials)
            if edges:
                self.waited = True
                free, loops = dependency.free_participants(candidates, edges)
            else:
                free, loops = candidates, ()
            chosen = self._earliest(free, held)
            if trace is not None:
                trace.chosen(key, here, candidates, free, edges, loops, chosen, lambda part: self.objects_of(part)[0])
            held = frozenset(name for name, others in edges.items() if chosen.name in others)
            self._apply(chosen, number, key, trials.get(chosen.name))
            applied.add(chosen.name)
            if changing:
                self._gather_statics()
        if trace is not None and applied:
            trace.row_done(key)

    def _go_on_as_reworded(self) -> None:
        """An effect that has begun goes on with the text of its ability as it is now (rule key text_change.definition).

        That it applies to the same objects even if the ability is lost (effect.parts_in_layers) keeps no old words.
        """
        for name, (part, objects) in self.began.items():
            now = self.statics.get(name)
            if now is not None and now.instance != part.instance:
                self.began[name] = (now, objects)

    def _may_interact(self, here: list[Part], number: int) -> bool:
        """Whether what one effect does in a row could matter to any effect of that row, by their footprints."""
        written = 0
        for part in here:
            written |= part.rows[number].writes
        every = (self.fixed, self.statics.values(), (part for part, _ in self.began.values()))
        return any(
            number in part.rows and dependency.needs(part, number, self) & written for parts in every for part in parts
        )

    def _in_order(self, here: list[Part], number: int, key: str, cda_first: bool) -> None:
        """Apply all participants of a row, in which nothing can depend on anything, in timestamp order."""
        order = sorted(here, key=lambda part: not part.cda) if cda_first else here
        objects = [self.objects_of(part) for part in order]
        before = self.scene.view
        view = self.scene.view = dict(before)
        for place, (part, (its, why)) in enumerate(zip(order, objects, strict=True)):
            if self.trace is not None:
                rest = order[place:]
                candidates = [each for each in rest if each.cda] if cda_first and part.cda else rest
                self.trace.chosen(key, rest, candidates, candidates, {}, (), part, lambda _: ())
            after = self.applied(part, number, its)
            self._begin(part, its)
            if self.trace is not None:
                self.trace.applied(key, part, number, its, why, view, after, self.scene)
            view.update(after)
        self.live.go_on(before, dependency.differing_from(before, view))

    def _begin(self, part: Part, objects: tuple[int, ...]) -> None:
        """An effect that has begun to apply goes on applying to these objects (rule key effect.parts_in_layers)."""
        if part.name not in self.began and (part.instance is not None or part.sort == "effect"):
            self.began[part.name] = (part, objects)

    def _earliest(self, free: list[Part], held: frozenset[str]) -> Part:
        """The next effect: the earliest of those that wait for nothing; by one reading, first those just freed."""
        if self.freed == "at_once":
            just = [part for part in free if part.name in held]
            if just:
                return just[0]
        return free[0]

    def objects_of(self, part: Part) -> tuple[tuple[int, ...], str]:
        """The objects that a participant applies to now, and why: live, fixed or began."""
        begun = self.began.get(part.name)
        if begun is not None:
            return tuple(each for each in begun[1] if each in self.scene.view), "began"
        if part.objects is not None:
            return tuple(each for each in part.objects if each in self.scene.view), "fixed"
        return self.live.of(part), "live"

    def _apply(self, part: Part, number: int, key: str, trial: dependency.Trial | None = None) -> None:
        """Apply a participant, which the trial of its application has done already where there was one."""
        objects, why = self.objects_of(part)
        before = self.scene.view
        after = self.applied(part, number, objects) if trial is None else trial.after
        self._begin(part, objects)
        if self.trace is not None:
            self.trace.applied(key, part, number, objects, why, before, after, self.scene)
        differing = trial.differing if trial is not None else dependency.differing_from(before, after)
        self.scene.view = {**before, **after}
        self.live.go_on(before, differing)

    def applied(self, part: Part, number: int, objects: tuple[int, ...]) -> dict[int, Entry]:
        """The entries that the part of a participant in a row makes of the objects it applies to."""
        scene = self.scene
        mods, settled = part.rows[number].mods, part.rows[number].settled
        after: dict[int, Entry] = {}
        # What is tried in vain is tried again after the next effect, mostly on entries that are still the same.
        made = self._made.setdefault((part, number), {}) if settled else {}
        for it in objects:
            entry = scene.view[it]
            if settled:
                known = made.get(it)
                if known is not None and known[0] is entry:
                    after[it] = known[1]
                    continue
            if part.sort == "merged":
                after[it] = merged_entry(scene.items[it], entry, scene.edition)
                continue
            if part.sort == "face_down":
                after[it] = face_down_entry(scene.items[it], entry)
                continue
            start = 0
            for mod in mods:
                act = mod if settled else work_out(mod, scene, part.source, it, objects)
                if isinstance(act, m.EnteringShape):
                    entry = shaped_entry(scene.items[it], entry, act.mods, scene)
                else:
                    entry = change(act, entry, scene, it, part.name, part.timestamp, start, part.granter)
                if isinstance(act, m.AddAbilities):
                    start += len(act.abilities)
            after[it] = entry
            if settled:
                made[it] = (scene.view[it], entry)
        return after


def conditions_hold(part: Part, scene: Scene) -> bool:
    """Whether the conditions under which a participant exists hold in the view as it is."""
    if part.extra is not None and part.source.id is not None and not part.extra(scene, part.source.id):
        return False
    return all(holds(condition, scene, part.source) for condition in part.conditions)


# What the words of an ability that is not modelled could change, by the word of `touches`.
_TOUCHED = {
    "any": "anything", "copy": "what an object is a copy of", "control": "who controls what", "text": "text",
    "type": "types", "color": "colors", "ability": "abilities", "set_pt": "base power and toughness",
    "modify_pt": "power and toughness", "status": "the status of objects",
}  # fmt: skip


def scene_touch(item: GameObject, ability: Opaque, scene: Scene) -> None:
    """Stop where an ability that is not modelled could touch characteristics."""
    touched = [word for word in ability.touches if word not in ("objects", "players")]
    if touched:
        name = item.card.name or "an object without a name"
        raise Undecided(
            f"an ability of {name} is not modelled ({plainly(ability.gloss, name)}); it could change"
            f" {listed([_TOUCHED.get(each, each) for each in touched], 'or')}"
        )


def derive(scene_of: Scene, trace: Trace | None = None, *, skip: bool = True, freed: str = "requeue") -> Derivation:
    """Derive the characteristics of every object of a situation under an edition.

    Returns the derivation; its `scene.view` holds the result, `copiable` the copiable values, `waited` whether any
    effect depended on another. Raises Undecided where something not modelled could matter.
    """
    derivation = Derivation(scene_of, trace, skip=skip, freed=freed)
    derivation.run()
    return derivation


__all__ = ["Derivation", "Edition", "conditions_hold", "derive"]
