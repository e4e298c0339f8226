"""Whether a claim holds at the end of a timeline."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from layerproof.kb.keywords.keyword_files import does
from layerproof.kb.model.ability import Ability, Keyword, Solved, Triggered
from layerproof.kb.model.situation import GameObject
from layerproof.kb.model.trigger_event import Becomes
from layerproof.kb.scenario.action import Action, Activate, Cast
from layerproof.kb.scenario.scenario import Claim, ObjectClaim
from layerproof.solver.claims.rulebook import rulebook_holds
from layerproof.solver.claims.triggers import trigger_holds
from layerproof.solver.claims.words import expected_subtypes, has_all, lacks_all
from layerproof.solver.game.mana_abilities import adds
from layerproof.solver.layers.commanders import life_total
from layerproof.solver.layers.scene import Undecided, open_zone
from layerproof.solver.layers.supertypes import supertypes_of
from layerproof.solver.layers.turning import shows_back
from layerproof.solver.layers.unlisted import in_hand
from layerproof.solver.layers.view import Entry, counter_number
from layerproof.solver.situation.drawing import FIRST, REVEALED
from layerproof.solver.situation.game import Game, Invalid


def claim_holds(claim: Claim, game: Game) -> bool:
    """Whether a claim holds in the one world of a scenario without unknowns.

    Raises Invalid when the claim contradicts the scenario, Undecided when something it asks is not modelled. A claim of
    several parts holds when all do; `outcomes` holds when exactly one way remains and it fits every listed one.
    """
    match claim.mode:
        case "holds" | "sometimes":
            return _game_holds(claim, game) and _all_hold(claim, game)
        case "never":
            return not (_game_holds(claim, game) and _all_hold(claim, game))
        case "outcomes":
            return all(all(part_holds(part, game) for part in parts) for parts in claim.outcomes)
        case "rulebook":
            return rulebook_holds(claim, game.edition)
        case "beyond":
            raise Undecided(f"{claim.what} is not modelled")
    raise Undecided(f"claims about {claim.what!r} are not modelled")


def _all_hold(claim: Claim, game: Game) -> bool:
    """Whether all that is claimed of objects, of actions and of triggered abilities holds."""
    from layerproof.solver.game.legality import judge_action

    judged = [(each, judge_action(game, each.action).legal) for each in claim.actions]
    for each, is_legal in judged:
        if is_legal:
            _pays_as_named(game, each.action)
    actions = all(is_legal == each.legal for each, is_legal in judged)
    parts = actions and all(part_holds(part, game) for part in claim.parts)
    return parts and all(trigger_holds(each, game) for each in claim.triggers)


def _pays_as_named(game: Game, action: Action) -> None:
    """Stop where an action that a claim is about is legal, but not so that it is paid for with what it names."""
    from layerproof.solver.game.acting import act

    if isinstance(action, Activate | Cast) and action.paying:
        try:
            act(game.fork(game.scenario), action)
        except Invalid as error:
            raise Undecided(f"whether the action is legal that pays with what it names: {error}") from None


def _game_holds(claim: Claim, game: Game) -> bool:
    if claim.stack is not None:
        from layerproof.solver.game.stacking import doubt_of
        from layerproof.solver.game.timing import stack

        if (doubt := doubt_of(game)) is not None:
            raise doubt
        if [game.find(each).id for each in claim.stack] != stack(game):
            return False
    for key, numbers in claim.game:
        for name, number in numbers:
            if game_number(game, key, name) != number:
                return False
    return True


def game_number(game: Game, key: str, name: str) -> int:
    """The life total of a player, or the number of cards in their hand, by the key of a claim."""
    player = game.player(name)
    if key == "life":
        return life_total(game.situation, player)
    listed = sum(1 for item in game.situation.objects if item.zone == "hand" and item.owner == player)
    return listed + in_hand(game.situation.player_state(player))


def part_holds(part: ObjectClaim, game: Game) -> bool:
    """Whether everything that is claimed of one object holds."""
    item = game.find(part.label)
    decided: list[bool] = []
    unknown: Undecided | None = None
    for key, value in part.says:
        try:
            decided.append(_say_holds(key, value, item, game, part))
        except Undecided as error:
            unknown = unknown or error
    # One false statement refutes the whole, whatever is not known of the others.
    if not all(decided):
        return False
    if unknown is not None:
        raise unknown
    return True


def _say_holds(key: str, value: Any, item: GameObject, game: Game, part: ObjectClaim) -> bool:
    status = _STATUS.get(key)
    if status is not None:
        return status(item, value, game)
    if item.face_down is not None and item.zone not in ("battlefield", "stack") and game.there(item.id) is not None:
        raise Undecided(f"what {game.name(item.id)} is, face down in {item.zone}, is not modelled")
    entry = _entry(item, game)
    if item.cast_for is not None and does(item.cast_for, "changes the words of its spell") and key in ("has", "lacks"):
        raise Undecided(f"the text of a spell cast for its {item.cast_for} is not modelled")
    if key == "adds":
        return adds(entry, item, game, part.ability) == (None if value == "none" else value)
    return _CHARACTERISTICS[key](entry, value, game)


def _pair(power: int | None, toughness: int | None, value: str) -> bool:
    if value == "none":
        return power is None and toughness is None
    left, _, right = value.partition("/")
    return power == int(left) and toughness == int(right)


def _or_none(value: Any) -> Any:
    return None if value == "none" else value


def _name(entry: Entry, value: str) -> bool:
    if value == "none":
        return not entry.names
    return value in (" // ".join(entry.names), *(entry.names if len(entry.names) == 1 else ()))


def _exactly(words: frozenset[str], value: Iterable[str]) -> bool:
    return words == frozenset(value)


def _kindred(types: Iterable[str]) -> frozenset[str]:
    """Card types with the older name of one of them replaced (rule key kindred.other_type)."""
    return frozenset("kindred" if word == "tribal" else word for word in types)


def _abilities(entry: Entry) -> int:
    from layerproof.solver.layers.view import basic_land_types

    # What a solved Case says behind its symbol is one ability with it (rule key case.solved_ability).
    cases = {each.name: each.ability for each in entry.abilities if isinstance(each.ability, Solved)}
    twice = [each for each in entry.abilities if cases and _given_by(each.name, cases, each.ability)]
    return len(entry.abilities) - len(twice) + len(basic_land_types(entry))


def _given_by(instance: str, cases: dict[str, Solved], ability: Ability) -> bool:
    """Whether being solved has given an ability that stands behind the symbol: of `7.2.0/1` the one of the name `2`."""
    head, gives, _ = instance.rpartition("/")
    case = cases.get(head.partition(".")[2].rpartition(".")[0]) if gives else None
    return case is not None and ability in case.abilities


_CHARACTERISTICS: dict[str, Callable[[Entry, Any, Game], bool]] = {
    "pt": lambda entry, value, game: _pair(entry.power, entry.toughness, value),
    "base_pt": lambda entry, value, game: _pair(entry.base_power, entry.base_toughness, value),
    "power": lambda entry, value, game: entry.power == _or_none(value),
    "toughness": lambda entry, value, game: entry.toughness == _or_none(value),
    "name": lambda entry, value, game: _name(entry, value),
    "mana_cost": lambda entry, value, game: entry.mana_cost == _or_none(value),
    "mana_value": lambda entry, value, game: entry.mana_value == value,
    "defense": lambda entry, value, game: entry.defense == _or_none(value),
    "has_names": lambda entry, value, game: set(value) <= set(entry.names),
    "lacks_names": lambda entry, value, game: not set(value) & set(entry.names),
    "colors": lambda entry, value, game: _exactly(entry.colors, value),
    "types": lambda entry, value, game: _exactly(_kindred(entry.types), _kindred(value)),
    "supertypes": lambda entry, value, game: _exactly(supertypes_of(entry, game.edition), value),
    "subtypes": lambda entry, value, game: _exactly(entry.subtypes, expected_subtypes(value, game.edition)),
    "has": lambda entry, value, game: has_all(entry, value, game),
    "lacks": lambda entry, value, game: lacks_all(entry, value, game),
    "abilities": lambda entry, value, game: _abilities(entry) == value,
}


def _there(item: GameObject, game: Game) -> bool:
    return game.there(item.id) is not None and item.zone == "battlefield"


def _on_battlefield(item: GameObject, value: bool, game: Game) -> bool:
    if game.there(item.id) is not None and item.phased_out:
        raise Undecided(
            f"{game.name(item.id)} is phased out: it has not changed zones (zone: battlefield), and is treated as"
            " though it were not on the battlefield"
        )
    return _there(item, game) == value


def _attached(item: GameObject, value: str, game: Game) -> bool:
    if value == "none":
        return item.attached_to is None
    if game.is_player(value):
        return item.attached_to == value
    return item.attached_to == game.find(value).id


def _entry(item: GameObject, game: Game) -> Entry:
    """The characteristics of an object that is asked about. Raises Undecided for what is phased out, which is treated
    as if it were not there (rule key phasing.out)."""
    if item.phased_out and game.there(item.id) is not None:
        raise Undecided(f"{game.name(item.id)} is phased out, and counts as not there until it phases in")
    return game.entry(item.id)


def _controller(item: GameObject, value: str, game: Game) -> bool:
    game.player(value)
    return _entry(item, game).controller == value


def _owner(item: GameObject, value: str, game: Game) -> bool:
    return item.owner == game.player(value)


def _loyalty(item: GameObject, value: int | str | None, game: Game) -> bool:
    entry = _entry(item, game)
    if "planeswalker" not in entry.types:
        return value in ("none", None)
    if item.zone == "battlefield":
        return counter_number(item, "loyalty") == value
    return bool(entry.loyalty == _or_none(value))


def _counters(item: GameObject, value: Any, game: Game) -> bool:
    return all(counter_number(item, kind) == number for kind, number in value)


def _transformed(item: GameObject, value: bool, game: Game) -> bool:
    return (shows_back(item, game.edition) and item.zone == "battlefield") == value


def _zone(item: GameObject, game: Game) -> str:
    """The zone of an object; one that has left the battlefield or the stack is a new object elsewhere, itself nowhere
    (rule key zone_change.new_object). A card that has left another zone is told of as it last was."""
    gone = game.there(item.id) is None and item.zone in ("battlefield", "stack")
    if " or " in item.zone:
        raise open_zone(item)
    return "none" if gone else item.zone


def _revealed(item: GameObject, value: Any, game: Game) -> bool:
    if game.there(item.id) is None or item.zone not in ("hand", "library"):
        raise Undecided(f"whether {game.name(item.id)} was revealed, in no hand and no library, is not modelled")
    return bool((item.revealed or _is_shown(item, game)) == value)


def _is_shown(item: GameObject, game: Game) -> bool:
    """Whether a card in a hand is shown now. One that was shown as it was drawn is so until the ability that triggered
    has left the stack (rule key keyword.miracle.revealed)."""
    abilities = game.entry(item.id).abilities
    if not item.shown or not any(isinstance(e.ability, Keyword) and does(e.ability.keyword, FIRST) for e in abilities):
        return item.shown
    if not game.played:
        raise Undecided("whether a card is still revealed, where nobody acts, is not modelled")
    waiting = any(each.source == item.id and _is_of_reveal(each.ability) for each in game.pending)
    there = [each for each in game.situation.objects if each.zone == "stack" and each.source == item.id]
    return waiting or any(_is_of_reveal(each.ability) for each in there)


def _is_of_reveal(ability: object) -> bool:
    event = ability.event if isinstance(ability, Triggered) else None
    return isinstance(event, Becomes) and event.status == REVEALED


_STATUS: dict[str, Callable[[GameObject, Any, Game], bool]] = {
    "controller": _controller,
    "owner": _owner,
    "zone": lambda item, value, game: _zone(item, game) == value,
    "loyalty": _loyalty,
    "level": lambda item, value, game: item.level == value,
    "counters": _counters,
    "attached_to": _attached,
    "tapped": lambda item, value, game: item.tapped == value,
    "flipped": lambda item, value, game: item.flipped == value,
    "face_down": lambda item, value, game: (item.face_down is not None) == value,
    "transformed": _transformed,
    "on_battlefield": _on_battlefield,
    "revealed": _revealed,
}


__all__ = ["Invalid", "claim_holds", "part_holds"]
