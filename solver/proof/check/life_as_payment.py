"""Life as a payment, seen by the checker: it is lost, so that effects on losing life bear on it."""

from __future__ import annotations

from layerproof.kb.model.ability import Opaque
from layerproof.kb.model.modification import Cant, Modification, Replace, RuleEffect
from layerproof.solver.proof.check.game import Game
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.participants import templates


def life_goes_as_usual(game: Game) -> None:
    """Raise Incomplete where anything there might forbid a player to pay life, or make more or less of it go."""
    mods: list[Modification] = []
    for effect in game.effects.values():
        mods.extend(effect.mods)
    for entry in game.view.values():
        if not entry.battlefield and game.objects[entry.id].zone != "command":
            continue
        for instance in entry.abilities:
            if isinstance(instance.ability, Opaque):
                _heed(instance.ability.gloss)
            for template in templates(instance.ability):
                mods.extend(template.effect.mods)
    for mod in mods:
        if isinstance(mod, RuleEffect) and not mod.says:
            _heed(mod.gloss)
        elif isinstance(mod, Replace | Cant) and mod.would.what == "lose_life" and not mod.would.by_damage:
            raise Incomplete("a payment of life that an effect on losses of life bears on")


def _heed(words: str) -> None:
    said = words.lower()
    if "life" in said and any(each in said for each in ("pay life", "can't", "would lose", "would pay")):
        raise Incomplete(f"whether life can be paid, with words that are not understood: {words}")
