"""Words, known as such only, that speak of turns: of skipped steps, hand sizes and forced attacks."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Literal, NamedTuple

Whose = Literal["you", "opponents", "all"]

# So many cards a player may keep (rule key turn.discard), and a number that no hand comes to.
MAXIMUM_HAND_SIZE, NO_MAXIMUM = 7, 1_000_000
_SKIPPED = re.compile(r"\bskips?\b.*\b(?:steps?|phases?|turns?)\b", re.IGNORECASE)
_OTHER_TURNS = re.compile(
    r"\bskips?\b|\b(?:extra|additional) (?:turn|phase|combat|upkeep|step|end step|beginning)|\bend the turn\b"
    r"|\bdon't lose\b.*\bmana\b|\bmana\b.*\bdon't lose\b|\bas steps and phases end\b",
    re.IGNORECASE,
)
_MUST_ATTACK = re.compile(r"\battacks?\b[^.]*\bif able\b|\bmust attack\b|\bgoad(?:s|ed)?\b", re.IGNORECASE)
_PLAIN_SKIP = re.compile(
    r"(?:skip (?P<your>your)|players skip their|each player skips their) (?P<step>draw|upkeep) steps?\.?",
    re.IGNORECASE,
)
_NO_SIZE = re.compile(
    r"(?P<who>you|players|each player|each opponent|your opponents) (?:have|has) no maximum hand size"
)
_SIZE = re.compile(
    r"(?P<who>your|each player's|each opponent's) maximum hand size is "
    r"(?:(?P<way>increased|reduced) by )?(?P<number>[a-z]+|[0-9]+)"
)
_NUMBERS = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
)  # fmt: skip
_MEANT = {name: number for number, name in enumerate(_NUMBERS)} | {"twenty": 20}


class HandSize(NamedTuple):
    """What words say of the maximum hand size of players: `none`, that it `is` so many, or so many `more` or `less`."""

    whose: Whose
    kind: Literal["none", "is", "more", "less"]
    number: int = 0


def skips_something(words: str) -> bool:
    """Whether words say that a step, phase or turn is skipped (rule key replacement.skip).

    >>> skips_something("You skip your next turn"), skips_something("skip that draw instead")
    (True, False)
    """
    return _SKIPPED.search(words) is not None


def changes_turns(words: str) -> bool:
    """Whether words speak of other turns, steps or pools than the rules have.

    >>> changes_turns("Take an extra turn after this one"), changes_turns("You have no maximum hand size.")
    (True, False)
    """
    return _OTHER_TURNS.search(words) is not None


def makes_attack(words: str) -> bool:
    """Whether words may require a creature to attack (rule key attack.requirement).

    >>> makes_attack("~ attacks each combat if able"), makes_attack("~ can't attack")
    (True, False)
    """
    return _MUST_ATTACK.search(words) is not None


def skipped_step(words: str) -> tuple[Whose, Literal["draw", "upkeep"]] | None:
    """Whose step is skipped, and which, where a static ability says no more than that; None for other words.

    >>> skipped_step("Skip your draw step."), skipped_step("Players skip their upkeep steps.")
    (('you', 'draw'), ('all', 'upkeep'))
    """
    found = _PLAIN_SKIP.fullmatch(words)
    if found is None:
        return None
    return "you" if found["your"] else "all", "draw" if found["step"].lower() == "draw" else "upkeep"


def hand_size(words: str) -> HandSize | None:
    """What words say of the maximum hand size; None where they say more, or something else.

    >>> hand_size("You have no maximum hand size."), hand_size("Your maximum hand size is reduced by two.")
    (HandSize(whose='you', kind='none', number=0), HandSize(whose='you', kind='less', number=2))
    """
    said = words.lower().rstrip(".")
    if found := _NO_SIZE.fullmatch(said):
        return HandSize(_whose(found["who"]), "none")
    if (found := _SIZE.fullmatch(said)) is None:
        return None
    number = int(found["number"]) if found["number"].isdigit() else _MEANT.get(found["number"])
    if number is None:
        return None
    way: Literal["is", "more", "less"] = "is"
    if found["way"]:
        way = "more" if found["way"] == "increased" else "less"
    return HandSize(_whose(found["who"]), way, number)


def lets_keep(words: str) -> bool:
    """Whether words, not understood whole, give no smaller maximum hand size than there is.

    >>> lets_keep("no maximum hand size"), lets_keep("Your maximum hand size is as small as you like")
    (True, False)
    """
    return "no maximum hand size" in words.lower()


def said_of_players(kind: str, words: str) -> str:
    """The sentence that an effect on players makes of its words.

    >>> said_of_players("you", "no maximum hand size")
    'you have no maximum hand size'
    """
    who = {"you": "you have", "any": "players have", "opponent": "each opponent has"}.get(kind)
    return words if who is None else f"{who} {words}"


def least_maximum(said: Iterable[HandSize | None]) -> int:
    """The least that the maximum hand size of a player can be, by all that is said of it.

    None stands for words that are not understood. Several of different kinds count in an order that is not asked for
    here. Source: rule key turn.discard.

    >>> least_maximum([]), least_maximum([HandSize("you", "none")]) == NO_MAXIMUM, least_maximum([None])
    (7, True, 0)
    """
    listed = list(said)
    known = [each for each in listed if each is not None]
    if len(known) < len(listed):
        return 0
    kinds = {each.kind for each in known}
    if kinds == {"none"}:
        return NO_MAXIMUM
    less = sum(each.number for each in known if each.kind == "less")
    if kinds <= {"more", "less"}:
        return max(0, MAXIMUM_HAND_SIZE + sum(each.number for each in known if each.kind == "more") - less)
    numbers = [each.number for each in known if each.kind == "is"]
    if kinds == {"is"} and len(set(numbers)) == 1:
        return numbers[0]
    return max(0, min([MAXIMUM_HAND_SIZE, *numbers]) - less)


def is_settled(said: Iterable[HandSize | None]) -> bool:
    """Whether the maximum hand size is just what `least_maximum` gives for the same words.

    >>> is_settled([]), is_settled([None]), is_settled([HandSize("you", "is", 2), HandSize("you", "less", 1)])
    (True, False, False)
    """
    listed = list(said)
    known = [each for each in listed if each is not None]
    kinds = {each.kind for each in known}
    alike = kinds == {"is"} and len({each.number for each in known}) == 1
    return len(known) == len(listed) and (kinds <= {"more", "less"} or kinds == {"none"} or alike)


def _whose(who: str) -> Whose:
    return "you" if who in ("you", "your") else "opponents" if "opponent" in who else "all"
