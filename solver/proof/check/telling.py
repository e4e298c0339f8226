"""Facts that a scenario tells of objects and players; without them a number or a condition is not determined."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerproof.kb.model.situation import GameObject, PlayerState
from layerproof.kb.model.told.fact_kinds import OF_OBJECTS, OF_PLAYERS, UNKNOWN, named_by
from layerproof.solver.proof.check.commanding import any_commander
from layerproof.solver.proof.check.incomplete import Incomplete

if TYPE_CHECKING:
    from layerproof.kb.model.expression import Filter
    from layerproof.solver.proof.check.reading import Reader
    from layerproof.solver.proof.check.view import Entry
    from layerproof.solver.proof.check.world import World


def player_fact(reader: Reader, player: PlayerState, what: str) -> int:
    """A fact of a player as a number. Raises Incomplete where it is not told, or may have changed since."""
    if what == "cards in library":
        if player.unlisted is None:
            raise Incomplete(f"how many cards are in the library of {player.name}")
        refuse_open = reader.candidates(("library",))
        return player.unlisted + sum(reader.world.objects[each.id].owner == player.name for each in refuse_open)
    if what == "starting life total" and what not in dict(player.told) and any_commander(reader.world.situation):
        raise Incomplete("a starting life total that is not told in a game with commanders")
    known = {**{what: OF_PLAYERS[what].untold}, **dict(player.told)}[what]
    if not isinstance(known, int):
        raise Incomplete(f"{what} of {player.name}, which the scenario does not tell")
    return known


def object_fact(obj: GameObject, what: str) -> int | str:
    """A fact of an object. Raises Incomplete where it is not told, or may have changed since."""
    told = dict(obj.told)
    if what == "blocked" and not told.get("attacking", 0):
        return 0  # Only an attacking creature is blocked.
    known = told[what] if what in told else OF_OBJECTS[what].untold
    if known is None or known == UNKNOWN:
        raise Incomplete(f"{what} of an object, which the scenario does not tell")
    return known


def attacks(obj: GameObject) -> str | None:
    """The player that an object attacks, None where it attacks none. Raises Incomplete where that is not told."""
    known = object_fact(obj, "attacking")
    if known == 0 or named_by(known):
        return None
    if isinstance(known, int):
        raise Incomplete("whom an object attacks, which the scenario does not tell")
    return known


def defends(reader: Reader, attacker: int | None) -> str:
    """The player who defends against an object: the one that it attacks, or whose planeswalker it attacks."""
    obj = reader.world.object(attacker)
    for identifier in named_by(object_fact(obj, "attacking")) if obj is not None else ():
        there = reader.entry(identifier)
        if there is None or "planeswalker" not in there.types:
            raise Incomplete("who defends what is no planeswalker")
        return there.controller
    attacked = attacks(obj) if obj is not None else None
    if attacked is None:
        raise Incomplete("the defending player, whom the scenario does not tell")
    return attacked


def engaged(world: World, obj: GameObject, how: str, other: int | None) -> bool:
    """Whether an object blocks another, or is blocked by it. Raises Incomplete for other relations, and where it is not
    told what is blocked."""
    there = world.object(other)
    if there is None:
        return False
    pairs = {"blocking": [(obj, there)], "blocked_by": [(there, obj)]}
    pairs["blocking_or_blocked_by"] = [*pairs["blocking"], *pairs["blocked_by"]]
    if how not in pairs:
        raise Incomplete(f"whether an object is {how} another")
    for blocker, attacker in pairs[how]:
        whom = object_fact(blocker, "blocking")
        if whom == 1:
            raise Incomplete("what an object is blocking, which the scenario does not tell")
        if attacker.id in named_by(whom):
            return True
    return False


def monarchs(reader: Reader) -> tuple[str, ...]:
    """The monarch, if there is one. Raises Incomplete where it is not told of every player."""
    return tuple(
        each.name for each in reader.world.situation.players if not each.lost and player_fact(reader, each, "monarch")
    )


def cast_first(reader: Reader, spell: GameObject, filter: Filter, it: int | None) -> bool:
    """Whether no spell that fits was cast by the spell's controller before it this turn."""
    place = object_fact(spell, "cast this turn")
    assert isinstance(place, int)
    entry = reader.entry(spell.id)
    controller = entry.controller if entry else spell.controller
    known = {**reader.world.gone, **reader.world.objects}
    before = {dict(each.told).get("cast this turn"): each for each in known.values() if each.id != spell.id}
    for earlier in range(1, place):
        other = before.get(earlier)
        if other is None or other.controller != controller:
            raise Incomplete("the spells cast earlier this turn, which the scenario does not tell")
        seen = reader.entry(other.id)
        if seen is None:
            raise Incomplete("what a spell was that was cast earlier this turn")
        if reader.fits(filter, seen, it):
            return False
    return True


def in_combat(reader: Reader, word: str, entry: Entry, obj: GameObject) -> bool:
    """Whether an object is an unblocked attacker, or attacks alone."""
    attacking = bool(object_fact(obj, "attacking"))
    if word == "unblocked":
        return attacking and not object_fact(obj, "blocked")
    others = [reader.world.objects[each.id] for each in reader.candidates(("battlefield",)) if each.id != entry.id]
    return attacking and not any(object_fact(each, "attacking") for each in others)
