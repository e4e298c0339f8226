"""New targets for a spell on the stack (rule keys target.new_targets, target.final_set)."""

from __future__ import annotations

from layerproof.kb.model.expression import Ref
from layerproof.kb.model.keyword_action import AuraSwap, NewTargets
from layerproof.kb.model.occurrence import Targeted
from layerproof.solver.layers.reading import refer
from layerproof.solver.layers.scene import Source, Undecided
from layerproof.solver.situation.aura_swap import swap_auras
from layerproof.solver.situation.game import Forbidden, Game


def swap_or_retarget(game: Game, source: Source, instruction: AuraSwap | NewTargets) -> None:
    """Exchange an Aura, or choose new targets, as an instruction says."""
    if isinstance(instruction, AuraSwap):
        swap_auras(game, source)
    else:
        choose_new_targets(game, source, instruction.of)


def choose_new_targets(game: Game, source: Source, of: Ref) -> None:
    """A player may choose new targets for a spell: any of them change, and the new ones as a whole must be legal.

    The scenario tells all of them, changed or not, with `new_targets` under the choices; where it tells none nothing
    changes. Raises Forbidden where the targets are not legal for the spell, Undecided where one that stays is not.
    """
    from layerproof.solver.game.casting import spell_bodies
    from layerproof.solver.game.judgement import Judging
    from layerproof.solver.game.targeting import judge_targets

    told = tuple(str(each) for key, values in source.choices if key == "new_targets" for each in values)
    identifier = refer(of, game.scene(), source)
    spell = None if identifier is None else game.there(identifier)
    if spell is not None and not told and source.by_rules:
        raise Undecided(f"whether new targets are chosen for {game.name(spell.id)} is not told (choices: new_targets)")
    if spell is None or told in ((), ("none",)):
        return
    if spell.ability is not None:
        raise Undecided("new targets for an ability are not modelled")
    new = tuple(game.who(each) for each in told)
    entry = game.entry(spell.id)
    judging = Judging(game, "cast", entry.controller, spell.id)
    (body, *others) = spell_bodies(game, entry, spell.choices)
    if others or len(new) != len(spell.targets):
        raise Forbidden("so many targets the spell does not have", "target.new_targets", "all of its targets")
    judge_targets(judging, game, body, Source(spell.id, entry.controller, x=spell.x), told)
    if judging.unknown is not None or judging.doubt is not None:
        raise Undecided("whether new targets are legal")
    if judging.forbidden:
        if any(one == old for one, old in zip(new, spell.targets, strict=True)) and not _twice(new):
            raise Undecided("a target that stays and may not be legal")
        raise Forbidden("the new targets are not legal for the spell", "target.final_set", "legal targets")
    game.deed("chooses new targets", game.scene().you(source), spell.id)
    changed = [one for one, old in zip(new, spell.targets, strict=True) if one != old]
    game.update(spell.id, "target.new_targets", targets=new)
    for each in changed:
        game.report(Targeted(each, spell.id, entry.controller))


def _twice(targets: tuple[int | str, ...]) -> bool:
    return len(set(targets)) < len(targets)
