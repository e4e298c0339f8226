"""Events at one moment: the order of the timestamps that they give."""

from __future__ import annotations

from layerproof.kb.scenario import event as ev
from layerproof.kb.scenario.scenario_file import default_label
from layerproof.solver.situation.game import Game
from layerproof.solver.situation.turn_order import players_from


def in_order(game: Game, event: ev.Together) -> list[ev.Event]:
    """Simultaneous events in the order of the timestamps that they give."""
    given = {label: place for place, label in enumerate(event.order)}
    turn = players_from(game, game.situation.active)
    by_player = game.edition.policy("simultaneous_timestamps") == "apnap"

    def place(pair: tuple[int, ev.Event]) -> tuple[int, int, int]:
        number, each = pair
        controller = getattr(each, "controller", None) or getattr(each, "owner", None) or game.scenario.players[0]
        label = getattr(each, "as_", None)
        if label is None and isinstance(each, ev.Enters):
            label = default_label(each.enters)
        seat = turn.index(controller) if by_player and controller in turn else 0
        return seat, len(given) if label is None else given.get(label, len(given)), number

    return [each for _, each in sorted(enumerate(event.together), key=place)]
