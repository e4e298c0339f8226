"""How much a scenario may hold, so that no file keeps a run busy for hours; both engines ask it as they read.

What a person writes stays far below these numbers; a message says the limit and what to write instead.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from layerproof.kb.files.yaml_document import MAX_DIGITS
from layerproof.kb.notation.plain_data import NotationError, Path

# Entries of a timeline, those within others among them, and each as often as it happens (`times`).
MOST_ENTRIES: Final = 1_000
MOST_TIMES: Final = 100
MOST_CLAIMS: Final = 1_000
MOST_PLAYERS: Final = 20
# Characters of one text, of one that is prose, and symbols in braces in one text.
MOST_CHARACTERS: Final = 2_000
MOST_OF_PROSE: Final = 20_000
MOST_SYMBOLS: Final = 200
# Tokens, copies and cards that one instruction makes, copies or lets be drawn one after the other.
MOST_AT_ONCE: Final = 500

_PROSE: Final = frozenset({"scenario", "question", "answer", "source", "topic", "not_modelled"})
_WITHIN: Final = ("together", "any_order", "maybe")
_LONG_NUMBER = re.compile(rf"[0-9]{{{MAX_DIGITS + 1},}}")


def refuse_excess(data: Mapping[str, Any]) -> None:
    """Refuse a scenario that holds more than it may.

    data: its plain data, whatever it is. Raises NotationError with the place, the limit and the mend.

    >>> refuse_excess({"scenario": "A bear", "timeline": [{"enters": "Grizzly Bears"}]})
    """
    _refuse_many(data.get("players"), MOST_PLAYERS, ("players",), "players", "a game of fewer")
    _refuse_many(data.get("claims"), MOST_CLAIMS, ("claims",), "claims", "several scenarios, separated by ---")
    count = _counted(data.get("timeline"), ("timeline",))
    if count > MOST_ENTRIES:
        what = f"{count} entries stand in the timeline, each counted as often as it happens"
        mend = "begin with what is there: enters with counters, attached_to and told"
        raise NotationError(("timeline",), what, f"at most {MOST_ENTRIES}", mend)
    for key, value in data.items():
        _refuse_long(value, (key,), str(key))


def _refuse_many(listed: Any, most: int, path: Path, what: str, mend: str) -> None:
    if isinstance(listed, list) and len(listed) > most:
        raise NotationError(path, f"there are {len(listed)} {what}", f"at most {most}", mend)


def _counted(entries: Any, path: Path) -> int:
    """How many entries there are, with those within others, each as often as it happens."""
    if isinstance(entries, list):
        return sum(_counted(each, (*path, index)) for index, each in enumerate(entries))
    if not isinstance(entries, dict):
        return 1
    for key in _WITHIN:
        if key in entries:
            return 1 + _counted(entries[key], (*path, key))
    times = entries.get("times", 1)
    if type(times) is int and times > MOST_TIMES:
        mend = "several entries, or put and effect for what comes of it"
        raise NotationError((*path, "times"), f"found {times}", f"at most {MOST_TIMES}", mend)
    return times if type(times) is int and times > 1 else 1


def _refuse_long(value: Any, path: Path, key: str) -> None:
    if isinstance(value, dict):
        for inner, each in value.items():
            _refuse_text(inner, (*path, inner), "")
            _refuse_long(each, (*path, inner), str(inner))
    elif isinstance(value, list):
        for index, each in enumerate(value):
            _refuse_long(each, (*path, index), key)
    else:
        _refuse_text(value, path, key)


def _refuse_text(text: Any, path: Path, key: str) -> None:
    if not isinstance(text, str):
        return
    most = MOST_OF_PROSE if key in _PROSE else MOST_CHARACTERS
    if len(text) > most:
        what, mend = f"the text has {len(text)} characters", "less of it"
        raise NotationError(_shortened(path), what, f"at most {most} characters", mend)
    if key in _PROSE:
        return
    if (symbols := text.count("{")) > MOST_SYMBOLS:
        what, mend = f"the text has {symbols} braces", "fewer symbols"
        raise NotationError(_shortened(path), what, f"at most {MOST_SYMBOLS} symbols", mend)
    if _LONG_NUMBER.search(text):
        what, mend = "a number in the text is too long", "a smaller number"
        raise NotationError(_shortened(path), what, f"at most {MAX_DIGITS} digits", mend)


def _shortened(path: Path) -> Path:
    """A path for a message, without keys that are too long themselves."""
    return tuple(each if isinstance(each, int) or len(each) < 100 else f"{each[:100]}…" for each in path)


def too_many(number: int, what: str) -> str | None:
    """Say in words that one instruction would make, copy or draw more at once than is followed; None where it is not.

    >>> too_many(3, "tokens"), too_many(10**6, "tokens")
    (None, '1000000 tokens at once are too many to follow: at most 500')
    """
    return f"{number} {what} at once are too many to follow: at most {MOST_AT_ONCE}" if number > MOST_AT_ONCE else None
