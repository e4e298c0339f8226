"""Replaced events: the event of a replacement effect, as rules text says it, and whom it concerns."""

from __future__ import annotations

import re

from layerproof.kb.model.costs.mana import COLORS
from layerproof.kb.model.effect import All, Only, Players, Scope, Union
from layerproof.kb.model.expression import (
    AllOf,
    AnyOf,
    ControlledBy,
    Filter,
    FitsChosen,
    Is,
    Not,
    OwnedBy,
    Player,
    Ref,
    Same,
    State,
)
from layerproof.kb.model.replacement import Would
from layerproof.kb.oracle.single_phrases import parse_filter
from layerproof.kb.oracle.words.open_references import OTHER, SELF, found, is_mark, rewrite

_PLAYERS = {
    "you": Player("you"), "an opponent": Player("opponent"), "a player": Player("any"), "opponents": Player("opponent"),
    "your opponents": Player("opponent"), "players": Player("any"), "each player": Player("any"),
}  # fmt: skip
_HOST = ("enchanted creature", "equipped creature", "enchanted permanent", "enchanted land", "enchanted planeswalker")


def whom(words: str) -> Player | None:
    """The player of a short phrase, None where it names none."""
    return _PLAYERS.get(words)


def filter_of(words: str) -> Filter | None:
    """The filter of a noun phrase, with its article or without; `~` and what the source is attached to are objects.

    Returns None where the phrase is not understood, or points at something that is not told.
    """

    if words in ("~", "this creature", "this permanent"):
        return Same(SELF)
    if words in _HOST:
        return Same(Ref("host"))
    plain = re.sub(r"^(?:an?|one or more) ", "", words)
    lists = re.match(
        r"((?:\w+, )+(?:and|or) \w+|\w+ (?:and|or) \w+)( (?:you|an opponent|your opponents) controls?)?$", plain
    )
    if lists:
        return _listed(lists[1], lists[2] or "")
    read = parse_filter(plain)
    if read is None:
        return None
    read = rewrite(read, lambda part: SELF if part == OTHER else part)
    return None if found(read, is_mark) else read


def _listed(words: str, whose: str) -> Filter | None:
    parts = [parse_filter(each + whose) for each in re.split(r", (?:and |or )?| and | or ", words)]
    if any(each is None for each in parts):
        return None
    return AnyOf(tuple(each for each in parts if each is not None))


def recipients(words: str) -> tuple[Filter | None, Player | None] | None:
    """The objects and the player to whom something would happen: `you or a permanent you control`.

    Both are None where it may happen to anyone. Returns None where the phrase is not understood.
    """
    if words in ("a permanent or player", "any target", "a creature, planeswalker, or player", "a player or permanent"):
        return None, None
    object_: Filter | None = None
    player: Player | None = None
    parts = words.split(" or ") if " or " in words else [words]
    for part in parts:
        named = whom(part)
        if named is not None and player is None:
            player = named
            continue
        what = filter_of(part)
        if what is None or object_ is not None:
            return None
        object_ = what
    return object_, player


def scope_of(words: str) -> Scope | None:
    """The scope of those to whom damage would be dealt, in a prevention effect."""
    scopes: list[Scope] = []
    for part in re.split(r" and | or ", words):
        named = whom(part)
        if named is not None:
            scopes.append(Players(named))
            continue
        if part in ("~", "this creature"):
            scopes.append(Only(SELF))
            continue
        if part in _HOST:
            scopes.append(Only(Ref("host")))
            continue
        what = filter_of(part)
        if what is None or State("card") == what:
            return None
        scopes.append(All(what))
    return scopes[0] if len(scopes) == 1 else Union(tuple(scopes))


def source_of(words: str, many: bool = False) -> Filter | None:
    """The filter of a source of damage: `a red source you control`, `~`, `a creature you control`.

    many: the phrase is a plural. Any source fits where the words ask nothing.
    """
    match = re.match(
        r"(a |an |another |other )?((?:(?:non)?(?:white|blue|black|red|green|artifact|creature) )*)sources?"
        r"( you control| an opponent controls| your opponents control)?$",
        words,
    )
    if match is None:
        return None if words in ("a source", "sources") else filter_of(words)
    parts: list[Filter] = []
    if match[1] in ("another ", "other "):
        parts.append(Not(Same(SELF)))
    for word in match[2].split():
        base = word.removeprefix("non")
        plain: Filter = Is("color" if base in COLORS else "type", base)
        parts.append(plain if base == word else Not(plain))
    if match[3]:
        parts.append(ControlledBy(Player("you" if "you control" in match[3] else "opponent")))
    if not parts:
        return FitsChosen()
    return parts[0] if len(parts) == 1 else AllOf(tuple(parts))


_WHO = r"(you|an opponent|a player)"


def event_of(words: str) -> Would | None:
    """The event of `if … would …`, None where the words are not understood as a whole.

    >>> event_of("you would gain life")
    Would(what='gain_life', object=None, player=Player(kind='you', of=None, index=1, name=''), source=None, kind=None, \
by=None, by_effect=False, by_damage=False, combat=None, from_=None, to=None)
    """
    simple = re.match(rf"{_WHO} would (gain life|lose life|draw a card|lose the game)$", words)
    if simple:
        what = {"gain life": "gain_life", "lose life": "lose_life", "draw a card": "draw"}.get(simple[2], "lose_game")
        return Would(what, player=whom(simple[1]))
    dealt = re.match(r"(.+) would deal (combat |noncombat )?damage to (.+)$", words)
    if dealt:
        to, source = recipients(dealt[3]), source_of(dealt[1])
        if to is None or source is None:
            return None
        combat = None if dealt[2] is None else dealt[2] == "combat "
        return Would("damage", *to, source=None if source == FitsChosen() else source, combat=combat)
    return _of_counters(words) or _of_tokens(words) or _of_moves(words)


def _of_counters(words: str) -> Would | None:
    put = re.match(r"one or more ([+\-\w/]+ )?counters would be put on (.+)$", words)
    if put:
        to = recipients(put[2])
        kind = None if put[1] is None else put[1].strip()
        return None if to is None else Would("put_counters", *to, kind=kind)
    effect = re.match(r"an effect would put one or more ([+\-\w/]+ )?counters on (.+)$", words)
    if effect:
        to = recipients(effect[2])
        kind = None if effect[1] is None else effect[1].strip()
        return None if to is None else Would("put_counters", *to, kind=kind, by_effect=True)
    by = re.match(rf"{_WHO} would put one or more ([+\-\w/]+ )?counters on (.+)$", words)
    if by:
        to = recipients(by[3])
        kind = None if by[2] is None else by[2].strip()
        return None if to is None else Would("put_counters", *to, kind=kind, by=whom(by[1]))
    return None


def _of_tokens(words: str) -> Would | None:
    if words == "an effect would create one or more tokens under your control":
        return Would("create", player=Player("you"), by_effect=True)
    made = re.match(r"one or more ([a-z]+ )?tokens would be created under your control$", words)
    made = made or re.match(r"you would create one or more ([a-z]+ )?tokens$", words)
    if made is None:
        return None
    what = None if made[1] is None else filter_of(made[1].strip())
    return None if made[1] is not None and what is None else Would("create", what, Player("you"))


def _of_moves(words: str) -> Would | None:
    destroyed = re.match(r"(.+) would be destroyed$", words)
    if destroyed:
        hosted = re.fullmatch(r"(?:enchanted|equipped) \w+", destroyed[1])
        one = SELF if destroyed[1] == "~" else Ref("host") if hosted else None
        fitting = filter_of(destroyed[1]) if one is None else Same(one)
        return None if fitting is None else Would("destroy", object=fitting)
    dies = re.match(r"(.+) would die$", words)
    if dies:
        what = filter_of(dies[1])
        return None if what is None else Would("move", object=what, from_="battlefield", to="graveyard")
    goes = re.match(r"(.+) would be put into (a|your|an opponent's|its owner's) graveyard( from anywhere)?$", words)
    if goes is None or (goes[3] is None and goes[1] != "~"):
        return None
    words = goes[1]
    parts: list[Filter] = []
    if words == "a card":
        parts.append(State("card"))
    elif words != "a card or token":
        what = filter_of(words)
        if what is None:
            return None
        parts.append(what)
    if goes[2] in ("your", "an opponent's"):
        parts.append(OwnedBy(Player("you" if goes[2] == "your" else "opponent")))
    object_ = None if not parts else parts[0] if len(parts) == 1 else AllOf(tuple(parts))
    return Would("move", object=object_, to="graveyard")
