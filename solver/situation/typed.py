"""Continuous effects that a scenario gives as rules text."""

from __future__ import annotations

from layerproof.kb.model.effect import Only, Until
from layerproof.kb.model.expression import Ref
from layerproof.kb.model.situation import InForce
from layerproof.solver.layers.scene import Source, Undecided
from layerproof.solver.situation.binding import bind, lasting
from layerproof.solver.situation.game import Game


def typed_effect(game: Game, identifier: int, text: str, until: str | None, controller: str) -> None:
    """Begin the continuous effect that a sentence of rules text states about one object.

    The sentence is compiled whole or not at all; it must speak of the object itself. until: the duration, where the
    sentence has none. Raises Undecided for a sentence that is not understood.
    """
    from layerproof.kb.oracle.compiled import compile_effect

    effect = compile_effect(text)
    if effect is None or effect.affects != Only(Ref("self")) or effect.condition is not None:
        raise Undecided(f"the rules text {text!r} is not modelled")
    source = Source(identifier, controller, it=identifier)
    scene = game.scene()
    duration = lasting(effect.duration, scene, source) or (Until(until) if until else None)
    mods = tuple(bound for mod in effect.mods for bound in bind(mod, scene, game, source, (identifier,)))
    number = game.identify()
    game.begin(
        InForce(
            number,
            game.tick(),
            controller,
            mods,
            objects=(identifier,),
            duration=duration,
            origin="a stated effect",
        )
    )
