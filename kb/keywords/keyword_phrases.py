"""Keyword abilities compared by their parts: what a phrase names, and whether an ability is that."""

from __future__ import annotations

import re
from functools import cache

from layerproof.kb.keywords.chosen_qualities import CHOSEN_QUALITIES, is_looked_up, same_quality
from layerproof.kb.keywords.keyword_files import keyword_ability
from layerproof.kb.keywords.keyword_lines import keyword_line
from layerproof.kb.model.ability import Ability, Activated, Keyword, Opaque, Solved, Static, Triggered

_CYCLING = re.compile(r"([a-z]+(?: [a-z]+)?)cycling")
# A number that is counted stands with the quality.
_COUNTED = "X, where "
_OPEN_COST = re.compile(r"its mana cost|.*\bx being ")


@cache
def phrase_of(text: str) -> tuple[Keyword, ...]:
    """The keyword abilities that a phrase names, in capital or small letters; none where it names none.

    text: one keyword ability with or without its parameters, or several as in `protection from red and from blue`.
    What an Aura may enchant is not read here.

    >>> phrase_of("Equip Knight {1}") == (Keyword("equip", cost="{1}", quality="Knight"),)
    True
    >>> [each.quality for each in phrase_of("mountaincycling")], phrase_of("Draw a card")
    (['Mountain'], ())
    """
    of_type = _CYCLING.fullmatch(text.strip().lower())
    if of_type is not None:
        quality = None if of_type[1] == "type" else of_type[1][:1].upper() + of_type[1][1:]
        return (Keyword("cycling", quality=quality),)
    if text.strip().lower().startswith("enchant "):
        return ()
    return keyword_line(text, None) or ()


def is_named(mine: Keyword, phrase: Keyword) -> bool | None:
    """Whether a keyword ability is what a phrase names; None where words of its own leave that open.

    mine: the ability. phrase: as `phrase_of` gives it; with a name alone any parameters do, else each that is said must
    agree, and a quality that is not said must not be there. Source: the scenario format.

    >>> is_named(Keyword("ward", cost="{2}"), Keyword("ward")), is_named(Keyword("equip", cost="{1}", quality="Knight"),
    ... Keyword("equip", cost="{1}"))
    (True, False)
    """
    if mine.keyword != phrase.keyword:
        return False
    said = [_same_number(mine, phrase), _same_quality(mine, phrase), _same_cost(mine.cost, phrase.cost)]
    return False if False in said else None if None in said else True


def behind(ability: Ability) -> str | None:
    """The keyword behind which an ability that is no keyword ability is written, which its object then has (rule keys
    keyword.boast, keyword.exhaust, keyword.forecast, keyword.max_speed, keyword.solved, keyword.visit).

    >>> behind(Static((), behind="max speed")), behind(Opaque("boast — {2}: Shout."))
    ('max speed', 'boast')
    """
    match ability:
        case Activated(behind=word) | Triggered(behind=word) | Static(behind=word):
            return word
        case Solved():
            return "solved"
        case Opaque(gloss) if " — " in gloss:
            word = gloss.partition(" — ")[0].lower()
            return word if keyword_ability(word) is not None else None
    return None


def _same_number(mine: Keyword, phrase: Keyword) -> bool | None:
    if phrase.number is None or mine.number == phrase.number:
        return True
    return None if (mine.quality or "").startswith(_COUNTED) else False


def _same_quality(mine: Keyword, phrase: Keyword) -> bool | None:
    if phrase.quality is None:
        alone = phrase.number is None and phrase.cost is None
        counted = (mine.quality or "").startswith(_COUNTED)
        return alone or mine.quality is None or (None if counted else False)
    if mine.quality is None:
        return False
    if same_quality(mine.quality, phrase.quality):
        return True
    # A quality that was chosen is what it came to, of which the printed words say otherwise; and what is looked up may
    # come to any. Where nothing was chosen, as for a later copy, none is meant (rule key linked.undefined_choice).
    chosen = phrase.quality == "chosen" or phrase.quality in CHOSEN_QUALITIES
    return None if chosen or (mine.quality != "chosen" and is_looked_up(mine.quality)) else False


def _same_cost(mine: str | None, wanted: str | None) -> bool | None:
    if wanted is None:
        return True
    if mine is None:
        return False
    have, want = _folded(mine), _folded(wanted)
    if have == want or _folded(mine.partition(". ")[0]) == want:
        return True
    if _OPEN_COST.match(have):
        return None
    if have.startswith("{") and want.startswith("{"):
        return sorted(re.findall(r"\{[^}]*\}|[^{}]+", have)) == sorted(re.findall(r"\{[^}]*\}|[^{}]+", want))
    # Words may say one cost in several ways, but not with other numbers, and not as something else that is done.
    numbers = [re.findall(r"[0-9]+", each) for each in (have, want)]
    return None if numbers[0] == numbers[1] and have.split(" ")[0] == want.split(" ")[0] else False


def _folded(words: str) -> str:
    return words.lower().strip(" .").replace("’", "'")
