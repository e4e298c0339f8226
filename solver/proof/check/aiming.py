"""Targets, seen by the checker: which are legal as a spell or ability is put on the stack, and if there are any."""

from __future__ import annotations

import msgspec

from layerproof.kb.keywords.casting_costs import additional_times
from layerproof.kb.legality.legal_actions import prohibitions
from layerproof.kb.model import instruction as ins
from layerproof.kb.model.expression import CastFor, Chose, Did, X
from layerproof.kb.model.node import mentions
from layerproof.kb.rulebook.editions.later_meanings import target_of_later_words
from layerproof.solver.proof.check.attaching import (
    hexproof_rule,
    kept_from_opponents,
    protected,
    protected_from_side,
)
from layerproof.solver.proof.check.dealt_out import announced_whole, runs_short
from layerproof.solver.proof.check.deontic import Findings, clauses, forbidding, misunderstood, player_shields
from layerproof.solver.proof.check.game import Game
from layerproof.solver.proof.check.incomplete import ForbiddenChoice, Incomplete
from layerproof.solver.proof.check.loosening import bar, loosened
from layerproof.solver.proof.check.phrasing import lets
from layerproof.solver.proof.check.reflexive import without_reflexive
from layerproof.solver.proof.check.spoken_of import about
from layerproof.solver.proof.check.unasked import without_unasked
from layerproof.solver.proof.check.world import Says


def fewest(target: ins.Target) -> int:
    """How many targets must be chosen at least for one use of the word."""
    return target.count if target.least is None else target.least


def look_at_each_way(found: Findings, game: Game, ways: list[ins.Body], says: Says, named: tuple[str, ...]) -> None:
    """Find what is wrong with the targets in every choice of modes; nothing is if one of the ways has legal ones.

    ways: the instructions under each choice. What is wrong with them all is told of one without a fault that is certain
    if there is such a way, else of the first.
    """
    tried: list[Findings] = []
    for body in ways:
        alone = Findings(game, found.what)
        look_at_targets(alone, game, body, says, named)
        if not alone.bad and alone.open is None:
            return
        tried.append(alone)
    worst = next((each for each in tried if not each.bad), tried[0])
    found.bad.extend(worst.bad)
    if worst.open is not None:
        found.unsure(worst.open)


def look_at_targets(found: Findings, game: Game, body: ins.Body, says: Says, named: tuple[str, ...]) -> None:
    """Find what is wrong with the named targets, or whether enough legal ones exist where none are named.

    game: with the spell on its stack. says: who targets. Labels that mean nothing raise Incomplete.
    """
    body = without_reflexive(body)
    uses = [each for each in body if isinstance(each, ins.Target)]
    glosses = [each.gloss.lower() for each in body if isinstance(each, ins.OtherAction)]
    if mentions(body, lambda node: isinstance(node, ins.Modes)):
        found.unsure(Incomplete("the modes of an ability"))
        return
    if not uses and any("target" in each for each in glosses):
        found.unsure(Incomplete("targets of which only the words are known"))
        return
    if uses and awaits_deed(body):
        found.unsure(Incomplete("targets that may be those of a reflexive triggered ability"))
        return
    if _has_uncertain_targets(body):
        found.unsure(Incomplete("targets that only a payment, or words, would tell"))
        return
    if any(use.each is not None or (use.limit is not None and _bound(use, says) is None) for use in uses):
        found.unsure(Incomplete("a number of targets that is not stated"))
        return
    if any(use.any for use in uses):
        if len(uses) > 1:
            found.unsure(Incomplete("any number of targets besides others"))
            return
        bound = _bound(uses[0], says)
        few, many = (uses[0].least or 0, len(named) or 1) if bound is None else (uses[0].least, bound)
        uses = [msgspec.structs.replace(uses[0], count=many, least=many if few is None else few)]
    if not named:
        lone = Findings(game, {}) if _has_options(body) else found
        for use in uses:
            _look_for_any(lone, game, use, says)
        if lone is not found and (lone.bad or lone.open is not None):
            found.unsure(Incomplete("targets that only some options of an ability have"))
        return
    if len(named) < sum(map(fewest, uses)) and _has_options(body):
        found.unsure(Incomplete("targets that only some options of an ability have"))
        return
    if len(named) < sum(map(fewest, uses)) or len(named) > sum(use.count for use in uses):
        found.no("targets", "cast.targets", about=f"{len(named)} of {sum(map(fewest, uses))}")
        return
    rest, gone_by = [game.target(each) for each in named], list[int | str]()
    says = Says(**{**says.__dict__, "targets": tuple(rest)})
    for use in uses:
        here, rest = rest[: use.count], rest[use.count :]
        barred, gone_by = gone_by if use.other else [], gone_by + here
        for place, each in enumerate(here):
            if each in here[:place] + barred:
                found.no("target", "target.once", about=each)
                continue
            _look_at(found, game, use, each, says)
    _look_at_division(found, game, body, says, named)


def _look_at_division(found: Findings, game: Game, body: ins.Body, says: Says, named: tuple[str, ...]) -> None:
    """Each target must get something of what is divided, and all of it must be divided."""
    targets = tuple(game.target(each) for each in named)
    reader = game.reader(Says(**{**says.__dict__, "targets": targets}))
    try:
        announced_whole(reader, body)
        if runs_short(reader, body):
            found.no("targets", "cast.division", about="divided")
    except ForbiddenChoice:
        found.no("targets", "cast.division", about="divided")
    except Incomplete as why:
        found.unsure(why)


def _bound(use: ins.Target, says: Says) -> int | None:
    """As many targets as a use of the word can have at most, where it names a number, or X and that is announced."""
    if isinstance(use.limit, X):
        return says.x
    return use.limit if isinstance(use.limit, int) else None


def awaits_deed(body: ins.Body) -> bool:
    """Whether a reflexive triggered ability in a body has no instructions of its own: these, and its targets, stand
    among those of the body."""
    return mentions(body, lambda node: node.__class__ is ins.Reflexive and not getattr(node, "body", ()))


def _has_uncertain_targets(body: ins.Body) -> bool:
    """Whether a target is used only under a condition about how a spell was cast, or words name a further one."""
    rest = tuple(each for each in body if not isinstance(each, ins.Target | ins.If))
    for each in body:
        if isinstance(each, ins.Target):
            continue
        if any(_says(each, words) for words in ("another target", "other target", "second target", "third target")):
            return True
        if _says(each, "•") and (_says(each, "target") or _says(each, "Target")):
            # A mode that is kept as its words.
            return True
        if not isinstance(each, ins.If) or not mentions(each.condition, lambda node: isinstance(node, CastFor)):
            continue
        if _says(each, "target"):
            return True
        if any(_uses(each.then, n) != _uses(each.else_, n) and not _uses(rest, n) for n in range(1, 10)):
            return True
    return False


def for_what_was_paid(game: Game, body: ins.Body, says: Says, additional: tuple[tuple[str, int], ...]) -> ins.Body:
    """The body of a spell that is being cast, as far as it is followed for what is paid: a target of which only the
    other branch of a condition about the payment speaks is not chosen.

    Only last targets can be missing; any other body is left as it is. Incomplete where an additional cost is paid that
    is not modelled, which may bring targets of its own.
    """
    for keyword, times in additional:
        if times and keyword != "additional cost" and additional_times(keyword) is None:
            raise Incomplete(f"targets that come with {keyword}")
    done = without_unasked(game.reader(says), body)
    uses = [each for each in body if isinstance(each, ins.Target)]
    asked = [each for each in done if isinstance(each, ins.Target)]
    return done if uses[: len(asked)] == asked else body


def _says(what: object, words: str) -> bool:
    return mentions(what, lambda node: isinstance(node, ins.OtherAction) and words in node.gloss)


def _uses(what: object, place: int) -> bool:
    return about(what, "target", place)


def _has_options(body: ins.Body) -> bool:
    """Whether what is done hangs on an option other than to do it at all; an option without targets needs none."""
    asked = [each.condition for each in body if isinstance(each, ins.If)]
    return any(isinstance(each, Chose) and each != Chose("may") for each in asked)


def _look_for_any(found: Findings, game: Game, use: ins.Target, says: Says) -> None:
    if about(use.filter, "target"):
        found.unsure(Incomplete("targets that depend on one another, none of which is named"))
        return
    legal, doubtful = possible_targets(game, use, says)
    if len(legal) >= fewest(use):
        return
    if doubtful:
        found.unsure(Incomplete("whether there is a legal target"))
    else:
        found.no("targets", "cast.targets", about=f"{len(legal)} of {fewest(use)}")


def possible_targets(game: Game, use: ins.Target, says: Says) -> tuple[list[int | str], bool]:
    """The legal targets for one use of the word, and whether there may be others: what cannot be judged, or an ability
    of which it is not known whether it is on the stack."""
    possible: list[int | str] = []
    if use.filter is not None:
        possible += [key for key in game.view if game.objects[key].zone in use.zones]
    if use.player:
        possible += [name for name, player in game.players.items() if not player.lost]
    legal: list[int | str] = []
    doubtful = "stack" in use.zones and bool(game.agenda.unclear)
    for each in possible:
        alone = Findings(game, {})
        _look_at(alone, game, use, each, says)
        if not alone.bad and alone.open is None:
            legal.append(each)
        doubtful |= not alone.bad and alone.open is not None
    return legal, doubtful


def _look_at(found: Findings, game: Game, use: ins.Target, each: int | str, says: Says) -> None:
    reader = game.reader(says)
    if isinstance(each, str):
        if not use.player or (use.opponent and each == reader.you()):
            found.no("target", "cast.targets", about=each)
        elif shields := player_shields(game, clauses(game), says, each):
            if (why := loosened(game, *_SHIELDS)) is not None:
                found.unsure(why)
            else:
                found.no("target", "cant_beats_can", shields[0].speaker.source, each)
        elif use.filter is not None and mentions(use.filter, _in_words):
            found.unsure(Incomplete("words about which players may be targets"))
        elif (why := misunderstood(game, "be targeted")) is not None:
            found.unsure(why)
        return
    obj, entry = game.objects.get(each), game.view.get(each)
    if obj is not None and obj.zone == "stack" and each == says.source:
        found.no("target", "target.not_itself", about=each)
        return
    there = obj is not None and obj.zone in use.zones
    if obj is None or entry is None or use.filter is None or not (there and reader.fits(use.filter, entry)):
        found.no("target", "cast.targets", about=each)
    elif (later := target_of_later_words(game.edition, use, entry.types)) is not None:
        found.unsure(Incomplete(later))
    elif obj.zone == "battlefield":
        try:
            _look_at_shields(found, game, each, says)
        except Incomplete as open_:
            found.unsure(open_)
    elif (why := misunderstood(game, "be targeted", each)) is not None:
        found.unsure(why)


def _in_words(node: object) -> bool:
    return isinstance(node, Did)


# What words may take from an object for one who targets it.
_SHIELDS = (bar("target", "keyword.hexproof"), bar("target", "keyword.shroud"))


def _kept_off(game: Game, each: int, says: Says) -> tuple[str, ...] | str | None:
    """The rules by which shroud, hexproof or protection keeps an object from being targeted."""
    reader, entry = game.reader(says), game.view[each]
    for rule in prohibitions("be targeted"):
        if rule.of is None or reader.fits(rule.of, entry):
            return rule.rule
    source = reader.entry(says.source)
    if (
        entry.controller != reader.you()
        and lets(entry, "targeted by no opponent")
        and kept_from_opponents(game, entry, source)
    ):
        return hexproof_rule(entry)
    if protected_from_side(entry, reader.you()) or (source is not None and protected(game, entry, source, damage=True)):
        return "keyword.protection_targets"
    return None


def _look_at_shields(found: Findings, game: Game, each: int, says: Says) -> None:
    """Shroud, hexproof, protection and effects, of which the first that forbids the target is named."""
    reader = game.reader(says)
    if (rules := _kept_off(game, each, says)) is not None:
        if (why := loosened(game, *_SHIELDS)) is not None:
            raise why
        found.no("target", rules, about=each)
        return
    against = forbidding(game, clauses(game), "be targeted", each, reader.you(), says.source)
    if against:
        found.no("target", "cant_beats_can", against[0].speaker.source, each)
    elif (why := misunderstood(game, "be targeted", each)) is not None:
        found.unsure(why)
