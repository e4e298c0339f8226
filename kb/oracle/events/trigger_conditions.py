"""Trigger conditions: where the event of a triggered ability ends, its condition, and the object that it is about."""

from __future__ import annotations

import re
from typing import NamedTuple

from layerproof.kb.model.effect import Effect, Only
from layerproof.kb.model.expression import (
    AllOf,
    CastFor,
    Condition,
    HasCounter,
    HasKeyword,
    InZone,
    Matches,
    OpaqueCondition,
    Ref,
    Same,
)
from layerproof.kb.model.instruction import Body, If, OtherAction, Target
from layerproof.kb.oracle import grammar
from layerproof.kb.oracle.concerns.possible_effects import touched
from layerproof.kb.oracle.nouns.demonstratives import TARGETED
from layerproof.kb.oracle.nouns.static_pronouns import bind_static
from layerproof.kb.oracle.words.lexical_tokens import tokenize
from layerproof.kb.oracle.words.open_references import HOST, SELF, THOSE, found


class Split(NamedTuple):
    """A triggered ability in parts: event, condition, the rest, the object it is about, the zones it works in."""

    when: str
    condition: Condition | None
    effect: str
    about: Ref | None
    second: str
    zones: tuple[str, ...]


_IF = re.compile(r"^if ([^,]*(?:, [^,]*?)*?), (?=\S)")
# A comma inside an event: an enumeration goes on, or a time is added.
_LISTED = (
    "white|blue|black|red|green|multicolored|colorless|artifact|creature|enchantment|land|instant|sorcery|planeswalker"
    "|battle|first|second|third|fourth|legendary|tapped|attacking|noncreature|nonland|nontoken|[A-Z][a-z]+|non-?\\w+"
    "|waterbend|earthbend|firebend|airbend|mana cost|text box|power|toughness"
)
# An enumeration goes on behind a comma only where such a word stands before it too.
_BEFORE = re.compile(rf"\b(?:{_LISTED})$")
_GOES_ON = re.compile(rf"^(?:(?:{_LISTED})(?:,| or | and | )|(?:or|and|and/or) )")
# "A nontoken, non-Angel creature": what it is not stands twice before its noun.
_NOT, _NEITHER = re.compile(r"\bnon-?\w+$"), re.compile(r"non-?\w+ \w+")
# Verbs before the object that they share.
_VERB, _VERBS = re.compile(r"^Whenever you [a-z]+$"), re.compile(r"[a-z]+, or [a-z]+ an? [^,]*, ")
_OR = re.compile(r"^(?:or|and|and/or) ")

_NOTHING = OpaqueCondition("")
# What being suspended is (rule key keyword.suspend).
SUSPENDED = Matches(SELF, AllOf((InZone(("exile",)), HasKeyword("suspend"), HasCounter("time"))))


def split_trigger(text: str) -> Split | None:
    """The parts of a triggered ability, None where its event has no end.

    text: a normalised paragraph that begins with when, whenever or at. An intervening condition that is not understood
    is kept as its words.
    """
    at = 0
    while True:
        comma = text.find(", ", at)
        if comma < 0:
            return None
        rest = text[comma + 2 :]
        if text[:comma].count('"') % 2 == 0 and not _OR.match(rest):
            listed = (_NOT.search(text[:comma]) and _NEITHER.match(rest)) or (
                _VERB.match(text[:comma]) and _VERBS.match(rest)
            )
            if not listed and not (
                _BEFORE.search(text[:comma])
                and _GOES_ON.match(rest)
                and re.match(r"(?:(?:text )?[\w-]+, )*(?:[\w-]+,? )?(?:or|and|and/or) [^,]*, ", rest)
            ):
                break
        at = comma + 2
    event, effect = text[:comma], text[comma + 2 :]
    condition = None
    object_ = about(event)
    found = _condition(effect, _it_of(event, object_))
    if found is not None:
        condition, effect = found
    when = event[0].lower() + event[1:]
    if isinstance(condition, Matches) and condition.ref == SELF and effect[:3].lower() == "it ":
        # "If ~ is an enchantment, it becomes …": what the condition speaks of.
        object_ = SELF
    if condition == SUSPENDED:
        object_ = SELF
    if isinstance(condition, OpaqueCondition) and re.match(r"[^,]*~ (?:isn't|is|has|was)\b", condition.gloss):
        object_ = SELF if object_ is None and effect[:3].lower() == "it " else object_
    if condition is not None and any(ref.kind == "granter" for ref in found_refs(condition)):
        # "It" may be what the condition speaks of as well as what the event is about.
        return Split(when, condition, effect[:1].upper() + effect[1:], None, second(event), _zones(when, condition))
    if object_ is None and condition is not None:
        named = {ref for ref in found_refs(condition) if ref.kind in ("self", "host")}
        object_ = named.pop() if len(named) == 1 else None
    if object_ == SELF and effect.startswith("that creature ") and {HOST} == {*found_refs(condition or _NOTHING)}:
        # "If enchanted creature has flying, that creature …": what the condition speaks of.
        object_ = HOST
    if object_ in (None, Ref("that")) and effect.startswith("those creatures ") and " one or more creatures" in event:
        object_ = THOSE
    return Split(when, condition, effect[:1].upper() + effect[1:], object_, second(event), _zones(when, condition))


def found_refs(condition: Condition) -> list[Ref]:
    """The objects that a condition speaks of."""

    return found(condition, lambda part: isinstance(part, Ref))


_PRONOUN = re.compile(r"\b(?:it|its|he|she|his|her|him)\b")


def _it_of(event: str, object_: Ref | None) -> Ref | None:
    """What "it" is in the condition behind an event: what the event is about; None where that is unclear."""
    if object_ is not None and object_ != THOSE:
        return object_
    # A point in time, and what players do without an object, leave only the source.
    return SELF if event.startswith("At ") or not re.search(r"\b(?:an?|another|one or more) ", event) else None


def _condition(effect: str, it: Ref | None) -> tuple[Condition, str] | None:
    if not effect.startswith("if "):
        return None
    commas = [m.start() for m in re.finditer(", ", effect)]
    for comma in commas:
        words = effect[3:comma]
        if words.count('"') % 2:
            continue
        understood = condition_of(words, it or SELF)
        if it is None and _PRONOUN.search(words) and understood != condition_of(words, HOST):
            # "It" could be one of two objects.
            continue
        if understood is not None:
            return understood, effect[comma + 2 :]
    if not commas:
        return None
    words = effect[3 : commas[0]]
    rest = effect[commas[0] + 2 :]
    if re.match(r"(?:or|and) ", rest) and len(commas) > 1:
        words, rest = effect[3 : commas[1]], effect[commas[1] + 2 :]
    return OpaqueCondition(words), rest


def condition_of(words: str, it: Ref = SELF) -> Condition | None:
    """The condition that words say, None where they are not understood or mean two things.

    it: what "it" points at.
    """

    if words in ("it was kicked", "~ was kicked"):
        return CastFor("kicker") if it == SELF or words[0] == "~" else None
    if certain := re.fullmatch(r"(?:it|~) was kicked with its (\{\S+) kicker", words):
        return CastFor("kicker", certain[1]) if it == SELF or words[0] == "~" else None
    if words == "~ is suspended":
        return SUSPENDED
    found = grammar.parse(tokenize(words)).whole("condition")
    bound = {e[0].condition for e in (bind_static((Effect(Only(it), (), each),)) for each in found) if e}
    return bound.pop() if len(bound) == 1 else None


def _zones(when: str, condition: Condition | None) -> tuple[str, ...]:
    if condition == SUSPENDED:
        return ("exile",)
    if re.match(r"when you cast (?:~|this spell)", when):
        return ("battlefield", "stack") if re.search(r" and when(?:ever)? ~", when) else ("stack",)
    if re.search(r"~ is put into (?:a|your) graveyard from (?:anywhere|your (?:library|hand))", when):
        return ("graveyard",)
    if re.search(r"~ is put into your hand from your graveyard", when):
        return ("graveyard",)
    if re.search(r"you cycle ~|\bdiscard ~$", when):
        # Discarded with a replacement, it may be in exile; an event that could be met there only may be so too.
        return ("battlefield", "graveyard", "exile") if "dies" in when else ("graveyard", "exile")
    if re.match(r"when the creature ~ haunts dies", when):
        return ("exile",)
    if re.search(r"~ enters or the creature it haunts dies", when):
        return ("battlefield", "exile")
    return ("battlefield",)


_SUBJECT = re.compile(
    r"^(?:When|Whenever) (.+?) (?:enters?|dies|attacks?|blocks?|becomes?|deals?|is|are|leaves|transforms?|"
    r"mutates?|crews?|saddles?|explores?|has|have|you control (?:enters?|dies|attacks?|deals?|becomes?|leaves|"
    r"is))\b"
)


_SECOND = re.compile(
    r"(?:When|Whenever) (?:~|enchanted \w+|equipped \w+|you) .*?\b(?:an?|another) (?:[\w+/-]+ )*?(creature|"
    r"permanent|spell|card|land|artifact|enchantment|[A-Z][a-z]+)\b"
)


_DAMAGED = re.compile(r"\bdeals (?:combat |noncombat )?damage to an? (?:[\w+/-]+ )*creature$")
_THE_OTHER = re.compile(r"\b[tT]he other creature\b")


def not_to_itself(body: Body, split: Split) -> Body:
    """The body of a triggered ability about damage, where it speaks of "the other creature": a creature that has dealt
    damage to itself has no other one.

    split: the ability that the body belongs to. Its words are kept where nothing says which creature dealt the damage,
    and where that may be the one that was dealt it: an Aura may have come onto this one only since.
    """
    if not _DAMAGED.search(split.when) or not _THE_OTHER.search(split.effect):
        return body
    words = OtherAction(split.effect, tuple(dict.fromkeys((*touched(split.effect), "objects"))))
    targets = tuple(each for each in body if isinstance(each, Target))
    done = tuple(each for each in body if not isinstance(each, Target))
    if split.about != HOST:
        return (*targets, words)
    return (*targets, If(Matches(Ref("that"), Same(HOST)), (words,), done))


# The one player that an event names, where it names no other object.
A_PLAYER = "a player"
_PLAYER = re.compile(r"\b(?:an?|another|each|one of your) (?:player|opponent)s?\b")


def second(event: str) -> str:
    """The noun of the other object that an event names, as in "~ blocks a creature"; empty where there is none or more.

    >>> second("Whenever ~ becomes the target of a spell")
    'spell'
    """
    if re.match(r"At the beginning of each (?:player|opponent)'s ", event):
        return "" if re.search(r"\b(?:and|or) when(?:ever)? ", event) else "active player"
    if re.match(r"(?:When|Whenever) you cast [^,]*? that targets? (?!~)", event):
        return TARGETED
    found = _SECOND.match(event)
    if found is None or re.search(r"\bor (?:an?|another) ", event):
        return A_PLAYER if len(_PLAYER.findall(event)) == 1 else ""
    return found[1].lower()


def about(event: str) -> Ref | None:
    """The object that an event is about, and so what "it" means after it; None where it is unclear.

    >>> about("Whenever another creature enters").kind
    'that'
    """
    found = _SUBJECT.match(event)
    if re.match(r"Whenever you attack with (?:\w+ or more|exactly two) (?:other )?creatures", event):
        return THOSE
    if found is None:
        if re.fullmatch(r"When you cast (?:~|this spell)", event):
            return SELF
        if re.match(r"(?:When|Whenever) (?:you|a player|an opponent) casts? (?:an?|your|another) [^,]*spell", event):
            return Ref("that")
        if re.match(
            r"(?:When|Whenever) (?:you tap|a player taps|an opponent taps) (?:an?|another) [^,]*? for mana$", event
        ):
            return Ref("that")
        if re.match(r"(?:When|Whenever) you (?:sacrifice|discard|exile) (?:an?|another) (?!.*\b(?:or|and)\b)", event):
            return Ref("that")
        return None
    subject = found[1]
    rest = event[found.end(1) :]
    if subject == "~":
        # "~ blocks a creature": "it" could be either.
        others = re.search(
            r"\b(?:an?|another|target|one or more|that) (?!player|opponent|graveyard|turn|spell or ability)(?:[\w+/-]+ "
            r")*?(?:creature|permanent|artifact|land|[A-Z]\w+)s?\b",
            rest,
        )
        if re.search(r"~ (?:crews|saddles)", event):
            return Ref("that")
        return None if others else SELF
    if subject.startswith(("enchanted ", "equipped ")):
        # The object has left: it is known only as what the event was about.
        return Ref("that") if re.search(r" (?:dies|leaves|is put)\b", event) else HOST
    if re.fullmatch(r"one or more [^ ]+ counters", subject) and re.match(r" are put on ~$", rest):
        return SELF
    if re.match(r"(?:one|two|three|four|five|eight) or more ", subject) and " one or more " not in rest:
        return THOSE
    if re.fullmatch(r"the last [\w ]+ counter", subject):
        return SELF if re.match(r" is removed from ~$", rest) else None
    if subject.startswith("~ or ") or re.match(r"(?:an?|another|each|the) ", subject):
        return Ref("that")
    return None
