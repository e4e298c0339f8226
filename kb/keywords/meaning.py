"""What keyword abilities mean by the rules, as abilities of the model."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, partial
from typing import Any

import msgspec

from layerproof.kb.keywords.keyword_files import keyword_ability, malformed, stated
from layerproof.kb.model.ability import Ability, Keyword
from layerproof.kb.model.expression import AllOf, CastFor, Filter, Is, TimesPaid
from layerproof.kb.model.node import rewritten
from layerproof.kb.notation.cost_words import simple_filter
from layerproof.kb.notation.plain_data import NotationError, decode
from layerproof.kb.notation.restrictions import described
from layerproof.kb.notation.short_forms import split_cost
from layerproof.kb.rulebook.edition import load_edition

_VARIANTS = {"cycling": "typecycling"}


@cache
def meaning(keyword: Keyword, which: int | None = None) -> tuple[Ability, ...]:
    """The abilities that a keyword ability stands for, as far as they are stated; what triggers comes last.

    keyword: an instance with its parameters. which: which of several instances on its object it is, from 1, where what
    it asks about a cost that was paid is about that instance alone (rule key keyword.replicate.several). Returns an
    empty tuple for a keyword that stands for nothing that our notation says, as flying does. Raises KnowledgeError with
    file and line when its file is malformed. Source: the keyword's rule, named in its file. It does not promise that
    the whole of the keyword is stated.

    >>> meaning(Keyword("devoid"))[0].cda
    True
    >>> meaning(Keyword("offspring", cost="{2}"), 2)[0].condition
    CastFor(keyword='offspring', cost=None, which=2)
    """
    if which is not None:
        return rewritten(meaning(keyword), partial(_of_instance, keyword.keyword, which))
    # "Basic landcycling" is written as cycling with a quality.
    found = stated(_VARIANTS.get(keyword.keyword, keyword.keyword) if keyword.quality else keyword.keyword)
    if found is None or not found.abilities:
        return ()
    abilities = list(found.abilities)
    number: int | str | None = keyword.number
    if number is None and _announces_x(abilities, keyword.cost):
        number = "x"
    if number is None:
        # Without a number a keyword that can do without one leaves out what would speak of it, as vanishing does; where
        # its number is counted ("mobilize X, where X is …", "bloodthirst X") it is not read.
        counted = (keyword.quality or "").startswith("X") or "number" in found.record.takes
        abilities = [
            _uncounted(each) if "{number}" in str(each) else each
            for each in abilities
            if counted or "{number}" not in str(each)
        ]
    described = None if keyword.quality is None else quality_filter(keyword.quality)
    cost, limit = _limited(keyword.cost or "")
    parameters = {
        "{number}": number,
        "{cost}": split_cost(cost or "{0}"),
        "{filter}": [] if described is None else [described],
        "{filter or creature}": [Is("type", "creature") if described is None else described],
    }
    filled = _fill(abilities, parameters)
    filled = [_also(each, limit) for each in filled] if limit else filled
    unread = keyword.quality is not None and (described is None or keyword.quality in found.record.unread)
    if unread and "{filter}" in str(abilities):
        filled = [_in_words(each) for each in filled]
    try:
        read: tuple[Ability, ...] = decode(filled, tuple[Ability, ...], ("abilities",))
    except NotationError as error:
        raise malformed(found.document, error) from None
    return read


def _announces_x(abilities: list[Any], cost: str | None) -> bool:
    """Whether the number of a keyword is the X that is announced for its cost ("reinforce X", rule key
    number.x_announced): it is an activated ability whose cost has X in it."""
    return re.search(r"\bX\b", cost or "") is not None and all("activated" in each for each in abilities)


def _limited(cost: str) -> tuple[str, str]:
    """The cost of a keyword ability, and what a sentence behind it says that limits activating it; "" where none does.

    >>> _limited("{0}. activate only once each turn"), _limited("{2}")
    (('{0}', 'only once each turn'), ('{2}', ''))
    """
    found = _LIMIT.fullmatch(cost)
    return (cost, "") if found is None else (found[1] or "", found[2])


_LIMIT = re.compile(r"(?:(.*)\. )?[Aa]ctivate (only [^.]+)")


def _also(ability: Any, limit: str) -> Any:
    """An activated ability with one limit more; any other as it is."""
    if not isinstance(ability, dict) or "activated" not in ability:
        return ability
    limits = "; ".join(each for each in (ability["activated"].get("restriction"), limit) if each)
    return {"activated": {**ability["activated"], "restriction": limits}}


def _of_instance(keyword: str, which: int, node: Any) -> Any:
    """What asks about the cost of a keyword, asked about one of its instances."""
    if isinstance(node, CastFor | TimesPaid) and node.keyword == keyword:
        return msgspec.structs.replace(node, which=which)
    return node


@cache
def interferes(keyword: str) -> tuple[str, ...]:
    """The sorts of events that a keyword ability changes in a way that its stated meaning does not cover.

    As in `amplify`, for which cards are revealed as a permanent enters. An event of such a sort must not be worked
    out in silence while the ability is there.

    >>> interferes("amplify"), interferes("flying")
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


def quality_filter(words: str) -> Filter | None:
    """The filter that the quality of a keyword ability describes; None where it is not understood.

    words: as in `Basic land`, `legendary creature`, `for artifacts`. A subtype must be one that the newest edition
    knows.

    >>> quality_filter("Plains"), quality_filter("the monarch")
    (Is(category='subtype', word='Plains'), None)
    >>> quality_filter("for artifacts")
    Is(category='type', word='artifact')
    """
    words = words.removeprefix("for ")
    family_of = load_edition("current").vocabulary.family_of
    if re.fullmatch("[A-Z][a-z-]+", words):
        known = [each for each in (words, words.removesuffix("s")) if family_of(each) is not None]
        if known:
            return Is("subtype", known[0])
    return simple_filter(words) or simple_filter(words[:1].lower() + words[1:]) or _plural(words, family_of)


def _plural(words: str, family_of: Callable[[str], object]) -> Filter | None:
    """The filter of a noun phrase in the plural, none of whose words is a subtype that nobody knows."""
    found = described(words)
    subtypes = [each.word for each in (found.filters if isinstance(found, AllOf) else (found,)) if isinstance(each, Is)]
    capital = [each for each in subtypes if each[:1].isupper()]
    return None if any(family_of(each) is None for each in capital) else found


def _in_words(ability: Any) -> Any:
    """An activated ability of which only its cost and its limits are known; one about costs that is not known."""
    if isinstance(ability, dict) and "changes_cost" in ability:
        return {"opaque": {"gloss": "its cost is {1} less for some things", "touches": []}}
    if not isinstance(ability, dict) or "activated" not in ability:
        return ability
    words = {"other": {"gloss": "what it does with a target of its quality", "touches": ["any", "objects"]}}
    return {"activated": {**ability["activated"], "body": [words]}}


def _uncounted(ability: Any) -> Any:
    """An ability of which everything but how much it is about is known: its instructions are words, behind what it
    targets."""
    words: dict[str, Any] = {"other": {"gloss": "what it does X times", "touches": ["any", "objects", "players"]}}
    for sort in ("triggered", "activated"):
        if isinstance(ability, dict) and "{number}" not in str({**ability.get(sort, {"{number}": 0}), "body": []}):
            aimed = [each for each in ability[sort].get("body", ()) if isinstance(each, dict) and "target" in each]
            if "{number}" in str(aimed):
                aimed, words["other"]["gloss"] = [], "what it does X times with a target"
            return {sort: {**ability[sort], "body": [*aimed, words]}}
    if isinstance(ability, dict) and ("enters_with" in ability or "enters_doing" in ability):
        return {"enters_doing": {"body": [words]}}
    return {"opaque": {"gloss": "an ability that is about X, which is counted", "touches": ["any"]}}


def _fill(data: Any, parameters: dict[str, Any]) -> Any:
    if isinstance(data, str):
        filled = parameters.get(data, data)
        if isinstance(filled, str) and "{number}" in filled:
            return filled.replace("{number}", str(parameters["{number}"]))
        return filled
    if isinstance(data, list):
        # A parameter of several parts, or of none, stands for these among the others.
        found: list[Any] = []
        for each in data:
            one = _fill(each, parameters)
            found += one if isinstance(each, str) and isinstance(one, list) else [one]
        return found
    if isinstance(data, dict):
        return {key: _fill(value, parameters) for key, value in data.items()}
    return data
