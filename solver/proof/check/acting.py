"""Keyword actions of resolutions: discarding, proliferating, exchanging control."""

from __future__ import annotations

from layerproof.kb.model.effect import All, Players, Scope
from layerproof.kb.model.expression import Player
from layerproof.kb.model.instruction import ExchangeControl, MoveCounters, PutCounters, RemoveCounters
from layerproof.kb.model.modification import SetController
from layerproof.kb.model.node import mentions
from layerproof.kb.model.occurrence import Shuffled
from layerproof.solver.proof.check.becoming import become, carry_out, follow, put_counters
from layerproof.solver.proof.check.coming import Coming
from layerproof.solver.proof.check.entering import give_back, move
from layerproof.solver.proof.check.game import Game
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.interfering import refuse_change
from layerproof.solver.proof.check.libraries import unlisted_comes
from layerproof.solver.proof.check.reading import Reader
from layerproof.solver.proof.check.unseen import held_unseen
from layerproof.solver.proof.check.world import Says


def _chosen(says: Says) -> tuple[str | int, ...]:
    # Only what this resolution chose; what its source chose as it entered is another choice.
    return tuple(dict.fromkeys(dict(says.choices).get("object", ())))


def shuffle_in(game: Game, objects: tuple[int, ...], you: str, scope: Scope) -> None:
    """Shuffle objects into their owners' libraries; of these no card is known any more.

    scope: which objects were meant; a whole hand has unlisted cards too.
    """
    owners = {you, *(game.objects[each].owner for each in objects)}
    with game.one_moment():
        for each in objects:
            if each in game.objects:
                move(game, each, "library", game.view)
        for obj in [each for each in game.objects.values() if each.zone == "library" and each.owner in owners]:
            game.depart(obj.id, game.view)
            unlisted_comes(game, obj.owner, 1)
        for name in sorted(owners):
            mine = [each for each in objects if (game.objects.get(each) or game.gone[each]).owner == name]
            game.tell(Shuffled(name))
            game.done("shuffles", name, *mine)
    if mentions(scope, lambda node: isinstance(node, All) and "hand" in node.zones):
        unlisted_comes(game, you, held_unseen(game.players[you]))
        game.set_player(you, drawn=0)
    give_back(game)


def shuffle(game: Game, *names: str) -> None:
    """Let players shuffle their libraries, of which the order is not known afterwards."""
    for name in names:
        game.set_player(name, shuffled=game.clock)
        game.tell(Shuffled(name))


def proliferate(game: Game, says: Says) -> None:
    """Give each permanent that was chosen one more counter of each kind that it has.

    Incomplete for several kinds where only one of them counts.
    """
    refuse_change(game, "counters")
    there = any(game.objects[each.id].counters for each in game.view.values() if each.battlefield)
    facts = [pair for player in game.players.values() for pair in player.told]
    if "object" not in dict(says.choices) and (there or any(n and fact.endswith(" counters") for fact, n in facts)):
        raise Incomplete("what is chosen as a player proliferates")
    you, events = game.reader(says).you(), []
    for each in _chosen(says):
        if isinstance(each, str) and each != "none":
            raise Incomplete("the counters of players")
        if each in game.view and game.view[each].battlefield:
            if len(game.counters_of(each)) > 1 and game.edition.policy("proliferate_kinds") == "one_kind":
                raise Incomplete("which kind of counter proliferating adds")
            events += [Coming("put_counters", 1, it=each, kind=kind, by=you) for kind in game.counters_of(each)]
    put_counters(game, events)


def exchange_control(game: Game, reader: Reader, exchange: ExchangeControl) -> None:
    """Let the controllers of two permanents exchange control of them; nothing happens if that cannot be done.

    Source: the rules on exchanging.
    """
    one, other = (game.view.get(reader.refer_object(each) or 0) for each in (exchange.first, exchange.second))
    if one is None or other is None or not (one.battlefield and other.battlefield):
        return
    if one.controller == other.controller:
        return
    timestamp = game.stamp()
    for entry, player in ((one, other.controller), (other, one.controller)):
        mods = (SetController(Player("named", name=player)),)
        game.begin(mods, (entry.id,), reader.you(), reader.says.source, timestamp=timestamp)


def move_counters(game: Game, reader: Reader, instruction: MoveCounters) -> None:
    """Move all counters of an object onto another; where they can't be put there, none is taken away either."""
    old, new = reader.refer_object(instruction.from_), reader.refer_object(instruction.to)
    if old is None or new is None or old == new or old not in game.objects or new not in game.objects:
        return
    for kind, many in game.counters_of(old).items():
        happen, besides = become(game, [Coming("put_counters", many, it=new, kind=kind, by=reader.you())])
        if happen or besides:
            game.remove(old, kind, None)
            carry_out(game, happen)
            follow(game, besides)


def kind_of(reader: Reader, kind: str) -> str:
    """The kind of a counter that an instruction names, or lets a player choose. Incomplete where no one tells it."""
    if kind != "chosen":
        return kind
    chosen = reader.choice("counter") or reader.choice("kind")
    if not chosen:
        raise Incomplete("the kind of a counter that is chosen")
    return str(chosen[0])


def putting(reader: Reader, player: Player | None) -> str:
    """Who puts the counters of an instruction that names a player, or nobody. Incomplete where that is not one."""
    if player is None:
        return reader.you()
    named = reader.players(player)
    if len(named) == 1:
        return named[0]
    raise Incomplete("counters that not exactly one player puts")


def puts(game: Game, reader: Reader, instruction: PutCounters, objects: tuple[int, ...]) -> None:
    """Put counters on objects, or on the players whom the instruction names instead. Incomplete where it is not told
    which kind, or who puts them."""
    refuse_change(game, "counters")
    kind, by = kind_of(reader, instruction.kind), putting(reader, instruction.player)
    if isinstance(instruction.on, Players):
        names, many = reader.players(instruction.on.player), reader.value(instruction.number)
        put_counters(game, [Coming("put_counters", many, who=each, kind=kind, by=by) for each in names])
        return
    numbers = [(each, reader.value(instruction.number, each)) for each in objects]
    put_counters(game, [Coming("put_counters", n, it=each, kind=kind, by=by) for each, n in numbers])


def remove_counters(game: Game, reader: Reader, instruction: RemoveCounters, objects: tuple[int, ...]) -> None:
    """Remove counters from objects: so many, or all of a kind, or those of every kind."""
    for each in objects:
        many = None if instruction.number is None else reader.value(instruction.number, each)
        kinds = list(game.counters_of(each)) if instruction.kind == "any" else [kind_of(reader, instruction.kind)]
        for kind in kinds:
            game.remove(each, kind, many)
