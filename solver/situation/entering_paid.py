"""What a player may pay as a permanent enters, so that it does not enter tapped."""

from __future__ import annotations

from layerproof.kb.model.ability import EntersTapped
from layerproof.solver.layers.commanders import has_life
from layerproof.solver.layers.scene import Scene, Source, Undecided
from layerproof.solver.layers.values import holds
from layerproof.solver.replacing.happens import change_life
from layerproof.solver.situation.game import Game
from layerproof.solver.situation.guard import unhindered


def enters_tapped(game: Game, ability: EntersTapped, scene: Scene, source: Source, given: bool | None) -> bool:
    """Whether a permanent enters tapped by this ability of its own; what is paid instead is paid.

    scene, source: as it will be on the battlefield. given: how the scenario has it enter, None where it does not say.
    What a player may pay counts as paid, unless the choices say otherwise, it is said to enter tapped, or the player
    has too little life (rule keys choice.as_enters, impossible_ignored).
    """
    if ability.life is None:
        return given is None and (ability.unless is None or not holds(ability.unless, scene, source))
    player = scene.you(source)
    refused = any(key == "may" and values == (False,) for key, values in source.choices)
    if given or refused or not has_life(game.situation, player, ability.life):
        return given is None
    if given is None and game.by_rules and "may" not in dict(source.choices):
        raise Undecided(f"whether {player} pays {ability.life} life as a permanent enters is not told (choices: may)")
    unhindered(game, "life")
    change_life(game, player, -ability.life)
    return False
