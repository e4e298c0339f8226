"""Names of cards with a comma that stand without quotation marks in braces, where YAML takes them apart."""

from __future__ import annotations

from typing import Any, Final

from layerproof.kb.scenario.closed_words import near

# The keys behind which the name of a card may stand.
NAMING: Final = ("enters", "card", "resolves", "cast", "play_land", "merges", "half", "card name")


def joined_names(data: Any, keys: frozenset[str]) -> Any:
    """Put names together again that YAML took apart at their commas.

    data: plain data of a scenario. keys: the words that are keys of entries. In `{enters: Urborg, Tomb of Yawgmoth}`
    the rest of the name is a key without a value; where it follows the name of a card, is none of the keys and no
    slip in one, it can be nothing but that rest. Returns the data with such names whole, and all else as it stands.
    It does not promise that there is such a card: that is asked as other names are.

    >>> joined_names({"enters": "Urborg", "Tomb of Yawgmoth": None, "as": "urborg"}, frozenset({"enters", "as"}))
    {'enters': 'Urborg, Tomb of Yawgmoth', 'as': 'urborg'}
    """
    if isinstance(data, list):
        return [joined_names(each, keys) for each in data]
    if not isinstance(data, dict):
        return data
    joined: dict[Any, Any] = {}
    open_name: str | None = None
    for key, value in data.items():
        if open_name is not None and value is None and isinstance(key, str) and _is_rest(key, keys):
            joined[open_name] = f"{joined[open_name]}, {key}"
            continue
        open_name = key if key in NAMING and isinstance(value, str) else None
        joined[key] = joined_names(value, keys)
    return joined


def _is_rest(key: str, keys: frozenset[str]) -> bool:
    """Whether a word without a value is the rest of a name, and not a key or a slip in one."""
    return key not in keys and (" " in key or key[:1].isupper() or not near(key, keys))
