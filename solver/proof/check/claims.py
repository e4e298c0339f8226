"""Whether a claim is true of what a replay came to."""

from __future__ import annotations

from typing import Any

from layerproof.kb.keywords.keyword_files import does
from layerproof.kb.model.ability import Keyword, Solved, Triggered
from layerproof.kb.model.situation import GameObject
from layerproof.kb.model.trigger_event import Becomes
from layerproof.kb.rulebook.editions.later_subtypes import known_families
from layerproof.kb.scenario.action import Action, Activate, Cast
from layerproof.kb.scenario.claims.quoted_words import has_keyword, has_text
from layerproof.kb.scenario.scenario import Claim, ObjectClaim
from layerproof.solver.proof.check.adding import adds
from layerproof.solver.proof.check.bodies import bearing
from layerproof.solver.proof.check.commanding import told_life
from layerproof.solver.proof.check.game import Game
from layerproof.solver.proof.check.halves import has_two_sets
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.legendary import sure_supertypes
from layerproof.solver.proof.check.moments import on_stack
from layerproof.solver.proof.check.printed import spelled_out
from layerproof.solver.proof.check.reading import is_transformed
from layerproof.solver.proof.check.replay import Replay
from layerproof.solver.proof.check.rulebook import rulebook_truth
from layerproof.solver.proof.check.stacking import unclear_stack
from layerproof.solver.proof.check.triggering import triggered_as_claimed
from layerproof.solver.proof.check.unseen import held_unseen
from layerproof.solver.proof.check.view import Entry, intrinsic_types

# Of these a split card off the stack had two answers before its halves were combined.
_OF_HALVES = ("name", "mana_cost", "mana_value", "colors")
_NUMBERS = {"pt": ("power", "toughness"), "base_pt": ("base_power", "base_toughness")}


def holds(found: Replay, claim: Claim) -> bool:
    """Whether a claim about the one world of a replay is true.

    found: the replay. claim: of the modes holds, sometimes, never or outcomes; in one world sometimes means holds.
    Raises Incomplete for a claim about actions, where something is not modelled, and for rules text that cannot be
    compared here.
    """
    match claim.mode:
        case "holds" | "sometimes":
            return _together(found, claim) and _game(found, claim)
        case "never":
            return not (_together(found, claim) and _game(found, claim))
        case "outcomes":
            return bool(claim.outcomes) and len(fitting(found, claim)) == len(claim.outcomes)
        case "rulebook":
            return rulebook_truth(claim, found.game.edition)
    raise Incomplete(f"a claim about {claim.what or claim.mode}")


def _together(found: Replay, claim: Claim) -> bool:
    """Whether everything is so that a claim says of objects, of actions and of triggered abilities."""
    actions = [_can_be_done(found, each.action) is each.legal for each in claim.actions]
    if not all(actions) or not all(_part(found, each) for each in claim.parts):
        return False
    return all(triggered_as_claimed(found.game, found.scenario, each) for each in claim.triggers)


def _can_be_done(found: Replay, action: Action) -> bool:
    """Whether an action is legal; where it names what pays for it, it is taken in a copy of the game, to see that."""
    from layerproof.solver.proof.check.legality import is_legal, legality_steps

    legal = is_legal(legality_steps(found.game, action))
    if legal and isinstance(action, Activate | Cast) and action.paying:
        from layerproof.solver.proof.check.playing import play

        play(found.game.fork(), action)
    return legal


def action_expected(found: Replay, claim: Claim) -> list[tuple[str, str, Any]]:
    """The steps that a proof must have about the actions of a claim, in the order of the claim."""
    if not claim.actions:
        return []
    from layerproof.solver.proof.check.legality import legality_steps

    return [step for each in claim.actions for step in legality_steps(found.game, each.action)]


def fitting(found: Replay, claim: Claim) -> list[int]:
    """The places of the listed outcomes that the one world of a replay fits."""
    outcomes = enumerate(claim.outcomes)
    return [place for place, outcome in outcomes if all(_part(found, each) for each in outcome)]


def _game(found: Replay, claim: Claim) -> bool:
    players = found.game.players
    if claim.stack is not None:
        if (why := unclear_stack(found.game)) is not None:
            raise why
        labels = found.game.labels
        if any(each not in labels for each in claim.stack):
            raise Incomplete("a label that no object on the stack has")
        if [labels[each] for each in claim.stack] != on_stack(found.game):
            return False
    if claim.game and "players" in found.game.unsure:
        raise Incomplete("life totals and hands after an instruction that is not modelled")
    for key, pairs in claim.game:
        for name, number in pairs:
            if name not in players:
                return False
            if key == "life" and told_life(found.situation, name) != number:
                return False
            listed = [e for e in found.game.objects.values() if e.zone == "hand" and e.owner == name]
            if key == "hand" and len(listed) + held_unseen(players[name]) != number:
                return False
    return True


def _is_shown_still(game: Game, card: GameObject) -> bool:
    """Whether a card that was shown in its hand is shown yet. If it could be shown because it was drawn first, then
    only while the ability that this set off waits or is on the stack."""
    keywords = [each.ability.keyword for each in game.view[card.id].abilities if isinstance(each.ability, Keyword)]
    if not any(does(each, "may be revealed as the first card drawn") for each in keywords):
        return True
    if not game.agenda.played:
        raise Incomplete("how long a card stays shown")
    set_off: list[Any] = [each.ability for each in game.agenda.due if each.source == card.id]
    set_off += [game.objects[each].ability for each in on_stack(game) if game.objects[each].source == card.id]
    events = [each.event for each in set_off if isinstance(each, Triggered)]
    return any(isinstance(each, Becomes) and each.status == "revealed_as_drawn" for each in events)


def _part(found: Replay, part: ObjectClaim) -> bool:
    game = found.game
    if part.label not in game.labels:
        raise Incomplete(f"the label {part.label!r}, which no object has")
    identifier = game.labels[part.label]
    here = game.objects.get(identifier)
    obj = here or game.gone[identifier]
    entry = found.view.get(identifier) or game.known.get(identifier)
    results = []
    for key, value in part.says:
        if key == "on_battlefield":
            if here is not None and here.phased_out:
                raise Incomplete("whether what is phased out counts as on the battlefield")
            there = here is not None and here.zone == "battlefield"
            results.append(there == value)
        elif key == "zone":
            # A spell or permanent that has gone is in no zone; a card is said to be where it last was.
            if " or " in obj.zone:
                raise Incomplete("in which of two zones an object is")
            nowhere = here is None and obj.zone in ("stack", "battlefield")
            results.append(("none" if nowhere else obj.zone) == value)
        elif key == "revealed":
            if here is None or here.zone not in ("hand", "library"):
                raise Incomplete("what is known of a card outside of hands and libraries")
            results.append((here.revealed or (here.shown and _is_shown_still(game, here))) == value)
        elif key in _STATUS:
            results.append(_STATUS[key](obj) == value)
        elif key == "transformed":
            results.append(is_transformed(obj, game.edition) == value)
        elif key == "counters":
            have = {each.kind: each.number for each in obj.counters}
            assert isinstance(value, tuple)
            results.append(all(have.get(kind, 0) == number for kind, number in value))  # type: ignore[misc,str-unpack]
        elif key == "attached_to":
            results.append(_attached(found, obj, value))
        elif here is not None and here.face_down is not None and here.zone not in ("battlefield", "stack"):
            raise Incomplete(f"what {part.label} is, face down in {here.zone}")
        elif entry is None:
            raise Incomplete(f"the characteristics of {part.label}, which is phased out or was never seen")
        else:
            results.append(_characteristic(found, entry, key, value, part))
    return all(results)


_STATUS: dict[str, Any] = {
    "tapped": lambda obj: obj.tapped,
    "flipped": lambda obj: obj.flipped,
    "face_down": lambda obj: obj.face_down is not None,
    "owner": lambda obj: obj.owner,
    "level": lambda obj: obj.level,
}


def _attached(found: Replay, obj: GameObject, value: Any) -> bool:
    if value == "none":
        return obj.attached_to is None
    return obj.attached_to == found.game.target(value)


def _characteristic(found: Replay, entry: Entry, key: str, value: Any, part: ObjectClaim) -> bool:
    edition = found.game.edition
    if key in _OF_HALVES and has_two_sets(entry, edition):
        raise Incomplete("a characteristic of a split card that has two sets of them")
    match key:
        case "pt" | "base_pt":
            have = tuple(getattr(entry, stat) for stat in _NUMBERS[key])
            if value == "none":
                return bool(have == (None, None))
            power, _, toughness = value.partition("/")
            return bool(have == (int(power), int(toughness)))
        case "power" | "toughness" | "loyalty" | "defense" | "mana_value":
            number = getattr(entry, key)
            return number is None if value == "none" else bool(number == value)
        case "name":
            return entry.names == () if value == "none" else value in entry.names and len(entry.names) == 1
        case "has_names":
            return all(each in entry.names for each in value)
        case "lacks_names":
            return all(each not in entry.names for each in value)
        case "mana_cost":
            return entry.mana_cost is None if value == "none" else bool(entry.mana_cost == value)
        case "controller":
            return bool(entry.controller == value)
        case "colors":
            return set(entry.colors) == set(value)
        case "types":
            return _folded_types(entry.types) == _folded_types(value)
        case "supertypes":
            return sure_supertypes(entry, edition) == frozenset(value)
        case "subtypes":
            return entry.subtypes == spelled_out(tuple(value), edition)
        case "abilities":
            return bool(len(entry.abilities) - _solved_twice(entry) + len(intrinsic_types(entry)) == value)
        case "has":
            return all(has(found, entry, each) for each in value)
        case "lacks":
            return not any(has(found, entry, each) for each in value)
        case "adds":
            return adds(found.game, entry, value, part.ability)
    raise Incomplete(f"a claim with the key {key}")


def _solved_twice(entry: Entry) -> int:
    """How many abilities a Case is shown with twice: behind its symbol, and as what being solved gives it."""
    cases = [each for each in entry.abilities if isinstance(each.ability, Solved)]
    return sum(
        each.name.startswith(f"{entry.id}.{case.name}.") and each.ability in case.ability.abilities
        for case in cases
        for each in entry.abilities
        if isinstance(case.ability, Solved)
    )


def _folded_types(words: Any) -> frozenset[str]:
    # One card type, under the name of each edition.
    return frozenset("kindred" if word == "tribal" else word for word in words)


def has(found: Replay, entry: Entry, phrase: str) -> bool:
    """Whether an object has a word (color, type, keyword…) or an ability with a piece of rules text.

    Raises Incomplete for words that an ability might have of which only the meaning is known.
    """
    edition = found.game.edition
    words = edition.vocabulary
    if phrase == "no abilities":
        return not entry.abilities and not intrinsic_types(entry)
    if phrase == "colorless":
        return not entry.colors
    if phrase in words.colors:
        return phrase in entry.colors
    if phrase in words.card_types or phrase in ("kindred", "tribal"):
        return _folded_types((phrase,)) <= _folded_types(entry.types)
    if phrase in ("basic", "legendary", "snow", "world"):
        return phrase in sure_supertypes(entry, edition)
    if phrase.startswith("every ") and phrase.endswith(" type"):
        return spelled_out((phrase,), edition) <= entry.subtypes
    if known_families(words, phrase):
        return phrase in entry.subtypes
    bearer = bearing(entry, lambda granter: _names(found, granter))
    answer = has_keyword(bearer, phrase)
    answer = has_text(bearer, phrase) if answer is None else answer
    if answer.holds is None:
        raise Incomplete(f"the words {phrase!r}")
    return answer.holds


def _names(found: Replay, identifier: int) -> tuple[str, ...]:
    entry = found.view.get(identifier) or found.game.known.get(identifier)
    return () if entry is None else entry.names
