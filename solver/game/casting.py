"""Casting a spell: whether it is legal, and the spell that it puts on the stack (rule key cast.steps)."""

from __future__ import annotations

from typing import Any

import msgspec

from layerproof.kb.cards.store import face_of
from layerproof.kb.keywords.costs import additional_times
from layerproof.kb.model import ability as ab
from layerproof.kb.model import instruction as i
from layerproof.kb.model.card import Card
from layerproof.kb.model.situation import GameObject
from layerproof.kb.rulebook.legality import casts_in_other_ways, permissions
from layerproof.kb.scenario.action import Cast
from layerproof.kb.scenario.read import default_label
from layerproof.solver.game.judgement import Judgement, Judging
from layerproof.solver.game.owing import FREE, OFFERED
from layerproof.solver.game.owing import Cast as Costing
from layerproof.solver.game.rights import Rule, doubts, is_allowed, is_forbidden, rules_in_force
from layerproof.solver.game.settlement import judge_spell_cost
from layerproof.solver.game.targeting import judge_targets
from layerproof.solver.game.timing import is_time, stack, without_priority
from layerproof.solver.layers.reading import PERMANENT_TYPES, fits, has_keyword
from layerproof.solver.layers.scene import Source, Undecided
from layerproof.solver.layers.view import Entry
from layerproof.solver.situation import abilities
from layerproof.solver.situation.game import Game, Invalid, new_object
from layerproof.solver.situation.modes import chosen_modes, one_body

# Ways of casting that change neither what the spell is nor what it does, so that only the cost is another.
PLAIN_WAYS = (
    "overload",
    "flashback",
    "retrace",
    "jump-start",
    "escape",
    "evoke",
    "dash",
    "blitz",
    "spectacle",
    "surge",
    "madness",
)
OTHER_PLACES = ("flashback", "retrace", "jump-start", "escape")


class Proposal(msgspec.Struct, frozen=True):
    """A spell that is proposed: who casts which object, from where, and how; face: which half or face is cast."""

    player: str
    object: int
    card: Card
    zone: str
    face: int
    way: str | None
    listed: bool


def proposal(game: Game, action: Cast) -> Proposal:
    """What a cast action proposes. A card that is not listed comes to be in its player's hand.

    Raises Invalid for a label or name that means nothing, and for an object that is no card that could be cast.
    """
    player = None if action.controller is None else game.player(action.controller)
    item = _listed(game, action.cast, player)
    if item is None:
        from layerproof.solver.situation.happening import card_named

        card, face = card_named(action.cast)
        owner = player or game.scenario.players[0]
        face = face_of(card, action.half) if action.half else face
        made = new_object(game, card, "hand", owner)
        return Proposal(owner, made.id, card, "hand", face, action.cast_for, False)
    if item.zone in ("battlefield", "stack") or game.there(item.id) is None:
        raise Invalid(f"{action.cast} is no card that could be cast now", "a card in a hand, or in another zone")
    name = action.half or ("" if action.cast in game.labels else action.cast)
    face = face_of(item.card, name) if name else 0
    way = action.cast_for or implied_way(item.zone, game.entry(item.id))
    return Proposal(player or item.owner, item.id, item.card, item.zone, face, way, True)


def implied_way(zone: str, entry: Entry) -> str | None:
    """The keyword ability by which a card in a graveyard is cast where none is named: the first that it has."""
    if zone != "graveyard":
        return None
    return next((each for each in OTHER_PLACES if has_keyword(entry, each)), None)


def unread_way(card: Card, face: int, zone: str, half: bool) -> str | None:
    """What about a card leaves open whether it can be cast from a zone, or which half of it; None if nothing does."""
    several = card.layout in ("split", "modal_dfc", "adventure", "room", "transform", "prototype")
    if several and not half:
        return "which half or face is cast"
    if card.layout in ("transform", "flip") and face:
        return "how a back face or a flipped half could be cast"
    keywords = [each.keyword for one in card.faces for each in one.abilities if isinstance(each, ab.Keyword)]
    unread = next((each for each in keywords if casts_in_other_ways(each)), None)
    if unread is not None and (zone != "hand" or unread == "aftermath"):
        return f"what {unread} allows"
    return "what an Adventure allows" if card.layout == "adventure" and zone == "exile" else None


def _listed(game: Game, name: str, player: str | None) -> GameObject | None:
    """The listed card that a cast action means: by its label, or by its name in the hand of the player."""
    if name in game.labels:
        return game.find(name)
    found = [
        item
        for item in game.situation.objects
        if item.zone == "hand"
        and item.owner == (player or game.scenario.players[0])
        and name in (item.card.name, *(face.name for face in item.card.faces))
    ]
    if len(found) > 1:
        raise Invalid(f"{len(found)} cards in the hand are named {name}", "the label of one of them")
    return found[0] if found else None


def judge_cast(game: Game, action: Cast) -> Judgement:
    """Whether a spell can be cast now, with every reason.

    game: is not changed. The spell is looked at as it would be on the stack (rule keys cast.propose, cast.checked);
    costs in mana count as payable where the scenario gives no mana. Raises Undecided where what is not modelled
    decides, Invalid for what is not there.
    """
    trial = game.fork(game.scenario)
    proposed = proposal(trial, action)
    name = None if proposed.listed else proposed.card.faces[proposed.face].name
    judging = Judging(game, "cast", proposed.player, proposed.object if proposed.listed else None, name)
    lacking = without_priority(game, proposed.player)
    if lacking is not None:
        judging.forbid("priority", (lacking,))
    before, scene = trial.entry(proposed.object), trial.scene()
    if "land" in before.types:
        judging.forbid("forbidden", ("land.only_played",))
        return judging.result()
    quick = next((each for each in stack(game) if has_keyword(game.entry(each), "split second")), None)
    if quick is not None:
        judging.forbid("forbidden", ("keyword.split_second",), quick)
    half = action.half is not None or action.cast not in game.labels
    if (why := unread_way(proposed.card, proposed.face, proposed.zone, half)) is not None:
        judging.unsure(Undecided(f"{why} is not modelled"))
    in_time = {at: is_time(game, proposed.player, at) for at in ("any", "main")}
    allowing = [
        rule
        for rule in rules_in_force(trial, scene)
        if is_allowed(rule, scene, "cast", proposed.object, proposed.player, proposed.zone)
    ]
    spell = propose(trial, proposed, action)
    scene = trial.scene()
    judging.doubt = doubts(trial, scene, "cast", spell.id)
    _judge_way(judging, proposed, before)
    _judge_place(judging, trial, proposed, spell, before, allowing)
    _judge_time(judging, trial, spell, proposed.player, in_time)
    for rule in rules_in_force(trial, scene):
        if is_forbidden(rule, scene, "cast", spell.id, proposed.player):
            own = rule.source.id
            judging.forbid("forbidden", ("cant_beats_can",), None if own == spell.id else own)
    if not _other_spell(proposed):
        _judge_rest(judging, trial, proposed, spell, action)
    return judging.result()


def propose(game: Game, proposed: Proposal, action: Cast, label: str | None = None) -> GameObject:
    """Put a proposed card onto the stack as a spell (rule key cast.propose)."""
    owner = game.remove(proposed.object).owner
    choices, _ = abilities.chosen_of(game, action.choices)
    return new_object(
        game,
        proposed.card,
        "stack",
        owner,
        controller=proposed.player,
        label=label,
        face=proposed.face,
        x=action.x,
        choices=choices,
        cast_for=None if proposed.way in (FREE, OFFERED) else proposed.way,
    )


def costing(proposed: Proposal, spell: int, action: Cast) -> Costing:
    """What is announced for the costs of a spell: a keyword that is no alternative cost is paid for once besides."""
    way, additional = proposed.way, action.additional
    if way is None or additional_times(way) is None:
        return Costing(spell, proposed.player, way, additional, action.x, proposed.zone)
    return Costing(spell, proposed.player, None, (*additional, (way, 1)), action.x, proposed.zone)


def spell_label(action: Cast) -> str:
    """The label of a spell: the one that is given, else that of the card."""
    return action.as_ or default_label(action.cast)


def _other_spell(proposed: Proposal) -> bool:
    """Whether the way of casting may make another spell of the card, which then is not looked at further."""
    known = proposed.way in (None, FREE, OFFERED, *PLAIN_WAYS)
    return not known and additional_times(proposed.way or "") is None


def _judge_way(judging: Judging, proposed: Proposal, before: Entry) -> None:
    """Look at the keyword for whose cost the spell would be cast: the card must have it."""
    if proposed.way in (None, FREE, OFFERED):
        return
    assert proposed.way is not None
    if not has_keyword(before, proposed.way):
        judging.forbid("cost", ("cost.alternative",), about=proposed.way)
    elif _other_spell(proposed):
        judging.unsure(Undecided(f"casting a spell for its {proposed.way} is not modelled"))


def _judge_place(
    judging: Judging, game: Game, proposed: Proposal, spell: GameObject, before: Entry, allowing: list[Rule]
) -> None:
    """Look for a permission to cast from the zone where the card is."""
    source = Source(spell.id)
    if game.item(proposed.object).owner == proposed.player:
        for each in permissions("cast", "place"):
            if proposed.zone in each.zones and (each.of is None or fits(each.of, game.scene(), source, spell.id)):
                fitting = proposed.way == each.way if each.way is not None else proposed.way not in OTHER_PLACES
                if fitting and (each.way is None or has_keyword(before, each.way)):
                    judging.allow("place", each.rule)
                    return
    if allowing:
        own = allowing[0].source.id
        judging.allow("place", ("cast.allowed", "cast.steps"), None if own == proposed.object else own)
        return
    judging.missing("place", ("cast.allowed", "cast.steps"), proposed.zone)


def _judge_time(judging: Judging, game: Game, spell: GameObject, player: str, in_time: dict[str, bool]) -> None:
    """Look for a permission to cast at this time."""
    scene, source = game.scene(), Source(spell.id)
    for each in permissions("cast", "time"):
        if in_time[each.at] and (each.of is None or fits(each.of, scene, source, spell.id)):
            judging.allow("time", each.rule)
            return
    for rule in rules_in_force(game, scene):
        if is_allowed(rule, scene, "flash", spell.id, player):
            own = rule.source.id
            judging.allow("time", ("timing.cast",), None if own == spell.id else own)
            return
    judging.missing("time", ("timing.cast",))


def _judge_rest(judging: Judging, game: Game, proposed: Proposal, spell: GameObject, action: Cast) -> None:
    """Look at modes, targets and costs: whether the casting can be completed."""
    entry = game.entry(spell.id)
    judge_spell_cost(judging, game, costing(proposed, spell.id, action))
    try:
        bodies = spell_bodies(game, entry, action.choices) if proposed.way != "overload" else [()]
    except Undecided as error:
        judging.unsure(error)
        return
    trials = []
    for body in bodies:
        trial = Judging(game, "cast", judging.player, judging.object)
        trial.what = judging.what
        judge_targets(trial, game, body, Source(spell.id, proposed.player, x=action.x), action.targets)
        if not trial.forbidden and trial.unknown is None:
            return
        trials.append(trial)
    first = next((each for each in trials if not each.forbidden), trials[0])
    judging.forbidden.extend(first.forbidden)
    if first.unknown is not None:
        judging.unsure(first.unknown)


def spell_bodies(game: Game, entry: Entry, choices: Any) -> list[i.Body]:
    """The instructions of a spell; where it has modes and none is chosen, those of each mode by itself.

    Raises Undecided for instructions of which only the words are known, Invalid for a mode that there is not.
    """
    modes = [value for key, values in choices if key == "mode" for value in values]
    bodies: list[i.Body] = []
    options: list[i.Body] = []
    if "Aura" in entry.subtypes:
        return [enchanting(entry)]
    if entry.types & PERMANENT_TYPES:
        return [()]
    for instance in entry.abilities:
        match instance.ability:
            case ab.Spell(body=part):
                bodies.append(part)
            case ab.Modal(modes=listed):
                chosen = chosen_modes(listed, choices)
                if modes and not chosen:
                    raise Invalid(f"{' // '.join(entry.names)} has no mode {modes[0]!r}", "a piece of the mode's text")
                if not modes:
                    options = [mode.body for mode in listed]
                bodies += chosen
            case ab.Opaque(gloss=gloss) if "target" in gloss.lower():
                raise Undecided(f"what {' // '.join(entry.names)} does is not modelled ({gloss})")
            case _:
                pass
    return [one_body((*bodies, option)) for option in options] or [one_body(bodies)]


def enchanting(entry: Entry) -> i.Body:
    """What an Aura spell targets by its enchant ability (rule key target.definition)."""
    for instance in entry.abilities:
        ability = instance.ability
        if isinstance(ability, ab.Keyword) and ability.keyword == "enchant":
            if ability.filter is not None:
                return (i.Target(ability.filter),)
            if ability.quality in (None, "player", "opponent"):
                return (i.Target(player=True, opponent=ability.quality == "opponent"),)
    raise Undecided(f"what {' // '.join(entry.names)} enchants is not modelled")
