"""Modes that were chosen, and bodies that follow one another: each names its own targets, counted from one."""

from __future__ import annotations

from typing import Any

import msgspec

from layerproof.kb.model import instruction as ins
from layerproof.kb.model.ability import Mode
from layerproof.kb.model.effect import Several
from layerproof.kb.model.expression import Chose, Player, Ref
from layerproof.kb.model.node import rewritten
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.spoken_of import about
from layerproof.solver.proof.check.targeting import is_open


def follow_on(first: ins.Body, second: ins.Body) -> ins.Body:
    """Two bodies as one: where the second says its first target, that is the one after all targets of the first."""
    before = [each for each in first if isinstance(each, ins.Target)]
    if any(is_open(each) for each in before) and any(isinstance(each, ins.Target) for each in second):
        raise Incomplete("a target that comes after any number of targets")
    taken = sum(each.count for each in before)

    def change(node: Any) -> Any:
        points = isinstance(node, Ref | Player | Several) and node.kind == "target"
        return msgspec.structs.replace(node, index=node.index + taken) if points else node

    return (*first, *rewritten(second, change)) if taken else (*first, *second)


def named_modes(choices: tuple[tuple[str, tuple[str | int, ...]], ...]) -> tuple[str | int, ...]:
    """What names modes among choices."""
    return tuple(each for key, values in choices if key == "mode" for each in values)


def is_named(number: int, label: str, named: tuple[str | int, ...]) -> bool:
    """Whether a mode is named, by its number or by a piece of its text."""
    texts = [each.lower() for each in named if isinstance(each, str)]
    return number in named or any(each in label.lower() or label.lower() in each for each in texts)


def modes_named(modes: tuple[Mode, ...], chosen: tuple[str | int, ...]) -> ins.Body:
    """The instructions of the modes that the words of a choice name. Raises Incomplete where they name none."""
    texts = [each.lower() for each in chosen if isinstance(each, str)]
    taken = [
        mode
        for number, mode in enumerate(modes, start=1)
        if number in chosen or any(text in mode.label.lower() or mode.label.lower() in text for text in texts)
    ]
    if not taken:
        raise Incomplete("modes of which none is named")
    body: ins.Body = ()
    for each in taken:
        body = follow_on(body, each.body)
    return body


def without_choice(body: ins.Body, chosen: tuple[str | int, ...]) -> ins.Body:
    """A body with its choice of modes, if it has one, carried out."""
    for place, each in enumerate(body):
        if isinstance(each, ins.Modes):
            rest = body[place + 1 :]
            if any(isinstance(other, ins.Modes | ins.Target) for other in rest):
                raise Incomplete("a choice of modes with targets or another choice behind it")
            return (*follow_on(body[:place], modes_named(each.modes, chosen)), *rest)
    return body


def listed_options(body: ins.Body) -> list[str]:
    """The names of the modes of an ability that states each of them under the condition that it was chosen."""
    return [name for each in body if (name := _option(each)) is not None]


def _option(instruction: ins.Instruction) -> str | None:
    asked = instruction.condition if isinstance(instruction, ins.If) else None
    return asked.option if isinstance(asked, Chose) and asked != Chose("may") else None


def one_option(body: ins.Body, said: tuple[str | int, ...]) -> tuple[str, ins.Body]:
    """The one mode that is meant by a number or a piece of its name, and what the ability then does.

    Without a word about its targets in that mode it has none. Raises Incomplete where no one mode is meant.
    """
    names = listed_options(body)
    meant = [name for number, name in enumerate(names, 1) for each in said if _names(each, number, name)]
    if len(meant) != 1:
        raise Incomplete("which one mode of an ability is chosen")
    done: list[ins.Instruction] = []
    for each in body:
        name = _option(each)
        if name is None:
            done.append(each)
        elif name == meant[0] and isinstance(each, ins.If):
            done.extend(each.then)
    aims = any(about(each, "target") for each in done if not isinstance(each, ins.Target))
    return meant[0], tuple(each for each in done if aims or not isinstance(each, ins.Target))


def _names(said: str | int, number: int, name: str) -> bool:
    return said == number if isinstance(said, int) else said.lower() in name.lower()
