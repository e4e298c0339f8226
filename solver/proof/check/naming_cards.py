"""What is chosen on entering, seen by the checker: names of known cards with what is asked of them, and options."""

from __future__ import annotations

from layerproof.kb.cards.store import load_card
from layerproof.kb.errors import KnowledgeError
from layerproof.kb.model.ability import AsEnters
from layerproof.kb.model.card import Face
from layerproof.kb.model.expression import AllOf, AnyOf, Chose, Filter, Is, Not
from layerproof.kb.model.node import mentions
from layerproof.solver.proof.check.game import Game
from layerproof.solver.proof.check.incomplete import ForbiddenChoice, Incomplete
from layerproof.solver.proof.check.view import Entry


def well_named(game: Game, entry: Entry, name: str) -> None:
    """Refuse a name that is none of a known card, and one of a card that what enters does not let be named."""
    try:
        faces = [face for face in load_card(name).faces if face.name == name]
    except KnowledgeError:
        faces = []
    if not faces:
        raise Incomplete(f"whether there is a card named {name}")
    for instance in entry.abilities:
        asked = instance.ability.named if isinstance(instance.ability, AsEnters) else None
        if asked is None:
            continue
        if not any(_printed_so(asked, face) for face in faces):
            raise ForbiddenChoice(f"the name {name}, which may not be chosen")
        game.done("names a card", entry.controller)


def well_chosen(entry: Entry, mode: str) -> None:
    """Refuse a mode, chosen as an object enters, that is no option in any ability of the object."""
    abilities = tuple(each.ability for each in entry.abilities)
    if any(isinstance(each, AsEnters) and "mode" in each.choose for each in abilities):
        if not mentions(abilities, lambda node: isinstance(node, Chose) and node != Chose("may")):
            return
        if not mentions(abilities, lambda node: isinstance(node, Chose) and node.option.lower() == mode.lower()):
            raise ForbiddenChoice(f"the mode {mode}, which is no option")


def several_chosen(entry: Entry, modes: tuple[str | int, ...]) -> None:
    """Refuse fewer or more modes than an object that asks for several as it enters, or one of them twice."""
    wanted = 0
    for instance in entry.abilities:
        if isinstance(instance.ability, AsEnters):
            wanted += len([word for word in instance.ability.choose if word == "mode"])
    if wanted >= 2 and modes and sorted(map(str, modes)) != sorted({str(each) for each in modes})[:wanted]:
        raise ForbiddenChoice("a mode twice, or too many of them")
    if wanted >= 2 and modes and len(modes) < wanted:
        raise ForbiddenChoice("fewer modes than are to be chosen")


def player_may_be(game: Game, entry: Entry, named: list[str]) -> None:
    """Refuse a player, chosen as an object enters, who has left or never was in the game, the controller where the
    text says an opponent, and more than one player."""
    asking = [each.ability for each in entry.abilities if isinstance(each.ability, AsEnters)]
    asking = [each for each in asking if "player" in each.choose]
    if not asking or not named:
        return
    playing = {name for name, player in game.players.items() if not player.lost}
    if any(each.opponent for each in asking):
        playing.discard(entry.controller)
    if len(named) != 1 or not playing.issuperset(named):
        raise ForbiddenChoice("a player who may not be chosen as an object enters")


def _printed_so(wanted: Filter, face: Face) -> bool:
    if isinstance(wanted, Not):
        return not _printed_so(wanted.filter, face)
    if isinstance(wanted, AllOf | AnyOf):
        answers = [_printed_so(each, face) for each in wanted.filters]
        return all(answers) if isinstance(wanted, AllOf) else any(answers)
    words = {"type": face.types, "supertype": face.supertypes, "subtype": face.subtypes}
    if not isinstance(wanted, Is) or wanted.category not in words:
        raise Incomplete("what a card must be to be named")
    return wanted.word in words[wanted.category]
