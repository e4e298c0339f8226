"""What the rules make happen in steps that a timeline passes over, where that is not told (rule key turn.hand_size)."""

from __future__ import annotations

import re
from typing import get_args

from layerproof.kb.model.ability import Opaque
from layerproof.kb.scenario import event as ev
from layerproof.kb.scenario.action import Action
from layerproof.solver.layers.scene import Undecided
from layerproof.solver.situation.game import Game

# So many cards a player may keep (rule key turn.hand_size).
MAXIMUM_HAND_SIZE = 7
_SKIPPED = re.compile(r"\bskips?\b.*\b(?:steps?|phases?|turns?)\b")


def tells_the_turn(game: Game) -> bool:
    """Whether the entry of the timeline is its first turn or step, of the player whose turn it is taken to be anyway,
    and nobody has acted: it says when all is that was listed, so that nothing is asked for on the way."""
    before, event = game.scenario.timeline[: game.place], game.scenario.timeline[game.place]
    if any(isinstance(each, (ev.TurnStep, *get_args(Action))) for each in before):
        return False
    return isinstance(event, ev.TurnStep) and event.turn in (None, game.scenario.players[0])


def ask_what_is_skipped(game: Game) -> None:
    """Raise Undecided where words that are not read say that a step, phase or turn is skipped (rule key
    replacement.skip)."""
    if game.by_rules or tells_the_turn(game):
        return
    if (words := next((each for each in unread_words(game) if _SKIPPED.search(each)), None)) is not None:
        raise Undecided(f"whether a step or phase on the way is skipped is not modelled ({words})")


def nothing_had_to_attack(game: Game) -> None:
    """Raise Undecided where creatures must attack in a combat that is passed over (rule key attack.requirement)."""
    from layerproof.kb.scenario.action import Attack
    from layerproof.solver.game.combat import judge_attack

    if any(dict(item.told).get("attacking") for item in game.situation.objects):
        return
    try:
        legal = judge_attack(game, Attack()).legal
    except Undecided as error:
        # Most words about attacking say nothing of who has to attack where nothing does.
        if any(words in str(error) for words in ("goaded", "if able", "must attack")):
            raise
        return
    if not legal and not any(item.zone == "stack" for item in game.situation.objects):
        raise Undecided("what attacks in a combat that is passed over is not told, and something must (attack: …)")


def ask_what_is_discarded(game: Game) -> None:
    """Raise Undecided where the active player has to discard as the turn ends (rule key turn.hand_size)."""
    if game.by_rules or tells_the_turn(game):
        return
    player = game.situation.active
    number = sum(1 for item in game.situation.objects if item.zone == "hand" and item.owner == player)
    state = game.situation.player_state(player)
    number += state.drawn + state.drawn_unknown
    said = [words for words in unread_words(game) if "maximum hand size" in words]
    less = any("no maximum hand size" not in words for words in said)
    if number > MAXIMUM_HAND_SIZE or (less and number):
        mend = "{leaves: LABEL, to: graveyard} before the entry would tell it"
        raise Undecided(f"which cards {player} discards in the cleanup step is not told ({mend})")


def unread_words(game: Game) -> list[str]:
    """The words in play that are not read, in lower case."""
    from layerproof.solver.triggers.meeting import rules_said

    scene = game.scene()
    abilities = [each.ability for entry in scene.view.values() for each in entry.abilities]
    found = [each.gloss for each in abilities if isinstance(each, Opaque)]
    return [words.lower() for words in (*rules_said(scene), *found, *game.unheeded)]
