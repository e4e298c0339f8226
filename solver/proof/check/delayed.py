"""The record of a delayed triggered ability that waits."""

from __future__ import annotations

from dataclasses import dataclass

from layerproof.kb.model.trigger_event import TriggerEvent


@dataclass(frozen=True)
class Waiting:
    """A delayed triggered ability that waits: its source and controller, its event with all references filled in, its
    words; since: how many chronicles, and how many beats of the next one, there were before it was created."""

    source: int
    you: str
    event: TriggerEvent
    words: str
    since: tuple[int, int]
