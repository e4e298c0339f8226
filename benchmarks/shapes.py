"""Boards of the shapes on which engines are known to slow down, as texts of scenarios, and the games they make."""

from __future__ import annotations

from layerproof.kb.rulebook.edition import load_edition
from layerproof.kb.scenario.scenario_file import parse_scenarios
from layerproof.solver.layers.derive import Derivation
from layerproof.solver.layers.scene import Scene
from layerproof.solver.layers.trace import Trace
from layerproof.solver.situation.game import Game
from layerproof.solver.situation.timeline import follow

# Nine objects of different kinds, then one that affects many of them: that is a board of ten.
_OBJECTS = (
    "Grizzly Bears", "Craw Wurm", "Serra Angel", "Forest", "Mox Ruby", "Dryad Arbor", "Runeclaw Bear", "Hill Giant",
    "Darksteel Citadel",
)  # fmt: skip
_EVERYWHERE = (
    "Glorious Anthem", "Humility", "Opalescence", "Blood Moon", "Muraganda Petroglyphs", "Enchanted Evening",
)  # fmt: skip
_SPELLS = ("Giant Growth", "Turn to Frog", "Crimson Wisps", "Twisted Image", "Purelace")
_CREATURES = (0, 1, 2, 5, 6, 7)
_KEYWORDS = (
    "flying", "first strike", "trample", "vigilance", "haste", "lifelink", "reach", "menace", "deathtouch",
    "indestructible",
)  # fmt: skip
_TYPES = (
    "Goblin", "Elf", "Zombie", "Merfolk", "Soldier", "Wizard", "Knight", "Bird", "Beast", "Cat", "Dragon", "Spirit",
    "Angel", "Demon", "Giant", "Human", "Rat", "Wolf", "Bear", "Snake", "Ape", "Faerie",
)  # fmt: skip


def scenario(lines: list[str], title: str) -> str:
    """The text of a scenario of these events, without state-based actions, so that the board stays as it is listed."""
    return "\n".join([f"scenario: {title}", "state_based_actions: false", "timeline:", *lines, ""])


def sized(permanents: int, effects: int) -> str:
    """So many permanents, a tenth of which affect many others, and so many effects of resolved spells."""
    lines = []
    for place in range(permanents):
        tenth = place % 10 == 9
        name = _EVERYWHERE[place // 10 % len(_EVERYWHERE)] if tenth else _OBJECTS[place % 10]
        lines.append(f'  - {{enters: "{name}", as: p{place}}}')
    creatures = [place for place in range(permanents) if place % 10 in _CREATURES]
    for number in range(effects):
        target = creatures[number * 7 % len(creatures)]
        name = _SPELLS[number % len(_SPELLS)]
        lines.append(f"  - {{resolves: {name}, as: s{number}, targets: [p{target}]}}")
    return scenario(lines, f"{permanents} permanents and {effects} effects")


def lords(count: int) -> str:
    """So many creatures, each of which gives all of them a keyword."""
    lines = [_sliver(place, f"Sliver creatures you control have {_KEYWORDS[place % 10]}.") for place in range(count)]
    return scenario(lines, f"{count} lords that give keywords")


def granting(count: int) -> str:
    """So many creatures, each of which gives all of them an ability that affects all of them."""
    inner = "Sliver creatures you control get +1/+1."
    lines = [_sliver(place, f"Sliver creatures you control have '{inner}'") for place in range(count)]
    return scenario(lines, f"{count} lords that give each other abilities")


def _sliver(place: int, text: str) -> str:
    text = text.replace("'", '\\"')
    return f'  - {{token: {{types: [creature], subtypes: [Sliver], pt: 1/1, abilities: ["{text}"]}}, as: p{place}}}'


def chain(count: int) -> str:
    """So many effects, each of which waits for the next one, in the wrong order of timestamps."""
    lines = []
    for place in reversed(range(count)):
        one, other = _TYPES[place], _TYPES[place + 1]
        text = f"Each {one} creature is {'an' if other[0] in 'AE' else 'a'} {other} in addition to its other types."
        lines.append(f'  - {{token: {{types: [enchantment], abilities: ["{text}"]}}, as: p{place}}}')
    lines.append("  - {token: {types: [creature], subtypes: [Goblin], pt: 1/1}, as: goblin}")
    return scenario(lines, f"a chain of {count} dependencies")


def copies(count: int) -> str:
    """A creature, and so many copies of it, each of which copied the one before."""
    lines = ["  - {enters: Serra Angel, as: p0}"]
    lines += [f"  - {{enters: Clone, as: p{each}, copy_of: p{each - 1}}}" for each in range(1, count + 1)]
    return scenario(lines, f"a chain of {count} copies")


def game_of(text: str) -> Game:
    """The game at the end of a scenario's timeline, under the current edition."""
    game, _ = follow(parse_scenarios(text).scenarios[0], load_edition("current"))
    return game


def derive(game: Game) -> Derivation:
    """One evaluation of a board, without steps."""
    derivation = Derivation(Scene(game.situation, game.edition, game.last_known))
    derivation.run()
    return derivation


def trace(game: Game) -> Derivation:
    """One evaluation of a board, with the steps of its proof."""
    derivation = Derivation(Scene(game.situation, game.edition, game.last_known), Trace(game.edition))
    derivation.run()
    return derivation
