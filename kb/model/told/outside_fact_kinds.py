"""What a scenario tells that no event of a game changes: the players themselves, the draft, what is printed on cards.

Some cards ask for it. It is told as other facts are (`kb/model/told/fact_kinds.py`); what is not told is unknown.
"""

from __future__ import annotations

from typing import Final

# What may be so of a player, and how a rules text that speaks to its controller says that it is.
OUTSIDE_OF_PLAYERS: Final[dict[str, str]] = {
    "standing": "you're standing",
    "eating": "you're eating",
    "wearing a hat": "you're wearing a hat",
    "dark outdoors": "it's dark outdoors",
    "nighttime": "it's nighttime",
    "playing with sleeves": "you're playing with sleeves",
    "games lost this match": "you've lost a game this match",
    "on the Mirran team": "you're on the Mirran team",
    "on the Phyrexian team": "you're on the Phyrexian team",
    "deck with a mono-black color identity": "your deck's color identity is mono-black",
    "deck with a mono-red color identity": "your deck's color identity is mono-red",
    "Mirrans won the event": "the Mirrans won the event",
    "Phyrexians won the event": "the Phyrexians won the event",
}
# Numbers of players. The height is in whatever unit the scenario uses for all of them.
OUTSIDE_NUMBERS: Final = ("height", "losses in this event", "hour of the day")
# Keyword abilities that a creature card removed from a draft may have had.
DRAFTED: Final = (
    "flying", "first strike", "double strike", "deathtouch", "haste", "hexproof", "indestructible", "lifelink",
    "menace", "reach", "vigilance",
)  # fmt: skip
# What is printed on a card besides its characteristics, or how it is printed.
PRINTED: Final = (
    "has flavor text", "decorated", "premium", "white-bordered", "has a black or silver expansion symbol",
    "printed in at least five releases", "from the MOM main set", "has an Order of the Widget watermark",
    "Transformers card", "wears a hat in its art",
)  # fmt: skip
# What players do with an object at the table.
AT_THE_TABLE: Final = ("held above the battlefield", "hands touching it", "other cards of its name outside the game")


def drafted(keyword: str) -> str:
    """The fact that a player removed a creature card with a keyword ability from the draft.

    >>> drafted("reach")
    'creature cards with reach removed from the draft'
    """
    return f"creature cards with {keyword} removed from the draft"
