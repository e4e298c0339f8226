"""The legality of attacking, seen by the checker, and what restrains single creatures in combat."""

from __future__ import annotations

from layerproof.kb.legality.legal_actions import prohibitions
from layerproof.kb.scenario.action import Attack
from layerproof.solver.proof.check.compelling import bounds, duties, most_attacking, within
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
from layerproof.solver.proof.check.interfering import speaks_of_bands
from layerproof.solver.proof.check.loosening import bar_or_open
from layerproof.solver.proof.check.moments import newly_controlled, on_stack
from layerproof.solver.proof.check.phrasing import lets
from layerproof.solver.proof.check.stacking import unclear_stack
from layerproof.solver.proof.check.world import Says

_NO_ATTACK_IN = ("untap", "upkeep", "draw", "second main", "end", "cleanup", "declare blockers")
Restraint = tuple[tuple[str, ...] | str, int | None]


def attacked(game: Game, action: Attack) -> int | str:
    """Whom or what the creatures attack: what is named, or the one opponent; without creatures nobody's name."""
    if action.at is not None:
        return game.target(action.at)
    if not action.attack:
        return ""
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
        found.no("time", "attack.chosen" if game.step in _NO_ATTACK_IN else "turn_based.first")
    elif (why := unclear_stack(game)) is not None:
        found.unsure(why)
    if any(dict(each.told).get("attacking", 0) for each in game.objects.values()):
        found.unsure(Incomplete("a second declaration of attackers"))
    said = clauses(game)
    if not action.attack and (why := misunderstood(game, "attack")) is not None:
        found.unsure(why)
    chosen = []
    for label in action.attack:
        identifier = game.labelled(label)
        if identifier not in game.objects or identifier not in game.view:
            raise Incomplete(f"the object {label}, which is not there")
        chosen.append(identifier)
        if (why := misunderstood(game, "attack", identifier)) is not None:
            found.unsure(why)
        entry = game.view[identifier]
        if not entry.battlefield or entry.controller != player:
            found.no("object", "attack.chosen", about=identifier)
            continue
        held = attack_restraints(game, said, identifier, player)
        if len(action.attack) == 1:
            held += restraints(game, said, "attack alone", identifier, player)
        for rules, source in held:
            bar_or_open(found, game, "attack", rules, source, identifier)
    bound = False
    if not any(step[2]["because"] in ("time", "player", "object") for step in found.bad):
        try:
            bound = _all_attackers(found, game, said, frozenset(chosen), player, isinstance(at, int))
        except Incomplete as why:
            found.unsure(why)
    taken: list[int] = []
    for labels in action.bands:
        band = [game.labelled(each) for each in labels]
        plain = sum(not lets(game.view[each], "forms bands") for each in band)
        whole = len(band) >= 2 and plain <= 1 and all(each in chosen for each in band)
        apart = len(set(taken + band)) == len(taken) + len(band)
        several = len(band) >= 2 and apart and all(each in chosen for each in band)
        if several and not whole and any(speaks_of_bands(game.view[each]) for each in band):
            found.unsure(Incomplete("bands with others of a quality"))
        elif not (whole and apart):
            found.no("object", "keyword.banding.bands", about=band[0])
        taken += band
    if isinstance(at, int):
        types = game.view[at].types
        if "battle" in types:
            found.unsure(Incomplete("who protects a battle"))
        elif "planeswalker" not in types:
            found.no("object", "combat.only_creatures", about=at)
        elif game.view[at].controller == player:
            found.no("object", "attack.chosen", about=at)
    elif at and (at == player or game.players[at].lost):
        found.no("object", "attack.chosen", about=at)
    if not found.bad:
        found.yes("time", "attack.chosen")
        if bound:
            found.yes("required", "attack.requirement")
        for each in chosen:
            if newly_controlled(game, each) and lets(game.view[each], "acts at once"):
                found.yes("object", "keyword.haste.attack", each)
    return found.steps()


def attack_restraints(game: Game, said: list[Clause], identifier: int, player: str) -> list[Restraint]:
    """What keeps one creature from attacking, with the object that says so: rules, effects, then summoning sickness."""
    held = restraints(game, said, "attack", identifier, player)
    at_once = lets(game.view[identifier], "acts at once") or allowing(game, said, "attack at once", identifier, player)
    if "creature" in game.view[identifier].types and newly_controlled(game, identifier) and not at_once:
        held.append(("creature.summoning_sick", None))
    return held


def restraints(
    game: Game, said: list[Clause], action: str, identifier: int, player: str, attacker: int | None = None
) -> list[Restraint]:
    """What the rules, then effects, forbid one creature to do; defender does not count where an effect says so."""
    reader, held = game.reader(Says(identifier)), list[Restraint]()
    for rule in prohibitions(action):
        if rule.of is None or not reader.fits(rule.of, game.view[identifier]):
            continue
        if "keyword.defender.attack" in rule.rule and allowing(game, said, "attack", identifier, player):
            continue
        held.append((rule.rule, None))
    restriction = f"{action.split()[0]}.restriction"
    held += [
        (restriction, each.speaker.source) for each in forbidding(game, said, action, identifier, player, attacker)
    ]
    return held


def _all_attackers(
    found: Findings, game: Game, said: list[Clause], chosen: frozenset[int], player: str, permanent: bool
) -> bool:
    """What attackers disobey together: how many they may be, then what else must attack. Tells whether requirements
    are there and obeyed as far as can be. permanent: they attack no player."""
    for limit, clause in bounds(said, "attack"):
        if not within(limit, len(chosen & clause.objects)):
            found.no("forbidden", "attack.restriction", clause.speaker.source)
    mine = [each.id for each in game.view.values() if each.battlefield and each.controller == player]
    able = sorted(each for each in mine if not attack_restraints(game, said, each, player))
    asked = [(source, each) for source, each in duties(said, "attack") if each in able]
    personal = [(source, each) for source, each in duties(said, "attack opponent") if each in able]
    asked += personal
    if not asked:
        return False
    owed: dict[int, int] = {}
    for _, each in asked:
        owed[each] = owed.get(each, 0) + 1

    def fine(together: frozenset[int]) -> bool:
        lonely = len(together) == 1 and any(restraints(game, said, "attack alone", each, player) for each in together)
        return not lonely and all(within(limit, len(together & c.objects)) for limit, c in bounds(said, "attack"))

    kept = [pair for pair in asked if pair[1] in chosen]
    if permanent:
        # What has to attack an opponent does not do so by attacking a permanent.
        kept = [pair for pair in asked[: len(asked) - len(personal)] if pair[1] in chosen]
    missed = asked.copy()
    for pair in kept:
        missed.remove(pair)
    if len(asked) - len(missed) >= most_attacking(owed, able, fine):
        return True
    # Nobody has to pay a cost in order to obey a requirement: words that may state one leave this open.
    for _, each in missed:
        if (unread := misunderstood(game, "attack", each)) is not None:
            raise unread
    for source, each in missed:
        found.no("required", "attack.requirement", source, each)
    return False


def count_attackers(game: Game, many: int) -> None:
    """The active player has attacked with so many more creatures this turn."""
    told = dict(game.players[game.active].told)
    so_far = told.get("creatures attacked with this turn", 0)
    told["creatures attacked with this turn"] = many + (so_far if isinstance(so_far, int) else 0)
    game.set_player(game.active, told=tuple(sorted(told.items())))
