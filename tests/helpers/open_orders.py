"""Random small boards with events of unknown order, for tests that compare two ways of finding their outcomes."""

from __future__ import annotations

import functools
import json
import random
from typing import Any

from layerproof.kb.rulebook.edition import load_edition
from layerproof.kb.scenario.scenario_file import parse_scenarios
from layerproof.queries.answer.asked_characteristics import ask, asked_of
from layerproof.solver.layers.scene import Undecided
from layerproof.solver.situation.timeline import InvalidEvent
from layerproof.solver.worlds.space import Space

EDITION = load_edition("current")
BASE = (
    "Grizzly Bears", "Craw Wurm", "Beastbreaker of Bala Ged", "Dryad Arbor", "Serra Angel", "Mutavault",
    "Darksteel Citadel", "Urborg, Tomb of Yawgmoth", "Mox Ruby", "Glorious Anthem", "Kazandu Tuskcaller",
)  # fmt: skip
ENTERING = (
    "Humility", "Opalescence", "Godhead of Awe", "Blood Moon", "Urborg, Tomb of Yawgmoth", "Life and Limb",
    "Ashaya, Soul of the Wild", "Celestial Dawn", "Enchanted Evening", "March of the Machines", "Mycosynth Lattice",
    "Titania's Song", "Archetype of Imagination", "Dress Down", "Kudo, King Among Bears", "Nature's Revolt",
    "Darkest Hour", "Living Lands", "Kormus Bell", "Prismatic Omen", "Starfield of Nyx", "Glorious Anthem",
)  # fmt: skip
AURAS = (
    "Lignify",
    "Deep Freeze",
    "Control Magic",
    "Holy Strength",
    "Darksteel Mutation",
    "Flight",
    "Song of the Dryads",
)
SPELLS = (
    "Turn to Frog", "Giant Growth", "Crimson Wisps", "Snakeform", "Moonlace", "Twisted Image", "Purelace", "Ovinize",
    "Humble", "Dismember",
)  # fmt: skip
ASKED = ("", ".controller", ".zone", ".has flying", ".counters level")


def board(seed: int, most: int = 3) -> tuple[dict[str, Any], list[str]]:
    """A scenario of a few permanents and some events of unknown order, and the labels of what is there."""
    chance = random.Random(seed)
    base = [
        {"enters": name, "as": f"b{place}", "controller": chance.choice(["you", "opponent"])}
        for place, name in enumerate(chance.sample(BASE, chance.randint(1, 3)))
    ]
    labels = [str(each["as"]) for each in base]
    events: list[dict[str, Any]] = []
    for place in range(chance.randint(2, most)):
        on, player = chance.choice(labels), chance.choice(["you", "opponent"])
        sort = chance.random()
        if sort < 0.5:
            events.append({"enters": chance.choice(ENTERING), "as": f"e{place}", "controller": player})
        elif sort < 0.65:
            aura = chance.choice(AURAS)
            events.append({"enters": aura, "as": f"a{place}", "attached_to": on, "controller": player})
        elif sort < 0.85:
            events.append({"resolves": chance.choice(SPELLS), "targets": [on]})
        else:
            events.append({"put": {chance.choice(["level", "+1/+1", "flying"]): chance.randint(1, 3)}, "on": on})
    after: list[dict[str, Any]] = []
    if chance.random() < 0.3:
        after.append({"enters": chance.choice(["Serra Angel", "Forest", "Mox Ruby"]), "as": "last"})
    if chance.random() < 0.3:
        after.append({"put": {"level": {"any": [0, 1, 4]}}, "on": chance.choice(labels)})
    timeline = [*base, {"any_order": events}, *after]
    labels += [str(each["as"]) for each in (*events, *after) if "as" in each]
    return {"state_based_actions": chance.random() < 0.3, "timeline": timeline}, labels


def space_of(plain: dict[str, Any], labels: list[str], **how: bool) -> Space:
    """The worlds of a board, asked for the characteristics of labelled objects."""
    scenario = parse_scenarios(json.dumps(plain)).scenarios[0]
    asked = asked_of([f"{label}{key}" for label in labels for key in ASKED], scenario)
    return Space(scenario, EDITION, tuple(labels), functools.partial(ask, asked), **how)


def outcomes_of(plain: dict[str, Any], labels: list[str], **how: bool) -> set[Any] | str:
    """The outcomes of a board, or why it is not decided."""
    try:
        return set(space_of(plain, labels, **how).outcomes())
    except (Undecided, InvalidEvent) as error:
        return str(error)
