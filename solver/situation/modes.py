"""Modes: the instructions of those that were chosen, with the targets of all of them numbered through."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from layerproof.kb.model import expression as e
from layerproof.kb.model import instruction as i
from layerproof.kb.model.ability import Mode
from layerproof.kb.model.node import mentions
from layerproof.solver.layers.scene import Undecided
from layerproof.solver.layers.speaking import points_at, speaks_of

replace = msgspec.structs.replace
Choices = tuple[tuple[str, tuple[str | int, ...]], ...]


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
    places = [place for each in said for place in places_named(each, [mode.label for mode in modes])]
    return [mode.body for place, mode in enumerate(modes, 1) if place in places]


def places_named(said: str | int, labels: Sequence[str]) -> list[int]:
    """Which modes are named by a number or by words: the one with just these words, else those they are a piece of.

    labels: the texts of all modes. Returns their places, counted from one; none where nothing is named.

    >>> places_named("color", ["colorless", "color"])
    [2]
    """
    if isinstance(said, int):
        return [said] if 1 <= said <= len(labels) else []
    texts, words = [each.lower() for each in labels], said.lower()
    whole = [place for place, text in enumerate(texts, 1) if text == words]
    return whole or [place for place, text in enumerate(texts, 1) if words in text or text in words]


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
    found = [options[place - 1] for each in said for place in places_named(each, options)]
    return found[0] if len(found) == 1 and len(said) == 1 else None


def with_options(body: i.Body, choices: Choices) -> Choices:
    """Choices in which the options of a body are told by their whole names.

    body: what resolves. choices: what is told, where an option may be named by a piece of its text. What names none of
    them, and numbers, stay as they are.
    """
    options: list[str] = []

    def note(node: object) -> bool:
        if isinstance(node, e.Chose) and node.option != "may" and node.option not in options:
            options.append(node.option)
        return False

    mentions(body, note)
    if not options:
        return choices
    return tuple(
        (key, tuple(name for each in values for name in _names(each, options)) if key == "mode" else values)
        for key, values in choices
    )


def _names(said: str | int, options: list[str]) -> tuple[str | int, ...]:
    places = places_named(said, options) if isinstance(said, str) else []
    return tuple(options[place - 1] for place in places) or (said,)


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
