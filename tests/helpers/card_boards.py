"""Small boards for the property tests: a few embedded cards with static abilities, counters, resolved effects."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import strategies as st

from layerproof.kb.rulebook.edition import load_edition
from layerproof.kb.scenario.scenario import Scenario
from layerproof.kb.scenario.scenario_file import parse_scenarios
from layerproof.solver.layers.derive import Derivation
from layerproof.solver.layers.scene import Scene
from layerproof.solver.layers.view import View, entry_plain
from layerproof.solver.situation.game import Game
from layerproof.solver.situation.timeline import follow

Event = dict[str, Any]
Board = list[Event]

VANILLA = ("Grizzly Bears", "Runeclaw Bear", "Elite Vanguard", "Hill Giant", "Silvercoat Lion")
LANDS = ("Forest", "Island", "Swamp", "Wastes", "Dryad Arbor", "Tropical Island", "Mutavault", "Treetop Village",
         "Snow-Covered Forest", "Ancient Den", "Darksteel Citadel")  # fmt: skip
LAND_EFFECTS = ("Blood Moon", "Magus of the Moon", "Urborg, Tomb of Yawgmoth", "Yavimaya, Cradle of Growth",
                "Dryad of the Ilysian Grove", "Prismatic Omen", "Stormtide Leviathan", "Life and Limb", "Living Lands",
                "Living Plane", "Nature's Revolt", "Kormus Bell", "Ambush Commander", "Blood Sun", "Celestial Dawn",
                "Ashaya, Soul of the Wild")  # fmt: skip
TYPE_EFFECTS = ("Opalescence", "Enchanted Evening", "March of the Machines", "Mycosynth Lattice", "Titania's Song",
                "Hivestone", "Ygra, Eater of All", "Kudo, King Among Bears", "Starfield of Nyx",
                "Bello, Bard of the Brambles")  # fmt: skip
ABILITY_EFFECTS = ("Humility", "Dress Down", "Archetype of Imagination", "Gravity Sphere", "Lord of Atlantis",
                   "Lord of the Unreal", "Always Watching", "Serra Angel", "Wayward Angel", "Yixlid Jailer",
                   "Necrotic Ooze", "Gingerbrute", "Tempered Sliver")  # fmt: skip
COLOR_EFFECTS = ("Darkest Hour", "Ghostflame Sliver", "Crusade", "Bad Moon", "Honor of the Pure")
SIZE_EFFECTS = ("Godhead of Awe", "Glorious Anthem", "Muraganda Petroglyphs", "Castle", "Coat of Arms", "Muscle Sliver",
                "Megantic Sliver", "Wizened Cenn", "Kird Ape", "Veteran Armorer", "Spidersilk Armor")  # fmt: skip
DEFINED = ("Tarmogoyf", "Nightmare", "Scion of the Wild", "Maro", "Mistform Ultimus", "Changeling Outcast",
           "Chameleon Colossus", "Beastbreaker of Bala Ged", "Student of Warfare", "Sol Ring")  # fmt: skip
CHOOSING = {
    "Painter's Servant": {"color": "blue"},
    "Conspiracy": {"creature type": "Sliver"},
    "Xenograft": {"creature type": "Merfolk"},
    "Arcane Adaptation": {"creature type": "Saproling"},
}
ATTACHED = ("Control Magic", "Flight", "Frogify", "Lignify", "Darksteel Mutation", "Song of the Dryads", "Deep Freeze",
            "Imprisoned in the Moon", "Witness Protection", "Unable to Scream", "Ensoul Artifact", "Spreading Seas",
            "Grounded", "Bonesplitter", "Colossus Hammer", "Accorder's Shield", "Blanchwood Armor",
            "Rune of Flight")  # fmt: skip
# What no edition since 2012 reads otherwise: no Food or Toy, no indestructible, nothing that enters tapped, no kindred.
CHANGED = {"Ygra, Eater of All", "Unable to Scream", "Darksteel Mutation", "Treetop Village", "Lignify", "Gingerbrute",
           "Bello, Bard of the Brambles", "Darksteel Citadel"}  # fmt: skip
EVERY = (*VANILLA, *LANDS, *LAND_EFFECTS, *TYPE_EFFECTS, *ABILITY_EFFECTS, *COLOR_EFFECTS, *SIZE_EFFECTS, *DEFINED,
         *CHOOSING)  # fmt: skip
THEMES = (EVERY, (*LANDS, *LAND_EFFECTS, *LAND_EFFECTS), (*VANILLA, *TYPE_EFFECTS, *ABILITY_EFFECTS, *DEFINED),
          (*LANDS, *TYPE_EFFECTS, *SIZE_EFFECTS, *COLOR_EFFECTS),
          (*ABILITY_EFFECTS, *TYPE_EFFECTS, *CHOOSING))  # fmt: skip
COUNTERS = ("+1/+1", "-1/-1", "+0/+1", "level", "charge")
PLAYERS = ("you", "opponent")
THIRD = "third"
RESOLVED: tuple[Event, ...] = (
    {"resolves": "Giant Growth"}, {"resolves": "Turn to Frog"}, {"resolves": "Ovinize"}, {"resolves": "Purelace"},
    {"resolves": "Twisted Image"}, {"resolves": "Act of Treason"}, {"resolves": "Snakeform"}, {"resolves": "Humble"},
    {"resolves": "Crimson Wisps"}, {"resolves": "Jump"}, {"resolves": "Nameless Inversion"}, {"resolves": "Inside Out"},
)  # fmt: skip


@st.composite
def entering(draw: st.DrawFn, label: str, cards: tuple[str, ...] = EVERY) -> Event:
    """One card that enters, with the choices it asks for."""
    card = draw(st.sampled_from(cards))
    event: Event = {"enters": card, "as": label, "controller": draw(st.sampled_from(PLAYERS))}
    if card in CHOOSING:
        event["choices"] = CHOOSING[card]
    return event


@st.composite
def boards(draw: st.DrawFn, cards: tuple[str, ...] = (), resolved: bool = True, largest: int = 6) -> Board:
    """The timeline of a board of two to six permanents, with a card in a graveyard, counters and resolved effects."""
    number = draw(st.integers(2, largest))
    labels = [f"o{index}" for index in range(number)]
    pool = cards or draw(st.sampled_from(THEMES))
    board = [draw(entering(label, pool)) for label in labels]
    for index in range(draw(st.integers(0, 2))):
        board.append(draw(entering(f"a{index}", ATTACHED)) | {"attached_to": draw(st.sampled_from(labels))})
    if draw(st.booleans()):
        card = draw(st.sampled_from(("Grizzly Bears", "Dryad Arbor", "Sol Ring", "Gingerbrute")))
        board.insert(0, {"in": "graveyard", "card": card, "as": "dead", "owner": draw(st.sampled_from(PLAYERS))})
    for _ in range(draw(st.integers(0, 2))):
        kind, on = draw(st.sampled_from(COUNTERS)), draw(st.sampled_from(labels))
        board.append({"put": {kind: draw(st.integers(1, 4))}, "on": on})
    for _ in range(draw(st.integers(0, 2)) if resolved else 0):
        spell, who = draw(st.sampled_from(RESOLVED)), draw(st.sampled_from(PLAYERS))
        board.append({**spell, "controller": who, "targets": [draw(st.sampled_from(labels))]})
    return board


def scenario_of(board: Board, claims: list[Event] | None = None, edition: str = "current") -> Scenario:
    """The scenario of a timeline, without state-based actions, so that all stays where it is."""
    label = next(event["as"] for event in board if "enters" in event)
    whole = {
        "scenario": "A board", "edition": edition, "players": [*PLAYERS, THIRD], "state_based_actions": False,
        "timeline": board,
        "claims": claims or [{label: {"on_battlefield": True}}],
    }  # fmt: skip
    read = parse_scenarios(json.dumps(whole))
    assert not read.unreadable, read.unreadable
    return read.scenarios[0]


def game_of(board: Board, edition: str = "current") -> Game:
    """The game at the end of a timeline."""
    return follow(scenario_of(board, edition=edition), load_edition(edition))[0]


def view_of(game: Game, skip: bool = True) -> View:
    """The view at the end of a game, derived anew."""
    derivation = Derivation(Scene(game.situation, game.edition, game.last_known), skip=skip)
    derivation.run()
    return derivation.scene.view


def plain_of(game: Game, skip: bool = True) -> dict[str, dict[str, Any]]:
    """The characteristics of every labelled object, without the names of ability instances, which hold identifiers."""
    view = view_of(game, skip)
    found = {}
    for item in game.situation.objects:
        if item.label is not None and item.id in view:
            entry = entry_plain(view[item.id], game.edition.vocabulary)
            listed = [repr(each.ability) for each in view[item.id].abilities]
            found[item.label] = entry | {"abilities": sorted(listed), "mana": entry["abilities"][len(listed) :]}
    return found
