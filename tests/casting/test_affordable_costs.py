"""What is owed and the mana at hand on whole boards: solver and checker side by side, and known prices."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

import pytest

from layerproof.kb.model.costs.mana import mana_cost
from layerproof.kb.model.costs.payment import Unit
from layerproof.kb.rulebook.edition import load_edition
from layerproof.kb.scenario.scenario import Scenario
from layerproof.kb.scenario.scenario_file import parse_scenarios
from layerproof.solver.game.afford import Afforded, afford
from layerproof.solver.game.mana_at_hand import Purpose, units_of
from layerproof.solver.game.owing import Cast, owing_for_spell
from layerproof.solver.game.total_cost import mana_totals
from layerproof.solver.layers.scene import Undecided
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.mana_at_hand import Use
from layerproof.solver.proof.check.owing import Spell, spell_dues
from layerproof.solver.proof.check.replay import replay
from layerproof.solver.proof.check.settling import Settlement, settle
from layerproof.solver.situation.timeline import follow

EDITION = load_edition("current")
LANDS = ("Forest", "Island", "Swamp", "Plains", "Mountain", "Canopy Vista", "Snow-Covered Forest", "Exotic Orchard")
OTHERS = (
    "Sol Ring", "Mox Ruby", "Llanowar Elves", "Chromatic Lantern", "Sphere of Resistance", "Paladin Class",
    "Grizzly Bears", "Blood Moon", "Celestial Dawn", "Urborg, Tomb of Yawgmoth", "Darksteel Citadel",
)  # fmt: skip
SPELLS = (
    "Cancel", "Craw Wurm", "Dismember", "Flame Javelin", "Boros Reckoner", "Beseech the Queen", "Lightning Bolt",
    "Giant Growth", "Blaze", "Ancestral Vision", "Emrakul, the Aeons Torn", "Sol Ring",
)  # fmt: skip


def scenario(events: list[dict[str, Any]]) -> Scenario:
    read = parse_scenarios(json.dumps({"scenario": "A test", "timeline": events, "claims": []}))
    assert not read.unreadable, read.unreadable
    return read.scenarios[0]


def solved(board: Scenario, cast: dict[str, Any], pool: str) -> Afforded | str:
    game, _ = follow(board, EDITION)
    spell = Cast(game.find("spell").id, "you", **cast)
    try:
        return afford(
            game, owing_for_spell(game, spell), units_of(pool, False), Purpose("you", spell.spell), lambda *_: True
        )
    except Undecided:
        return "undecided"


def settled(board: Scenario, cast: dict[str, Any], pool: str) -> Settlement | str:
    game = replay(board, EDITION).game
    keys = {"way": None, "additional": (), "x": None, "zone": "hand", **cast}
    spell = Spell(game.labels["spell"], "you", **keys)
    units = tuple(Unit(symbol.types[0]) for symbol in mana_cost(pool or "{0}").symbols)
    try:
        use = Use("you", spell.identifier, None, frozenset(), False)
        return settle(game, {}, spell_dues(game, spell), units, use, lambda *_: True)
    except Incomplete:
        return "undecided"


def both(board: Scenario, cast: dict[str, Any], pool: str) -> bool | None:
    """Whether a spell can be afforded, by solver and checker alike; None where that is open to both."""
    one, other = solved(board, cast, pool), settled(board, cast, pool)
    if isinstance(one, str) or isinstance(other, str):
        assert one == other
        return None
    assert other.payable == (one.payment is not None)
    shown = json.loads(json.dumps(one.shown))
    assert other.fault(shown) is None, (other.fault(shown), shown)
    for wrong in corruptions(shown):
        assert other.fault(wrong) is not None, wrong
    return other.payable


def corruptions(shown: dict[str, Any]) -> list[dict[str, Any]]:
    """What a proof might say instead: other totals, other life, other pools, other payments."""
    found: list[dict[str, Any]] = []
    for key in shown:
        found.append({name: value for name, value in shown.items() if name != key})
    for key, value in (("total", "{99}"), ("life", 7), ("life", True), ("pool", ["red"] * 9), ("sources", [])):
        if key in shown and shown[key] != value:
            found.append({**shown, key: value})
    if "payment" in shown:
        for place, paid in enumerate(shown["payment"]["symbols"]):
            other = copy.deepcopy(shown)
            other["payment"]["symbols"][place] = {**paid, "units": [*paid.get("units", []), [-1, 0]]}
            found.append(other)
        used = shown["payment"]["used"]
        found.append({**shown, "payment": {**shown["payment"], "used": [*used, *(used or [[99, 0]])]}})
    for place, unpaid in enumerate(shown.get("unpaid", ())):
        instead: tuple[Any, ...] = (None, {"type": "no_payment", "shortages": []}, {"type": "payment"})
        for other in instead:
            if unpaid["shown"] != other and not (other and "shortages" in other and unpaid["shown"]):
                lines = [*shown["unpaid"][:place], {**unpaid, "shown": other}, *shown["unpaid"][place + 1 :]]
                found.append({**shown, "unpaid": lines})
        found.append({**shown, "unpaid": [*shown["unpaid"], unpaid]})
        found.append({**shown, "unpaid": shown["unpaid"][1:]})
    return found


@pytest.mark.parametrize("seed", range(150))
def test_solver_and_checker_agree_on_random_boards(seed: int) -> None:
    chance = random.Random(seed)
    names = [chance.choice(LANDS) for _ in range(chance.randint(0, 6))] + chance.sample(OTHERS, chance.randint(0, 3))
    events: list[dict[str, Any]] = [
        {"enters": name, "as": f"p{place}", "controller": chance.choice(["you", "you", "opponent"])}
        for place, name in enumerate(names)
    ]
    events += [{"tap": f"p{place}"} for place in range(len(names)) if chance.random() < 0.2]
    events.append({"in": "stack", "card": chance.choice(SPELLS), "as": "spell"})
    if chance.random() < 0.3:
        events.append({"life": {"you": chance.randint(1, 5)}})
    cast = {"x": chance.randint(0, 3)}
    both(scenario(events), cast, chance.choice(["", "", "{R}", "{W}{U}", "{C}{C}{B}", "{G}{G}{G}"]))


def priced(spell: str, *board: str, **cast: Any) -> set[str]:
    """The totals of a spell on a board, in symbols."""
    events: list[dict[str, Any]] = [{"enters": name, "as": f"p{place}"} for place, name in enumerate(board)]
    events.append({"in": "stack", "card": spell, "as": "spell"})
    game, _ = follow(scenario(events), EDITION)
    found = owing_for_spell(game, Cast(game.find("spell").id, "you", **cast))
    return {total.mana.text for owing in found for total in mana_totals(owing.owed)}


def test_prices_of_spells() -> None:
    assert priced("Cancel") == {"{1}{U}{U}"}
    assert priced("Cancel", "Sphere of Resistance") == {"{2}{U}{U}"}
    assert priced("Cancel", "Sphere of Resistance", "Sphere of Resistance") == {"{3}{U}{U}"}
    assert priced("Cancel", "Paladin Class") == {"{1}{U}{U}"}
    assert priced("Blaze", x=3) == {"{3}{R}"}
    assert priced("Ancestral Vision") == set()
    assert priced("Ancestral Vision", "Sphere of Resistance") == set()
    assert priced("Ancestral Vision", "Sphere of Resistance", way="suspend") == {"{1}"}


def board(*events: dict[str, Any], spell: str) -> Scenario:
    return scenario([*events, {"in": "stack", "card": spell, "as": "spell"}])


def test_lands_and_pools_pay() -> None:
    forest, island = {"enters": "Forest", "as": "a"}, {"enters": "Island", "as": "b"}
    assert both(board(forest, spell="Giant Growth"), {}, "") is True
    assert both(board(island, spell="Giant Growth"), {}, "") is False
    assert both(board(forest, {"tap": "a"}, spell="Giant Growth"), {}, "") is False
    assert both(board({**forest, "controller": "opponent"}, spell="Giant Growth"), {}, "") is False
    assert both(board(island, spell="Giant Growth"), {}, "{G}") is True
    assert both(board({"enters": "Sphere of Resistance"}, spell="Giant Growth"), {}, "{G}") is False
    assert both(board({"enters": "Sphere of Resistance"}, island, spell="Giant Growth"), {}, "{G}") is True
    assert both(board({"life": {"you": 3}}, spell="Dismember"), {}, "{R}{B}") is True
    assert both(board({"life": {"you": 3}}, spell="Dismember"), {}, "{R}") is False
    assert both(board({"life": {"you": 4}}, spell="Dismember"), {}, "{R}") is True


def test_what_a_spell_targets_may_make_it_dearer() -> None:
    def growth(**more: Any) -> Scenario:
        sky = {"enters": "Jubilant Skybonder", "as": "sky", "controller": "opponent"}
        bears = {"enters": "Grizzly Bears", "as": "bears", "controller": "opponent"}
        return scenario([sky, bears, {"in": "stack", "card": "Giant Growth", "as": "spell", **more}])

    assert both(growth(targets=["sky"]), {}, "{G}") is False
    assert both(growth(targets=["sky"]), {}, "{G}{G}") is False
    assert both(growth(targets=["sky"]), {}, "{G}{G}{G}") is True
    assert both(growth(targets=["bears"]), {}, "{G}") is True
    assert both(growth(), {}, "{G}{G}{G}") is None


def test_what_speaks_of_mana_in_words_alone_is_not_guessed() -> None:
    assert both(board({"enters": "Celestial Dawn"}, spell="Giant Growth"), {}, "{G}") is None
    assert both(board({"enters": "Forest"}, spell="Blaze"), {}, "{R}{R}") is None


BEAR = {"enters": "Grizzly Bears"}


def test_convoke_and_delve_are_used_instead_of_mana() -> None:
    bears = [{**BEAR, "as": f"bear{number}"} for number in range(3)]
    assert both(board(*bears, spell="Siege Wurm"), {}, "{G}{R}{R}{R}") is True
    assert both(board(*bears, spell="Siege Wurm"), {}, "{R}{R}{R}{R}") is True
    assert both(board(*bears[:1], spell="Siege Wurm"), {}, "{R}{R}{R}{R}{R}{R}") is False
    assert both(board(*bears, {"tap": "bear0"}, spell="Siege Wurm"), {}, "{R}{R}{R}{R}") is False
    buried = [{"in": "graveyard", "card": "Grizzly Bears", "as": f"card{number}"} for number in range(5)]
    assert both(board(*buried, spell="Treasure Cruise"), {}, "{U}{R}{R}") is True
    assert both(board(*buried, spell="Treasure Cruise"), {}, "{U}{R}") is False
    # What is used instead of mana is no mana of a type: a colorless creature pays for numbers only.
    golem = {"enters": "Lodestone Golem"}
    assert both(board(golem, spell="Siege Wurm"), {}, "{G}{G}{R}{R}{R}{R}") is False
    assert both(board(golem, spell="Siege Wurm"), {}, "{G}{G}{R}{R}{R}{R}{R}") is True


def test_more_prices() -> None:
    assert priced("Altar's Reap", "Thunderscape Familiar") == {"{B}"}
    assert priced("Craw Wurm", "Thunderscape Familiar") == {"{3}{G}{G}"}
    assert priced("Force of Will", "Lodestone Golem", way="alternative cost") == {"{1}"}
    assert priced("Force of Will", "Fist of Suns", way="alternative cost") == {"{0}", "{W}{U}{B}{R}{G}"}
    assert priced("Force of Will", "Omniscience", way="without paying") == {"{0}"}
    assert priced("Force of Will", "Omniscience", way="without paying", zone="graveyard") == set()
    assert priced("Force of Will", way="without paying") == set()
    assert priced("Vandalblast", way="overload") == {"{4}{R}"}
    assert priced("Vandalblast", "Lodestone Golem", way="overload") == {"{5}{R}"}
    assert priced("Gut Shot", "Trinisphere") == {"{2}{R}", "{3}"}
    assert priced("Sol Ring", "Trinisphere", "Lodestone Golem") == {"{3}"}
    assert priced("Burst Lightning", additional=(("kicker", 1),)) == {"{4}{R}"}
    assert priced("Train of Thought", additional=(("replicate", 2),)) == {"{3}{U}{U}{U}"}
    assert priced("Pyromatics", "Goblin Electromancer", additional=(("replicate", 1),)) == {"{1}{R}{R}"}
    assert priced("Edgewalker", "Edgewalker") == {"{1}"}
    assert priced("Massacre", "Swamp", way="without paying") == set()
    with pytest.raises(Undecided, match="kicker"):
        priced("Burst Lightning", additional=(("kicker", 2),))
    with pytest.raises(Undecided, match="an additional cost"):
        priced("Cancel", additional=(("kicker", 1),))
    with pytest.raises(Undecided, match="its awake"):
        priced("Cancel", way="awake")


def test_an_offer_depends_on_its_condition() -> None:
    swamp, plains = {"enters": "Swamp"}, {"enters": "Plains", "controller": "opponent"}
    free = {"way": "without paying"}
    assert both(board(swamp, plains, spell="Massacre"), free, "") is True
    assert both(board(swamp, {**plains, "controller": "you"}, spell="Massacre"), free, "") is False
    assert (
        both(board(swamp, plains, {"enters": "Lodestone Golem"}, {"tap": "swamp"}, spell="Massacre"), free, "") is False
    )
    assert both(board(swamp, plains, {"enters": "Lodestone Golem"}, spell="Massacre"), free, "") is True
