"""What a step of the log must rest on: its cause, which is open, and what it follows from; no more and no less."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from layerproof.kb.rulebook.clauses import ON_THE_TURN
from layerproof.kb.rulebook.named_in_steps import named_in

Step = dict[str, Any]
About = tuple[str, int | str]
# Kinds of steps under which others may stand.
_OPEN = ("given", "cause", "state-based", "resolved", "triggers")


class Premises:
    """The steps so far, by what they are about, and the causes that may be open.

    A cause is open until a step rests on one that was open before it. What is found together at one moment (state-based
    actions, damage) is open as long as what it was found under. Where several causes are named, they are damage that
    was dealt at one moment, or a step that changed an event and the cause under which it would have happened.
    """

    def __init__(self) -> None:
        self.steps: list[Step] = []
        self.latest: dict[About, int] = {}
        self.set_by: dict[tuple[About, str], int] = {}
        self._open: list[frozenset[int]] = []
        self._under: dict[int, frozenset[int]] = {}
        self._ordered: tuple[int, list[list[Any]]] = (0, [])

    def fault(self, step: Step, others: Iterable[int | None]) -> str:
        """Why a step rests on the wrong steps; empty where it rests on an open cause and on these others."""
        follows = {each for each in others if each is not None}
        causes = frozenset(step["premises"]) - follows
        missing = follows - set(step["premises"])
        if missing:
            return f"it does not rest on step {min(missing)}"
        if step["kind"] == "given":
            self._open = []
            return "what is given rests on nothing" if causes else ""
        beside = {each for each in causes if self._kind(each) == "replaced"}
        for place in range(len(self._open), 0, -1):
            frame = self._open[place - 1]
            if causes - beside <= frame and frame <= causes:
                del self._open[place:]
                self._under[step["id"]] = frame
                return ""
        above = {self._under.get(each, frozenset()) for each in causes - beside if self._found_together(each)}
        if len(above) == 1 and len(causes - beside) > 0 and all(map(self._found_together, causes - beside)):
            (frame,) = above
            if frame in self._open:
                self._open = [*self._open[: self._open.index(frame) + 1], causes - beside]
                self._under[step["id"]] = causes - beside
                return ""
        return "it does not rest on a cause that is open"

    def _found_together(self, number: int) -> bool:
        step = self.steps[number - 1]
        return step["kind"] in ("state-based", "resolved") or step["rule"] == "damage.processed"

    def _kind(self, number: int) -> str:
        return str(self.steps[number - 1]["kind"])

    def add(self, step: Step) -> None:
        """Take a step in that rests on the right steps."""
        self.steps.append(step)
        if step["kind"] == "ordered":
            self._ordered = step["id"], list(step["conclusion"]["abilities"])
        if step["kind"] in _OPEN:
            self._open.append(frozenset((step["id"],)))
        elif step["kind"] == "replaced":
            # What is done instead stands under it and under the cause that is open.
            inner = self._open[-1] if self._open else frozenset()
            self._open.append(inner | {step["id"]})

    def changed(self, number: int, about: About, fields: Iterable[str], whole: bool) -> None:
        """A change of something has been made; whole: it came to be."""
        self.latest[about] = number
        if whole:
            self.set_by = {key: by for key, by in self.set_by.items() if key[0] != about}
        for field in fields:
            self.set_by[about, field] = number
        if whole:
            self.set_by[about, ""] = number

    def setting(self, about: About, field: str) -> int | None:
        """The change by which a field of something got its value."""
        return self.set_by.get((about, field), self.set_by.get((about, "")))

    def of(self, step: Step) -> list[int | None]:
        """What a step must rest on besides its cause, as far as what it says tells it."""
        said = step["conclusion"]
        match step["kind"]:
            case "permitted":
                names = ["object"] if said["because"] == "mana" else ["object", "source", "about"]
                return [self._about_object(said.get(each)) for each in names]
            case "cause":
                turn = [self.latest.get(("game", ""))] if step["rule"] in ON_THE_TURN else []
                named = [self._about_object(said.get(each)) for each in ("object", "to")]
                leavers = [self.latest.get(("player", each)) for each in said.get("players", ())]
                return [*named, *turn, *leavers, *self._permissions()]
            case "resolved":
                return [*map(self._about_object, said["objects"]), self.latest.get(("player", said["player"]))]
            case "replaced":
                first, *rest = said["by"].replace(".", " ").split()
                return [self.latest.get(("effect", int(rest[0])) if first == "effect" else ("object", int(first)))]
            case "occurs":
                about = named_in(said["what"]) | ({("game", "")} if said["what"]["type"] == "step_began" else set())
                return [self.latest.get(each) for each in about]
            case "stacked":
                return [self.steps[-1]["id"] if self.steps and self.steps[-1]["kind"] == "triggers" else None]
            case "triggers":
                happened = len(self.steps) if self.steps and self.steps[-1]["kind"] == "occurs" else None
                return [happened, self._about_object(said["object"]), self._in_order(said)]
        return []

    def _in_order(self, said: dict[str, Any]) -> int | None:
        """The step that says in which order an ability is put on the stack with others, if it is the next of these."""
        number, left = self._ordered
        if left and left[0] == [said["object"], said["ability"]]:
            del left[0]
            return number
        return None

    def _about_object(self, identifier: Any) -> int | None:
        return self.latest.get(("object", identifier)) if type(identifier) is int else None

    def _permissions(self) -> list[int]:
        """The permissions that stand right before a step: it is what they allow."""
        found = []
        for step in reversed(self.steps):
            if step["kind"] != "permitted":
                break
            found.append(step["id"])
        return found
