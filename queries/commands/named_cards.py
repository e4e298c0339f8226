"""The cards that a person means who typed words on the command line: what is taken for them is always said."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from layerproof.kb.cards.name_search import is_name, meant
from layerproof.kb.cards.store import face_of, load_card
from layerproof.kb.errors import KnowledgeError
from layerproof.queries.words.object_table import types_text

_SHOWN = 15
# More words than any name has are not tried as one name.
_LONGEST = 12


class SeveralMeant(KnowledgeError):
    """Words that may mean several cards: `lines` lists them with what tells them apart."""

    def __init__(self, text: str, names: Sequence[str], alike: bool) -> None:
        self.lines = [line_of(each) for each in names[:_SHOWN]]
        more = len(names) - len(self.lines)
        if more:
            self.lines.append(f"and {more} more; another word of the name tells them apart")
        super().__init__(
            f"no card named {text!r} is known; the most like it" if alike else f"{text!r} may mean {len(names)} cards",
            mend="type the name as it stands here" if alike else "type more of the name",
        )


def line_of(name: str) -> str:
    """Show a card in one line: its name, mana cost, type line, power and toughness.

    >>> line_of("Grizzly Bears")
    'Grizzly Bears  {1}{G}  Creature — Bear  2/2'
    """
    card = load_card(name)
    at = face_of(card, name)
    face = card.faces[at]
    said = [name, face.mana_cost or "", types_text(face.supertypes, face.types, face.subtypes)]
    if face.power is not None or face.toughness is not None:
        said.append(f"{face.power}/{face.toughness}")
    if at and card.faces[0].name:
        said.append(f"(a face of {card.faces[0].name})")
    return "  ".join(each for each in said if each)


def card_meant(text: str) -> tuple[str, str | None]:
    """Find the card that a person means by what was typed, and say what was taken for it.

    text: a name, words of one, or a name with a slip. Returns the name, and a sentence if it is not what was typed.
    Raises SeveralMeant where several cards have the words or are alike, KnowledgeError where none is.

    >>> card_meant("godhead")
    ('Godhead of Awe', '“godhead” is taken for Godhead of Awe.')
    """
    found = meant(text)
    if found.how == "name":
        return text, None
    if len(found.names) == 1 and found.how in ("words", "slip"):
        unknown = "" if found.how == "words" else f"No card named “{text}” is known. "
        return found.names[0], f"{unknown}“{text}” is taken for {found.names[0]}."
    if not found.names:
        raise KnowledgeError(
            f"no card named {text!r} is known",
            expected="the English name of a card, or words of it",
            mend="layerproof cards import FILE makes the cards of a card file known",
        )
    raise SeveralMeant(text, found.names, found.how == "like")


def names_typed(words: Sequence[str]) -> list[str]:
    """Put together the names that were typed without quotation marks.

    words: the arguments of a command, each a card, or each one word of the names of cards. Returns the cards, each as
    `NAME` or `NAME: key=value`: the arguments themselves where one of them was quoted or each is a name; else the only
    way in which they are names of cards one after the other; else all of them as words of one name, or each as a word
    of a name where no name has them all. Raises KnowledgeError where there are several ways.

    >>> names_typed(["Grizzly", "Bears", "Godhead", "of", "Awe:", "as=awe"])
    ['Grizzly Bears', 'Godhead of Awe: as=awe']
    """
    if len(words) < 2 or any(" " in each.strip() for each in words) or all(map(is_name, words)):
        return list(words)
    ways = []
    for way in _ways(list(words)):
        ways.append(way)
        if len(ways) > 1:
            told = " or ".join(", ".join(f'"{each}"' for each in one) for one in ways)
            raise KnowledgeError("these words name cards in several ways", expected=told, mend="quote each card")
    if ways:
        return ways[0]
    one = " ".join(words)
    apart = meant(name_and_rest(one)[0]).how != "words" and all(_is_clear(each) for each in words)
    return list(words) if apart else [one]


def _is_clear(word: str) -> bool:
    found = meant(word)
    return found.how in ("name", "words") and len(found.names) == 1


def _ways(words: list[str]) -> Iterator[list[str]]:
    """Every way to take words as names of cards one after the other."""
    if not words:
        yield []
    for end in range(1, min(len(words), _LONGEST) + 1):
        card = " ".join(words[:end])
        if is_name(name_and_rest(card)[0]):
            for rest in _ways(words[end:]):
                yield [card, *rest]


def name_and_rest(card: str) -> tuple[str, str]:
    """Take `NAME: key=value,…` apart; names of cards may themselves hold a colon.

    >>> name_and_rest("Grizzly Bears: +1/+1=2"), name_and_rest("Circle of Protection: Red")
    (('Grizzly Bears', '+1/+1=2'), ('Circle of Protection: Red', ''))
    """
    name, found, rest = card.rpartition(": ")
    if not found and "=" in card and ":" in card:
        name, found, rest = card.rpartition(":")
    return (name.strip(), rest) if found and "=" in rest else (card.strip(), "")


def cards_meant(words: Sequence[str]) -> tuple[list[str], list[str]]:
    """Find the cards that arguments mean, as `names_typed` and `card_meant` do.

    Returns the cards with their keys, and what is to be said of them.
    """
    cards, said = [], []
    for typed in names_typed(words):
        name, rest = name_and_rest(typed)
        if not name:
            raise KnowledgeError("a card without a name", expected="the English name of a card")
        found, remark = card_meant(name)
        cards.append(f"{found}: {rest}" if rest else found)
        said += [remark] if remark is not None else []
    return cards, said
