"""Which sorts of occurrences an event that is not understood could be made of, told by its verb."""

from __future__ import annotations

import re

# The first that fits decides. What stands before the verb may be anything.
_VERBS = (
    (r"casts?\b(?! or\b)", ("cast",)),
    (r"draws?\b", ("drew",)),
    (r"shuffles?\b", ("shuffled",)),
    (r"(?:deals?|dealt) (?:\w+ )?damage", ("damaged",)),
    (r"(?:gains?|loses?) life", ("life_change",)),
    (r"attacks?\b", ("attacked",)),
    (r"blocks?\b", ("blocked",)),
    (r"becomes? blocked", ("blocked", "status_change")),
    (r"enters?\b|dies\b|leaves? the battlefield|sacrifices?\b|discards?\b", ("zone_change",)),
    (r"becomes? (?:tapped|untapped)", ("status_change",)),
    (r"becomes? the target", ("targeted",)),
    (r"counters? (?:is|are) (?:put on|removed from)", ("counter_change",)),
)
# Words by which a clause speaks of more than one event, or of something besides the verb.
_MORE = re.compile(
    r"\b(?:or|and) (?:is|are|cop(?:y|ies)|plays?|cycles?|activates?|creates?|exiles?|puts?|surveils?|scrys?|casts?"
    r"|draws?|enters?|dies|leaves?|attacks?|blocks?|becomes?|deals?|gains?|loses?|sacrifices?|discards?|transforms?|specializes"
    r"|taps?|untaps?|unlocks?|fully|explores?|exploits?|crews?|saddles?|mutates?|turns?|the|an?|another)\b"
    r"|\b(?:plays?|cycles?|copy|copies|rolls?|scrys?|surveils?|searches) (?:or|and)\b"
)


def sorts_of(when: str) -> tuple[str, ...]:
    """The tags of the only occurrences that could be an event of these words; empty where that is not known.

    >>> sorts_of("whenever you draw your second card each turn")
    ('drew',)
    """
    if (
        re.search(r" countered|n't blocked", when)
        or _MORE.search(when)
        or re.search(r"\b(?:and|or) (?:when|whenever|at) ", when)
    ):
        return ()
    found = [sorts for pattern, sorts in _VERBS if re.match(rf"when(?:ever)? [^,]*?\b(?:{pattern})", when)]
    if len(found) == 1:
        return found[0]
    return ()
