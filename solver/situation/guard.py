"""What may interfere: abilities and effects that are not modelled and speak of what is about to happen.

Replacement and prevention effects that are not modelled must not be passed over in silence: before an event of a sort
happens,
everything in play that is only known by its words is asked whether it speaks of that sort.
"""

from __future__ import annotations

import re

from layerproof.kb.model.ability import Opaque
from layerproof.kb.model.modification import RuleEffect
from layerproof.solver.layers.participants import static_effects
from layerproof.solver.layers.scene import Undecided
from layerproof.solver.situation.game import Game

_SPEAKS_OF = {
    "draw": re.compile(r"\bdraws?\b|\bdrawn\b"),
    "life": re.compile(r"\blife\b"),
    "damage": re.compile(r"\bdamage\b"),
    "enter": re.compile(r"\benters?\b|\bentering\b"),
    "die": re.compile(r"\bdies?\b|\bgraveyard\b|\bdestroy|\bleaves?\b"),
    "counters": re.compile(r"\bcounters\b|\bcounter on\b"),
    "lose": re.compile(r"\blos(?:e|es|ing|s)\b"),
    "token": re.compile(r"\btokens?\b"),
}
_WATCHES = re.compile(r"(?:when|whenever|at|as long as) ", re.IGNORECASE)
_ACTIVATED = re.compile(r"[^.\"]*: ")
_CHANGES = re.compile(r"\bwould\b|\binstead\b|\bprevent|\bcan't\b|\bdouble\b|\benters?\b|\bno more\b|\bno damage\b")


def unhindered(game: Game, sort: str, but: int | None = None) -> None:
    """Go on only if nothing that is not modelled speaks of a sort of event that is about to happen.

    sort: draw, life, damage, enter, die, counters, lose or token. but: an object whose own abilities are not asked.
    Raises Undecided with the ability that may interfere. Triggered abilities are passed over, since a scenario lists
    those that resolve.
    """
    scene = game.scene()
    words = _SPEAKS_OF[sort]
    for identifier, entry in scene.view.items():
        if scene.items[identifier].zone != "battlefield" or identifier == but:
            continue
        for instance in entry.abilities:
            gloss = instance.ability.gloss if isinstance(instance.ability, Opaque) else ""
            if gloss and words.search(gloss.lower()) and not _WATCHES.match(gloss) and not _ACTIVATED.match(gloss):
                raise Undecided(f"an ability of {game.name(identifier)} is not modelled ({gloss})")
            for effect in static_effects(instance.ability):
                for mod in effect.effect.mods:
                    _ask(mod, words, game.name(identifier))
    for in_force in game.situation.effects:
        for mod in in_force.mods:
            _ask(mod, words, in_force.origin)


def _ask(mod: object, words: re.Pattern[str], of: str) -> None:
    if isinstance(mod, RuleEffect) and words.search(mod.gloss.lower()) and _CHANGES.search(mod.gloss.lower()):
        raise Undecided(f"an effect of {of} is not modelled ({mod.gloss})")
