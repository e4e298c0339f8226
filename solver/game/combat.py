"""Attacking and blocking: whether a declaration is legal (rule keys attack.chosen, block.chosen)."""

from __future__ import annotations

from layerproof.kb.rulebook.legality import prohibitions
from layerproof.kb.scenario.action import Attack, Block
from layerproof.solver.game.judgement import Judgement, Judging
from layerproof.solver.game.rights import Rule, doubts, is_allowed, is_forbidden, rules_in_force
from layerproof.solver.game.timing import is_sick, stack
from layerproof.solver.layers.protecting import protected_from
from layerproof.solver.layers.reading import fits, has_keyword
from layerproof.solver.layers.scene import Scene, Source, Undecided
from layerproof.solver.layers.view import Entry
from layerproof.solver.situation.game import Game, Invalid

BLOCKING = ("combat", "declare blockers")


def defender(game: Game, action: Attack) -> int | str:
    """Whom or what the creatures attack. Raises Invalid where that is not said and there are several opponents."""
    if action.at is not None:
        return game.who(action.at)
    others = [each.name for each in game.situation.players if not each.lost and each.name != game.situation.active]
    if len(others) != 1:
        raise Invalid("whom the creatures attack is not said", "name a player, planeswalker or battle with at:")
    return others[0]


def judge_attack(game: Game, action: Attack) -> Judgement:
    """Whether the active player can declare these attackers and no other, with every reason.

    Where the scenario is in no other step of combat it is taken to be the time. Raises Undecided for restrictions and
    requirements that are known by their words only.
    """
    player = game.player(action.controller) if action.controller is not None else game.situation.active
    chosen = [game.find(each) for each in action.attack]
    at = defender(game, action)
    scene = game.scene()
    rules = list(rules_in_force(game, scene))
    judging = Judging(game, "attack", player, None)
    if player != game.situation.active:
        judging.forbid("player", ("attack.chosen",), about=game.situation.active)
    if game.situation.step in ("untap", "upkeep", "draw", "second main", "end", "cleanup", "declare blockers"):
        judging.forbid("time", ("attack.chosen",))
    elif stack(game):
        # Attackers are declared as their step begins, which no step does while something waits to resolve.
        judging.forbid("time", ("attack.chosen",))
    if any(dict(item.told).get("attacking") for item in game.situation.objects):
        judging.unsure(Undecided("whether attackers have been declared in this combat already"))
    for item in chosen:
        if game.there(item.id) is None:
            raise Invalid(f"{game.name(item.id)} is no longer where it was", "the new object has its own label (as:)")
        judging.doubt = judging.doubt or doubts(game, scene, "attack", item.id)
        entry = game.entry(item.id)
        if item.zone != "battlefield" or entry.controller != player:
            judging.forbid("object", ("attack.chosen",), about=item.id)
            continue
        _judge_creature(judging, game, scene, "attack", item.id, rules, ("attack.restriction",))
        if len(chosen) == 1:
            _judge_creature(judging, game, scene, "attack alone", item.id, rules, ("attack.restriction",))
        haste = has_keyword(entry, "haste") or any(
            is_allowed(rule, scene, "attack at once", item.id, player) for rule in rules
        )
        if "creature" in entry.types and not haste and is_sick(game, item.id):
            judging.forbid("forbidden", ("creature.summoning_sick",), about=item.id)
    _judge_attacked(judging, game, at, player)
    if not judging.forbidden:
        judging.allow("time", ("attack.chosen",))
    return judging.result()


def _judge_attacked(judging: Judging, game: Game, at: int | str, player: str) -> None:
    """Look at whom or what is attacked: an opponent, or a planeswalker of one (rule key combat.only_creatures)."""
    if isinstance(at, str):
        gone = next(each.lost for each in game.situation.players if each.name == at)
        if at == player or gone:
            judging.forbid("object", ("attack.chosen",), about=at)
        return
    entry = game.entry(at)
    if "battle" in entry.types:
        judging.unsure(Undecided("who protects a battle is not modelled"))
    elif "planeswalker" not in entry.types:
        judging.forbid("object", ("combat.only_creatures",), about=at)
    elif entry.controller == player:
        judging.forbid("object", ("attack.chosen",), about=at)


def _judge_creature(
    judging: Judging,
    game: Game,
    scene: Scene,
    action: str,
    identifier: int,
    rules: list[Rule],
    restriction: tuple[str, ...],
    attacker: int | None = None,
) -> None:
    """Look at what the rules and effects forbid a creature to do."""
    for each in prohibitions(action):
        if each.of is not None and fits(each.of, scene, Source(identifier), identifier):
            spared = each.rule[0] == "keyword.defender.attack" and any(
                is_allowed(rule, scene, "attack", identifier, judging.player) for rule in rules
            )
            if not spared:
                judging.forbid("forbidden", each.rule, about=identifier)
    for rule in rules:
        if is_forbidden(rule, scene, action, identifier, judging.player, attacker):
            judging.forbid("forbidden", restriction, rule.source.id, identifier)


def judge_block(game: Game, action: Block) -> Judgement:
    """Whether these creatures together can block the attacker, with every reason.

    The attacker is what attacks, or, where the scenario declares no attackers, any creature of another player. Raises
    Undecided for restrictions and requirements that are known by their words only.
    """
    scene = game.scene()
    attacker = attacker_of(game, action)
    attacking = game.entry(attacker)
    rules = list(rules_in_force(game, scene))
    blockers = [game.find(each) for each in action.block]
    first = game.entry(blockers[0].id).controller
    player = game.player(action.controller) if action.controller is not None else first
    judging = Judging(game, "block", player, attacker)
    if game.situation.step in ("untap", "upkeep", "draw", "main", "second main", "end", "cleanup"):
        judging.forbid("time", ("block.chosen",))
    elif stack(game):
        # Blockers too are declared as their step begins.
        judging.forbid("time", ("block.chosen",))
    if attacking.controller == player or (player == game.situation.active and game.situation.step in BLOCKING):
        judging.forbid("player", ("block.chosen",), about=player)
    whom = dict(game.item(attacker).told).get("attacking")
    if isinstance(whom, str) and game.is_player(whom):
        if whom != player:
            judging.forbid("object", ("block.chosen",), about=attacker)
    elif whom and len([each for each in game.situation.players if not each.lost]) > 2:
        judging.unsure(Undecided("which player defends against an attacker is not told"))
    walk = _walks_past(scene, attacking, player)
    if walk is not None:
        judging.forbid("forbidden", ("keyword.landwalk.block",), about=walk)
    for item in blockers:
        if game.there(item.id) is None:
            raise Invalid(f"{game.name(item.id)} is no longer where it was", "the new object has its own label (as:)")
        for sort, one in (("block", item.id), ("block", attacker)):
            judging.doubt = judging.doubt or doubts(game, scene, sort, one)
        entry = game.entry(item.id)
        if item.zone != "battlefield" or entry.controller != player:
            judging.forbid("object", ("block.chosen",), about=item.id)
            continue
        if dict(item.told).get("blocking"):
            judging.unsure(Undecided("whether a creature can block more than one attacker"))
        _judge_creature(judging, game, scene, "block", item.id, rules, ("block.restriction",), attacker)
        source = Source(attacker, that=attacker)
        for each in prohibitions("be blocked"):
            if each.of is None or fits(each.of, scene, source, attacker):
                if each.by is None or fits(each.by, scene, source, item.id):
                    judging.forbid("forbidden", each.rule, about=item.id)
        try:
            if protected_from(attacking, entry):
                judging.forbid("forbidden", ("keyword.protection.block",), about=item.id)
        except Undecided as error:
            judging.unsure(error)
        for rule in rules:
            if is_forbidden(rule, scene, "be blocked", attacker, player, item.id):
                judging.forbid("forbidden", ("block.restriction",), rule.source.id, item.id)
    if has_keyword(attacking, "menace") and len({item.id for item in blockers}) < 2:
        judging.forbid("forbidden", ("keyword.menace.block",))
    if not judging.forbidden:
        judging.allow("time", ("block.chosen",))
    return judging.result()


def attacker_of(game: Game, action: Block) -> int:
    """The creature that is blocked. Raises Invalid where that is not said, or it does not attack."""
    attacking = [item.id for item in game.situation.objects if dict(item.told).get("attacking")]
    if action.attacker is not None:
        named = game.find(action.attacker)
        if game.there(named.id) is None:
            raise Invalid(f"{action.attacker} is no longer where it was", "a creature that attacks")
        if attacking and named.id not in attacking:
            raise Invalid(f"{action.attacker} does not attack", "a creature that attacks")
        return named.id
    if len(attacking) != 1:
        raise Invalid(f"which creature is blocked is not said, and {len(attacking)} attack", "name it with attacker:")
    return attacking[0]


def _walks_past(scene: Scene, attacking: Entry, player: str) -> str | None:
    """The landwalk by which an attacker cannot be blocked by a player, None if there is none."""
    from layerproof.kb.model.ability import Keyword

    lands = [scene.view[each] for each in scene.in_zones(("battlefield",))]
    lands = [each for each in lands if each.controller == player and "land" in each.types]
    for instance in attacking.abilities:
        ability = instance.ability
        if not isinstance(ability, Keyword) or ability.keyword != "landwalk":
            continue
        words = (ability.quality or "").split()
        if any(all(_land_is(land, word) for word in words) for land in lands):
            return ability.quality
    return None


def _land_is(land: Entry, word: str) -> bool:
    if word in ("nonbasic", "land"):
        return word == "land" or "basic" not in land.supertypes
    return word in land.subtypes or word in land.supertypes or word in land.types
