"""Modes: the instructions of those that were chosen, with the targets of all of them numbered through."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from layerproof.kb.model import expression as e
from layerproof.kb.model import instruction as i
from layerproof.kb.model.ability import Mode
from layerproof.solver.layers.scene import Undecided
from layerproof.solver.layers.speaking import points_at, speaks_of

replace = msgspec.structs.replace


def one_body(bodies: Iterable[i.Body]) -> i.Body:
    """Several bodies of one spell or ability as one: the targets of a later one come behind those of the earlier.

    Source: rule key resolve.instructions_in_order. Raises Undecided where a number of targets before is left open.
    """
    done: list[Any] = []
    for body in bodies:
        targets = [each for each in done if isinstance(each, i.Target)]
        if any(each.any or each.each is not None for each in targets) and any(isinstance(x, i.Target) for x in body):
            raise Undecided("targets after any number of targets are not told apart")
        done += _behind(body, sum(each.count for each in targets))
    return tuple(done)


def chosen_modes(modes: tuple[Mode, ...], choices: Iterable[tuple[str, tuple[str | int, ...]]]) -> list[i.Body]:
    """The bodies of the modes that were chosen, in the order of the text."""
    said = [value for key, values in choices if key == "mode" for value in values]
    return [mode.body for place, mode in enumerate(modes, 1) if mode_is_chosen(place, mode.label, said)]


def mode_is_chosen(place: int, label: str, modes: list[Any]) -> bool:
    """Whether a mode is among those that were chosen, named by its number or by a piece of its text."""
    words = [each.lower() for each in modes if isinstance(each, str)]
    return place in modes or any(word in label.lower() or label.lower() in word for word in words)


def with_modes(body: i.Body, choices: Iterable[tuple[str, tuple[str | int, ...]]], origin: str) -> i.Body:
    """A body with a choice of modes replaced by the instructions of those that were chosen.

    Raises Undecided where none is named.
    """
    place = next((at for at, each in enumerate(body) if isinstance(each, i.Modes)), None)
    if place is None:
        return body
    modes, before, after = body[place], body[:place], body[place + 1 :]
    assert isinstance(modes, i.Modes)
    if any(isinstance(each, i.Target | i.Modes) for each in after):
        raise Undecided("targets or modes behind a choice of modes are not modelled")
    chosen = chosen_modes(modes.modes, choices)
    if not chosen:
        raise Undecided(f"which mode of {origin} was chosen")
    return (*one_body((before, *chosen)), *after)


def options_of(body: i.Body) -> tuple[str, ...]:
    """The modes of a body that has them as options, each under the condition that it was chosen, by their names."""
    found = (each.condition for each in body if isinstance(each, i.If))
    return tuple(each.option for each in found if isinstance(each, e.Chose) and each.option != "may")


def option_named(body: i.Body, said: tuple[str | int, ...]) -> str | None:
    """The option that is named by its number or by a piece of its text; None where that is not just one."""
    options = options_of(body)
    words = [each.lower() for each in said if isinstance(each, str)]
    found = [
        option
        for place, option in enumerate(options, 1)
        if place in said or any(word in option.lower() for word in words)
    ]
    return found[0] if len(found) == 1 and len(said) == 1 else None


def with_option(body: i.Body, option: str) -> i.Body:
    """The instructions of a body of which one option was chosen; it has targets only if that option speaks of them."""
    chosen = tuple(
        each
        for instruction in body
        for each in (
            (instruction.then if instruction.condition == e.Chose(option) else ())
            if isinstance(instruction, i.If) and options_of((instruction,))
            else (instruction,)
        )
    )
    if any(speaks_of(each, "target") for each in chosen if not isinstance(each, i.Target)):
        return chosen
    return tuple(each for each in chosen if not isinstance(each, i.Target))


def _behind(record: Any, number: int) -> Any:
    """A record in which every target is so many further on."""
    if number == 0:
        return record
    if points_at(record, "target"):
        return replace(record, index=record.index + number)
    if isinstance(record, tuple):
        return tuple(_behind(each, number) for each in record)
    if isinstance(record, msgspec.Struct):
        fields = {field: getattr(record, field) for field in record.__struct_fields__}
        inside = {field: value for field, value in fields.items() if isinstance(value, msgspec.Struct | tuple)}
        return replace(record, **{field: _behind(value, number) for field, value in inside.items()})
    return record
