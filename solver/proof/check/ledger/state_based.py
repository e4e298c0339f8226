"""State-based actions in the log of a proof: that each applied as the table says, did what it says, and none was left
out whenever all was at rest (rule key state_based.performed)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from layerproof.kb.model.modification import Cant
from layerproof.kb.model.node import mentions
from layerproof.kb.model.situation import GameObject, PlayerState
from layerproof.kb.rulebook.edition import Edition
from layerproof.kb.rulebook.state_based import Facts, StateBasedAction, applies, state_based_actions
from layerproof.solver.proof.check.ledger.replay import Ledger
from layerproof.solver.proof.check.phrasing import lets
from layerproof.solver.proof.check.view import Entry, View

# By which row each reason why a player loses is meant, as the log words it.
LOSES = {
    "has no life left": "state_based.life",
    "drew from an empty library": "state_based.empty_library",
    "has ten poison counters": "state_based.poison",
}


def facts_of(item: GameObject, entry: Entry | None) -> Facts:
    """The numbers of an object that rows of the table compare."""
    counters = {f"{each.kind} counters": each.number for each in item.counters}
    kinds = ("loyalty", "defense", "+1/+1", "-1/-1")
    known = {f"{kind} counters": counters.get(f"{kind} counters", 0) for kind in kinds}
    toughness = None if entry is None or "creature" not in entry.types else entry.toughness or 0
    return {"toughness": toughness, "damage": item.damage, "deathtouched": int(item.deathtouched), **known}


def facts_of_player(player: PlayerState) -> Facts:
    """The numbers of a player that rows of the table compare."""
    poison = dict(player.told).get("poison counters", 0)
    drew = int(player.drew_nothing)
    counters = poison if isinstance(poison, int) else None
    return {"life": player.life, "poison counters": counters, "drew from an empty library": drew}


def is_of(row: StateBasedAction, item: GameObject, entry: Entry | None) -> bool:
    """Whether an object is of the kind that a row looks at."""
    if row.of in ("token elsewhere", "copy elsewhere"):
        elsewhere = item.zone not in ("battlefield", "stack")
        return elsewhere and (item.token if row.of == "token elsewhere" else item.copy and not item.token)
    if item.zone != "battlefield" or entry is None:
        return False
    return row.of == "permanent" or row.of in entry.types


def fault_of(rule: str, item: GameObject, entry: Entry | None) -> str:
    """Why a state-based action does not apply to an object, as far as the table alone says when it does; empty where it
    may apply."""
    row = state_based_actions().get(rule)
    if row is None or row.then == "not followed":
        return "there is no such state-based action"
    phased_out = item.token and item.phased_out and rule == "state_based.token_ceases"
    if not phased_out and not is_of(row, item, entry):
        return f"it is about a {row.of}, and this is none"
    if row.is_compared and not applies(row, facts_of(item, entry)):
        return "its condition does not hold"
    return ""


def _forbids(what: str, node: object) -> bool:
    """Whether a modification says that events of a sort cannot happen."""
    return isinstance(node, Cant) and node.would.what == what


def left_out(ledger: Ledger, view: View, edition: Edition) -> Iterator[tuple[str, int | str]]:
    """The state-based actions that apply now by the table alone, with the object or player that they apply to.

    Where an effect says that something cannot be destroyed, or a player cannot lose, that is not judged here. What
    something else happens to instead is not so any more that the action applies.
    """
    there = tuple(each.abilities for each in view.values() if each.battlefield)
    asked = (tuple(ledger.effects.values()), there)
    spared, safe = mentions(asked, partial(_forbids, "destroy")), mentions(asked, partial(_forbids, "lose_game"))
    for rule, row in state_based_actions().items():
        if not row.is_compared or rule not in edition.numbers:
            continue
        if row.then == "counters in pairs" and edition.policy("counter_annihilation") != "in_pairs":
            continue
        if row.of == "player":
            lost = (each for each in ledger.players.values() if not each.lost and applies(row, facts_of_player(each)))
            yield from ((rule, each.name) for each in lost if not safe)
            continue
        for item in ledger.objects.values():
            entry = view.get(item.id)
            kept = row.then == "destroyed" and (spared or (entry and lets(entry, "not destroyed")))
            if is_of(row, item, entry) and not kept and applies(row, facts_of(item, entry)):
                yield rule, item.id
