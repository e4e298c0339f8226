"""What a scenario tells of objects and players, read; what is not told and not certain without it is undecided."""

from __future__ import annotations

from collections.abc import Callable

from layerproof.kb.keywords.keyword_files import KICKS, does
from layerproof.kb.model.ability import Keyword
from layerproof.kb.model.told.fact_kinds import UNKNOWN, fact, named_by
from layerproof.solver.layers.commanders import with_commanders
from layerproof.solver.layers.scene import Scene, Undecided
from layerproof.solver.layers.view import Entry

# A fact that is followed from the time when it is told, as `library_size` is from the beginning.
IN_LIBRARY = "cards in library"
# How often kicker costs were paid for a spell (rule key keyword.kicker.kicked).
KICKED = "times kicked"


def may_be_kicked(entry: Entry | None) -> bool:
    """Whether an object has an ability with kicker costs, or it is not known what it has."""
    if entry is None:
        return True
    keywords = (each.ability.keyword for each in entry.abilities if isinstance(each.ability, Keyword))
    return any(does(each, KICKS) for each in keywords)


def of_object(scene: Scene, identifier: int, what: str) -> int | str:
    """What is told of an object, now or as it last existed. Raises Undecided where it is unknown."""
    item = scene.item(identifier)
    if item is None:
        return 0
    if what == "blocked" and not dict(item.told).get("attacking"):
        return 0
    if what == KICKED and what not in dict(item.told) and not may_be_kicked(scene.entry(identifier)):
        return 0
    return _told(item.told, what, item.label or item.card.name or f"object {identifier}")


def of_player(scene: Scene, name: str, what: str) -> int:
    """What is told of a player. Raises Undecided where it is unknown."""
    player = scene.situation.player_state(name)
    if what == IN_LIBRARY:
        if player.unlisted is None:
            raise Undecided(f"how many cards are in the library of {name} is not told (library_size)")
        return player.unlisted + sum(scene.items[each].owner == name for each in scene.in_zones(("library",)))
    if what == "starting life total" and what not in dict(player.told) and with_commanders(scene.situation):
        raise Undecided(f"the {what} of {name}, which is not 20 where there are commanders, is not told")
    value = _told(player.told, what, name)
    return value if isinstance(value, int) else 1


def _told(told: tuple[tuple[str, int | str], ...], what: str, of: str) -> int | str:
    value = dict(told).get(what, fact(what).untold)
    if value is None or value == UNKNOWN:
        raise Undecided(f"the scenario does not tell of {of}: {what}")
    return value


def first_cast(scene: Scene, identifier: int, fits: Callable[[int], bool]) -> bool:
    """Whether a spell is the first of those that fit which its controller has cast this turn.

    The spells cast before it must be told of, unless it is the first of all. Raises Undecided where they are not.
    """
    place = of_object(scene, identifier, "cast this turn")
    if place == 1:
        return True
    every = [*scene.situation.objects, *scene.situation.gone]
    earlier = {dict(item.told).get("cast this turn"): item for item in every if item.id != identifier}
    mine = scene.controller_of(identifier)
    for number in range(1, int(place)):
        item = earlier.get(number)
        if item is None or item.controller != mine:
            raise Undecided("the scenario does not tell which spells were cast earlier this turn")
        if fits(item.id):
            return False
    return True


def in_combat_with(scene: Scene, identifier: int, how: str, other: int | None) -> bool:
    """Whether an object stands in a relation of combat to another. Raises Undecided for what a scenario cannot tell."""
    if other is None:
        return False
    match how:
        case "blocking":
            return _blocks(scene, identifier, other)
        case "blocked_by":
            return _blocks(scene, other, identifier)
        case "blocking_or_blocked_by":
            return _blocks(scene, identifier, other) or _blocks(scene, other, identifier)
    raise Undecided(f"whether an object is {how.replace('_', ' ')} another")


def _blocks(scene: Scene, blocker: int, attacker: int) -> bool:
    value = of_object(scene, blocker, "blocking")
    if value == 1:
        raise Undecided("the scenario does not tell what an object is blocking")
    return attacker in named_by(value)


def attacked_by(scene: Scene, identifier: int) -> str | None:
    """The player that an object is attacking, None where it attacks nobody, or a planeswalker or battle.

    Raises Undecided where the scenario only tells that it is attacking.
    """
    value = of_object(scene, identifier, "attacking")
    if isinstance(value, str):
        return None if named_by(value) else value
    if value:
        raise Undecided("the scenario does not tell whom an object is attacking")
    return None


def defender_against(scene: Scene, identifier: int) -> str | None:
    """The player who defends against an object: whom it attacks, or who controls the planeswalker that it attacks.

    None where it attacks nobody. Raises Undecided where the scenario only tells that it attacks, or it is a battle.
    """
    named = named_by(of_object(scene, identifier, "attacking"))
    if not named:
        return attacked_by(scene, identifier)
    if named[0] not in scene.view or "planeswalker" not in scene.view[named[0]].types:
        raise Undecided("who defends where no planeswalker is attacked is not modelled")
    return scene.controller_of(named[0])
