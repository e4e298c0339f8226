"""Damage and its results."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from layerproof.kb.keywords.keyword_files import does
from layerproof.kb.model.ability import Ability, Keyword, Opaque
from layerproof.kb.model.instruction import GainLife
from layerproof.kb.model.modification import RuleEffect
from layerproof.kb.model.node import mentions
from layerproof.kb.model.occurrence import Damaged
from layerproof.kb.model.told.fact_kinds import with_told
from layerproof.kb.rulebook.step_rules import replaced_rule
from layerproof.solver.proof.check.becoming import Besides, become, carry_out, follow
from layerproof.solver.proof.check.coming import Coming, concerns, watchers
from layerproof.solver.proof.check.commanding import blows, told_life
from layerproof.solver.proof.check.game import Game
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.interfering import only_assigns, refuse, refuse_change
from layerproof.solver.proof.check.phrasing import lets
from layerproof.solver.proof.check.view import Entry


def damage(many: int, to: int | str, source: int | None, combat: bool | None = False) -> Coming:
    """The event of damage to an object or player; combat: whether it is combat damage, None if not known."""
    it, who = (to, None) if isinstance(to, int) else (None, to)
    return Coming("damage", many, it, who, source, combat=combat)


def deal_damage(game: Game, events: Sequence[Coming]) -> None:
    """Deal damage to objects and players, all at once.

    Effects change the damage; what is dealt becomes its results; effects change these; then they happen. A planeswalker
    loses loyalty, a battle defense; damage to a creature is marked, or by a source with wither or infect becomes -1/-1
    counters; a source with lifelink gains its controller as much life. Raises Incomplete where an effect of which only
    the words are known may prevent or change the damage.
    """
    events = [each for each in events if each.many > 0]
    if not events:
        return
    abilities = [each.ability for other in game.view.values() if other.battlefield for each in other.abilities]
    if game.damage_rules or any(_speaks_of_damage(each) for each in abilities):
        raise Incomplete("damage that an effect on the rules may prevent or change")
    for each in events:
        refuse_change(game, "damage", each.it if each.it is not None else each.who)
    dealt, besides = become(game, list(events))
    results = _with_one_gain(dealt, [_results(game, each) for each in dealt])
    later: list[Besides] = []
    for one in besides:
        if all(isinstance(each, GainLife) for each in one.body):
            results += _of_life(game, one)
        else:
            later.append(one)
    if any(each.what in ("gain_life", "lose_life") for each in results):
        refuse(game, "life")
    if any(each.what == "put_counters" for each in results):
        refuse_change(game, "counters")
    happen, more = become(game, results)
    with game.beat():
        for each in dealt:
            recipient = each.who if each.it is None else each.it
            if recipient is not None and (isinstance(recipient, str) or recipient in game.view):
                game.tell(Damaged(each.source, recipient, each.many, each.combat))
            if isinstance(recipient, str):
                facts = with_told(game.players[recipient].told, (("was dealt damage this turn", 1),))
                game.set_player(recipient, told=facts)
                if each.combat is not False and each.source is not None:
                    dealer = game.objects.get(each.source) or game.gone.get(each.source)
                    game.set_player(recipient, struck=blows(game.players[recipient], dealer, each.many))
        carry_out(game, _not_below(game, results, happen))
    follow(game, [*later, *more])


def _of_life(game: Game, besides: Besides) -> list[Coming]:
    """The changes of life totals that an effect makes as it changes damage: they belong to the same event."""
    reader = game.reader(besides.says)
    found = []
    for each in besides.body:
        assert isinstance(each, GainLife)
        many = reader.value(each.number)
        what = "gain_life" if many > 0 else "lose_life"
        found += [Coming(what, abs(many), who=name, had=besides.had) for name in reader.players(each.player)]
    return found


def _results(game: Game, dealt: Coming) -> list[Coming]:
    """What damage that is dealt results in, by its source and by what it is dealt to."""
    entry = (game.view.get(dealt.source) or game.known.get(dealt.source)) if dealt.source is not None else None

    def by_keyword(what: str) -> bool:
        return entry is not None and lets(entry, what)

    def result(what: str, kind: str | None = None) -> Coming:
        return Coming(what, dealt.many, it=dealt.it, kind=kind, had=dealt.had)

    found: list[Coming] = []
    if dealt.who is not None:
        counters = dealt.many if by_keyword("damage to players is poison") else 0
        if dealt.combat is not False and entry is not None and by_keyword("damage to players adds poison"):
            counters += _added_poison(entry, dealt)
        if not by_keyword("damage to players is poison"):
            loss = Coming("lose_life", dealt.many, who=dealt.who, source=dealt.source, result=True, had=dealt.had)
            found.append(loss)
        if counters:
            giver = None if entry is None else entry.controller
            got = Coming("put_counters", counters, who=dealt.who, kind="poison", by=giver, effect=None, result=True)
            found.append(replace(got, had=dealt.had))
    elif dealt.it in game.view and dealt.it in game.objects:
        types = game.view[dealt.it].types
        if "creature" in types:
            if by_keyword("damage to creatures is counters"):
                by = None if entry is None else entry.controller
                found.append(replace(result("put_counters", "-1/-1"), by=by, effect=None, result=True))
            else:
                found.append(result("marked"))
            if by_keyword("any damage is lethal"):
                found.append(result("deadly"))
        if "planeswalker" in types:
            found.append(result("removed", "loyalty"))
        if "battle" in types:
            found.append(result("removed", "defense"))
    else:
        return []
    if by_keyword("damage gains life") and entry is not None:
        found.append(Coming("gain_life", dealt.many, who=entry.controller, result=True, had=dealt.had))
    return found


def _with_one_gain(dealt: Sequence[Coming], of_each: list[list[Coming]]) -> list[Coming]:
    """The results of all damage. What a source with lifelink deals at one instant, to however many, is one gain."""
    total: dict[int | None, Coming] = {}
    for one, found in zip(dealt, of_each, strict=True):
        for gain in (each for each in found if each.what == "gain_life"):
            so_far = total.get(one.source)
            total[one.source] = (
                gain if so_far is None else replace(gain, many=gain.many + so_far.many, had=gain.had | so_far.had)
            )
    results: list[Coming] = []
    for one, found in zip(dealt, of_each, strict=True):
        results += [each for each in found if each.what != "gain_life"]
        if any(each.what == "gain_life" for each in found) and one.source in total:
            results.append(total.pop(one.source))
    return results


def _added_poison(entry: Entry, dealt: Coming) -> int:
    """The poison counters that a player gets besides from combat damage: the numbers of all such abilities together."""
    worth = [one.ability.number for one in entry.abilities if isinstance(one.ability, Keyword) and _adds(one.ability)]
    if dealt.combat is None or None in worth:
        raise Incomplete("poison counters of damage besides the loss of life")
    return sum(number or 0 for number in worth)


def _adds(ability: Keyword) -> bool:
    return does(ability.keyword, "damage to players adds poison")


def _not_below(game: Game, would: list[Coming], events: list[Coming]) -> list[Coming]:
    """The events with losses of life made smaller by effects that say how much life damage leaves at least.

    Such an effect sees all that happens to the life total at that moment. would: the results before other effects;
    Incomplete is raised where these changed what happens to the same life total, since the order is then a choice.
    """
    for watcher in watchers(game, *game.just_before(None)):
        floor = watcher.floor
        if floor is None:
            continue
        hit = [e for e in events if e.what == "lose_life" and watcher.name not in e.had and concerns(game, watcher, e)]
        for name in dict.fromkeys(str(each.who) for each in hit):
            if _life_of(name, would) != _life_of(name, events):
                raise Incomplete("the order of several effects on a life total, a choice that is open")
            have = told_life(game.situation(), name)
            mine = [each for each in events if each.who == name]
            change = sum(each.many if each.what == "gain_life" else -each.many for each in mine)
            if have + change >= floor:
                continue
            if have < floor:
                raise Incomplete("damage to a player with less life already than it would leave")
            events = _smaller(game, watcher.name, name, floor - have - change, events)
    return events


def _life_of(name: str, events: list[Coming]) -> list[tuple[str, int]]:
    return sorted((each.what, each.many) for each in events if each.who == name and "_life" in each.what)


def _smaller(game: Game, by: str, name: str, less: int, events: list[Coming]) -> list[Coming]:
    kept: list[Coming] = []
    for each in events:
        if each.what != "lose_life" or each.who != name or not less:
            kept.append(each)
            continue
        new = replace(each, many=max(each.many - less, 0))
        less -= each.many - new.many
        kept += [new] if new.many else []
        rule = replaced_rule(game.edition, "replacement", "only")
        said = [new.written()] if new.many else []
        game.notes.append({"rule": rule, "by": by, "because": "only", "would": each.written(), "instead": said})
    return kept


def _speaks_of_damage(ability: Ability) -> bool:
    said = isinstance(ability, Opaque) and "damage" in ability.gloss and not only_assigns(ability.gloss)
    return said or mentions(ability, is_damage_rule)


def is_damage_rule(node: object) -> bool:
    """Whether a record is an effect on the rules that speaks of damage, such as a prevention effect."""
    if not isinstance(node, RuleEffect) or only_assigns(node.gloss):
        return False
    return "damage" in node.gloss or "prevent" in node.gloss
