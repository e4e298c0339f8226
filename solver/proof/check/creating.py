"""Tokens that a resolution creates: what they are, and how many of them come to be."""

from __future__ import annotations

from layerproof.kb.model import instruction as ins
from layerproof.kb.model.node import mentions
from layerproof.solver.proof.check.becoming import created
from layerproof.solver.proof.check.entering import Arrives, token_copy
from layerproof.solver.proof.check.fixing import fixed_references
from layerproof.solver.proof.check.game import Game
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.making import card_named, token_made
from layerproof.solver.proof.check.world import Says

Made = ins.CreateToken | ins.CreateCopyToken | ins.CreateNamedToken


def tokens_made(game: Game, says: Says, made: Made) -> list[Arrives]:
    """How each token enters that an instruction creates, as many as effects have it.

    What effects do besides is left with the game. Source: the rules on tokens.
    """
    reader = game.reader(says)
    number = reader.value(made.number)
    how = _how(game, says, made)
    if how is None:
        return []
    names = (reader.you(),) if isinstance(made, ins.CreateNamedToken) else reader.players(made.player)
    found: list[Arrives] = []
    for name in names:
        events, besides = created(game, how.card, how.face, name, number)
        game.besides.extend(besides)
        for each in events:
            who = each.who or name
            found += [Arrives(**{**how.__dict__, "owner": who, "controller": who})] * each.many
    return found


def replaced_tokens(game: Game, made: Made) -> bool:
    """Whether what effects do besides, or in the place of what they replace, is to make tokens too.

    Raises Incomplete for tokens that enter tapped or attacking, since it is not said that the others do.
    """
    making = [each for each in game.besides if mentions(each.body, lambda part: isinstance(part, Made))]
    if making and not isinstance(made, ins.CreateNamedToken) and (made.attacking or made.tapped):
        raise Incomplete("how the tokens of another effect enter")
    return bool(making)


def _how(game: Game, says: Says, made: Made) -> Arrives | None:
    reader, you = game.reader(says), game.reader(says).you()
    if isinstance(made, ins.CreateNamedToken):
        return Arrives(card_named(made.card), you, you, token=True, granter=says.source)
    tapped = True if made.tapped else None
    if isinstance(made, ins.CreateCopyToken):
        original = reader.refer_object(made.of)
        if original is None:
            return None
        card, face = token_copy(game, original, tuple(fixed_references(reader, made.exceptions)))
        copied = game.objects.get(original) or game.gone[original]
        choices = says.choices
        return Arrives(card, you, you, token=True, face=face, tapped=tapped, choices=choices, granter=copied.granter)
    return Arrives(token_made(game, reader, made), you, you, token=True, tapped=tapped, granter=says.source)
