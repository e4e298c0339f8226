"""Keyword actions of a resolution that are instructions of their own: fighting, populating, designations and others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerproof.kb.model import instruction as ins
from layerproof.kb.model.expression import Ref
from layerproof.kb.wording.plain_words import in_words
from layerproof.solver.proof.check.bonding import pair
from layerproof.solver.proof.check.choosable import after_choice
from layerproof.solver.proof.check.creating import make_tokens
from layerproof.solver.proof.check.damaging import damage, deal_damage
from layerproof.solver.proof.check.fed import feed
from layerproof.solver.proof.check.game import Game
from layerproof.solver.proof.check.giving_up import sacrificed
from layerproof.solver.proof.check.incomplete import ForbiddenChoice, Incomplete
from layerproof.solver.proof.check.reading import Reader
from layerproof.solver.proof.check.suspicion import designated
from layerproof.solver.proof.check.swapping import auras_change_places
from layerproof.solver.proof.check.topmost import milled, scried
from layerproof.solver.proof.check.unseen import unseen
from layerproof.solver.proof.check.venturing import connives, explores

if TYPE_CHECKING:
    from layerproof.solver.proof.check.resolving import Resolution


def act(resolution: Resolution, instruction: ins.Instruction) -> None:
    """Perform a keyword action that a resolution says. Incomplete for an instruction that is none of these."""
    game, reader = resolution.game, resolution.reader
    match instruction:
        case ins.Sacrifice():
            _sacrifice(resolution, instruction)
        case ins.Mill():
            milled(game, reader, instruction)
        case ins.Scry():
            scried(game, reader, instruction)
        case ins.SacrificeToGrow():
            feed(game, reader, instruction)
        case ins.Explore():
            explores(game, reader, instruction)
        case ins.Connive():
            connives(game, reader, instruction)
        case ins.Fight():
            _fight(game, reader, instruction)
        case ins.Pair():
            _pair(game, reader, instruction)
        case ins.Populate():
            _populate(resolution)
        case ins.Choose():
            _choose(resolution, instruction)
        case ins.ChooseWord():
            resolution.says = after_choice(reader, instruction)
        case ins.NewTargets():
            from layerproof.solver.proof.check.redirecting import redirect

            redirect(game, reader, instruction)
        case ins.AuraSwap():
            auras_change_places(game, reader)
        case ins.Designate():
            bearer = reader.refer_object(instruction.on)
            if bearer is not None:
                designated(game, bearer, instruction.what)
        case _:
            raise Incomplete(f"an instruction ({in_words(instruction)})")


def _sacrifice(resolution: Resolution, instruction: ins.Sacrifice) -> None:
    game, says = resolution.game, resolution.says
    gone = sacrificed(game, resolution.reader, instruction)
    resolution.say(died=(*says.died, *(each for each in gone if game.went.get(each) == "graveyard")))
    if not [each for each in dict(says.choices).get("object", ()) if each != "none"]:
        # What had to be sacrificed is what the words after it mean.
        others = tuple(pair for pair in says.choices if pair[0] != "object")
        resolution.say(choices=(*others, ("object", gone or ("none",))))


def _choose(resolution: Resolution, instruction: ins.Choose) -> None:
    """One object is chosen among those that fit, by what the scenario says where it could be one of several, or where
    it is a card in a hand."""
    reader = resolution.reader
    fitting = [entry for entry in reader.candidates((instruction.zone,)) if reader.fits(instruction.what, entry)]
    if instruction.least == "toughness":
        fitting = [one for one in fitting if all((one.toughness or 0) <= (each.toughness or 0) for each in fitting)]
    elif instruction.least == "power":
        fitting = [one for one in fitting if all((one.power or 0) <= (each.power or 0) for each in fitting)]
    elif instruction.least is not None:
        raise Incomplete(f"the least {instruction.least}")
    said = [each for each in reader.choice("object") if each != "none"]
    if len(said) > 1:
        raise Incomplete("more objects than the one that is chosen")
    picked = [each.id for each in fitting if each.id in said]
    if said and fitting and not picked:
        raise ForbiddenChoice("what is chosen is none of those that fit")
    if not picked and len(fitting) > 1:
        raise Incomplete("which of several objects is chosen")
    if not picked and fitting and instruction.zone != "battlefield":
        raise Incomplete("whether an unlisted card is chosen")
    if not picked and any(unseen(each, instruction.zone) for each in resolution.game.players.values()):
        raise Incomplete("which card is chosen in a zone that is not all listed")
    kept = tuple(pair for pair in resolution.says.choices if pair[0] != "object")
    chosen: tuple[str | int, ...] = tuple(picked or [each.id for each in fitting]) or ("none",)
    resolution.say(choices=(*kept, ("object", chosen)))


def _fight(game: Game, reader: Reader, instruction: ins.Fight) -> None:
    both = [reader.refer_object(each) for each in (instruction.first, instruction.second)]
    if both[0] is None or both[1] is None:
        return
    entries = [game.view[each] for each in both if each in game.view]
    fighters = [each for each in entries if each.battlefield and "creature" in each.types]
    if len(fighters) == 2 and both[0] == both[1]:
        game.done("fights itself", None, both[0], both[1])
        times = 2 if game.edition.policy("fight_itself") == "two_portions" else 1
        amount = 2 // times * (fighters[0].power or 0)
        deal_damage(game, [damage(amount, fighters[0].id, fighters[0].id)] * times)
        return
    game.done("fights" if len(fighters) == 2 else "does not fight", None, both[0], both[1])
    if len(fighters) == 2:
        one, two = fighters
        deal_damage(game, [damage(one.power or 0, two.id, one.id), damage(two.power or 0, one.id, two.id)])


def _pair(game: Game, reader: Reader, instruction: ins.Pair) -> None:
    """Two creatures are paired if the player still controls the first; which one is the other may be a choice."""
    first = reader.refer_object(instruction.what)
    other = None if instruction.with_ is None else reader.refer_object(instruction.with_)
    if instruction.choose is not None:
        said = [each for each in reader.choice("object") if each != "none"]
        open_to = [each.id for each in reader.candidates(("battlefield",)) if reader.fits(instruction.choose, each)]
        meant = [each for each in said if each in open_to]
        if said and not meant:
            raise ForbiddenChoice("what is paired may not be chosen")
        if len(meant) != 1 and len(open_to) > 1:
            raise Incomplete("which creature is paired")
        other = next(iter(meant or open_to), None)
    mine = first in game.view and game.view[first].controller == reader.you()
    if first is not None and other is not None and mine and other in game.objects:
        pair(game, first, other)


def _populate(resolution: Resolution) -> None:
    game, reader = resolution.game, resolution.reader
    tokens = [
        entry.id
        for entry in reader.candidates(("battlefield",))
        if game.objects[entry.id].token and "creature" in entry.types and entry.controller == reader.you()
    ]
    said = [each for each in reader.choice("object") if each != "none"]
    picked = [each for each in tokens if each in said]
    if tokens and said and not picked:
        raise ForbiddenChoice("what is copied is no creature token of that player")
    if len(tokens) > 1 and len(picked) != 1:
        raise Incomplete("which creature token is copied")
    game.done("populates" if tokens else "populates nothing", reader.you(), *(picked or tokens)[:1])
    for original in (picked or tokens)[:1]:
        make_tokens(resolution, ins.CreateCopyToken(Ref("object", original)))
