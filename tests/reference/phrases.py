"""What filters, values and conditions mean, for the brute statement of the layers; from the docstrings of the model."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Any

from layerproof.kb.model import ability as ab
from layerproof.kb.model import effect as ef
from layerproof.kb.model import expression as ex
from layerproof.kb.model.situation import Situation
from layerproof.kb.rulebook.edition import Edition
from layerproof.kb.rulebook.editions.later_subtypes import known_families

if TYPE_CHECKING:
    from tests.reference.acting import Acting
    from tests.reference.thing import Thing, Things

FAMILIES = {
    "creature": "creature", "kindred": "creature", "tribal": "creature", "land": "land", "artifact": "artifact",
    "enchantment": "enchantment", "planeswalker": "planeswalker", "battle": "battle", "instant": "spell",
    "sorcery": "spell",
}  # fmt: skip
COMPARE = {
    "=": lambda a, b: a == b, "!=": lambda a, b: a != b, "<": lambda a, b: a < b, "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b, ">=": lambda a, b: a >= b,
}  # fmt: skip
PERMANENT = {"artifact", "battle", "creature", "enchantment", "land", "planeswalker"}


class Phrases:
    """The meaning of the phrases of rules text at one point of the derivation."""

    def __init__(self, situation: Situation, edition: Edition) -> None:
        self.situation, self.edition = situation, edition
        self.known: dict[str, Acting] = {}

    @staticmethod
    def strings(words: object) -> frozenset[str]:
        """A tuple of words as a set."""
        assert isinstance(words, tuple)
        return frozenset(str(word) for word in words)

    def words(self, words: tuple[str, ...], source: int, things: Things) -> tuple[str, ...]:
        """Words with `every …` and `chosen` filled in."""
        lists = {
            "every creature type": self.edition.vocabulary.creature_types,
            "every basic land type": self.edition.vocabulary.basic_land_types,
            "every land type": self.edition.vocabulary.land_types,
        }
        found: list[str] = []
        for word in words:
            choices = () if source < 0 else things[source].item.choices
            chosen = [str(one) for _, values in choices for one in values]
            found += chosen if word == "chosen" else lists.get(word, (word,))
        return tuple(found)

    def fitting(self, words: frozenset[str], types: frozenset[str]) -> frozenset[str]:
        """The subtypes that an object with these card types can have (205.3d); a younger word as today."""
        allowed = {FAMILIES[each] for each in types if each in FAMILIES}
        families = {word: {*known_families(self.edition.vocabulary, word)} for word in words}
        return frozenset(word for word in words if not families[word] or families[word] & allowed)

    def players(self, player: ex.Player, source: int, things: Things) -> list[str]:
        """The players that rules text means."""
        everyone = [each.name for each in self.situation.players]
        # An effect in force has its own controller and stands here for its source, with a negative number.
        force = {-each.id: each.controller for each in self.situation.effects}
        you = force[source] if source < 0 else things[source].controller
        match player.kind:
            case "you":
                return [you]
            case "opponent":
                return [name for name in everyone if name != you]
            case "any":
                return everyone
            case "active":
                return [self.situation.active]
            case "named":
                return [player.name]
            case "controller" | "owner" if player.of is not None:
                which = self.ref(player.of, source, source, things)
                if which is None:
                    return []
                return [things[which].controller if player.kind == "controller" else things[which].item.owner]
        raise NotImplementedError(f"the player {player!r} is not stated here")

    def ref(self, ref: ex.Ref, source: int, it: int, things: Things) -> int | None:
        """The object that rules text points at."""
        own: int | None = source
        if source < 0:
            own = next(each.source for each in self.situation.effects if -each.id == source)
        match ref.kind:
            case "self":
                return own if own in things else None
            case "it":
                return it if it in things else None
            case "host":
                host = things[own].item.attached_to if own in things else None
                return host if isinstance(host, int) and host in things else None
            case "object":
                return ref.index if ref.index in things else None
        raise NotImplementedError(f"the reference {ref!r} is not stated here")

    def scope(self, scope: ef.Scope, source: int, things: Things) -> set[int]:
        """The objects that an effect speaks of."""
        match scope:
            case ef.Only(ref):
                found = self.ref(ref, source, source, things)
                return set() if found is None else {found}
            case ef.All(filter, zones):
                return {i for i in self.within(zones, things) if self.fits(filter, i, source, things)}
            case ef.Union(scopes):
                return {i for each in scopes for i in self.scope(each, source, things)}
            case ef.Players():
                return set()
        raise NotImplementedError(f"the scope {scope!r} is not stated here")

    def within(self, zones: tuple[str, ...], things: Things) -> list[int]:
        """The objects in these zones."""
        return [i for i, thing in things.items() if thing.item.zone in zones]

    def fits(self, filter: ex.Filter, it: int, source: int, things: Things) -> bool:
        """Whether an object fits a filter."""
        thing = things[it]
        match filter:
            case ex.Is(category, word):
                mine: frozenset[str] = {
                    "type": thing.types, "subtype": thing.subtypes, "supertype": thing.supertypes, "color": thing.colors
                }[category]  # fmt: skip
                return bool(mine & {*self.words((word,), source, things)})
            case ex.Not(inner):
                return not self.fits(inner, it, source, things)
            case ex.AllOf(filters):
                return all(self.fits(each, it, source, things) for each in filters)
            case ex.AnyOf(filters):
                return any(self.fits(each, it, source, things) for each in filters)
            case ex.ControlledBy(player):
                return thing.controller in self.players(player, source, things)
            case ex.OwnedBy(player):
                return thing.item.owner in self.players(player, source, things)
            case ex.InZone(zones):
                return thing.item.zone in zones
            case ex.Same(ref):
                return self.ref(ref, source, it, things) == it
            case ex.State(word):
                return self.state(word, thing)
            case ex.HasKeyword(keyword):
                return any(isinstance(h.ability, ab.Keyword) and h.ability.keyword == keyword for h in thing.abilities)
            case ex.HasAnyAbility():
                return bool(thing.all_abilities())
            case ex.HasCounter(kind, least):
                return sum(c.number for c in thing.item.counters if kind in (c.kind, "any")) >= least
            case ex.Compare(stat, op, value):
                number = self.stat(stat, thing)
                return number is not None and COMPARE[op](number, self.number(value, source, it, things))
            case ex.AttachedTo(ref):
                to = thing.item.attached_to
                return to is not None and to == self.ref(ref, source, it, things)
            case ex.SharesWith(category, ref):
                other = self.ref(ref, source, it, things)
                mine = self.category(category, thing)
                return other is not None and bool(mine & self.category(category, things[other]))
            case ex.FitsChosen():
                return True
        raise NotImplementedError(f"the filter {filter!r} is not stated here")

    def state(self, word: str, thing: Thing) -> bool:
        """Whether an object has a status or quality."""
        match word:
            case "tapped":
                return thing.item.tapped
            case "untapped":
                return not thing.item.tapped
            case "face_down":
                return thing.item.face_down is not None
            case "token":
                return thing.item.token
            case "card":
                return not thing.item.token and not thing.item.copy
            case "spell":
                return thing.item.zone == "stack"
            case "permanent":
                return bool(thing.types & PERMANENT)
            case "named":
                return bool(thing.names)
            case "colorless":
                return not thing.colors
            case "multicolored":
                return len(thing.colors) > 1
            case "monocolored":
                return len(thing.colors) == 1
        raise NotImplementedError(f"the state {word!r} is not stated here")

    def category(self, category: str, thing: Thing) -> frozenset[str]:
        """The words of an object in a category."""
        match category:
            case "creature type" | "land type" | "basic land type":
                words = {
                    "creature type": self.edition.vocabulary.creature_types,
                    "land type": self.edition.vocabulary.land_types,
                    "basic land type": self.edition.vocabulary.basic_land_types,
                }[category]
                return thing.subtypes & {*words}
            case "color":
                return thing.colors
            case "card type":
                return thing.types
            case "name":
                return frozenset(thing.names)
        raise NotImplementedError(f"the category {category!r} is not stated here")

    def stat(self, stat: str, thing: Thing) -> int | None:
        """A number of an object; the power and toughness of a noncreature permanent read as nothing (208.3)."""
        if stat == "mana_value":
            return thing.mana_value
        if "creature" not in thing.types and thing.item.zone == "battlefield":
            return None
        if stat in ("power", "toughness"):
            found: int | None = getattr(thing, stat)
            return found or 0 if "creature" in thing.types else found
        raise NotImplementedError(f"the number {stat!r} is not stated here")

    def number(self, value: ex.Value, source: int, it: int, things: Things) -> int:
        """A value worked out."""
        match value:
            case int():
                return value
            case ex.Count(filter, zones):
                # `it` within the filter of a count is the object that the effect affects.
                return sum(self.counted(filter, i, it, source, things) for i in self.within(zones, things))
            case ex.Distinct(what, among, zones):
                found = [things[i] for i in self.within(zones, things) if self.fits(among, i, source, things)]
                return len({word for each in found for word in self.category(what, each)})
            case ex.CountersOn(kind, on):
                of = self.ref(on, source, it, things)
                return 0 if of is None else sum(c.number for c in things[of].item.counters if kind in (c.kind, "any"))
            case ex.Stat(stat, of):
                which = self.ref(of, source, it, things)
                return 0 if which is None else self.stat(stat, things[which]) or 0
            case ex.Sum(values):
                return sum(self.number(each, source, it, things) for each in values)
            case ex.Times(values):
                return prod(self.number(each, source, it, things) for each in values)
            case ex.AtLeast(inner, floor):
                return max(floor, self.number(inner, source, it, things))
            case ex.Greatest(stat, among, zones):
                fitting = [things[i] for i in self.within(zones, things) if self.fits(among, i, source, things)]
                numbers = [read for each in fitting if (read := self.stat(stat, each)) is not None]
                return max(numbers, default=0)
            case ex.Minus(inner):
                return -self.number(inner, source, it, things)
            case ex.HandSize(player):
                return sum(
                    things[i].item.owner in self.players(player, source, things) for i in self.within(("hand",), things)
                )
        raise NotImplementedError(f"the value {value!r} is not stated here")

    def counted(self, filter: ex.Filter, one: int, it: int, source: int, things: Things) -> bool:
        """Whether a counted object fits, where references to `it` mean the object that is affected."""
        match filter:
            case ex.AllOf(filters):
                return all(self.counted(each, one, it, source, things) for each in filters)
            case ex.Not(inner):
                return not self.counted(inner, one, it, source, things)
            case ex.Same(ref):
                return one == self.ref(ref, source, it, things)
            case ex.SharesWith(category, ref):
                other = self.ref(ref, source, it, things)
                mine = self.category(category, things[one])
                return other is not None and bool(mine & self.category(category, things[other]))
            case _:
                return self.fits(filter, one, source, things)

    def holds(self, condition: Any, source: int, things: Things) -> bool:
        """Whether a condition holds."""
        match condition:
            case ex.Exists(filter, zones):
                return any(self.fits(filter, i, source, things) for i in self.within(zones, things))
            case ex.Compares(left, op, right):
                numbers = [self.number(each, source, source, things) for each in (left, right)]
                return bool(COMPARE[op](*numbers))
            case ex.Matches(ref, filter):
                which = self.ref(ref, source, source, things)
                return which is not None and self.fits(filter, which, source, things)
            case ex.Turn(player):
                return self.situation.active in self.players(player, source, things)
            case ex.Both(conditions):
                return all(self.holds(each, source, things) for each in conditions)
            case ex.Either(conditions):
                return any(self.holds(each, source, things) for each in conditions)
            case ex.Unless(inner):
                return not self.holds(inner, source, things)
        raise NotImplementedError(f"the condition {condition!r} is not stated here")
