"""Modes that were chosen before: as a spell or ability was put on the stack, or for another one (rule key
modal.chosen)."""

from __future__ import annotations

from layerproof.kb.model import instruction as i
from layerproof.kb.notation.mode_words import chosen_once
from layerproof.solver.layers.scene import Source
from layerproof.solver.situation.game import Forbidden, Game
from layerproof.solver.situation.modes import Choices, options_of, places_named, with_modes


def names_of_modes(body: i.Body) -> tuple[str, ...]:
    """The names of the modes of a body, in the order of the text."""
    modes = next((each for each in body if isinstance(each, i.Modes)), None)
    return options_of(body) if modes is None else tuple(each.label for each in modes.modes)


def how_long(body: i.Body) -> str | None:
    """How long a mode that was chosen cannot be chosen again, `turn` or `ever`; None where a body asks for no such."""
    said = [
        each.choose if isinstance(each, i.Modes) else each.gloss
        for each in body
        if isinstance(each, i.Modes | i.OtherAction)
    ]
    return next((found for each in said if (found := chosen_once(each)) is not None), None)


def chosen_before(game: Game, source: int | None, body: i.Body) -> frozenset[str]:
    """The modes of an ability of an object that were chosen before, so that they cannot be chosen again now.

    What was chosen before the timeline begins nobody tells: nothing was. Source: rule key modal.chosen.
    """
    long, names = how_long(body), names_of_modes(body)
    if long is None or source is None:
        return frozenset()
    turns = {name: game.modes_chosen.get((source, names, name)) for name in names}
    now = game.situation.turn
    return frozenset(name for name, turn in turns.items() if turn is not None and (long == "ever" or turn == now))


def refuse_again(game: Game, source: int | None, body: i.Body, choices: Choices, origin: str) -> tuple[str, ...]:
    """The modes that are chosen. Raises Forbidden where one was chosen before and cannot be chosen again."""
    names = names_of_modes(body)
    said = [value for key, values in choices if key == "mode" for value in values]
    chosen = tuple(names[place - 1] for each in said for place in places_named(each, names))
    if set(chosen) & chosen_before(game, source, body):
        raise Forbidden(f"a mode of {origin} is chosen that was chosen before", "modal.chosen", "another mode")
    return chosen


def with_chosen_modes(game: Game, source: Source, body: i.Body, origin: str) -> i.Body:
    """A body that resolves, with the instructions of the modes that were chosen in place of the choice.

    Where none can be chosen again they are kept in mind. Raises Undecided where none is named, Forbidden where one is
    chosen again.
    """
    if source.id is not None and how_long(body) is not None:
        for name in refuse_again(game, source.id, body, source.choices, origin):
            game.modes_chosen[source.id, names_of_modes(body), name] = game.situation.turn
    return with_modes(body, source.choices, origin)


def refuse_others(names: tuple[str, ...], earlier: Choices, told: Choices, origin: str) -> None:
    """Go on only if what resolves is told to have just the modes that were chosen as it was put on the stack.

    names: of its modes, in the order of the text. earlier, told: what was chosen then, and what is told as it resolves;
    where either names none of its modes there is nothing to compare. Raises Forbidden (rule key modal.chosen).
    """
    then, now = (
        {place for key, values in each if key == "mode" for said in values for place in places_named(said, names)}
        for each in (earlier, told)
    )
    if then and now and then != now:
        what = f"another mode of {origin} is told as it resolves than was chosen for it before"
        raise Forbidden(what, "modal.chosen", "leave mode out")
