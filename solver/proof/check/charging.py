"""Costs of spells and abilities as findings about an action: what cannot be paid, and the settlement of mana."""

from __future__ import annotations

from collections.abc import Callable

from layerproof.kb.model.ability import Activated
from layerproof.kb.model.costs.cost import Cost, SacrificePart, TapSelf
from layerproof.kb.model.costs.cost_ability import AdditionalCost
from layerproof.kb.model.costs.payment import Owed
from layerproof.kb.model.expression import X
from layerproof.kb.model.node import mentions
from layerproof.solver.proof.check.affording import Payer, lacking, moves_itself, usable, wanted
from layerproof.solver.proof.check.deontic import Findings, allowing, clauses, forbidding, misunderstood
from layerproof.solver.proof.check.exchanged import another_offer, another_price, other_terms
from layerproof.solver.proof.check.game import Game
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.mana_at_hand import Use
from layerproof.solver.proof.check.moments import circumstances, newly_controlled
from layerproof.solver.proof.check.owing import FREE, OFFERED, Spell, spell_dues
from layerproof.solver.proof.check.payable import refuse_kept
from layerproof.solver.proof.check.phrasing import lets
from layerproof.solver.proof.check.purse import purse_of
from layerproof.solver.proof.check.saying_of_x import look_at_x, words_of_spell
from layerproof.solver.proof.check.settling import settle

Dues = list[tuple[Owed, Cost]]


def charge_spell(found: Findings, game: Game, spell: Spell) -> None:
    """Find what casting a spell costs and whether it can be paid. That it cannot be cast for what is announced is left
    open where something else may be offered."""
    words = words_of_spell(each.ability for each in game.view[spell.identifier].abilities)
    look_at_x(found, game, words, spell.x, spell.way)
    apart = Findings(game, found.what)
    _charge_spell(apart, game, spell)
    if apart.bad and (spell.way or any(times for _, times in spell.additional)):
        why = another_offer(game, spell.identifier, keyword_only=spell.way not in (FREE, OFFERED))
        named = [keyword for keyword, times in spell.additional if times]
        named += [spell.way] if spell.way and spell.way not in (FREE, OFFERED) else []
        why = why or other_terms(game, spell.identifier, named)
        if why is not None:
            found.unsure(why)
            return
    _take_over(found, apart)


def _take_over(found: Findings, apart: Findings) -> None:
    found.good += apart.good
    found.bad += apart.bad
    if apart.open is not None:
        found.unsure(apart.open)


def _charge_spell(found: Findings, game: Game, spell: Spell) -> None:
    try:
        dues = spell_dues(game, spell, purse_of(game, spell.player) is not None)
    except Incomplete as why:
        found.unsure(why)
        return
    if not dues:
        unasked = spell.way in (FREE, OFFERED) and not spell_dues(game, spell._replace(additional=()), False)
        found.no("cost", "cost.alternative" if unasked else "cost.no_mana_cost", about=spell.way if unasked else None)
        return
    with_x = any(symbol.variable is not None for owed, _ in dues for symbol in owed.base.symbols)
    besides = tuple(each.ability for each in game.view[spell.identifier].abilities)
    besides = tuple(each for each in besides if isinstance(each, AdditionalCost))
    if mentions(tuple(rest for _, rest in dues), _is_x) and not mentions(besides, _is_x):
        with_x = True
    if spell.way is not None and spell.x and not with_x and "{X}" in (game.view[spell.identifier].mana_cost or ""):
        found.no("cost", "number.x_not_paid", about="X")
    payer = Payer(spell.player, None, spell.x)
    _charge(found, game, dues, payer, "cost.resources" if spell.way else "cost.additional", spell.identifier)


def _is_x(node: object) -> bool:
    return isinstance(node, X)


def charge_ability(found: Findings, game: Game, dues: tuple[Owed, Cost], payer: Payer) -> None:
    """Find whether what activating an ability costs can be paid."""
    _unless_exchanged(found, game, [dues], payer, True)


def charge_special(found: Findings, game: Game, dues: Dues, payer: Payer) -> None:
    """Find whether one of the costs of a special action can be paid."""
    _unless_exchanged(found, game, dues, payer, False)


def _unless_exchanged(found: Findings, game: Game, dues: Dues, payer: Payer, ability: bool) -> None:
    """Find whether a cost can be paid; that it cannot is left open where something else might be paid for it."""
    apart = Findings(game, found.what)
    _charge(apart, game, dues, payer, "cost.resources", None, ability)
    if apart.bad and (why := another_price(game, payer.of)) is not None:
        found.unsure(why)
        return
    _take_over(found, apart)


def _charge(
    found: Findings, game: Game, dues: Dues, payer: Payer, rule: str, spell: int | None, ability: bool = True
) -> None:
    possible: Dues = []
    missing: list[str] = []
    open_: Incomplete | None = None
    for owed, rest in dues:
        try:
            what = lacking(game, rest, payer)
        except Incomplete as why:
            open_ = open_ or why
        else:
            if what is None:
                possible.append((owed, rest))
            else:
                missing.append(what)
    if open_ is not None:
        # What is not known may be paid, whatever mana there is for the rest.
        found.unsure(open_)
        return
    if not possible:
        found.no("cost", rule, about=missing[0])
    purse = purse_of(game, payer.player)
    if not possible or purse is None:
        return
    needed = frozenset(each for _, rest in possible for each in _needed(game, rest, payer))
    tapped = {payer.of} if all(TapSelf() in rest for _, rest in possible) else set()
    use = Use(payer.player, spell, payer.of if ability else None, needed, False)
    try:
        what_is_asked = {**found.what, "because": "mana", "source": None, "about": None}
        settlement = settle(game, what_is_asked, possible, purse, use, _permitted(game, payer.player))
        if not settlement.payable and needed - tapped:
            raise Incomplete("what is used for mana or for another part of a cost")
    except Incomplete as why:
        found.unsure(why)
        return
    found.settled(settlement)


def _needed(game: Game, rest: Cost, payer: Payer) -> set[int]:
    """What other parts of a cost may take, and what cannot be used for mana too."""
    needed: set[int] = set()
    for part in rest:
        if payer.of is not None and (isinstance(part, TapSelf) or moves_itself(part)):
            needed.add(payer.of)
        asks = wanted(game, part, payer)
        if asks is None or asks.zone == "hand":
            continue
        for identifier in usable(game, asks, payer):
            if not asks.to or _is_used_up(game, identifier):
                needed.add(identifier)
    return needed


def _is_used_up(game: Game, identifier: int) -> bool:
    """Whether what makes mana with an object, or stands for it, takes the object away."""
    if game.objects[identifier].zone != "battlefield":
        return True
    for each in game.view[identifier].abilities:
        ability = each.ability
        if isinstance(ability, Activated) and ability.adds is not None and SacrificePart() in ability.cost:
            return True
    return False


def _permitted(game: Game, player: str) -> Callable[[int, Activated], bool]:
    """Whether a player may activate a mana ability: no effect forbids it, and a creature may be tapped already."""
    said = clauses(game)
    why = misunderstood(game, "activate")

    def permitted(identifier: int, ability: Activated) -> bool:
        how = circumstances(game, player, game.objects[identifier].zone)
        against = forbidding(game, said, "activate", identifier, player, how=how)
        if any(each.says.mana for each in against):  # type: ignore[union-attr]
            return False
        entry = game.view[identifier]
        if TapSelf() in ability.cost and "creature" in entry.types and newly_controlled(game, identifier):
            if not lets(entry, "acts at once") and not allowing(game, said, "tap", identifier, player):
                return False
        if why is not None:
            raise why
        if TapSelf() in ability.cost:
            refuse_kept(game, TapSelf())
        return True

    return permitted
