"""What a new entry holds until its author fills it in: it is told apart from what an author has written."""

from __future__ import annotations

from typing import Any

from layerproof.kb.notation.plain_data import NotationError, Path

TODO = "TODO:"
_TEXTS = ("scenario", "question", "answer", "source", "topic")
_BEYOND = "not_modelled"


def refuse_placeholders(data: dict[str, Any]) -> None:
    """Refuse a scenario whose texts are still those of a new entry.

    data: the plain mapping of the scenario. Raises NotationError where its title, question, answer, source or topic
    begins with `TODO:`, with the names of all that do. Source: what `faq new` writes.

    >>> refuse_placeholders({"scenario": "Does it flip?"})
    """
    left = [key for key in _TEXTS if _unfilled(data.get(key))]
    if left:
        named = " and ".join(filter(None, (", ".join(left[:-1]), left[-1])))
        verb = "begins" if len(left) == 1 else "begin"
        raise NotationError(
            (left[0],),
            f"this entry is not filled in: {named} still {verb} with {TODO!r}",
            f"{named} in your own words",
            "fill it in, or take the lines out that you do not need",
        )


def refuse_placeholder_claim(data: Any, path: Path) -> None:
    """Refuse a claim that is still the one of a new entry: a `not_modelled` that begins with `TODO:`.

    data: the plain claim. path: where it stands. Raises NotationError. Source: what `faq new` writes.

    >>> refuse_placeholder_claim({"bear": {"pt": "2/2"}}, ("claims", 0))
    """
    if isinstance(data, dict) and _unfilled(data.get(_BEYOND)):
        raise NotationError(
            path,
            f"this claim is not filled in: {_BEYOND} still begins with {TODO!r}",
            "what the answer says of the objects of the timeline, such as bear: {pt: 2/2}",
        )


def _unfilled(text: Any) -> bool:
    return isinstance(text, str) and text.lstrip().startswith(TODO)
