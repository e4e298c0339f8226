"""The legality of attacking and blocking, seen by the checker."""

from __future__ import annotations

from layerproof.kb.model.ability import Keyword
from layerproof.kb.rulebook.legality import prohibitions
from layerproof.kb.scenario.action import Attack, Block
from layerproof.solver.proof.check.attaching import protected
from layerproof.solver.proof.check.deontic import (
    Clause,
    Findings,
    Step,
    allowing,
    clauses,
    forbidding,
    misunderstood,
)
from layerproof.solver.proof.check.game import Game
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.moments import newly_controlled, on_stack
from layerproof.solver.proof.check.reading import has_keyword
from layerproof.solver.proof.check.view import Entry
from layerproof.solver.proof.check.world import Says

_NO_ATTACK_IN = ("untap", "upkeep", "draw", "second main", "end", "cleanup", "declare blockers")
_NO_BLOCK_IN = ("untap", "upkeep", "draw", "main", "second main", "end", "cleanup")


def attacked(game: Game, action: Attack) -> int | str:
    """Whom or what the creatures attack: what is named, or the one opponent."""
    if action.at is not None:
        return game.target(action.at)
    others = [name for name, player in game.players.items() if name != game.active and not player.lost]
    if len(others) != 1:
        raise Incomplete("whom the creatures attack")
    return others[0]


def attack_steps(game: Game, action: Attack) -> list[Step]:
    """The steps about a declaration of attackers."""
    player = action.controller or game.active
    found = Findings(game, {"action": "attack", "player": player, "object": None})
    at = attacked(game, action)
    if player != game.active:
        found.no("player", "attack.chosen", about=game.active)
    if game.step in _NO_ATTACK_IN or on_stack(game):
        # A declaration opens its step, before which the stack has been emptied.
        found.no("time", "attack.chosen")
    if any(dict(each.told).get("attacking", 0) for each in game.objects.values()):
        found.unsure(Incomplete("a second declaration of attackers"))
    said = clauses(game)
    for label in action.attack:
        identifier = game.labelled(label)
        if identifier not in game.objects or identifier not in game.view:
            raise Incomplete(f"the object {label}, which is not there")
        if (why := misunderstood(game, "attack", identifier)) is not None:
            found.unsure(why)
        entry = game.view[identifier]
        if not entry.battlefield or entry.controller != player:
            found.no("object", "attack.chosen", about=identifier)
            continue
        _restrained(found, game, said, "attack", identifier, player, None)
        for each in forbidding(game, said, "attack alone", identifier, player) if len(action.attack) == 1 else ():
            found.no("forbidden", "attack.restriction", each.speaker.source, identifier)
        at_once = has_keyword(entry, "haste") or allowing(game, said, "attack at once", identifier, player)
        if "creature" in entry.types and newly_controlled(game, identifier) and not at_once:
            found.no("forbidden", "creature.summoning_sick", about=identifier)
    if isinstance(at, int):
        types = game.view[at].types
        if "battle" in types:
            found.unsure(Incomplete("who protects a battle"))
        elif "planeswalker" not in types:
            found.no("object", "combat.only_creatures", about=at)
        elif game.view[at].controller == player:
            found.no("object", "attack.chosen", about=at)
    elif at == player or game.players[at].lost:
        found.no("object", "attack.chosen", about=at)
    if not found.bad:
        found.yes("time", "attack.chosen")
    return found.steps()


def _restrained(
    found: Findings, game: Game, said: list[Clause], action: str, identifier: int, player: str, attacker: int | None
) -> None:
    """What the rules, then effects, forbid one creature to do; defender does not count where an effect says so."""
    reader = game.reader(Says(identifier))
    for rule in prohibitions(action):
        if rule.of is None or not reader.fits(rule.of, game.view[identifier]):
            continue
        if "keyword.defender.attack" in rule.rule and allowing(game, said, "attack", identifier, player):
            continue
        found.no("forbidden", rule.rule, about=identifier)
    for each in forbidding(game, said, action, identifier, player, attacker):
        found.no("forbidden", f"{action}.restriction", each.speaker.source, identifier)


def attacker_meant(game: Game, action: Block) -> int:
    """The creature that is blocked."""
    attacking = [each.id for each in game.objects.values() if dict(each.told).get("attacking")]
    if action.attacker is None:
        if len(attacking) != 1:
            raise Incomplete("which creature is blocked")
        return attacking[0]
    identifier = game.labelled(action.attacker)
    if identifier not in game.view or (attacking and identifier not in attacking):
        raise Incomplete(f"{action.attacker}, which does not attack")
    return identifier


def block_steps(game: Game, action: Block) -> list[Step]:
    """The steps about creatures that would block an attacker together."""
    attacker = attacker_meant(game, action)
    attacking = game.view[attacker]
    blockers = [game.labelled(each) for each in action.block]
    if any(each not in game.objects or each not in game.view for each in blockers):
        raise Incomplete("a blocker that is not there")
    player = action.controller or game.view[blockers[0]].controller
    found = Findings(game, {"action": "block", "player": player, "object": attacker})
    if game.step in _NO_BLOCK_IN or on_stack(game):
        found.no("time", "block.chosen")
    if player == attacking.controller or (player == game.active and game.step in ("combat", "declare blockers")):
        found.no("player", "block.chosen", about=player)
    whom = dict(game.objects[attacker].told).get("attacking")
    if whom in game.players and whom != player:
        found.no("object", "block.chosen", about=attacker)
    if whom and whom not in game.players and sum(not each.lost for each in game.players.values()) > 2:
        found.unsure(Incomplete("whom of several players an attacker attacks"))
    if (land := _landwalk(game, attacking, player)) is not None:
        found.no("forbidden", "keyword.landwalk.block", about=land)
    said = clauses(game)
    for each in blockers:
        for one in (each, attacker):
            if (why := misunderstood(game, "block", one)) is not None:
                found.unsure(why)
        entry = game.view[each]
        if not entry.battlefield or entry.controller != player:
            found.no("object", "block.chosen", about=each)
            continue
        if dict(game.objects[each].told).get("blocking", 0):
            found.unsure(Incomplete("a creature that blocks several attackers"))
        _restrained(found, game, said, "block", each, player, attacker)
        _evaded(found, game, said, attacking, entry, player)
    if has_keyword(attacking, "menace") and len(set(blockers)) == 1:
        found.no("forbidden", "keyword.menace.block")
    if not found.bad:
        found.yes("time", "block.chosen")
    return found.steps()


def _evaded(found: Findings, game: Game, said: list[Clause], attacking: Entry, blocker: Entry, player: str) -> None:
    """What keeps one creature from blocking the attacker: evasion abilities, protection, then effects."""
    reader = game.reader(Says(attacking.id, that=attacking.id))
    for rule in prohibitions("be blocked"):
        evades = rule.of is None or reader.fits(rule.of, attacking)
        if evades and (rule.by is None or reader.fits(rule.by, blocker)):
            found.no("forbidden", rule.rule, about=blocker.id)
    try:
        if protected(game, attacking, blocker, damage=True):
            found.no("forbidden", "keyword.protection.block", about=blocker.id)
    except Incomplete as why:
        found.unsure(why)
    for each in forbidding(game, said, "be blocked", attacking.id, player, blocker.id):
        found.no("forbidden", "block.restriction", each.speaker.source, blocker.id)


def _landwalk(game: Game, attacking: Entry, player: str) -> str | None:
    """The first landwalk of an attacker for which the defending player controls a land, as its quality says it."""
    lands = [each for each in game.view.values() if each.battlefield and each.controller == player]
    lands = [each for each in lands if "land" in each.types]
    for instance in attacking.abilities:
        keyword = instance.ability
        if isinstance(keyword, Keyword) and keyword.keyword == "landwalk":
            wanted = (keyword.quality or "").split()
            if any(all(_is(land, word) for word in wanted) for land in lands):
                return keyword.quality
    return None


def _is(land: Entry, word: str) -> bool:
    if word == "land":
        return True
    if word == "nonbasic":
        return "basic" not in land.supertypes
    return word in land.subtypes | land.supertypes | land.types
