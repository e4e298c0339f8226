"""Casting a spell: whether it is legal, and the spell that it puts on the stack (rule key cast.steps)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from typing import Any

from layerproof.kb.keywords.casting_costs import additional_times, chooses_all_modes
from layerproof.kb.keywords.modes_announced import number_needed
from layerproof.kb.keywords.ways_of_casting import rule_of_way
from layerproof.kb.legality.legal_actions import permissions, prohibitions
from layerproof.kb.model import ability as ab
from layerproof.kb.model import instruction as i
from layerproof.kb.model.modification import RuleEffect
from layerproof.kb.model.node import mentions
from layerproof.kb.model.permissions.permission import Permission
from layerproof.kb.model.situation import GameObject
from layerproof.kb.notation.mode_words import as_announced
from layerproof.kb.scenario.action import Cast
from layerproof.kb.scenario.scenario_file import default_label
from layerproof.kb.wording.plain_words import plainly
from layerproof.solver.game.announced_x import said_by_spell
from layerproof.solver.game.judgement import Judgement, Judging
from layerproof.solver.game.modes import judge_modes
from layerproof.solver.game.other_ways import changed_in_words
from layerproof.solver.game.owing import FREE, OFFERED
from layerproof.solver.game.owing import Cast as Costing
from layerproof.solver.game.proposing import (
    Proposal,
    named_zone,
    paid_for,
    proposal,
    propose,
    unread_way,
    with_modes_announced,
)
from layerproof.solver.game.rights import (
    MORE_LIFE,
    Rule,
    doubts,
    is_allowed,
    is_at_its_time,
    is_forbidden,
    is_of_itself,
    rules_in_force,
)
from layerproof.solver.game.settlement import judge_spell_cost
from layerproof.solver.game.stacking import doubt_of
from layerproof.solver.game.targeting import as_cast, judge_targets_of_one
from layerproof.solver.game.timing import closing_the_stack, is_time, without_priority
from layerproof.solver.layers.commanders import from_command_zone
from layerproof.solver.layers.reading import PERMANENT_TYPES, fits, has_keyword
from layerproof.solver.layers.scene import Scene, Source, Undecided
from layerproof.solver.layers.values import holds
from layerproof.solver.layers.view import Entry
from layerproof.solver.situation.aura_spells import enchanting
from layerproof.solver.situation.game import Game, Invalid
from layerproof.solver.situation.modes import chosen_modes, one_body

# An instruction of a spell that says when it may be cast.
_WITH_FLASH = re.compile(r"\bas though (?:it|~|this spell) had flash\b")


def judge_cast(game: Game, action: Cast, resolving: bool = False) -> Judgement:
    """Whether a spell can be cast now, with every reason.

    game: is not changed. resolving: an effect lets it be cast as something resolves, whoever has priority and whatever
    the time (rule key resolve.casting). The spell is looked at as it would be on the stack (rule keys cast.propose,
    cast.checked); costs in mana count as payable where the scenario gives no mana. Raises Undecided where what is not
    modelled decides, Invalid for what is not there.
    """
    trial = game.fork(game.scenario)
    proposed = proposal(trial, action)
    action = with_modes_announced(proposed, action)
    name = None if proposed.listed else proposed.card.faces[proposed.face].name
    judging = Judging(game, "cast", proposed.player, proposed.object if proposed.listed else None, name)
    lacking = without_priority(game, proposed.player)
    if lacking is not None and not resolving:
        judging.forbid("priority", (lacking,))
    before, scene = trial.entry(proposed.object), trial.scene()
    quick = closing_the_stack(game)
    in_time = {at: is_time(game, proposed.player, at) and not resolving for at in ("any", "main")}
    mine = game.situation.active == proposed.player
    rules = rules_in_force(trial, scene)
    zone = named_zone(trial, trial.item(proposed.object))
    places = _places(trial, scene, proposed)
    _judge_way(judging, trial, proposed, before, scene, in_time["main"], resolving)
    own_words = doubts(trial, scene, "cast", proposed.object)
    spell = propose(trial, proposed, action)
    allowing = _allowing(rules, scene, trial.scene(), proposed, spell.id, zone)
    scene = trial.scene()
    if "land" in scene.view[spell.id].types:
        judging.forbid("forbidden", ("land.only_played",))
        return judging.result()
    if quick is not None:
        judging.forbid("forbidden", ("keyword.split_second",), quick)
    if (why := unread_way(proposed)) is not None:
        judging.unsure(Undecided(f"{why} is not modelled"))
    doubt = doubt_of(game) if in_time["main"] else None
    in_time["main"] = in_time["main"] and doubt is None
    # What a card is only in the zone that it leaves may allow that it be cast from there.
    judging.doubt = doubts(trial, scene, "cast", spell.id) or own_words
    if resolving:
        judging.allow("time", ("resolve.casting",))
    else:
        tax = from_command_zone(trial.item(proposed.object))
        if tax is None:
            _judge_place(judging, scene, proposed, spell, places, allowing)
        _judge_time(judging, trial, spell, proposed.player, in_time, doubt)
        if tax is not None:
            judging.unsure(tax)
    _judge_prohibitions(judging, trial, proposed, spell)
    for rule in rules_in_force(trial, scene):
        if is_forbidden(
            rule, scene, "cast", spell.id, proposed.player, zone=proposed.zone, own_turn=mine
        ) and not is_at_its_time(rule, in_time["main"]):
            own = rule.source.id
            judging.forbid("forbidden", ("cant_beats_can",), None if own == spell.id else own)
    if proposed.is_known:
        _judge_rest(judging, trial, proposed, spell, action, resolving)
    return judging.result()


def _judge_prohibitions(judging: Judging, game: Game, proposed: Proposal, spell: GameObject) -> None:
    """Look at what the rules forbid to cast."""
    scene, source = game.scene(), Source(spell.id, proposed.player)
    for each in prohibitions("cast"):
        if proposed.zone in each.apart_from or (each.of is not None and not fits(each.of, scene, source, spell.id)):
            continue
        if each.unless is None:
            judging.forbid("forbidden", each.rule, about=proposed.zone)
        elif not any(key in game.edition.numbers for key in each.rule):
            judging.unsure(Undecided(f"the rules of {game.edition.name} do not tell whether such a spell may be cast"))
        elif not holds(each.unless, scene, source):
            judging.forbid("forbidden", each.rule, about=proposed.zone)


def _allowing(
    rules: Sequence[Rule], before: Scene, scene: Scene, proposed: Proposal, spell: int, zone: str
) -> list[Rule]:
    """The effects that allow the card to be cast from where it is: what it is there counts, or what it would be as a
    spell where other characteristics decide (rule key face_down.cast and its like)."""
    found: list[Rule] = []
    for rule in rules:
        if not proposed.is_other or is_of_itself(rule, proposed.object):
            fitting = is_allowed(rule, before, "cast", proposed.object, proposed.player, zone)
        else:
            fitting = is_allowed(rule, scene, "cast", spell, proposed.player, zone)
        if fitting:
            found.append(rule)
    return found


def costing(proposed: Proposal, spell: int, action: Cast, resolving: bool = False) -> Costing:
    """What is announced for the costs of a spell: a keyword that is no alternative cost is paid for once besides.

    resolving: what resolves lets it be cast, so that it may be without paying if the action says so.
    """
    way, additional = proposed.way, action.additional
    if way is None or additional_times(way) is None:
        return Costing(
            spell, proposed.player, way, additional, action.x, proposed.zone, had=proposed.had, let=resolving
        )
    if any(keyword == way for keyword, _ in additional):
        raise Undecided(f"{way} that is paid both ways")
    return Costing(spell, proposed.player, None, (*additional, (way, 1)), action.x, proposed.zone)


def spell_label(action: Cast) -> str:
    """The label of a spell: the one that is given, else that of the card."""
    return action.as_ or default_label(action.cast)


def _judge_way(
    judging: Judging, game: Game, proposed: Proposal, before: Entry, scene: Scene, main: bool, resolving: bool
) -> None:
    """Look at the keyword for whose cost the spell would be cast: the card must have it, and it must be usable now."""
    if proposed.way in (None, FREE, OFFERED):
        return
    assert proposed.way is not None
    shape = proposed.shape
    if not has_keyword(before, proposed.way):
        if (doubt := changed_in_words(game, proposed.object, proposed.way)) is not None:
            judging.unsure(doubt)
        else:
            judging.forbid("cost", ("cost.alternative",), about=proposed.way)
    elif not proposed.is_known:
        judging.unsure(Undecided(f"casting a spell for its {proposed.way} is not modelled"))
    if (shape.resolving and not resolving) or (shape.main and not main):
        judging.forbid("time", rule_of_way(proposed.way), about=proposed.way)
    if shape.zones and proposed.zone not in shape.zones:
        using = f"using its {proposed.way} ability"
        if any(mentions(each.ability, partial(_says, words=using)) for each in before.abilities):
            what = f"from where {game.name(proposed.object)} may be cast {using} is not modelled"
            judging.unsure(Undecided(what))
        else:
            judging.forbid("place", rule_of_way(proposed.way), about=proposed.zone)
    if shape.condition is not None:
        try:
            if not holds(shape.condition, scene, Source(proposed.object, proposed.player)):
                judging.forbid("cost", rule_of_way(proposed.way), about=proposed.way)
        except Undecided as error:
            judging.unsure(error)


def _says(node: object, words: str) -> bool:
    return isinstance(node, ab.Opaque | RuleEffect) and words in node.gloss


def _places(game: Game, scene: Scene, proposed: Proposal) -> list[Permission]:
    """The permissions of the rules that are about the zone, the card as it is there, and the way of casting."""
    if game.item(proposed.object).owner != proposed.player:
        return []
    source, before = Source(proposed.object, proposed.player), scene.view[proposed.object]
    listed = permissions("cast", "place")
    elsewhere = {each.way for each in listed if each.way is not None}
    found: list[Permission] = []
    for each in listed:
        if proposed.zone not in each.zones or (each.normally and proposed.face):
            continue
        if each.way is None and proposed.way in elsewhere:
            continue
        if each.under is not None and game.edition.policy(each.under[0]) != each.under[1]:
            continue
        if each.way is not None and not (proposed.way == each.way and has_keyword(before, each.way)):
            continue
        if each.card is None or fits(each.card, scene, source, proposed.object):
            found.append(each)
    return found


def _judge_place(
    judging: Judging,
    scene: Scene,
    proposed: Proposal,
    spell: GameObject,
    places: list[Permission],
    allowing: list[Rule],
) -> None:
    """Look for a permission to cast from the zone where the card is."""
    for each in places:
        if each.of is None or fits(each.of, scene, Source(spell.id), spell.id):
            judging.allow("place", each.rule)
            return
    if allowing:
        own = allowing[0].source.id
        judging.allow("place", ("cast.allowed", "cast.steps"), None if own == proposed.object else own)
        return
    judging.missing("place", ("cast.allowed", "cast.steps"), proposed.zone)


def _judge_time(
    judging: Judging, game: Game, spell: GameObject, player: str, in_time: dict[str, bool], doubt: Undecided | None
) -> None:
    """Look for a permission to cast at this time. doubt: why it is not known whether the stack is empty, if it would
    otherwise be a time to cast anything."""
    scene, source = game.scene(), Source(spell.id)
    for each in permissions("cast", "time"):
        if in_time[each.at] and (each.of is None or fits(each.of, scene, source, spell.id)):
            judging.allow("time", each.rule)
            return
    for rule in rules_in_force(game, scene):
        if is_allowed(rule, scene, "cast as an instant", spell.id, player):
            own = rule.source.id
            judging.allow("time", ("timing.cast",), None if own == spell.id else own)
            return
    said = said_by_spell(each.ability for each in scene.view[spell.id].abilities)
    if doubt is None and any(_WITH_FLASH.search(gloss) for gloss in said):
        doubt = Undecided(f"when {game.name(spell.id)} may be cast by its own words is not modelled")
    if doubt is not None:
        judging.unsure(doubt)
        return
    judging.missing("time", ("timing.cast",))


def _judge_rest(
    judging: Judging, game: Game, proposed: Proposal, spell: GameObject, action: Cast, resolving: bool
) -> None:
    """Look at modes, targets and costs: whether the casting can be completed."""
    # What it targets is chosen before the cost is determined, which may hang on it.
    game.update(spell.id, "cast.targets", targets=tuple(game.who(each) for each in action.targets))
    entry = game.entry(spell.id)
    judge_spell_cost(judging, game, costing(proposed, spell.id, action, resolving))
    said = said_by_spell(each.ability for each in entry.abilities)
    if (more := next((each for each in said if MORE_LIFE.search(each)), None)) is not None:
        judging.unsure(Undecided(f"how much life {game.name(spell.id)} costs is not modelled ({plainly(more)})"))
    _judge_modes(judging, game, entry, action)
    try:
        bodies: list[i.Body] = spell_bodies(game, entry, action.choices) if proposed.shape.targets else [()]
        if proposed.shape.aims is not None:
            bodies = [(i.Target(proposed.shape.aims),)]
    except Undecided as error:
        judging.unsure(error)
        return
    divided = tuple(pair for pair in action.choices if pair[0] == "divided")
    source = Source(spell.id, proposed.player, x=action.x, choices=divided)
    try:
        bodies = [as_cast(game, body, source) for body in bodies]
    except Undecided as error:
        judging.unsure(error)
        return
    unknown = [keyword for keyword, times in action.additional if times and not _is_modelled(keyword)]
    if unknown:
        # What is paid for may bring targets of its own.
        judging.unsure(Undecided(f"an additional cost that is not modelled: {unknown[0]}"))
        return
    judge_targets_of_one(judging, game, bodies, source, action.targets)


def _is_modelled(keyword: str) -> bool:
    return keyword == "additional cost" or additional_times(keyword) is not None


def _judge_modes(judging: Judging, game: Game, entry: Entry, action: Cast) -> None:
    """Look at how many modes of a spell are chosen, where they are named (rule key modal.chosen)."""
    named = any(key == "mode" for key, _ in action.choices)
    paid = paid_for(action)
    for instance in entry.abilities:
        if not isinstance(instance.ability, ab.Modal):
            continue
        if not named:
            needed = number_needed(instance.ability, paid)
            if needed is None or needed > 1:
                judging.unsure(Undecided("which modes are chosen is not said (choices: {mode: [1, 2]} says it)"))
            continue
        every = any(chooses_all_modes(each) for each in paid)
        plain = as_announced(instance.ability.choose, paid)
        choose = f"all {len(instance.ability.modes)}" if every else plain
        judge_modes(judging, instance.ability.modes, choose, action.choices)
        if not every and plain != as_announced(instance.ability.choose, ()):
            judging.allow("modes", ("cast.choices_together",))


def spell_bodies(game: Game, entry: Entry, choices: Any) -> list[i.Body]:
    """The instructions of a spell; where it has modes and none is chosen, those of each mode by itself.

    Raises Undecided for instructions of which only the words are known, Invalid for a mode that there is not.
    """
    modes = [value for key, values in choices if key == "mode" for value in values]
    bodies: list[i.Body] = []
    options: list[i.Body] = []
    if "Aura" in entry.subtypes:
        return [(enchanting(entry),)]
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
