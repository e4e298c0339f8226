"""The words that may be chosen where a player chooses a color, a card type or a subtype, seen by the checker."""

from __future__ import annotations

from layerproof.kb.model.ability import AsEnters
from layerproof.kb.model.keyword_action import ChooseWord
from layerproof.kb.rulebook.vocabulary import Vocabulary
from layerproof.solver.proof.check.incomplete import ForbiddenChoice, Incomplete
from layerproof.solver.proof.check.reading import Reader
from layerproof.solver.proof.check.view import Entry
from layerproof.solver.proof.check.world import Says

Choices = tuple[tuple[str, tuple[str | int, ...]], ...]
Word = str | int

_LAND = ("land type", "basic land type", "nonbasic land type")
_TYPES = (*_LAND, "creature type", "subtype")


def is_such(book: Vocabulary, sort: str, word: Word) -> bool:
    """Whether a word is one of a sort in an edition; of a sort that no list of the edition gives, any word is.

    Source: the rules on colors, on card types and on subtypes.
    """
    if sort == "color":
        return word in book.colors
    if sort == "card type":
        return word in book.card_types
    if sort == "creature type":
        return word in book.subtypes["creature"]
    if sort in _LAND:
        basic = word in book.basic_land_types
        return word in book.subtypes["land"] and sort != ("nonbasic land type" if basic else "basic land type")
    return True


def refuse_unknown_words(book: Vocabulary, choices: Choices) -> None:
    """Refuse what an event tells as a chosen word and the edition does not have: ValueError for a color, which is one
    under every edition or none, ForbiddenChoice for another word."""
    for sort, words in choices:
        for word in words:
            if not is_such(book, sort, word):
                if sort == "color":
                    raise ValueError(f"{words} are no colors")
                raise ForbiddenChoice(f"{word}, which is no {sort}")


def after_choice(reader: Reader, asked: ChooseWord) -> Says:
    """What a resolution says once a word is chosen in it: other words of this kind that are told mean nothing now.

    ForbiddenChoice where the word may not be chosen, where it is more than one and only one is chosen, and where what
    is told is another kind of type. Incomplete where nothing is told that this resolution chose, but something that was
    chosen before could be taken for it.
    """
    says, may = reader.says, _ways(asked.what)
    told = [pair for pair in says.choices if pair[0] in may and pair[1]]
    if not told:
        if asked.what in _TYPES and [1 for sort, words in says.choices if sort in _TYPES and words]:
            raise ForbiddenChoice(f"a type that is no {asked.what}")
        if [1 for sort in may if reader.choice(sort)]:
            raise Incomplete(f"which {asked.what} is chosen, and not as the source entered")
        return says
    sort, words = min(told, key=lambda pair: may.index(pair[0]))
    if len(words) != 1 and not asked.several:
        raise ForbiddenChoice(f"more than one {asked.what}")
    _refuse(reader.world.edition.vocabulary, asked.what, words, asked.never)
    kind = set(_TYPES if asked.what in _TYPES else may)
    kept = tuple(pair for pair in says.choices if pair[0] == sort or pair[0] not in kind)
    return Says(**{**says.__dict__, "choices": kept})


def refuse_as_it_enters(book: Vocabulary, entry: Entry, choices: Choices) -> None:
    """ForbiddenChoice where more words are chosen for what enters than its abilities ask for, or such as they or the
    rules do not let be chosen."""
    asked: dict[str, list[AsEnters]] = {}
    for instance in entry.abilities:
        for sort in instance.ability.choose if isinstance(instance.ability, AsEnters) else ():
            asked.setdefault(sort, []).append(instance.ability)  # type: ignore[arg-type]
    asked.pop("mode", None)
    for sort, by in asked.items():
        for told, words in choices:
            if told in _ways(sort):
                if len(words) > len(by):
                    raise ForbiddenChoice(f"{len(words)} for {len(by)} ({sort})")
                _refuse(book, sort, words, tuple(word for each in by for word in each.never))
                _refuse_unlisted(sort, words, [each.only for each in by])


def _refuse(book: Vocabulary, sort: str, words: tuple[Word, ...], never: tuple[str, ...]) -> None:
    if len({*words}) != len(words):
        raise ForbiddenChoice(f"one {sort} twice")
    for word in words:
        if word in never or not is_such(book, sort, word):
            raise ForbiddenChoice(f"{word}, which may not be chosen ({sort})")


def _refuse_unlisted(sort: str, words: tuple[Word, ...], lists: list[tuple[str, ...]]) -> None:
    """ForbiddenChoice for a word that stands in none of the lists of which one is chosen, unless a text has none."""
    for word in words:
        if not any(word in listed or not listed for listed in lists):
            raise ForbiddenChoice(f"{word}, which is not among those that may be chosen ({sort})")


def _ways(sort: str) -> tuple[str, ...]:
    """The keys under which a scenario tells a word of a sort, the plainest first."""
    if sort == "land type":
        return (*_LAND, "subtype")
    if sort in _TYPES:
        return (sort, *(["land type"] if sort in _LAND else []), "subtype")
    return (sort, "type") if sort == "card type" else (sort,)
