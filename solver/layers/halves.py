"""The mana values of a split card in editions in which it has two sets of characteristics off the stack."""

from __future__ import annotations

from layerproof.solver.layers.scene import Scene, Undecided
from layerproof.solver.layers.view import Entry, cost_value


def mana_values(scene: Scene, entry: Entry) -> tuple[int, ...]:
    """The mana values of an object: those of both halves where it has two sets of characteristics, else the one.

    A comparison is so if it is so for one of them; each of several comparisons is asked by itself. Source: rule key
    split.off_stack and the policy split_off_stack.
    """
    halves = entry.card.layout == "split" and len(entry.names) > 1
    if not halves or scene.edition.policy("split_off_stack") != "two_sets":
        return (entry.mana_value,)
    return tuple(dict.fromkeys(cost_value(face.mana_cost) for face in entry.card.faces))


def one_mana_value(scene: Scene, entry: Entry) -> int:
    """The mana value where a single number is asked for. Raises Undecided where there are two answers."""
    values = mana_values(scene, entry)
    if len(values) > 1:
        raise Undecided(f"which of its two mana values {' // '.join(entry.names)} counts with is not modelled")
    return values[0]
