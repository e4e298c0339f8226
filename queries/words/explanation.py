"""Explanations: the steps of a proof that led to a characteristic, as a tree in words with the rule of each step."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from layerproof.queries.words.asked_labels import asked_about
from layerproof.queries.words.changed_objects import copied_in, told_change
from layerproof.queries.words.line_tree import Node, drawn
from layerproof.queries.words.names_in_proofs import Names, band_words, layer_name, of_one_world
from layerproof.queries.words.reached_steps import causes_of
from layerproof.queries.words.sentences import (
    change_words,
    event_words,
    printed_words,
    replaced_words,
    value_words,
)

Step = dict[str, Any]

# What may be asked about, and the fields of the view that it means.
CHARACTERISTICS: dict[str, tuple[str, ...]] = {
    "power": ("power",),
    "toughness": ("toughness",),
    "pt": ("power", "toughness"),
    "base_power": ("base_power",),
    "base_toughness": ("base_toughness",),
    "base_pt": ("base_power", "base_toughness"),
    "name": ("names",),
    "mana_cost": ("mana_cost",),
    "mana_value": ("mana_value",),
    "colors": ("colors",),
    "types": ("types",),
    "subtypes": ("subtypes",),
    "supertypes": ("supertypes",),
    "abilities": ("abilities",),
    "has": ("abilities",),
    "loyalty": ("loyalty",),
    "defense": ("defense",),
    "controller": ("controller",),
}
_ALL = (
    "names", "mana_cost", "colors", "supertypes", "types", "subtypes", "abilities", "power", "toughness", "controller",
)  # fmt: skip


def explain(proof: dict[str, Any], what: str, width: int = 120) -> list[str]:
    """Explain a characteristic of an object: the steps of a proof that led to it.

    proof: plain data, as an answer holds it. what: a label, or a label and a characteristic with a dot between them
    (`beast.power`); without a characteristic, all that any effect changed. width: of the lines. Returns the lines of
    a tree: the value at the end, and below it what it was printed as and each effect that changed it, in the order in
    which they applied, with why they are there, why in this order, and what happened in the game; the number of the
    rule that each step cites stands in brackets. Raises KnowledgeError for a label that no object of the proof has,
    and for what is no characteristic. It hides the steps that did not matter for the object; of a proof over several
    worlds it explains the first on which the verdict rests.

    >>> from layerproof.queries.answer.scenario_answers import prove
    >>> text = "scenario: A bear" + chr(10) + "timeline: [{enters: Grizzly Bears, as: bear}]" + chr(10)
    >>> answer, = prove(text + "claims: [{bear: {pt: 2/2}}]")
    >>> explain(answer.proof, "bear.pt")[0].startswith("bear (Grizzly Bears): power and toughness 2/2")
    True
    """
    return drawn(explanation(proof, what), width)


def explanation(proof: dict[str, Any], what: str) -> Node:
    """Explain a characteristic of an object as `explain` does, as a tree; the arguments and errors are its own."""
    return _Explanation(of_one_world(proof)).tree(what)


def explained_labels(proof: dict[str, Any]) -> tuple[str, ...]:
    """List the labels of the objects that a proof is about."""
    proof = of_one_world(proof)
    found = dict.fromkeys(
        step["conclusion"]["label"]
        for step in proof["steps"]
        if step["kind"] == "final" and step["conclusion"]["label"]
    )
    return tuple(found)


class _Explanation:
    """One explanation in the making; remembers which steps are shown."""

    def __init__(self, proof: dict[str, Any]) -> None:
        self.names = Names(proof)
        self.edition = self.names.edition
        self.steps: dict[int, Step] = {step["id"]: step for step in proof["steps"]}
        self.labels = explained_labels(proof)
        self.shown: set[int] = set()

    def of(self, kind: str, **fields: Any) -> list[Step]:
        """The steps of a kind whose conclusions have these fields."""
        return [
            step
            for step in self.steps.values()
            if step["kind"] == kind and all(step["conclusion"].get(key) == value for key, value in fields.items())
        ]

    def tree(self, what: str) -> Node:
        label, field = asked_about(what, self.labels, CHARACTERISTICS)
        final = self.of("final", label=label)[-1]
        fields = _ALL if field is None else CHARACTERISTICS[field]
        return self._final(final, fields, everything=field is None)

    # --- the value and how it came to be -----------------------------------------------------------------------

    def _final(self, final: Step, fields: tuple[str, ...], everything: bool) -> Node:
        said = final["conclusion"]
        identifier, values = said["object"], said["values"]
        watched = self._watched(fields, identifier)
        changed = [
            step
            for step in self.of("applied", object=identifier)
            if any(field in step["conclusion"]["changes"] for field in watched)
            or ("abilities" in watched and copied_in(self.names, step["conclusion"]["row"], step["conclusion"]["part"]))
        ]
        shown = fields
        if everything:
            touched = {field for step in changed for field in step["conclusion"]["changes"]}
            usual = ("types",) if values["power"] is None else ("power", "toughness", "types")
            shown = tuple(each for each in fields if each in touched) or usual
        words = "; ".join(value_words(shown, values, lambda name: self.names.instance_words(identifier, name)))
        root = Node(f"{self.names.both(identifier)}: {words}{self._cited(final)}")
        for step in self.of("printed", object=identifier):
            root.parts.append(self._printed(step, shown))
        for step in changed:
            root.parts.append(self._applied(step, identifier))
        if not changed:
            root.parts.append(Node("no effect changes this"))
        return root

    def _watched(self, fields: tuple[str, ...], identifier: int) -> tuple[str, ...]:
        """The fields whose changes matter for these: power and toughness are those of creatures only."""
        if not {"power", "toughness", "base_power", "base_toughness"} & set(fields) or "types" in fields:
            return fields
        changes = [
            step["conclusion"]["changes"]["types"]
            for step in self.of("applied", object=identifier)
            if "types" in step["conclusion"]["changes"]
        ]
        becomes = any(("creature" in before) != ("creature" in after) for before, after in changes)
        return (*fields, "types") if becomes else fields

    def _printed(self, step: Step, fields: tuple[str, ...]) -> Node:
        identifier = step["conclusion"]["object"]
        values = step["conclusion"]["values"]
        words = printed_words(fields, values, lambda name: self.names.words_on(None, identifier, name))
        made = self.names.objects.get(identifier, {})
        # The values of a token are no printed ones: the effect that created it set or copied them.
        what = "created with" if made.get("token") else "printed"
        parts = [*self._arrival(identifier), *self._turned(identifier)]
        back = step["rule"] == "double_faced.back" and self.edition.policy("back_face_mana_value") == "front"
        if back and "mana_value" in fields:
            number = self.edition.cite("mana_value.back_face").number
            parts.append(Node(f"its mana value is that of the mana cost of its front face [{number}]"))
        return self._once(step, f"{what}: {words}", parts)

    def _turned(self, identifier: int) -> list[Node]:
        """The last event by which the other face of an object came up."""
        changed = [(step, step["conclusion"]["change"]) for step in self.of("change")]
        turned = [step for step, each in changed if each.get("object") == identifier and "face" in each["set"]]
        return [self._event(step) for step in turned[-1:]]

    def _applied(self, step: Step, about: int) -> Node:
        said = step["conclusion"]
        row, part, identifier = said["row"], said["part"], said["object"]
        (start,) = self.of("printed", object=identifier)
        started = start["conclusion"]["values"]["abilities"]
        changes = told_change(self.names, (row, part, identifier), said["changes"], started)
        whose = "" if identifier == about else f"{self.names.object(identifier)}: "
        text = f"{self._layer(row)}: {whose}{changes} by {self.names.long(part, identifier)}"
        if step["id"] in self.shown:
            return Node(f"{text}{self._cited(step)} (shown above)")
        self.shown.add(step["id"])
        parts: list[Node] = []
        for exists in self.of("exists", row=row, part=part):
            parts.append(self._exists(exists, identifier))
        parts += self._order(step)
        for affects in self.of("affects", row=row, part=part):
            parts += self._affects(affects, identifier)
        return Node(f"{text}{self._cited(step)}", parts)

    # --- why a participant is there, and to what it applies -----------------------------------------------------

    def _exists(self, step: Step, about: int) -> Node:
        said = step["conclusion"]
        part, source = said["part"], said["source"]
        text = f"{self._kind_of(part)} timestamp {said['timestamp']}"
        if said["cda"]:
            text += ", characteristic-defining"
        if step["id"] in self.shown:
            return Node(f"{text}{self._cited(step)} (shown above)")
        self.shown.add(step["id"])
        parts: list[Node] = []
        for number in step["premises"]:
            earlier = self.steps[number]
            if earlier["kind"] == "applied" and self._about_ability(earlier, part):
                parts.append(self._applied(earlier, about))
        parts += self._happened(part, source)
        return Node(f"{text}{self._cited(step)}", parts)

    def _kind_of(self, part: str) -> str:
        """A participant by its kind, as the subject of having something."""
        if part.endswith(" counters"):
            return "the counters have"
        if part.startswith("effect "):
            return "the effect has"
        if part.endswith((" merged", " face down")):
            return "this has"
        return f"the {band_words(self.names.ability_of(part)) or 'ability'} has"

    def _about_ability(self, step: Step, part: str) -> bool:
        """Whether a step that changed the abilities of the source gave it this participant's ability."""
        before, after = step["conclusion"]["changes"].get("abilities", ((), ()))
        instance = part.partition(".")[2].rpartition(".")[0]
        return instance in after and instance not in before

    def _happened(self, part: str, source: int | None) -> list[Node]:
        """The events that brought a participant: counters put, an effect begun, a permanent come in."""
        if part.startswith("effect "):
            number = int(part.split()[1])
            begun = [
                step for step in self.of("change") if step["conclusion"]["change"].get("begins", {}).get("id") == number
            ]
            return [self._event(step) for step in begun]
        if source is None:
            return []
        if part.endswith(" counters"):
            return self._counters(source)
        ability = self.names.ability_of(part)
        band = type(ability).__name__ in ("LevelBand", "StationBand")
        return [*self._arrival(source), *(self._counters(source) if band else [])]

    def _arrival(self, identifier: int) -> list[Node]:
        changes = ((step, step["conclusion"]["change"]) for step in self.of("change"))
        return [self._event(step) for step, change in changes if change.get("new", {}).get("id") == identifier]

    def _counters(self, identifier: int) -> list[Node]:
        put = [
            step
            for step in self.of("change")
            if step["conclusion"]["change"].get("object") == identifier
            and "counters" in step["conclusion"]["change"]["set"]
        ]
        return [self._event(step) for step in put[-1:]]

    def _event(self, step: Step) -> Node:
        text = change_words(step["conclusion"]["change"], self.names)
        causes = causes_of(self.steps, step)
        if any(each["kind"] == "state-based" for each in causes):
            words = ["by state-based actions"]
        else:
            words = [event_words(each) for each in causes if each["kind"] == "given"]
        return self._once(step, ": ".join([*words, text]), [self._replaced(each) for each in self._replacing(causes)])

    def _replacing(self, causes: list[Step]) -> list[Step]:
        """What replacement and prevention effects made of the events that an entry of the scenario brought about."""
        begun = [each for each in causes if each["kind"] == "given"]
        return [step for step in self.of("replaced") if causes_of(self.steps, step)[0] in begun]

    def _replaced(self, step: Step) -> Node:
        return self._once(step, replaced_words(step["conclusion"], self.names), ())

    def _affects(self, step: Step, identifier: int) -> list[Node]:
        said = step["conclusion"]
        others = [each for each in said["objects"] if each != identifier]
        if said["as"] == "live" and not others:
            return []
        what = self.names.listed(said["objects"])
        words = {
            "live": f"it applies to what fits it now: {what}",
            "fixed": f"it applies to what it was fixed to when it began: {what}",
            "began": f"it began in an earlier layer, so it goes on applying to the same: {what}",
        }
        return [self._once(step, words[said["as"]], ())]

    # --- why in this order -------------------------------------------------------------------------------------

    def _order(self, step: Step) -> list[Node]:
        """Why a participant was applied after others that changed the same of the same object in its row."""
        said = step["conclusion"]
        row, part, identifier = said["row"], said["part"], said["object"]
        fields = set(said["changes"])
        nodes: list[Node] = []
        waits = {each["conclusion"]["for"]: each for each in self.of("waits", row=row, part=part)}
        for other, wait in waits.items():
            nodes.append(self._waits(wait))
            for loop in self.of("loop", row=row):
                if part in loop["conclusion"]["parts"] and other in loop["conclusion"]["parts"]:
                    nodes.append(self._loop(loop))
        earlier = [
            each["conclusion"]["part"]
            for each in self.of("applied", row=row, object=identifier)
            if each["id"] < step["id"] and fields & set(each["conclusion"]["changes"])
        ]
        reasons: dict[str, list[str]] = {}
        for other in dict.fromkeys(earlier):
            if other not in waits:
                reasons.setdefault(self._after(row, part, other), []).append(self.names.short(other, identifier))
        for reason, others in reasons.items():
            nodes.append(Node(f"applied after {_listed(others)}{reason}"))
        if waits or earlier:
            return nodes
        for chosen in self.of("next", row=row, part=part):
            if chosen["conclusion"]["because"] in ("dependency", "cda", "loop"):
                nodes.append(self._next(chosen, identifier))
        return nodes

    def _after(self, row: str, part: str, other: str) -> str:
        """Why a participant was applied after another on which it does not depend."""
        mine, its = self.of("exists", row=row, part=part)[0], self.of("exists", row=row, part=other)[0]
        chosen = self.of("next", row=row, part=other)
        because = chosen[0]["conclusion"]["because"] if chosen else "timestamp"
        number = self._cited(chosen[0]) if chosen else ""
        if mine["conclusion"]["timestamp"] > its["conclusion"]["timestamp"]:
            cited = [mine] if mine["rule"].startswith("order.timestamp") else self.of("next", row=row, part=part)
            return f" because its timestamp is later{self._cited(cited[0])}"
        if its["conclusion"]["cda"] and not mine["conclusion"]["cda"]:
            return f", which is characteristic-defining{number}"
        if because in ("dependency", "loop"):
            return f", for which others waited{number}"
        if mine["conclusion"]["timestamp"] == its["conclusion"]["timestamp"]:
            return f", which has the same timestamp and stands first{number}"
        return number

    def _waits(self, step: Step) -> Node:
        said = step["conclusion"]
        words = {
            "exists": "whether it is there",
            "text": "the ability that it comes from",
            "affects": "which objects it applies to",
            "does": "what it does to them",
        }
        other = self.names.long(said["for"])
        return self._once(step, f"it depends on {other}, which would change {words[said['because']]}", ())

    def _loop(self, step: Step) -> Node:
        names = " and ".join(self.names.short(part) for part in step["conclusion"]["parts"])
        return self._once(step, f"{names} depend on each other, so timestamps decide among them", ())

    def _next(self, step: Step, about: int) -> Node:
        said = step["conclusion"]
        waiting = [
            self.names.short(each["conclusion"]["part"], about)
            for each in self.of("waits", row=said["row"])
            if each["conclusion"]["for"] == said["part"]
        ]
        words = {
            "cda": "applied first because it is characteristic-defining",
            "dependency": f"applied before its timestamp because {' and '.join(waiting) or 'another'} depends on it",
            "loop": "applied by its timestamp among effects that depend on each other",
            "timestamp": "applied in the order of timestamps",
        }
        return self._once(step, words[said["because"]], ())

    # --- lines -------------------------------------------------------------------------------------------------

    def _once(self, step: Step, text: str, parts: Iterable[Node]) -> Node:
        """A line for a step; the second time without what it rests on."""
        if step["id"] in self.shown:
            return Node(f"{text}{self._cited(step)} (shown above)")
        self.shown.add(step["id"])
        return Node(f"{text}{self._cited(step)}", list(parts))

    def _cited(self, step: Step) -> str:
        return f" [{step['number']}]" if step["number"] else ""

    def _layer(self, row: str) -> str:
        return layer_name(self.edition, row)


def _listed(names: Sequence[str]) -> str:
    different = list(dict.fromkeys(names))
    return different[0] if len(different) == 1 else ", ".join(different[:-1]) + " and " + different[-1]
