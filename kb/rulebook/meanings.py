"""What keyword abilities mean by the rules, as abilities of the model."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from layerproof.kb.model.ability import Ability, Keyword
from layerproof.kb.notation import decode
from layerproof.kb.yaml_source import read_document

FILE = Path(__file__).parent / "meanings.yaml"
TRIGGERED = Path(__file__).parent / "triggered_keywords.yaml"


@cache
def _all() -> dict[str, Any]:
    """What is stated of each keyword ability, in both files together: what triggers comes last."""
    stated: dict[str, Any] = dict(read_document(FILE).value)  # type: ignore[arg-type]
    triggered: dict[str, Any] = dict(read_document(TRIGGERED).value)  # type: ignore[arg-type]
    for keyword, entry in triggered.items():
        known = stated.get(keyword, {"abilities": []})
        stated[keyword] = {**entry, **known, "abilities": [*known["abilities"], *entry["abilities"]]}
    return stated


@cache
def meaning(keyword: Keyword) -> tuple[Ability, ...]:
    """The abilities that a keyword ability stands for, as far as characteristics and counters are concerned.

    keyword: an instance with its parameters. Returns an empty tuple for a keyword that changes nothing by itself, as
    flying does for characteristics. Source: the keyword's rule, named in meanings.yaml. It does not promise that the
    whole of the keyword is stated.

    >>> meaning(Keyword("devoid"))[0].cda
    True
    """
    entry = _all().get(keyword.keyword)
    if entry is None:
        return ()
    stated = entry["abilities"]
    if keyword.number is None:
        # Without a number the keyword leaves out what would speak of it, as vanishing does.
        stated = [each for each in stated if "{number}" not in str(each)]
    filled = _fill(stated, {"{number}": keyword.number, "{cost}": keyword.cost or "{0}"})
    abilities: tuple[Ability, ...] = decode(filled, tuple[Ability, ...], (keyword.keyword,))
    return abilities


@cache
def interferes(keyword: str) -> tuple[str, ...]:
    """The sorts of events that a keyword ability changes in a way that its stated meaning does not cover.

    As in `devour`, by which other permanents are sacrificed as one enters. An event of such a sort must not be worked
    out in silence while the ability is there.

    >>> interferes("devour"), interferes("flying")
    (('enter',), ())
    """
    entry = _all().get(keyword)
    return () if entry is None else tuple(entry.get("interferes", ()))


@cache
def asks(keyword: str) -> tuple[str, ...]:
    """What is chosen as an object with a keyword ability enters, under the keys of the choices of a scenario.

    >>> asks("unleash"), asks("flying")
    (('may',), ())
    """
    entry = _all().get(keyword)
    return () if entry is None else tuple(entry.get("asks", ()))


def _fill(data: Any, parameters: dict[str, Any]) -> Any:
    if isinstance(data, str):
        return parameters.get(data, data)
    if isinstance(data, list):
        return [_fill(each, parameters) for each in data]
    if isinstance(data, dict):
        return {key: _fill(value, parameters) for key, value in data.items()}
    return data
