"""What a scenario tells of objects and players that none of its other events says.

Designations, what an object does in combat, what has happened before: facts that rules text asks for. They are told
with the event `told`; what is neither told nor certain without it is unknown, and never guessed.
"""

from __future__ import annotations

from typing import NamedTuple

from layerproof.kb.model.costs.mana import COLORS
from layerproof.kb.model.told.outside_fact_kinds import (
    AT_THE_TABLE,
    DRAFTED,
    OUTSIDE_NUMBERS,
    OUTSIDE_OF_PLAYERS,
    PRINTED,
    drafted,
)


class Fact(NamedTuple):
    """A fact that may be told.

    passing: it is about this turn, or about combat, and is forgotten as another turn begins (of combat as it ends).
    untold: what it is where nothing is told, None where it is then unknown. shaky: what happens afterwards may change
    it, so that it is unknown again after any event but those of QUIET, or one that changes a life total or draws a
    card. by: events of QUIET that may change it too. growing: once it is so it stays so; only that it is not so is
    shaky.

    A fact that is so or not is 1 or 0; the value of `attacking` may be the name of the player who is attacked, or
    name the planeswalker or battle, that of `blocking` name what is blocked (`object` and identifiers).
    """

    passing: bool = False
    untold: int | None = None
    shaky: bool = True
    growing: bool = False
    by: frozenset[str] = frozenset()


Telling = tuple[tuple[str, int | str], ...]
# The value of a fact that something may have changed since it was told.
UNKNOWN = "?"
_ARRIVALS = frozenset({"enters", "token", "returns"})
# Events that by themselves change no fact that is shaky, but where the fact says so.
QUIET = _ARRIVALS | {
    "told", "pairs", "turn", "in", "put", "remove", "attach", "unattach", "merges", "status", "unlocks", "solves",
    "gains_control", "effect",
}  # fmt: skip

_DESIGNATION = Fact(untold=0, shaky=False)
_GROWING = Fact(growing=True)
_THIS_TURN = Fact(passing=True)
_ONCE_THIS_TURN = Fact(passing=True, growing=True)
_COUNTERS_PUT = Fact(passing=True, growing=True, by=_ARRIVALS | {"put"})


# Of objects. What makes an object one of the designations stands in the timeline, since it is new when it enters.
OF_OBJECTS: dict[str, Fact] = {
    "commander": _DESIGNATION,
    "monstrous": _DESIGNATION,
    "renowned": _DESIGNATION,
    "suspected": _DESIGNATION,
    "foretold": _DESIGNATION,
    "plotted": _DESIGNATION,
    "warped": _DESIGNATION,
    "on an adventure": _DESIGNATION,
    "exiled this turn": Fact(passing=True, untold=0, shaky=False),
    "attacking": Fact(passing=True, untold=0, shaky=False),
    "blocking": Fact(passing=True, untold=0, shaky=False),
    "blocked": Fact(passing=True, shaky=False),
    "band": Fact(passing=True, untold=0, shaky=False),
    "was cast": Fact(shaky=False),
    "cast from exile": Fact(shaky=False),
    "cast from hand": Fact(shaky=False),
    "cast from graveyard": Fact(shaky=False),
    "cast this turn": Fact(passing=True, shaky=False),
    "spells cast before it this turn": Fact(passing=True, shaky=False),
    "mana spent to cast": Fact(shaky=False),
    **{f"{color} mana spent to cast": Fact(shaky=False) for color in COLORS},
    "mana from an artifact spent to cast": Fact(shaky=False),
    "put there from the battlefield this turn": Fact(passing=True, shaky=False),
    "put there from a library this turn": Fact(passing=True, shaky=False),
    "put there this turn": Fact(passing=True, shaky=False),
    "put there from its owner's graveyard this turn": Fact(passing=True, shaky=False),
    "milled this turn": Fact(passing=True, shaky=False),
    "greatest number noted this turn": _THIS_TURN,
    "devoured": Fact(shaky=False),
    "dealt damage": _GROWING,
    "attacked this turn": _ONCE_THIS_TURN,
    "attacked a battle this turn": _ONCE_THIS_TURN,
    "attacks this turn": _THIS_TURN,
    "attacks this game": Fact(),
    "got +1/+1 counters from its controller this turn": _COUNTERS_PUT,
    "intensity": Fact(),
    "cast by its controller": Fact(shaky=False),
    "cast in its controller's main phase": Fact(shaky=False),
    "colors of mana spent to cast": Fact(shaky=False),
    "mana from a Treasure spent to cast": Fact(shaky=False),
    "times kicked": Fact(shaky=False),
    "cast for its warp cost": Fact(shaky=False),
    "creatures that crewed it this turn": _THIS_TURN,
    "Assassins that crewed it this turn": _THIS_TURN,
    **{f"{color} creatures that saddled it this turn": _THIS_TURN for color in COLORS},
    "Faeries controlled as it was cast": Fact(shaky=False),
    "modified creatures controlled as it was cast": Fact(shaky=False),
    "times mutated": Fact(),
    "saddled": _ONCE_THIS_TURN,
    "discarded this turn": Fact(passing=True, shaky=False),
    "of a type that dealt combat damage to a player this turn": _ONCE_THIS_TURN,
    "new since the last upkeep": Fact(passing=True, shaky=False),
    "was dealt damage this turn": _ONCE_THIS_TURN,
    "dealt damage this turn": _ONCE_THIS_TURN,
    "life paid as it entered": Fact(shaky=False),
    "Forests sacrificed as it entered": Fact(shaky=False),
    "total power of the cards it was crafted with": Fact(),
    "colors of the cards it was crafted with": Fact(),
    "mana value of the card it was crafted with": Fact(),
    **{f"exiled a creature card with {word} to delve": Fact(shaky=False) for word in (*DRAFTED, "trample")},
    "combined": Fact(),
    "stickered": _GROWING,
    "has an art sticker": _GROWING,
    "has a name sticker": _GROWING,
    "name stickers on it": Fact(),
    "name stickers of seven or fewer letters on it": Fact(),
    "name stickers of eight or more letters on it": Fact(),
    "items in its art that touch nothing": Fact(),
    "dice in its stack": Fact(),
    "results stored on it": Fact(),
    "most results stored on it that are the same": Fact(),
    "tally marks on it": Fact(),
    "cards stuck together to form it": Fact(),
    "creatures it is taller than": Fact(by=_ARRIVALS),
    "sets of three chip counters in a row": Fact(),
    **{what: Fact(shaky=False) for what in (*PRINTED, *AT_THE_TABLE)},
}
# Of players.
OF_PLAYERS: dict[str, Fact] = {
    "starting life total": Fact(untold=20, shaky=False),
    "poison counters": Fact(untold=0, shaky=False),
    "was dealt damage this turn": _ONCE_THIS_TURN,
    "attacked this combat": Fact(passing=True, shaky=False),
    "combat damage to players by Assassins and commanders this turn": _ONCE_THIS_TURN,
    "experience counters": Fact(),
    "speed": Fact(),
    "monarch": Fact(),
    "city's blessing": Fact(growing=True, by=_ARRIVALS | {"gains_control"}),
    "completed a dungeon": _GROWING,
    "emblems": Fact(),
    "unspent mana": Fact(),
    "unspent green mana": Fact(),
    "turns taken": Fact(),
    "commander casts": Fact(),
    "attackers declared this turn": _ONCE_THIS_TURN,
    "initiative": Fact(),
    "differently named dungeons completed": Fact(),
    "power attacked with this combat": _THIS_TURN,
    "cards discarded this turn": _THIS_TURN,
    "cards drawn this turn": _THIS_TURN,
    "life gained this turn": _THIS_TURN,
    "life lost this turn": _THIS_TURN,
    "spells cast this turn": _THIS_TURN,
    "noncreature spells cast this turn": _THIS_TURN,
    "instant and sorcery spells cast this turn": _THIS_TURN,
    "blue or black spells cast this turn": _THIS_TURN,
    "spells cast from hand this turn": _THIS_TURN,
    "other spells cast this turn": _THIS_TURN,
    "other instant and sorcery spells cast this turn": _THIS_TURN,
    "spells warped this turn": _THIS_TURN,
    "combat phases this turn": _THIS_TURN,
    "crimes committed this turn": _THIS_TURN,
    "permanents sacrificed this turn": _THIS_TURN,
    "creatures that died under their control this turn": _THIS_TURN,
    "combat damage to opponents by Spacecraft and Vehicles this turn": _THIS_TURN,
    "times surveilled this turn": _THIS_TURN,
    "Attractions visited this turn": _THIS_TURN,
    "dice rolled this turn": _THIS_TURN,
    "+1/+1 counters put on creatures this turn": _COUNTERS_PUT,
    "Merfolk attacked with this turn": _THIS_TURN,
    "creatures attacked with this turn": Fact(passing=True, shaky=False),
    "lands played this turn": _THIS_TURN,
    "greatest damage by one source this turn": _THIS_TURN,
    "creature cards put into their graveyard this turn": _THIS_TURN,
    "cards in library": Fact(by=_ARRIVALS - {"token"}),
    "unlocked doors": Fact(by=_ARRIVALS | {"unlocks", "gains_control"}),
    "players who have lost the game": Fact(),
    "night": Fact(passing=True),
    "energy counters": Fact(),
    "kinds of bending done this turn": _THIS_TURN,
    **{f"{color} in their commander's color identity": Fact(shaky=False) for color in COLORS},
    "controlled by": Fact(passing=True, shaky=False),
    "maximum hand size": Fact(),
    "highest commander tax": Fact(),
    "way behind": _ONCE_THIS_TURN,
    **{what: Fact(shaky=False) for what in (*OUTSIDE_OF_PLAYERS, *OUTSIDE_NUMBERS, *map(drafted, DRAFTED))},
}
_ALL = {**OF_OBJECTS, **OF_PLAYERS}
_NAMED = "object"
# The words of filters for facts of objects.
STATE_FACTS = {fact.replace(" ", "_"): fact for fact in OF_OBJECTS}


def fact(what: str) -> Fact:
    """The fact of a name. It raises KeyError for a name that is none.

    >>> fact("monstrous").untold
    0
    """
    return _ALL[what]


def lasting(told: Telling) -> Telling:
    """What is still told as another turn begins.

    >>> lasting((("attacked this turn", 1), ("monstrous", 1)))
    (('monstrous', 1),)
    """
    return tuple((what, value) for what, value in told if not _ALL[what].passing)


def shaken(told: Telling, by: frozenset[str]) -> Telling:
    """What is told after events have happened that may change what is shaky.

    by: the names of the events; empty where something happened that may change anything.

    >>> shaken((("dealt damage", 0), ("emblems", 2), ("monstrous", 1)), frozenset())
    (('dealt damage', '?'), ('emblems', '?'), ('monstrous', 1))
    >>> shaken((("city's blessing", 0), ("emblems", 2)), frozenset({"enters"}))
    (("city's blessing", '?'), ('emblems', 2))
    """
    return tuple((what, UNKNOWN if _loses(what, value, by) else value) for what, value in told)


def _loses(what: str, value: int | str, by: frozenset[str]) -> bool:
    known = _ALL[what]
    if not known.shaky or (known.growing and value not in (0, UNKNOWN)):
        return False
    return not by or not by <= QUIET or bool(by & known.by)


def naming(*identifiers: int) -> str:
    """The value of `attacking` or `blocking` that names what is attacked or blocked.

    >>> naming(3, 5)
    'object 3 5'
    """
    return " ".join((_NAMED, *map(str, identifiers)))


def named_by(value: int | str | None) -> tuple[int, ...]:
    """The identifiers that a value of `attacking` or `blocking` names; none for a player, or where it only says so.

    >>> named_by("object 3 5"), named_by("opponent"), named_by(1)
    ((3, 5), (), ())
    """
    head, *rest = value.split() if isinstance(value, str) and value else [""]
    return tuple(map(int, rest)) if head == _NAMED and rest and all(each.isdigit() for each in rest) else ()


def with_told(before: Telling, now: Telling) -> Telling:
    """What is told when more is told, sorted.

    >>> with_told((("monstrous", 0),), (("monstrous", 1), ("attacking", 1)))
    (('attacking', 1), ('monstrous', 1))
    """
    return tuple(sorted({**dict(before), **dict(now)}.items()))
