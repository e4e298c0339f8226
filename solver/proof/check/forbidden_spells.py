"""What the rules forbid to cast, seen by the checker."""

from __future__ import annotations

from layerproof.kb.legality.legal_actions import prohibitions
from layerproof.solver.proof.check.deontic import Findings
from layerproof.solver.proof.check.game import Game
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.world import Says


def forbidden_by_rule(found: Findings, game: Game, spell: int, player: str, zone: str) -> None:
    """Find the prohibitions of the rules on a spell that is cast from a zone; those with an exception are open where
    the edition has no such rule."""
    reader = game.reader(Says(spell, controller=player))
    for each in prohibitions("cast"):
        if zone in each.apart_from or (each.of is not None and not reader.fits(each.of, game.view[spell])):
            continue
        if each.unless is not None and not set(each.rule) & set(game.edition.numbers):
            found.unsure(Incomplete("spells that the rules of the edition do not speak of"))
        elif each.unless is None or not reader.holds(each.unless):
            found.no("forbidden", each.rule, about=zone)
