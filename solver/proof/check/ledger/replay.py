"""What the changes of a proof's log come to: the situation after each, built from the changes alone."""

from __future__ import annotations

from typing import Any

import msgspec

from layerproof.kb.model.situation import GameObject, InForce, PlayerState, Situation
from layerproof.kb.notation.plain_records import NotPlain, field_of, record_of

_OF_THE_TURN = ("active", "step", "turn", "priority", "passed", "strikes", "struck")


class BadChange(Exception):
    """A change that cannot be made where it stands: why not."""


class Ledger:
    """A situation that changes only by the changes it is given."""

    def __init__(self, players: tuple[PlayerState, ...]) -> None:
        self.players = {each.name: each for each in players}
        self.objects: dict[int, GameObject] = {}
        self.gone: dict[int, GameObject] = {}
        self.effects: dict[int, InForce] = {}
        self.turn: dict[str, Any] = {"active": players[0].name}

    def apply(self, change: dict[str, Any]) -> None:
        """Make one change, in the plain form of a proof. Raises BadChange where it cannot be made."""
        form = next(iter(change), "")
        match form:
            case "new":
                item = _record(GameObject, change[form])
                if item.id in self.objects or item.id in self.gone:
                    raise BadChange("an object comes to be that was there before")
                self.objects[item.id] = item
            case "begins":
                effect = _record(InForce, change[form])
                if effect.id in self.effects:
                    raise BadChange("an effect begins that is in force")
                self.effects[effect.id] = effect
            case "gone" if change[form] in self.objects:
                self.gone[change[form]] = self.objects.pop(change[form])
            case "ends" if change[form] in self.effects:
                del self.effects[change[form]]
            case "object" if change[form] in self.objects:
                self.objects[change[form]] = _changed(self.objects[change[form]], change["set"])
            case "effect" if change[form] in self.effects:
                self.effects[change[form]] = _changed(self.effects[change[form]], change["set"])
            case "player" if change[form] in self.players:
                self.players[change[form]] = _changed(self.players[change[form]], change["set"])
            case "game" if set(change[form]) <= set(_OF_THE_TURN):
                for name, value in change[form].items():
                    _field(Situation, name, value)
                if all(self.turn.get(name, _of_the_turn(name)) == value for name, value in change[form].items()):
                    raise BadChange("nothing of the turn changes")
                self.turn.update(change[form])
            case _:
                raise BadChange("what changes is not there")

    def situation(self) -> Situation:
        """The situation as it is, but for the last timestamp and the next identifier, which are no changes."""
        turn = {name: _field(Situation, name, value) for name, value in self.turn.items()}
        return Situation(
            players=tuple(self.players.values()),
            objects=_by_id(self.objects),
            gone=_by_id(self.gone),
            effects=_by_id(self.effects),
            **turn,
        )


def _by_id(records: dict[int, Any]) -> tuple[Any, ...]:
    return tuple(records[each] for each in sorted(records))


def _changed(record: Any, fields: dict[str, Any]) -> Any:
    new = {name: _field(type(record), name, value) for name, value in fields.items()}
    if not new or any(getattr(record, name) == value for name, value in new.items()):
        raise BadChange("a field is set to what it was")
    return _with_targets(msgspec.structs.replace(record, **new))


def _with_targets(record: Any) -> Any:
    """A record of which all targets are identifiers or names, and no truth values."""
    if any(isinstance(each, bool) for each in getattr(record, "targets", ())):
        raise BadChange("a target is no object and no player")
    return record


def _record(kind: type[Any], plain: Any) -> Any:
    try:
        return _with_targets(record_of(plain, kind))
    except NotPlain as error:
        raise BadChange(f"what comes to be cannot be read: {error}") from None


def _field(kind: type[Any], name: str, plain: Any) -> Any:
    try:
        return field_of(kind, name, plain)
    except NotPlain as error:
        raise BadChange(f"{name} cannot be read: {error}") from None


def _of_the_turn(name: str) -> Any:
    return next(each.default for each in msgspec.structs.fields(Situation) if each.name == name)


def where_different(one: Situation, other: Situation) -> str:
    """What differs between two situations, in short; empty where nothing does but the last timestamp and identifier,
    and the words by which an effect is called."""
    for field in Situation.__struct_fields__:
        if field in ("clock", "next_id"):
            continue
        here, there = getattr(one, field), getattr(other, field)
        if field == "effects":
            here, there = (tuple(msgspec.structs.replace(each, origin="") for each in side) for side in (here, there))
        if field == "gone":
            # What was chosen as something resolved says nothing of it once it has left.
            here, there = (tuple(map(_as_it_left, side)) for side in (here, there))
        if here == there:
            continue
        if not isinstance(here, tuple) or len(here) != len(there):
            return field
        return next(f"{field} {_name(a)}: {_fields(a, b)}" for a, b in zip(here, there, strict=True) if a != b)
    return ""


def _as_it_left(item: GameObject) -> GameObject:
    return msgspec.structs.replace(item, choices=(), attached_to=None)


def _name(record: Any) -> str:
    return str(getattr(record, "label", None) or getattr(record, "name", None) or getattr(record, "id", ""))


def _fields(one: Any, other: Any) -> str:
    names = getattr(one, "__struct_fields__", ())
    return ", ".join(each for each in names if getattr(one, each) != getattr(other, each, None))
