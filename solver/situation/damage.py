"""Damage: what becomes of it, and what it does to creatures, planeswalkers, battles and players."""

from __future__ import annotations

from layerproof.kb.keywords.keyword_files import does
from layerproof.kb.model.ability import Keyword
from layerproof.kb.model.instruction import GainLife
from layerproof.kb.model.occurrence import Damaged
from layerproof.kb.model.told.fact_kinds import with_told
from layerproof.solver.events.proof_log import Rule
from layerproof.solver.layers.commanders import struck
from layerproof.solver.layers.reading import has_keyword_that, players
from layerproof.solver.layers.scene import Undecided
from layerproof.solver.layers.values import evaluate
from layerproof.solver.layers.view import Entry
from layerproof.solver.replacing.happening import Following, Happening
from layerproof.solver.replacing.happens import become, floored, follow, let_one_happen
from layerproof.solver.situation.game import Game
from layerproof.solver.situation.guard import unhindered


def damage_event(dealer: int | None, to: int | str, number: int, combat: bool | None = False) -> Happening:
    """The event of damage being dealt to an object or player.

    dealer: the object that deals it, None if the scenario names none. combat: None if it is not known.
    """
    it, who = (to, None) if isinstance(to, int) else (None, to)
    return Happening("damage", number, it, who, dealer, combat=combat)


def deal_damage(game: Game, *events: Happening) -> None:
    """Deal damage to objects and players, all at one moment.

    First replacement and prevention effects change the damage, then what is left is processed into its results, which
    other effects change, and then all of it happens. Sources: rule keys damage.processed, damage.results,
    damage.results.wither, damage.results.loyalty, damage.results.marked. Raises Undecided while something that may
    prevent or replace damage is in play and not modelled, and where a choice is left open.
    """
    events = tuple(each for each in events if each.number > 0)
    for each in events:
        unhindered(game, "damage", each.object)
    if not events:
        return
    dealt, follows = become(game, *events)
    results = _all_results(game, dealt)
    later: list[Following] = []
    for following in follows:
        gains = _life_gained(game, following)
        results += gains or ()
        if gains is None:
            later.append(following)
    if any(each.what in ("gain_life", "lose_life") for each in results):
        unhindered(game, "life")
    if any(each.what == "put_counters" for each in results):
        unhindered(game, "counters")
    happens, more = become(game, *results)
    happens = floored(game, tuple(results), happens)
    with game.one_moment():
        steps = {each: _report(game, each) for each in dealt}
        for each in happens:
            causes = [number for one, number in steps.items() if _comes_of(game, each, one)]
            with game.proof.under(*(causes or steps.values())), game.because(_result_rule(each)):
                let_one_happen(game, each)
                _mark(game, each)
    follow(game, (*later, *more))


def _comes_of(game: Game, result: Happening, dealt: Happening) -> bool:
    """Whether a result of damage is one of this damage: of what it was dealt to, or by lifelink of what dealt it."""
    if result.what == "gain_life":
        return dealt.source is not None and game.entry(dealt.source).controller == result.player
    return (result.object, result.player) == (dealt.object, dealt.player)


# By which rule damage has a result, by the sort of event and of counters.
_RESULT_RULES: dict[tuple[str, str | None], Rule] = {
    ("lose_life", None): "damage.results.life",
    ("put_counters", "poison"): ("damage.results.poison", "damage.results"),
    ("put_counters", "-1/-1"): "damage.results.wither",
    ("removed", "loyalty"): "damage.results.loyalty",
    ("removed", "defense"): ("damage.results.defense", "damage.results"),
    ("gain_life", None): "damage.results.lifelink",
    ("marked", None): "damage.results.marked",
    ("deadly", None): ("keyword.deathtouch.destroys", "keyword.deathtouch"),
}


def _result_rule(result: Happening) -> Rule:
    return _RESULT_RULES.get((result.what, result.kind), "damage.results")


def _report(game: Game, dealt: Happening) -> int:
    """Say that damage was dealt: what replaced or prevented it never happened. The number of the step that says so."""
    to = dealt.player if dealt.object is None else dealt.object
    says = {"object": dealt.source, "to": to, "number": dealt.number, "combat": dealt.combat}
    with game.because("damage.processed", **says) as step:
        _tell(game, dealt, to)
    return step


def _tell(game: Game, dealt: Happening, to: int | str | None) -> None:
    if to is not None and (isinstance(to, str) or to in game.scene().view):
        game.report(Damaged(dealt.source, to, dealt.number, dealt.combat))
    if isinstance(to, str):
        told = game.situation.player_state(to).told
        game.set_player(to, told=with_told(told, (("was dealt damage this turn", 1),)))
        dealer = None if dealt.source is None else game.item(dealt.source)
        blows = struck(game.situation.player_state(to), dealer, dealt.number)
        if blows is not None and dealt.combat is not False:
            game.set_player(to, struck=blows)


def _life_gained(game: Game, following: Following) -> list[Happening] | None:
    """Life that is gained as part of the damage event, by an effect that replaced or prevented some of it."""
    found: list[Happening] = []
    for each in following.body:
        if not isinstance(each, GainLife):
            return None
        scene = game.scene()
        number = evaluate(each.number, scene, following.source)
        for name in players(each.player, scene, following.source):
            what = "gain_life" if number > 0 else "lose_life"
            found.append(Happening(what, abs(number), player=name, used=following.used))
    return found


def _all_results(game: Game, dealt: tuple[Happening, ...]) -> list[Happening]:
    """What all damage of one moment comes to. By lifelink each source causes one gain of life, whatever it deals damage
    to (rule key keyword.lifelink.at_once)."""
    results: list[Happening] = []
    gained: dict[int, int] = {}
    for each in dealt:
        for result in _results(game, each):
            if result.what == "gain_life" and each.source is not None:
                if each.source in gained:
                    before = results[gained[each.source]]
                    number, used = before.number + result.number, before.used | result.used
                    results[gained[each.source]] = before._replace(number=number, used=used)
                    continue
                gained[each.source] = len(results)
            results.append(result)
    return results


def _toxic(source: Entry, dealt: Happening) -> int:
    """How many poison counters combat damage of a source to a player gives besides (rule key keyword.toxic): its total
    toxic value."""
    numbers = [each.ability for each in source.abilities if isinstance(each.ability, Keyword)]
    numbers = [each for each in numbers if does(each.keyword, "damage to players adds poison")]
    if not numbers or dealt.combat is False:
        return 0
    if dealt.combat is None or any(each.number is None for each in numbers):
        raise Undecided("how many poison counters damage gives besides the loss of life")
    return sum(each.number or 0 for each in numbers)


def _results(game: Game, dealt: Happening) -> list[Happening]:
    """What damage comes to, by its recipient and its source."""
    source = None if dealt.source is None else game.entry(dealt.source)
    number, used = dealt.number, dealt.used
    by = None if source is None else source.controller
    withering = source is not None and has_keyword_that(source, "damage to creatures is counters")
    found: list[Happening] = []
    if dealt.player is not None:
        poison = 0 if source is None else _toxic(source, dealt)
        if source is not None and has_keyword_that(source, "damage to players is poison"):
            poison += number
        else:
            lost = Happening("lose_life", number, player=dealt.player, damage=True, used=used, source=dealt.source)
            found.append(lost)
        if poison:
            given = Happening("put_counters", poison, player=dealt.player, kind="poison", by=by, effect=None)
            found.append(given._replace(damage=True, used=used))
    elif dealt.object is not None:
        entry = game.scene().view.get(dealt.object)
        if entry is None:
            return []
        if "creature" in entry.types:
            if withering:
                result = Happening("put_counters", number, dealt.object, kind="-1/-1", by=by, effect=None, damage=True)
                found.append(result._replace(used=used))
            else:
                found.append(Happening("marked", number, dealt.object, used=used))
            if source is not None and has_keyword_that(source, "any damage is lethal"):
                found.append(Happening("deadly", number, dealt.object, used=used))
        if "planeswalker" in entry.types:
            found.append(Happening("removed", number, dealt.object, kind="loyalty", used=used))
        if "battle" in entry.types:
            found.append(Happening("removed", number, dealt.object, kind="defense", used=used))
    if source is not None and has_keyword_that(source, "damage gains life"):
        found.append(Happening("gain_life", number, player=source.controller, damage=True, used=used))
    return found


def _mark(game: Game, each: Happening) -> None:
    """Mark damage on a creature, or take counters off a planeswalker or battle."""
    if each.object is None:
        return
    if each.what == "marked":
        game.update(each.object, damage=game.item(each.object).damage + each.number)
    elif each.what == "deadly":
        game.update(each.object, deathtouched=True)
    elif each.what == "removed" and each.kind is not None:
        game.remove_counters(each.object, each.kind, each.number)
