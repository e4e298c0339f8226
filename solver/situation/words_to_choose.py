"""Words that a player chooses, such as a color or a land type: which may be chosen, and how many."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from layerproof.kb.errors import nearest
from layerproof.kb.model.ability import AsEnters
from layerproof.kb.model.keyword_action import ChooseWord
from layerproof.solver.layers.choosing import chosen
from layerproof.solver.layers.scene import Source, Undecided
from layerproof.solver.layers.view import Entry
from layerproof.solver.situation.game import Forbidden, Game, Invalid

Choices = tuple[tuple[str, tuple[str | int, ...]], ...]

# Under which keys a scenario may tell a word, by what is chosen.
_TOLD_AS = {
    "color": ("color",),
    "card type": ("card type", "type"),
    "creature type": ("creature type", "subtype"),
    "land type": ("land type", "basic land type", "nonbasic land type", "subtype"),
    "basic land type": ("basic land type", "land type", "subtype"),
    "nonbasic land type": ("nonbasic land type", "land type", "subtype"),
}
_SUBTYPES = {key for keys in _TOLD_AS.values() if "subtype" in keys for key in keys}
_RULES = {"color": "color.choice", "card type": "type.list"}


def words_exist(game: Game, choices: Choices) -> None:
    """Go on only if the words that are told as chosen are such words in this edition.

    Raises Invalid for what is no color, and Forbidden for what is no type of the sort that the key names: there may be
    one in another edition. It does not ask what a text lets be chosen. Source: rule keys color.choice, subtype.choice.
    """
    for key, values in choices:
        known = _words(game, key)
        odd = [] if known is None else [each for each in values if each not in known]
        if known is None or not odd:
            continue
        if key == "color":
            raise Invalid(f"{odd[0]!r} is no color", "one of " + ", ".join(known))
        raise _is_none(str(odd[0]), key, known)


def with_word(game: Game, source: Source, asked: ChooseWord, origin: str) -> Source:
    """The source of a resolution after a word has been chosen, so that what follows means this word and no other.

    Nothing changes where none is told. Raises Undecided where only a choice of before could be meant, and Forbidden for
    a word that the text does not let be chosen, for several where one is chosen, and where a type of another sort is
    told in its place. Source: rule keys resolve.choices, color.choice, subtype.choice.
    """
    keys = _TOLD_AS[asked.what]
    told = dict(source.choices)
    key = next((each for each in keys if told.get(each)), None)
    others = _SUBTYPES - set(keys) if asked.what in _SUBTYPES else set()
    if key is None:
        if any(told.get(each) for each in others):
            what = f"{origin} has a {asked.what} chosen, and that is not told"
            raise Forbidden(what, "resolve.choices", f"choices: {asked.what}")
        if any(chosen(game.scene(), source, each) for each in keys):
            # What was chosen as the source entered is not what is chosen now.
            raise Undecided(f"which {asked.what} is chosen for {origin} is not told (choices: {asked.what})")
        return source
    _ask(game, told[key], asked.what, None if asked.several else 1, asked.never)
    kept = tuple(pair for pair in source.choices if pair[0] not in others | (set(keys) - {key}))
    return source._replace(choices=kept)


def words_as_it_enters(game: Game, choices: Choices, entry: Entry) -> None:
    """Go on only if the words that are chosen as an object enters are such as its abilities let be chosen, and no more.

    entry: what it is as it enters. Raises Forbidden. Source: rule keys choice.as_enters, color.choice, subtype.choice.
    """
    asks = [each.ability for each in entry.abilities if isinstance(each.ability, AsEnters)]
    told = dict(choices)
    for what, number in Counter(key for each in asks for key in each.choose if key != "mode").items():
        asking = [each for each in asks if what in each.choose]
        never = tuple(word for each in asking for word in each.never)
        only = tuple(word for each in asking for word in each.only) if all(each.only for each in asking) else ()
        for key in _TOLD_AS.get(what, (what,)):
            if key in told:
                _ask(game, told[key], what, number, never, only)


def _ask(
    game: Game,
    values: Sequence[str | int],
    what: str,
    number: int | None,
    never: tuple[str, ...],
    only: tuple[str, ...] = (),
) -> None:
    rule = _RULES.get(what, "subtype.choice" if what in _SUBTYPES else "resolve.choices")
    if number is not None and len(values) > number:
        raise Forbidden(f"{len(values)} words are told where {number} is chosen ({what})", rule, "fewer of them")
    if len(set(values)) < len(values):
        raise Forbidden(f"one word is told twice ({what})", rule, "different ones")
    known = _words(game, what)
    for each in values:
        if known is not None and each not in known:
            raise _is_none(str(each), what, known)
        if each in never or (only and each not in only):
            raise Forbidden(f"{each} is a {what} that may not be chosen here", "resolve.choices", "another one")


def _is_none(word: str, what: str, known: Sequence[str]) -> Forbidden:
    close = nearest(word, known)
    return Forbidden(f"{word!r} is no {what}", _RULES.get(what, "subtype.choice"), " or ".join(close) or "one that is")


def _words(game: Game, what: str) -> Sequence[str] | None:
    """The words of a sort, None where any word may be one."""
    book = game.edition.vocabulary
    match what:
        case "color":
            return book.colors
        case "card type":
            return sorted(book.card_types)
        case "creature type":
            return book.creature_types
        case "land type":
            return book.land_types
        case "basic land type":
            return book.basic_land_types
        case "nonbasic land type":
            return book.nonbasic_land_types
    return None
