"""Shared qualifiers: which of several nouns a quality behind the last of them is said of."""

from __future__ import annotations

from layerproof.kb.model.expression import AllOf, AnyOf, Compare, Filter, HasKeyword, Is, Not
from layerproof.kb.oracle.words.open_references import joined

_CREATURE = Is("type", "creature")
# Keyword abilities of creatures in combat, which no other noun is described by.
_IN_COMBAT = frozenset(
    {
        "deathtouch", "defender", "double strike", "fear", "first strike", "flying", "haste", "horsemanship", "infect",
        "intimidate", "lifelink", "menace", "reach", "shadow", "skulk", "trample", "vigilance", "wither",
    }
)  # fmt: skip
# What stands behind a noun with "with" or "without", not whose or which one it is.
_SAID_BEHIND = (Compare, HasKeyword)
_SIZES = frozenset({"power", "toughness", "base_power", "base_toughness"})


def narrowed(filters: tuple[Filter, ...], quality: tuple[Filter, ...]) -> tuple[Filter, ...] | None:
    """The filters of a noun phrase with a quality that only the last of its alternatives can have.

    filters: of the phrase so far. quality: what stands behind it. Returns None where the quality is said of the whole
    phrase. "Artifact, enchantment, or creature with flying" is any artifact, any enchantment, or a creature that flies,
    since power, toughness and abilities of combat are looked for on creatures; "with mana value 3 or less" is said of
    all of them. Alternatives that are all creatures, or subtypes, share the quality.

    >>> narrowed((AnyOf((Is("type", "artifact"), _CREATURE)),), (HasKeyword("flying"),))[0].filters[0]
    Is(category='type', word='artifact')
    >>> narrowed((AnyOf((Is("type", "artifact"), _CREATURE)),), (Compare("mana_value", "<=", 3),)) is None
    True
    """
    if not quality:
        return None
    for place, each in enumerate(filters):
        if isinstance(each, AnyOf) and _holds_another(each) and all(isinstance(q, _SAID_BEHIND) for q in quality):
            last = joined((each.filters[-1], *quality))
            return (*filters[:place], AnyOf((*each.filters[:-1], last)), *filters[place + 1 :])
    if not all(map(_of_creatures, quality)):
        return None
    for place, each in enumerate(filters):
        if not isinstance(each, AnyOf) or _CREATURE not in _parts(each.filters[-1]):
            continue
        if all(map(_another_kind, each.filters[:-1])) and _CREATURE not in filters:
            last = joined((each.filters[-1], *quality))
            return (*filters[:place], AnyOf((*each.filters[:-1], last)), *filters[place + 1 :])
    return None


def _holds_another(either: AnyOf) -> bool:
    """Whether the last alternative takes in another one, which it would make needless without a quality of its own:
    "legendary creature or creature with mana value 1"."""
    last = frozenset(_parts(either.filters[-1]))
    return any(last < frozenset(_parts(each)) for each in either.filters[:-1])


def _parts(filter_: Filter) -> tuple[Filter, ...]:
    return filter_.filters if isinstance(filter_, AllOf) else (filter_,)


def _another_kind(filter_: Filter) -> bool:
    """Whether a description names a kind of objects that is not said to be creatures."""
    parts = _parts(filter_)
    return _CREATURE not in parts and any(isinstance(p, Is) and p.category in ("type", "subtype") for p in parts)


def _of_creatures(quality: Filter) -> bool:
    if isinstance(quality, AllOf | AnyOf):
        return all(map(_of_creatures, quality.filters))
    if isinstance(quality, Not):
        return _of_creatures(quality.filter)
    if isinstance(quality, Compare):
        return quality.stat in _SIZES
    return isinstance(quality, HasKeyword) and quality.keyword in _IN_COMBAT
