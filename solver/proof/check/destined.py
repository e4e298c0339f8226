"""Where a keyword ability sends its spell once it has resolved, and what comes of it there."""

from __future__ import annotations

from layerproof.kb.keywords.casting_costs import returns_afterwards
from layerproof.kb.keywords.keyword_files import afterwards
from layerproof.kb.model.ability import Keyword
from layerproof.kb.model.situation import GameObject
from layerproof.kb.model.told.fact_kinds import with_told
from layerproof.solver.proof.check.game import Game
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.leaving import move
from layerproof.solver.proof.check.world import Says


def keep_origin(game: Game, spell: int, zone: str) -> None:
    """Tell of a spell from which zone it was cast, if an ability of it will ask (docs/keywords.md, `afterwards`)."""
    for name in _sending(game, spell):
        says = afterwards(name)
        if says is not None and says.cast_from is not None:
            fact = (f"cast from {says.cast_from}", 1 if zone == says.cast_from else 0)
            game.change(spell, told=with_told(game.objects[spell].told, (fact,)))


def is_sent(game: Game, spell: GameObject, called: str | None, wish: tuple[str | int, ...]) -> bool:
    """Send a spell that has resolved where its ability says; whether one did. Incomplete where that is not certain.

    called: the label of the card there. wish: where its controller has it go, of that and the hand, if a cost that was
    paid would have it return there. Source: the rule on where a spell goes last; docs/keywords.md, `afterwards`.
    """
    senders = {name: afterwards(name) for name in _sending(game, spell.id)}
    if len(senders) > 1:
        raise Incomplete("several abilities that send a spell somewhere")
    for says in senders.values():
        assert says is not None
        if says.cast_from is not None:
            origin = dict(spell.told).get(f"cast from {says.cast_from}", 0 if spell.copy else None)
            if origin not in (0, 1):
                raise Incomplete("from where a spell was cast")
            if origin == 0:
                return False
        if any(times and returns_afterwards(keyword) for keyword, times in spell.paid):
            if wish == ("hand",):
                return False
            if wish != (says.to,):
                raise Incomplete("a spell that two abilities send to different places")
        made = move(game, spell.id, says.to, game.view, called)
        if len(made) == 1 and game.objects[made[0]].zone == says.to:
            from layerproof.solver.proof.check.resolving import Resolution

            Resolution(game, Says(made[0], controller=spell.controller, resolving=True)).run(says.then)
        return True
    return False


def _sending(game: Game, spell: int) -> list[str]:
    keywords = [each.ability.keyword for each in game.view[spell].abilities if isinstance(each.ability, Keyword)]
    return [each for each in keywords if afterwards(each) is not None]
