"""References, players and filters, read against a view.

Each record is turned once into a function, so that reading it a thousand times costs little; the functions are kept by
the identity of the record, which is frozen.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from layerproof.kb.model import expression as e
from layerproof.kb.model.ability import Keyword
from layerproof.kb.model.situation import Situation
from layerproof.kb.model.told import STATE_FACTS
from layerproof.kb.rulebook.later import known_families
from layerproof.solver.layers.choosing import chosen, chosen_word
from layerproof.solver.layers.scene import Scene, Source, Undecided
from layerproof.solver.layers.telling import attacked_by, of_object
from layerproof.solver.layers.view import Entry, basic_land_types

Test = Callable[[Scene, Source, int], bool]
COMPARISONS: dict[str, Callable[[Any, Any], bool]] = {
    "=": operator.eq, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge, "!=": operator.ne,
}  # fmt: skip
PERMANENT_TYPES = frozenset({"artifact", "battle", "creature", "enchantment", "land", "planeswalker"})

_tests: dict[int, tuple[Any, Test]] = {}


def refer(ref: e.Ref, scene: Scene, source: Source) -> int | None:
    """The object that a reference means, or None if there is none (or it means a player)."""
    found = refer_any(ref, scene, source)
    return found if isinstance(found, int) else None


def refer_any(ref: e.Ref, scene: Scene, source: Source) -> int | str | None:
    """The object or player that a reference means, or None."""
    kind, index = ref.kind, ref.index - 1
    if kind == "self":
        return source.id
    if kind == "it":
        return source.it
    if kind == "object":
        return ref.index
    if kind == "host":
        item = None if source.id is None else scene.item(source.id)
        return None if item is None else item.attached_to
    if kind == "that":
        return source.that
    if kind == "granter":
        return source.granter
    if kind in ("target", "chosen", "made"):
        listed = {"target": source.targets, "chosen": source.chosen, "made": came(scene, source)}[kind]
        return listed[index] if index < len(listed) else None
    if kind == "haunted":
        item = None if source.id is None else scene.item(source.id)
        return None if item is None else item.haunts
    if kind == "linked":
        item = None if source.id is None else scene.item(source.id)
        return item.linked[index] if item is not None and index < len(item.linked) else None
    if kind == "last_linked":
        item = None if source.id is None else scene.item(source.id)
        return item.linked[-1] if item is not None and item.linked else None
    if kind == "paired":
        item = None if source.id is None else scene.item(source.id)
        return None if item is None else item.paired
    if kind == "top_of_graveyard":
        return _top(scene, "graveyard", scene.you(source))
    if kind == "top_of_library":
        return _top(scene, "library", scene.you(source))
    raise Undecided(f"a reference to {kind!r} is not modelled")


def came(scene: Scene, source: Source) -> tuple[int, ...]:
    """What a resolution has created, or put onto the battlefield or the stack; not what it put elsewhere."""
    return tuple(
        each for each in source.made if (item := scene.item(each)) is not None and item.zone in ("battlefield", "stack")
    )


def _top(scene: Scene, zone: str, player: str) -> int | None:
    """The top card of a zone: the one that got there last."""
    if zone == "library":
        return top_of_library(scene.situation, player)
    cards = [each for each in scene.zones.get(zone, ()) if scene.items[each].owner == player]
    return max(cards, key=lambda each: scene.items[each].timestamp, default=None)


def top_of_library(situation: Situation, player: str) -> int | None:
    """The listed card on top of a library: the one that got there last; None where none is listed.

    Raises Undecided where the library was shuffled since.
    """
    cards = [each for each in situation.objects if each.zone == "library" and each.owner == player]
    if not cards:
        return None
    top = max(cards, key=lambda each: each.timestamp)
    shuffled = next(each.shuffled for each in situation.players if each.name == player)
    if top.timestamp <= shuffled:
        raise Undecided(f"the top card of the library of {player}, which was shuffled, is not known")
    return top.id


def players(player: e.Player, scene: Scene, source: Source) -> tuple[str, ...]:
    """The names of the players that a phrase means."""
    kind = player.kind
    every = [each.name for each in scene.situation.players if not each.lost]
    if kind == "you":
        return (scene.you(source),)
    if kind == "named":
        return (player.name,)
    if kind == "any":
        return tuple(every)
    if kind == "opponent":
        of = scene.you(source)
        if player.of is not None:
            other = refer(player.of, scene, source)
            of = (None if other is None else scene.controller_of(other)) or of
        return tuple(name for name in every if name != of)
    if kind == "active":
        return (scene.situation.active,)
    if kind == "each":
        return () if source.each is None else (source.each,)
    if kind == "team":
        return (scene.you(source),)
    if kind == "defending":
        attacker = source.id if player.of is None else refer(player.of, scene, source)
        attacked = None if attacker is None else attacked_by(scene, attacker)
        if attacked is None:
            raise Undecided("the scenario does not tell who the defending player is")
        return (attacked,)
    if kind in ("controller", "owner"):
        of_ref = refer_any(player.of or e.Ref("it"), scene, source)
        if isinstance(of_ref, str):
            return (of_ref,)
        if of_ref is None:
            return ()
        item = scene.item(of_ref)
        name = scene.controller_of(of_ref) if kind == "controller" else (None if item is None else item.owner)
        return () if name is None else (name,)
    if kind == "target":
        listed = source.targets[player.index - 1 : player.index]
        return tuple(each for each in listed if isinstance(each, str))
    if kind == "host":
        host = refer_any(e.Ref("host"), scene, source)
        return (host,) if isinstance(host, str) else ()
    if kind == "chosen":
        return tuple(str(each) for each in chosen(scene, source, "player"))
    raise Undecided(f"players described as {kind!r} are not modelled")


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
            return lambda s, o, i: word in (s.view.get(i) or _seen(s, i)).supertypes
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
        case e.InZone(zones=zones):
            return lambda s, o, i: i in s.items and s.items[i].zone in zones
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
                mine = number_of(_seen(s, i), stat, item is not None and item.zone == "battlefield")
                return mine is not None and compare(mine, evaluate(value, s, _about(o, i)))

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
        case e.Attacks(player=player):
            return lambda s, o, i: attacked_by(s, i) in players(player, s, _about(o, i))
        case e.ExiledWith(ref=ref):
            return lambda s, o, i: (
                (by := refer(ref, s, o)) is not None and (item := s.item(by)) is not None and i in item.linked
            )
        case e.FitsChosen():
            return lambda s, o, i: True
    raise Undecided(f"the filter {record!r} is not modelled")


def _about(source: Source, identifier: int) -> Source:
    """The source with `it` standing for the object examined, unless a value about another object is being read."""
    return source if source.it is not None else source._replace(it=identifier)


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
    """Whether an entry has a keyword ability; landwalk also by the name of its land (`islandwalk`)."""
    for each in entry.abilities:
        ability = each.ability
        if isinstance(ability, Keyword):
            if ability.keyword == keyword:
                return True
            if ability.keyword == "landwalk" and f"{(ability.quality or '').lower()}walk" == keyword:
                return True
    return False


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
            return lambda s, o, i: not _item(s, i).token and not _item(s, i).copy
        case "face_down":
            return lambda s, o, i: _item(s, i).face_down is not None
        case "face_up":
            return lambda s, o, i: _item(s, i).face_down is None
        case "flipped":
            return lambda s, o, i: _item(s, i).flipped
        case "transformed":
            return lambda s, o, i: _item(s, i).card.layout == "transform" and _item(s, i).face == 1
        case "double_faced":
            return lambda s, o, i: _item(s, i).card.layout in ("transform", "modal_dfc", "meld")
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
            return lambda s, o, i: _item(s, i).zone == "stack"
        case "named":
            return lambda s, o, i: bool(_seen(s, i).names)
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
    raise Undecided(f"whether an object is {word!r} is not modelled")


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
