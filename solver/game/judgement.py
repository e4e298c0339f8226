"""Judgements: the permissions that allow an action, or all that forbids it, each with its rule."""

from __future__ import annotations

from typing import Any

import msgspec

from layerproof.kb.rulebook.step_rules import first_citable
from layerproof.solver.game.other_ways import offered_in_words
from layerproof.solver.layers.lifting import lifted
from layerproof.solver.layers.scene import Undecided
from layerproof.solver.situation.game import Game


class Reason(msgspec.Struct, frozen=True):
    """One reason: whether it allows, the rule key, what it says as plain data, the objects that it is about."""

    allows: bool
    rule: str
    says: dict[str, Any]
    about: tuple[int, ...] = ()


class Judgement(msgspec.Struct, frozen=True):
    """Whether an action is legal, and why: the permissions used, or every prohibition and every permission missing."""

    legal: bool
    reasons: tuple[Reason, ...]


def log_reasons(game: Game, reasons: tuple[Reason, ...]) -> list[int]:
    """The steps that say which permissions an action uses, each with what it is about; their numbers.

    What happens by the rules on the way to an entry needs none.
    """
    if game.on_the_way:
        return []
    return [
        game.proof.add("permitted", each.rule, each.says, *(game.proof.about("object", it) for it in each.about))
        for each in reasons
    ]


class Judging:
    """A judgement in the making.

    action: what is done (`cast`, `activate`…). player: who would do it. object: with what, None where it is a card that
    the scenario does not list; card: its name then. ability: the instance of the ability that is activated. doubt: what
    is not understood and might allow or forbid the action.
    """

    def __init__(
        self, game: Game, action: str, player: str, object: int | None, card: str | None = None, ability: str = ""
    ) -> None:
        self.game, self.player, self.object = game, player, object
        self.what: dict[str, Any] = {"action": action, "player": player, "object": object}
        if card is not None:
            self.what["card"] = card
        if ability:
            self.what["ability"] = ability
        self.allowed: list[Reason] = []
        self.forbidden: list[Reason] = []
        self.unknown: Undecided | None = None
        self.doubt: Undecided | None = None

    def allow(self, because: str, rules: tuple[str, ...], source: int | None = None) -> None:
        """A permission is used: because `time` or `place`; source: the object whose effect it is."""
        self.allowed.append(self._reason(True, because, rules, source, None))

    def forbid(
        self, because: str, rules: tuple[str, ...], source: int | None = None, about: int | str | None = None
    ) -> None:
        """Something forbids it, or a permission is missing. about: the object, player or words that it concerns."""
        self.forbidden.append(self._reason(False, because, rules, source, about))

    def forbid_unless_lifted(
        self,
        action: str,
        rules: tuple[str, ...],
        source: int | None = None,
        about: int | str | None = None,
        because: str = "forbidden",
    ) -> None:
        """The rules forbid it, or an effect does: what the rules forbid is open where words may lift it.

        action: what the words would have to speak of (`attack`, `block`, `activate`).
        """
        doubt = None if source is not None else lifted(self.game.scene(), action, rules[0], self.game.unheeded)
        if doubt is not None:
            self.unsure(doubt)
        else:
            self.forbid(because, rules, source, about)

    def settle(self, paid: bool, shown: dict[str, Any]) -> None:
        """There is mana for what the action costs, or not; shown: a payment, or what shows that there is none."""
        says = {**self.what, "because": "mana", "source": None, "about": None, **shown}
        objects = () if self.object is None else (self.object,)
        rule = first_citable(self.game.edition, ("cost.paying_mana",) if paid else ("cost.resources",))
        (self.allowed if paid else self.forbidden).append(Reason(paid, rule, says, objects))

    def missing(self, because: str, rules: tuple[str, ...], about: str | None = None) -> None:
        """A permission is missing, as far as all is understood that might give it."""
        if self.doubt is None and self.unknown is None:
            if (doubt := offered_in_words(self.game, self.object)) is not None:
                self.unsure(doubt)
            else:
                self.forbid(because, rules, about=about)

    def unsure(self, error: Undecided) -> None:
        """Something that is not modelled could forbid it, or allow what is forbidden."""
        self.unknown = self.unknown or error

    def _reason(
        self, allows: bool, because: str, rules: tuple[str, ...], source: int | None, about: int | str | None
    ) -> Reason:
        says = {**self.what, "because": because, "source": source, "about": about}
        objects = tuple(each for each in (self.object, source, about) if isinstance(each, int))
        return Reason(allows, first_citable(self.game.edition, rules), says, objects)

    def result(self) -> Judgement:
        """What it comes to. Raises Undecided where nothing forbids the action, but something unknown might."""
        if self.forbidden:
            return Judgement(False, tuple(self.forbidden))
        if (unknown := self.unknown or self.doubt) is not None:
            raise unknown
        return Judgement(True, tuple(self.allowed))
