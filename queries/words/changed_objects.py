"""What a participant changes in words, also where it gives an object another text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from layerproof.kb.model.card import Card
from layerproof.queries.words.names_in_proofs import Names
from layerproof.queries.words.sentences import changed_words


def copied_in(names: Names, row: str, part: str) -> Card | None:
    """The card whose text a participant of a row gives as a copy effect; None where it is none, or in another row."""
    return names.copied_by(part) if row.startswith("layer.copy") else None


def told_change(names: Names, step: tuple[str, str, int], changes: dict[str, list[Any]], started: Sequence[str]) -> str:
    """Say what an application changes.

    names: the words of the proof. step: its row, participant and object. changes: as the proof has them. started: the
    names of the abilities with which the object started. Where the object gets another text, an ability of the one text
    and one of the other may have the same name in the proof, so that what it has then is told whole.
    """
    row, part, identifier = step
    copied = copied_in(names, row, part)
    if copied is None and not ("abilities" in changes and part.endswith((" merged", " face down"))):
        return changed_words(changes, lambda name: names.instance_words(identifier, name))
    said = changed_words({field: values for field, values in changes.items() if field != "abilities"}, str)
    after = changes["abilities"][1] if "abilities" in changes else started
    words = [
        names.instance_words(identifier, each) if copied is None else names.words_on(copied, identifier, each)
        for each in after
    ]
    return ", ".join(each for each in (said, f"the abilities are now {', '.join(words) or 'none'}") if each)
