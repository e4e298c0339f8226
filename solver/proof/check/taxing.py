"""Commanders that are cast from the command zone."""

from __future__ import annotations

from layerproof.kb.model.situation import GameObject
from layerproof.solver.proof.check.commanding import commands
from layerproof.solver.proof.check.deontic import Findings
from layerproof.solver.proof.check.incomplete import Incomplete


def taxed(obj: GameObject) -> bool:
    """Whether an object is a commander in the command zone."""
    return obj.zone == "command" and commands(obj)


def ask_about_tax(found: Findings, obj: GameObject) -> None:
    """Leave open whether a commander may be cast from the command zone, and what that costs."""
    if taxed(obj):
        found.unsure(Incomplete("a commander that is cast from the command zone"))
