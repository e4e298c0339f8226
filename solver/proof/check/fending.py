"""The legality of blocking, seen by the checker."""

from __future__ import annotations

from itertools import combinations

from layerproof.kb.legality.legal_actions import prohibitions
from layerproof.kb.model.ability import Keyword
from layerproof.kb.model.told.fact_kinds import named_by
from layerproof.kb.scenario.action import Block, Blockers
from layerproof.solver.proof.check.attaching import protected
from layerproof.solver.proof.check.compelling import Duty, Pairs, bounds, duties, most_blocking, within
from layerproof.solver.proof.check.deontic import (
    Clause,
    Findings,
    Step,
    allowing,
    clauses,
    forbidding,
    misunderstood,
)
from layerproof.solver.proof.check.fighting import Restraint, restraints
from layerproof.solver.proof.check.game import Game
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.loosening import bar_or_open
from layerproof.solver.proof.check.moments import on_stack
from layerproof.solver.proof.check.phrasing import keyword_lets, lets
from layerproof.solver.proof.check.stacking import unclear_stack
from layerproof.solver.proof.check.view import Entry
from layerproof.solver.proof.check.world import Says

_NO_BLOCK_IN = ("untap", "upkeep", "draw", "main", "second main", "end", "cleanup")


def attacking_now(game: Game) -> list[int]:
    """The creatures that attack."""
    return sorted(each.id for each in game.objects.values() if dict(each.told).get("attacking"))


def attacker_meant(game: Game, action: Block) -> int:
    """The creature that is blocked."""
    attacking = attacking_now(game)
    if action.attacker is None:
        if len(attacking) != 1:
            raise Incomplete("which creature is blocked")
        return attacking[0]
    identifier = game.labelled(action.attacker)
    if identifier not in game.view or (attacking and identifier not in attacking):
        raise Incomplete(f"{action.attacker}, which does not attack")
    return identifier


def declared(game: Game, action: Block | Blockers) -> dict[int, list[int]]:
    """The attackers that a declaration names, in its order, each with the creatures that block it."""
    if isinstance(action, Block):
        return {attacker_meant(game, action): [game.labelled(each) for each in action.block]}
    blocked: dict[int, list[int]] = {}
    for label, attackers in action.blockers:
        for each in map(game.labelled, attackers):
            if each not in attacking_now(game):
                raise Incomplete("a block of what does not attack")
            blocked.setdefault(each, []).append(game.labelled(label))
    return blocked


def _who_blocks(game: Game, action: Block | Blockers, blocked: dict[int, list[int]]) -> str:
    first = action.block[0] if isinstance(action, Block) else action.blockers[0][0] if action.blockers else None
    if action.controller is not None:
        return action.controller
    if first is not None:
        return game.view[game.labelled(first)].controller
    others = [name for name, player in game.players.items() if name != game.active and not player.lost]
    if len(others) != 1:
        raise Incomplete("who declares that nothing blocks")
    return others[0]


def block_steps(game: Game, action: Block | Blockers) -> list[Step]:
    """The steps about creatures that would block."""
    blocked = declared(game, action)
    if any(each not in game.objects or each not in game.view for some in blocked.values() for each in some):
        raise Incomplete("a blocker that is not there")
    player = _who_blocks(game, action, blocked)
    one = next(iter(blocked)) if isinstance(action, Block) else None
    found = Findings(game, {"action": "block", "player": player, "object": one})
    if game.step in _NO_BLOCK_IN or on_stack(game):
        found.no("time", "block.chosen" if game.step in _NO_BLOCK_IN else "turn_based.first")
    elif (why := unclear_stack(game)) is not None:
        found.unsure(why)
    said = clauses(game)
    if not blocked:
        if (why := misunderstood(game, "block")) is not None:
            found.unsure(why)
        if player == game.active:
            found.no("player", "block.chosen", about=player)
    for attacker, blockers in blocked.items():
        _one_attacker(found, game, said, attacker, blockers, player)
    bound = False
    if not any(step[2]["because"] in ("time", "player", "object") for step in found.bad):
        whole = isinstance(action, Blockers) or len(attacking_now(game)) < 2
        try:
            bound = _all_blockers(found, game, said, blocked, player, whole)
        except Incomplete as why:
            found.unsure(why)
    if not found.bad:
        found.yes("time", "block.chosen")
        if bound:
            found.yes("required", "block.requirement")
    return found.steps()


def _one_attacker(
    found: Findings, game: Game, said: list[Clause], attacker: int, blockers: list[int], player: str
) -> None:
    """What the creatures that would block one attacker together disobey."""
    attacking = game.view[attacker]
    if player == attacking.controller or (player == game.active and game.step in ("combat", "declare blockers")):
        found.no("player", "block.chosen", about=player)
    whom = dict(game.objects[attacker].told).get("attacking")
    if whom in game.players and whom != player:
        found.no("object", "block.chosen", about=attacker)
    if whom and whom not in game.players and sum(not each.lost for each in game.players.values()) > 2:
        found.unsure(Incomplete("whom of several players an attacker attacks"))
    if (land := _landwalk(game, attacking, player)) is not None:
        bar_or_open(found, game, "block", "keyword.landwalk.block", None, land)
    for each in blockers:
        for one in (each, attacker):
            if (why := misunderstood(game, "block", one)) is not None:
                found.unsure(why)
        entry = game.view[each]
        if not entry.battlefield or entry.controller != player:
            found.no("object", "block.chosen", about=each)
            continue
        already = dict(game.objects[each].told).get("blocking", 0)
        if already and not named_by(already):
            found.unsure(Incomplete("which attacker a creature blocks already"))
        elif already and len(named_by(already)) >= _room(game, said, each, player):
            bar_or_open(found, game, "block", "block.chosen", None, each)
        for rules, source in restraints(game, said, "block", each, player, attacker):
            bar_or_open(found, game, "block", rules, source, each)
        evaded, why = _evaded(game, said, attacking, entry, player)
        for rules, source in evaded:
            bar_or_open(found, game, "block", rules, source, each)
        if why is not None:
            found.unsure(why)
    many = len(set(blockers))
    if lets(attacking, "blocked by two") and many == 1:
        bar_or_open(found, game, "block", "keyword.menace.block", None)
    for limit, clause in bounds(said, "be blocked"):
        if attacker in clause.objects and not within(limit, many):
            found.no("forbidden", "block.restriction", clause.speaker.source, attacker)


def _evaded(
    game: Game, said: list[Clause], attacking: Entry, blocker: Entry, player: str
) -> tuple[list[Restraint], Incomplete | None]:
    """What keeps one creature from blocking the attacker: evasion abilities, protection, then effects."""
    reader, held = game.reader(Says(attacking.id, that=attacking.id)), list[Restraint]()
    for rule in prohibitions("be blocked"):
        evades = rule.of is None or reader.fits(rule.of, attacking)
        if evades and (rule.by is None or reader.fits(rule.by, blocker)):
            held.append((rule.rule, None))
    unknown = None
    try:
        if protected(game, attacking, blocker, damage=True):
            held.append(("keyword.protection.block", None))
    except Incomplete as why:
        unknown = why
    for each in forbidding(game, said, "be blocked", attacking.id, player, blocker.id):
        held.append(("block.restriction", each.speaker.source))
    return held, unknown


def _room(game: Game, said: list[Clause], blocker: int, player: str) -> int:
    """How many attackers a creature may block."""
    return 1 + len(allowing(game, said, "block another", blocker, player))


def _all_blockers(
    found: Findings, game: Game, said: list[Clause], blocked: dict[int, list[int]], player: str, whole: bool
) -> bool:
    """What all blocks disobey together. Tells whether requirements are there and obeyed as far as can be."""
    blocks = frozenset((each, attacker) for attacker, blockers in blocked.items() for each in blockers)
    for each in sorted({blocker for blocker, _ in blocks}):
        if sum(blocker == each for blocker, _ in blocks) > _room(game, said, each, player):
            bar_or_open(found, game, "block", "block.chosen", None, each)
    for rule, source, about in _not_together(game, said, blocks, player):
        if whole:
            found.no("forbidden", rule, source, about)
        else:
            found.unsure(Incomplete("the other creatures that block"))
    there = [each for each in attacking_now(game) if _against(game, each, player)] or list(blocked)
    mine = sorted(each.id for each in game.view.values() if each.battlefield and each.controller == player)
    able = [each for each in mine if not restraints(game, said, "block", each, player)]
    asked = [Duty(source, "block", each) for source, each in duties(said, "block") if each in able]
    asked += [Duty(source, "be blocked", each) for source, each in duties(said, "be blocked") if each in there]
    for source, each in duties(said, "block it"):
        asked += [Duty(source, "block", each, source)] if source in there and each in able else []
    for source, lure in duties(said, "be blocked by all"):
        asked += [Duty(source, "block", each, lure) for each in able if lure in there]
    if not asked:
        return False
    ways = [(each, _ways(game, said, each, there, player)) for each in able]

    def fine(others: Pairs) -> bool:
        for attacker in there:
            many = sum(each == attacker for _, each in others)
            if many == 1 and lets(game.view[attacker], "blocked by two"):
                return False
            limits = [limit for limit, clause in bounds(said, "be blocked") if attacker in clause.objects]
            if not all(within(limit, many) for limit in limits):
                return False
        return not _not_together(game, said, others, player)

    missed = [duty for duty in asked if not duty.kept(blocks)]
    if len(asked) - len(missed) >= most_blocking(asked, ways, fine):
        return True
    if whole:
        # Nobody has to pay a cost in order to obey a requirement: words that may state one leave this open.
        unread = (misunderstood(game, "block", each) for each in (*able, *there))
        if (why := next((each for each in unread if each is not None), None)) is not None:
            raise why
        for duty in missed:
            found.no("required", "block.requirement", duty.source, duty.creature)
    else:
        found.unsure(Incomplete("the other creatures that block"))
    return False


def _against(game: Game, attacker: int, player: str) -> bool:
    whom = dict(game.objects[attacker].told).get("attacking")
    return whom == player if whom in game.players else player != game.active


def _ways(game: Game, said: list[Clause], blocker: int, there: list[int], player: str) -> list[frozenset[int]]:
    """The sets of attackers that one creature may block as far as it is asked alone, none among them."""
    open_to = []
    for attacker in there:
        attacking = game.view[attacker]
        held, unknown = _evaded(game, said, attacking, game.view[blocker], player)
        if unknown is not None and not held:
            raise unknown
        stopped = held or restraints(game, said, "block", blocker, player, attacker)
        if not stopped and _landwalk(game, attacking, player) is None:
            open_to.append(attacker)
    room = min(_room(game, said, blocker, player), len(open_to))
    return [frozenset(each) for many in range(room + 1) for each in combinations(open_to, many)]


def _not_together(
    game: Game, said: list[Clause], blocks: Pairs, player: str
) -> list[tuple[tuple[str, ...] | str, int | None, int | None]]:
    """What all who block may not do together: blocking alone, and being so many."""
    blocking = {blocker for blocker, _ in blocks}
    stopped: list[tuple[tuple[str, ...] | str, int | None, int | None]] = []
    for lonely in blocking if len(blocking) == 1 else ():
        stopped += [(rule, source, lonely) for rule, source in restraints(game, said, "block alone", lonely, player)]
    for limit, clause in bounds(said, "block"):
        if not within(limit, len(blocking & clause.objects)):
            stopped.append(("block.restriction", clause.speaker.source, None))
    return stopped


def _landwalk(game: Game, attacking: Entry, player: str) -> str | None:
    """The first landwalk of an attacker for which the defending player controls a land, as its quality says it."""
    lands = [each for each in game.view.values() if each.battlefield and each.controller == player]
    lands = [each for each in lands if "land" in each.types]
    for instance in attacking.abilities:
        keyword = instance.ability
        if isinstance(keyword, Keyword) and keyword_lets(keyword.keyword, "unblocked by a land"):
            wanted = (keyword.quality or "").split()
            if any(all(_is(land, word) for word in wanted) for land in lands):
                return keyword.quality
    return None


def _is(land: Entry, word: str) -> bool:
    if word == "land":
        return True
    if word == "nonbasic":
        return "basic" not in land.supertypes
    return word in land.subtypes | land.supertypes | land.types
