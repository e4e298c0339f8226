"""What a spell on the stack targets."""

from __future__ import annotations

from layerproof.kb.model.ability import Modal, Opaque
from layerproof.kb.model.instruction import Target
from layerproof.kb.model.node import mentions
from layerproof.solver.layers.scene import Scene, Undecided


def aims_at(scene: Scene, identifier: int, what: int | str | None) -> bool:
    """Whether a spell targets an object or a player (rule key target.definition).

    Raises Undecided where a spell has targets, or may have some, and the scenario does not tell them.
    """
    item = scene.item(identifier)
    if item is None or item.zone != "stack" or what is None:
        return False
    entry = scene.entry(identifier)
    if not item.targets and entry is not None:
        abilities = tuple(each.ability for each in entry.abilities)
        if "Aura" in entry.subtypes or mentions(abilities, lambda part: isinstance(part, Target | Modal | Opaque)):
            raise Undecided(f"what {item.label or item.card.name} targets is not told (targets: would say it)")
    return what in item.targets
