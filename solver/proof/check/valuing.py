"""Values of the notation as numbers, read on a view."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerproof.kb.model import expression as ex
from layerproof.kb.model.ability import Keyword, Static
from layerproof.kb.model.modification import AddForEach, MoreDevotion
from layerproof.kb.model.situation import PlayerState
from layerproof.kb.notation.short_forms import CARD_TYPES
from layerproof.kb.rulebook.editions.later_subtypes import known_families
from layerproof.kb.wording.plain_words import in_words
from layerproof.solver.proof.check.commanding import told_life
from layerproof.solver.proof.check.gathering import refuse_uncounted_exiles
from layerproof.solver.proof.check.halves import compared, counted
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.paid_for import has_kicker, payments
from layerproof.solver.proof.check.printed import entry_of, symbols
from layerproof.solver.proof.check.telling import object_fact, player_fact
from layerproof.solver.proof.check.unseen import held_unseen, number_unseen, unseen_fitting
from layerproof.solver.proof.check.view import Entry

if TYPE_CHECKING:
    from layerproof.solver.proof.check.reading import Reader

_COLOR_LETTERS = {"white": "W", "blue": "U", "black": "B", "red": "R", "green": "G"}


def value(reader: Reader, value_: ex.Value, it: int | None) -> int:
    """A value as a number; what cannot be determined counts as 0.

    reader: the view and the source that says it; it: the object being affected. Raises Incomplete for a number that
    only the history of the game gives.
    """
    match value_:
        case int():
            return value_
        case ex.Count():
            if "exile" in value_.zones:
                refuse_uncounted_exiles(reader, value_.filter, it)
            more = number_unseen(reader, value_.filter, value_.zones, it)
            return len(reader.fitting(value_.filter, value_.zones, it)) + more
        case ex.Distinct() | ex.Greatest() | ex.Total() | ex.ManaSymbols() if _asks_unseen(reader, value_, it):
            raise Incomplete("qualities of cards that are not listed")
        case ex.Distinct():
            found = [reader.view[each] for each in reader.fitting(value_.among, value_.zones, it)]
            return len({word for entry in found for word in _words(reader, value_.what, entry)})
        case ex.CountersOn() if _has_no_more(reader, value_.on):
            return 0
        case ex.Stat() if _has_no_more(reader, value_.of):
            return 0
        case ex.CountersOn():
            obj = reader.world.object(reader.refer_object(value_.on, it))
            counters = obj.counters if obj else ()
            return sum(each.number for each in counters if value_.kind in (each.kind, "any"))
        case ex.CountersAmong():
            among = reader.fitting(value_.among, value_.zones, it)
            piles = [pile for each in among for pile in reader.world.objects[each].counters]
            return sum(pile.number for pile in piles if value_.kind in (pile.kind, "any"))
        case ex.Stat():
            entry = reader.entry(reader.refer_object(value_.of, it))
            return counted(entry, value_.stat, reader.world.edition) if entry else 0
        case ex.X():
            source = reader.world.object(reader.says.source)
            x = reader.says.x if reader.says.x is not None else source.x if source else None
            return x or 0
        case ex.ChosenNumber():
            chosen = reader.choice("number")
            return int(chosen[0]) if chosen else 0
        case ex.DiedThisWay():
            lost = (reader.entry(each) for each in reader.says.died)
            return len([entry for entry in lost if entry is not None and value_.what in entry.types])
        case ex.ThisWay() if (value_.did, value_.what, value_.filter) == ("lost", "life", None):
            return reader.says.lost
        case ex.Sum():
            return sum(reader.value(each, it) for each in value_.values)
        case ex.Times():
            product = 1
            for each in value_.values:
                product *= reader.value(each, it)
            return product
        case ex.Minus():
            return -reader.value(value_.value, it)
        case ex.Half():
            whole = reader.value(value_.value, it)
            return -(-whole // 2) if value_.up else whole // 2
        case ex.AtLeast():
            return max(reader.value(value_.value, it), value_.floor)
        case ex.Greatest():
            found = [reader.view[each] for each in reader.fitting(value_.among, value_.zones, it)]
            return max((counted(entry, value_.stat, reader.world.edition) for entry in found), default=0)
        case ex.Total():
            found = [reader.view[each] for each in reader.fitting(value_.among, value_.zones, it)]
            return sum(counted(entry, value_.stat, reader.world.edition) for entry in found)
        case ex.ManaSymbols(color="hybrid"):
            costs = [reader.view[each].mana_cost for each in reader.fitting(value_.among, value_.zones, it)]
            return sum(_is_hybrid(symbol) for cost in costs for symbol in symbols(cost))
        case ex.ManaSymbols():
            letter = _COLOR_LETTERS[value_.color]
            costs = [reader.view[each].mana_cost for each in reader.fitting(value_.among, value_.zones, it)]
            return sum(letter in symbol.split("/") for cost in costs for symbol in symbols(cost))
        case ex.PointsOf():
            seen = reader.entry(reader.refer_object(value_.of, it))
            return 0 if seen is None else _points(value_.keyword, seen)
        case ex.Told():
            return sum(player_fact(reader, each, value_.what) for each in _players(reader, value_.player, it))
        case ex.ToldOf():
            obj = reader.world.object(reader.refer_object(value_.of, it))
            if obj and value_.what == "times kicked" and value_.what not in dict(obj.told):
                seen = reader.entry(obj.id)
                if seen is not None and not has_kicker(seen.abilities):
                    return 0
            fact = object_fact(obj, value_.what) if obj else 0
            return fact if isinstance(fact, int) else 1
        case ex.EnteredThisTurn():
            return _entered(reader, value_, it)
        case ex.TimesPaid():
            return payments(value_, reader.world.object(reader.says.source), reader.entry(reader.says.source))
        case ex.Party():
            return _in_party(reader, reader.players(value_.player, it))
        case ex.CountPlayers():
            players = reader.players(value_.player, it)
            return sum(reader.looking_at(name).holds(value_.condition, it) for name in players)
        case ex.Most():
            each_one = [reader.looking_at(name).value(value_.value, it) for name in reader.players(value_.player, it)]
            if not each_one:
                return 0
            return min(each_one) if value_.least else max(each_one)
        case ex.Life():
            totals = [told_life(reader.world.situation, each.name) for each in _players(reader, value_.player, it)]
            return max(totals, default=0) if value_.greatest else sum(totals)
        case ex.HandSize():
            names = {each.name for each in _players(reader, value_.player, it)}
            listed = [each for each in reader.world.situation.objects if each.zone == "hand" and each.owner in names]
            return len(listed) + sum(held_unseen(each) for each in reader.world.situation.players if each.name in names)
        case ex.Rolled():
            return int(came_of(reader, "roll"))
        case ex.ThatMuch() if reader.says.amount is not None:
            return reader.says.amount
        case ex.Devotion():
            return _devotion(reader, value_.colors)
    raise Incomplete(f"a number ({in_words(value_)})")


def _asks_unseen(reader: Reader, value_: ex.Distinct | ex.Greatest | ex.Total | ex.ManaSymbols, it: int | None) -> bool:
    return unseen_fitting(reader, value_.among, value_.zones, it) != 0


def _has_no_more(reader: Reader, ref: ex.Ref) -> bool:
    """Whether a number is asked, by an ability that is in force, of the object that granted it and is gone: a
    resolution alone uses what was last known of an object."""
    in_force = ref == ex.Ref("granter") and not reader.says.resolving
    return in_force and reader.refer_object(ref) not in reader.world.objects


def _is_hybrid(symbol: str) -> bool:
    """Whether a symbol, written without its braces, has two halves. Raises Incomplete for a Phyrexian one with two."""
    halves = symbol.split("/")
    if len(halves) == 3:
        raise Incomplete("whether a symbol that is hybrid and Phyrexian is a hybrid symbol")
    return len(halves) == 2 and "P" not in halves


def _points(keyword: str, entry: Entry) -> int:
    """What the instances of a keyword ability of an object come to, those without a number counting nothing."""
    points = 0
    for instance in entry.abilities:
        if isinstance(instance.ability, Keyword) and instance.ability.keyword == keyword:
            points += instance.ability.number or 0
    return points


def came_of(reader: Reader, what: str) -> str | int:
    """The one word or number that the scenario tells of a coin, a die, a vote and the like."""
    told = reader.choice(what)
    if len(told) != 1:
        raise Incomplete(f"what came of a {what}")
    return told[0]


def _is(ability: object, keyword: str) -> bool:
    return isinstance(ability, Keyword) and ability.keyword == keyword


def _in_party(reader: Reader, names: tuple[str, ...]) -> int:
    """How many of the four places in a party can be filled at once, each by another creature: a creature gives up its
    place where it has another one."""
    places = ("Cleric", "Rogue", "Warrior", "Wizard")
    filled: dict[int, str] = {}

    def place(word: str, tried: set[int]) -> bool:
        for entry in reader.candidates(("battlefield",)):
            fits = entry.controller in names and "creature" in entry.types and word in entry.subtypes
            if fits and entry.id not in tried:
                tried.add(entry.id)
                if entry.id not in filled or place(filled[entry.id], tried):
                    filled[entry.id] = word
                    return True
        return False

    return sum(place(word, set()) for word in places)


def _entered(reader: Reader, value_: ex.EnteredThisTurn, it: int | None) -> int:
    """How many objects that fit entered this turn: what each of them was then is known only where it is the same as
    printed and at present (or as last known). Raises Incomplete where it is not."""
    world, count = reader.world, 0
    names = reader.players(value_.player, it)
    for obj in (*world.situation.objects, *world.situation.gone):
        if obj.zone != "battlefield" or obj.entered_turn != world.situation.turn or obj.controller not in names:
            continue
        first = entry_of(obj.card, obj, world.edition)
        fitted, now = reader.fits(value_.filter, first, it), reader.entry(obj.id)
        if obj.face_down or (now is not None and reader.fits(value_.filter, now, it) != fitted):
            raise Incomplete("what an object was as it entered this turn")
        count += fitted
    return count


def for_each(reader: Reader, mod: AddForEach, it: int) -> tuple[Keyword, ...]:
    """A keyword ability for each word that objects have, in the order of the vocabulary's list of such words."""
    found = [reader.view[each] for each in reader.fitting(mod.among, mod.zones, it)]
    seen = {str(word) for entry in found for word in _words(reader, mod.what, entry)}
    if mod.what == "mana value":
        return tuple(Keyword(mod.keyword, quality=f"mana value {each}") for each in sorted(map(int, seen)))
    order: tuple[str, ...] = {
        "color": tuple(_COLOR_LETTERS),
        "card type": tuple(CARD_TYPES),
        "basic land type": ("Plains", "Island", "Swamp", "Mountain", "Forest"),
    }[mod.what]
    return tuple(Keyword(mod.keyword, quality=word) for word in order if word in seen)


def _players(reader: Reader, player: ex.Player, it: int | None) -> list[PlayerState]:
    if "players" in reader.world.unsure:
        raise Incomplete("life totals and hands after an instruction that is not modelled")
    names = reader.players(player, it)
    return [each for each in reader.world.situation.players if each.name in names]


def _words(reader: Reader, what: str, entry: Entry) -> tuple[object, ...]:
    vocabulary = reader.world.edition.vocabulary
    match what:
        case "card type":
            return tuple(entry.types)
        case "color":
            return entry.colors
        case "basic land type":
            return tuple(entry.subtypes & frozenset(vocabulary.basic_land_types))
        case "creature type":
            return tuple(word for word in entry.subtypes if "creature" in known_families(vocabulary, word))
        case "counter kind":
            return tuple(pile.kind for pile in reader.world.objects[entry.id].counters)
        case "name":
            return entry.names
        case "power" | "toughness" | "mana value":
            stat, edition = what.replace(" ", "_"), reader.world.edition
            return (counted(entry, stat, edition),) if compared(entry, stat, edition) else ()
    raise Incomplete(f"the number of different {what}s")


def _devotion(reader: Reader, colors: tuple[str, ...]) -> int:
    letters, you = {_COLOR_LETTERS[color] for color in colors}, reader.you()
    mine = [each for each in reader.candidates(("battlefield",)) if each.controller == you]
    costs = [symbol for entry in mine for symbol in symbols(entry.mana_cost)]
    more = [
        mod.number
        for entry in mine
        for instance in entry.abilities
        for effect in (instance.ability.effects if isinstance(instance.ability, Static) else ())
        for mod in effect.mods
        if isinstance(mod, MoreDevotion)
    ]
    return sum(1 for symbol in costs if letters & set(symbol.split("/"))) + sum(more)
