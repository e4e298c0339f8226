"""What resolutions make: the names of tokens, tokens named for a card, copies of spells."""

from __future__ import annotations

from layerproof.kb.cards.meld_pairs import meld_pair
from layerproof.kb.cards.store import load_card
from layerproof.kb.errors import KnowledgeError
from layerproof.kb.model.ability import Ability
from layerproof.kb.model.card import Card, Face
from layerproof.kb.model.instruction import CreateToken
from layerproof.kb.model.node import mentions
from layerproof.kb.model.situation import GameObject
from layerproof.solver.proof.check.copying import copied_card
from layerproof.solver.proof.check.deontic import misunderstood
from layerproof.solver.proof.check.game import Game, replace
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.reading import Reader


def card_named(name: str) -> Card:
    """The card that a name means. Raises Incomplete where none is known."""
    card = known_card(name)
    if meld_pair(card.name) is not None:
        raise Incomplete(f"{card.name} as a card of its own")
    return card


def known_card(name: str) -> Card:
    """The record of a card, or of the combined face of a meld pair. Raises Incomplete where none is known."""
    try:
        return load_card(name)
    except KnowledgeError as error:
        raise Incomplete(str(error)) from None


def token_name(game: Game, subtypes: tuple[str, ...]) -> str | None:
    """The name of a token that is given none: its subtypes, and where the edition says so the word Token."""
    if not subtypes:
        return None
    suffix = " Token" if game.edition.policy("token_name_suffix") == "with" else ""
    return " ".join(subtypes) + suffix


def token_made(game: Game, reader: Reader, made: CreateToken) -> Card:
    """The card record of a token that an instruction creates; reader: of the view as it then is."""
    face = Face(
        name=made.name if made.name is not None else token_name(game, made.subtypes),
        types=made.types,
        colors=made.colors,
        supertypes=made.supertypes,
        subtypes=made.subtypes,
        power=None if made.power is None else reader.value(made.power),
        toughness=None if made.toughness is None else reader.value(made.toughness),
        abilities=made.abilities,
    )
    return Card(faces=(face,), layout="token")


def copy_of_spell(
    game: Game, original: int, controller: str, label: str | None, exceptions: tuple[object, ...] = ()
) -> int:
    """Put a copy of a spell onto the stack: its copiable values, and all decisions made for it."""
    spell, entry = game.objects.get(original) or game.gone[original], game.copiable(original)
    if _says_it_is_unique(game, spell):
        raise Incomplete("a copy of what cannot be copied by its own words")
    if (why := misunderstood(game, "be copied")) is not None:
        raise why
    if spell.ability is not None:
        return _put(game, spell, controller, label, spell.card, spell.face)
    if entry is None:
        raise Incomplete("a copy of a spell whose values are not known")
    both = spell.card.layout in ("transform", "modal_dfc", "split", "room", "adventure") and spell.face_down is None
    card = spell.card if both else entry.card
    if exceptions:
        card = copied_card(card, exceptions, (), game.edition, lambda value: int(value))  # type: ignore[arg-type,call-overload]
    return _put(game, spell, controller, label, card, spell.face if both else 0)


def _says_it_is_unique(game: Game, spell: GameObject) -> bool:
    """Whether words of a spell or of an ability on the stack forbid that it be copied."""
    if spell.ability is not None:
        return mentions((spell.ability,), _forbids_copies)
    entry = game.view.get(spell.id) or game.known.get(spell.id)
    return entry is not None and mentions(tuple(each.ability for each in entry.abilities), _forbids_copies)


def _forbids_copies(node: object) -> bool:
    words = str(getattr(node, "gloss", "")).lower()
    return "be copied" in words and ("can't" in words or "cannot" in words)


def _put(game: Game, spell: GameObject, controller: str, label: str | None, card: Card, face: int) -> int:
    identifier = game.number()
    copied = replace(spell, id=identifier, card=card, owner=controller, controller=controller, timestamp=game.stamp())
    game.add(replace(copied, label=label, copy=True, face=face, counters=(), told=()))
    return identifier


def emblem(game: Game, abilities: tuple[Ability, ...], player: str) -> int:
    """Put an emblem into the command zone: it has abilities and nothing else, and belongs to the player."""
    identifier = game.number()
    game.add(
        GameObject(
            id=identifier,
            card=Card(faces=(Face(None, abilities=abilities),), layout="emblem"),
            zone="command",
            owner=player,
            controller=player,
            timestamp=game.stamp(),
        )
    )
    return identifier
