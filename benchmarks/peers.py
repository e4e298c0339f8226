"""The same boards with other engines, where they are installed: what they say, and what they take.

`tests/reference` states the layers as an answer-set program for `clingo`; it says all that we say. `python-mtg` (pip
install python-mtg) evaluates a board as Datalog. It tells power and keywords and knows no order of arrival, so only
boards whose answer does not hang on one are compared, and of those power and keywords alone.
"""

from __future__ import annotations

import importlib.util
import sys
from functools import partial
from pathlib import Path

import shapes
from timing import best, table

from layerproof.kb.model.ability import Keyword

# The cards on the battlefield in the order of arrival; the power and keywords of all creatures are compared.
BOARDS = (
    ("Grizzly Bears", "Glorious Anthem"),
    ("Serra Angel", "Glorious Anthem", "Humility"),
    ("Serra Angel", "Godhead of Awe"),
    ("Maritime Guard", "Lord of Atlantis"),
    ("Student of Warfare",),
    ("Tarmogoyf", "Grizzly Bears"),
    ("Sol Ring", "March of the Machines"),
    ("Grizzly Bears", "Craw Wurm", "Serra Angel", "Hill Giant", "Runeclaw Bear", "Glorious Anthem"),
)
WATCHED = frozenset({"flying", "vigilance", "first strike", "double strike", "trample", "islandwalk", "haste"})
Seen = dict[str, tuple[int | None, tuple[str, ...]]]


def ours(names: tuple[str, ...]) -> tuple[Seen, float]:
    """The power and keywords of each creature of a board, and the milliseconds of one evaluation."""
    events = [f'  - {{enters: "{name}", as: p{place}}}' for place, name in enumerate(names)]
    game = shapes.game_of(shapes.scenario(events, "a board"))
    view = shapes.derive(game).scene.view
    seen: Seen = {}
    for item in game.situation.objects:
        entry = view[item.id]
        if "creature" in entry.types:
            words = (_keyword(each.ability) for each in entry.abilities if isinstance(each.ability, Keyword))
            seen[item.card.name or ""] = (entry.power, tuple(sorted(set(words) & WATCHED)))
    return seen, best(lambda: shapes.derive(game))


def _keyword(ability: Keyword) -> str:
    return f"{(ability.quality or '').lower()}walk" if ability.keyword == "landwalk" else ability.keyword


def theirs(names: tuple[str, ...]) -> tuple[Seen, float]:
    """The same of python-mtg."""
    from mtg import bridge_to_engine, driver  # type: ignore[import-not-found]

    state = bridge_to_engine.make_state({"alice": {"battlefield": list(names)}, "bob": {}})
    wanted = ["power", "has_keyword", "creature"]
    found = driver.run(state, wanted)
    named = {str(each): _name(str(each), names) for (each,) in found["creature"]}
    power = {str(row[0]): int(row[1]) for row in found["power"]}
    keywords: dict[str, set[str]] = {}
    for each, word in (row[:2] for row in found["has_keyword"]):
        keywords.setdefault(str(each), set()).add(str(word).replace("_", " "))
    seen: Seen = {
        name: (power.get(each), tuple(sorted(keywords.get(each, set()) & WATCHED))) for each, name in named.items()
    }
    totals = iter(range(20, 10**9))

    def once() -> None:
        # Its answers are kept by what a state holds, so each state must be a new one.
        driver.run({**state, "life": {("alice", next(totals)), ("bob", 20)}}, wanted)

    return seen, best(once, least=0)


def _name(identifier: str, names: tuple[str, ...]) -> str:
    plain = identifier.rsplit("_", 1)[0] if identifier.rsplit("_", 1)[-1].isdigit() else identifier
    return next((name for name in names if name.lower().replace(" ", "_").replace(",", "") == plain), identifier)


def compare_answer_sets() -> None:
    """Print for boards of both shapes whether the answer-set program says the same, and how long both take."""
    print("\n## The answer-set program\n")
    if importlib.util.find_spec("clingo") is None:
        print("left out: clingo is not installed (pip install clingo)")
        return
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
    from tests.laws.test_statements import said
    from tests.reference.answer_sets import derived
    from tests.reference.facts import Facts

    rows = []
    texts = [shapes.sized(size, effects) for size, effects in ((3, 0), (5, 5), (10, 5), (10, 15))]
    for text in (*texts, shapes.lords(5), shapes.chain(5)):
        game = shapes.game_of(text)
        facts = Facts(game.situation, game.edition)
        view = shapes.derive(game).scene.view
        mine = {identifier: said(entry, facts) for identifier, entry in view.items()}
        same = mine == derived(game.situation, game.edition)
        fast = best(partial(shapes.derive, game))
        slow = best(partial(derived, game.situation, game.edition), 1)
        title = text.partition("\n")[0].removeprefix("scenario: ")
        rows.append([title, "yes" if same else "NO", fast, slow / fast])
    print(table(["board", "the same", "ms, Layerproof", "clingo / Layerproof"], rows))


def compare() -> None:
    """Print both answers for each board, and how long both take."""
    print("\n## python-mtg\n")
    if importlib.util.find_spec("mtg") is None:
        print("left out: python-mtg is not installed (pip install python-mtg)")
        return
    rows = []
    for names in BOARDS:
        try:
            other, slow = theirs(names)
        except Exception as error:  # it is not ours: what it raises is part of the result
            rows.append([" + ".join(names), _told(ours(names)[0]), f"{type(error).__name__}", "", ""])
            continue
        mine, fast = ours(names)
        rows.append([" + ".join(names), _told(mine), "the same" if mine == other else _told(other), fast, slow / fast])
    print(table(["board", "Layerproof", "python-mtg", "ms, Layerproof", "python-mtg / Layerproof"], rows))


def _told(seen: Seen) -> str:
    return "; ".join(f"{name} {power} {' '.join(words)}".strip() for name, (power, words) in sorted(seen.items()))


if __name__ == "__main__":
    compare_answer_sets()
    compare()
