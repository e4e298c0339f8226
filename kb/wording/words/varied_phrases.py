"""Phrases that today's templating words in several ways: what is rendered with one need not be official."""

from __future__ import annotations

import re

# A sentence that has its own place and only one wording, and does not tell how others are joined.
_FIXED = re.compile(
    r" (?:Activate only [^.]*|Any player may activate this ability|It's still a land|They're still lands"
    r"|If you don't, it enters tapped"
    r"|This ability triggers only once each turn)\."
)
_SEVERAL = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"\. [a-z]",  # two sentences, or one with "and" or ", then"
        r"\bas long as ",  # before or behind what is so, and with "remains"
        r"\bwhere x is |\bthe number of |\bdraw the ",  # or "for each", or "equal to"
        # One that each has, or one that all have.
        r"\bcounters? on them\b|\bwith an? [^ ]+ counter\b|\bcards in [^.]* (?:have|gain)\b",
        r"\b(?:on|to|for) each |\b(?:destroy|return|exile|tap|untap|sacrifice) all |^all ",
        r"\ban opponent controls|\bin graveyards\b|\bin an opponent's graveyard",  # or "your opponents control", "from"
        r"s and [a-z]+ (?:spells|cards)\b|\b(?:for each|number of) [^.,]* or ",
        r"\band protection from |\bin addition to |\bperpetually\b|\byour choice\b|\bthe next ",
        r"\bplayer or planeswalker|\banother target|\btokens? with \"|^\[?[^\"]*\bcreate [a-z' -]+, an? ",
        r"\b(?:enchanted|equipped) [a-z]+\b.*\b(?:enchanted|equipped) [a-z]+\b",
        r"^when(?:ever)? (?:an opponent|a player|another player|you and|enchanted|equipped)[^,]*, "
        r"(?:draw|gain|lose|create|exile|put|discard|mill|scry|sacrifice|return|destroy)\b",
        r"^[^\"]*\bthis [a-z]+[^\":]*: .*\bits?\b",  # or the object's word for itself once more
        r"^when(?:ever)? (?:this|[^\" ]+ (?:deals|dies|attacks|becomes|enters)) [^\"]*, (?:[^\"]* )?it\b",
        r"\bor planeswalker\. you gain\b|\bdamage to [^.]* and you gain\b|\b(?:there|that|it) is\b|\bcard name\b",
        r"\b[0-9]+ vehicle artifact token|\ban equipment token|\ball (?:any|non|[a-z]+ creatures)",
        r"\" until |\bbecomes an? [^.]* until end of turn",  # or "until end of turn, …"
    )
)


def worded_in_several_ways(text: str) -> bool:
    """Say whether official texts have more than one wording for something that a rendered text says.

    text: without what stands in quotation marks. Source: renderings of today's card texts that differ from these. It
    does not promise that there is only one wording where it says no.

    >>> worded_in_several_ways("Draw a card. Discard a card."), worded_in_several_ways("{T}: Add {G}.")
    (True, False)
    """
    plain = _FIXED.sub("", text)
    return any(each.search(plain) for each in _SEVERAL)
