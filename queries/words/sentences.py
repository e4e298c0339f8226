"""Sentences for the steps of a proof: what was given, what happened, what values are and how they change."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

from layerproof.queries.words.names_in_proofs import Names

Step = dict[str, Any]
Ability = Callable[[str], str]

_WORDS = {
    "names": "name",
    "mana_cost": "mana cost",
    "mana_value": "mana value",
    "base_power": "base power",
    "base_toughness": "base toughness",
}
_STATUS = {
    "tapped": ("becomes tapped", "becomes untapped"),
    "flipped": ("is flipped", "is no longer flipped"),
    "phased_out": ("phases out", "phases in"),
    "solved": ("becomes solved", "is no longer solved"),
    "token": ("is a token", "is no token"),
}
# What changes along with other things and says nothing by itself.
_SILENT = ("timestamp", "label", "entered_turn", "merged_at", "turned_at", "copy")


def value_words(fields: Sequence[str], values: Step, ability: Ability) -> list[str]:
    """Say what the values of fields are; power and toughness together.

    >>> value_words(("power", "toughness"), {"power": 4, "toughness": 4}, str)
    ['power and toughness 4/4']
    """
    said: list[str] = []
    for field in fields:
        if field == "power" and "toughness" in fields:
            said.append(f"power and toughness {_pair(values['power'], values['toughness'])}")
        elif field == "base_power" and "base_toughness" in fields:
            said.append(f"base power and toughness {_pair(values['base_power'], values['base_toughness'])}")
        elif not (field in ("toughness", "base_toughness") and field.replace("toughness", "power") in fields):
            said.append(f"{_WORDS.get(field, field)} {_value(field, values[field], ability)}")
    return said


def printed_words(fields: Sequence[str], values: Step, ability: Ability) -> str:
    """Say what an object starts from, as `value_words` does."""
    return ", ".join(value_words(fields, values, ability))


def _pair(power: Any, toughness: Any) -> str:
    return "none" if power is None and toughness is None else f"{power}/{toughness}"


def _value(field: str, value: Any, ability: Ability) -> str:
    if field == "abilities":
        return ", ".join(ability(each) for each in value) or "none"
    if isinstance(value, list):
        return ", ".join(value) or ("colorless" if field == "colors" else "none")
    return "none" if value is None else str(value)


def changed_words(changes: dict[str, list[Any]], ability: Ability) -> str:
    """Say how values change.

    >>> changed_words({"power": [2, 1], "toughness": [2, 1]}, str)
    'power and toughness 2/2 become 1/1'
    """
    said: list[str] = []
    for field, (before, after) in changes.items():
        if field in ("power", "toughness") and {"power", "toughness"} <= changes.keys():
            if field == "power":
                other_before, other_after = changes["toughness"]
                said.append(f"power and toughness {_pair(before, other_before)} become {_pair(after, other_after)}")
        elif field in ("base_power", "base_toughness") and {"power", "toughness"} & changes.keys():
            continue
        elif isinstance(before, list):
            said.append(_list_change(field, before, after, ability))
        elif field == "controller":
            said.append(f"the controller becomes {after}")
        else:
            was, now = _value(field, before, ability), _value(field, after, ability)
            said.append(f"{_WORDS.get(field, field)} {was} becomes {now}")
    return ", ".join(said)


def _list_change(field: str, before: list[str], after: list[str], ability: Ability) -> str:
    """A change of a list by what came and what went."""
    word = _WORDS.get(field, field)
    if field == "names":
        return f"the name becomes {', '.join(after) or 'none'}"
    gained = [each for each in after if each not in before]
    lost = [each for each in before if each not in after]
    if not after:
        return {"abilities": "loses all abilities", "colors": "becomes colorless"}.get(field, f"loses all {word}")
    said = []
    if lost:
        said.append(f"loses {_value(field, lost, ability)}")
    if gained:
        said.append(f"gains {_value(field, gained, ability)}")
    return f"{word}: " + (" and ".join(said) if said else f"now {_value(field, after, ability)}")


def event_words(step: Step) -> str:
    """Say what was given: the event as the scenario writes it."""
    return f"given {flow(step['conclusion']['says'])}"


def flow(value: Any) -> str:
    """Write plain data in one line, as YAML does.

    >>> flow({"put": {"level": 1}, "on": "beast"})
    '{put: {level: 1}, on: beast}'
    """
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {flow(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(flow(inner) for inner in value) + "]"
    if isinstance(value, str):
        return value if value and not set(value) & set("{}[],:#\"'\n") else json.dumps(value, ensure_ascii=False)
    return json.dumps(value)


def world_words(values: Sequence[tuple[str, Any]], plain: Step) -> str:
    """Say in which world one is, by the values of its unknowns.

    values: pairs of an unknown, named by its place in the scenario, and its value. plain: the scenario as written.

    >>> world_words([("timeline.0", (1, 0))], {"timeline": [{"any_order": [{"enters": "A"}, {"enters": "B"}]}]})
    'the order is B, A'
    """
    return ", and ".join(_unknown_words(name, value, _at(plain, name)) for name, value in values) or "nothing is open"


def _at(plain: Any, name: str) -> Any:
    for key in name.split("."):
        if isinstance(plain, dict):
            plain = plain.get(key)
        elif isinstance(plain, list) and key.isdigit() and int(key) < len(plain):
            plain = plain[int(key)]
        else:
            return None
    return plain


def _unknown_words(name: str, value: Any, place: Any) -> str:
    if isinstance(place, dict):
        for key in ("any_order", "together"):
            events = place.get(key)
            if isinstance(events, list) and isinstance(value, list | tuple):
                said = [
                    _brief(events[each]) if isinstance(each, int) and each < len(events) else str(each)
                    for each in value
                ]
                return f"the order is {', '.join(said)}"
        if "maybe" in place and isinstance(value, bool):
            return f"{_brief(place['maybe'])} {'happens' if value else 'does not happen'}"
    if name.endswith(".keeps"):
        return f"{value} is kept"
    return f"{name} is {flow(list(value) if isinstance(value, tuple) else value)}"


def _brief(event: Any) -> str:
    """An event by the label that it gives, or the card it names; else as it is written."""
    if not isinstance(event, dict):
        return str(event)
    found = event.get("as", event.get("enters", event.get("card")))
    return found if isinstance(found, str) else flow(event)


def change_words(change: Step, names: Names) -> str:
    """Say what one change of the situation was."""
    if "new" in change:
        made = change["new"]
        name = names.both(made["id"])
        what = "enters the battlefield" if made["zone"] == "battlefield" else f"is put into the zone {made['zone']}"
        return f"{name} {what}, timestamp {made['timestamp']}"
    if "gone" in change:
        return f"{names.both(change['gone'])} leaves its zone"
    if "begins" in change:
        effect = change["begins"]
        return f"{names.short('effect ' + str(effect['id']))} begins, timestamp {effect['timestamp']}"
    if "ends" in change:
        return f"{names.long('effect ' + str(change['ends']))} ends"
    if "object" in change:
        said = [_field_words(field, value, names) for field, value in change["set"].items() if field not in _SILENT]
        return f"{names.both(change['object'])} " + (", ".join(said) or "gets a new timestamp")
    if "player" in change:
        said = [f"{field.replace('_', ' ')} is now {_plain(value)}" for field, value in change["set"].items()]
        return f"{change['player']}: " + ", ".join(said)
    if "game" in change:
        return ", ".join(
            f"the {field.replace('_', ' ')} is now {_plain(value)}" for field, value in change["game"].items()
        )
    return "an effect goes on"


def _plain(value: Any) -> str:
    """A plain value as words: yes and no for what is so or not, none for nothing."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else value if isinstance(value, str) else flow(value)


def _field_words(field: str, value: Any, names: Names) -> str:
    if field == "counters":
        listed = [
            f"{each['number']} {each['kind']} counter{'s' * (each['number'] != 1)} (timestamp {each['timestamp']})"
            for each in value
        ]
        return "now has " + (" and ".join(listed) or "no counters")
    if field == "attached_to":
        if value is None:
            return "is no longer attached"
        return f"becomes attached to {value if isinstance(value, str) else names.object(value)}"
    if field in _STATUS:
        return _STATUS[field][0 if value else 1]
    if field == "face_down":
        return "is turned face up" if value is None else "is turned face down"
    if field == "face":
        return "transforms"
    if field == "damage":
        return f"has {value} damage marked on it"
    if field == "level":
        return f"becomes level {value}"
    if field == "controller":
        return f"is controlled by {value}"
    return f"changes its {field.replace('_', ' ')}"


_EVENTS = {
    "damage": "damage", "put_counters": "counters", "gain_life": "life gained", "lose_life": "life lost",
    "draw": "cards drawn", "create": "tokens created",
}  # fmt: skip


def replaced_words(said: dict[str, Any], names: Names) -> str:
    """Say what a replacement or prevention effect made of an event, or that the event can't happen.

    said: the conclusion of a `replaced` step. names: what the objects of the proof are called.
    """
    by = said["by"].replace(".", " ").split()
    what = "an effect" if by[0] == "effect" else names.object(int(by[0]))
    would = _coming_words(said["would"], names)
    if said["because"] == "cant":
        return f"{would} can't happen, by {what}"
    instead = " and ".join(_coming_words(each, names) for each in said["instead"]) or "nothing"
    return f"instead of {would}: {instead}, by {what}"


def _coming_words(event: dict[str, Any], names: Names) -> str:
    if event["what"] == "instructions":
        return "what its text says"
    about = "".join(
        f" {word} {names.object(event[key]) if isinstance(event[key], int) else event[key]}"
        for key, word in (("object", "to"), ("player", "to"), ("to", "into"))
        if key in event
    )
    if event["what"] in _EVENTS:
        kind = f"{event['kind']} " if event.get("kind") else ""
        return f"{event['number']} {kind}{_EVENTS[event['what']]}{about}"
    return f"{event['what'].replace('_', ' ')}{about}"
