"""The compiler recognises keyword abilities, with what stands after them, on the cards of both corpora.

Run `python tests/rulebook/test_keywords_in_corpora.py` to print how many cards have each keyword, and
on how many it is read.
"""

from __future__ import annotations

import gzip
import json
import os
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from layerproof.kb.keywords.keyword_files import keyword_ability, keyword_names
from layerproof.kb.model.ability import Keyword
from layerproof.kb.model.node import mentions
from layerproof.kb.model.raw_card import RawFace
from layerproof.kb.oracle.compiler import compile_face

FILES = {"2026": "oracle-corpus-2026.json.gz", "2019": "scryfall-oracle-cards-2019.json.gz"}
# Of the FAQ, and those with which it compares them; forecast is read as the activated ability that stands after it.
OF_THE_FAQ = (
    "replicate", "graft", "recover", "ripple", "flash", "split second", "suspend", "vanishing", "fading", "undying",
    "persist", "miracle", "soulbond", "overload", "scavenge", "unleash", "flashback", "storm", "level up", "morph",
    "kicker", "multikicker", "buyback", "entwine", "retrace", "rebound", "cascade", "evoke", "hexproof", "shroud",
    "protection", "haste", "defender", "first strike", "double strike", "trample", "vigilance", "reach", "lifelink",
)  # fmt: skip
# Those of them that are named for nothing else on a card.
RARER = OF_THE_FAQ[: OF_THE_FAQ.index("hexproof")]
# Of which a corpus tells such a keyword for something else: the name of a card, flavor words, what a plane or a joke
# says, a cost that is spoken of.
TOLD_OTHERWISE = {"The Fearsome Flock", "Gardens of Tranquil Repose", "Shadow of the Goblin",
    "Phyrexian Midway Bamboozle", "Night Brushwagg Ringmaster", "Storm, Queen of Wakanda"}  # fmt: skip
# Cards that are no part of the game of the rules: their borders are silver, or they are for tests.
JOKES = {"Old Fogey", "Built Bear", "Incubob", "Cursed Firebreathing Yogurt", "Narrow-Minded Baloney Fireworks",
    "Contortionist Otter Storm", "Kevin, Questing Dragon", "Urza's Dark Cannonball", "17-Year Cicadas"}  # fmt: skip


class Seen(NamedTuple):
    """A paragraph of a card that begins with a keyword, and whether the compiled card has it with its parameters."""

    card: str
    keyword: str
    read: bool
    parameters: bool


def _cards(name: str) -> list[dict[str, Any]]:
    """The cards of a corpus, but those that are jokes."""
    given = os.environ.get("LAYERPROOF_SHARED")
    folders = [Path(given)] if given else [parent / "shared" for parent in Path(__file__).resolve().parents]
    file = next((f / "cards" / FILES[name] for f in folders if (f / "cards" / FILES[name]).is_file()), None)
    if file is None:
        pytest.skip("the card corpora are absent: set LAYERPROOF_SHARED to the folder that holds cards/")
    with gzip.open(file) as stream:
        cards: list[dict[str, Any]] = json.load(stream)
    return [
        each
        for each in cards
        if each.get("set_type") not in ("funny", "token", "memorabilia") and each.get("border_color") != "silver"
        if each["name"] not in JOKES
    ]


def _entries(name: str) -> Iterator[tuple[str, str, str, str]]:
    """Name, types, text and layout of the cards of a corpus, of each face where it tells the faces."""
    for card in _cards(name):
        for each in card.get("card_faces") or (card,):
            text = each.get("text") if name == "2026" else each.get("oracle_text")
            if text:
                yield each["name"], each["type"] if name == "2026" else each["type_line"], text, card["layout"]


def _written(text: str) -> set[str]:
    """The keyword abilities with which a paragraph of a card begins, or a part of one that is a list of them."""
    found: set[str] = set()
    for paragraph in re.sub(r"\s*\([^)]*\)", "", text).split("\n"):
        paragraph = paragraph.strip()
        parts = [] if '"' in paragraph or paragraph.endswith(".") else re.split("[,;] ", paragraph.lower())
        for part in parts:
            names = [name for name in keyword_names() if re.match(rf"{re.escape(name)}(?:$| \d| \{{|—| from )", part)]
            if not names:
                break
            found.update(names)
    return found


def _fits(keyword: Keyword) -> bool:
    """Whether a keyword has what its file says it takes; a number may be counted and stand in words."""
    record = keyword_ability(keyword.keyword)
    assert record is not None
    has = {"number": keyword.number, "cost": keyword.cost, "quality": keyword.quality, "filter": keyword.filter}
    needed = [each for each in record.takes if each in ("number", "cost")]
    return all(has[each] is not None for each in needed) or (keyword.quality or "").startswith("X")


def _keywords(compiled: object) -> dict[str, list[Keyword]]:
    """All keyword abilities within compiled abilities, those of level symbols too, by their names."""
    have: dict[str, list[Keyword]] = {}

    def gather(node: object) -> bool:
        if isinstance(node, Keyword):
            have.setdefault(node.keyword, []).append(node)
        return False

    mentions(compiled, gather)
    return have


@cache
def seen(name: str) -> tuple[Seen, ...]:
    """Every keyword with which a paragraph begins, on every card of a corpus."""
    found: list[Seen] = []
    for card, line, text, layout in _entries(name):
        written = _written(text)
        if not written:
            continue
        types = tuple(word.lower() for word in line.split("—")[0].split())
        compiled = compile_face(RawFace(name=card, types=types, oracle_text=text, layout=layout))
        have = _keywords(compiled)
        for keyword in sorted(written):
            record = keyword_ability(keyword)
            if record is not None and "text" not in record.takes:
                names = [keyword, record.variant_of or keyword, keyword.split(" ")[0]]
                mine = [one for each in names for one in have.get(each, [])]
                found.append(Seen(card, keyword, bool(mine), any(map(_fits, mine))))
    return tuple(found)


@pytest.mark.long
@pytest.mark.parametrize("name", FILES)
def test_keywords_of_the_faq_are_read_on_every_card(name: str) -> None:
    """Each with its parameters; at least as many cards as there were when the test was written."""
    of = [each for each in seen(name) if each.keyword in OF_THE_FAQ]
    assert len(of) > 3000
    assert [each for each in of if not (each.read and each.parameters)] == []


@pytest.mark.long
def test_keywords_that_a_corpus_tells_of_a_card_are_read_wherever_they_stand() -> None:
    """Also those that a card gives to others: on every card in whose text the word is."""
    told, missed = 0, set[str]()
    for card in _cards("2026"):
        text = re.sub(r"\s*\([^)]*\)", "", card["text"] or "").lower()
        words = [each for each in map(str.lower, card["keywords"] or ()) if each in RARER and each in text]
        if words:
            types = tuple(each.lower() for each in card["type"].split("—")[0].split())
            have = _keywords(
                compile_face(RawFace(card["name"], types=types, oracle_text=card["text"], layout=card["layout"]))
            )
            told += len(words)
            missed |= {card["name"] for each in words if not {each, each.removeprefix("multi")} & set(have)}
    assert told > 1200
    assert missed == TOLD_OTHERWISE


@pytest.mark.long
@pytest.mark.parametrize("name", FILES)
def test_nearly_all_keywords_are_read(name: str) -> None:
    """Of all keyword abilities not one in two hundred is missed, with its parameters not one in a hundred."""
    everything = seen(name)
    assert len(everything) > 6500
    assert sum(not each.read for each in everything) / len(everything) < 0.005
    assert sum(not each.parameters for each in everything) / len(everything) < 0.01


if __name__ == "__main__":
    for corpus in FILES:
        cards, read = Counter(each.keyword for each in seen(corpus)), Counter[str]()
        read.update(each.keyword for each in seen(corpus) if each.read and each.parameters)
        print(f"{corpus}: {sum(read.values())} of {sum(cards.values())}")
        print(", ".join(f"{word} {read[word]}/{count}" for word, count in sorted(cards.items())))
        print("not:", [each[:2] for each in seen(corpus) if not (each.read and each.parameters)][:60])
