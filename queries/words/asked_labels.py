"""The object and the characteristic that a person asks about: `beast.power`, or a label that is not typed whole."""

from __future__ import annotations

from collections.abc import Collection

from layerproof.kb.errors import KnowledgeError, nearest, some_of


def asked_about(what: str, labels: Collection[str], characteristics: Collection[str]) -> tuple[str, str | None]:
    """Take apart what is asked: the label of an object, and the characteristic behind a dot, None where there is none.

    what: as typed. labels: of the objects there are. characteristics: those that can be asked about. A label need not
    be typed whole where it is the only one that begins with what was typed or has it as a word: the answer names it.
    Raises KnowledgeError for a label that no object has and what is no characteristic, with the nearest.

    >>> asked_about("awe.pt", ["godhead-of-awe", "beast"], ["pt"])
    ('godhead-of-awe', 'pt')
    """
    whole = _meant(what, labels)
    if whole is not None:
        return whole, None
    typed, found, field = what.rpartition(".")
    if not found:
        typed, field = what, ""
    label = _meant(typed, labels)
    if label is None:
        raise KnowledgeError(
            f"no object has the label {typed!r} at the end",
            expected=some_of(typed, labels, "the table of the objects"),
            mend=", ".join(nearest(typed, labels)) or None,
        )
    if field not in characteristics:
        raise KnowledgeError(
            f"{field!r} is no characteristic that can be explained",
            expected="one of " + ", ".join(characteristics),
            mend=", ".join(nearest(field, characteristics)) or None,
        )
    return label, field


def _meant(typed: str, labels: Collection[str]) -> str | None:
    if typed in labels:
        return typed
    word = typed.lower()
    close = [each for each in labels if word and (each.startswith(word) or word in each.split("-"))]
    return close[0] if len(close) == 1 else None
