"""What an event of a scenario must name so that it says something: players, zones, labels, counters that are there."""

from __future__ import annotations

from layerproof.kb.keywords.face_down_objects import ways_down
from layerproof.kb.keywords.meaning import meaning
from layerproof.kb.model.ability import Activated, Chapter, Keyword, Loyalty, Static, Triggered
from layerproof.kb.model.effect import ELSEWHERE
from layerproof.kb.model.resolution.choices import told_key
from layerproof.kb.scenario import event as ev
from layerproof.kb.scenario.scenario_file import default_label
from layerproof.solver.proof.check.choosable import refuse_unknown_words
from layerproof.solver.proof.check.game import Game
from layerproof.solver.proof.check.making import card_named

_CHOSEN_WORDS = {
    "color", "creature type", "card type", "type", "land type", "basic land type", "nonbasic land type", "subtype",
    "card name", "number",
}  # fmt: skip
_PLAYERS = ("controller", "owner", "gains_control", "turn", "leaves_game")
_OBJECTS = ("attached_to", "copy_of", "on", "from_", "of", "with_", "about", "ability")
_STEPS = (
    "untap", "upkeep", "draw", "main", "combat", "end", "cleanup", "beginning of combat", "declare attackers",
    "declare blockers", "combat damage", "end of combat", "second main",
)  # fmt: skip
# Of what must still be where it was for the event to say something: the event and its field.
_STILL_THERE = (
    (ev.Put, "on"), (ev.Remove, "from_"), (ev.Attaches, "attach"), (ev.Unattaches, "unattach"), (ev.Merges, "with_"),
    (ev.Copies, "copies"), (ev.GainsControl, "of"), (ev.Unlocks, "unlocks"), (ev.Leaves, "leaves"),
    (ev.TypedEffect, "on"),
)  # fmt: skip


def refuse_nonsense(game: Game, event: ev.Event) -> None:
    """Refuse an event that names what is not there, so that nothing can be said of what it does.

    game: as it is before the event. Raises ValueError for a name that is no player, a zone or a way of being face down
    that is none, an empty name, a new label that an object has which is still there, a label of what is no longer where
    it was, and more counters than there are. It does not promise that the event could happen in a game. Source: the
    scenario format.
    """
    for field in _PLAYERS:
        name = getattr(event, field, None)
        if name is not None and name not in game.players:
            raise ValueError(f"there is no player {name!r}")
    for field in _OBJECTS:
        if getattr(event, field, None) == "":
            raise ValueError("an event names nothing where it must name something")
    refuse_unknown_words(game.edition.vocabulary, getattr(event, "choices", ()))
    down = getattr(event, "face_down", None)
    if isinstance(down, str) and down not in ways_down():
        raise ValueError(f"an object is not face down by {down!r}")
    for sort, field in _STILL_THERE:
        if isinstance(event, sort) and game.labelled(getattr(event, field)) not in game.objects:
            raise ValueError(f"{getattr(event, field)!r} is no longer where it was")
    if isinstance(event, ev.Merges) and event.position not in ("top", "under"):
        raise ValueError(f"there is no position {event.position!r} of a merging card")
    if isinstance(event, ev.TurnStep) and event.step is not None and event.step not in _STEPS:
        raise ValueError(f"there is no step {event.step!r}")
    if isinstance(event, ev.Resolves):
        spell = game.objects.get(game.labels.get(event.resolves, 0))
        if spell is not None and spell.zone != "stack":
            raise ValueError(f"{event.resolves!r} is not on the stack")
    zone = event.in_ if isinstance(event, ev.InZone) else event.to if isinstance(event, ev.Leaves) else None
    if zone is not None and zone not in ELSEWHERE:
        raise ValueError(f"there is no zone {zone!r}")
    if isinstance(event, ev.Remove):
        _refuse_missing_counters(game, event)
    _refuse_taken_label(game, event)
    if isinstance(event, ev.Enters | ev.Returns):
        _refuse_unasked(game, event)


def _refuse_unasked(game: Game, event: ev.Enters | ev.Returns) -> None:
    """Refuse words and numbers that are said to have been chosen as a card enters which has nothing to do with any."""
    if event.copy_of is not None or not {key for key, _ in event.choices} & _CHOSEN_WORDS:
        return
    if isinstance(event, ev.Returns) and game.labelled(event.returns) not in game.objects:
        return
    card = card_named(event.enters) if isinstance(event, ev.Enters) else game.objects[game.labelled(event.returns)].card
    for face in card.faces:
        for each in face.abilities:
            for one in meaning(each) if isinstance(each, Keyword) else (each,):
                if not isinstance(one, Static | Activated | Triggered | Loyalty | Chapter):
                    return
            if "chosen" in str(each).lower():
                return
    raise ValueError("a choice is told of a card that enters and does not ask for it")


def refuse_unasked_of(choices: ev.Choices, quiet: bool) -> None:
    """Refuse a word, a number, a mode or a division that is told of a resolution which certainly asks for none."""
    if quiet and told_key(choices) is not None:
        raise ValueError("a choice is told of a resolution that does not ask for it")


def _refuse_missing_counters(game: Game, event: ev.Remove) -> None:
    obj = game.objects.get(game.labelled(event.from_))
    for kind, many in event.remove:
        if obj is None or sum(each.number for each in obj.counters if each.kind == kind) < many:
            raise ValueError(f"there are not {many} {kind} counters on {event.from_!r}")


def _refuse_taken_label(game: Game, event: ev.Event) -> None:
    label = getattr(event, "as_", None)
    if isinstance(event, ev.Enters):
        label = label or default_label(event.enters)
    elif isinstance(event, ev.MakesToken) and label is None and event.listed.name:
        label = default_label(event.listed.name)
    elif not isinstance(event, ev.MakesToken | ev.Returns):
        return
    if isinstance(label, str) and game.labels.get(label) in game.objects:
        raise ValueError(f"the label {label!r} is taken")
