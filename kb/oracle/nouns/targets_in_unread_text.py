"""Targets in unread text: those that a sentence names that is kept as its words, as far as what is said of them is
read."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from layerproof.kb.model.expression import Did, Filter, OwnedBy, PerPlayer, Player, Ref, State, X
from layerproof.kb.model.instruction import Target
from layerproof.kb.notation.number_words import NUMBERS
from layerproof.kb.oracle.nouns.reference_kinds import ANYWHERE
from layerproof.kb.oracle.words.open_references import YOU, found, joined
from layerproof.kb.oracle.words.parser import Parse

# What goes on with a phrase behind "target" that was read: another noun, or what else is said of it.
_JOINED = re.compile(r",? ?(?:or|and/or) (?!untap\b)|, (?!then\b|where\b|and\b|put\b)[^.]*\b(?:or|and/or) ")
_ANOTHER_TARGET = re.compile(r",? ?(?:(?:or|and/or) )?(?:up to \w+ |another )?target\b")
_GOES_ON = re.compile(
    r"(?:that(?:'s)?|whose|who|with|from|attached|you|they|he or she|it|~|the|controlled|cast|exiled|named|dealt"
    r"|blocked|blocking|attacking|previously|in|not|abilities|plus|other than|each with"
    r"|on an adventure|on the battlefield|put (?:there|(?:in|on)to \w+ \w+ (?:from|this)))(?![\w'])"
    r"|without (?!paying\b)|\["
    r"|of (?![\w' ]*choice\b)|of [\w' ]*choice (?:that|whose|with|from|you|they)\b"
    r"|(?:an?|another|one of|some|any|his or her|their|its|your|defending) [\w' ]{0,40}?\b(?:controls?|owns?|cast)\b"
)
# What is said behind several targets of each of them, or of all of them together.
_OF_ALL = re.compile(r"\beach with\b|\bcontrolled by (?:an?|the|different)\b")
_PLAYERS = re.compile(r"(?:, |\bor |\band/or )(?:players?|opponents?)\b(?!'| control)")
# Where a card is of which the phrase that was read does not say it.
_GRAVEYARD = re.compile(r"[^,.]*?\b(?:from|in) (?P<whose>your|an opponent's|a) graveyard\b(?P<rest>.*)")
_WHOSE = {"your": (OwnedBy(YOU),), "an opponent's": (OwnedBy(Player("opponent")),), "a": ()}
# For each of something there is a target: nobody knows how many.
_FOR_EACH = re.compile(r"[fF]or each (?P<what>[^,]*),")
# How much is prevented, where that is divided among the targets named before.
_PREVENTED = re.compile(r"[pP]revent the next (?P<damage>\w+) damage\b")
# Each target gets at least one of what is divided, so that there are no more of them.
_DIVIDED = re.compile(
    r"\b(?:[dD]istributes? (?P<counters>\w+(?:-\w+)?) [^.]*? among"
    r"|(?P<damage>\w+) damage (?P<equal>[^.]*?)divided as [^.]*? among)"
    r" (?:any number of|one or more)\b"
)


def limited_by_division(named: list[Any], known: int, words: str) -> list[Any]:
    """The targets with a limit for those of which there may be any number, where the words divide counters among them.

    known: how many targets were named before these words.
    """
    most = _divided(words)
    if most is None or "counters" not in words:
        return named
    return [*named[:known], *(_limited(each, most) for each in named[known:])]


def _divided(words: str) -> Any:
    """How much words divide among any number of targets; None where they do not."""
    said = _DIVIDED.search(words)
    if said is None:
        return None
    if said["equal"]:
        return PerPlayer(said["equal"].strip())
    return _number(said["counters"] or said["damage"])


def _number(word: str) -> Any:
    if word in ("X", "x"):
        return X()
    return int(word) if word.isdigit() else NUMBERS.get(word) or PerPlayer(word)


def _limited(target: Any, most: Any) -> Any:
    if not target.any or target.limit is not None:
        return target
    return msgspec.structs.replace(target, limit=most, least=target.least or 0)


def as_far_as_read(what: Any, before: str, words: str, rest: str) -> Any:
    """A target of a sentence that is kept: where its description goes on behind what was read of it, there is one, and
    what it may be is only words, so that nobody takes for legal what those forbid.

    what: as it was read, from the words. before, rest: what the sentence says before and behind them.
    """
    if not isinstance(what, Target):
        return what
    if found(what, lambda part: isinstance(part, Ref | Player) and part.kind.startswith("?")):
        # It points at something else that words only tell.
        what = msgspec.structs.replace(what, filter=Did(f"{words} {rest}".strip()), zones=ANYWHERE)
    if (each := _FOR_EACH.match(before)) is not None and not what.any:
        what = msgspec.structs.replace(what, any=True, limit=PerPlayer(f"for each {each['what']}"))
    if (most := _divided(f"{before} {words}")) is not None:
        what = _limited(what, most)
    if rest.startswith(", divided as you choose"):
        prevented = _PREVENTED.search(before)
        what = _limited(what, PerPlayer("what is divided") if prevented is None else _number(prevented["damage"]))
    if _JOINED.match(rest) and not _ANOTHER_TARGET.match(rest):
        player = what.player or _PLAYERS.search(rest) is not None
        return msgspec.structs.replace(what, filter=Did(f"{words} {rest}"), player=player, zones=ANYWHERE)
    open_ = _GOES_ON.match(rest) is not None or _OF_ALL.search(rest) is not None
    if _is_card(what) and what.zones == ("battlefield",):
        return _card(what, rest)
    if not open_:
        return what
    return msgspec.structs.replace(
        what, filter=_with(what, Did(rest)), zones=ANYWHERE if "from" in rest else what.zones
    )


def _card(what: Target, rest: str) -> Target:
    """A card that is a target: it is on no battlefield, wherever it is."""
    there = _GRAVEYARD.match(rest)
    if there is None:
        return what if _ANOTHER_TARGET.search(rest) else _anywhere(what, rest)
    left_out = rest[: there.start("whose")].removesuffix("from ").removesuffix("in ").strip()
    behind = there["rest"].strip()
    said = tuple(Did(each) for each in (left_out, behind) if _GOES_ON.match(each) or _OF_ALL.search(each))
    return msgspec.structs.replace(what, filter=_with(what, *_WHOSE[there["whose"]], *said), zones=("graveyard",))


def _anywhere(what: Target, rest: str) -> Target:
    return msgspec.structs.replace(what, filter=_with(what, Did(rest or "where it is")), zones=ANYWHERE)


def _with(what: Target, *said: Filter) -> Filter:
    return joined(said if what.filter is None else (what.filter, *said))


def _is_card(target: Target) -> bool:
    return bool(found(target.filter, lambda part: part == State("card")))


def players_at(parse: Parse, at: int) -> list[tuple[Any, int]]:
    """The readings of "target player" and "target opponents" at a place, how many by the words before it."""
    noun = parse.word(at + 1)
    if parse.word(at) != "target" or noun.rstrip("s") not in ("player", "opponent"):
        return []
    before = list(parse.words[max(0, at - 4) : at])
    other = before[-1:] in (["another"], ["other"])
    if other:
        before.pop()
    target = Target(player=True, opponent=noun.startswith("opponent"), other=other)
    up_to = before[-3:-1] == ["up", "to"]
    if noun.endswith("s"):
        many = NUMBERS.get(before[-1]) if before else None
        if many is None:
            limit = X() if before[-1:] == ["x"] else None
            target = msgspec.structs.replace(target, any=True, limit=limit)
        else:
            target = msgspec.structs.replace(target, count=many)
    target = msgspec.structs.replace(target, least=0) if up_to else target
    stops = {end for _, end in parse.at("target_player", at)} or {at + 2}
    return [(target, end) for end in stops]
