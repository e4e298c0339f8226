"""What hangs on commanders: the rules for them are not followed yet, and whatever they can touch is undecided.

As soon as a scenario tells of a commander a Commander game is played. Who is a commander is told and stays so (rule key
commander.designation).
"""

from __future__ import annotations

from collections.abc import Mapping

from layerproof.kb.model.situation import GameObject, PlayerState, Situation
from layerproof.solver.layers.scene import NOT_YET, Undecided, named

# So much combat damage by one commander would lose the game (rule key commander.damage).
LETHAL_DAMAGE = 21


def is_commander(item: GameObject) -> bool:
    """Whether it is told of an object that it is a commander."""
    return bool(item.told) and bool(dict(item.told).get("commander"))


def with_commanders(situation: Situation) -> bool:
    """Whether a commander was told of, in whatever zone."""
    return any(is_commander(item) for item in (*situation.objects, *situation.gone))


def life_is_open(situation: Situation, player: PlayerState) -> bool:
    """Whether the life total of a player is not told, in a game that does not begin with 20 (rule key
    commander.life)."""
    return not player.life_told and with_commanders(situation)


def life_total(situation: Situation, name: str) -> int:
    """The life total of a player. Raises Undecided where it is not told and a Commander game is played."""
    player = situation.player_state(name)
    if life_is_open(situation, player):
        raise Undecided(f"the life total of {name}, who does not begin with 20 where there are commanders, is not told")
    return player.life


def has_life(situation: Situation, name: str, wanted: int) -> bool:
    """Whether a player has so much life. Raises Undecided where that hangs on what is not told."""
    player = situation.player_state(name)
    return player.life >= wanted or life_total(situation, name) >= wanted


def from_command_zone(item: GameObject) -> Undecided | None:
    """What leaves open whether a card may be cast from where it is, and for how much (rule key commander.cast)."""
    if item.zone != "command" or not is_commander(item):
        return None
    return Undecided(f"casting {named(item)} from the command zone, and the commander tax: {NOT_YET}")


def told_casts(situation: Situation, name: str) -> int:
    """How often a player has cast their commander from the command zone, at least; 0 where that is not told, and where
    several commanders of theirs are told of."""
    cards = {
        item.card.name for item in (*situation.objects, *situation.gone) if item.owner == name and is_commander(item)
    }
    told = dict(situation.player_state(name).told).get("commander casts")
    return told if isinstance(told, int) and len(cards) == 1 else 0


def ask_where_it_goes(item: GameObject, zone: str, numbers: Mapping[str, str]) -> None:
    """Raise Undecided where the owner of a commander may put it into the command zone instead (rule key
    commander.hidden).

    numbers: of the rules of the edition. Where these have it go to a graveyard or into exile first, that is asked as
    state-based actions are checked (rule key commander.dies).
    """
    first = "commander.dies" in numbers
    hidden = "commander.hidden" in numbers
    replaced = hidden if zone in ("hand", "library") else zone in ("graveyard", "exile") and not first
    if replaced and is_commander(item):
        raise Undecided(f"whether {named(item)} goes to {zone} or to the command zone: {NOT_YET}")


def ask_about_commanders(situation: Situation, player: PlayerState) -> None:
    """Raise Undecided where a player would lose, or not, by what is not told or not followed of commanders."""
    if player.lost:
        return
    if any(number >= LETHAL_DAMAGE for _, number in player.struck):
        raise Undecided(f"whether {player.name}, to whom a commander has dealt so much combat damage, loses: {NOT_YET}")
    if player.life <= 0:
        life_total(situation, player.name)


def struck(player: PlayerState, item: GameObject | None, number: int) -> tuple[tuple[str, int], ...] | None:
    """The combat damage that commanders have dealt to a player, with more by an object; None if that is no commander.

    Each is known by its owner and its name.
    """
    if item is None or not is_commander(item):
        return None
    by = f"{item.owner} {item.card.name}"
    before = dict(player.struck)
    return tuple(sorted({**before, by: before.get(by, 0) + number}.items()))
