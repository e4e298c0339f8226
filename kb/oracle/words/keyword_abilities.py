"""Keyword abilities within sentences."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from layerproof.kb.keywords.keyword_lines import qualities, written_names
from layerproof.kb.model.ability import Keyword
from layerproof.kb.model.costs.mana import COLORS
from layerproof.kb.notation.short_forms import keyword as from_text
from layerproof.kb.oracle.words.lexical_tokens import plain
from layerproof.kb.oracle.words.parser import Grammar, Parse

# Keyword abilities after which a number, a cost or other words stand.
_NUMBERED = frozenset(
    [
        "absorb",
        "afflict",
        "afterlife",
        "amplify",
        "annihilator",
        "backup",
        "bloodthirst",
        "bushido",
        "casualty",
        "crew",
        "devour",
        "dredge",
        "fabricate",
        "fading",
        "firebending",
        "frenzy",
        "graft",
        "harmonize",
        "hideaway",
        "mobilize",
        "modular",
        "poisonous",
        "rampage",
        "renown",
        "ripple",
        "saddle",
        "soulshift",
        "toxic",
        "tribute",
        "vanishing",
        "visit",
        "impending",
        "suspend",
        "reinforce",
    ]
)
_WITH_TEXT = frozenset(
    [
        "affinity",
        "partner",
        "champion",
        "splice",
        "companion",
        "protection",
        "hexproof",
        "landwalk",
        "offering",
        "enchant",
        "devour",
        "craft",
    ]
)
# Words that may stand after "protection from" within a sentence.
_QUALITY_END = frozenset((",", ".", "and", "until", "as", '"', "for", ";", "if", "gets", "where"))


def add_rules(grammar: Grammar) -> None:
    """Add the rules for `ability_item`: one keyword ability, or several from one "protection from … and from …"."""

    @grammar.primitive("keyword")
    def keyword(parse: Parse, at: int) -> Iterator[tuple[Any, int]]:
        names = written_names()
        text = ""
        for end in range(at, min(at + 3, len(parse.tokens))):
            text = f"{text} {parse.word(end)}".strip()
            if text in names:
                yield from _with_parameters(parse, text, end + 1)

    grammar.rule("ability_item", "<keyword>")


def _with_parameters(parse: Parse, name: str, at: int) -> Iterator[tuple[Any, int]]:
    word = parse.word(at)
    if name in ("protection", "hexproof") and word == "from":
        yield from _from(parse, name, at + 1)
        return
    if name == "protection":
        return
    if name.endswith("walk") and word != "of":
        yield (from_text(name),), at
        return
    if word.startswith("{"):
        yield (Keyword(name, cost=parse.tokens[at].raw),), at + 1
        return
    if name in _NUMBERED and word.isdigit():
        # A number X that is given has to be worked out: it stays words.
        number = int(word)
        if parse.word(at + 1) == "—" and parse.word(at + 2).startswith("{"):
            yield (Keyword(name, number=number, cost=parse.tokens[at + 2].raw),), at + 3
        else:
            yield (Keyword(name, number=number),), at + 1
        return
    if name == "landwalk" and word == "of" and parse.word(at + 2) == "chosen":
        yield (Keyword(name, quality="chosen"),), at + 4
        return
    if name == "affinity" and word == "for":
        for thing, end in parse.at("thing", at + 1):
            if thing.many:
                yield (Keyword(name, quality=plain(parse.tokens[at:end])),), end
        return
    if name == "trample" and word == "over" and parse.word(at + 1) == "planeswalkers":
        yield (Keyword(name, quality="over planeswalkers"),), at + 2
        return
    if word == "—" and name == "ward":
        end = next((i for i in range(at, len(parse.tokens)) if parse.word(i) in (".", ",")), len(parse.tokens))
        yield (Keyword(name, cost=plain(parse.tokens[at + 1 : end]).lower()),), end
        return
    if name in ("suspend", "vanishing") and word in (".", ""):
        yield (Keyword(name),), at
        return
    if (name not in _NUMBERED and name not in _WITH_TEXT) or name == "hexproof":
        yield (Keyword(name),), at


def _from(parse: Parse, name: str, at: int) -> Iterator[tuple[Any, int]]:
    """`from red`, `from black and from white`, `from the chosen color`, `from Demons`."""
    listed = _listed_colors(parse, at)
    if listed is not None:
        colors, end = listed
        yield tuple(Keyword(name, quality=color) for color in colors), end
        return
    end = at
    while end < len(parse.tokens) and parse.word(end) not in _QUALITY_END:
        end += 1
    if end == at:
        return
    found = tuple(Keyword(name, quality=quality) for quality in qualities(plain(parse.tokens[at:end])))
    if not found:
        return
    yield found, end
    next_ = end + (parse.word(end) == ",")
    next_ += parse.word(next_) == "and"
    if next_ > end and parse.word(next_) == "from":
        for more, after in _from(parse, name, next_ + 1):
            yield found + more, after


def _listed_colors(parse: Parse, at: int) -> tuple[tuple[str, ...], int] | None:
    """The colors of "white, blue, and red", at least three, and where the list ends; None for anything else."""
    colors: list[str] = []
    while parse.word(at) in COLORS and parse.word(at + 1) == ",":
        colors.append(parse.word(at))
        at += 2
    if len(colors) < 2 or parse.word(at) != "and" or parse.word(at + 1) not in COLORS:
        return None
    return (*colors, parse.word(at + 1)), at + 2
