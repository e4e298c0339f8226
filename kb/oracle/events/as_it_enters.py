"""As it enters: abilities that say how an object enters the battlefield."""

from __future__ import annotations

import re

from msgspec.structs import replace

from layerproof.kb.keywords.keyword_lines import written_names
from layerproof.kb.model.ability import (
    Ability,
    AsEnters,
    ConditionalException,
    EntersAsCopy,
    EntersDoing,
    EntersShape,
    EntersTapped,
    EntersWith,
    OthersEnterAsCopy,
    OthersEnterTapped,
    Shape,
    Static,
    TurnedUpDoing,
)
from layerproof.kb.model.costs.mana import COLORS
from layerproof.kb.model.effect import Effect, Only, Until
from layerproof.kb.model.expression import (
    AllOf,
    Both,
    CastFor,
    Chose,
    Compares,
    Count,
    Is,
    Matches,
    OpaqueCondition,
    OwnedBy,
    Player,
    Ref,
    State,
)
from layerproof.kb.model.instruction import Body, OtherAction, Target
from layerproof.kb.model.modification import AddAbilities, AddTypes, Modification, SetBasePT, SetColors
from layerproof.kb.model.phrases.combat_filters import Did
from layerproof.kb.notation.number_words import NUMBERS
from layerproof.kb.notation.restrictions import described
from layerproof.kb.oracle.abilities import paragraph, static_of
from layerproof.kb.oracle.bodies.ability_bodies import body_of
from layerproof.kb.oracle.bodies.ability_context import Context
from layerproof.kb.oracle.events.trigger_conditions import condition_of
from layerproof.kb.oracle.nouns.described_objects import gathered, still
from layerproof.kb.oracle.single_phrases import one_meaning
from layerproof.kb.oracle.words.lexicon import COUNTER_KIND, TYPE_WORDS, basic_land_types, family
from layerproof.kb.oracle.words.open_references import HOST, SELF, Thing, scaled

_TAPPED = re.compile(r"~ enters(?: the battlefield)? tapped(?: (unless|if) ([^.]+))?\.$")
_PAY = re.compile(
    r"As ~ enters(?: the battlefield)?, you may ([^.]+)\. If you don't, (?:it|~) enters(?: the battlefield)? tapped\.$"
)
_SHOWN = re.compile(r"reveal an? ([^.]+ card) from your hand$")
_WITH = re.compile(
    r"~ enters(?: the battlefield)? with (.+?) (?:additional )?([+\-\w/]+(?: strike)?) counters? "
    r"on it(?: for each ([^.]+)| equal to ([^.]+)|, where X is ([^.]+)| if ([^.]+))?\.$"
)
_IF_KICKED = re.compile(r"^If (~ was kicked(?: with its \{\S+ kicker)?), it enters with ([^,.]+ on it)\.$")
_CHOOSE = re.compile(r"As ~ enters(?: the battlefield)?, choose (?:an? )?([^.]+)\.$")
_ONE_OF = re.compile(r"As ~ enters(?: the battlefield)?, choose ([\w, ]+ or [\w ]+)\.")
_TAPPED_AND = re.compile(r"~ enters(?: the battlefield)? tapped\. As it enters, (choose [^.]+\.)$")
_NAMED_IN_HANDS = re.compile(
    r"As ~ enters(?: the battlefield)?, each opponent reveals their hand\. You choose the name of an? ([^.]+) revealed "
    r"this way\.$"
)
_COUNTER_OF_CHOICE = re.compile(r"~ enters(?: the battlefield)? with your choice of an? ([^.]+) counter on it\.$")
_BEFORE_THE_GAME = re.compile(
    r"If ~ is your commander, choose a color before the game begins\. ~ is the chosen color\.$"
)
_BECOMES = re.compile(
    r"As ~ enters(?: the battlefield)?( or is turned face up)?, it becomes your choice of (.+?)( "
    r"in addition to its other types)?\.$"
)
_ANCHORS = re.compile(
    r"As ~ enters(?: the battlefield)?, choose (?P<one>\w+) or (?P<two>\w+)\.\n"
    r"• (?i:(?P=one)) — (?P<first>[^\n]+)\n• (?i:(?P=two)) — (?P<second>[^\n]+)$"
)
# Abilities in lines of their own, of which the object has those that are chosen.
_GAINS_CHOSEN = re.compile(
    r"As ~ enters(?: the battlefield)?, choose (two|three) abilities for it to gain —\n• (.+)$", re.DOTALL
)
_ABILITIES = re.compile(r"As ~ enters(?: the battlefield)?, choose (two|three) abilities from among ([^.]+)\.$")
_DOING = re.compile(r"As ~ (enters(?: the battlefield)?|is turned face up), ([^.]+\.)$")
_TAPPED_OTHERS = re.compile(r"([^.]+) enters?(?: the battlefield)? tapped\.$")
_AS_COPY = re.compile(
    r"(?:If (?P<condition>[^,]+), y|Y)ou may have ~ enter(?: the battlefield)?(?P<tapped> tapped)? as a copy of "
    r"(?:any|an?|another) (?P<of>[^.,]+?)(?:, except (?P<except>.+?))?\.?$"
)
_COPY_FOR_A_TURN = re.compile(
    r"As ~ enters, you may have it become a copy of (?:any|an?|another) ([^.,]+?) until end of turn"
    r"(?:, except (.+?))?\.$"
)
_AND_THEN = re.compile(r"(?P<first>(?:[^\"]|\"[^\"]*\")*?(?<=[.\"])) When you do, (?P<then>.+)$")
_OTHERS = re.compile(r"([^.]+) enters?(?: the battlefield)? as (?:a copy|copies) of (~|enchanted creature)\.$")
_CHOICES = {
    "creature type": "creature type",
    "color": "color",
    "opponent": "player",
    "player": "player",
    "creature": "creature",
    "card name": "card name",
    "number": "number",
    "basic land type": "basic land type",
    "land type": "land type",
    "card type": "card type",
    "artifact": "artifact",
    "odd or even": "mode",
}


def entering(text: str, types: tuple[str, ...]) -> tuple[Ability, ...] | None:
    """The abilities of a paragraph that says how its object enters, None for any other paragraph.

    text: normalised. A condition that is not understood is kept as its words.
    """
    match = _TAPPED.match(text)
    if match:
        if match[1] is None:
            return (EntersTapped(),)
        if match[1] == "if":
            return None
        return (EntersTapped(condition_of(match[2]) or OpaqueCondition(match[2])),)
    match = _PAY.match(text)
    if match:
        life = re.fullmatch(r"pay (\d+) life", match[1])
        if life:
            return (EntersTapped(life=int(life[1])),)
        return (EntersTapped(_shown(match[1]) or OpaqueCondition(match[1])),)
    match = _COUNTER_OF_CHOICE.match(text)
    if match:
        return _counter_of_choice(match[1])
    match = _WITH.match(_IF_KICKED.sub(r"~ enters with \2 if \1.", text))
    if match:
        return _with(match)
    if text.startswith("~ escapes with "):
        escaped = entering(text.replace("escapes", "enters", 1), types)
        if escaped is None or not isinstance(counters := escaped[0], EntersWith) or counters.condition:
            return None
        return (EntersWith(counters.kind, counters.number, CastFor("escape")),)
    if _BEFORE_THE_GAME.match(text):
        # The choice is linked with the characteristic-defining ability (rule key linked.choice).
        own = Effect(Only(SELF), (SetColors(("chosen",)),))
        return AsEnters(("color",), True), Static((own,), Matches(SELF, State("commander")), cda=True)
    match = _NAMED_IN_HANDS.match(text)
    if match and (named := described(match[1].removesuffix(" card"))) is not None:
        # Which cards were in those hands is nothing that a card by itself tells.
        return (AsEnters(("card name",), named=AllOf((named, Did("that was revealed this way")))),)
    match = _GAINS_CHOSEN.match(text)
    if match:
        return _anchored(tuple((each.rstrip("."), each) for each in match[2].split("\n• ")), types, NUMBERS[match[1]])
    match = _ABILITIES.match(text)
    if match:
        known = set(re.split(r", (?:and )?| and ", match[2])) <= written_names()
        return (AsEnters(("mode",) * NUMBERS[match[1]]),) if known else None
    match = _ONE_OF.fullmatch(text)
    if match and (asked := _one_of(tuple(re.split(r", (?:or )?| or ", match[1])))) is not None:
        return (asked,)
    match = _CHOOSE.match(text)
    if match:
        kind = re.fullmatch(r"(.+) card name", match[1])
        if kind and (named := described(kind[1])) is not None:
            return (AsEnters(("card name",), named=named),)
        what, other_than, excepted = match[1].partition(" other than ")
        never = tuple(excepted.split(" or ")) if other_than else ()
        if never and not (what in ("color", "card type") and set(never) <= {*COLORS, *TYPE_WORDS}):
            return None
        parts = re.split(r" and an? ", what)
        choices = tuple(_CHOICES[part] for part in parts if part in _CHOICES)
        if len(choices) < len(parts):
            return None
        return (AsEnters(choices, opponent="opponent" in parts, never=never),)
    match = _TAPPED_AND.match(text)
    if match:
        chosen = entering(f"As ~ enters, {match[1]}", types) or ()
        return tuple(replace(each, tapped=True) for each in chosen if isinstance(each, AsEnters)) or None
    match = _ANCHORS.match(text)
    if match:
        return _anchored(((match["one"], match["first"]), (match["two"], match["second"])), types)
    more = _AND_THEN.match(text) if " enter as a copy of " in text else None
    then = () if more is None else body_of(more["then"][0].upper() + more["then"][1:], types, None)
    match = _AS_COPY.match(text if more is None else more["first"])
    if match:
        return _as_copy_if(match, then)
    match = _COPY_FOR_A_TURN.match(text)
    if match:
        found_ = _as_copy(match[1], match[2], False)
        return None if found_ is None else (replace(found_[0], until=Until("end of turn")),)
    match = _OTHERS.match(text)
    if match:
        return _others(match[1], SELF if match[2] == "~" else HOST)
    match = _TAPPED_OTHERS.match(text)
    if match:
        thing = one_meaning("thing", match[1][0].lower() + match[1][1:])
        return (
            (OthersEnterTapped(thing.filter),) if isinstance(thing, Thing) and thing.many and not thing.zones else None
        )
    match = _BECOMES.match(text)
    if match:
        return _shapes(match[2], match[1] is not None)
    match = _DOING.match(text)
    if match:
        return _doing(match[2], match[1].startswith("is"), types)
    first, full, rest = text.partition(". ")
    static = _static_after(first.removesuffix(" at random"), rest, types) if full else None
    if static is not None:
        return static
    if full and _CHOOSE.match(f"{first}.") and rest.startswith("~ enters"):
        one, two = entering(f"{first}.", types), entering(rest, types)
        return (*one, *two) if one and two else None
    return None


def _one_of(words: tuple[str, ...]) -> AsEnters | None:
    """The choice of one of several words that are all colors, card types, land types or creature types."""
    what = ""
    if set(words) <= set(COLORS):
        what = "color"
    elif set(words) <= set(TYPE_WORDS):
        what = "card type"
    elif {family(each) for each in words} == {"land"}:
        what = "basic land type" if set(words) <= set(basic_land_types()) else "land type"
    elif {family(each) for each in words} == {"creature"}:
        what = "creature type"
    return AsEnters((what,), only=words) if what else None


def _static_after(first: str, rest: str, types: tuple[str, ...]) -> tuple[Ability, ...] | None:
    """A choice on entering and, in the same paragraph, what the object is or has by it."""

    if not _CHOOSE.match(f"{first}.") or not re.match(r"~ (?:has|is|gets) ", rest):
        return None
    chosen, static = entering(f"{first}.", types), static_of(rest, Context(types))
    return (*chosen, static) if chosen and static else None


def _anchored(options: tuple[tuple[str, str], ...], types: tuple[str, ...], number: int = 1) -> tuple[Ability, ...]:
    """Anchor words: so many of them are chosen, and the object has the abilities that stand behind them."""

    given = [
        Static((Effect(Only(SELF), (AddAbilities(paragraph(text, Context(types))),)),), Chose(word))
        for word, text in options
    ]
    return (AsEnters(("mode",) * number), *given)


def _counter_of_choice(words: str) -> tuple[Ability, ...] | None:
    """One of several kinds of counters, each under the condition that it was chosen."""
    kinds = one_meaning("kind_choice", words)
    if not isinstance(kinds, tuple) or not all(COUNTER_KIND.match(kind) or kind in written_names() for kind in kinds):
        return None
    return (AsEnters(("mode",)), *(EntersWith(kind, 1, Chose(kind)) for kind in kinds))


def _doing(text: str, turned_up: bool, types: tuple[str, ...]) -> tuple[Ability, ...] | None:
    body = body_of(text[0].upper() + text[1:], types, SELF)
    if any(isinstance(each, OtherAction | Target) for each in body):
        return None
    return (TurnedUpDoing(body),) if turned_up else (EntersDoing(body),)


def _shapes(words: str, face_up_too: bool) -> tuple[Ability, ...] | None:
    """The options of "it becomes your choice of a 3/3 creature or a 1/6 Wall creature with defender"."""
    options = []
    for part in re.split(r",? or (?=an? |[0-9])|, (?=an? )", words):
        shape = one_meaning("shape", part)
        if shape is None and isinstance(size := one_meaning("size", part), tuple):
            shape = (SetBasePT(*size),)
        if not isinstance(shape, tuple):
            return None
        mods = still(gathered(shape))
        options.append(Shape(re.sub(r"^an? ", "", part), tuple(m for m in mods if m != AddTypes(("creature",)))))
    return (EntersShape(tuple(options), face_up_too),) if len(options) > 1 else None


def _shown(action: str) -> Both | None:
    """What must be so for cards of some kind to have been revealed from hand; None for any other action.

    There must be such a card in the hand, and the player must do what they may.
    """
    match = _SHOWN.match(action)
    thing = one_meaning("thing", match[1]) if match else None
    if not isinstance(thing, Thing) or thing.zones:
        return None
    there = Count(thing.with_(OwnedBy(Player("you"))).filter, ("hand",))
    return Both((Compares(there, ">=", 1), Chose("may")))


def _with(match: re.Match[str]) -> tuple[Ability, ...] | None:
    number: object = one_meaning("count", match[1]) if match[1] != "X" else one_meaning("number", "X")
    if match[1] == "a number of" and match[4]:
        number = one_meaning("any_value", match[4])
    elif match[4]:
        return None
    if match[3]:
        value = one_meaning("each", match[3])
        if value is None or not isinstance(number, int):
            return None

        number = scaled(number, value)  # type: ignore[arg-type]
    if match[5]:
        number = one_meaning("any_value", match[5])
    condition = (condition_of(match[6]) or OpaqueCondition(match[6])) if match[6] else None
    if number is None or not COUNTER_KIND.match(match[2]):
        return None
    return (EntersWith(match[2], number, condition),)  # type: ignore[arg-type]


_WITH_MORE = re.compile(
    r"(?:, |, and | and |^)(?:and )?(?:if it's an? (\w+), )?it enters(?: the battlefield)? with "
    r"(an?|\w+) additional ([+\-\w/]+) counters? on it(?: if it's an? (\w+))?(?: and has ([^,]+))?(?=,|"
    r" and |$)"
)


def _as_copy(words: str, exceptions: str | None, tapped: bool) -> tuple[EntersAsCopy] | None:
    words = re.sub(r" on the battlefield$", "", words)
    thing = one_meaning("thing", words)
    if not isinstance(thing, Thing) or (State("card") in thing.filters and thing.zones is None):
        return None
    mods: tuple[Modification, ...] = ()
    keep: tuple[str, ...] = ()
    counters: list[EntersWith] = []
    only_if: list[ConditionalException] = []
    if exceptions is not None:
        exceptions = exceptions.replace("its other types and, if", "its other types, if")
        for found_ in _WITH_MORE.finditer(exceptions):
            number = one_meaning("count", found_[2])
            kind = found_[1] or found_[4]
            condition = Matches(SELF, Is("type", kind)) if kind else None
            counters.append(EntersWith(found_[3], number, condition))  # type: ignore[arg-type]
            if found_[5]:
                abilities = one_meaning("abilities", found_[5])
                if not kind or not isinstance(abilities, tuple):
                    return None
                only_if.append(ConditionalException(kind, (AddAbilities(abilities),)))
        exceptions = re.sub(r"^(?:, and |, | and )", "", _WITH_MORE.sub("", exceptions))
    if exceptions:
        parts = one_meaning("exceptions", exceptions)
        if not isinstance(parts, tuple):
            return None
        mods, keep = parts
    return (
        EntersAsCopy(
            thing.filter, mods, keep, tapped, thing.where(), exceptions_if=tuple(only_if), counters=tuple(counters)
        ),
    )


def _as_copy_if(match: re.Match[str], then: Body) -> tuple[Ability, ...] | None:
    """An ability by which an object may enter as a copy while a condition holds, and what is done when it does."""
    condition = None if match["condition"] is None else condition_of(match["condition"])
    found_ = _as_copy(match["of"], match["except"], match["tapped"] is not None)
    if found_ is None or (match["condition"] is not None and condition is None):
        return None
    return (replace(found_[0], condition=condition, then=then),)


def _others(words: str, of: Ref) -> tuple[Ability, ...] | None:
    words = re.sub(r"^each ", "", words[0].lower() + words[1:])
    thing = one_meaning("thing", words)
    if not isinstance(thing, Thing) or thing.zones is not None:
        return None
    return (OthersEnterAsCopy(thing.filter, of),)
