"""Filters, values, conditions, scopes, references and players as facts, each text once, under a number."""

from __future__ import annotations

from typing import Any

import msgspec

from layerproof.kb.model import effect as ef
from layerproof.kb.model import expression as ex
from layerproof.kb.model.situation import Situation
from layerproof.kb.rulebook.edition import Edition


class NotStated(Exception):
    """What the answer-set program does not state."""


class PhraseFacts:
    """The facts of phrases, gathered as lines of the program."""

    def __init__(self, situation: Situation, edition: Edition) -> None:
        self.situation, self.edition = situation, edition
        self.lines: list[str] = []
        self.numbers: dict[tuple[str, Any], int] = {}

    def line(self, text: str) -> None:
        """One line, once."""
        self.lines.append(text)

    def fact(self, name: str, *values: int | str) -> None:
        """One fact whose values are numbers or texts."""
        words = ",".join(str(each) if isinstance(each, int) else quoted(each) for each in values)
        self.line(f"{name}({words}).")

    def number(self, sort: str, record: Any) -> tuple[int, bool]:
        """The number of a text, and whether it is new."""
        new = (sort, record) not in self.numbers
        return self.numbers.setdefault((sort, record), len(self.numbers) + 1), new

    def ref(self, ref: ex.Ref) -> str:
        """A reference as a term."""
        if ref.kind == "object":
            return f"object({ref.index})"
        if ref.kind not in ("self", "it", "host"):
            raise NotStated(f"the reference {ref.kind}")
        return ref.kind

    def zones(self, name: str, number: int, zones: tuple[str, ...]) -> None:
        """The zones of which a text speaks."""
        for zone in zones:
            self.fact(name, number, zone)

    def player(self, player: ex.Player) -> int:
        """A player, or several."""
        number, new = self.number("player", player)
        if new:
            term = str(player.kind)
            match player.kind:
                case "you" | "opponent" | "any" | "active":
                    pass
                case "named":
                    term = f"named({quoted(player.name)})"
                case "controller" | "owner" if player.of is not None:
                    term = f"{player.kind}({self.ref(player.of)})"
                case _:
                    raise NotStated(f"the player {player.kind}")
            self.line(f"player({number},{term}).")
        return number

    def scope(self, scope: ef.Scope) -> int:
        """Whom an effect affects."""
        number, new = self.number("scope", scope)
        if new:
            match scope:
                case ef.Only(ref):
                    self.line(f"only({number},{self.ref(ref)}).")
                case ef.All(filter, zones):
                    self.fact("all", number, self.filter(filter))
                    self.zones("scope_zone", number, zones)
                case ef.Union(scopes):
                    for each in scopes:
                        self.fact("union_of", number, self.scope(each))
                case ef.Players():
                    pass
        return number

    def filter(self, filter: ex.Filter) -> int:
        """A filter."""
        number, new = self.number("filter", filter)
        if new and not self.joined(number, filter):
            self.fact("simple", number)
            self.simple(number, filter)
        return number

    def joined(self, number: int, filter: ex.Filter) -> bool:
        """A filter made of others."""
        match filter:
            case ex.Not(inner):
                self.fact("not_of", number, self.filter(inner))
            case ex.AllOf(filters) | ex.AnyOf(filters):
                self.fact("all_of" if isinstance(filter, ex.AllOf) else "any_of", number)
                for each in filters:
                    self.fact("part_of", number, self.filter(each))
            case ex.FitsChosen():
                self.fact("anything", number)
            case _:
                return False
        return True

    def simple(self, number: int, filter: ex.Filter) -> None:
        """A filter that asks one thing."""
        match filter:
            case ex.Is(category, "chosen"):
                self.line(f"word_is_chosen({number},{category}).")
            case ex.Is(category, word):
                if word.startswith("every "):
                    raise NotStated(f"the word {word} in a filter")
                self.line(f"word_is({number},{category},{quoted(word)}).")
            case ex.ControlledBy(player):
                self.fact("controlled_by", number, self.player(player))
            case ex.OwnedBy(player):
                self.fact("owned_by", number, self.player(player))
            case ex.InZone(zones):
                self.zones("in_zone", number, zones)
            case ex.Same(ref):
                self.line(f"same_as({number},{self.ref(ref)}).")
            case ex.State(word):
                known = ("tapped", "untapped", "token", "face_up", "card", "spell", "permanent", "colorless",
                         "monocolored", "multicolored", "named")  # fmt: skip
                if word not in known:
                    raise NotStated(f"the state {word}")
                self.fact("state_is", number, word)
            case ex.HasKeyword(keyword):
                self.fact("has_keyword", number, keyword)
            case ex.HasAnyAbility():
                self.fact("has_any_ability", number)
            case ex.HasCounter(kind, least):
                self.fact("has_counters", number, kind, least)
            case ex.Compare(stat, op, value):
                self.fact("compares", number, self.stat(stat), op, self.value(value))
            case ex.Named(name) if name != "chosen":
                self.line(f"word_is({number},name,{quoted(name)}).")
            case ex.AttachedTo(ref):
                self.line(f"attached_to({number},{self.ref(ref)}).")
            case ex.SharesWith(category, ref):
                self.line(f"shares({number},{self.category(category)},{self.ref(ref)}).")
            case _:
                raise NotStated(f"the filter {filter!r}")

    def category(self, category: str) -> str:
        """A category of words."""
        if category not in ("creature type", "land type", "basic land type", "color", "card type", "name"):
            raise NotStated(f"the category {category}")
        return quoted(category)

    def stat(self, stat: str) -> str:
        """A number that objects have."""
        if stat not in ("power", "toughness", "mana_value"):
            raise NotStated(f"the number {stat}")
        return stat

    def value(self, value: ex.Value) -> int:
        """A value."""
        number, new = self.number("value", value)
        if new:
            match value:
                case int():
                    self.fact("number", number, value)
                case ex.Count(filter, zones):
                    self.fact("counts", number, self.filter(filter))
                    self.zones("value_zone", number, zones)
                case ex.Distinct(what, among, zones):
                    self.line(f"distinct({number},{self.category(what)},{self.filter(among)}).")
                    self.zones("value_zone", number, zones)
                case ex.CountersOn(kind, on):
                    self.line(f"counters_on({number},{quoted(kind)},{self.ref(on)}).")
                case ex.Stat(stat, of):
                    self.line(f"stat_of({number},{quoted(self.stat(stat))},{self.ref(of)}).")
                case ex.Greatest(stat, among, zones):
                    self.fact("greatest", number, self.stat(stat), self.filter(among))
                    self.zones("value_zone", number, zones)
                case ex.HandSize(player):
                    self.fact("hand_of", number, self.player(player))
                case ex.Life(player, False):
                    self.fact("life_of", number, self.player(player))
                case _:
                    self.calculated_from(number, value)
        return number

    def calculated_from(self, number: int, value: ex.Value) -> None:
        """A value that is worked out from others."""
        match value:
            case ex.Sum((first, *more)) | ex.Times((first, *more)) if more:
                rest = type(value)(tuple(more)) if len(more) > 1 else more[0]
                parts = [self.value(first), self.value(rest)]
                self.fact("sum_of" if isinstance(value, ex.Sum) else "times_of", number, *parts)
            case ex.Minus(inner):
                parts = [self.value(inner)]
                self.fact("minus_of", number, *parts)
            case ex.AtLeast(inner, floor):
                parts = [self.value(inner)]
                self.fact("floor_of", number, *parts, floor)
            case _:
                raise NotStated(f"the value {value!r}")
        for place, part in enumerate(parts):
            self.fact("of_value", number, place, part)

    def condition(self, condition: Any) -> int:
        """A condition; a pair stands for the level of a Class, a single word for being a solved Case."""
        number, new = self.number("condition", condition)
        if new:
            plain = True
            match condition:
                case ex.Exists(filter, zones):
                    self.fact("exists_if", number, self.filter(filter))
                    self.zones("cond_zone", number, zones)
                case ex.Compares(left, op, right):
                    self.fact("compares_if", number, self.value(left), op, self.value(right))
                case ex.Matches(ref, filter):
                    self.line(f"matches_if({number},{self.ref(ref)},{self.filter(filter)}).")
                case ex.Turn(player):
                    self.fact("turn_if", number, self.player(player))
                case ("level", int(level)):
                    self.fact("level_if", number, level)
                case ("solved",):
                    self.fact("solved_if", number)
                case _:
                    plain = False
                    self.joined_condition(number, condition)
            if plain:
                self.fact("plain_if", number)
        return number

    def joined_condition(self, number: int, condition: Any) -> None:
        """A condition made of others."""
        match condition:
            case ex.Both(several):
                self.fact("both_if", number)
            case ex.Either(several):
                self.fact("either_if", number)
            case ex.Unless(inner):
                self.fact("unless_if", number)
                several = (inner,)
            case _:
                raise NotStated(f"the condition {condition!r}")
        for each in several:
            self.fact("of_condition", number, self.condition(each))


def quoted(text: str) -> str:
    """A text as the program writes it."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def strings(record: Any) -> set[str]:
    """Every word that stands by itself anywhere in a record."""
    if isinstance(record, str):
        return {record}
    if isinstance(record, tuple | list):
        return {word for each in record for word in strings(each)}
    if isinstance(record, msgspec.Struct):
        return {word for name in record.__struct_fields__ for word in strings(getattr(record, name))}
    return set()
