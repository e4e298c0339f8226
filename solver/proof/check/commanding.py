"""What the checker leaves open where there are commanders, since it does not follow the rules for them."""

from __future__ import annotations

from layerproof.kb.model.situation import GameObject, PlayerState, Situation
from layerproof.kb.rulebook.edition import Edition
from layerproof.solver.proof.check.incomplete import Incomplete

_TOO_MUCH = 21


def commands(obj: GameObject) -> bool:
    """Whether an object is told to be a commander."""
    return any(fact == "commander" and value for fact, value in obj.told)


def any_commander(situation: Situation) -> bool:
    """Whether anything is, or was, a commander."""
    return any(commands(obj) for obj in situation.objects) or any(commands(obj) for obj in situation.gone)


def refuse_life(situation: Situation, player: PlayerState) -> None:
    """Incomplete where a life total is asked for that is not told, while there are commanders."""
    if not player.life_told and any_commander(situation):
        raise Incomplete("a life total that is not told in a game with commanders")


def told_life(situation: Situation, name: str) -> int:
    """The life total of a player, if it is known."""
    player = situation.player_state(name)
    refuse_life(situation, player)
    return player.life


def casts_before(situation: Situation, name: str) -> int:
    """How many casts of a player's commander from the command zone are told, where only one commander can be meant."""
    meant = {obj.card.name for obj in situation.objects + situation.gone if commands(obj) and obj.owner == name}
    many = dict(situation.player_state(name).told).get("commander casts", 0)
    return many if len(meant) == 1 and isinstance(many, int) else 0


def refuse_way(obj: GameObject, to: str, edition: Edition) -> None:
    """Incomplete where a commander may be put into the command zone instead of going somewhere."""
    if not commands(obj):
        return
    at_once = "commander.hidden" in edition.numbers
    later = "commander.dies" in edition.numbers
    if (at_once and to in ("library", "hand")) or (not later and to in ("exile", "graveyard")):
        raise Incomplete("where a commander goes")


def may_still_go(obj: GameObject, edition: Edition) -> bool:
    """Whether an object is a card that its owner may put into the command zone as state-based actions are checked."""
    return commands(obj) and obj.zone in ("exile", "graveyard") and "commander.dies" in edition.numbers


def blows(player: PlayerState, obj: GameObject | None, many: int) -> tuple[tuple[str, int], ...]:
    """The damage that each commander has dealt to a player, when an object deals some more."""
    dealt = dict(player.struck)
    if obj is not None and commands(obj):
        key = " ".join((obj.owner, str(obj.card.name)))
        dealt[key] = dealt.get(key, 0) + many
    return tuple(sorted(dealt.items()))


def refuse_blows(player: PlayerState) -> None:
    """Incomplete where one commander has dealt so much damage to a player that the player would lose."""
    if any(many >= _TOO_MUCH for _, many in player.struck):
        raise Incomplete("a player whom a commander has dealt so much damage")
