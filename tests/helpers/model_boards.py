"""Random situations drawn from the records of the model: objects, abilities, counters and effects in force.

Cards of the game have few of the combinations that the rules allow; here any scope, condition, value and modification
may meet any other. Words come from small lists and each situation has a theme, so that what one text reads another one
often writes, in the same row.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from hypothesis import strategies as st

from layerproof.kb.model import ability as ab
from layerproof.kb.model import effect as ef
from layerproof.kb.model import expression as ex
from layerproof.kb.model import modification as mo
from layerproof.kb.model.card import Card, Face
from layerproof.kb.model.costs.cost import TapSelf
from layerproof.kb.model.situation import Counters, GameObject, InForce, PlayerState, Situation

T = TypeVar("T")
PLAYERS = ("you", "opponent", "third")
CREATURE_TYPES = ("Elf", "Goblin")
BASICS = ("Swamp", "Forest")
COLORS = ("black", "green")
KEYWORDS = ("flying", "trample")
TYPES = ("creature", "artifact", "land", "enchantment")
STATES = ("tapped", "untapped", "token", "colorless", "multicolored", "monocolored", "permanent", "named")
OPERATORS = ("=", "!=", "<", "<=", ">", ">=")
SELF, HOST, IT = ex.Ref("self"), ex.Ref("host"), ex.Ref("it")
YOU, OPPONENT, ACTIVE = ex.Player("you"), ex.Player("opponent"), ex.Player("active")
OTHER = ex.Not(ex.Same(SELF))
DEFINING = (
    mo.SetColors(()), mo.SetColors(("black",)), mo.AddTypes((), ("Goblin",)), mo.AddTypes((), ("every creature type",))
)  # fmt: skip
# What a situation is mostly about: sorts of modifications, and sorts of filters that read what these write.
THEMES = {
    "types": (("types",), ("type", "type", "subtype", "state")),
    "subtypes": (("subtypes",), ("subtype", "subtype", "shares", "type")),
    "lands": (("lands", "lands", "abilities"), ("type", "subtype", "any ability")),
    "colors": (("colors",), ("color", "color", "state", "shares")),
    "abilities": (("abilities",), ("keyword", "keyword", "any ability", "type")),
    "sizes": (("sizes",), ("compare", "compare", "type", "counter")),
    "control": (("control", "control", "types"), ("controller", "controller", "type")),
    "all": ((), ()),
}
EVERY_MOD = ("types", "types", "subtypes", "lands", "colors", "abilities", "abilities", "sizes", "sizes", "control")
EVERY_FILTER = ("type", "type", "subtype", "color", "supertype", "controller", "other", "keyword", "any ability",
                "counter", "compare", "state", "shares", "attached", "all")  # fmt: skip


class Writer:
    """Draws the records of one situation."""

    def __init__(self, draw: st.DrawFn) -> None:
        self.draw = draw
        mods, filters = THEMES[self.one(tuple(THEMES))]
        self.sorts = (*mods * 24, *EVERY_MOD)
        self.filter_sorts = (*filters * 12, *EVERY_FILTER)

    def one(self, among: Sequence[T]) -> T:
        """One of several."""
        return self.draw(st.sampled_from(among))

    def mod(self, among: Sequence[mo.Modification]) -> mo.Modification:
        """One of several modifications."""
        return self.one(among)

    def chance(self, of: int) -> bool:
        """Yes, once in so many times; the simple answer is no."""
        return self.draw(st.integers(1, of)) == of

    def number(self, low: int, high: int) -> int:
        """A number."""
        return self.draw(st.integers(low, high))

    # --- phrases ---------------------------------------------------------------------------------------------------

    def simple_filter(self) -> ex.Filter:
        """A filter that asks one thing."""
        match self.one(self.filter_sorts):
            case "type":
                return ex.Is("type", self.one((*TYPES, "creature", "creature")))
            case "subtype":
                return ex.Is("subtype", self.one((*CREATURE_TYPES, *BASICS)))
            case "color":
                return ex.Is("color", self.one(COLORS))
            case "supertype":
                return ex.Is("supertype", "legendary")
            case "controller":
                return ex.ControlledBy(self.one((YOU, OPPONENT, ACTIVE)))
            case "other":
                return OTHER
            case "keyword":
                return ex.HasKeyword(self.one(KEYWORDS))
            case "any ability":
                return ex.HasAnyAbility()
            case "counter":
                return ex.HasCounter(self.one(("+1/+1", "any", "level")))
            case "compare":
                stat = self.one(("power", "toughness", "mana_value"))
                return ex.Compare(stat, self.one(OPERATORS), self.number(0, 3))
            case "state":
                return ex.State(self.one(STATES))
            case "shares":
                return ex.SharesWith(self.one(("creature type", "color", "card type")), SELF)
            case "attached":
                attached: tuple[ex.Filter, ...] = ex.AttachedTo(SELF), ex.Same(HOST), ex.OwnedBy(YOU)
                return self.one(attached)
        return ex.FitsChosen()

    def filter(self) -> ex.Filter:
        """A filter, perhaps of two parts."""
        first = self.simple_filter()
        match self.one(("one", "one", "not", "both", "both", "but not", "either")):
            case "not":
                return ex.Not(first)
            case "both":
                return ex.AllOf((first, self.simple_filter()))
            case "but not":
                return ex.AllOf((first, ex.Not(self.simple_filter())))
            case "either":
                return ex.AnyOf((first, self.simple_filter()))
        return first

    def counted(self, it: bool = True) -> ex.Value:
        """A value that something is counted or read for; with "it" there must be an affected object."""
        sorts = ("count", "count", "distinct", "counters", "number", "number", "greatest", "like it")
        match self.one(sorts if it else sorts[:-1]):
            case "distinct":
                return ex.Distinct(self.one(("color", "card type", "creature type")), self.simple_filter())
            case "counters":
                return ex.CountersOn(self.one(("+1/+1", "any")), self.one((SELF, IT) if it else (SELF, HOST)))
            case "number":
                whose = (SELF, IT, HOST) if it else (SELF, HOST)
                return ex.Stat(self.one(("power", "toughness", "mana_value")), self.one(whose))
            case "greatest":
                return ex.Greatest(self.one(("power", "mana_value")), self.simple_filter())
            case "like it":
                return ex.Count(ex.AllOf((ex.SharesWith("creature type", IT), ex.Not(ex.Same(IT)))))
        return ex.Count(self.filter(), self.one((("battlefield",), ("battlefield",), ("graveyard",))))

    def value(self) -> ex.Value:
        """A value, most often a number."""
        match self.one(("plain", "plain", "sum", "minus", "times", "counted", "counted", "counted")):
            case "sum":
                return ex.Sum((self.number(-2, 2), self.counted()))
            case "minus":
                return ex.Minus(self.counted())
            case "times":
                return ex.Times((self.number(0, 2), self.counted()))
            case "counted":
                return self.counted()
        return self.number(-1, 3)

    def condition(self) -> ex.Condition:
        """A condition."""
        match self.one(("exists", "exists", "compares", "matches", "unless", "either")):
            case "compares":
                return ex.Compares(self.counted(it=False), self.one(OPERATORS), self.number(0, 3))
            case "matches":
                return ex.Matches(self.one((SELF, HOST)), self.filter())
            case "unless":
                return ex.Unless(ex.Exists(self.filter()))
            case "either":
                return ex.Either((ex.Turn(self.one((YOU, OPPONENT))), ex.Exists(self.simple_filter())))
        return ex.Exists(self.filter())

    # --- modifications ---------------------------------------------------------------------------------------------

    def modification(self, deep: bool) -> mo.Modification:
        """One modification; where it is not deep, what it grants grants nothing."""
        match self.one(self.sorts):
            case "types":
                return self.mod((
                    mo.AddTypes(("creature",)), mo.AddTypes(("creature",), ("Elf",)), mo.AddTypes(("artifact",)),
                    mo.AddTypes(("enchantment",)), mo.AddTypes(("land",)), mo.AddTypes((), (), ("legendary",)),
                    mo.SetTypes(("artifact",)), mo.SetTypes(("land",)), mo.SetTypes(("creature",)),
                    mo.RemoveTypes(("creature",)), mo.RemoveTypes(("artifact",), ("legendary",)),
                ))  # fmt: skip
            case "subtypes":
                return self.mod((
                    mo.AddTypes((), ("Elf",)), mo.AddTypes((), ("Goblin",)), mo.SetSubtypes(("Elf",), "creature"),
                    mo.SetSubtypes(("Goblin",), "creature"), mo.RemoveSubtypes((), "creature"),
                    mo.RemoveSubtypes(("Elf",)), mo.AddTypes((), ("every creature type",)),
                    mo.SetSubtypes((), "creature"),
                ))  # fmt: skip
            case "lands":
                return self.mod((
                    mo.AddTypes((), ("Swamp",)), mo.AddTypes((), ("Forest",)), mo.SetSubtypes(("Swamp",)),
                    mo.SetSubtypes(("Forest",)), mo.AddTypes((), ("every basic land type",)),
                    mo.AddTypes(("land",), ("Forest",)),
                ))  # fmt: skip
            case "colors":
                several = mo.SetColors(("black",)), mo.SetColors(("green",)), mo.SetColors(())
                return self.mod((*several, mo.AddColors(("black",)), mo.AddColors(("green",))))
            case "abilities":
                return self.about_abilities(deep)
            case "sizes":
                return self.about_sizes()
        return mo.SetController(self.one((YOU, ACTIVE, ex.Player("controller", SELF), ex.Player("owner", HOST))))

    def about_abilities(self, deep: bool) -> mo.Modification:
        """A modification of abilities."""
        match self.one(("add", "add", "remove", "remove all", "cannot have", "copy")):
            case "add":
                return mo.AddAbilities((self.ability(False) if deep else ab.Keyword(self.one(KEYWORDS)),))
            case "remove":
                return mo.RemoveKeyword(self.one(KEYWORDS))
            case "cannot have":
                return mo.CantHave(self.one(KEYWORDS))
            case "copy":
                return mo.CopyAbilities("activated", self.filter(), self.one((("battlefield",), ("graveyard",))))
        return mo.RemoveAllAbilities(self.one(((), (), ("mana",), ("flying",))))

    def about_sizes(self) -> mo.Modification:
        """A modification of power and toughness."""
        match self.one(("modify", "modify", "set", "set", "switch")):
            case "set":
                return mo.SetBasePT(self.value(), None if self.chance(4) else self.value())
            case "switch":
                return mo.SwitchPT()
        return mo.ModifyPT(self.value(), self.value())

    # --- abilities and cards ---------------------------------------------------------------------------------------

    def effect(self, deep: bool = True) -> ef.Effect:
        """An effect of a static ability; what takes all away stands first, as card facts have it."""
        scope: ef.Scope = ef.All(self.filter())
        match self.one(("all", "all", "all", "all", "self", "self", "host", "union")):
            case "self":
                scope = ef.Only(SELF)
            case "host":
                scope = ef.Only(HOST)
            case "union":
                scope = ef.Union((ef.Only(SELF), scope))
        by_sort = {type(mod): mod for mod in (self.modification(deep) for _ in range(self.one((1, 1, 2, 3))))}
        mods = sorted(by_sort.values(), key=lambda mod: not isinstance(mod, mo.RemoveAllAbilities))
        return ef.Effect(scope, tuple(mods), self.condition() if self.chance(4) else None)

    def ability(self, deep: bool = True) -> ab.Ability:
        """An ability; a characteristic-defining one speaks of its own object without condition."""
        match self.one((*["static"] * 8, "keyword", "mana", "defining", "defining", "band")):
            case "keyword":
                return ab.Keyword(self.one((*KEYWORDS, "changeling", "devoid")))
            case "mana":
                return ab.Activated((TapSelf(),), adds=ab.Mana("{C}"))
            case "defining":
                mod: Any = self.one((*DEFINING, None, None))
                defined = mo.DefinePT(self.counted(), self.counted()) if mod is None else mod
                return ab.Static((ef.Effect(ef.Only(SELF), (defined,)),), cda=True)
            case "band":
                keyword = (ab.Keyword(self.one(KEYWORDS)),)
                return ab.LevelBand(self.number(1, 3), self.one((None, 3)), self.number(1, 4), 4, keyword)
        several = tuple(self.effect(deep) for _ in range(self.one((1, 1, 1, 2))))
        zones = ("graveyard",) if self.chance(6) else ("battlefield",)
        return ab.Static(several, self.condition() if self.chance(5) else None, zones)

    def face(self, name: str) -> Face:
        """The printed values of a card; subtypes go with its types."""
        types = self.one((("creature",), ("creature",), ("artifact",), ("land",), ("enchantment",),
                          ("artifact", "creature"), ("land", "creature")))  # fmt: skip
        subtypes: tuple[str, ...] = ()
        if "creature" in types:
            subtypes += self.one(((), ("Elf",), ("Goblin",), ("Elf", "Goblin")))
        if "land" in types:
            subtypes += self.one(((), ("Swamp",), ("Forest",)))
        cost = None if "land" in types else self.one(("{1}{B}", "{G}", "{3}", "{B}{G}", "{W}"))
        size = (self.number(0, 3), self.number(1, 4)) if "creature" in types else (None, None)
        listed = tuple(self.ability() for _ in range(self.one((1, 1, 0, 2))))
        supertypes = ("legendary",) if self.chance(4) else ()
        return Face(name, types, cost, supertypes=supertypes, subtypes=subtypes, power=size[0], toughness=size[1],
                    abilities=listed)  # fmt: skip

    def in_force(self, cards: list[Card]) -> tuple[mo.Modification, ...]:
        """The modifications of an effect in force, with everything in them known."""
        sorts = ("copy", "control", "words", "words", "types", "becomes", "grants", "colors", "switch", "name", "size")
        match self.one(sorts):
            case "copy":
                return (mo.TakeValues(self.one(cards)),)
            case "control":
                return (mo.SetController(ex.Player("named", name=self.one(PLAYERS))),)
            case "words":
                several = (("color", COLORS), ("creature type", CREATURE_TYPES), ("basic land type", BASICS))
                family, words = self.one(several)
                old, new = self.draw(st.permutations(words))
                return (mo.ReplaceWord((family,), old, new),)
            case "types":
                several_types = mo.AddTypes(("creature",), ("Elf",)), mo.SetSubtypes(("Swamp",)), mo.SetTypes(("land",))
                return (self.mod(several_types),)
            case "becomes":
                return mo.SetTypes(("creature",)), mo.RemoveAllAbilities(), mo.SetBasePT(1, 1)
            case "grants":
                return mo.AddAbilities((self.ability(False),)), mo.ModifyPT(1, 0)
            case "colors":
                return mo.SetColors((self.one(COLORS),)), mo.SetBasePT(self.number(0, 3))
            case "switch":
                return (mo.SwitchPT(),)
            case "name":
                return (self.mod((mo.SetName("Other"), mo.AddName("More"), mo.SetName(None))),)
        return (mo.ModifyPT(self.number(-2, 3), self.number(-1, 3)),)


@st.composite
def situations(draw: st.DrawFn, largest: int = 5) -> Situation:
    """Objects on the battlefield (sometimes one in a graveyard), their counters, attachments and effects in force."""
    writer = Writer(draw)
    number = writer.number(2, largest)
    cards = [Card((writer.face(f"Card {place}"),)) for place in range(number)]
    moments = draw(st.permutations(range(1, 30)))
    objects = []
    for place, card in enumerate(cards, 1):
        buried = place > 2 and writer.chance(6)
        owner = writer.one(PLAYERS)
        counters: tuple[Counters, ...] = ()
        if not buried and writer.chance(3):
            kind = writer.one(("+1/+1", "-1/-1", "level", "flying", "+0/+1"))
            counters = (Counters(kind, writer.number(1, 3), moments[10 + place]),)
        host = writer.number(1, number) if not buried and writer.chance(3) else place
        objects.append(GameObject(
            place, card, "graveyard" if buried else "battlefield", owner, owner if buried else writer.one(PLAYERS[:2]),
            moments[place], f"o{place}", tapped=not buried and writer.chance(2), counters=counters,
            attached_to=None if host == place else host, token=not buried and writer.chance(5),
        ))  # fmt: skip
    there = [each.id for each in objects if each.zone == "battlefield"]
    effects: list[InForce] = []
    for place in range(writer.one((0, 0, 1, 2))):
        fixed = draw(st.lists(st.sampled_from(there), min_size=1, max_size=2, unique=True))
        effects.append(InForce(20 + place, moments[20 + place], "you", writer.in_force(cards), tuple(sorted(fixed))))
    players = tuple(PlayerState(name) for name in PLAYERS)
    return Situation(players, tuple(objects), effects=tuple(effects), active="you", clock=40, next_id=30)
