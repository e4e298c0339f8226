"""What is owed for a spell or an ability, gathered anew by the checker.

`Dues` are the parts of one cost in the order of the rules: the mana cost or what replaces it, then what is added; then
all that makes it more or less is looked for among the abilities in the view.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain, product
from typing import NamedTuple

from layerproof.kb.keywords import casting_costs as stated
from layerproof.kb.keywords.meaning import meaning
from layerproof.kb.model.ability import Ability, Keyword, Modal, Opaque
from layerproof.kb.model.costs.cost import Cost, ManaPart, OtherCost
from layerproof.kb.model.costs.cost_ability import AdditionalCost, AlternativeCost, ChangesCost
from layerproof.kb.model.costs.mana import mana_cost
from layerproof.kb.model.costs.payment import Owed, Reduction
from layerproof.kb.model.instruction import OtherAction
from layerproof.kb.model.modification import RuleEffect
from layerproof.kb.model.node import mentions
from layerproof.solver.proof.check.commanding import casts_before, commands
from layerproof.solver.proof.check.elsewhere import heard
from layerproof.solver.proof.check.game import Game
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.paid_for import alike
from layerproof.solver.proof.check.picking import named_modes, numbers_of
from layerproof.solver.proof.check.reading import Reader
from layerproof.solver.proof.check.saying_of_x import paid_in_colors, words_of_spell
from layerproof.solver.proof.check.view import Entry, Instance
from layerproof.solver.proof.check.world import Says

FREE, OFFERED = "without paying", "alternative cost"


class Spell(NamedTuple):
    """A spell that is being cast, on the stack, with what was announced for its costs; offered_by: the keyword
    abilities of its way of casting, as the card had them before; meanwhile: whether what resolves has it cast."""

    identifier: int
    player: str
    way: str | None
    additional: tuple[tuple[str, int], ...]
    x: int | None
    zone: str
    offered_by: tuple[Keyword, ...] = ()
    meanwhile: bool = False


def spell_dues(game: Game, spell: Spell, amounts: bool = True) -> list[tuple[Owed, Cost]]:
    """Everything that may be owed for a spell, as what its mana is worked out from and the other parts.

    The list is empty where the cost cannot be paid at all (rule keys cost.no_mana_cost, cost.unpayable_stays). Raises
    Incomplete where something that is not modelled says what it costs. amounts: whether the amount of mana counts.
    """
    entry = game.view[spell.identifier]
    _understood(game, spell.identifier, amounts)
    if amounts and spell.way and stated.is_cheaper_for_a_creature(spell.way):
        for each in game.view.values():
            if each.battlefield and "creature" in each.types and each.controller == spell.player:
                if not game.objects[each.id].tapped:
                    raise Incomplete(f"what a creature takes off the cost of {spell.way}")
    extras = list(_extras(entry, spell.additional, _modes(game, spell, entry)))
    changes = [each for each in _changing(game, spell.player) if amounts and _of_spell(game, *each, spell)]
    weighed = _weighed(game, changes)
    if spell.zone == "command" and commands(game.objects[spell.identifier]):
        weighed.more.extend(["{2}"] * casts_before(game.situation(), spell.player))
    return [
        _dues(tuple(chain(base, *chosen)), weighed, spell.x)
        for base in _with_colors(entry, spell, list(_starting(game, entry, spell)), weighed, amounts)
        for chosen in product(*extras)
    ]


def _with_colors(entry: Entry, spell: Spell, costs: list[Cost], changes: _Weighed, amounts: bool) -> list[Cost]:
    """The costs with what must be spent on X in its place, for a spell that says so."""
    if not amounts:
        return costs
    own = [each.ability for each in entry.abilities]
    words = words_of_spell(own)
    limited = [paid_in_colors(cost, words, spell.x) for cost in costs]
    if limited != costs:
        helped = any(isinstance(each, Keyword) and stated.used_to_pay(each.keyword) is not None for each in own)
        besides = spell.way is not None or any(times for _, times in spell.additional)
        if helped or besides or changes.less or changes.least:
            raise Incomplete("limited mana for X in a cost that is changed or paid otherwise")
    return limited


def ability_dues(
    game: Game, cost: Cost, source: int, player: str, keyword: str | None, is_mana: bool, x: int | None, amounts: bool
) -> tuple[Owed, Cost]:
    """What is owed for an activated ability of an object (rule key activate.like_casting)."""
    _understood(game, None, amounts)
    entry = game.view[source]
    found = []
    for identifier, change in _changing(game, player) if amounts else ():
        about = change.abilities in (keyword, "any") or (change.abilities == "any but mana" and not is_mana)
        reader = _reader(game, identifier)
        if change.abilities and about and (change.of is None or reader.fits(change.of, entry)):
            found.append((identifier, change))
    return _dues(cost, _weighed(game, found), x)


def special_dues(game: Game, cost: Cost, x: int | None, amounts: bool) -> tuple[Owed, Cost]:
    """What is owed for a special action: its cost as it stands, since nothing that is understood changes it."""
    _understood(game, None, amounts)
    return _dues(cost, _Weighed([], [], 0), x)


def _starting(game: Game, entry: Entry, spell: Spell) -> Iterator[Cost]:
    printed: Cost | None = None if entry.mana_cost is None else (ManaPart(entry.mana_cost),)
    if spell.way is None:
        yield from () if printed is None else (printed,)
    elif spell.meanwhile and spell.way == FREE:
        # What resolves offers just this, so that nothing else need do so.
        yield ()
    elif spell.way in (FREE, OFFERED):
        for cost in _offered(game, spell):
            if (cost != ()) == (spell.way == OFFERED):
                yield cost
    elif not stated.is_alternative(spell.way):
        raise Incomplete(f"what casting for {spell.way} costs")
    else:
        named = [each.ability for each in entry.abilities if isinstance(each.ability, Keyword)]
        named = [*spell.offered_by] or [each for each in named if each.keyword == spell.way]
        if not named:
            raise Incomplete(f"the cost of {spell.way}, which is offered by nothing")
        for ability in named:
            try:
                said = stated.alternative_cost(
                    spell.way, entry.mana_cost if ability.cost == "its mana cost" else ability.cost
                )
            except ValueError as error:
                raise Incomplete(str(error)) from None
            if said == stated.FREE:
                yield stated.besides(spell.way)
            elif said != stated.MANA_COST:
                assert isinstance(said, tuple)
                yield said + stated.besides(spell.way)
            elif printed is not None:
                yield printed + stated.besides(spell.way)


def _offered(game: Game, spell: Spell) -> Iterator[Cost]:
    entry = game.view[spell.identifier]
    for identifier, ability in _all(game, AlternativeCost):
        assert isinstance(ability, AlternativeCost)
        reader = _reader(game, identifier)
        if ability.spells is None:
            meant = identifier == spell.identifier
        else:
            meant = game.objects[identifier].zone == "battlefield" and reader.fits(ability.spells, entry)
        if not meant or (ability.from_ and spell.zone not in ability.from_):
            continue
        if spell.player in reader.players(ability.player) and reader.holds(ability.condition):
            yield ability.cost


def _modes(game: Game, spell: Spell, entry: Entry) -> int:
    """How many modes of a spell were named."""
    named = named_modes(game.objects[spell.identifier].choices)
    modal = [each.ability for each in entry.abilities if isinstance(each.ability, Modal)]
    return sum(len(numbers_of(named, [mode.label for mode in each.modes])) for each in modal)


def _extras(entry: Entry, announced: Sequence[tuple[str, int]], modes: int) -> Iterator[list[Cost]]:
    """For each additional cost to be paid, what may be paid for it: nothing does where it is a cost that is missing."""
    own = [times for name, times in announced if name == "additional cost"]
    names = {each.ability.keyword for each in entry.abilities if isinstance(each.ability, Keyword)}
    known = {"additional cost", *(name for name in names if stated.additional_times(name) is not None)}
    if any(times and name not in known for name, times in announced):
        raise Incomplete("an additional cost that is announced and not found")
    for each in entry.abilities:
        ability = each.ability
        if isinstance(ability, AdditionalCost):
            number, own = (sum(own), []) if ability.optional else (1, own)
            if ability.optional and ability.times is not None and number > ability.times:
                raise Incomplete("an additional cost that is paid too often")
            yield from [[option.cost for option in ability.options]] * number
        elif isinstance(ability, Keyword) and stated.additional_times(ability.keyword) is not None:
            number = _share(entry, each, announced)
            if stated.additional_times(ability.keyword) == stated.FOR_MODES:
                number = max(modes - 1, 0)
            if number == 0:
                continue
            if number > 1 and stated.additional_times(ability.keyword) == "once":
                raise Incomplete(f"{ability.keyword} that is paid too often")
            text = entry.mana_cost if ability.cost == "its mana cost" else ability.cost
            if text is None and entry.mana_cost is None:
                yield []
                continue
            try:
                cost = stated.additional_cost(ability.keyword, text, ability.number)
            except ValueError as error:
                raise Incomplete(str(error)) from None
            yield from [[cost]] * number
    if any(own):
        raise Incomplete("an additional cost that is announced and not found")


def _share(entry: Entry, instance: Instance, announced: Sequence[tuple[str, int]]) -> int:
    """How often the cost of one instance of a keyword ability is announced. One number is for the only instance there
    is; with several there must be one for each, or nothing is paid."""
    keyword = getattr(instance.ability, "keyword", "")
    told = [times for name, times in announced if name == keyword]
    names = [each.name for each in alike(entry.abilities, keyword)]
    if not any(told):
        return 0
    if len(told) != len(names):
        raise Incomplete(f"which of several abilities of {keyword} is paid for")
    return told[names.index(instance.name)]


def _all(game: Game, kind: type[Ability]) -> Iterator[tuple[int, Ability]]:
    for identifier, entry in game.view.items():
        for each in entry.abilities:
            stood_for = meaning(each.ability) if isinstance(each.ability, Keyword) else (each.ability,)
            yield from ((identifier, ability) for ability in stood_for if isinstance(ability, kind))


def _reader(game: Game, identifier: int) -> Reader:
    """A reader for what an ability of an object says; a spell that is being cast is controlled by who casts it."""
    return game.reader(Says(identifier))


def _changing(game: Game, player: str) -> Iterator[tuple[int, ChangesCost]]:
    """The abilities that function, whose condition holds, and which are about this player's spells and abilities."""
    for identifier, ability in _all(game, ChangesCost):
        assert isinstance(ability, ChangesCost)
        zone = game.objects[identifier].zone
        reader = _reader(game, identifier)
        whose = ability.player is None or player in reader.players(ability.player)
        if zone in ability.zones and whose and reader.holds(ability.condition):
            yield identifier, ability


def _of_spell(game: Game, identifier: int, change: ChangesCost, spell: Spell) -> bool:
    if change.abilities is not None:
        return False
    if change.spells is None:
        return identifier == spell.identifier
    reader = _reader(game, identifier)
    return reader.fits(change.spells, game.view[spell.identifier])


class _Weighed(NamedTuple):
    more: list[str]
    less: list[Reduction]
    least: int


def _weighed(game: Game, changes: list[tuple[int, ChangesCost]]) -> _Weighed:
    """The changes with their amounts counted."""
    more: list[str] = []
    less: list[Reduction] = []
    least = 0
    for identifier, change in changes:
        times = _reader(game, identifier).value(change.times)
        if times > 0 and change.more:
            more.append(change.more * times)
        if times > 0 and change.less:
            less.append(Reduction(mana_cost(change.less * times), change.colored_only, change.not_below or 0))
        least = max(least, change.at_least or 0)
    return _Weighed(more, less, least)


def _dues(cost: Cost, changes: _Weighed, x: int | None) -> tuple[Owed, Cost]:
    mana = [part.symbols for part in cost if isinstance(part, ManaPart)]
    rest = tuple(part for part in cost if not isinstance(part, ManaPart))
    for part in rest:
        if isinstance(part, OtherCost):
            raise Incomplete(f"the cost {part.text!r}")
    first, *others = [mana_cost(each) for each in [*(mana or ["{0}"]), *changes.more]]
    announced = () if x is None else (("X", x),)
    return Owed(first, tuple(others), tuple(changes.less), changes.least, announced), rest


def _understood(game: Game, spell: int | None, amounts: bool) -> None:
    """Raise Incomplete where an ability in play, of the spell, or an effect speaks of costs in words only; without
    amounts, only where the spell itself asks for something besides."""
    if spell is not None and any(mentions(each.ability, _of_own_cost) for each in game.view[spell].abilities):
        raise Incomplete("an ability about its own cost of which only the words are known")
    if amounts and spell is not None and any(mentions(each.ability, _of_itself) for each in game.view[spell].abilities):
        raise Incomplete("an instruction about the cost of the spell itself of which only the words are known")
    for entry in game.view.values():
        obj = game.objects[entry.id]
        if amounts and obj.card.layout == "emblem":
            for each in entry.abilities:
                if mentions(each.ability, _of_costs) or isinstance(each.ability, ChangesCost | AlternativeCost):
                    raise Incomplete("what is said of costs from the command zone")
        for each in entry.abilities:
            ability = each.ability
            if not amounts or (entry.id != spell and not heard(obj, entry.battlefield, ability)):
                continue
            if isinstance(ability, Keyword):
                if entry.id == spell and (stated.is_unmodelled(ability) or mentions(meaning(ability), _of_costs)):
                    raise Incomplete(f"what {ability.keyword} changes about a cost")
            elif mentions(ability, _of_costs):
                raise Incomplete("an ability about costs of which only the words are known")
    if amounts and any(mentions(effect.mods, _of_costs) for effect in game.effects.values()):
        raise Incomplete("an effect about costs of which only the words are known")


def _of_own_cost(node: object) -> bool:
    if not isinstance(node, Opaque | OtherAction):
        return False
    words = node.gloss.lower()
    only = "cast this spell only" in words or "cast ~ only" in words
    return only or "additional cost" in words or "rather than pay" in words


def _of_itself(node: object) -> bool:
    if not isinstance(node, OtherAction):
        return False
    # Every second part stands in quotation marks: it is said of something else.
    for sentence in " ".join(node.gloss.lower().split('"')[::2]).split("."):
        before, costs, after = sentence.partition(" costs ")
        named = before.endswith(("~", "this spell", "this object", "this card")) or before.split()[-1:] == ["it"]
        if costs and (named or before.endswith("it also")) and {"more", "less"} & set(after.replace(",", " ").split()):
            return True
    return False


def _of_costs(node: object) -> bool:
    if not isinstance(node, Opaque | RuleEffect):
        return False
    for sentence in node.gloss.lower().split("."):
        words = sentence.replace(",", " ").split()
        if not {"cost", "costs"} & set(words):
            continue
        if {"more", "less"} & set(words) or re.search(r"\bto (?:cast|activate|foretell)", sentence):
            return True
    return False
