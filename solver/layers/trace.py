"""The trace: the steps of a proof, written down while the derivation goes on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from layerproof.kb.model import modification as m
from layerproof.kb.rulebook.edition import Edition
from layerproof.kb.rulebook.step_rules import AFFECTS, EXISTS, NEXT, applied_rule, first_citable, printed_rule
from layerproof.solver.layers.scene import Scene
from layerproof.solver.layers.values import spelled
from layerproof.solver.layers.view import BASIC_LANDS, Entry, View, entry_plain

if TYPE_CHECKING:
    from layerproof.solver.layers.participants import Part

Step = tuple[str, str, dict[str, Any], tuple[Any, ...]]


class Trace:
    """Collects steps as (kind, rule key, conclusion, keys of premises); `keys` finds a step by what it is about.

    log: the steps that stand before, which say what happened; latest: the number of the last of them about each object,
    effect and player.
    """

    def __init__(
        self, edition: Edition, log: Iterable[Step] = (), latest: Mapping[tuple[str, int | str], int] | None = None
    ) -> None:
        self.edition = edition
        self.steps: list[Step] = list(log)
        self.latest = latest or {}
        self.keys: dict[Any, int] = {}
        self._there: set[tuple[str, str]] = set()
        self._waiting: set[tuple[str, str, str]] = set()
        self._looping: set[tuple[str, tuple[str, ...]]] = set()
        self._latest: dict[tuple[int, str], int] = {}
        self._held: dict[int, list[int]] = {}

    def add(self, kind: str, rule: str, conclusion: dict[str, Any], premises: tuple[int | None, ...] = ()) -> int:
        """Write a step; premises are numbers of earlier steps (those that are None are left out). Returns its
        number."""
        known = tuple(sorted({each for each in premises if each is not None}))
        self.steps.append((kind, rule, conclusion, known))
        return len(self.steps)

    def printed(self, scene: Scene) -> None:
        for identifier, item in scene.items.items():
            values = entry_plain(scene.view[identifier], scene.words)
            conclusion = {"object": identifier, "label": item.label, "values": values}
            rule, rests = printed_rule(self.edition, item), (self.latest.get(("object", identifier)),)
            self.keys["printed", identifier] = self.add("printed", rule, conclusion, rests)

    def exist(self, row: str, here: list[Part]) -> None:
        for part in here:
            if (row, part.name) not in self._there:
                self._there.add((row, part.name))
                source = part.source.id
                if part.sort == "effect":
                    source = int(part.name.split()[1])
                conclusion = {
                    "row": row, "part": part.name, "source": source, "timestamp": part.timestamp, "cda": part.cda,
                }  # fmt: skip
                rule = first_citable(self.edition, EXISTS[part.sort])
                premise = self._latest.get((source, "abilities")) if source is not None else None
                premise = premise or self.keys.get(("printed", part.source.id))
                begun = self.latest.get(("effect", source or 0)) if part.sort == "effect" else None
                self.keys["exists", row, part.name] = self.add("exists", rule, conclusion, (premise, begun))

    def chosen(
        self,
        row: str,
        here: list[Part],
        candidates: list[Part],
        free: list[Part],
        edges: dict[str, dict[str, str]],
        loops: tuple[tuple[str, ...], ...],
        part: Part,
        objects_of: Callable[[Part], tuple[int, ...]],
    ) -> None:
        premises = [self.keys["exists", row, part.name]]
        for name, other, why in sorted((a, b, why) for a, others in edges.items() for b, why in others.items()):
            if (row, name, other) not in self._waiting:
                self._waiting.add((row, name, other))
                conclusion = {"row": row, "part": name, "for": other, "because": why}
                both = (self.keys["exists", row, name], self.keys["exists", row, other])
                number = self.add("waits", "order.dependency.definition", conclusion, both)
                self.keys["waits", row, name, other] = number
                # That it waits is why it does not apply yet, or not any more, to what it would apply to now.
                for it in objects_of(next(each for each in here if each.name == name)):
                    self._held.setdefault(it, []).append(number)
            if other == part.name:
                premises.append(self.keys["waits", row, name, other])
        for parts in loops:
            if (row, parts) not in self._looping:
                self._looping.add((row, parts))
                within = tuple(
                    self.keys["waits", row, name, other]
                    for name in parts
                    for other in edges.get(name, {})
                    if other in parts
                )
                self.keys["loop", row, parts] = self.add(
                    "loop", "order.dependency.loop", {"row": row, "parts": list(parts)}, within
                )
        why = self._why(here, candidates, free, loops, part)
        rule = first_citable(self.edition, NEXT[why])
        loop = next((self.keys["loop", row, parts] for parts in loops if part.name in parts), None)
        conclusion = {"row": row, "part": part.name, "because": why}
        self.keys["next", row, part.name] = self.add("next", rule, conclusion, (*premises, loop))

    def _why(
        self,
        here: list[Part],
        candidates: list[Part],
        free: list[Part],
        loops: tuple[tuple[str, ...], ...],
        part: Part,
    ) -> str:
        if any(part.name in parts for parts in loops):
            return "loop"
        if any(other.order < part.order and other not in free for other in candidates):
            return "dependency"
        if part.cda and any(not other.cda and other.order < part.order for other in here):
            return "cda"
        return "timestamp"

    def applied(
        self,
        row: str,
        part: Part,
        number: int,
        objects: tuple[int, ...],
        why: str,
        before: View,
        after: dict[int, Entry],
        scene: Scene,
    ) -> None:
        rule = first_citable(self.edition, AFFECTS[why])
        chosen = self.keys["next", row, part.name]
        conclusion = {"row": row, "part": part.name, "objects": list(objects), "as": why}
        affects = self.add("affects", rule, conclusion, (chosen,))
        lands = any(
            isinstance(mod, m.SetSubtypes)
            and any(word in BASIC_LANDS for word in spelled(mod.subtypes, scene, part.source, mod.family or ""))
            for mod in part.rows[number].mods
        )
        for it in objects:
            old, new = before[it], after[it]
            was, now = entry_plain(old, scene.words), entry_plain(new, scene.words)
            changes = {field: [was[field], now[field]] for field in was if was[field] != now[field]}
            stated = applied_rule(row, lands, "abilities" in changes)
            about: dict[str, Any] = {"row": row, "part": part.name, "object": it, "changes": changes}
            earlier = tuple(self._latest.get((it, field), self.keys.get(("printed", it))) for field in changes)
            step = self.add("applied", stated, about, (affects, *earlier))
            for field in changes:
                self._latest[it, field] = step

    def row_done(self, row: str) -> None:
        self.add("row done", row, {"row": row})

    def final(self, scene: Scene) -> None:
        for identifier, item in scene.items.items():
            values = entry_plain(scene.view[identifier], scene.words)
            conclusion = {"object": identifier, "label": item.label, "values": values}
            latest = {step for (it, _), step in self._latest.items() if it == identifier}
            premises = (self.keys["printed", identifier], *latest, *self._held.get(identifier, ()))
            self.keys["final", identifier] = self.add("final", "layers.continual", conclusion, premises)
