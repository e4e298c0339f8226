"""Sacrificing and discarding: what each player chooses of their own, and that all of it then goes at one moment."""

from __future__ import annotations

import re
from typing import Any

from layerproof.kb.model import instruction as i
from layerproof.kb.model.effect import All
from layerproof.kb.model.modification import Replace
from layerproof.kb.model.occurrence import ZoneChange
from layerproof.kb.model.situation import GameObject
from layerproof.solver.layers.reading import fits, players
from layerproof.solver.layers.scene import Scene, Source, Undecided
from layerproof.solver.layers.speaking import speaks_of_objects
from layerproof.solver.layers.unlisted import in_hand, in_zone
from layerproof.solver.layers.values import affected, evaluate
from layerproof.solver.layers.view import counter_number
from layerproof.solver.replacing.standing import standing
from layerproof.solver.situation import moving
from layerproof.solver.situation.game import Forbidden, Game
from layerproof.solver.situation.guard import unhindered
from layerproof.solver.situation.kept import kept_from_sacrifice
from layerproof.solver.situation.turn_order import in_turn_order
from layerproof.solver.situation.words_to_choose import with_word

# The choice by which a scenario tells that no object was chosen.
_NOTHING: tuple[str, tuple[str | int, ...]] = ("object", ())


def sacrifice(game: Game, source: Source, instruction: i.Sacrifice, origin: str) -> tuple[int, ...]:
    """Each of the players sacrifices permanents of their choice; all of them go at one moment.

    Returns what was sacrificed, by player in turn order and then by identifier. Raises Undecided where a player has a
    choice and the scenario does not tell it, Forbidden where more is told than is asked for. Sources: rule keys
    sacrifice, apnap, resolve.choices.
    """
    unhindered(game, "sacrifice")
    scene = game.scene()
    asked = max(evaluate(instruction.number, scene, source), 0)
    taken: list[tuple[int, str]] = []
    for name in in_turn_order(game, players(instruction.player, scene, source)):
        there = _may_sacrifice(game, source, instruction, name)
        number = min(asked, len(there))
        named = [each for each in there if each in source.chosen]
        if len(named) > number:
            raise Forbidden(f"{origin} has {name} sacrifice {number} and no more", "sacrifice")
        if number < len(there) and len(named) < number:
            raise Undecided(f"which of their permanents {name} sacrifices for {origin} is not told (choices: object)")
        going = there if number == len(there) else named
        game.deed("sacrifices", name, *going)
        taken += [(each, name) for each in going]
    with game.at_one_moment():
        for each, name in taken:
            if game.there(each) is not None:
                moving.move(game, each, "graveyard", at_once=True, way="sacrificed", by=name)
    moving.come_back(game)
    return tuple(each for each, _ in taken)


def _may_sacrifice(game: Game, source: Source, instruction: i.Sacrifice, name: str) -> list[int]:
    """The permanents of a player among which they choose what to sacrifice, by identifier."""
    scene = game.scene()
    kept = kept_from_sacrifice(game, scene)
    mine = (each for each in scene.in_zones(("battlefield",)) if scene.view[each].controller == name)
    mine = (each for each in mine if each not in kept)
    return sorted(each for each in mine if fits(instruction.what, scene, source, each))


def choose_or_sacrifice(game: Game, source: Source, instruction: Any, origin: str) -> Source:
    """The source of a resolution after a player has chosen an object or a word, or players have sacrificed: what went
    is what was chosen, unless more is told."""
    if isinstance(instruction, i.ChooseWord):
        return with_word(game, source, instruction, origin)
    if isinstance(instruction, i.Choose):
        return _choose_one(game, source, instruction, origin)
    gone = sacrifice(game, source, instruction, origin)
    source = source._replace(died=(*source.died, *(each for each in gone if game.went.get(each) == "graveyard")))
    if source.chosen:
        return source
    told = source.choices if gone or _NOTHING in source.choices else (*source.choices, _NOTHING)
    return source._replace(chosen=gone, choices=told)


def _choose_one(game: Game, source: Source, instruction: i.Choose, origin: str) -> Source:
    """The source of a resolution after its controller has chosen one object that fits (rule key resolve.choices).

    Where there is one only, that is chosen; where there is none, nothing is. Raises Undecided where there are several
    and the scenario does not tell which, or where one may be among cards of a hand that are not listed; Forbidden where
    it tells of another.
    """
    scene = game.scene()
    there = _that_fit(game, source, instruction)
    if instruction.least is not None:
        sizes = {each: getattr(scene.view[each], instruction.least) or 0 for each in there}
        there = [each for each in there if sizes[each] == min(sizes.values())]
    named = [each for each in source.chosen if each in there]
    if source.chosen and there and not named:
        raise Forbidden(f"{origin} lets no such object be chosen", "resolve.choices")
    # Cards that no scenario lists may have come into a graveyard, exile or a hand.
    open_ = (instruction.zone != "battlefield" and bool(there)) or _unlisted(game, instruction.zone)
    if len(source.chosen) > 1 or ((len(there) > 1 or open_) and not named):
        raise Undecided(f"which object is chosen for {origin} is not told (choices: object)")
    found = tuple(named or there)
    others = tuple(pair for pair in source.choices if pair[0] != "object")
    return source._replace(chosen=found, choices=others if found else (*others, _NOTHING))


def _that_fit(game: Game, source: Source, instruction: i.Choose) -> list[int]:
    scene = game.scene()
    return [each for each in scene.in_zones((instruction.zone,)) if fits(instruction.what, scene, source, each)]


def _unlisted(game: Game, zone: str) -> bool:
    """Whether a zone of a player has cards of which it is not told what they are."""
    return any(in_zone(each, zone) != 0 for each in game.situation.players)


def refuse_untold(source: Source, instruction: i.Instruction, origin: str) -> None:
    """Raise Undecided where an instruction speaks of a chosen object and the scenario does not tell of any, nor that
    there is none (rule key resolve.choices)."""
    if source.chosen or _NOTHING in source.choices:
        return
    asked: object = instruction
    if isinstance(instruction, i.If):
        asked = instruction.condition
    elif isinstance(instruction, i.Pays):
        asked = instruction.cost
    elif isinstance(instruction, i.ForEach):
        asked = instruction.each
    elif isinstance(instruction, i.Reflexive):
        asked = instruction.of
    if speaks_of_objects(asked, "chosen"):
        raise Undecided(f"which object is chosen for {origin} is not told (choices: object)")


def can_be_done(game: Game, source: Source, instruction: i.Instruction) -> bool:
    """Whether a player who may do something else for it could do it whole (rule key cost.on_resolution).

    Only choosing, sacrificing, discarding and removing counters can fail for want of something to do it with.
    """
    scene = game.scene()
    if isinstance(instruction, i.Choose):
        there = _that_fit(game, source, instruction)
        if not there and _unlisted(game, instruction.zone):
            raise Undecided(f"whether there is such a card in a {instruction.zone} to choose")
        return bool(there)
    if isinstance(instruction, i.Sacrifice):
        asked = evaluate(instruction.number, scene, source)
        names = players(instruction.player, scene, source)
        return all(len(_may_sacrifice(game, source, instruction, name)) >= asked for name in names)
    if isinstance(instruction, i.Discard) and instruction.number is not None:
        asked = evaluate(instruction.number, scene, source)
        for name in players(instruction.player, scene, source):
            listed, unlisted = _hand(game, source, instruction, name)
            if len(listed) + unlisted < asked:
                return False
            if len(listed) < asked and instruction.what is not None:
                raise Undecided(f"whether {name} has such a card to discard")
    if isinstance(instruction, i.RemoveCounters) and instruction.number is not None and instruction.kind != "any":
        them = [each for each in affected(instruction.from_, scene, source) if game.there(each) is not None]
        asked = evaluate(instruction.number, scene, source)
        return bool(them) and all(counter_number(game.item(each), instruction.kind) >= asked for each in them)
    return True


def _hand(game: Game, source: Source, instruction: i.Discard, name: str) -> tuple[list[int], int]:
    """The listed cards of a hand that may be discarded, and how many are not listed."""
    hand = [each.id for each in game.situation.objects if each.zone == "hand" and each.owner == name]
    if instruction.what is not None:
        scene, what = game.scene(), instruction.what
        hand = [each for each in hand if fits(what, scene, source, each)]
    return hand, in_hand(game.situation.player_state(name))


def discard(game: Game, source: Source, instruction: i.Discard, origin: str) -> None:
    """Each of the players discards cards: those told, where there is a choice; the whole hand where no more is there.

    `none` among the choices means that cards which are not listed are discarded. Raises Undecided where it is not told
    which cards they are, Forbidden where one is told that must not be discarded. Source: rule key discard.choice.
    """
    scene = game.scene()
    for name in in_turn_order(game, players(instruction.player, scene, source)):
        listed, unlisted = _hand(game, source, instruction, name)
        count = len(listed) + unlisted
        if instruction.number is not None:
            count = max(evaluate(instruction.number, scene, source), 0)
        cards, others = _discarded(game, source, instruction, name, count, origin)
        game.deed("discards", name, *cards)
        with game.one_moment():
            for card in cards:
                _ask_what_is_done_instead(game, source, card, name)
                moving.move(game, card, "graveyard", way="discarded", by=name)
            if others:
                ask_where_unlisted_go(game)
                buried = game.situation.player_state(name).buried + others
                game.set_player(name, "discard", drawn=unlisted - others, buried=buried)
                for _ in range(others):
                    game.report(ZoneChange(None, (), "hand", "graveyard", "discarded", name))


_INSTEAD = re.compile(r"^if an? (?:spell|effect)\b.* causes you to discard (a card|~|this card)(?!\w)", re.I)


def _ask_what_is_done_instead(game: Game, source: Source, card: int, name: str) -> None:
    """Stop where words that are not read may let something else happen to a card as an effect has it discarded: its
    own words where another player's spell or ability does, or those of a permanent (rule key
    replacement.definition)."""
    scene = game.scene()
    theirs = scene.you(source) != name
    for identifier in (card, *scene.in_zones(("battlefield",))):
        if identifier != card and scene.controller_of(identifier) != name:
            continue
        for instance in scene.view[identifier].abilities:
            said = _INSTEAD.match(getattr(instance.ability, "gloss", ""))
            own = said is not None and said[1] != "a card"
            if said is not None and own == (identifier == card) and (theirs or not own):
                raise Undecided(f"where {game.name(card)} goes, which {name} is made to discard, is not modelled")


def ask_where_unlisted_go(game: Game) -> None:
    """Raise Undecided where an effect may send cards elsewhere that would be put into a graveyard, which are not
    listed."""
    unhindered(game, "die")
    for each in standing(game, game.scene()):
        if isinstance(each.mod, Replace) and each.mod.would.what in ("move", "discard"):
            raise Undecided("where cards go that are discarded and not listed, while effects say where cards go")


def _discarded(
    game: Game, source: Source, instruction: i.Discard, name: str, count: int, origin: str
) -> tuple[list[int], int]:
    """Which listed cards a player discards, and how many that are not listed."""
    listed, unlisted = _hand(game, source, instruction, name)
    mine = [each.id for each in game.situation.objects if each.zone == "hand" and each.owner == name]
    if any(each in mine and each not in listed for each in source.chosen):
        raise Forbidden(f"{origin} does not let such a card be discarded", "discard.choice")
    named = [each for each in listed if each in source.chosen]
    if len(named) > count:
        raise Forbidden(f"{origin} has {name} discard {count} and no more", "discard.choice")
    if count >= len(listed) + unlisted and not (instruction.what is not None and unlisted):
        return listed, unlisted
    told = bool(named) or ("object", ()) in source.choices
    rest = count - len(named)
    if rest and (not told or instruction.what is not None):
        if not listed and instruction.what is None:
            return [], count
        raise Undecided(f"which cards {name} discards for {origin} is not told (choices: object)")
    if rest > unlisted:
        raise Undecided(f"which cards {name} discards for {origin} is not told whole (choices: object)")
    return named, rest


def may_move(game: Game, move: i.Move, item: GameObject, scene: Scene, source: Source) -> bool:
    """False for what is not in the zone out of which it is moved, for what is to be sacrificed and is no permanent, or
    one that the player who is told to does not control, or that cannot be sacrificed (rule key sacrifice). What is
    told of all permanents of a sort is told to each player. Raises Undecided where it is not known whether it can be
    sacrificed."""
    if move.to == "exile":
        unhindered(game, "exile", item.id)
    if move.out_of:
        return item.zone == move.out_of and item.owner == scene.you(source)
    if move.how != "sacrifice":
        return True
    if item.id in kept_from_sacrifice(game, scene):
        return False
    if isinstance(move.affects, All):
        return True
    return item.zone == "battlefield" and scene.controller_of(item.id) == scene.you(source)
