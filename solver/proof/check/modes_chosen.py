"""Modes as they are chosen, seen by the checker: whether so many may be, and what is left of an ability."""

from __future__ import annotations

from layerproof.kb.model import ability as ab
from layerproof.kb.model import instruction as ins
from layerproof.kb.notation.mode_words import how_many_modes
from layerproof.kb.scenario.action import Choices
from layerproof.solver.proof.check.deontic import Findings
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.picking import follow_on, modes_named, named_modes, numbers_of


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
