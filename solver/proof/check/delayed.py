"""The record of a delayed triggered ability that waits."""

from __future__ import annotations

from dataclasses import dataclass

from layerproof.kb.model.instruction import Body
from layerproof.kb.model.trigger_event import TriggerEvent


@dataclass(frozen=True)
class Waiting:
    """A delayed triggered ability that waits: its source and controller, its event with all references filled in, its
    words; since: how many chronicles, and how many beats of the next one, there were before it was created; body: its
    instructions, None where only the words are known; turn: in which it was created."""

    source: int
    you: str
    event: TriggerEvent
    words: str
    since: tuple[int, int]
    body: Body | None = None
    turn: int = 1
