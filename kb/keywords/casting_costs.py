"""What keyword abilities say about the cost of casting the spell that has them."""

from __future__ import annotations

from layerproof.kb.keywords.keyword_files import does, keyword_ability
from layerproof.kb.keywords.keyword_record import UsedToPay
from layerproof.kb.model.ability import Keyword
from layerproof.kb.model.costs.cost import Cost
from layerproof.kb.notation.cost_words import cost_part, cost_parts
from layerproof.kb.notation.restrictions import described
from layerproof.kb.notation.short_forms import split_cost

MANA_COST, FREE, OWN = "mana cost", "without paying", "its cost"
FOR_MODES = "beyond the first mode"


def is_alternative(keyword: str) -> bool:
    """Whether spells are cast for the cost of this keyword rather than for their mana cost (rule key cost.alternative).

    >>> is_alternative("overload"), is_alternative("kicker")
    (True, False)
    """
    record = keyword_ability(keyword)
    return record is not None and record.cast_for is not None


def alternative_cost(keyword: str, stated: str | None) -> Cost | str:
    """The cost that is paid for a keyword: its parts, MANA_COST for the spell's mana cost, or FREE.

    keyword: one for which `is_alternative` holds. stated: the cost that stands after it. Raises ValueError where it
    needs one and none stands there.

    >>> alternative_cost("flashback", "{3}{U}"), alternative_cost("retrace", None)
    ((ManaPart(symbols='{3}{U}'),), 'mana cost')
    """
    record = keyword_ability(keyword)
    if record is None or record.cast_for is None:
        raise ValueError(f"no spell is cast for {keyword}")
    if record.cast_for.cost in (MANA_COST, FREE):
        return record.cast_for.cost
    return _cost(record.cast_for.cost, keyword, stated)


def besides(keyword: str) -> Cost:
    """What is paid besides whenever a spell is cast for a keyword; nothing for most."""
    record = keyword_ability(keyword)
    if record is None or record.cast_for is None or record.cast_for.besides is None:
        return ()
    return cost_parts(record.cast_for.besides)


def additional_times(keyword: str) -> str | None:
    """How often the cost of a keyword may be paid as an additional cost: `once` or `any`; None if it is none.

    >>> additional_times("replicate"), additional_times("flying")
    ('any', None)
    """
    record = keyword_ability(keyword)
    return None if record is None or record.additional is None else record.additional.often


def additional_cost(keyword: str, stated: str | None, number: int | None = None) -> Cost:
    """What is paid once for a keyword as an additional cost.

    stated, number: the cost and the number that stand after it. Raises ValueError where one is missing.

    >>> additional_cost("casualty", None, 2)[0].what
    AllOf(filters=(Is(category='type', word='creature'), Compare(stat='power', op='>=', value=2)))
    """
    record = keyword_ability(keyword)
    if record is None or record.additional is None:
        raise ValueError(f"{keyword} is no additional cost")
    words = record.additional.cost
    if "{number}" in words:
        if number is None:
            raise ValueError(f"no number stands after {keyword}")
        words = words.replace("{number}", str(number))
    return _cost(words, keyword, stated)


def counts_as(keyword: str, asked: str) -> bool:
    """Whether a cost of one keyword ability that was paid is a cost of another one, of which it may be a variant.

    >>> counts_as("multikicker", "kicker"), counts_as("kicker", "multikicker")
    (True, False)
    """
    if keyword == asked:
        return True
    record = keyword_ability(keyword)
    return record is not None and record.variant_of == asked


def returns_afterwards(keyword: str) -> bool:
    """Whether a spell goes to its owner's hand as it resolves, where this additional cost was paid.

    >>> returns_afterwards("buyback"), returns_afterwards("kicker"), returns_afterwards("additional cost")
    (True, False, False)
    """
    record = keyword_ability(keyword)
    return record is not None and record.additional is not None and record.additional.to == "hand"


def chooses_all_modes(keyword: str) -> bool:
    """Whether all modes of a spell are chosen where the cost of a keyword is paid (rule key modal.chosen).

    >>> chooses_all_modes("entwine"), chooses_all_modes("kicker")
    (True, False)
    """
    return does(keyword, "chooses all modes")


def used_to_pay(keyword: str) -> UsedToPay | None:
    """What a keyword lets a player use instead of mana; None where it is no such keyword.

    >>> used_to_pay("convoke").colors
    True
    """
    record = keyword_ability(keyword)
    return None if record is None else record.pays


def is_unmodelled(ability: Keyword) -> bool:
    """Whether a keyword ability changes what its spell costs in a way that is not stated.

    >>> is_unmodelled(Keyword("conspire")), is_unmodelled(Keyword("kicker"))
    (True, False)
    """
    record = keyword_ability(ability.keyword)
    return record is not None and "cost" in record.leaves_open


def is_cheaper_for_a_creature(keyword: str) -> bool:
    """Whether a player who casts a spell for the cost of a keyword may tap a creature to make it cheaper, in a way that
    is not stated.

    >>> is_cheaper_for_a_creature("harmonize"), is_cheaper_for_a_creature("flashback")
    (True, False)
    """
    record = keyword_ability(keyword)
    return record is not None and "cost for a creature" in record.leaves_open


def _cost(words: str, keyword: str, stated: str | None) -> Cost:
    if words != OWN:
        return tuple(cost_part(each, described) for each in split_cost(words))
    if stated is None:
        raise ValueError(f"no cost stands after {keyword}")
    return cost_parts(stated)
