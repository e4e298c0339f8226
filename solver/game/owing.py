"""What is owed for a spell or an activated ability: mana to be totalled, and other parts of costs.

The object is looked at as it is on the stack (a spell) or where it is (the source of an ability). Costs are gathered in
the order of the rules: the mana cost or one alternative cost, additional costs, then what makes it more or less.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import product
from typing import NamedTuple

from layerproof.kb.keywords import casting_costs as keywords
from layerproof.kb.keywords.meaning import meaning
from layerproof.kb.model.ability import Keyword, Modal, Opaque
from layerproof.kb.model.costs.cost import Cost, ManaPart, OtherCost
from layerproof.kb.model.costs.cost_ability import AdditionalCost, AlternativeCost, ChangesCost
from layerproof.kb.model.costs.mana import ManaCost, mana_cost
from layerproof.kb.model.costs.payment import Owed, Reduction
from layerproof.kb.model.instruction import OtherAction
from layerproof.kb.model.modification import RuleEffect
from layerproof.kb.model.node import mentions, nodes_of
from layerproof.solver.game.announced_x import refuse_changes_of_x, said_by_spell, with_mana_for_x
from layerproof.solver.game.announcing import announcements, by_instance
from layerproof.solver.layers.commanders import is_commander, told_casts
from layerproof.solver.layers.functioning import is_emblem, is_heard
from layerproof.solver.layers.reading import fits, players
from layerproof.solver.layers.scene import Scene, Source, Undecided
from layerproof.solver.layers.values import evaluate, holds
from layerproof.solver.layers.view import Entry, Instance
from layerproof.solver.situation.game import Game
from layerproof.solver.situation.modes import chosen_modes

# How a spell is cast without paying its mana cost, or for a cost that its own text or another object's offers.
FREE, OFFERED = "without paying", "alternative cost"
_OWN_WORDS = ("additional cost", "rather than pay", "cast this spell only", "cast ~ only")
_CHANGES = re.compile(
    r"\bcosts?\b[^.]*\b(?:more|less)\b|\bcosts? (?:\{|one|two|three)[^.]*\bto (?:cast|activate|foretell)\b"
)
# What a card says of its own cost in a sentence that stands among its instructions; what stands in quotation marks is
# an ability that something else gets.
_OWN_CHANGES = re.compile(r"(?:~|\bthis (?:spell|object|card)|\bit(?: also)?) costs\b[^.]*\b(?:more|less)\b")
_QUOTED = re.compile(r'"[^"]*"')


class Owing(NamedTuple):
    """What is owed: the mana, from which totals follow, and the other parts; nothing where the cost is unpayable."""

    owed: Owed
    parts: Cost


class Cast(NamedTuple):
    """A spell on the stack that is being cast, and what was announced.

    spell: its identifier. way: the keyword for whose cost it is cast, FREE, OFFERED, or None for its mana cost.
    additional: pairs of a keyword and how often its additional cost is paid. zone: from where it is cast. amounts:
    whether it matters how much mana it is. had: the keyword abilities of the way that the card had where it was cast
    from, whether or not the spell has them. let: whether what resolves lets it be cast without paying its mana cost.
    """

    spell: int
    player: str
    way: str | None = None
    additional: tuple[tuple[str, int], ...] = ()
    x: int | None = None
    zone: str = "hand"
    amounts: bool = True
    had: tuple[Keyword, ...] = ()
    let: bool = False


def owing_for_spell(game: Game, cast: Cast) -> list[Owing]:
    """What may be owed for casting a spell, one entry for each choice that is left open; none if it is unpayable.

    Sources: rule keys cast.total_cost, cost.alternative, cost.additional, cost.alternative.added_to, cost.no_mana_cost,
    cost.unpayable_stays. Raises Undecided where something that is not modelled says what it costs, or where the number
    of a variable symbol is not announced. It does not promise that the casting is legal, nor that the cost can be paid.
    """
    scene = game.scene()
    entry = scene.view[cast.spell]
    _refuse_unknown(game, scene, cast.spell, cast.amounts)
    additional = _additional(scene, entry, cast)
    if cast.amounts and cast.way is not None and keywords.is_cheaper_for_a_creature(cast.way):
        _refuse_creatures(scene, cast)
    bases = list(_bases(scene, entry, cast))
    more, less, least = _changes(scene, cast.spell, cast.player, None) if cast.amounts else ([], [], 0)
    if cast.zone == "command" and is_commander(scene.items[cast.spell]):
        # As much at least is added (rule key commander.cast); that it is no more is not said here.
        more += [mana_cost("{2}")] * told_casts(scene.situation, cast.player)
    found: list[Owing] = []
    for stated in bases:
        base = _with_mana_for_x(entry, cast, stated) if cast.amounts else stated
        if less or least:
            refuse_changes_of_x(stated, base)
        for extra in product(*additional):
            parts = tuple(part for cost in (base, *extra) for part in cost)
            found.append(_owing(parts, more, less, least, () if cast.x is None else (("X", cast.x),)))
    return found


def owing_for_ability(
    game: Game, cost: Cost, source: int, player: str, keyword: str | None, is_mana: bool, x: int | None, amounts: bool
) -> Owing:
    """What is owed for activating an ability of an object (rule key activate.like_casting).

    cost: its activation cost. keyword: the keyword ability that it is part of, if any. Raises Undecided as for spells.
    """
    scene = game.scene()
    _refuse_unknown(game, scene, None, amounts)
    kinds = ("any", keyword or "") if is_mana else ("any", "any but mana", keyword or "")
    more, less, least = _changes(scene, source, player, kinds) if amounts else ([], [], 0)
    return _owing(cost, more, less, least, (("X", x),) if x is not None else ())


def owing_for_special(game: Game, cost: Cost, x: int | None, amounts: bool) -> Owing:
    """What is owed for a special action (rule key timing.special). Raises Undecided as for spells."""
    scene = game.scene()
    _refuse_unknown(game, scene, None, amounts)
    return _owing(cost, (), (), 0, (("X", x),) if x is not None else ())


def _with_mana_for_x(entry: Entry, cast: Cast, cost: Cost) -> Cost:
    """A cost with the mana that may be spent on X in its place, where the spell limits that."""
    abilities = tuple(each.ability for each in entry.abilities)
    limited = with_mana_for_x(cost, said_by_spell(abilities), cast.x)
    if limited != cost:
        tools = [each for each in abilities if isinstance(each, Keyword) and keywords.used_to_pay(each.keyword)]
        if cast.way is not None or any(number for _, number in cast.additional) or tools:
            raise Undecided("a cost of which only some mana may be spent on X, beside other ways to pay")
    return limited


def _bases(scene: Scene, entry: Entry, cast: Cast) -> Iterator[Cost]:
    """The mana cost, or the one alternative cost that was chosen."""
    if cast.way is None:
        if entry.mana_cost is not None:
            yield (ManaPart(entry.mana_cost),)
        return
    if cast.way == FREE and cast.let:
        yield ()
        return
    if cast.way in (FREE, OFFERED):
        for offer in _offers(scene, cast):
            if bool(offer.cost) == (cast.way == OFFERED):
                yield offer.cost
        return
    if not keywords.is_alternative(cast.way):
        raise Undecided(f"what casting a spell for its {cast.way} costs is not modelled")
    offering = cast.had or _keywords(entry, cast.way)
    if not offering:
        raise Undecided(f"what casting for {cast.way} costs, which neither the card nor the spell has")
    for instance in offering:
        stated = entry.mana_cost if instance.cost == "its mana cost" else instance.cost
        try:
            cost = keywords.alternative_cost(cast.way, stated)
        except ValueError as error:
            raise Undecided(str(error)) from None
        if isinstance(cost, str):
            if cost == keywords.MANA_COST and entry.mana_cost is None:
                continue
            cost = (ManaPart(entry.mana_cost or "{0}"),) if cost == keywords.MANA_COST else ()
        yield (*cost, *keywords.besides(cast.way))


def _offers(scene: Scene, cast: Cast) -> Iterator[AlternativeCost]:
    """The alternative costs that abilities offer to the player for this spell."""
    for identifier, ability in _abilities(scene, AlternativeCost):
        assert isinstance(ability, AlternativeCost)
        source = Source(identifier)
        if ability.spells is None:
            if identifier != cast.spell:
                continue
        elif scene.items[identifier].zone != "battlefield" or not fits(ability.spells, scene, source, cast.spell):
            continue
        if ability.from_ and cast.zone not in ability.from_:
            continue
        if cast.player not in players(ability.player, scene, source):
            continue
        if ability.condition is None or holds(ability.condition, scene, source):
            yield ability


def _additional(scene: Scene, entry: Entry, cast: Cast) -> list[list[Cost]]:
    """For each additional cost that is paid, the costs of which one is chosen (rule key cost.additional)."""
    found: list[list[Cost]] = []
    announced = announcements(cast.additional)
    shares = {
        keyword: iter(by_instance(entry, keyword, numbers))
        for keyword, numbers in announced.items()
        if keywords.additional_times(keyword) not in (None, keywords.FOR_MODES)
    }
    for instance in entry.abilities:
        ability = instance.ability
        if isinstance(ability, AdditionalCost):
            if ability.optional:
                times = sum(announced.pop("additional cost", []))
                if ability.times is not None and times > ability.times:
                    raise Undecided("an additional cost that is paid more often than it may be")
            else:
                times = 1
            found += [[each.cost for each in ability.options]] * times
        elif isinstance(ability, Keyword) and keywords.additional_times(ability.keyword) == keywords.FOR_MODES:
            announced.pop(ability.keyword, None)
            stated = entry.mana_cost if ability.cost == "its mana cost" else ability.cost
            found += [[keywords.additional_cost(ability.keyword, stated)]] * (_modes_chosen(scene, entry, cast) - 1)
        elif isinstance(ability, Keyword) and ability.keyword in shares:
            announced.pop(ability.keyword, None)
            found += _of_keyword(entry, ability, next(shares[ability.keyword]))
    if unknown := [keyword for keyword, numbers in announced.items() if any(numbers)]:
        raise Undecided(f"an additional cost that is not modelled: {unknown[0]}")
    return found


def _refuse_creatures(scene: Scene, cast: Cast) -> None:
    """Raise Undecided where the player has a creature that may be tapped to make the spell cheaper."""
    for it in scene.in_zones(("battlefield",)):
        mine = scene.controller_of(it) == cast.player and not scene.items[it].tapped
        if mine and "creature" in scene.view[it].types:
            raise Undecided(f"a creature that is tapped to make a spell cast for {cast.way} cheaper")


def _of_keyword(entry: Entry, ability: Keyword, times: int) -> list[list[Cost]]:
    """The additional costs of one instance of a keyword ability that is paid so often."""
    if keywords.additional_times(ability.keyword) == "once" and times > 1:
        raise Undecided(f"{ability.keyword} that is paid more often than once")
    stated = entry.mana_cost if ability.cost == "its mana cost" else ability.cost
    try:
        return [[keywords.additional_cost(ability.keyword, stated, ability.number)]] * times
    except ValueError as error:
        if not times:
            return []
        if entry.mana_cost is not None:
            raise Undecided(str(error)) from None
        # Its cost is that of an object without a mana cost, and cannot be paid.
        return [[]]


def _modes_chosen(scene: Scene, entry: Entry, cast: Cast) -> int:
    """How many modes of a spell are chosen; one where none is named."""
    chosen = [
        len(chosen_modes(each.ability.modes, scene.items[cast.spell].choices))
        for each in entry.abilities
        if isinstance(each.ability, Modal)
    ]
    return max(1, sum(chosen))


def _keywords(entry: Entry, keyword: str) -> list[Keyword]:
    return [
        each.ability
        for each in entry.abilities
        if isinstance(each.ability, Keyword) and each.ability.keyword == keyword
    ]


def _abilities(scene: Scene, kind: type) -> Iterator[tuple[int, object]]:
    for identifier, entry in scene.view.items():
        for instance in entry.abilities:
            said = instance.ability
            for ability in meaning(said) if isinstance(said, Keyword) else (said,):
                if isinstance(ability, kind):
                    yield identifier, ability


def _changes(
    scene: Scene, of: int, player: str, kinds: tuple[str, ...] | None
) -> tuple[list[ManaCost], list[Reduction], int]:
    """What makes a spell (or, with kinds, an ability of an object) cost more or less, and what it costs at least."""
    more: list[ManaCost] = []
    less: list[Reduction] = []
    least = 0
    for identifier, ability in _abilities(scene, ChangesCost):
        assert isinstance(ability, ChangesCost)
        if not _applies(scene, ability, identifier, of, player, kinds):
            continue
        source = Source(identifier)
        times = max(0, evaluate(ability.times, scene, source))
        if ability.more is not None and times:
            more.append(mana_cost(ability.more * times))
        if ability.less is not None and times:
            symbols = mana_cost(ability.less * times)
            less.append(Reduction(symbols, ability.colored_only, ability.not_below or 0))
        least = max(least, ability.at_least or 0)
    return more, less, least


def _applies(
    scene: Scene, ability: ChangesCost, identifier: int, of: int, player: str, kinds: tuple[str, ...] | None
) -> bool:
    source = Source(identifier)
    if scene.items[identifier].zone not in ability.zones:
        return False
    if (ability.abilities is None) != (kinds is None):
        return False
    if kinds is not None:
        if ability.abilities not in kinds or (ability.of is not None and not fits(ability.of, scene, source, of)):
            return False
    elif ability.spells is None:
        if identifier != of:
            return False
    elif not fits(ability.spells, scene, source, of):
        return False
    if ability.player is not None and player not in players(ability.player, scene, source):
        return False
    return ability.condition is None or holds(ability.condition, scene, source)


def _owing(
    parts: Cost, more: Iterable[ManaCost], less: Iterable[Reduction], least: int, announced: tuple[tuple[str, int], ...]
) -> Owing:
    mana = [mana_cost(part.symbols) for part in parts if isinstance(part, ManaPart)]
    other = tuple(part for part in parts if not isinstance(part, ManaPart))
    unknown = next((part for part in other if isinstance(part, OtherCost)), None)
    if unknown is not None:
        raise Undecided(f"the cost {unknown.text!r} is not modelled")
    base, added = (mana[0], mana[1:]) if mana else (ManaCost(), [])
    return Owing(Owed(base, (*added, *more), tuple(less), least, announced), other)


def _refuse_unknown(game: Game, scene: Scene, spell: int | None, amounts: bool) -> None:
    """Raise Undecided where an ability or effect that is known by its words only speaks of what things cost.

    amounts: where it does not matter how much mana it is, only what the spell itself asks for besides is looked at.
    """
    if spell is not None:
        for instance in scene.view[spell].abilities:
            _refuse_own(game, spell, instance)
    if not amounts:
        return
    if spell is not None:
        _refuse_instructions(game, scene, spell)
    for identifier, entry in scene.view.items():
        item = scene.items[identifier]
        if is_emblem(item) and mentions(tuple(each.ability for each in entry.abilities), _is_about_costs):
            raise Undecided(f"what {game.name(identifier)} says of costs from the command zone is not modelled")
        for instance in entry.abilities:
            words = instance.ability
            if item.zone != "battlefield" and identifier != spell:
                if not isinstance(words, Opaque) or not is_heard(item, words):
                    continue
            _refuse_ability(game, identifier, instance, identifier == spell)
    for in_force in game.situation.effects:
        if mentions(in_force.mods, _speaks_of_costs):
            raise Undecided(f"what an effect of {in_force.origin} makes cost more or less is not modelled")


def _is_about_costs(node: object) -> bool:
    return isinstance(node, ChangesCost | AlternativeCost | AdditionalCost) or _speaks_of_costs(node)


def _refuse_ability(game: Game, identifier: int, instance: Instance, own: bool) -> None:
    ability = instance.ability
    if isinstance(ability, Keyword):
        if own and mentions(meaning(ability), _speaks_of_costs):
            raise Undecided(f"what {ability.keyword} changes about a cost is not modelled")
        if own and keywords.is_unmodelled(ability):
            raise Undecided(f"what {ability.keyword} changes about a cost is not modelled")
        return
    if mentions(ability, _speaks_of_costs):
        raise Undecided(f"an ability of {game.name(identifier)} about costs is not modelled")


def _refuse_instructions(game: Game, scene: Scene, spell: int) -> None:
    """Raise Undecided where an instruction of a spell, known by its words only, says that it costs more or less."""
    for node in nodes_of(tuple(each.ability for each in scene.view[spell].abilities)):
        words = node.gloss if isinstance(node, OtherAction) else ""
        if _OWN_CHANGES.search(_QUOTED.sub("", words).lower()):
            raise Undecided(f"what {game.name(spell)} says about costs is not modelled ({words})")


def _refuse_own(game: Game, identifier: int, instance: Instance) -> None:
    """What a spell says of costs besides mana, in words only."""

    def speaks(node: object) -> bool:
        gloss = node.gloss.lower() if isinstance(node, Opaque | OtherAction) else ""
        return any(each in gloss for each in _OWN_WORDS)

    if mentions(instance.ability, speaks):
        raise Undecided(f"an ability of {game.name(identifier)} about its cost is not modelled")


def _speaks_of_costs(node: object) -> bool:
    gloss = node.gloss.lower() if isinstance(node, Opaque | RuleEffect) else ""
    return bool(gloss) and _CHANGES.search(gloss) is not None
