"""Whether the cost of casting or activating can be paid, as a part of judging an action (rule key cost.resources).

What is no mana must be there. Mana counts as payable where the scenario does not follow the player's pool; where it
does, a payment is sought from the pool and the permanents at hand, and the reason carries it, or what shows that there
is none.
"""

from __future__ import annotations

from collections.abc import Callable

from layerproof.kb.model.ability import Activated
from layerproof.kb.model.costs.cost import Cost, SacrificePart, TapSelf
from layerproof.kb.model.costs.cost_ability import AdditionalCost
from layerproof.kb.model.expression import X
from layerproof.kb.model.node import mentions
from layerproof.solver.game.afford import Afforded, afford
from layerproof.solver.game.announced_x import judge_x, said_by_spell
from layerproof.solver.game.costs import Bill, candidates, takes, takes_itself, unpayable
from layerproof.solver.game.judgement import Judging
from layerproof.solver.game.mana_at_hand import Purpose
from layerproof.solver.game.other_ways import changed_in_words, offered_in_words, paid_otherwise
from layerproof.solver.game.owing import FREE, OFFERED, Cast, Owing, owing_for_spell
from layerproof.solver.game.pools import pool_of
from layerproof.solver.game.rights import doubts, doubts_paying, is_allowed, is_forbidden, rules_in_force
from layerproof.solver.game.timing import is_sick
from layerproof.solver.layers.reading import has_keyword_that
from layerproof.solver.layers.scene import Undecided
from layerproof.solver.situation.game import Game


def judge_spell_cost(judging: Judging, game: Game, cast: Cast) -> None:
    """Look at what casting a spell costs. game: with the spell on the stack, for trial."""
    said = said_by_spell(each.ability for each in game.entry(cast.spell).abilities)
    judge_x(judging, said, cast.x, cast.way)
    before = len(judging.forbidden)
    _judge_spell(judging, game, cast)
    otherwise = cast.way is not None or any(times for _, times in cast.additional)
    if otherwise and len(judging.forbidden) > before:
        named = [cast.way, *(keyword for keyword, times in cast.additional if times)]
        about = (changed_in_words(game, cast.spell, each) for each in named if each not in (None, FREE, OFFERED))
        doubt = offered_in_words(game, cast.spell, cast.way in (FREE, OFFERED))
        if (doubt := doubt or next(filter(None, about), None)) is not None:
            del judging.forbidden[before:]
            judging.unsure(doubt)


def _judge_spell(judging: Judging, game: Game, cast: Cast) -> None:
    pool = pool_of(game, cast.player)
    try:
        owings = owing_for_spell(game, cast._replace(amounts=pool is not None))
    except Undecided as error:
        judging.unsure(error)
        return
    if not owings:
        # Either what is announced is offered by nothing, or one of the costs is that of something without a mana cost.
        offered = cast.way in (FREE, OFFERED) and not owing_for_spell(game, cast._replace(amounts=False, additional=()))
        rule = "cost.alternative" if offered else "cost.no_mana_cost"
        judging.forbid("cost", (rule,), about=cast.way if offered else None)
        return
    printed = game.entry(cast.spell).mana_cost or ""
    paid = any(_includes_x(game, cast, each) for each in owings)
    if cast.way is not None and cast.x and "{X}" in printed and not paid:
        judging.forbid("cost", ("number.x_not_paid",), about="X")
    rule = "cost.additional" if cast.way is None else "cost.resources"
    payable = _with_parts(judging, game, owings, None, cast.player, cast.x, rule)
    if payable and pool is not None:
        purpose = Purpose(cast.player, spell=cast.spell)
        _judge_mana(judging, game, payable, Bill((), None, cast.player, cast.x), purpose)


def _includes_x(game: Game, cast: Cast, owing: Owing) -> bool:
    """Whether what is paid for a spell includes X: mana, or something else ("discard X cards"), which is that of an
    alternative cost unless an additional cost of the spell asks for X."""
    if any(symbol.variable for symbol in owing.owed.base.symbols):
        return True
    abilities = tuple(
        each.ability for each in game.entry(cast.spell).abilities if isinstance(each.ability, AdditionalCost)
    )
    return mentions(owing.parts, _is_x) and not mentions(abilities, _is_x)


def _is_x(node: object) -> bool:
    return isinstance(node, X)


def judge_ability_cost(judging: Judging, game: Game, owing: Owing, source: int, player: str, x: int | None) -> None:
    """Look at what activating an ability of an object costs."""
    before = len(judging.forbidden)
    payable = _with_parts(judging, game, [owing], source, player, x, "cost.resources")
    if payable and pool_of(game, player) is not None:
        purpose = Purpose(player, ability_of=source)
        _judge_mana(judging, game, payable, Bill((), source, player, x), purpose)
    _leave_open(judging, game, source, before)


def judge_special_cost(judging: Judging, game: Game, owings: list[Owing], of: int, x: int | None) -> None:
    """Look at what a special action with an object costs, of which one cost is paid."""
    before = len(judging.forbidden)
    payable = _with_parts(judging, game, owings, of, judging.player, x, "cost.resources")
    if payable and pool_of(game, judging.player) is not None:
        _judge_mana(judging, game, payable, Bill((), of, judging.player, x), Purpose(judging.player))
    _leave_open(judging, game, of, before)


def _leave_open(judging: Judging, game: Game, of: int, before: int) -> None:
    """Take back that a cost cannot be paid where words may let something else be paid for it. before: how many
    reasons there were against the action without the cost."""
    if len(judging.forbidden) > before and (doubt := paid_otherwise(game, of)) is not None:
        del judging.forbidden[before:]
        judging.unsure(doubt)


def _with_parts(
    judging: Judging, game: Game, owings: list[Owing], of: int | None, player: str, x: int | None, rule: str
) -> list[Owing]:
    """Those of several costs whose parts other than mana can be paid; where there is none, that is a reason. None is
    given where it is not known of one of them."""
    payable: list[Owing] = []
    lacking: list[str] = []
    unknown: Undecided | None = None
    for owing in owings:
        try:
            part = unpayable(game, Bill(owing.parts, of, player, x))
        except Undecided as error:
            unknown = unknown or error
            continue
        if part is None:
            payable.append(owing)
        else:
            lacking.append(part)
    if unknown is not None:
        judging.unsure(unknown)
        # There may be mana for what it is not known can be paid: that there is none for the rest says nothing.
        return []
    elif not payable:
        judging.forbid("cost", (rule,), about=lacking[0])
    return payable


def _judge_mana(judging: Judging, game: Game, owings: list[Owing], bill: Bill, purpose: Purpose) -> None:
    """Look for a payment of the mana, with permanents that the cost does not use otherwise."""
    pool = pool_of(game, bill.player)
    assert pool is not None
    try:
        kept = frozenset(each for owing in owings for each in _contested(game, bill, owing.parts))
        found: Afforded = afford(game, owings, pool, purpose._replace(reserved=kept), _usable(game, bill.player))
        if found.payment is None and kept - _used_up(bill, owings):
            raise Undecided("what is used for mana or for another part of the cost is not modelled")
    except Undecided as error:
        judging.unsure(error)
        return
    judging.settle(found.payment is not None, found.shown)


def _used_up(bill: Bill, owings: list[Owing]) -> frozenset[int]:
    """The source of an ability whose cost taps it: it makes no mana for that, whatever is chosen."""
    taps = bill.of is not None and all(TapSelf() in owing.parts for owing in owings)
    return frozenset((bill.of,)) if taps and bill.of is not None else frozenset()


def _contested(game: Game, bill: Bill, parts: Cost) -> set[int]:
    """Objects that other parts of a cost may need, so that they are not counted on for mana."""
    found: set[int] = set()
    for part in parts:
        if bill.of is not None and (part == TapSelf() or takes_itself(part)):
            found.add(bill.of)
        taking = takes(game, bill, part)
        if taking is not None and taking.zone != "hand":
            tapped = taking.to is None
            found |= {each for each in candidates(game, bill, taking) if tapped or _goes_away(game, each)}
    return found


def _goes_away(game: Game, identifier: int) -> bool:
    """Whether using an object for mana takes it away: it is no permanent, or is sacrificed for it."""
    if game.item(identifier).zone != "battlefield":
        return True
    abilities = (each.ability for each in game.entry(identifier).abilities)
    return any(isinstance(each, Activated) and each.adds and SacrificePart() in each.cost for each in abilities)


def _usable(game: Game, player: str) -> Callable[[int, Activated], bool]:
    """Whether nothing forbids a player to activate a mana ability (rule key timing.mana_ability)."""
    scene = game.scene()
    rules = rules_in_force(game, scene)
    doubt = doubts(game, scene, "activate")
    kept = doubts_paying(game, scene, TapSelf())

    mine = game.situation.active == player

    def usable(identifier: int, ability: Activated) -> bool:
        for rule in rules:
            zone = scene.items[identifier].zone
            against = is_forbidden(rule, scene, "activate", identifier, player, zone=zone, own_turn=mine)
            if against and rule.says.mana:  # type: ignore[union-attr]
                return False
        entry = scene.view[identifier]
        if TapSelf() in ability.cost and "creature" in entry.types and not has_keyword_that(entry, "acts at once"):
            at_once = any(is_allowed(rule, scene, "tap", identifier, player) for rule in rules)
            if not at_once and is_sick(game, identifier):
                return False
        if doubt is not None:
            raise doubt
        if kept is not None and TapSelf() in ability.cost:
            raise kept
        return True

    return usable
