"""What a player could try to do now: the actions that are worth judging, as entries of a scenario."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from layerproof.kb.keywords.ways_of_casting import set_aside_by
from layerproof.kb.model.ability import Keyword
from layerproof.kb.model.situation import GameObject
from layerproof.solver.layers.reading import has_keyword_that
from layerproof.solver.layers.view import Entry, basic_land_types
from layerproof.solver.situation.abilities import activated_abilities
from layerproof.solver.situation.game import Game

# Where a card may be that somebody might cast or play it.
_ZONES = ("hand", "graveyard", "exile", "command", "library")
Tried = dict[str, Any]


def possible_actions(game: Game, player: str) -> tuple[Tried, ...]:
    """The actions that a player could try in a game as it is, legal or not, each as an entry of a timeline.

    Objects are named by their labels; what has none is left out. For each card in a zone: casting it, or playing it
    where it is a land; of a library only the top card; of a hand also suspending, foretelling or plotting it, where it
    has such an ability. For each permanent: each activated ability; turning it face up; attacking with it alone;
    blocking with it alone each attacking creature. Targets, modes and payments are left open. Sources: the rule keys of
    each action in `judge_action`. It does not promise that there is nothing else to do.

    >>> from layerproof.kb.rulebook.edition import load_edition
    >>> from layerproof.kb.scenario.scenario_file import parse_scenarios
    >>> from layerproof.solver.situation.timeline import follow
    >>> text = "timeline: [{in: hand, card: Forest, as: forest}]"
    >>> game, _ = follow(parse_scenarios(text).scenarios[0], load_edition("current"))
    >>> possible_actions(game, "you")
    ({'play_land': 'forest', 'controller': 'you'},)
    """
    return tuple(_actions(game, player))


def _actions(game: Game, player: str) -> Iterator[Tried]:
    scene = game.scene()
    tops = {max(ids, key=lambda each: scene.items[each].timestamp) for ids in _libraries(game).values()}
    for identifier, item in sorted(scene.items.items()):
        entry = scene.view[identifier]
        if item.label is None or game.labels.get(item.label) != identifier:
            continue
        if item.zone in _ZONES and (item.zone != "library" or identifier in tops):
            if item.owner == player:
                yield {"play_land" if "land" in entry.types else "cast": item.label, "controller": player}
                if item.zone == "hand" and has_keyword_that(entry, "suspends its card"):
                    yield {"special": "suspend", "of": item.label, "controller": player}
                if item.zone == "hand":
                    for keyword in _set_aside(entry):
                        yield {"special": keyword, "of": item.label, "controller": player}
                yield from _abilities(item, entry, player)
        elif item.zone == "battlefield" and entry.controller == player:
            yield from _abilities(item, entry, player)
            if item.face_down is not None:
                yield {"special": "turn face up", "of": item.label, "controller": player}
            if "creature" in entry.types:
                yield from _combat(game, item, player)


def _set_aside(entry: Entry) -> list[str]:
    """The keyword abilities of a card by whose special action it could be exiled from the hand."""
    keywords = [each.ability.keyword for each in entry.abilities if isinstance(each.ability, Keyword)]
    return list(dict.fromkeys(each for each in keywords if set_aside_by(each) is not None))


def _abilities(item: GameObject, entry: Entry, player: str) -> Iterator[Tried]:
    # A land has intrinsic mana abilities, which come last, in every zone; they are of use on the battlefield alone.
    count = len(activated_abilities(entry)) - (0 if item.zone == "battlefield" else len(basic_land_types(entry)))
    for number in range(1, count + 1):
        yield {"activate": item.label, "ability": number, "controller": player}


def _combat(game: Game, item: GameObject, player: str) -> Iterator[Tried]:
    """Attacking or blocking alone, in the step in which that is declared."""
    step, mine = game.situation.step, game.situation.active == player
    if mine and step in ("combat", "beginning of combat", "declare attackers"):
        yield {"attack": [item.label], "controller": player}
    elif not mine and step == "declare blockers":
        for other in game.situation.objects:
            if other.label is not None and dict(other.told).get("attacking"):
                yield {"block": [item.label], "attacker": other.label, "controller": player}


def _libraries(game: Game) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for item in game.situation.objects:
        if item.zone == "library":
            found.setdefault(item.owner, []).append(item.id)
    return found
