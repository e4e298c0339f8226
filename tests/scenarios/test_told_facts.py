"""Every fact that a scenario may tell is asked for by something: a card, a keyword ability, a rule, or the play itself.

A fact that nothing reads would be accepted and ignored. One card that asks for each fact stands in
`facts_asked_for.yaml`; these are read where the card files lie beside the project.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from layerproof.kb.cards.card_sources import find_card, use_sources
from layerproof.kb.keywords.keyword_files import keyword_ability, keyword_names
from layerproof.kb.legality.legal_actions import permissions
from layerproof.kb.model.expression import FirstCast, State, Told, ToldOf
from layerproof.kb.model.node import mentions
from layerproof.kb.model.told.fact_kinds import OF_OBJECTS, OF_PLAYERS
from layerproof.kb.oracle.compiled import compile_ability
from layerproof.kb.scenario.scenario_file import parse_scenarios
from layerproof.queries.answer.claim_answers import answer_all

HERE = Path(__file__).parents[1]
CORPUS = HERE.parents[1] / "shared" / "cards" / "oracle-corpus-2026.json.gz"
BY_CARD: dict[str, str] = yaml.safe_load((HERE / "facts_asked_for.yaml").read_text(encoding="utf-8"))
# A keyword ability whose meaning asks for the fact.
BY_KEYWORD = {
    "spells cast before it this turn": "storm", "new since the last upkeep": "echo", "attacked this combat": "melee",
    "plotted": "plot", "warped": "warp", "exiled this turn": "foretell", "discarded this turn": "mayhem",
    "of a type that dealt combat damage to a player this turn": "prowl",
    "combat damage to players by Assassins and commanders this turn": "freerunning",
}  # fmt: skip
# Rules text that asks for the fact.
BY_TEXT = {
    "cast from graveyard": "Creature spells you cast from your graveyard have haste.",
    "cast this turn": "The first creature spell you cast each turn has haste.",
    "put there from a library this turn":
        "~ gets +1/+1 for each card in your graveyard that was put there from your library this turn.",
    "times kicked": "Counter target spell. If that spell was kicked, draw a card.",
    "black creatures that saddled it this turn":
        "As long as ~ was saddled by a black creature this turn, it gets +1/+1.",
    "green creatures that saddled it this turn":
        "As long as ~ was saddled by a green creature this turn, it gets +1/+1.",
    "exiled a creature card with menace to delve":
        "As long as a creature card with menace was exiled with ~'s delve ability, ~ has menace.",
    "energy counters": "~'s power is equal to the amount of {E} you have.",
}  # fmt: skip
BEARS = "{enters: Grizzly Bears, as: bears}, {turn: opponent}, {turn: you, step: main}"
FIGHT = (
    "{enters: Grizzly Bears, as: a}, {token: {name: Made Up, types: [creature], pt: 1/1, abilities: "
    "['Whenever this creature becomes blocked, draw a card.']}, as: b}, {enters: Grizzly Bears, as: c, "
    "controller: opponent}, {turn: you, step: combat}, {told: {attacking: true}, of: a}"
)
# What happens, with the fact told last, and what is claimed: with the fact it is so, without it not.
IN_PLAY = {
    "controlled by": (
        f"{BEARS}, {{told: {{controlled by: opponent}}, of: you}}",
        "{legal: {cast: Lightning Bolt, targets: [bears], by: opponent}}",
    ),
    "commander": (
        f"{BEARS}, {{token: {{name: Aide, types: [creature], pt: 1/1, abilities: "
        "['As long as you control your commander, this creature gets +2/+2.']}, as: aide}, "
        "{told: {commander: true}, of: bears}",
        "{aide: {pt: 3/3}}",
    ),
    "suspected": (f"{BEARS}, {{told: {{suspected: true}}, of: bears}}", "{bears: {has: [menace]}}"),
    "band": (
        f"{FIGHT}, {{told: {{attacking: true, band: 1}}, of: b}}, {{told: {{band: 1}}, of: a}}, "
        "{block: [c], attacker: a, controller: opponent}",
        "{triggers: b}",
    ),
    "cards in library": (
        f"{BEARS}, {{token: {{name: Sage, types: [creature], pt: 0/1, abilities: "
        "['As long as there are no cards in your library, this creature gets +2/+2.']}, as: sage}, "
        "{told: {cards in library: 0}, of: you}",
        "{sage: {pt: 2/3}}",
    ),
    "poison counters": (f"{BEARS}, {{told: {{poison counters: 10}}, of: you}}", "{illegal: {attack: [bears]}}"),
}


def asks(record: Any, fact: str) -> bool:
    """Whether a record asks for a fact."""

    def is_it(node: Any) -> bool:
        told = isinstance(node, Told | ToldOf) and node.what == fact
        state = isinstance(node, State) and node.word.replace("_", " ") == fact
        return told or state or (isinstance(node, FirstCast) and fact == "cast this turn")

    return mentions(record, is_it)


@cache
def from_rules() -> frozenset[str]:
    """The facts for which keyword abilities as records, and the permissions of the rules, ask."""
    records = (*map(keyword_ability, keyword_names()), *permissions("cast", "place"))
    return frozenset(fact for fact in (*OF_OBJECTS, *OF_PLAYERS) if any(asks(each, fact) for each in records))


@pytest.mark.parametrize("fact", sorted({*OF_OBJECTS, *OF_PLAYERS}))
def test_every_fact_is_asked_for(fact: str) -> None:
    by = (BY_CARD, BY_KEYWORD, BY_TEXT, IN_PLAY, from_rules())
    assert any(fact in each for each in by), f"nothing asks for {fact!r}: it would be told in vain"


def test_no_fact_is_listed_that_cannot_be_told() -> None:
    listed = {*BY_CARD, *BY_KEYWORD, *BY_TEXT, *IN_PLAY}
    assert listed <= {*OF_OBJECTS, *OF_PLAYERS}


@pytest.mark.parametrize("fact", sorted(BY_KEYWORD))
def test_the_meaning_of_the_keyword_asks_for_it(fact: str) -> None:
    words = (HERE.parent / "kb" / "keywords" / "abilities" / f"{BY_KEYWORD[fact]}.yaml").read_text(encoding="utf-8")
    assert fact in words.replace("_", " ")


@pytest.mark.parametrize("fact", sorted(BY_TEXT))
def test_the_text_asks_for_it(fact: str) -> None:
    types = ("instant",) if "Counter" in BY_TEXT[fact] else ("creature",)
    assert asks(compile_ability(BY_TEXT[fact], "Made Up", types), fact)


@pytest.mark.long
@pytest.mark.skipif(not CORPUS.exists(), reason="the card file is not on this machine")
def test_the_cards_ask_for_them() -> None:
    use_sources([CORPUS], installed=False)
    try:
        found = {fact: find_card(name) for fact, name in BY_CARD.items()}
    finally:
        use_sources()
    for fact, card in found.items():
        assert card is not None, f"{BY_CARD[fact]} is not in the card file"
        assert any(asks(face.abilities, fact) for face in card.card.faces), f"{BY_CARD[fact]} does not ask for {fact!r}"


@pytest.mark.parametrize("fact", sorted(IN_PLAY))
def test_telling_it_changes_what_is_so(fact: str) -> None:
    timeline, claim = IN_PLAY[fact]
    without = timeline.replace(f"{fact}: true", "renowned: true").replace("controlled by: opponent", "monarch: true")
    without = (
        without.replace("band: 1", "renowned: true")
        .replace(f"{fact}: 10", f"{fact}: 9")
        .replace("library: 0", "library: 1")
    )
    assert without != timeline
    verdicts = []
    for said in (timeline, without):
        (answer,) = answer_all(
            parse_scenarios(f"scenario: A fact\ntimeline: [{said}]\nclaims: [{claim}]\n").scenarios[0]
        )
        verdicts.append((answer.verdict, answer.message))
    assert [verdict for verdict, _ in verdicts] == ["proved", "refuted"], verdicts
