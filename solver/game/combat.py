"""Attacking: whether a declaration of attackers is legal (rule keys attack.chosen, attack.restriction,
attack.requirement)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from layerproof.kb.legality.legal_actions import prohibitions
from layerproof.kb.model.ability import Opaque
from layerproof.kb.scenario.action import Attack
from layerproof.solver.game.judgement import Judgement, Judging
from layerproof.solver.game.requirements import attack_demands, exceeds, limits, most_attacks
from layerproof.solver.game.rights import Rule, doubts, is_allowed, is_forbidden, rules_in_force
from layerproof.solver.game.stacking import doubt_of
from layerproof.solver.game.timing import is_sick, stack
from layerproof.solver.layers.reading import fits, has_keyword_that
from layerproof.solver.layers.scene import Scene, Source, Undecided
from layerproof.solver.layers.view import Entry
from layerproof.solver.situation.game import Game, Invalid

Reasons = Iterator[tuple[tuple[str, ...], int | None]]


def defender(game: Game, action: Attack) -> int | str | None:
    """Whom or what the creatures attack, None where nothing attacks. Raises Invalid where that is not said and there
    are several opponents."""
    if action.at is None and not action.attack:
        return None
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
    rules = rules_in_force(game, scene)
    judging = Judging(game, "attack", player, None)
    if player != game.situation.active:
        judging.forbid("player", ("attack.chosen",), about=game.situation.active)
    if game.situation.step in ("untap", "upkeep", "draw", "second main", "end", "cleanup", "declare blockers"):
        judging.forbid("time", ("attack.chosen",))
    elif stack(game):
        # Attackers are declared as their step begins, which no step does while something waits to resolve.
        judging.forbid("time", ("turn_based.first",))
    elif (doubt := doubt_of(game)) is not None:
        judging.unsure(doubt)
    if any(dict(item.told).get("attacking") for item in game.situation.objects):
        judging.unsure(Undecided("whether attackers have been declared in this combat already"))
    obeyed = False
    if not chosen:
        judging.doubt = judging.doubt or doubts(game, scene, "attack")
    for item in chosen:
        if game.there(item.id) is None:
            raise Invalid(f"{game.name(item.id)} is no longer where it was", "the new object has its own label (as:)")
        judging.doubt = judging.doubt or doubts(game, scene, "attack", item.id)
        entry = game.entry(item.id)
        if item.zone != "battlefield" or entry.controller != player:
            judging.forbid("object", ("attack.chosen",), about=item.id)
            continue
        for keys, source in kept_from_attacking(game, scene, item.id, player, rules):
            judging.forbid_unless_lifted("attack", keys, source, item.id)
        if len(chosen) == 1:
            for keys, source in kept_from(scene, "attack alone", item.id, player, rules, "attack.restriction"):
                judging.forbid("forbidden", keys, source, item.id)
    if not any(each.says["because"] in ("time", "player", "object") for each in judging.forbidden):
        try:
            obeyed = _judge_together(judging, game, scene, rules, [item.id for item in chosen], player, at)
        except Undecided as error:
            judging.unsure(error)
    _judge_bands(judging, game, action)
    if at is not None:
        _judge_attacked(judging, game, at, player)
    if not judging.forbidden:
        judging.allow("time", ("attack.chosen",))
        if obeyed:
            judging.allow("required", ("attack.requirement",))
        for item in chosen:
            if has_keyword_that(scene.view[item.id], "acts at once") and is_sick(game, item.id):
                judging.allow("object", ("keyword.haste.attack",), item.id)
    return judging.result()


def bands(game: Game, action: Attack) -> list[list[int]]:
    """The creatures that are declared to be bands."""
    return [[game.find(each).id for each in band] for band in action.bands]


def bands_in_words(entry: Entry) -> bool:
    """Whether a creature has an ability, known by its words only, to be in a band with others of a quality (rule key
    keyword.banding.bands)."""
    words = [each.ability.gloss.lower() for each in entry.abilities if isinstance(each.ability, Opaque)]
    return any(each.startswith("bands with other") for each in words)


def _judge_bands(judging: Judging, game: Game, action: Attack) -> None:
    """Look at the bands: of attackers, at most one of each without banding (rule key keyword.banding.bands)."""
    attacking = {game.find(each).id for each in action.attack}
    seen: set[int] = set()
    for band in bands(game, action):
        without = [each for each in band if not has_keyword_that(game.entry(each), "forms bands")]
        alone = len(set(band)) < 2 or len(set(band)) < len(band)
        others = alone or not set(band) <= attacking or bool(seen & set(band))
        if not others and len(without) > 1 and any(bands_in_words(game.entry(each)) for each in band):
            judging.unsure(Undecided(f"with which others {game.name(band[0])} may attack in a band is not modelled"))
        elif others or len(without) > 1:
            judging.forbid("object", ("keyword.banding.bands",), about=band[0])
        seen |= set(band)


def _judge_attacked(judging: Judging, game: Game, at: int | str, player: str) -> None:
    """Look at whom or what is attacked: an opponent, or a planeswalker of one (rule key combat.only_creatures)."""
    if isinstance(at, str):
        gone = game.situation.player_state(at).lost
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


def kept_from_attacking(game: Game, scene: Scene, identifier: int, player: str, rules: Sequence[Rule]) -> Reasons:
    """What keeps a creature from attacking, whatever else attacks: rule keys, and the object whose effect it is."""
    yield from kept_from(scene, "attack", identifier, player, rules, "attack.restriction")
    entry = scene.view[identifier]
    at_once = has_keyword_that(entry, "acts at once") or any(
        is_allowed(rule, scene, "attack at once", identifier, player) for rule in rules
    )
    if "creature" in entry.types and not at_once and is_sick(game, identifier):
        yield ("creature.summoning_sick",), None


def kept_from(
    scene: Scene,
    action: str,
    identifier: int,
    player: str,
    rules: Sequence[Rule],
    restriction: str,
    attacker: int | None = None,
) -> Reasons:
    """What the rules and effects forbid a creature to do, perhaps against an attacker."""
    for each in prohibitions(action):
        if each.of is not None and fits(each.of, scene, Source(identifier), identifier):
            spared = each.rule[0] == "keyword.defender.attack" and any(
                is_allowed(rule, scene, "attack", identifier, player) for rule in rules
            )
            if not spared:
                yield each.rule, None
    for rule in rules:
        if is_forbidden(rule, scene, action, identifier, player, attacker):
            yield (restriction,), rule.source.id


def _judge_together(
    judging: Judging,
    game: Game,
    scene: Scene,
    rules: Sequence[Rule],
    chosen: list[int],
    player: str,
    at: int | str | None,
) -> bool:
    """Look at what attackers together disobey: limits on their number, then requirements.

    Returns whether there are requirements, and enough of them are obeyed.
    """
    bounds = [(limit, frozenset(rule.objects), rule.source.id) for limit, rule in limits(rules, "attack")]
    for limit, objects, source in bounds:
        if exceeds(limit, len([each for each in chosen if each in objects])):
            judging.forbid("forbidden", ("attack.restriction",), source)
    able = [
        identifier
        for identifier, entry in sorted(scene.view.items())
        if scene.items[identifier].zone == "battlefield"
        and entry.controller == player
        and next(kept_from_attacking(game, scene, identifier, player, rules), None) is None
    ]
    demands = attack_demands(rules, able)
    if not demands:
        return False
    alone = {
        each
        for each in able
        if next(kept_from(scene, "attack alone", each, player, rules, "attack.restriction"), None) is not None
    }

    def allowed(together: frozenset[int]) -> bool:
        if len(together) == 1 and together & alone:
            return False
        return not any(exceeds(limit, len(together & objects)) for limit, objects, _ in bounds)

    elsewhere = {"attack opponent"} if isinstance(at, int) else set()
    missed = [each for each in demands if each.creature not in chosen or each.action in elsewhere]
    if len(demands) - len(missed) < most_attacks(demands, able, allowed):
        for each in missed:
            # Who would have to pay for an attack need not, so that what is not understood may excuse the creature.
            if (excuse := doubts(game, scene, "attack", each.creature)) is not None:
                raise excuse
        for each in missed:
            judging.forbid("required", ("attack.requirement",), each.source, each.creature)
        return False
    return True
