"""Conditions on unknowns in words: which event is newer, how many counters, which card."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from layerproof.queries.words.sentences import flow
from layerproof.solver.worlds.conditions import Condition, When
from layerproof.solver.worlds.point import Pair
from layerproof.solver.worlds.unknowns import Unknown

Plain = dict[str, Any]


def when_words(when: When, plain: Plain, unknowns: Sequence[Unknown]) -> str:
    """Say when an outcome occurs.

    when: its conditions. plain: the scenario as written, for the names of what its unknowns are about. unknowns: of it.

    >>> orders = Unknown("timeline.0", ("timeline", 0), "order", ((0, 1), (1, 0)))
    >>> plain = {"timeline": [{"any_order": [{"enters": "A"}, {"enters": "B"}]}]}
    >>> when_words(When((Condition((), (("timeline.0", 0, 1),)),), True), plain, [orders])
    'when B is newer than A'
    """
    if not any(each.sets or each.pairs for each in when.conditions):
        return "always"
    said = [condition_words(each, plain, unknowns) for each in when.conditions]
    text = "when " + ", or when ".join(said)
    return text if when.complete else f"among others {text}"


def condition_words(condition: Condition, plain: Plain, unknowns: Sequence[Unknown]) -> str:
    """Say one condition, without `when`."""
    by_name = {each.name: each for each in unknowns}
    said = _order_words(condition.pairs, plain, by_name)
    said += [_set_words(by_name[name], values, plain) for name, values in condition.sets]
    return " and ".join(said)


def _order_words(pairs: Sequence[Pair], plain: Plain, unknowns: dict[str, Unknown]) -> list[str]:
    """Say pairs, all that one event is newer than at once."""
    older: dict[tuple[str, int], list[int]] = {}
    newer: dict[tuple[str, int], list[int]] = {}
    for name, one, other in pairs:
        older.setdefault((name, other), []).append(one)
        newer.setdefault((name, one), []).append(other)
    said: list[str] = []
    from_below = len(newer) < len(older)
    for (name, index), others in (newer if from_below else older).items():
        events = at(plain, unknowns[name].path)["any_order"]
        if len(others) == len(events) - 1 and len(others) > 1:
            said.append(f"{event_name(events[index])} is the {'oldest' if from_below else 'newest'} of them")
        else:
            names = _listed([event_name(events[each]) for each in others])
            said.append(f"{event_name(events[index])} is {'older' if from_below else 'newer'} than {names}")
    return said


def _listed(words: list[str], last: str = "and") -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}"


def at(plain: Any, path: Sequence[str | int]) -> Any:
    """What stands at a path of plain data."""
    for key in path:
        plain = plain[key]
    return plain


def event_name(event: Any) -> str:
    """An event in a few words: the card that enters or resolves, what is put on what, else as it is written."""
    if not isinstance(event, dict):
        return str(event)
    if "maybe" in event:
        return event_name(event["maybe"])
    for key in ("enters", "resolves", "card"):
        if isinstance(event.get(key), str):
            return str(event[key])
        if key in event:
            return str(event.get("as", "the unknown card"))
    if "put" in event and isinstance(event["put"], dict):
        return f"the {' and '.join(map(str, event['put']))} counters put on {event.get('on')}"
    if "attach" in event:
        return f"{event['attach']} becoming attached to {event.get('to')}"
    if "effect" in event:
        return f"the effect {event['effect']!r} on {event.get('on')}"
    return flow(event)


def _set_words(unknown: Unknown, values: tuple[Any, ...], plain: Plain) -> str:
    if unknown.sort == "maybe":
        return _maybe_words(at(plain, (*unknown.path, "maybe")), values == (True,))
    if unknown.sort == "together":
        events = at(plain, unknown.path)["together"]
        orders = [json.loads(each) if isinstance(each, str) else each for each in values]
        said = [", ".join(event_name(events[place]) for place in order) for order in orders[:4]]
        return f"the order of what happens together is {' or '.join(said)}" + (" or others" if len(orders) > 4 else "")
    return f"{unknown_name(unknown, plain)} {_among(unknown, values)}"


def _maybe_words(event: Any, happens: bool) -> str:
    """Say whether an event happens."""
    if isinstance(event.get("put"), dict):
        kinds = " and ".join(map(str, event["put"]))
        return f"{'' if happens else 'no '}{kinds} counters are put on {event.get('on')}"
    for key, verb in (("enters", "enter"), ("resolves", "resolve")):
        if key in event:
            return f"{event_name(event)} {f'{verb}s' if happens else f'does not {verb}'}"
    return f"{event_name(event)} {'happens' if happens else 'does not happen'}"


def unknown_name(unknown: Unknown, plain: Plain) -> str:
    """What an unknown value is, in words: the card that is meant, a number of counters, a choice."""
    keys = [each for each in unknown.path if isinstance(each, str)]
    event: Any = plain
    for key in unknown.path:
        inner = event[key]
        if isinstance(event, dict) and any(isinstance(each, str) and each in event for each in _SUBJECTS):
            break
        event = inner
    about = (
        next((str(event[key]) for key in _SUBJECTS if isinstance(event.get(key), str)), "")
        if isinstance(event, dict)
        else ""
    )
    last = keys[-1]
    if "put" in keys or "counters" in keys:
        return f"the number of {last} counters put on {event.get('on', about)}"
    if last in ("enters", "resolves", "card"):
        return f"the card {event.get('as', '')}".rstrip()
    if "choices" in keys:
        return f"the {last} chosen for {about}"
    return f"the {last.replace('_', ' ')} of {about}" if about else unknown.name


_SUBJECTS = ("as", "enters", "resolves", "card", "activates", "triggers", "on", "of", "attach", "gains_control")


def _among(unknown: Unknown, values: tuple[Any, ...]) -> str:
    """Say which values: a range of numbers as such, the few that are meant or left out."""
    domain = list(unknown.domain)
    shown = [str(each) for each in values]
    if len(values) == 1:
        return f"is {shown[0]}"
    places = [domain.index(each) for each in values if each in domain]
    if all(type(each) is int for each in domain) and places == list(range(places[0], places[-1] + 1)):
        if places[-1] == len(domain) - 1:
            return f"is at least {shown[0]}"
        return f"is at most {shown[-1]}" if places[0] == 0 else f"is {shown[0]} to {shown[-1]}"
    if len(values) > 4 and len(domain) - len(values) <= 4:
        return f"is not {_listed([str(each) for each in domain if each not in values], 'or')}"
    return (
        f"is {_listed(shown, 'or')}"
        if len(values) <= 12
        else f"is {_listed([*shown[:10], f'{len(values) - 10} others'], 'or')}"
    )
