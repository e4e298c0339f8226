"""Tokens that a resolution creates: what they are, and how many of them come to be."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING

from layerproof.kb.model import instruction as ins
from layerproof.kb.model import modification as mo
from layerproof.kb.model.node import mentions
from layerproof.kb.scenario.size_limits import too_many
from layerproof.solver.proof.check.attacking_too import attack_too
from layerproof.solver.proof.check.becoming import created, follow
from layerproof.solver.proof.check.entering import Arrives, token_copy
from layerproof.solver.proof.check.fixing import fixed_references
from layerproof.solver.proof.check.game import Game
from layerproof.solver.proof.check.gathering import UNCOUNTED_TOKENS, UNTOLD_TOKENS
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.making import card_named, token_made
from layerproof.solver.proof.check.world import Says

if TYPE_CHECKING:
    from layerproof.solver.proof.check.resolving import Resolution

Made = ins.CreateToken | ins.CreateCopyToken | ins.CreateNamedToken


def at_once(game: Game, body: ins.Body) -> AbstractContextManager[None]:
    """One moment for what is followed for each of several objects, if that is to create tokens and nothing else."""
    return game.one_moment() if len(body) == 1 and isinstance(body[0], Made) else nullcontext()


def refuse_stated(game: Game, being: tuple[mo.Modification, ...]) -> None:
    """Incomplete for what is stated of a permanent after it has entered: all of it, or what it has, by the edition."""
    policy = game.edition.policy("stated_characteristics")
    sorts = mo.AddAbilities, mo.AddKeyword, mo.CantHave, mo.RemoveAllAbilities
    abilities = any(isinstance(each, sorts) for each in being)
    if being and (policy == "afterwards" or (abilities and policy == "what_it_is")):
        raise Incomplete("what a permanent is stated to be after it has entered")


def make_tokens(resolution: Resolution, made: Made) -> None:
    """Create the tokens of an instruction, as many as effects have it; what effects do besides is done then.

    What the resolution made says too whether they are as many as the text counts, and whether others came with them.
    Source: the rules on tokens.
    """
    game, reader = resolution.game, resolution.reader
    how, said = _how(game, resolution.says, made), reader.value(made.number)
    if how is None:
        return
    names = (reader.you(),) if isinstance(made, ins.CreateNamedToken) else reader.players(made.player)
    tokens: list[Arrives] = []
    for name in names:
        events, besides = created(game, how.card, how.face, name, said)
        game.besides.extend(besides)
        for each in events:
            if (why := too_many(len(tokens) + each.many, "tokens")) is not None:
                raise Incomplete(why)
            who = each.who or name
            tokens += [Arrives(**{**how.__dict__, "owner": who, "controller": who})] * each.many
    with game.one_moment():
        for each_one in tokens:
            token = resolution.arrived(each_one)
            if token is not None and not isinstance(made, ins.CreateNamedToken) and made.attacking:
                attack_too(game, resolution.reader, token)
    if len(tokens) != len(names) * max(0, said):
        resolution.say(made=(*resolution.says.made, UNCOUNTED_TOKENS))
    if replaced_tokens(game, made):
        resolution.say(made=(*resolution.says.made, UNTOLD_TOKENS))
    follow(game, game.take_besides())


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
        # What the resolution itself chose is no choice of the object that enters.
        choices = tuple(pair for pair in says.choices if pair[0] not in ("may", "object"))
        return Arrives(card, you, you, token=True, face=face, tapped=tapped, choices=choices, granter=copied.granter)
    return Arrives(token_made(game, reader, made), you, you, token=True, tapped=tapped, granter=says.source)
