"""Modes as they are chosen, seen by the checker: whether so many may be, and what is left of an ability."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from layerproof.kb.keywords.casting_costs import chooses_all_modes
from layerproof.kb.keywords.modes_announced import number_needed, with_all_modes
from layerproof.kb.model import ability as ab
from layerproof.kb.model import instruction as ins
from layerproof.kb.notation.mode_words import as_announced, how_many_modes
from layerproof.kb.scenario.action import Cast, Choices
from layerproof.solver.proof.check.deontic import Findings
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.picking import follow_on, modes_named, named_modes, numbers_of
from layerproof.solver.proof.check.view import Instance


def with_modes_announced(abilities: Iterable[ab.Ability], action: Cast) -> Cast:
    """An action with every mode chosen, where a cost that is paid or the words of the spell want all of them."""
    return msgspec.structs.replace(action, choices=with_all_modes(abilities, _paid(action), action.choices))


def _paid(action: Cast) -> tuple[str, ...]:
    paid = [keyword for keyword, times in action.additional if times]
    return tuple(paid if action.cast_for is None else [*paid, action.cast_for])


def look_at_modes(found: Findings, abilities: Iterable[Instance], action: Cast) -> None:
    """Find whether as many modes of a spell are chosen as may be; where none is named one must do."""
    paid, named = _paid(action), named_modes(action.choices)
    whole = any(chooses_all_modes(keyword) for keyword in paid)
    for modal in (each.ability for each in abilities if isinstance(each.ability, ab.Modal)):
        choose, needed = as_announced(modal.choose, paid), number_needed(modal, paid)
        if named:
            look_at_number(found, modal.modes, choose, named, whole)
            if choose != as_announced(modal.choose, ()) and not whole:
                found.yes("modes", "cast.choices_together")
        elif needed is None or needed > 1:
            found.unsure(Incomplete("modes of which none is named"))


def look_at_number(
    found: Findings, modes: tuple[ab.Mode, ...], choose: str, named: tuple[str | int, ...], whole: bool
) -> None:
    """Find whether the number of modes that are named is one that the words of the choice allow; whole: a cost was paid
    for choosing all of them."""
    taken = numbers_of(named, [mode.label for mode in modes])
    if not taken:
        raise Incomplete("a mode that is not there")
    range_ = (len(modes), len(modes)) if whole else how_many_modes(choose, len(modes))
    if range_ is None:
        found.unsure(Incomplete(f"how many modes are chosen: {choose}"))
    elif len(taken) < range_[0] or len(taken) > range_[1]:
        wanted = f"all {len(modes)}" if whole else choose
        found.no("modes", ("modal.chosen", "cast.steps"), about=f"{len(taken)} for {wanted}")


def with_each_mode(found: Findings, body: ins.Body, choices: Choices) -> list[ins.Body]:
    """The body of an ability for the modes that are named, or one for each mode where none is and one is enough."""
    at = [place for place, each in enumerate(body) if isinstance(each, ins.Modes)]
    if not at:
        return [body]
    asked, rest = body[at[0]], body[at[0] + 1 :]
    assert isinstance(asked, ins.Modes)
    if any(isinstance(each, ins.Modes | ins.Target) for each in rest):
        raise Incomplete("a choice of modes with targets or another choice behind it")
    named = named_modes(choices)
    if named:
        look_at_number(found, asked.modes, asked.choose, named, False)
        return [(*follow_on(body[: at[0]], modes_named(asked.modes, named)), *rest)]
    range_ = how_many_modes(asked.choose, len(asked.modes))
    if range_ is None or range_[0] > 1:
        raise Incomplete("modes of which none is named")
    return [(*follow_on(body[: at[0]], mode.body), *rest) for mode in asked.modes]
