"""Tokens that an instruction creates: what they are, and how many come to be."""

from __future__ import annotations

from typing import Any

import msgspec

from layerproof.kb.model import instruction as i
from layerproof.kb.model.card import Card, Face
from layerproof.kb.model.node import mentions
from layerproof.kb.scenario.size_limits import too_many
from layerproof.solver.layers.copiable import token_card
from layerproof.solver.layers.reading import players, refer
from layerproof.solver.layers.referring import OTHER_NUMBER, OTHERS
from layerproof.solver.layers.scene import Scene, Source, Undecided
from layerproof.solver.layers.values import evaluate, spelled
from layerproof.solver.replacing.happening import Following, Happening
from layerproof.solver.replacing.happens import become_created, follow
from layerproof.solver.situation.binding import with_this
from layerproof.solver.situation.entering import Arriving, enter
from layerproof.solver.situation.game import Game
from layerproof.solver.situation.guard import unhindered
from layerproof.solver.situation.joining_combat import joins_combat


def create_tokens(
    game: Game, source: Source, made: i.CreateToken | i.CreateCopyToken | i.CreateNamedToken, this: Any
) -> list[int]:
    """Create the tokens of an instruction, as effects have it; each then enters by itself.

    this: the ability that resolves. Returns the identifiers of the tokens, OTHER_NUMBER where they are not as many as
    the instruction says, and OTHERS where an effect has created other tokens instead or besides. Raises Undecided where
    these might enter tapped or attacking as well. Sources: rule keys replacement.effect_counts, replacement.contained.
    """
    scene = game.scene()
    described = _described(game, scene, source, made, this)
    if described is None:
        return []
    card, how = described
    unhindered(game, "token")
    number = evaluate(made.number, scene, source)
    owners = (scene.you(source),) if isinstance(made, i.CreateNamedToken) else players(made.player, scene, source)
    created: list[tuple[str, Happening]] = []
    marks: list[int] = []
    later: tuple[Following, ...] = ()
    for owner in owners:
        happens, follows = become_created(game, card, owner, number, how.face)
        marks += [OTHER_NUMBER] if sum(each.number for each in happens) != max(number, 0) else []
        created += [(each.player or owner, each) for each in happens]
        later = (*later, *follows)
    new: list[int] = []
    if (why := too_many(sum(each.number for _, each in created), "tokens")) is not None:
        raise Undecided(why)
    with game.at_one_moment():
        for owner in (owner for owner, each in created for _ in range(each.number)):
            entered = enter(game, card, owner, msgspec.structs.replace(how))
            new += [] if entered is None else [entered.id]
            if entered is not None and not isinstance(made, i.CreateNamedToken) and made.attacking:
                joins_combat(game, source, entered.id)
    others = any(mentions(each.body, lambda node: isinstance(node, _CREATING)) for each in later)
    if others and not isinstance(made, i.CreateNamedToken) and (made.tapped or made.attacking):
        raise Undecided("whether tokens that an effect creates instead or besides enter tapped or attacking")
    follow(game, later)
    return [*new, *marks, OTHERS] if others else [*new, *marks]


_CREATING = i.CreateToken | i.CreateCopyToken | i.CreateNamedToken


def _described(game: Game, scene: Scene, source: Source, made: Any, this: Any) -> tuple[Card, Arriving] | None:
    """The card of the tokens, and how they enter; None where there is nothing to copy."""
    match made:
        case i.CreateNamedToken(card=name):
            from layerproof.kb.cards.store import load_card

            return load_card(name), Arriving(token=True, granter=source.id)
        case i.CreateCopyToken():
            other = refer(made.of, scene, source)
            if other is None:
                return None
            filled, _ = with_this(made.exceptions, (), this)
            item = game.item(other)
            card, face = token_card(scene, item, game.copiable(other), filled)
            how = Arriving(token=True, tapped=made.tapped or None, face=face, granter=item.granter)
            # What the resolution itself chose is no choice of the token.
            how.choices = tuple(pair for pair in source.choices if pair[0] not in ("object", "may"))
            return card, how
    return Card((_face(game, scene, source, made),), "token"), Arriving(
        token=True, tapped=made.tapped or None, granter=source.id
    )


def _face(game: Game, scene: Scene, source: Source, token: i.CreateToken) -> Face:
    subtypes = spelled(token.subtypes, scene, source, "creature")
    return Face(
        name=token.name or token_name(game, subtypes),
        types=token.types,
        colors=spelled(token.colors, scene, source, "color"),
        supertypes=token.supertypes,
        subtypes=subtypes,
        power=None if token.power is None else evaluate(token.power, scene, source),
        toughness=None if token.toughness is None else evaluate(token.toughness, scene, source),
        abilities=token.abilities,
    )


def token_name(game: Game, subtypes: tuple[str, ...]) -> str | None:
    """The name of a token to which none is given (rule key token.name, by the policy of the edition); None where it has
    no subtypes to be called by."""
    if not subtypes:
        return None
    suffix = " Token" if game.edition.policy("token_name_suffix") == "with" else ""
    return " ".join(subtypes) + suffix
