"""Modes that were chosen before, seen by the checker: what resolves has no others, and some cannot be had twice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerproof.kb.model import instruction as ins
from layerproof.kb.notation.mode_words import chosen_once
from layerproof.solver.proof.check.incomplete import ForbiddenChoice
from layerproof.solver.proof.check.picking import listed_options, numbers_of

if TYPE_CHECKING:
    from layerproof.solver.proof.check.game import Game
    from layerproof.solver.proof.check.world import Choices


def all_modes(body: ins.Body) -> list[str]:
    """What the modes of an ability are called."""
    for each in body:
        if isinstance(each, ins.Modes):
            return [mode.label for mode in each.modes]
    return listed_options(body)


def only_once(body: ins.Body) -> str | None:
    """Whether each mode is chosen once only in a `turn` or `ever`, None for neither."""
    for each in body:
        words = each.choose if isinstance(each, ins.Modes) else each.gloss if isinstance(each, ins.OtherAction) else ""
        if (long := chosen_once(words)) is not None:
            return long
    return None


def used_up(game: Game, source: int | None, body: ins.Body) -> set[int]:
    """The numbers of the modes that an ability of an object has had, and cannot have another time."""
    long, modes = only_once(body), all_modes(body)
    if long is None:
        return set()
    had = {
        number: turn
        for (whose, every, number), turn in game.modes_had.items()
        if whose == source and list(every) == modes
    }
    return {number for number, turn in had.items() if long == "ever" or turn == game.turn}


def has_modes(game: Game, source: int | None, body: ins.Body, named: tuple[str | int, ...], keep: bool) -> None:
    """Refuse modes that an ability has had, where it has each once only; keep those that it has now in mind if asked.

    ForbiddenChoice where such a mode is named again.
    """
    if source is None or only_once(body) is None:
        return
    modes = all_modes(body)
    now = numbers_of(named, modes)
    if now & used_up(game, source, body):
        raise ForbiddenChoice("a mode that was chosen before")
    if keep:
        for number in now:
            game.modes_had[source, tuple(modes), number] = game.turn


def has_no_others(modes: list[str], had: Choices, told: Choices) -> None:
    """Refuse modes, told as something resolves, that are not those chosen as it was put on the stack.

    What names none of the modes is about something else. ForbiddenChoice for others.
    """
    chosen = numbers_of(dict(had).get("mode", ()), modes)
    stated = numbers_of(dict(told).get("mode", ()), modes)
    if chosen and stated and chosen ^ stated:
        raise ForbiddenChoice("a mode that was not chosen for what resolves")
