"""Combat damage: who assigns it, to what, and whether an assignment is legal (rule keys combat_damage.*).

Whoever may choose divides the damage of a creature among those it may be assigned to; the rules on trample see the
whole assignment (rule key combat_damage.checked).
"""

from __future__ import annotations

from typing import NamedTuple

from layerproof.kb.keywords.keyword_files import does
from layerproof.kb.model.ability import Keyword
from layerproof.kb.model.told.fact_kinds import named_by, with_told
from layerproof.kb.scenario.action import CombatDamage
from layerproof.solver.game.combat import bands_in_words
from layerproof.solver.game.judgement import Judgement, Judging
from layerproof.solver.game.rights import doubts
from layerproof.solver.game.timing import stack
from layerproof.solver.layers.reading import has_keyword_that
from layerproof.solver.layers.scene import Scene, Undecided
from layerproof.solver.layers.view import Entry, counter_number
from layerproof.solver.situation.damage import damage_event, deal_damage
from layerproof.solver.situation.game import Game, Invalid
from layerproof.solver.situation.guard import lethal_is_known
from layerproof.solver.situation.turns import pools_empty

_NOT_IN = ("untap", "upkeep", "draw", "second main", "end of combat", "end", "cleanup")
FIRST, BOTH = "deals damage in the first step", "deals damage in both steps"
Whom = int | str


class Fighter(NamedTuple):
    """A creature that assigns combat damage: how much, to which creatures it may be assigned, which player or permanent
    is attacked and may get what is left over, by which rule.

    creatures: those that block it, or that it blocks. attacked: None where it cannot be assigned there. trample:
    whether damage goes to what is attacked only after the creatures have lethal damage. behind: the player behind a
    planeswalker, who may get what is left over beyond its loyalty, or all of it where the planeswalker is gone.
    """

    id: int
    power: int
    creatures: tuple[int, ...]
    attacked: Whom | None
    trample: bool
    behind: str | None
    rule: str

    @property
    def recipients(self) -> tuple[Whom, ...]:
        """All to which some of the damage may be assigned."""
        others = (self.attacked, self.behind)
        return (*self.creatures, *(each for each in others if each is not None))


def fighters(game: Game, scene: Scene) -> list[Fighter]:
    """The creatures that assign combat damage in the step that would come now, in the order of their identifiers.

    Sources: rule keys combat_damage.power, combat_damage.first_strike, combat_damage.unblocked, combat_damage.blocked,
    combat_damage.blocking. Raises Undecided where it is not told what blocks what.
    """
    found = []
    for identifier in striking(game, scene):
        entry = scene.view[identifier]
        if entry.power is None or entry.power <= 0:
            continue
        fighter = _fighter(game, scene, identifier, entry, entry.power)
        if fighter.recipients:
            found.append(fighter)
    return found


def in_combat(scene: Scene) -> list[int]:
    """The attacking and blocking creatures."""
    fighting = ("attacking", "blocking")
    told = {each.id: dict(each.told) for each in scene.situation.objects if each.id in scene.view}
    return [each for each, facts in sorted(told.items()) if any(facts.get(what) for what in fighting)]


def has_first_step(scene: Scene) -> bool:
    """Whether something in combat deals damage in a first step, so that there are two."""
    return any(has_keyword_that(scene.view[each], FIRST) for each in in_combat(scene))


def striking(game: Game, scene: Scene) -> list[int]:
    """The creatures in combat that assign damage in the step that would come now (rule key
    combat_damage.first_strike)."""
    there = in_combat(scene)
    if game.situation.strikes:
        struck = game.situation.struck
        return [each for each in there if each not in struck or has_keyword_that(scene.view[each], BOTH)]
    if has_first_step(scene):
        return [each for each in there if has_keyword_that(scene.view[each], FIRST)]
    return there


def _fighter(game: Game, scene: Scene, identifier: int, entry: Entry, power: int) -> Fighter:
    told = dict(scene.items[identifier].told)
    if told.get("blocking"):
        blocked = named_by(told["blocking"])
        if not blocked:
            raise Undecided(f"what {game.name(identifier)} blocks is not told")
        there = tuple(each for each in blocked if dict(_told(game, each)).get("attacking"))
        return Fighter(identifier, power, there, None, False, None, "combat_damage.blocking")
    attacked, behind = _attacked(game, scene, entry, told["attacking"])
    over = any(_is_over_planeswalkers(each.ability) for each in entry.abilities)
    trample = has_keyword_that(entry, "deals what is left over")
    if told.get("blocked"):
        blockers = tuple(
            each for each in in_combat(scene) if identifier in named_by(dict(_told(game, each)).get("blocking"))
        )
        if any(dict(_told(game, each)).get("blocking") == 1 for each in in_combat(scene)):
            raise Undecided("which attacker a creature blocks is not told")
        if not trample:
            attacked = behind = None
        elif any(
            has_keyword_that(scene.view[each], "forms bands") or bands_in_words(scene.view[each]) for each in blockers
        ):
            raise Undecided("who assigns the damage of a creature that is blocked by one with banding")
        return Fighter(
            identifier, power, blockers, attacked, trample, behind if over else None, "combat_damage.blocked"
        )
    return Fighter(identifier, power, (), attacked, trample, behind if over else None, "combat_damage.unblocked")


def _told(game: Game, identifier: int) -> tuple[tuple[str, int | str], ...]:
    item = game.there(identifier)
    return () if item is None else item.told


def _is_over_planeswalkers(ability: object) -> bool:
    return (
        isinstance(ability, Keyword)
        and does(ability.keyword, "deals what is left over")
        and ability.quality == "over planeswalkers"
    )


def _attacked(game: Game, scene: Scene, entry: Entry, whom: int | str) -> tuple[Whom | None, str | None]:
    """What is attacked, if it is still there, and the player behind a planeswalker."""
    if isinstance(whom, str) and game.is_player(whom):
        return whom, None
    named = named_by(whom)
    if not named:
        others = [each.name for each in game.situation.players if not each.lost and each.name != entry.controller]
        if len(others) != 1:
            raise Undecided("whom a creature attacks is not told")
        return others[0], None
    there = scene.view.get(named[0])
    if there is None or scene.items[named[0]].zone != "battlefield" or "planeswalker" not in there.types:
        if there is not None:
            raise Undecided("combat damage where what was attacked is no planeswalker any more")
        if not any(_is_over_planeswalkers(each.ability) for each in entry.abilities):
            return None, None
        # The defending player is behind it still (rule key keyword.trample.planeswalker_gone).
        others = [each.name for each in game.situation.players if not each.lost and each.name != entry.controller]
        if len(others) != 1:
            raise Undecided("whose planeswalker a creature attacked that is gone")
        return None, others[0]
    return named[0], there.controller


def judge_combat_damage(game: Game, action: CombatDamage) -> Judgement:
    """Whether combat damage can be assigned so, with every reason.

    Creatures that are not named assign in the one way that there is. Raises Undecided where a creature that is not
    named could assign its damage in several ways, and where words that are not understood speak of assigning damage.
    """
    scene = game.scene()
    judging = Judging(game, "assign combat damage", game.situation.active, None)
    over = game.situation.strikes > 1 or not in_combat(scene)
    if game.situation.step in _NOT_IN or stack(game) or over:
        judging.forbid("time", ("combat_damage.dealt",))
        return judging.result()
    judging.doubt = doubts(game, scene, "assign combat damage")
    there = {each.id: each for each in fighters(game, scene)}
    given = _given(game, action)
    for identifier in given:
        if identifier not in there:
            waits = identifier in in_combat(scene) and identifier not in striking(game, scene)
            rule = "combat_damage.first_strike" if waits else "combat_damage.power"
            judging.forbid("object", (rule,), about=identifier)
    assigned = {}
    for fighter in there.values():
        parts = given.get(fighter.id)
        if parts is None:
            if len(fighter.recipients) > 1:
                judging.unsure(_not_said(game, fighter))
                return judging.result()
            parts = {fighter.recipients[0]: fighter.power}
        assigned[fighter.id] = parts
    for fighter in there.values():
        _judge_fighter(judging, game, scene, fighter, assigned)
    if not judging.forbidden:
        judging.allow("time", ("combat_damage.dealt",))
        for fighter in there.values():
            judging.allow("assigned", (_rule(fighter, assigned[fighter.id]),), fighter.id)
            if has_first_step(scene) or game.situation.strikes:
                judging.allow("assigned", _steps_rule(scene.view[fighter.id]), fighter.id)
    return judging.result()


def _not_said(game: Game, fighter: Fighter) -> Undecided:
    said = "combat_damage: {LABEL: {LABEL or PLAYER: NUMBER}} would say it"
    return Undecided(f"how {game.name(fighter.id)} assigns its combat damage is not said ({said})")


def _steps_rule(entry: Entry) -> tuple[str, ...]:
    """The rule by which a creature assigns damage in this one of two steps."""
    twice = has_keyword_that(entry, BOTH)
    return ("keyword.double_strike.steps" if twice else "keyword.first_strike.steps",)


def _given(game: Game, action: CombatDamage) -> dict[int, dict[Whom, int]]:
    found: dict[int, dict[Whom, int]] = {}
    for label, parts in action.combat_damage:
        found[game.find(label).id] = {game.who(whom): number for whom, number in parts if number}
    return found


def _rule(fighter: Fighter, parts: dict[Whom, int]) -> str:
    """The rule by which a creature assigns its damage so."""
    if fighter.behind in parts and fighter.behind is not None:
        there = fighter.attacked is not None
        return "keyword.trample.planeswalkers" if there else "keyword.trample.planeswalker_gone"
    if fighter.attacked in parts and fighter.rule == "combat_damage.blocked":
        return "keyword.trample.assign"
    return fighter.rule


def _judge_fighter(
    judging: Judging, game: Game, scene: Scene, fighter: Fighter, assigned: dict[int, dict[Whom, int]]
) -> None:
    parts = assigned[fighter.id]
    for whom in parts:
        if whom not in fighter.recipients:
            judging.forbid("object", (fighter.rule,), fighter.id, whom)
    if sum(parts.values()) != fighter.power:
        judging.forbid("amount", ("combat_damage.power",), fighter.id)
    if len(fighter.creatures) > 1 and game.edition.policy("damage_division") == "in_order":
        judging.unsure(Undecided("the order in which damage is assigned, which the scenario does not tell"))
    if fighter.trample and (fighter.attacked in parts or fighter.behind in parts):
        for each in fighter.creatures:
            if not _is_lethal(game, scene, each, assigned):
                judging.forbid("lethal", ("keyword.trample.assign",), fighter.id, each)
    if fighter.behind is not None and fighter.behind in parts and isinstance(fighter.attacked, int):
        total = sum(each.get(fighter.attacked, 0) for each in assigned.values())
        if total < counter_number(scene.items[fighter.attacked], "loyalty"):
            judging.forbid("lethal", ("keyword.trample.planeswalkers",), fighter.id, fighter.attacked)


def _is_lethal(game: Game, scene: Scene, blocker: int, assigned: dict[int, dict[Whom, int]]) -> bool:
    """Whether what all creatures together assign to a blocker is lethal damage for it (rule key
    keyword.deathtouch.lethal). Raises Undecided where words that are not read say how much that is."""
    entry, item = scene.view[blocker], scene.items[blocker]
    if "planeswalker" in entry.types or "battle" in entry.types:
        raise Undecided("what lethal damage is for a creature that is also a planeswalker or battle")
    dealt = {source: parts[blocker] for source, parts in assigned.items() if parts.get(blocker)}
    if any(has_keyword_that(scene.view[each], "any damage is lethal") for each in dealt):
        return True
    lethal_is_known(scene)
    return item.damage + sum(dealt.values()) >= (entry.toughness or 0)


def combat_damage(game: Game, action: CombatDamage) -> None:
    """Deal the combat damage of a step, all at one moment (rule key combat_damage.dealt). The assignment is legal.

    An attacker that nothing is said to have blocked is unblocked. Raises Invalid where a creature could assign its
    damage in several ways and it is not said how.
    """
    scene = game.scene()
    there, given = fighters(game, scene), _given(game, action)
    events = []
    for fighter in there:
        if fighter.id not in given and len(fighter.recipients) > 1:
            raise Invalid(
                f"how {game.name(fighter.id)} assigns its combat damage is not said",
                "combat_damage: {LABEL: {LABEL or PLAYER: NUMBER}}",
            )
        parts = given.get(fighter.id, {fighter.recipients[0]: fighter.power})
        events += [damage_event(fighter.id, each, parts[each], True) for each in fighter.recipients if each in parts]
    pools_empty(game)
    first = not game.situation.strikes and has_first_step(scene)
    struck = tuple(striking(game, scene)) if first else game.situation.struck
    for identifier in in_combat(scene):
        told = dict(game.item(identifier).told)
        if told.get("attacking") and "blocked" not in told:
            told_now = with_told(game.item(identifier).told, (("blocked", 0),))
            game.update(identifier, "block.becomes_blocked", told=told_now)
    strikes = 1 if first else 2
    game.set_turn("turn.combat_damage", step="combat damage", strikes=strikes, struck=struck)
    with game.because("combat_damage.dealt"):
        deal_damage(game, *events)
