"""The words that limit activating an ability, read as records."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

from layerproof.kb.model.costs import activation_limit as li
from layerproof.kb.model.expression import Player, Ref
from layerproof.kb.model.node import mentions, rewritten
from layerproof.kb.oracle.compiled import condition_of

_COMBAT = (
    "combat", "beginning of combat", "declare attackers", "declare blockers", "combat damage", "end of combat",
)  # fmt: skip
_TIMES = {"once": 1, "twice": 2, "three times": 3, "four times": 4}
_WHOSE = {"your": Player("you"), "an opponent's": Player("opponent"), "any": None}
_WHO = "(your|an opponent's)"
_BEFORE = "(?:,? before (attackers|blockers) are declared)?"
_PARTS = re.compile(r"; | and (?=only|no more)| but (?=only)|(?<=this ability) (?=only|no more)")
# What words that are not understood are about, where they say so.
_ABOUT = {"may activate": "player", "this ability costs": "cost"}
Build = Callable[..., li.Limit]


class Stated(NamedTuple):
    """A limit, and the words that state it."""

    words: str
    limit: li.Limit


@cache
def limits(words: str | None) -> tuple[Stated, ...]:
    """The limits that words state, each by itself; those that are not understood are kept as their words.

    words: as in `only as a sorcery and only once each turn`; None states none. Source: rule keys
    activate.instructions, activate.as_sorcery, activate.restricted. It does not promise that nothing else limits it.

    >>> [each.limit for each in limits("only as a sorcery and only twice each turn")]
    [AsSorcery(), TimesEachTurn(number=2)]
    >>> limits("only while singing")[0].limit
    OtherLimit(words='only while singing', about=None)
    >>> limits("only the youngest player may activate this ability")[0].limit.about
    'player'
    """
    parts = () if words is None else _PARTS.split(words)
    return tuple(Stated(each.strip(), _limit(each.strip())) for each in parts)


def _limit(words: str) -> li.Limit:
    for pattern, build in _FORMS:
        found = pattern.fullmatch(words)
        if found:
            return build(*found.groups())
    condition = condition_of(words.removeprefix("only if ")) if words.startswith("only if ") else None
    if condition is not None:
        # "It" and "other" are said of the object whose ability it is.
        condition = rewritten(condition, _of_the_source)
        if not mentions(condition, _is_loose):
            return li.OnlyIf(condition)
    return li.OtherLimit(words, next((about for said, about in _ABOUT.items() if said in words), None))


def _of_the_source(part: Any) -> Any:
    return Ref("self") if part in (Ref("?it"), Ref("?other")) else part


def _is_loose(part: object) -> bool:
    """Whether it refers to something that nothing before it names."""
    return isinstance(part, Ref | Player) and part.kind.startswith("?")


def _turn(whose: str, before: str | None) -> li.Limit:
    return li.OnlyDuring(_WHOSE[whose], (), None if before is None else f"declare {before}")


def _times(words: str) -> li.Limit:
    return li.TimesEachTurn(_TIMES[words])


_FORMS: tuple[tuple[re.Pattern[str], Build], ...] = tuple(
    (re.compile(pattern), build)
    for pattern, build in (
        ("only as a sorcery", lambda: li.AsSorcery()),
        ("only as an instant", lambda: li.AsInstant()),
        ("this ability", lambda: li.ByAnyone()),
        ("only once", lambda: li.OnlyOnce()),
        ("(?:only|no more than) (once|twice|three times|four times) each turn", _times),
        (f"only during {_WHO} turn{_BEFORE}", _turn),
        ("only before (attackers|blockers) are declared", lambda what: li.OnlyDuring(None, (), f"declare {what}")),
        (f"only during {_WHO} (upkeep|draw step|end step)", lambda who, step: _step(who, step)),
        ("only during any (upkeep)(?: step)?", lambda step: _step("any", step)),
        (f"only during combat{_BEFORE}", lambda before: li.OnlyDuring(None, _COMBAT, before and f"declare {before}")),
        (
            "only during the (declare attackers|declare blockers|combat damage|end of combat) step",
            lambda step: li.OnlyDuring(None, (step,)),
        ),
    )
)


def _step(who: str, step: str) -> li.Limit:
    return li.OnlyDuring(_WHOSE[who], (step.removesuffix(" step"),))
