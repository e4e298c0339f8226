"""Blocking: whether creatures can block as is declared (rule keys block.chosen, block.restriction,
block.requirement)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations
from typing import NamedTuple

from layerproof.kb.keywords.keyword_files import does
from layerproof.kb.legality.legal_actions import prohibitions
from layerproof.kb.model.ability import Keyword
from layerproof.kb.model.modification import Limits
from layerproof.kb.model.told.fact_kinds import named_by
from layerproof.kb.scenario.action import Block, Blockers
from layerproof.solver.game.combat import kept_from
from layerproof.solver.game.judgement import Judgement, Judging
from layerproof.solver.game.requirements import Blocks, block_demands, exceeds, is_obeyed, limits, most_blocks
from layerproof.solver.game.rights import Rule, doubts, is_allowed, is_forbidden, rules_in_force
from layerproof.solver.game.stacking import doubt_of
from layerproof.solver.game.timing import stack
from layerproof.solver.layers.protecting import protected_from
from layerproof.solver.layers.reading import fits, has_keyword_that
from layerproof.solver.layers.scene import Scene, Source, Undecided
from layerproof.solver.layers.view import Entry
from layerproof.solver.situation.game import Game, Invalid

Together = Iterator[tuple[tuple[str, ...], int | None, int | None]]
BLOCKING = ("combat", "declare blockers")
_NOT_IN = ("untap", "upkeep", "draw", "main", "second main", "end", "cleanup")


class Declaration(NamedTuple):
    """What is declared: who blocks, for each attacker the creatures that block it, and whether that is all."""

    player: str
    blocks: tuple[tuple[int, tuple[int, ...]], ...]
    whole: bool


class Bounds(NamedTuple):
    """What limits blocks together: which attackers one creature alone cannot block, what keeps a creature from being
    the only blocker, and limits on the blockers of an attacker and on all blockers, each with the objects that it
    affects and the object whose effect it is."""

    needs_two: Callable[[int], bool]
    alone: Callable[[int], tuple[tuple[tuple[str, ...], int | None], ...]]
    of_attackers: list[tuple[Limits, frozenset[int], int | None]]
    of_blockers: list[tuple[Limits, frozenset[int], int | None]]


def judge_block(game: Game, action: Block | Blockers) -> Judgement:
    """Whether these creatures can block so, with every reason.

    The attacker is what attacks, or, where the scenario declares no attackers, any creature of another player. Where
    nothing says which other creatures block, requirements that these do not obey leave it open. Raises Undecided for
    restrictions and requirements that are known by their words only.
    """
    scene = game.scene()
    declared = declaration(game, action)
    player = declared.player
    rules = rules_in_force(game, scene)
    alone = declared.blocks[0][0] if isinstance(action, Block) else None
    judging = Judging(game, "block", player, alone)
    if game.situation.step in _NOT_IN:
        judging.forbid("time", ("block.chosen",))
    elif stack(game):
        # Blockers too are declared as their step begins.
        judging.forbid("time", ("turn_based.first",))
    elif (doubt := doubt_of(game)) is not None:
        judging.unsure(doubt)
    if not declared.blocks:
        judging.doubt = judging.doubt or doubts(game, scene, "block")
        if player == game.situation.active:
            judging.forbid("player", ("block.chosen",), about=player)
    obeyed = False
    for attacker, blockers in declared.blocks:
        _judge_attacker(judging, game, scene, rules, attacker, blockers, player)
    if not any(each.says["because"] in ("time", "player", "object") for each in judging.forbidden):
        try:
            obeyed = _judge_whole(judging, game, scene, rules, declared)
        except Undecided as error:
            judging.unsure(error)
    if not judging.forbidden:
        judging.allow("time", ("block.chosen",))
        if obeyed:
            judging.allow("required", ("block.requirement",))
    return judging.result()


def declaration(game: Game, action: Block | Blockers) -> Declaration:
    """What an action declares. Raises Invalid where it does not say what is blocked, or by whom."""
    attacking = attackers(game)
    if isinstance(action, Block):
        attacker = attacker_of(game, action)
        blockers = tuple(game.find(each).id for each in action.block)
        player = game.player(action.controller) if action.controller is not None else game.entry(blockers[0]).controller
        return Declaration(player, ((attacker, blockers),), len(attacking) <= 1)
    found: dict[int, list[int]] = {}
    for label, blocked in action.blockers:
        for each in blocked:
            attacker = game.find(each).id
            if game.there(attacker) is None or attacker not in attacking:
                raise Invalid(f"{each} does not attack", "a creature that attacks")
            found.setdefault(attacker, []).append(game.find(label).id)
    if action.controller is not None:
        player = game.player(action.controller)
    elif action.blockers:
        player = game.entry(game.find(action.blockers[0][0]).id).controller
    else:
        others = [each.name for each in game.situation.players if not each.lost and each.name != game.situation.active]
        if len(others) != 1:
            raise Invalid("who declares that nothing blocks is not said", "name the player with controller:")
        player = others[0]
    return Declaration(player, tuple((attacker, tuple(each)) for attacker, each in found.items()), True)


def attackers(game: Game) -> list[int]:
    """The creatures that attack."""
    return [item.id for item in game.situation.objects if dict(item.told).get("attacking")]


def attacker_of(game: Game, action: Block) -> int:
    """The creature that is blocked. Raises Invalid where that is not said, or it does not attack."""
    attacking = attackers(game)
    if action.attacker is not None:
        named = game.find(action.attacker)
        if game.there(named.id) is None:
            raise Invalid(f"{action.attacker} is no longer where it was", "a creature that attacks")
        if attacking and named.id not in attacking:
            raise Invalid(f"{action.attacker} does not attack", "a creature that attacks")
        return named.id
    if len(attacking) != 1:
        raise Invalid(f"which creature is blocked is not said, and {len(attacking)} attack", "name it with attacker:")
    return attacking[0]


def _judge_attacker(
    judging: Judging,
    game: Game,
    scene: Scene,
    rules: Sequence[Rule],
    attacker: int,
    blockers: Sequence[int],
    player: str,
) -> None:
    """Look at the creatures that would block one attacker together."""
    attacking = game.entry(attacker)
    if attacking.controller == player or (player == game.situation.active and game.situation.step in BLOCKING):
        judging.forbid("player", ("block.chosen",), about=player)
    whom = dict(game.item(attacker).told).get("attacking")
    if isinstance(whom, str) and game.is_player(whom):
        if whom != player:
            judging.forbid("object", ("block.chosen",), about=attacker)
    elif whom and len([each for each in game.situation.players if not each.lost]) > 2:
        judging.unsure(Undecided("which player defends against an attacker is not told"))
    walk = walks_past(scene, attacking, player)
    if walk is not None:
        judging.forbid_unless_lifted("block", ("keyword.landwalk.block",), about=walk)
    for blocker in blockers:
        if game.there(blocker) is None:
            raise Invalid(f"{game.name(blocker)} is no longer where it was", "the new object has its own label (as:)")
        for one in (blocker, attacker):
            judging.doubt = judging.doubt or doubts(game, scene, "block", one)
        entry, item = game.entry(blocker), game.item(blocker)
        if item.zone != "battlefield" or entry.controller != player:
            judging.forbid("object", ("block.chosen",), about=blocker)
            continue
        if told := dict(item.told).get("blocking"):
            if not (known := named_by(told)):
                judging.unsure(Undecided("which attacker a creature blocks already"))
            elif len(known) >= _how_many(scene, rules, blocker, player):
                judging.forbid_unless_lifted("block", ("block.chosen",), about=blocker)
        for keys, source in kept_from(scene, "block", blocker, player, rules, "block.restriction", attacker):
            judging.forbid_unless_lifted("block", keys, source, blocker)
        evasion, open_ = _evaded(scene, rules, attacker, blocker, player)
        for keys, source in evasion:
            judging.forbid_unless_lifted("block", keys, source, blocker)
        if open_ is not None:
            judging.unsure(open_)
    number = len(set(blockers))
    if has_keyword_that(attacking, "blocked by two") and number < 2:
        judging.forbid_unless_lifted("block", ("keyword.menace.block",))
    for limit, rule in limits(rules, "be blocked"):
        if attacker in rule.objects and exceeds(limit, number):
            judging.forbid("forbidden", ("block.restriction",), rule.source.id, attacker)


def _evaded(
    scene: Scene, rules: Sequence[Rule], attacker: int, blocker: int, player: str
) -> tuple[list[tuple[tuple[str, ...], int | None]], Undecided | None]:
    """What keeps one creature from blocking an attacker: evasion abilities, protection, then effects; and what is not
    modelled of it."""
    source = Source(attacker, that=attacker)
    found: list[tuple[tuple[str, ...], int | None]] = []
    open_ = None
    for each in prohibitions("be blocked"):
        if each.of is None or fits(each.of, scene, source, attacker):
            if each.by is None or fits(each.by, scene, source, blocker):
                found.append((each.rule, None))
    try:
        if protected_from(scene.words, scene.view[attacker], scene.view[blocker]):
            found.append((("keyword.protection.block",), None))
    except Undecided as error:
        open_ = error
    for rule in rules:
        if is_forbidden(rule, scene, "be blocked", attacker, player, blocker):
            found.append((("block.restriction",), rule.source.id))
    return found, open_


def _is_evaded(scene: Scene, rules: Sequence[Rule], attacker: int, blocker: int, player: str) -> bool:
    evasion, open_ = _evaded(scene, rules, attacker, blocker, player)
    if not evasion and open_ is not None:
        raise open_
    return bool(evasion)


def _how_many(scene: Scene, rules: Sequence[Rule], blocker: int, player: str) -> int:
    """How many attackers a creature can block."""
    return 1 + sum(is_allowed(rule, scene, "block another", blocker, player) for rule in rules)


def _judge_whole(judging: Judging, game: Game, scene: Scene, rules: Sequence[Rule], declared: Declaration) -> bool:
    """Look at what all blocks together disobey: how many attackers each blocks, limits, then requirements.

    Returns whether there are requirements, and enough of them are obeyed.
    """
    player = declared.player
    blocks = Blocks(frozenset((blocker, attacker) for attacker, each in declared.blocks for blocker in each))
    for blocker in sorted(blocks.blockers):
        if sum(one == blocker for one, _ in blocks.pairs) > _how_many(scene, rules, blocker, player):
            judging.forbid_unless_lifted("block", ("block.chosen",), about=blocker)
    bounds = _bounds(scene, rules, player)
    for keys, source, about in _together(bounds, blocks):
        if declared.whole:
            judging.forbid("forbidden", keys, source, about)
        else:
            judging.unsure(Undecided("which other creatures block"))
    whom = [each for each in attackers(game) if _defends(game, each, player)] or [each for each, _ in declared.blocks]
    able = [
        identifier
        for identifier, entry in sorted(scene.view.items())
        if scene.items[identifier].zone == "battlefield"
        and entry.controller == player
        and next(kept_from(scene, "block", identifier, player, rules, "block.restriction"), None) is None
    ]
    demands = block_demands(rules, able, whom)
    if not demands:
        return False
    options = {each: _options(scene, rules, each, whom, player) for each in able}
    most = most_blocks(demands, options, lambda other: _is_allowed(bounds, other, whom))
    missed = [each for each in demands if not is_obeyed(each, blocks)]
    if len(demands) - len(missed) >= most:
        return True
    if not declared.whole:
        judging.unsure(Undecided("which other creatures block"))
    else:
        for one in (*able, *whom):
            # Who would have to pay for a block need not, so that what is not understood may excuse a creature.
            if (excuse := doubts(game, scene, "block", one)) is not None:
                raise excuse
        for each in missed:
            judging.forbid("required", ("block.requirement",), each.source, each.creature)
    return False


def _defends(game: Game, attacker: int, player: str) -> bool:
    """Whether a player defends against an attacker."""
    whom = dict(game.item(attacker).told).get("attacking")
    if isinstance(whom, str) and game.is_player(whom):
        return whom == player
    return player != game.situation.active


def _options(scene: Scene, rules: Sequence[Rule], blocker: int, whom: list[int], player: str) -> list[frozenset[int]]:
    """The sets of attackers that a creature could block, as far as it alone decides."""
    can = [
        each
        for each in whom
        if walks_past(scene, scene.view[each], player) is None
        and next(kept_from(scene, "block", blocker, player, rules, "block.restriction", each), None) is None
        and not _is_evaded(scene, rules, each, blocker, player)
    ]
    sizes = range(min(_how_many(scene, rules, blocker, player), len(can)) + 1)
    return [frozenset(each) for size in sizes for each in combinations(can, size)]


def _bounds(scene: Scene, rules: Sequence[Rule], player: str) -> Bounds:
    """What limits the blocks of a player together, worked out once for all that are tried."""
    return Bounds(
        cache(lambda each: has_keyword_that(scene.view[each], "blocked by two")),
        cache(lambda each: tuple(kept_from(scene, "block alone", each, player, rules, "block.restriction"))),
        [(limit, frozenset(rule.objects), rule.source.id) for limit, rule in limits(rules, "be blocked")],
        [(limit, frozenset(rule.objects), rule.source.id) for limit, rule in limits(rules, "block")],
    )


def _is_allowed(bounds: Bounds, blocks: Blocks, whom: list[int]) -> bool:
    """Whether blocks, each possible by itself, disobey no restriction together."""
    for attacker in whom:
        number = len(blocks.of(attacker))
        if number == 1 and bounds.needs_two(attacker):
            return False
        if any(attacker in objects and exceeds(limit, number) for limit, objects, _ in bounds.of_attackers):
            return False
    return next(_together(bounds, blocks), None) is None


def _together(bounds: Bounds, blocks: Blocks) -> Together:
    """What restrictions on all blockers together forbid: keys, the object whose effect it is, whom it is about."""
    there = blocks.blockers
    if len(there) == 1:
        (only,) = there
        for keys, source in bounds.alone(only):
            yield keys, source, only
    for limit, objects, source in bounds.of_blockers:
        if exceeds(limit, len(there & objects)):
            yield ("block.restriction",), source, None


def walks_past(scene: Scene, attacking: Entry, player: str) -> str | None:
    """The landwalk by which an attacker cannot be blocked by a player, None if there is none."""
    lands = [scene.view[each] for each in scene.in_zones(("battlefield",))]
    lands = [each for each in lands if each.controller == player and "land" in each.types]
    for instance in attacking.abilities:
        ability = instance.ability
        if not isinstance(ability, Keyword) or not does(ability.keyword, "unblocked by a land"):
            continue
        words = (ability.quality or "").split()
        if any(all(_land_is(land, word) for word in words) for land in lands):
            return ability.quality
    return None


def _land_is(land: Entry, word: str) -> bool:
    if word in ("nonbasic", "land"):
        return word == "land" or "basic" not in land.supertypes
    return word in land.subtypes or word in land.supertypes or word in land.types
