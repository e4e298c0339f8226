"""The wording of an ability: its text, how far it can be trusted, and whether a piece stands in it or surely not."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

from layerproof.kb.model.ability import Ability, Activated, ClassLevel, Keyword, Loyalty, Mana
from layerproof.kb.model.costs.cost import ManaPart, TapSelf
from layerproof.kb.notation.number_words import NUMBER_WORDS
from layerproof.kb.wording.words.english import DOUBT, GLOSS, small, unmarked
from layerproof.kb.wording.words.found_text import loosely_found, own_text, plain, text_found
from layerproof.kb.wording.words.varied_phrases import worded_in_several_ways

# Words that stand in a record wherever they stand in the official text, whatever its order of words: symbols, powers
# and toughnesses, colors, subtypes, and what is done to what.
_DATA = re.compile(
    r"\{[^}]+\}|[+-]?[0-9X]+/[+-]?[0-9X]+|\b(?:white|blue|black|red|green)\b|(?<=[^.:] )\b[A-Z][a-z]{2,}\b"
    r"|\b(?:target|copy|mana|sacrifice|destroy|exile|draw|discard|token|damage|life|maximum|hand|enters)\b"
)
_NUMBER = {word: number for number, word in enumerate(NUMBER_WORDS)}
_WITH_BODY = ("activated", "loyalty", "spell", "modal", "enters_doing", "turned_up_doing")
_COST = re.compile(r"(.*?): ")


class Trust(Enum):
    """When a rendered text without doubt counts as the official one: always, because renderings of such records are
    compared with official texts (`COMPARED`); where there is one wording for all that it says (`ONE_WORDING`); or
    never, because nobody printed it where it is (`NEVER`), as what an effect granted."""

    COMPARED = 1
    ONE_WORDING = 2
    NEVER = 3


@dataclass(frozen=True)
class Wording:
    """An ability as text, with what is known of its faithfulness.

    exact: every part of it has the official wording, so that the absence of a piece can be trusted. also: the same
    text with the other words by which the object may call itself. own_exact: as exact, but only for what stands
    outside quotation marks. complete: no part of it is a gloss in our own words, so that symbols, colors, subtypes,
    powers and toughnesses are those of the official text even where its order of words may differ. costs: the words
    before the colon of an activated ability in all forms, none for others. cost_known: all of these are known.
    kind: the tag of the ability's record. mana: it is a mana ability. printed: the paragraph in which it is
    printed, in all forms, where it is known: no piece is said, or lacking by exactness, that the paragraph
    gainsays.
    """

    text: str
    exact: bool
    also: tuple[str, ...] = ()
    own_exact: bool = False
    complete: bool = False
    costs: tuple[str, ...] = ()
    cost_known: bool = True
    kind: str = "opaque"
    mana: bool = False
    printed: tuple[str, ...] = ()

    def says(self, piece: str) -> bool:
        """Say whether the piece stands in the text, whichever word the object uses for itself.

        >>> Wording("{T}: Add {G}.", True).says("add {G}")
        True
        """
        here = any(text_found(piece, each) for each in (self.text, *self.also))
        return here and (not self.printed or self._prints(piece))

    def _prints(self, piece: str) -> bool:
        return any(text_found(piece, each) for each in self.printed)

    def lacks(self, piece: str) -> bool:
        """Say whether the piece surely does not stand in the official text; False where it does or may.

        piece: as a scenario quotes it. Where the text is not exact, a piece is still surely absent that names another
        cost or a trigger that the record does not have, or, if the record is complete, a symbol, number or subtype
        that is not in it. It does not promise to find out every absence.

        >>> Wording("{T}: Add {G}.", True).lacks("{T}: Add {R}"), Wording("In our words.", False).lacks("Draw a card")
        (True, False)
        """
        if any(text_found(piece, each) for each in (self.text, *self.also, *self.printed)):
            return False
        if not self.printed and loosely_found(piece, self.text):
            return False
        if self.exact or (self.own_exact and '"' not in piece):
            return True
        if self.kind != "opaque" and (self._other_cost(piece) or self._other_trigger(piece)):
            return True
        mine = [plain(own_text(each)) for each in (self.text, *self.also)]
        return self.complete and (
            any(not any(_has(each, word) for each in mine) for word in _DATA.findall(small(piece)))
            or bool(_numbers(piece) - _numbers(" ".join(mine)))
        )

    def _other_cost(self, piece: str) -> bool:
        wanted = _COST.match(piece)
        if wanted is None or '"' in wanted[1] or not self.cost_known:
            return False
        if self.kind == "activated" and not self.mana and piece[wanted.end() :].startswith("Add "):
            return True
        return not any(text_found(wanted[1], each) and each.endswith(wanted[1][-1:]) for each in self.costs)

    def _other_trigger(self, piece: str) -> bool:
        follows = self.kind in ("triggered", "chapter") or (self.kind in _WITH_BODY and not self.complete)
        return not follows and re.match(r"(?:When|Whenever|At) ", piece) is not None


def _numbers(text: str) -> set[int]:
    """The plain numbers of a text from two on, in figures or in words."""
    words = re.findall(r"(?<![+/{-])\b(?:\d+|[a-z]+)\b(?!/)", text.lower())
    found = (int(each) if each.isdigit() else _NUMBER.get(each, 0) for each in words)
    return {each for each in found if each > 1}


def _has(text: str, word: str) -> bool:
    if word[0] in "{+-":
        return word in text
    return re.search(rf"(?<!\w){re.escape(word.rstrip('s'))}(?:s|es)?(?!\w)", text, re.IGNORECASE) is not None


def worded(ability: Ability, text: str, also: tuple[str, ...], trust: Trust) -> Wording:
    """The wording of an ability from its text with the marks of doubt, which are taken out of it.

    trust: when what has no mark is the official wording; keyword abilities, and those that add mana for symbols alone,
    are worded in one way wherever they stand.

    >>> worded(Loyalty(1), "[+1]: Draw a card.", (), Trust.COMPARED).costs
    ('[+1]',)
    """
    own = own_text(text)
    if isinstance(ability, Keyword) or _is_plain_mana(ability):
        trust = Trust.COMPARED
    exact = trust is not Trust.NEVER and DOUBT not in text and GLOSS not in text
    own_exact = trust is not Trust.NEVER and DOUBT not in own and GLOSS not in own
    if trust is Trust.ONE_WORDING:
        exact = exact and not worded_in_several_ways(text)
        own_exact = own_exact and not worded_in_several_ways(own)
    costs: tuple[str, ...] = ()
    if isinstance(ability, Activated | Loyalty | ClassLevel):
        found = [_COST.match(own_text(each)) for each in (text, *also)]
        costs = tuple(each[1] for each in found if each)
    return Wording(
        text=unmarked(text),
        exact=exact,
        also=tuple(unmarked(each) for each in also),
        own_exact=own_exact,
        complete=GLOSS not in own,
        costs=tuple(map(unmarked, costs)),
        cost_known=not any(GLOSS in each for each in costs),
        mana=isinstance(ability, Activated) and ability.adds is not None,
        kind=str(ability.__struct_config__.tag),
    )


def _is_plain_mana(ability: Ability) -> bool:
    """Whether an ability only adds mana for symbols."""
    if not isinstance(ability, Activated) or ability.body or ability.restriction or ability.behind:
        return False
    plain_cost = all(isinstance(each, TapSelf | ManaPart) for each in ability.cost)
    return plain_cost and ability.adds is not None and ability.adds == Mana(ability.adds.symbols)
