"""Modes that were chosen, and bodies that follow one another: each names its own targets, counted from one."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import msgspec

from layerproof.kb.model import instruction as ins
from layerproof.kb.model.ability import Mode
from layerproof.kb.model.effect import Several
from layerproof.kb.model.expression import Chose, Player, Ref
from layerproof.kb.model.node import mentions, rewritten
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.spoken_of import about
from layerproof.solver.proof.check.targeting import is_open
from layerproof.solver.proof.check.world import Says


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


def numbers_of(named: tuple[str | int, ...], texts: list[str]) -> set[int]:
    """The numbers of the texts that are meant. A word means the text that it is; a piece means what it is a piece of,
    or what is a piece of it, unless it is one of the texts itself."""
    meant: set[int] = set()
    for word in named:
        for number, text in enumerate(texts, start=1):
            if isinstance(word, int):
                fits = word == number
            elif any(word.casefold() == other.casefold() for other in texts):
                fits = word.casefold() == text.casefold()
            else:
                fits = word.casefold() in text.casefold() or text.casefold() in word.casefold()
            if fits:
                meant.add(number)
    return meant


def modes_named(modes: tuple[Mode, ...], chosen: tuple[str | int, ...]) -> ins.Body:
    """The instructions of the modes that the words of a choice name. Raises Incomplete where they name none."""
    taken = numbers_of(chosen, [mode.label for mode in modes])
    if not taken:
        raise Incomplete("modes of which none is named")
    body: ins.Body = ()
    for number in sorted(taken):
        body = follow_on(body, modes[number - 1].body)
    return body


def options_spelled_out(body: ins.Body, says: Says) -> Says:
    """Who says what, with words that mean options of a body replaced by the names of these options."""
    asked: list[str] = []

    def look(node: Any) -> bool:
        if isinstance(node, Chose) and node != Chose("may"):
            asked.append(node.option)
        return False

    mentions(body, look)
    if not asked:
        return says
    names = list(dict.fromkeys(asked))

    def spelled(word: str | int) -> list[str | int]:
        meant = sorted(numbers_of((word,), names)) if isinstance(word, str) else []
        return [names[number - 1] for number in meant] or [word]

    return replace(
        says,
        choices=tuple(
            (key, tuple(each for word in said for each in spelled(word)) if key == "mode" else said)
            for key, said in says.choices
        ),
    )


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
    meant = [names[number - 1] for number in numbers_of(said, names)]
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
