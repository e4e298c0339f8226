"""Targets: whether those that are named are legal, or whether there are legal ones at all (rule key cast.targets)."""

from __future__ import annotations

import re

import msgspec

from layerproof.kb.legality.legal_actions import prohibitions
from layerproof.kb.model import instruction as i
from layerproof.kb.model.expression import CastFor, Chose, Did, X
from layerproof.kb.model.node import mentions
from layerproof.kb.model.permissions.abilities_of_players import TARGETED
from layerproof.kb.rulebook.editions.later_meanings import target_of_later_words
from layerproof.solver.game.judgement import Judging
from layerproof.solver.game.rights import doubts, is_forbidden, is_forbidden_to_player, rules_in_force
from layerproof.solver.layers.lifting import lifted
from layerproof.solver.layers.protecting import hidden_from, protected_from, protected_from_player
from layerproof.solver.layers.reading import fits
from layerproof.solver.layers.scene import Scene, Source, Undecided
from layerproof.solver.layers.speaking import followed_now, speaks_of
from layerproof.solver.situation.dividing import announce, is_too_much_for
from layerproof.solver.situation.game import Forbidden, Game
from layerproof.solver.situation.paid_targets import as_paid, target_places, targets_of

# Words for a target beside one that was named before, or for one of a mode of which only the words are kept.
_MORE_TARGETS = re.compile(r"\b(?:another|other|second|third) targets?\b|•.*\b[tT]argets?\b")
Forbidding = tuple[tuple[str, ...], int | None]


def judge_targets_of_one(
    judging: Judging, game: Game, bodies: list[i.Body], source: Source, named: tuple[str, ...]
) -> None:
    """Look at the targets of a spell or ability in each choice of modes: it is enough that one of them has legal ones.

    bodies: the instructions in each choice of modes, at least one. The rest is as for `judge_targets`, to which each is
    put by itself; where none will do, the reasons are those of one that nothing forbids, or else of the first.
    """
    trials: list[Judging] = []
    for body in bodies:
        trial = Judging(game, "", judging.player, judging.object)
        trial.what = judging.what
        judge_targets(trial, game, body, source, named)
        if not trial.forbidden and trial.unknown is None:
            return
        trials.append(trial)
    first = next((each for each in trials if not each.forbidden), trials[0])
    judging.forbidden.extend(first.forbidden)
    if first.unknown is not None:
        judging.unsure(first.unknown)


def judge_targets(judging: Judging, game: Game, body: i.Body, source: Source, named: tuple[str, ...]) -> None:
    """Look at the targets of a spell or ability that would be put on the stack.

    game: with the spell already there, so that it is seen as it would be. body: its instructions. named: labels and
    players; where none are named it is asked whether there are legal ones. Each illegal target is a reason of its own.
    """
    scene = game.scene()
    body = followed_now(body)
    wanted = [each for each in body if isinstance(each, i.Target)]
    if mentions(body, lambda node: isinstance(node, i.Modes)):
        judging.unsure(Undecided("the modes of an ability are not modelled here"))
        return
    if not wanted and any(isinstance(each, i.OtherAction) and "target" in each.gloss.lower() for each in body):
        judging.unsure(Undecided("what is targeted is not modelled"))
        return
    if wanted and hangs_on_a_deed(body):
        judging.unsure(Undecided("which targets a reflexive triggered ability has of its own is not modelled"))
        return
    if targets_hang_on_costs(body):
        judging.unsure(Undecided("how many targets there are, by words or by what is paid, is not modelled"))
        return
    if any(each.each is not None or (each.any and len(wanted) > 1) for each in wanted):
        judging.unsure(Undecided("how many targets there may be is not modelled"))
        return
    if any(each.any for each in wanted):
        number = _number_of(wanted[0], source, len(named))
        if number is None:
            judging.unsure(Undecided("how many targets there may be is not modelled"))
            return
        wanted = [number]
    most, least = sum(each.count for each in wanted), sum(least_of(each) for each in wanted)
    if named:
        if len(named) < least and of_modes(body):
            judging.unsure(Undecided("which targets the chosen mode of an ability has is not modelled"))
            return
        if not least <= len(named) <= most:
            judging.forbid("targets", ("cast.targets",), about=f"{len(named)} of {least}")
            return
        chosen = [game.who(each) for each in named]
        source, before = source._replace(targets=tuple(chosen)), list[int | str]()
        for each in wanted:
            group, chosen = chosen[: each.count], chosen[each.count :]
            earlier = before if each.other else []
            before = [*before, *group]
            for index, one in enumerate(group):
                if one in group[:index] or one in earlier:
                    judging.forbid("target", ("target.once",), about=one)
                else:
                    judge_one(judging, game, scene, each, one, source)
        _judge_division(judging, game, body, source._replace(targets=tuple(game.who(each) for each in named)))
        return
    for each in wanted:
        if speaks_of(each.filter, "target"):
            judging.unsure(Undecided("whether there are legal targets that depend on one another is not modelled"))
            continue
        found, unknown = legal_targets(game, each, source, judging.player)
        legal = len(found)
        if legal < least_of(each):
            if unknown:
                judging.unsure(Undecided("whether there is a legal target is not known"))
            elif of_modes(body):
                judging.unsure(Undecided("which targets the chosen mode of an ability has is not modelled"))
            else:
                judging.forbid("targets", ("cast.targets",), about=f"{legal} of {least_of(each)}")


def _number_of(target: i.Target, source: Source, named: int) -> i.Target | None:
    """A target of which there may be any number, as one for the number that is asked: of those that are named, or where
    its limit is a number or an X that is announced, of that; None where nobody tells the limit."""
    if target.limit is None:
        return msgspec.structs.replace(target, any=False, count=max(named, 1), least=target.least or 0)
    most = source.x if target.limit == X() else target.limit
    if not isinstance(most, int):
        return None
    return msgspec.structs.replace(
        target, any=False, limit=None, count=most, least=most if target.least is None else target.least
    )


def targets_hang_on_costs(body: i.Body) -> bool:
    """Whether a body may have other targets than those that it lists: words name more of them, or one is there only
    where something was paid as the spell was cast (rule key cast.targets)."""
    said = tuple(each for each in body if not isinstance(each, i.Target))
    if mentions(said, lambda node: isinstance(node, i.OtherAction) and _MORE_TARGETS.search(node.gloss) is not None):
        return True
    paid = tuple(each for each in said if isinstance(each, i.If) and mentions(each.condition, _of_costs))
    if mentions(paid, lambda node: isinstance(node, i.OtherAction) and "target" in node.gloss):
        return True
    always = target_places(tuple(each for each in said if each not in paid))
    return any((target_places(each.then) ^ target_places(each.else_)) - always for each in paid)


def as_cast(game: Game, body: i.Body, source: Source) -> i.Body:
    """The instructions of a spell by what was paid as it was cast, without the targets that it has for another payment
    only (rule key keyword.kicker.targets).

    source: the spell on the stack. A spell of which a target before others is left out is given back as it is.
    """
    left = as_paid(body, game.scene(), source)
    wanted, kept = targets_of(body), targets_of(left)
    return left if kept == wanted[: len(kept)] else body


def hangs_on_a_deed(body: i.Body) -> bool:
    """Whether something in a body happens only "when you do", so that targets listed there may be those of a reflexive
    triggered ability, chosen later (rule key trigger.reflexive)."""
    return mentions(body, lambda node: isinstance(node, i.Reflexive) and not node.body)


def _of_costs(node: object) -> bool:
    return isinstance(node, CastFor)


def legal_targets(game: Game, target: i.Target, source: Source, player: str) -> tuple[tuple[int | str, ...], bool]:
    """All legal targets for one use of the word, and whether there may be others (rule key cast.targets).

    player: who chooses. What an ability that may be on the stack could be is among what is not known.
    """
    scene = game.scene()
    candidates: list[int | str] = list(scene.in_zones(target.zones)) if target.filter is not None else []
    candidates += [each.name for each in game.situation.players if target.player and not each.lost]
    legal: list[int | str] = []
    unknown = bool(game.doubts) and "stack" in target.zones
    for one in candidates:
        trial = Judging(game, "", player, None)
        judge_one(trial, game, scene, target, one, source)
        if not trial.forbidden and trial.unknown is None:
            legal.append(one)
        unknown = unknown or (not trial.forbidden and trial.unknown is not None)
    return tuple(legal), unknown


def of_modes(body: i.Body) -> bool:
    """Whether an ability has modes written as choices, so that a target may be one of another mode."""
    return any(
        isinstance(each, i.If) and isinstance(each.condition, Chose) and each.condition.option != "may" for each in body
    )


def _judge_division(judging: Judging, game: Game, body: i.Body, source: Source) -> None:
    """Look at how something is divided among the targets, and whether there is enough for each of them (rule key
    cast.division)."""
    try:
        announce(game, source, body, "it")
        if mentions(body, is_too_much_for(game, source)):
            judging.forbid("targets", ("cast.division",), about="divided")
    except Forbidden as error:
        judging.forbid("targets", (error.rule,), about="divided")
    except Undecided as error:
        judging.unsure(error)


def least_of(target: i.Target) -> int:
    """How many targets must be chosen at least for one use of the word."""
    if target.any and target.limit is None:
        return 0
    return target.count if target.least is None else target.least


def judge_one(judging: Judging, game: Game, scene: Scene, target: i.Target, one: int | str, source: Source) -> None:
    """Look at one target: what is wrong with it, the first thing only (rule key cast.targets).

    game: with what targets it as it will be. one: the identifier of an object, or the name of a player.
    """
    if isinstance(one, str):
        if not target.player or (target.opponent and one == scene.you(source)):
            judging.forbid("target", ("cast.targets",), about=one)
        elif (shield := shielding_player(game, scene, source, one)) is not None:
            if (doubt := _exposed(game, scene)) is not None:
                judging.unsure(doubt)
            else:
                judging.forbid("target", ("cant_beats_can",), shield, about=one)
        elif mentions(target.filter, lambda node: isinstance(node, Did)):
            judging.unsure(Undecided("what is said of a player who may be a target is known by its words only"))
        elif doubt := doubts(game, scene, "be targeted"):
            judging.unsure(doubt)
        return
    item = scene.items.get(one)
    if one == source.id and item is not None and item.zone == "stack":
        judging.forbid("target", ("target.not_itself",), about=one)
        return
    if item is None or item.zone not in target.zones or target.filter is None:
        judging.forbid("target", ("cast.targets",), about=one)
        return
    if not fits(target.filter, scene, source, one):
        judging.forbid("target", ("cast.targets",), about=one)
        return
    if (later := target_of_later_words(game.edition, target, scene.view[one].types)) is not None:
        judging.unsure(Undecided(later))
        return
    try:
        hindered = untargetable_by(game, scene, source, one)
    except Undecided as error:
        judging.unsure(error)
        return
    if hindered is not None and hindered[1] is None and (doubt := _exposed(game, scene)) is not None:
        judging.unsure(doubt)
    elif hindered is not None:
        judging.forbid("target", hindered[0], hindered[1], about=one)
    elif doubt := doubts(game, scene, "be targeted", one):
        judging.unsure(doubt)


def _exposed(game: Game, scene: Scene) -> Undecided | None:
    """What is known by its words only and may let be chosen what has hexproof or shroud; None where nothing does."""
    shields = ("keyword.hexproof", "keyword.shroud")
    found = (lifted(scene, "be targeted", key, game.unheeded) for key in shields)
    return next((each for each in found if each is not None), None)


def shielding_player(game: Game, scene: Scene, source: Source, player: str) -> int | None:
    """The object whose effect forbids a player to be the target of a source; None where nothing does.

    Source: rule keys keyword.shroud.player, keyword.hexproof.player, keyword.protection_targets.
    """
    for rule in rules_in_force(game, scene):
        if is_forbidden_to_player(rule, scene, TARGETED, player, source.id):
            return rule.source.id
    return None


def untargetable_by(game: Game, scene: Scene, source: Source, identifier: int) -> Forbidding | None:
    """What forbids an object to be the target of a source: rule keys, and the object whose effect it is, if one is.

    Source: rule keys keyword.shroud.permanent, keyword.hexproof.permanent, keyword.hexproof.from_quality,
    keyword.protection_targets, and effects.
    Raises Undecided for a quality that is not modelled.
    """
    if scene.items[identifier].zone != "battlefield":
        return None
    entry = scene.view[identifier]
    for each in prohibitions("be targeted"):
        if each.of is not None and fits(each.of, scene, source, identifier):
            return each.rule, None
    you = scene.you(source)
    by = None if source.id is None else scene.entry(source.id)
    if you != scene.controller_of(identifier) and (hidden := hidden_from(scene.words, entry, by)):
        return hidden, None
    if protected_from_player(entry, you) or (by is not None and protected_from(scene.words, entry, by)):
        return ("keyword.protection_targets",), None
    against = forbidden_target(game, scene, source, identifier)
    return None if against is None else (("cant_beats_can",), against.id)


def forbidden_target(game: Game, scene: Scene, source: Source, identifier: int) -> Source | None:
    """What has an effect in force by which an object cannot be the target of a source (rule key cant_beats_can)."""
    you = scene.you(source)
    found = (r for r in rules_in_force(game, scene) if is_forbidden(r, scene, TARGETED, identifier, you, source.id))
    return next((rule.source for rule in found), None)
