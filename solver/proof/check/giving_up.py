"""What players give up in a resolution: permanents that they sacrifice, cards that they discard."""

from __future__ import annotations

from layerproof.kb.model.ability import Ability, Activated, Chapter, Loyalty, Triggered
from layerproof.kb.model.effect import All
from layerproof.kb.model.expression import X
from layerproof.kb.model.instruction import (
    Body,
    Choose,
    Discard,
    ForEach,
    If,
    Instruction,
    Move,
    Pays,
    Reflexive,
    Sacrifice,
)
from layerproof.kb.model.modification import Replace
from layerproof.kb.model.node import mentions
from layerproof.kb.model.occurrence import ZoneChange
from layerproof.solver.proof.check.coming import watchers
from layerproof.solver.proof.check.entering import give_back, move
from layerproof.solver.proof.check.game import Game
from layerproof.solver.proof.check.incomplete import ForbiddenChoice, Incomplete
from layerproof.solver.proof.check.interfering import refuse, refuse_change
from layerproof.solver.proof.check.reading import Reader
from layerproof.solver.proof.check.spoken_of import about
from layerproof.solver.proof.check.unseen import held_unseen, unseen
from layerproof.solver.proof.check.unyielding import unsacrificed
from layerproof.solver.proof.check.view import Entry
from layerproof.solver.proof.check.words_chosen import refuse_unsaid_words
from layerproof.solver.proof.check.world import Says


def by_turn(game: Game, names: tuple[str, ...]) -> list[str]:
    """Names of players in the order in which they make choices at one moment: that of turns, from the active player."""
    seats = list(game.players)
    return sorted(names, key=lambda name: (seats.index(name) - seats.index(game.active)) % len(seats))


def sacrificed(game: Game, reader: Reader, instruction: Sacrifice) -> tuple[int, ...]:
    """Let each player sacrifice permanents, all at one moment; the identifiers of what was sacrificed.

    Where a player has more than must go, the scenario says which of them. Incomplete where it does not,
    ForbiddenChoice where it says too many.
    """
    refuse_change(game, "sacrifice")
    told = _chosen(reader)
    wanted = max(0, reader.value(instruction.number))
    going: list[tuple[int, str]] = []
    for name in by_turn(game, reader.players(instruction.player)):
        own = _own(game, reader, instruction, name)
        picked = [each for each in own if each in told]
        if len(picked) > min(wanted, len(own)):
            raise ForbiddenChoice("more is sacrificed than is asked for")
        if wanted >= len(own):
            picked = own
        elif len(picked) < wanted:
            raise Incomplete("what a player sacrifices")
        game.done("sacrifices", name, *picked)
        going.extend((each, name) for each in picked)
    seen = game.view
    with game.one_moment():
        for each, name in going:
            if each in game.objects:
                move(game, each, "graveyard", seen, how="sacrificed", by=name)
    give_back(game)
    return tuple(each for each, _ in going)


def ask_what_is_chosen(reader: Reader, instruction: Instruction) -> None:
    """Incomplete where an instruction is about a chosen word that the scenario does not say, or about a chosen object
    and it does not say that one was chosen, or none."""
    refuse_unsaid_words(reader, instruction)
    if "object" in dict(reader.says.choices):
        return
    asked: object = instruction
    match instruction:
        case If():
            asked = instruction.condition
        case Pays():
            asked = instruction.cost
        case ForEach():
            asked = instruction.each
        case Reflexive():
            asked = instruction.of
    if about(asked, "chosen", players=False):
        raise Incomplete("which object is chosen as something resolves")


def refuse_untold_x(game: Game, ability: Ability, body: Body, says: Says) -> None:
    """Incomplete where an ability has an X of which nobody has said how much it is.

    The X of an ability that triggers as its object enters, or as it is cast, is that of the object's mana cost.
    """
    source = game.objects.get(says.source or 0) or game.gone.get(says.source or 0)
    if says.x is not None or (source is not None and source.x is not None):
        return
    if isinstance(ability, Triggered):
        words = ability.when.split(" ", 1)[-1]
        if words.startswith(("~ enters", "you cast ~", "you cast this spell")):
            return
    elif not isinstance(ability, Activated | Loyalty | Chapter):
        return
    if mentions(body, lambda node: node == X()):
        raise Incomplete("an X of which nobody says how much it is")


def _own(game: Game, reader: Reader, instruction: Sacrifice, name: str) -> list[int]:
    staying = unsacrificed(game)
    there = [each for each in reader.candidates(("battlefield",)) if each.id not in staying]
    return sorted(each.id for each in there if each.controller == name and reader.fits(instruction.what, each))


def _chosen(reader: Reader) -> set[str | int]:
    return set(dict(reader.says.choices).get("object", ()))


def has_the_means(game: Game, reader: Reader, instruction: Instruction) -> bool:
    """Whether there is enough to do something whole that a player may do: of permanents to choose from or to sacrifice,
    or of cards to discard. What asks for neither can always be done."""
    if isinstance(instruction, Choose):
        if any(reader.fits(instruction.what, entry) for entry in reader.candidates((instruction.zone,))):
            return True
        if any(unseen(each, instruction.zone) for each in game.players.values()):
            raise Incomplete("whether a zone that is not all listed has such a card")
        return False
    if isinstance(instruction, Sacrifice):
        names, wanted = reader.players(instruction.player), reader.value(instruction.number)
        return not any(len(_own(game, reader, instruction, name)) < wanted for name in names)
    if not isinstance(instruction, Discard) or instruction.number is None:
        return True
    wanted = reader.value(instruction.number)
    for name in reader.players(instruction.player):
        fit, more = len(_fitting(game, reader, instruction, name)), held_unseen(game.players[name])
        if fit + more < wanted:
            return False
        if fit < wanted and instruction.what is not None:
            raise Incomplete("whether a hand that is not all listed has such cards")
    return True


def _cards_in_hand(game: Game, name: str) -> list[int]:
    return [each for each, obj in sorted(game.objects.items()) if obj.zone == "hand" and obj.owner == name]


def _fitting(game: Game, reader: Reader, instruction: Discard, name: str) -> list[int]:
    what = instruction.what
    return [each for each in _cards_in_hand(game, name) if what is None or reader.fits(what, game.view[each])]


def discarded(game: Game, reader: Reader, instruction: Discard) -> None:
    """Let players discard cards, in the order of turns and for each of identifiers: those that were chosen, else the
    whole hand if that is all that there is.

    Of cards that are not listed one is as good as another. Incomplete where it is not said which cards they are,
    ForbiddenChoice for one that does not fit, or too many.
    """
    if "players" in game.unsure:
        raise Incomplete("hands after an instruction that is not modelled")
    refuse(game, "discard")
    for name in by_turn(game, reader.players(instruction.player)):
        listed, unlisted = _which(game, reader, instruction, name)
        game.done("discards", name, *listed)
        left = game.players[name].drawn - unlisted
        with game.one_moment():
            for each in listed:
                _refuse_other_fate(game, reader, each, name)
                move(game, each, "graveyard", game.view, how="discarded", by=name)
            if unlisted:
                _refuse_unseen_discard(game)
                game.set_player(name, drawn=left, buried=game.players[name].buried + unlisted)
            for _ in range(unlisted):
                game.tell(ZoneChange(None, (), "hand", "graveyard", "discarded", name))


def _refuse_other_fate(game: Game, reader: Reader, card: int, name: str) -> None:
    """Incomplete where words may put a discarded card elsewhere: its own, if another player makes this one discard, or
    those of a permanent of the player."""
    for entry in game.view.values():
        if entry.id != card and not (entry.battlefield and entry.controller == name):
            continue
        for gloss in (getattr(one.ability, "gloss", "").lower() for one in entry.abilities):
            what = gloss.partition("causes you to discard ")[2] if gloss.startswith("if ") else ""
            any_card = what.startswith("a card")
            if what and (any_card if entry.id != card else not any_card and reader.you() != name):
                raise Incomplete("where a card goes that an effect has discarded")


def _refuse_unseen_discard(game: Game) -> None:
    """Incomplete where something may send discarded cards elsewhere that are not listed."""
    refuse_change(game, "graveyard")
    for each in watchers(game, game.world(), game.view):
        if isinstance(each.mod, Replace) and each.mod.would.what in ("move", "discard"):
            raise Incomplete("where discarded cards go that are not listed")


def _which(game: Game, reader: Reader, instruction: Discard, name: str) -> tuple[list[int], int]:
    told, more = _chosen(reader), held_unseen(game.players[name])
    fitting = _fitting(game, reader, instruction, name)
    if any(each in told and each not in fitting for each in _cards_in_hand(game, name)):
        raise ForbiddenChoice("a card that must not be discarded")
    picked = [each for each in fitting if each in told]
    open_quality = instruction.what is not None and more > 0
    everything = len(fitting) + more
    wanted = everything if instruction.number is None else max(0, reader.value(instruction.number))
    if len(picked) > wanted:
        raise ForbiddenChoice("more is discarded than is asked for")
    if wanted >= everything and not open_quality:
        return fitting, more
    missing = wanted - len(picked)
    if missing == 0:
        return picked, 0
    if instruction.what is not None:
        raise Incomplete("which cards a player discards")
    said = picked or "none" in told
    if (not said and fitting) or missing > more:
        raise Incomplete("which cards a player discards")
    return picked, missing


def that_can_go(game: Game, instruction: Move, objects: tuple[int, ...]) -> tuple[int, ...]:
    """Of what an instruction moves, all but what it would sacrifice and cannot be. Incomplete where that is unclear."""
    if instruction.to == "exile" and objects:
        refuse_change(game, "exile")
    if instruction.how != "sacrifice":
        return objects
    staying = unsacrificed(game)
    return tuple(each for each in objects if each not in staying)


def given_up_by(you: str, instruction: Move, entry: Entry | None) -> bool:
    """Whether something can be sacrificed as an instruction says: nobody sacrifices a permanent of another player, or
    what is no permanent. Where all of a sort go, each player has their own go."""
    if isinstance(instruction.affects, All):
        return True
    return entry is not None and entry.battlefield and entry.controller == you
