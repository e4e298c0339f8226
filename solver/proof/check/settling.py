"""Whether what is owed can be paid from the mana at hand, decided by the checker, and the payment of a proof tested.

The checker decides by trying; a proof shows a payment, or for every total what makes it impossible. What is shown need
not be what the checker would have chosen: it is tested for itself.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec

from layerproof.kb.keywords.casting_costs import used_to_pay
from layerproof.kb.model.ability import Activated, Keyword
from layerproof.kb.model.costs.cost import Cost, LifePart
from layerproof.kb.model.costs.mana import symbol_keys
from layerproof.kb.model.costs.payment import ManaProblem, ManaTotal, NoPayment, Owed, Payment, Unit
from layerproof.solver.proof.check.commanding import refuse_life
from layerproof.solver.proof.check.game import Game
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.life_as_payment import life_goes_as_usual
from layerproof.solver.proof.check.mana_at_hand import Hand, Use, hand_of
from layerproof.solver.proof.check.paying import can_be_paid, no_payment_fault, payment_fault
from layerproof.solver.proof.check.poured import ask_about_mana
from layerproof.solver.proof.check.totalling import totals


class Line(NamedTuple):
    """One total that may be paid: its mana, all the life that it takes, and the problem; no problem where that is more
    life than there is."""

    total: ManaTotal
    life: int
    problem: ManaProblem | None


class Settlement(dict[str, object]):
    """The conclusion of a step about mana: what must stand in it as it is, and whether what it shows is so.

    As a mapping it holds what is fixed: the action, as in the other steps about it, the pool and the sources. lines:
    every total. A proof adds a payment, or what shows for each total that there is none.
    """

    def __init__(self, what: dict[str, object], lines: list[Line], hand: Hand | None) -> None:
        super().__init__(what)
        if hand is not None:
            self["pool"] = [_word(unit) for unit in hand.pool]
            self["sources"] = [
                [int(each.name), [[_word(unit) for unit in option] for option in each.options]] for each in hand.sources
            ]
        self.lines = lines
        self.payable = any(line.problem is not None and can_be_paid(line.problem) for line in lines)
        if not self.payable and hand is not None and hand.open is not None:
            raise hand.open

    def fault(self, said: Any) -> str | None:
        """What is wrong with a conclusion; None where it shows what it says."""
        if not isinstance(said, dict):
            return "the conclusion is no mapping"
        rest = {key: value for key, value in said.items() if key not in ("total", "life", "payment", "unpaid")}
        if msgspec.json.encode(rest, order="sorted") != msgspec.json.encode(dict(self), order="sorted"):
            return "the action, the pool or the sources are others"
        try:
            return self._paid(said) if self.payable else self._unpaid(said)
        except (msgspec.ValidationError, TypeError, KeyError) as error:
            return f"it cannot be read: {error}"

    def _paid(self, said: dict[str, Any]) -> str | None:
        if set(said) - set(self) != {"total", "life", "payment"}:
            return "it has other keys than a payment"
        line = self._line(said)
        if line is None or line.problem is None:
            return "there is no such total"
        return payment_fault(line.problem, msgspec.convert(said["payment"], Payment, strict=True))

    def _unpaid(self, said: dict[str, Any]) -> str | None:
        if set(said) - set(self) != {"unpaid"} or not isinstance(said["unpaid"], list):
            return "it has other keys than what shows that there is no payment"
        seen: list[Line] = []
        for each in said["unpaid"]:
            if not isinstance(each, dict) or set(each) != {"total", "life", "shown"}:
                return "it does not name a total, life, and what shows that these cannot be paid"
            line = self._line(each)
            if line is None or line in seen:
                return "there is no such total, or it is there twice"
            seen.append(line)
            if (line.problem is None) != (each["shown"] is None):
                return "there is enough life" if line.problem is not None else "there is too little life"
            if line.problem is not None:
                fault = no_payment_fault(line.problem, msgspec.convert(each["shown"], NoPayment, strict=True))
                if fault is not None:
                    return fault
        return None if len(seen) == len(self.lines) else "a total is left out"

    def _line(self, said: dict[str, Any]) -> Line | None:
        for line in self.lines:
            if line.total.mana.text == said["total"] and type(said["life"]) is int and line.life == said["life"]:
                return line
        return None


def settle(
    game: Game,
    what: dict[str, object],
    dues: list[tuple[Owed, Cost]],
    pool: tuple[Unit, ...],
    use: Use,
    allowed: Callable[[int, Activated], bool],
) -> Settlement:
    """The settlement of what is owed for an action (rule keys cost.resources, cost.paying_mana).

    dues: of which one is paid. Raises Incomplete where what is not modelled might decide.
    """
    asked = sorted({(total, _life(rest) + total.life) for owed, rest in dues for total in totals(owed)}, key=repr)
    for total, _ in asked:
        for symbol in total.mana.symbols:
            if not set(symbol_keys(symbol)) <= set(game.edition.numbers):
                raise Incomplete(f"a symbol {{{symbol.text}}}, of which the edition has no rule")
    if not asked:
        return Settlement(what, [], None)
    if use.spell is not None and game.edition.policy("instead_of_mana") == "reduces":
        helped = any(
            isinstance(each.ability, Keyword) and used_to_pay(each.ability.keyword) is not None
            for each in game.view[use.spell].abilities
        )
        if helped and any(owed.at_least for owed, _ in dues):
            raise Incomplete("a least amount of mana and what reduces a cost by being tapped or exiled")
    with_life = any(life > 0 or any(s.life is not None for s in total.mana.symbols) for total, life in asked)
    if with_life:
        life_goes_as_usual(game)
    if any(total.mana.symbols for total, _ in asked):
        ask_about_mana(game)
    hand = hand_of(game, pool, use._replace(life=with_life), allowed)
    have = game.players[use.player].life
    lines = []
    for total, life in asked:
        problem = ManaProblem(total.mana, hand.pool, hand.sources, max(have - life, 0))
        lines.append(Line(total, life, problem if life == 0 or life <= have else None))
    settlement = Settlement(what, lines, hand)
    if with_life and not settlement.payable:
        refuse_life(game.situation(), game.players[use.player])
    return settlement


def _life(rest: Cost) -> int:
    amounts = [part.amount for part in rest if isinstance(part, LifePart)]
    for each in amounts:
        if not isinstance(each, int):
            raise Incomplete("a variable amount of life to be paid")
    return sum(each for each in amounts if isinstance(each, int))


def _word(unit: Unit) -> str:
    return f"snow {unit.mana}" if unit.snow else unit.mana
