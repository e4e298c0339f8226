"""What keyword abilities mean by the rules, as abilities of the model."""

from __future__ import annotations

from functools import cache
from typing import Any

from layerproof.kb.keywords.reading import keyword_ability, malformed, stated
from layerproof.kb.model.ability import Ability, Keyword
from layerproof.kb.notation import NotationError, decode


@cache
def meaning(keyword: Keyword) -> tuple[Ability, ...]:
    """The abilities that a keyword ability stands for, as far as they are stated; what triggers comes last.

    keyword: an instance with its parameters. Returns an empty tuple for a keyword that stands for nothing that our
    notation says, as flying does. Raises KnowledgeError with file and line when its file is malformed. Source: the
    keyword's rule, named in its file. It does not promise that the whole of the keyword is stated.

    >>> meaning(Keyword("devoid"))[0].cda
    True
    """
    found = stated(keyword.keyword)
    if found is None or not found.abilities:
        return ()
    abilities = list(found.abilities)
    if keyword.number is None:
        # Without a number the keyword leaves out what would speak of it, as vanishing does.
        abilities = [each for each in abilities if "{number}" not in str(each)]
    filled = _fill(abilities, {"{number}": keyword.number, "{cost}": keyword.cost or "{0}"})
    try:
        read: tuple[Ability, ...] = decode(filled, tuple[Ability, ...], ("abilities",))
    except NotationError as error:
        raise malformed(found.document, error) from None
    return read


@cache
def interferes(keyword: str) -> tuple[str, ...]:
    """The sorts of events that a keyword ability changes in a way that its stated meaning does not cover.

    As in `devour`, by which other permanents are sacrificed as one enters. An event of such a sort must not be worked
    out in silence while the ability is there.

    >>> interferes("devour"), interferes("flying")
    (('enter',), ())
    """
    record = keyword_ability(keyword)
    return () if record is None else record.interferes


@cache
def asks(keyword: str) -> tuple[str, ...]:
    """What is chosen as an object with a keyword ability enters, under the keys of the choices of a scenario.

    >>> asks("unleash"), asks("flying")
    (('may',), ())
    """
    record = keyword_ability(keyword)
    return () if record is None else record.asks


def _fill(data: Any, parameters: dict[str, Any]) -> Any:
    if isinstance(data, str):
        return parameters.get(data, data)
    if isinstance(data, list):
        return [_fill(each, parameters) for each in data]
    if isinstance(data, dict):
        return {key: _fill(value, parameters) for key, value in data.items()}
    return data
