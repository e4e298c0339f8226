"""What a declaration of blockers does."""

from __future__ import annotations

from layerproof.kb.model.occurrence import Blocked, StatusChange, Unsaid
from layerproof.kb.model.told.fact_kinds import named_by, naming, with_told
from layerproof.kb.scenario import action as ac
from layerproof.solver.proof.check.fending import declared
from layerproof.solver.proof.check.game import Game


def block(game: Game, action: ac.Block | ac.Blockers) -> None:
    """Let creatures block as declared; what has a blocker is blocked, the rest is not where all was declared."""
    for attacker, blockers in declared(game, action).items():
        number = dict(game.objects[attacker].told).get("band", 0)
        band = [attacker]
        if number:
            band += [each.id for each in game.objects.values() if dict(each.told).get("band") == number]
        band = list(dict.fromkeys(band))
        if len(band) > 1:
            game.tell(Unsaid("blocked"))
            game.done("blocks a band", game.objects[attacker].controller, *band)
        for identifier in blockers:
            others = named_by(dict(game.objects[identifier].told).get("blocking", 0))
            tell_of(game, identifier, "blocking", naming(*dict.fromkeys([*others, *band])))
            game.tell(Blocked(identifier, attacker))
        for each in band:
            if ("blocked", 1) not in game.objects[each].told:
                game.tell(StatusChange(each, "blocked"))
            tell_of(game, each, "blocked", 1)
    if isinstance(action, ac.Blockers):
        _nothing_more_blocks(game, action)
    else:
        tell_what_is_open(game)
    game.step = "declare blockers"
    game.touched()


def _nothing_more_blocks(game: Game, action: ac.Blockers) -> None:
    """Whatever attacks the player who declared, and got no blocker, is unblocked from then on."""
    left = [name for name, player in game.players.items() if not player.lost and name != game.active]
    who = game.view[game.labelled(action.blockers[0][0])].controller if action.blockers else None
    who = action.controller or who
    for obj in list(game.objects.values()):
        facts = dict(obj.told)
        theirs = len(left) == 1 or (who is not None and facts.get("attacking") == who)
        if facts.get("attacking", 0) and theirs and not facts.get("blocked", 0):
            if facts.get("blocked") is None:
                game.tell(StatusChange(obj.id, "unblocked"))
            tell_of(game, obj.id, "blocked", 0)


def tell_what_is_open(game: Game) -> None:
    """Tell of each attacker of which it is left open if anything blocks it."""
    for obj in game.objects.values():
        words = [word for word, value in obj.told if word != "attacking" or value]
        if "attacking" in words and "blocked" not in words:
            game.tell(Unsaid("unblocked", obj.id))


def tell_of(game: Game, identifier: int, what: str, value: int | str) -> None:
    """What a creature does in combat is from now on told of it."""
    game.change(identifier, told=with_told(game.objects[identifier].told, ((what, value),)))
