"""References, players and filters, read against a view.

Each record is turned once into a function, so that reading it a thousand times costs little; the functions are kept by
the identity of the record, which is frozen.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from layerproof.kb.keywords.keyword_files import does
from layerproof.kb.model import expression as e
from layerproof.kb.model.ability import Ability, Activated, Chapter, Keyword, Triggered
from layerproof.kb.model.modification import FullTextOf, TakeValues
from layerproof.kb.model.situation import GameObject
from layerproof.kb.model.told.fact_kinds import STATE_FACTS
from layerproof.kb.rulebook.editions.later_subtypes import known_families
from layerproof.kb.wording.plain_words import in_words
from layerproof.solver.layers.aiming import aims_at
from layerproof.solver.layers.choosing import chosen, chosen_word
from layerproof.solver.layers.classes import names_of
from layerproof.solver.layers.halves import mana_values
from layerproof.solver.layers.referring import ask_what_was_exiled, came, players, refer, refer_any, top_of_library
from layerproof.solver.layers.scene import Scene, Source, Undecided
from layerproof.solver.layers.supertypes import supertypes_of
from layerproof.solver.layers.telling import attacked_by, first_cast, in_combat_with, of_object
from layerproof.solver.layers.turning import shows_back
from layerproof.solver.layers.view import Entry, basic_land_types

Test = Callable[[Scene, Source, int], bool]
COMPARISONS: dict[str, Callable[[Any, Any], bool]] = {
    "=": operator.eq, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge, "!=": operator.ne,
    "multiple of": lambda number, of: number % of == 0,
}  # fmt: skip
PERMANENT_TYPES = frozenset({"artifact", "battle", "creature", "enchantment", "land", "planeswalker"})

_tests: dict[int, tuple[Any, Test]] = {}


def number_of(entry: Entry, stat: str, on_battlefield: bool) -> int | None:
    """A number of an object as it is in the view; a noncreature permanent has no power and toughness."""
    if stat == "mana_value":
        return entry.mana_value
    if stat == "colors":
        return len(entry.colors)
    value: int | None = getattr(entry, stat)
    if stat in ("power", "toughness", "base_power", "base_toughness"):
        if "creature" in entry.types:
            return value or 0
        return None if on_battlefield else value
    return value


def test(record: e.Filter) -> Test:
    """The function that tells whether an object fits a filter, in a scene, seen from a source."""
    kept = _tests.get(id(record))
    if kept is None:
        kept = _tests[id(record)] = (record, _build(record))
    return kept[1]


def fits(record: e.Filter, scene: Scene, source: Source, identifier: int) -> bool:
    """Whether an object fits a filter."""
    return test(record)(scene, source, identifier)


def _build(record: e.Filter) -> Test:
    match record:
        case e.Is(category=category, word="chosen"):
            family = {"subtype": "", "color": "color", "type": "card"}[category]
            field = {"subtype": "subtypes", "color": "colors", "type": "types"}[category]
            return lambda s, o, i: any(word in getattr(s.view[i], field) for word in chosen_word(s, o, family))
        case e.Is(category="type", word=word):
            return lambda s, o, i: word in (s.view.get(i) or _seen(s, i)).types
        case e.Is(category="subtype", word=word):
            return lambda s, o, i: word in (s.view.get(i) or _seen(s, i)).subtypes
        case e.Is(category="supertype", word=word):
            return lambda s, o, i: word in supertypes_of(s.view.get(i) or _seen(s, i), s.edition)
        case e.Is(category="color", word=word):
            return lambda s, o, i: word in (s.view.get(i) or _seen(s, i)).colors
        case e.Not(filter=inner):
            unwanted = test(inner)
            return lambda s, o, i: not unwanted(s, o, i)
        case e.AllOf(filters=filters):
            every = tuple(test(each) for each in filters)
            if len(every) == 2:
                one, two = every
                return lambda s, o, i: one(s, o, i) and two(s, o, i)
            return lambda s, o, i: all(each(s, o, i) for each in every)
        case e.AnyOf(filters=filters):
            some = tuple(test(each) for each in filters)
            return lambda s, o, i: any(each(s, o, i) for each in some)
        case e.ControlledBy(player=player):
            if player.kind == "you":
                return lambda s, o, i: s.controller_of(i) == s.you(o)
            return lambda s, o, i: s.controller_of(i) in players(player, s, _about(o, i))
        case e.OwnedBy(player=player):
            return lambda s, o, i: (item := s.item(i)) is not None and item.owner in players(player, s, _about(o, i))
        case e.CastBy(player=player):
            return lambda s, o, i: (
                (item := s.item(i)) is not None
                and not item.copy
                # Effects change control, but not under whose control it was put onto the stack.
                and item.controller in players(player, s, _about(o, i))
            )
        case e.InZone(zones=zones):
            return lambda s, o, i: i in s.items and s.zone_of(i) in zones
        case e.Same(ref=ref):
            if ref.kind == "self":
                return lambda s, o, i: o.id == i
            return lambda s, o, i: refer(ref, s, o) == i
        case e.State(word=word):
            return _state(word)
        case e.HasKeyword(keyword=keyword):
            return lambda s, o, i: has_keyword(_seen(s, i), keyword)
        case e.HasAnyAbility():
            return lambda s, o, i: bool(_seen(s, i).abilities or basic_land_types(_seen(s, i)))
        case e.HasCounter(kind=kind, at_least=least):
            return lambda s, o, i: counters_on(s, i, kind) >= least
        case e.Compare(stat=stat, op=op, value=value):
            from layerproof.solver.layers.values import evaluate

            compare = COMPARISONS[op]

            def compared(s: Scene, o: Source, i: int) -> bool:
                item = s.item(i)
                wanted = evaluate(value, s, _about(o, i))
                if stat == "mana_value":
                    values = mana_values(s, _seen(s, i))
                    # What is denied of a card must be so of neither half.
                    return (all if op == "!=" else any)(compare(each, wanted) for each in values)
                mine = number_of(_seen(s, i), stat, item is not None and item.zone == "battlefield")
                return mine is not None and compare(mine, wanted)

            return compared
        case e.Named(name="chosen"):
            return lambda s, o, i: any(str(name) in _seen(s, i).names for name in chosen(s, o, "card name"))
        case e.Named(name=name):
            return lambda s, o, i: name in _seen(s, i).names
        case e.AttachedTo(ref=ref):
            return lambda s, o, i: (
                (host := refer_any(ref, s, o)) is not None and (item := s.items.get(i)) is not None
                and item.attached_to == host
            )  # fmt: skip
        case e.SharesWith(category=category, ref=ref):
            return lambda s, o, i: _shares(category, refer(ref, s, o), s, i)
        case e.Targets(ref=ref):
            return lambda s, o, i: aims_at(s, i, refer_any(ref, s, o))
        case e.Attacks(player=player):
            return lambda s, o, i: attacked_by(s, i) in players(player, s, _about(o, i))
        case e.InCombatWith(how=how, ref=ref):
            return lambda s, o, i: in_combat_with(s, i, how, refer(ref, s, _about(o, i)))
        case e.HeldBy(condition=condition):
            from layerproof.solver.layers.values import holds

            return lambda s, o, i: holds(condition, s, _about(o, i)._replace(each=s.controller_of(i)))
        case e.HostFits(filter=inner):
            held = test(inner)
            return lambda s, o, i: (
                isinstance(host := _item(s, i).attached_to, int) and host in s.view and held(s, o, host)
            )
        case e.Bears(filter=inner):
            borne = test(inner)
            return lambda s, o, i: any(
                s.items[each].attached_to == i and borne(s, o, each) for each in s.in_zones(("battlefield",))
            )
        case e.FirstCast(filter=inner):
            counted = test(inner)
            return lambda s, o, i: first_cast(s, i, lambda each: counted(s, o, each))
        case e.ExiledWith(ref=ref):
            return lambda s, o, i: _exiled_with(refer(ref, s, o), s, i)
        case e.FitsChosen():
            return lambda s, o, i: True
    raise Undecided(f"what is {in_words(record)} is not modelled")


def _exiled_with(exiler: int | None, scene: Scene, identifier: int) -> bool:
    item = None if exiler is None else scene.item(exiler)
    if item is not None and identifier not in item.linked:
        ask_what_was_exiled(item, scene)
    return item is not None and identifier in item.linked


def _about(source: Source, identifier: int) -> Source:
    """The source with `it` standing for the object examined, unless a value about another object is being read."""
    return source if source.it is not None else source._replace(it=identifier)


def _sort(ability: Ability | None) -> str | None:
    """Which of the two sorts of abilities that use the stack an ability on it is."""
    if ability is None:
        return None
    return "triggered_ability" if isinstance(ability, Triggered | Chapter) else "activated_ability"


def _seen(scene: Scene, identifier: int) -> Entry:
    entry = scene.view.get(identifier) or scene.last_known.get(identifier)
    if entry is None:
        raise Undecided("an object is asked about of which nothing is known any more")
    return entry


def _shares(category: str, other: int | None, scene: Scene, identifier: int) -> bool:
    if other is None:
        return False
    mine, theirs = _seen(scene, identifier), _seen(scene, other)
    if category == "color":
        return bool(mine.colors & theirs.colors)
    if category == "card type":
        return bool(mine.types & theirs.types)
    if category == "name":
        return bool(set(mine.names) & set(theirs.names))
    family = category.split()[0]
    common = mine.subtypes & theirs.subtypes
    return any(family in known_families(scene.words, word) for word in common)


def has_keyword(entry: Entry, keyword: str) -> bool:
    """Whether an entry has a keyword ability; also as it is written with its quality (`islandwalk`)."""
    return any(keyword in names_of(each.ability) for each in entry.abilities)


def has_keyword_that(entry: Entry, what: str) -> bool:
    """Whether an entry has a keyword ability to which the rules give an effect, in the words of docs/keywords.md."""
    return any(isinstance(each.ability, Keyword) and does(each.ability.keyword, what) for each in entry.abilities)


def counters_on(scene: Scene, identifier: int, kind: str) -> int:
    """How many counters of a kind (or of any) are on an object."""
    item = scene.item(identifier)
    if item is None:
        return 0
    return sum(each.number for each in item.counters if kind in (each.kind, "any"))


def _state(word: str) -> Test:
    match word:
        case "tapped":
            return lambda s, o, i: s.items[i].tapped
        case "untapped":
            return lambda s, o, i: not s.items[i].tapped
        case "token":
            return lambda s, o, i: _item(s, i).token
        case "card":
            return lambda s, o, i: not _item(s, i).token and not _item(s, i).copy and _item(s, i).ability is None
        case "copy":
            return lambda s, o, i: _item(s, i).copy
        case "face_down":
            return lambda s, o, i: _item(s, i).face_down is not None
        case "face_up":
            return lambda s, o, i: _item(s, i).face_down is None
        case "flipped":
            return lambda s, o, i: _item(s, i).flipped
        case "transformed":
            return lambda s, o, i: shows_back(_item(s, i), s.edition)
        case "double_faced":
            return lambda s, o, i: is_double_faced(_item(s, i))
        case "multicolored":
            return lambda s, o, i: len(_seen(s, i).colors) > 1
        case "monocolored":
            return lambda s, o, i: len(_seen(s, i).colors) == 1
        case "colorless":
            return lambda s, o, i: not _seen(s, i).colors
        case "permanent":
            return lambda s, o, i: bool(_seen(s, i).types & PERMANENT_TYPES)
        case "historic":
            return lambda s, o, i: (
                "artifact" in _seen(s, i).types
                or "legendary" in _seen(s, i).supertypes
                or "Saga" in _seen(s, i).subtypes
            )
        case "equipped":
            return lambda s, o, i: _attachments(s, i, "Equipment")
        case "enchanted":
            return lambda s, o, i: _attachments(s, i, "Aura")
        case "modified":
            return _modified
        case "spell":
            return lambda s, o, i: _item(s, i).zone == "stack" and _item(s, i).ability is None
        case "ability":
            return lambda s, o, i: _item(s, i).zone == "stack" and _item(s, i).ability is not None
        case "activated_ability" | "triggered_ability":
            return lambda s, o, i: _item(s, i).zone == "stack" and word == _sort(_item(s, i).ability)
        case "named":
            return lambda s, o, i: bool(_seen(s, i).names)
        case "has_adventure":
            return _has_adventure
        case "mana_producing":
            return lambda s, o, i: (
                bool(basic_land_types(_seen(s, i)))
                or any(
                    isinstance(each.ability, Activated) and each.ability.adds is not None
                    for each in _seen(s, i).abilities
                )
            )
        case "entered_this_turn":
            return lambda s, o, i: _item(s, i).entered_turn == s.situation.turn and _item(s, i).zone == "battlefield"
        case "paired":
            return lambda s, o, i: _item(s, i).paired is not None
        case "unblocked":
            return lambda s, o, i: bool(of_object(s, i, "attacking")) and not of_object(s, i, "blocked")
        case "attacking_alone":
            return lambda s, o, i: (
                bool(of_object(s, i, "attacking"))
                and not any(of_object(s, each, "attacking") for each in s.in_zones(("battlefield",)) if each != i)
            )
    if word in STATE_FACTS:
        return lambda s, o, i: bool(of_object(s, i, STATE_FACTS[word]))
    raise Undecided(f"whether an object is {in_words(word)} is not modelled")


def is_double_faced(item: GameObject) -> bool:
    """Whether an object is a double-faced card or token, or a melded permanent; no token is a meld card."""
    return item.card.layout in ("transform", "modal_dfc") or (item.card.layout == "meld" and not item.token)


def _has_adventure(scene: Scene, source: Source, identifier: int) -> bool:
    """Whether an object has the other characteristics of an Adventure spell (rule key adventure.alternative);
    raises Undecided for a copy and for what is merged or face down."""
    item = _item(scene, identifier)
    if item.components or item.face_down is not None or item.zone == "stack" or _copied(scene, identifier):
        raise Undecided("whether an object that is not simply its card has an Adventure")
    return bool(item.card.layout == "adventure")


def _copied(scene: Scene, identifier: int) -> bool:
    return any(
        isinstance(mod, TakeValues | FullTextOf)
        for effect in scene.situation.effects
        if effect.objects is None or identifier in effect.objects
        for mod in effect.mods
    )


def _item(scene: Scene, identifier: int) -> Any:
    return scene.item(identifier)


def _attachments(scene: Scene, identifier: int, subtype: str) -> bool:
    return any(
        scene.items[each].attached_to == identifier and subtype in _seen(scene, each).subtypes
        for each in scene.in_zones(("battlefield",))
    )


def _modified(scene: Scene, source: Source, identifier: int) -> bool:
    if counters_on(scene, identifier, "any") or _attachments(scene, identifier, "Equipment"):
        return True
    mine = scene.controller_of(identifier)
    return any(
        scene.items[each].attached_to == identifier
        and "Aura" in _seen(scene, each).subtypes
        and scene.controller_of(each) == mine
        for each in scene.in_zones(("battlefield",))
    )


__all__ = [
    "COMPARISONS", "PERMANENT_TYPES", "came", "counters_on", "fits", "has_keyword", "number_of", "players", "refer",
    "refer_any", "test", "top_of_library",
]  # fmt: skip
