"""Modes as they are chosen: how many of a spell or an ability, and which instructions then remain to be judged."""

from __future__ import annotations

from layerproof.kb.model import instruction as i
from layerproof.kb.model.ability import Mode
from layerproof.kb.notation.mode_words import how_many_modes
from layerproof.kb.scenario.action import Choices
from layerproof.solver.game.judgement import Judging
from layerproof.solver.layers.scene import Undecided
from layerproof.solver.situation.game import Invalid
from layerproof.solver.situation.modes import chosen_modes, one_body


def judge_modes(judging: Judging, modes: tuple[Mode, ...], choose: str, choices: Choices) -> None:
    """Look at how many modes are chosen (rule key modal.chosen). choose: the words of the choice, or `all` and a
    number. Raises Invalid where what is named is no mode."""
    number = len(chosen_modes(modes, choices))
    if not number:
        raise Invalid("no such mode is there", "a piece of the mode's text, or its number")
    whole = choose == f"all {len(modes)}"
    allowed = (len(modes), len(modes)) if whole else how_many_modes(choose, len(modes))
    if allowed is None:
        judging.unsure(Undecided(f"how many modes may be chosen ({choose}) is not modelled"))
    elif not allowed[0] <= number <= allowed[1]:
        judging.forbid("modes", ("modal.chosen", "cast.steps"), about=f"{number} for {choose}")


def ability_bodies(judging: Judging, body: i.Body, choices: Choices) -> list[i.Body]:
    """The instructions of an activated ability with its modes chosen; those with each mode by itself where none is
    named. Raises Undecided where several must be chosen and none is named, or targets stand behind them."""
    place = next((at for at, each in enumerate(body) if isinstance(each, i.Modes)), None)
    if place is None:
        return [body]
    modes, before, after = body[place], body[:place], body[place + 1 :]
    assert isinstance(modes, i.Modes)
    if any(isinstance(each, i.Target | i.Modes) for each in after):
        raise Undecided("targets or modes behind a choice of modes are not modelled")
    if any(key == "mode" for key, _ in choices):
        judge_modes(judging, modes.modes, modes.choose, choices)
        return [(*one_body((before, *chosen_modes(modes.modes, choices))), *after)]
    allowed = how_many_modes(modes.choose, len(modes.modes))
    if allowed is None or allowed[0] > 1:
        raise Undecided("which modes of an ability are chosen is not said")
    return [(*one_body((before, mode.body)), *after) for mode in modes.modes]
