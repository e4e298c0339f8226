"""The words that some edition of the rules knows: what was a word once is no slip of the pen today."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache

from layerproof.kb.notation.short_forms import CARD_TYPES, SUPERTYPES
from layerproof.kb.rulebook.dated_values import histories, vocabulary_on
from layerproof.kb.rulebook.edition import load_edition
from layerproof.kb.rulebook.vocabulary import Vocabulary, vocabulary_from

_SORTS: dict[str, Callable[[Vocabulary], Iterable[str]]] = {
    "color": lambda words: words.colors,
    "card type": lambda words: words.card_types,
    "supertype": lambda words: words.supertypes,
    "subtype": lambda words: (word for family in words.subtypes.values() for word in family),
    "keyword": lambda words: words.keyword_abilities,
    "keyword action": lambda words: words.keyword_actions,
    "ability word": lambda words: words.ability_words | words.italic_labels | words.without_game_function,
    "counter": lambda words: words.keyword_counters | words.counters_with_rules_meaning,
}
# Words of cards that the rules of tournaments do not know.
_BESIDE = {"card type": CARD_TYPES, "supertype": SUPERTYPES}


def is_word(sort: str, word: str) -> bool:
    """Whether a word is one of a sort in any edition, the newest being asked first: most words are words today.

    sort: `color`, `card type`, `supertype`, `subtype`, `keyword`, `keyword action`, `ability word` or `counter`.

    >>> is_word("card type", "tribal"), is_word("card type", "creatur")
    (True, False)
    """
    return word in _SORTS[sort](load_edition("current").vocabulary) or word in every_word(sort)


@cache
def every_word(sort: str) -> frozenset[str]:
    """All words of a sort, of all editions; sorts as in `is_word`.

    >>> "totem armor" in every_word("keyword")
    True
    """
    return frozenset(_BESIDE.get(sort, ())).union(_SORTS[sort](_of_all_days()))


@cache
def _of_all_days() -> Vocabulary:
    """The lists of the histories with every word that was ever in them."""
    lists = {name: [each._replace(since="", until="") for each in words] for name, words in histories().lists.items()}
    return vocabulary_from(vocabulary_on(lists, histories().days[0]))
