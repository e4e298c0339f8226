"""What the rules make happen in steps that a timeline passes over, seen by the checker: the draw, attacks that must be,
discards, and words that a step is skipped."""

from __future__ import annotations

import re

from layerproof.kb.model.ability import Opaque
from layerproof.kb.model.modification import RuleEffect
from layerproof.kb.model.node import mentions
from layerproof.kb.model.occurrence import Unsaid
from layerproof.solver.proof.check.drawing import draw
from layerproof.solver.proof.check.game import Game
from layerproof.solver.proof.check.incomplete import Incomplete

_SKIPPED = re.compile(r"\bskips?\b.*\b(?:steps?|phases?|turns?)\b")


def draw_for_turn(game: Game) -> None:
    """The active player draws in the draw step; where it is not known how, it is not known what is in that hand."""
    name = game.active
    if game.players[name].lost:
        return
    if game.agenda.listing and not game.agenda.acting:
        # The hand is listed as it is in this turn.
        game.cards_this_turn.pop(name, None)
        with game.beat():
            game.tell(Unsaid("drew"))
        return
    before = game.kept()
    try:
        draw(game.fork(), name, 1)
    except Incomplete:
        game.restore(before)
        if game.agenda.acting:
            raise
        game.set_player(name, drawn_unknown=game.players[name].drawn_unknown + 1)
        game.cards_this_turn.pop(name, None)
        with game.beat():
            game.tell(Unsaid("drew"))
        return
    draw(game, name, 1)


def refuse_forced_attack(game: Game) -> None:
    """Refuse where a creature has to attack in a combat of which nothing is told."""
    from layerproof.kb.scenario.action import Attack
    from layerproof.solver.proof.check.legality import is_legal, legality_steps

    if any(dict(obj.told).get("attacking", 0) for obj in game.objects.values()):
        return
    try:
        forced = not is_legal(legality_steps(game, Attack()))
    except Incomplete as why:
        if any(words in why.what for words in ("goaded", "if able", "must attack")):
            raise
        return
    if forced and not any(obj.zone == "stack" for obj in game.objects.values()):
        raise Incomplete("a creature that has to attack in a combat that is passed over")


def refuse_skipping(game: Game) -> None:
    """Refuse where words say that a step, phase or turn is skipped."""
    if game.agenda.acting or game.agenda.listing:
        return
    said = [each.ability for entry in game.view.values() for each in entry.abilities]
    given = [each.mods for each in game.effects.values()]
    if mentions((*said, *given), _skips) or any(_SKIPPED.search(each.lower()) for each in game.skipped):
        raise Incomplete("a step or phase that may be skipped")


def _skips(node: object) -> bool:
    return isinstance(node, RuleEffect | Opaque) and _SKIPPED.search(node.gloss.lower()) is not None


def refuse_discards(game: Game) -> None:
    """Refuse where cards are discarded in a cleanup step that is passed over."""
    if game.agenda.acting or game.agenda.listing:
        return
    cards = [obj for obj in game.objects.values() if obj.zone == "hand" and obj.owner == game.active]
    many = len(cards) + game.players[game.active].drawn + game.players[game.active].drawn_unknown
    said = [each.ability for entry in game.view.values() for each in entry.abilities]
    given = [each.mods for each in game.effects.values()]
    fewer = mentions((*said, *given), _lowers_hand) or any("maximum hand size" in each.lower() for each in game.skipped)
    if many > 7 or (many and fewer):
        raise Incomplete("what is discarded in a cleanup step that is passed over")


def _lowers_hand(node: object) -> bool:
    words = node.gloss.lower() if isinstance(node, RuleEffect | Opaque) else ""
    return "maximum hand size" in words and "no maximum hand size" not in words
