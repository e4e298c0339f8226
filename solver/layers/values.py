"""Values, conditions and scopes, read against a view."""

from __future__ import annotations

import re

from layerproof.kb.model import expression as e
from layerproof.kb.model.ability import Keyword, Static
from layerproof.kb.model.effect import All, One, Only, Players, Scope, Several, Union
from layerproof.kb.model.modification import MoreDevotion
from layerproof.kb.model.told.fact_kinds import STATE_FACTS
from layerproof.kb.rulebook.editions.later_subtypes import known_families
from layerproof.kb.rulebook.vocabulary import Vocabulary
from layerproof.kb.wording.plain_words import in_words, plainly
from layerproof.solver.layers.arrived import arrivals, as_entered
from layerproof.solver.layers.choosing import chosen, chosen_word
from layerproof.solver.layers.commanders import life_total
from layerproof.solver.layers.halves import one_mana_value
from layerproof.solver.layers.paid import times_paid, was_paid
from layerproof.solver.layers.reading import (
    COMPARISONS,
    came,
    counters_on,
    fits,
    number_of,
    players,
    refer,
    test,
)
from layerproof.solver.layers.referring import OTHER_NUMBER, all_moved, ask_exiles_counted
from layerproof.solver.layers.scene import Scene, Source, Undecided
from layerproof.solver.layers.telling import of_object, of_player
from layerproof.solver.layers.unlisted import ask_unlisted, counted, in_hand, unlisted_that_fit
from layerproof.solver.layers.view import BASIC_LANDS, Entry, cost_colors


def evaluate(value: e.Value, scene: Scene, source: Source) -> int:
    """The number that a value is now; `source.it` is the affected object. Numbers that cannot be told are 0."""
    if isinstance(value, int):
        return value
    match value:
        case e.Count(filter=filter_, zones=zones):
            fit = test(filter_)
            if "exile" in zones:
                ask_exiles_counted(filter_, scene, source)
            listed = sum(1 for each in scene.in_zones(zones) if fit(scene, source, each))
            return listed + counted(filter_, zones, scene, source)
        case e.CountersOn(kind=kind, on=on):
            object_ = _now(on, scene, source)
            return 0 if object_ is None else counters_on(scene, object_, kind)
        case e.CountersAmong(kind=kind, among=among, zones=zones):
            fit = test(among)
            return sum(counters_on(scene, each, kind) for each in scene.in_zones(zones) if fit(scene, source, each))
        case e.Stat(stat=stat, of=of):
            object_ = _now(of, scene, source)
            return 0 if object_ is None else _stat(stat, object_, scene)
        case e.Distinct(what=what, among=among, zones=zones):
            ask_unlisted(among, zones, scene, source)
            fit = test(among)
            found = [each for each in scene.in_zones(zones) if fit(scene, source, each)]
            return len(distinct_words(what, found, scene))
        case e.X():
            return _x(scene, source)
        case e.ChosenNumber():
            values = chosen(scene, source, "number")
            return int(values[0]) if values else 0
        case e.Sum(values=values_):
            return sum(evaluate(each, scene, source) for each in values_)
        case e.Times(values=values_):
            product = 1
            for each in values_:
                product *= evaluate(each, scene, source)
            return product
        case e.Minus(value=inner):
            return -evaluate(inner, scene, source)
        case e.Half(value=inner, up=up):
            number = evaluate(inner, scene, source)
            return (number + 1) // 2 if up else number // 2
        case e.AtLeast(value=inner, floor=floor):
            return max(floor, evaluate(inner, scene, source))
        case e.Greatest(stat=stat, among=among, zones=zones):
            ask_unlisted(among, zones, scene, source)
            fit = test(among)
            found = [each for each in scene.in_zones(zones) if fit(scene, source, each)]
            return max((_stat(stat, each, scene) for each in found), default=0)
        case e.Life(player=player, greatest=greatest):
            names = players(player, scene, source)
            totals = [life_total(scene.situation, each.name) for each in scene.situation.players if each.name in names]
            return (max(totals, default=0) if greatest else sum(totals)) if totals else 0
        case e.HandSize(player=player):
            names = players(player, scene, source)
            listed = sum(1 for each in scene.in_zones(("hand",)) if scene.items[each].owner in names)
            return listed + sum(in_hand(each) for each in scene.situation.players if each.name in names)
        case e.Devotion(colors=colors):
            return _devotion(frozenset(colors), scene, source)
        case e.Total(stat=stat, among=among, zones=zones):
            ask_unlisted(among, zones, scene, source)
            fit = test(among)
            return sum(_stat(stat, each, scene) for each in scene.in_zones(zones) if fit(scene, source, each))
        case e.ManaSymbols(color=color, among=among, zones=zones):
            ask_unlisted(among, zones, scene, source)
            fit = test(among)
            found = [each for each in scene.in_zones(zones) if fit(scene, source, each)]
            if color == "hybrid":
                return sum(_hybrid_symbols(scene.view[each]) for each in found)
            return sum(_symbols(frozenset({color}), scene.view[each]) for each in found)
        case e.Told(what=what, player=player):
            return sum(of_player(scene, name, what) for name in players(player, scene, source))
        case e.ToldOf(what=what, of=of):
            object_ = refer(of, scene, source)
            told = 0 if object_ is None else of_object(scene, object_, what)
            return told if isinstance(told, int) else 1
        case e.Most(value=inner, player=player, least=least):
            names = players(player, scene, source)
            numbers = [evaluate(inner, scene, source._replace(each=name)) for name in names]
            return (min if least else max)(numbers, default=0)
        case e.ThatMuch():
            if source.amount is None:
                raise Undecided("an amount of an event is asked for where none is replaced")
            return source.amount
        case e.ThisWay(did="lost", filter=None, what="life"):
            return source.life_lost
        case e.DiedThisWay(what=what):
            known = [scene.entry(each) for each in source.died]
            return sum(1 for entry in known if entry is not None and what in entry.types)
        case e.EnteredThisTurn(filter=filter_, player=player):
            fit = test(filter_)
            names = players(player, scene, source)
            arrived = [item for item in arrivals(scene) if item.controller in names]
            return sum(1 for item in arrived if as_entered(scene, item, lambda s: fit(s, source, item.id)))  # noqa: B023
        case e.PointsOf(keyword=keyword, of=of):
            object_ = refer(of, scene, source)
            entry = None if object_ is None else scene.view.get(object_)
            abilities = () if entry is None else tuple(each.ability for each in entry.abilities)
            return sum(each.number or 0 for each in abilities if isinstance(each, Keyword) and each.keyword == keyword)
        case e.TimesPaid():
            return times_paid(scene, source, value)
        case e.Party(player=player):
            names = players(player, scene, source)
            mine = [scene.view[each] for each in scene.in_zones(("battlefield",)) if scene.controller_of(each) in names]
            types = [each.subtypes & PARTY for each in mine if "creature" in each.types]
            return _party([each for each in types if each], PARTY)
        case e.CountPlayers(player=player, condition=condition):
            names = players(player, scene, source)
            return sum(1 for each in names if condition is None or holds(condition, scene, source._replace(each=each)))
        case e.Rolled():
            return int(_told_outcome(scene, source, "roll"))
        case e.PerPlayer(what=what):
            raise Undecided(f"{what} is not known here")
    raise Undecided(f"a number ({in_words(value)}) is not modelled")


def _told_outcome(scene: Scene, source: Source, of: str) -> str | int:
    """What came of something that only the scenario tells. Raises Undecided where it does not."""
    values = chosen(scene, source, of)
    if len(values) != 1:
        raise Undecided(f"what came of the {of} is not told")
    return values[0]


PARTY = frozenset({"Cleric", "Rogue", "Warrior", "Wizard"})


def _party(creatures: list[frozenset[str]], open_: frozenset[str]) -> int:
    """How many of the open places in a party creatures with these types can fill, each creature one of them."""
    if not creatures or not open_:
        return 0
    first, rest = creatures[0], creatures[1:]
    left = _party(rest, open_)
    return max([left, *(1 + _party(rest, open_ - {place}) for place in first & open_)])


def _now(ref: e.Ref, scene: Scene, source: Source) -> int | None:
    """The object of which a number is asked. What granted an ability has none once it has gone, but while something
    resolves: only an effect of what resolves looks at what an object last was (rule keys
    ability.static_no_last_known, resolve.last_known_information)."""
    object_ = refer(ref, scene, source)
    return None if ref.kind == "granter" and not source.resolving and object_ not in scene.items else object_


def _as_it_was(gone: int, filter_: e.Filter, scene: Scene, source: Source) -> bool:
    """Whether what resolves asks of an object that has left for nothing but what it was: its qualities, what is
    told of it, and whether it was a token (rule key resolve.last_known_information)."""
    return source.resolving and scene.entry(gone) is not None and _is_what_it_was(filter_)


def _is_what_it_was(filter_: e.Filter) -> bool:
    match filter_:
        case e.AllOf(filters=filters) | e.AnyOf(filters=filters):
            return all(_is_what_it_was(each) for each in filters)
        case e.Not(filter=inner):
            return _is_what_it_was(inner)
        case e.Is(category=category, word=word):
            return category in ("type", "subtype", "supertype", "color") and word != "chosen"
        case e.State(word=word):
            return word == "token" or word in STATE_FACTS
    return False


def _stat(stat: str, identifier: int, scene: Scene) -> int:
    entry, item = scene.entry(identifier), scene.item(identifier)
    if entry is None:
        return 0
    if stat == "mana_value":
        return one_mana_value(scene, entry)
    return number_of(entry, stat, item is not None and item.zone == "battlefield") or 0


def _x(scene: Scene, source: Source) -> int:
    if source.x is not None:
        return source.x
    item = None if source.id is None else scene.item(source.id)
    return 0 if item is None or item.x is None else item.x


def distinct_words(what: str, found: list[int], scene: Scene) -> set[object]:
    """The different words of a category, or numbers, that objects have."""
    words: set[object] = set()
    for each in found:
        entry = scene.entry(each)
        if entry is None:
            continue
        match what:
            case "card type":
                words |= entry.types
            case "color":
                words |= entry.colors
            case "basic land type":
                words |= entry.subtypes & frozenset(BASIC_LANDS)
            case "creature type":
                words |= {word for word in entry.subtypes if "creature" in known_families(scene.words, word)}
            case "name":
                words |= set(entry.names)
            case "counter kind":
                item = scene.item(each)
                words |= {pile.kind for pile in item.counters} if item is not None else set()
            case "mana value":
                words.add(one_mana_value(scene, entry))
            case "power":
                words.add(_stat("power", each, scene))
            case _:
                raise Undecided(f"counting different {what} is not modelled")
    return words


def _devotion(colors: frozenset[str], scene: Scene, source: Source) -> int:
    total = 0
    for each in scene.in_zones(("battlefield",)):
        entry = scene.view.get(each)
        if entry is not None and entry.controller == scene.you(source):
            total += _symbols(colors, entry) + sum(_more_devotion(each.ability) for each in entry.abilities)
    return total


def keyword_of(ability: object) -> str | None:
    """The keyword of a keyword ability, None for any other."""
    return ability.keyword if isinstance(ability, Keyword) else None


def _more_devotion(ability: object) -> int:
    """By how much an ability makes each devotion of its controller greater."""
    mods = (mod for effect in ability.effects for mod in effect.mods) if isinstance(ability, Static) else ()
    return sum(mod.number for mod in mods if isinstance(mod, MoreDevotion))


def _symbols(colors: frozenset[str], entry: Entry) -> int:
    """How many symbols in the mana cost of an object are of one of the colors."""
    return sum(1 for symbol in re.findall(r"\{[^}]+\}", entry.mana_cost or "") if cost_colors(symbol) & colors)


def _hybrid_symbols(entry: Entry) -> int:
    """How many hybrid symbols there are in the mana cost of an object (rule key mana_symbol.hybrid).

    Raises Undecided for symbols of three parts, hybrid Phyrexian ones: whether those are meant is not said.
    """
    parts = [symbol.split("/") for symbol in re.findall(r"\{([^}]+)\}", entry.mana_cost or "")]
    if any(len(each) > 2 for each in parts):
        raise Undecided("whether a hybrid Phyrexian mana symbol counts as a hybrid one")
    return sum(len(each) == 2 and each[1] != "P" for each in parts)


def holds(condition: e.Condition, scene: Scene, source: Source) -> bool:
    """Whether a condition holds now."""
    match condition:
        case e.Exists(filter=filter_, zones=zones):
            fit = test(filter_)
            if any(fit(scene, source, each) for each in scene.in_zones(zones)):
                return True
            return unlisted_that_fit(filter_, zones, scene, source) != 0
        case e.Compares(left=left, op=op, right=right):
            return COMPARISONS[op](evaluate(left, scene, source), evaluate(right, scene, source))
        case e.Matches(ref=ref, filter=filter_):
            object_ = refer(ref, scene, source)
            if object_ is None or (object_ not in scene.view and not _as_it_was(object_, filter_, scene, source)):
                return False
            return fits(filter_, scene, source, object_)
        case e.Turn(player=player):
            return scene.situation.active in players(player, scene, source)
        case e.Both(conditions=conditions):
            return all(holds(each, scene, source) for each in conditions)
        case e.Either(conditions=conditions):
            return any(holds(each, scene, source) for each in conditions)
        case e.Unless(condition=inner):
            return not holds(inner, scene, source)
        case e.SomePlayer(player=player, condition=inner):
            names = players(player, scene, source)
            return any(holds(inner, scene, source._replace(each=name)) for name in names)
        case e.CastFor():
            return was_paid(scene, source, condition)
        case e.Chose(option="may"):
            values = chosen(scene, source, "may")
            if not values and source.by_rules:
                raise Undecided("whether a player does what they may is not told (choices: may)")
            return not values or bool(values[0])
        case e.Chose(option=option):
            modes = chosen(scene, source, "mode")
            if not modes and source.resolving:
                raise Undecided(f"whether {option} is chosen is not told (choices: mode)")
            if any(isinstance(each, int) for each in modes):
                raise Undecided("a mode of such an ability is named by a piece of its text, not by a number")
            return option in modes
        case e.Outcome(of=of, is_=is_):
            return str(_told_outcome(scene, source, of)).lower() == is_.lower()
        case e.OpaqueCondition(gloss=gloss):
            raise Undecided(f"whether {plainly(gloss)} is not modelled")
    raise Undecided(f"whether it is so that {in_words(condition)} is not modelled")


def affected(scope: Scope, scene: Scene, source: Source) -> tuple[int, ...]:
    """The objects of a scope now, by identifier in ascending order."""
    match scope:
        case Only(ref=ref):
            object_ = refer(ref, scene, source)
            return (object_,) if object_ is not None and object_ in scene.view else ()
        case All(filter=filter_, zones=zones):
            fit = test(filter_)
            return tuple(sorted(each for each in scene.in_zones(zones) if fit(scene, source, each)))
        case One(filter=filter_, zones=zones):
            fit = test(filter_)
            found = sorted(each for each in scene.in_zones(zones) if fit(scene, source, each))
            named = [each for each in found if each in source.chosen]
            if len(found) > 1 and len(named) != 1:
                raise Undecided("which of several objects a player chooses")
            return tuple(named or found)
        case Union(scopes=scopes):
            return tuple(sorted({each for scope_ in scopes for each in affected(scope_, scene, source)}))
        case Several():
            return tuple(sorted({each for each in several(scope, scene, source) if each in scene.view}))
        case Players():
            return ()
    raise Undecided(f"which objects or players ({in_words(scope)}) are meant is not modelled")


def several(scope: Several, scene: Scene, source: Source) -> tuple[int, ...]:
    """The objects that a resolution knows by a sort, from the index-th on, whether they are still there or not."""
    known = {"target": source.targets, "chosen": source.chosen, "affected": source.acted}
    if scope.kind == "made" and scope.index > 1 and OTHER_NUMBER in source.made:
        raise Undecided("which of the tokens are meant, of which effects made another number")
    listed = came(scene, source) if scope.kind == "made" else known.get(scope.kind)
    if scope.kind == "moved":
        listed = all_moved(scene, source)
    if listed is None:
        raise Undecided("which of several objects are spoken of is not followed")
    return tuple(each for each in listed[scope.index - 1 :] if isinstance(each, int))


def spelled(words: tuple[str, ...], scene: Scene, source: Source, family: str) -> tuple[str, ...]:
    """Words of a modification with `chosen` and the words for whole lists replaced by what they stand for."""

    if not any(word == "chosen" or word.startswith("every ") for word in words):
        return words
    found: list[str] = []
    for word in words:
        if word == "chosen":
            found.extend(chosen_word(scene, source, family))
        elif word.startswith("every "):
            found.extend(whole_list(word, scene.words))
        else:
            found.append(word)
    return tuple(found)


def whole_list(word: str, vocabulary: Vocabulary) -> tuple[str, ...]:
    """The subtypes that `every creature type` and the like stand for in an edition."""
    match word:
        case "every creature type":
            return vocabulary.creature_types
        case "every land type":
            return vocabulary.land_types
        case "every basic land type":
            return vocabulary.basic_land_types
        case "every nonbasic land type":
            return vocabulary.nonbasic_land_types
    raise Undecided(f"{word!r} names no list of subtypes")
