"""Which modes a spell has by what is announced for it, where none is named."""

from __future__ import annotations

from collections.abc import Iterable

from layerproof.kb.keywords.casting_costs import chooses_all_modes
from layerproof.kb.model.ability import Ability, Modal
from layerproof.kb.notation.mode_words import as_announced, how_many_modes

Choices = tuple[tuple[str, tuple[str | int, ...]], ...]


def with_all_modes(abilities: Iterable[Ability], paid: tuple[str, ...], choices: Choices) -> Choices:
    """Choices with all modes of a spell among them, where none is named and all have to be chosen.

    abilities: of the spell. paid: the keywords of what is paid for it, as `entwine`. Source: rule keys modal.chosen,
    keyword.entwine. It does not promise that each mode can be chosen.

    >>> from layerproof.kb.model.ability import Mode
    >>> modal = Modal((Mode("draw", ()), Mode("discard", ())))
    >>> with_all_modes((modal,), ("entwine",), ()), with_all_modes((modal,), (), ())
    ((('mode', (1, 2)),), ())
    """
    number = next((number_needed(each, paid) for each in abilities if isinstance(each, Modal)), None)
    modes = next((len(each.modes) for each in abilities if isinstance(each, Modal)), 0)
    if modes < 2 or number != modes or any(key == "mode" for key, _ in choices):
        return choices
    return (*choices, ("mode", tuple(range(1, modes + 1))))


def number_needed(modal: Modal, paid: tuple[str, ...]) -> int | None:
    """The least number of modes that must be chosen; None where the words leave it open."""
    if any(chooses_all_modes(each) for each in paid):
        return len(modal.modes)
    allowed = how_many_modes(as_announced(modal.choose, paid), len(modal.modes))
    return None if allowed is None else allowed[0]
