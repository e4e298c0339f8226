"""Delayed triggered abilities, seen by the checker: what was created, and whether its event is the first one since."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec.structs import replace

from layerproof.kb.model import occurrence as oc
from layerproof.kb.model import trigger_event as te
from layerproof.kb.model.ability import RESOLVING, Ability
from layerproof.kb.model.effect import Only, Several, Union
from layerproof.kb.model.expression import Player, Ref, X
from layerproof.kb.model.instruction import Begin, Body, Delayed, Move, OtherAction, ShuffleIntoLibrary, Target
from layerproof.kb.model.node import mentions, rewritten
from layerproof.kb.oracle.compiled import trigger_event
from layerproof.solver.proof.check.chronicle import Beat, Chronicle, may_be_reflexive
from layerproof.solver.proof.check.delayed import Waiting
from layerproof.solver.proof.check.fixing import fixed_references
from layerproof.solver.proof.check.gathering import several
from layerproof.solver.proof.check.happened import Sight, is_seen_before, plain_text, subjects
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.leaving import left_behind
from layerproof.solver.proof.check.reading import Reader

if TYPE_CHECKING:
    from layerproof.solver.proof.check.game import Game

_POINTS = ("target", "that", "chosen", "made", "moved", "granter", "top_of_graveyard", "top_of_library", "linked")
_LATER = re.compile(r"\b(?:at (?:the beginning|end) of|when|whenever|the next time)\b")


def create(game: Game, reader: Reader, instruction: Delayed, this: Ability | None = None) -> None:
    """Create the delayed triggered ability of an instruction; references are what they are now."""
    event = instruction.event if instruction.event is not None else trigger_event(instruction.when)
    done = [each for each in instruction.body if not isinstance(each, Begin | OtherAction)]
    if done and isinstance(event, te.Begins) and not game.agenda.played:
        raise Incomplete(f"what is done later, which no entry could list: {instruction.when}")
    body = for_later(game, reader, instruction.body, this)
    _wait(game, reader, fixed_references(reader, event), instruction.when, body)


def _wait(game: Game, reader: Reader, event: te.TriggerEvent, words: str, body: Body | None = None) -> None:
    source = reader.says.source
    if source is not None:
        beats = 0 if game.chronicle is None else len(game.chronicle.beats)
        since = (len(game.past), beats)
        game.waiting.append(Waiting(source, reader.you(), event, words, since, body, game.turn))


def for_later(game: Game, reader: Reader, body: Body, this: Ability | None = None) -> Body | None:
    """Instructions that an ability will follow later, with references to objects as they are now; what this resolution
    has moved is found where it is. None where it cannot be told which targets they mean: those of now, or their own."""
    says = reader.says
    own = mentions(body, lambda node: isinstance(node, Target))
    if own and says.targets:
        return None
    moved = {game.became[each]: each for each in game.became if game.became[each] in says.made}
    if any(each in game.parts for each in moved.values()):
        raise Incomplete("what is done later with the cards that one permanent has become")
    was = {old: new for new, old in moved.items()}

    def change(node: object) -> object:
        if isinstance(node, Ref) and node.kind in _POINTS and not (own and node.kind == "target"):
            found = reader.refer_object(node)
            return node if found is None else Ref("object", was.get(found, found))
        if isinstance(node, Player) and node.kind in ("target", "chosen") and not own:
            names = reader.players(node)
            return Player("named", name=names[0]) if names else node
        if isinstance(node, Several):
            return Union(tuple(Only(Ref("object", was.get(each, each))) for each in several(reader, node)))
        return reader.value(node) if isinstance(node, X) else node

    later: Body = rewritten(_as_it_lies_now(game, reader, body, this), change, RESOLVING)
    return None if mentions(later, lambda node: node == Ref("granter")) else later


def _as_it_lies_now(game: Game, reader: Reader, body: Body, this: Ability | None) -> Body:
    """What is later moved is the source, or what the trigger says, as it is now: the card in a public zone where it has
    left and is found, which is the same object so long as it stays there."""

    def lies(node: object) -> object:
        if not isinstance(node, Move | ShuffleIntoLibrary) or not isinstance(node.affects, Only):
            return node
        ref, lost = node.affects.ref, reader.says.source if node.affects.ref.kind == "self" else reader.says.that
        if ref.kind not in ("self", "that") or not isinstance(lost, int):
            return node
        here = game.objects.get(lost)
        spell = (here or game.gone[lost]).zone == "stack"
        if (here is not None and ref.kind == "that") or (spell and ref.kind == "self"):
            return node
        if here is None and lost in game.parts:
            raise Incomplete("what is done later with the cards that one permanent has become")
        card = here or game.objects.get(game.became.get(lost, 0))
        if here is None and card is not None and card.id not in reader.says.made:
            if card.zone not in ("graveyard", "exile") or left_behind(game, reader.says, this, ref, lost):
                card = None
        if card is None and ref.kind == "that":
            return node
        return replace(node, affects=Only(Ref("object", lost if card is None else card.id)))

    return rewritten(body, lies, RESOLVING)


def not_modelled(game: Game, reader: Reader, gloss: str) -> None:
    """Take down that an instruction of which only the words are known may create a triggered ability."""
    source = reader.says.source
    if source is None:
        return
    if may_be_reflexive(gloss.lower()):
        game.tell(oc.Unsaid("offered", source))
    elif _LATER.search(gloss.lower()):
        _wait(game, reader, te.OpaqueEvent(gloss), gloss)


def told_since(game: Game, ability: Waiting) -> Iterator[tuple[int, Beat, oc.Occurrence]]:
    """What has happened since an ability was created: the number of the beat where it belongs to the last event, else
    0; the beat; what happened."""
    chronicles: list[Chronicle] = [*game.past, *([game.chronicle] if game.chronicle is not None else [])]
    events, beats = ability.since
    for place, chronicle in enumerate(chronicles[events:]):
        eventful = chronicle.eventful()
        for beat in chronicle.beats[beats if place == 0 else 0 :]:
            number = eventful.index(beat) + 1 if chronicle is game.chronicle and beat.told else 0
            for what in sorted(beat.told, key=plain_text):
                yield number, beat, what


def first_time(game: Game, ability: Waiting, event: te.TriggerEvent) -> tuple[int, str] | None:
    """By what the ability triggers at the last event, None if it does not. Raises LookupError where it has triggered
    before and is gone, Incomplete where that cannot be told."""
    if isinstance(event, te.OpaqueEvent) and not event.sorts:
        raise Incomplete(f"a delayed ability of which only the words are known: {ability.words}")
    back = is_seen_before(event, game.edition)
    for number, beat, what in told_since(game, ability):
        entered = frozenset(new for one in beat.told if isinstance(one, oc.ZoneChange) for new in one.became)
        picture = beat.before if back else beat.then
        sight = Sight(ability.source, picture, beat.before, beat.then, entered, back, ability.you)
        if subjects(event, what, sight):
            if number:
                return number, plain_text(what)
            raise LookupError("it has triggered")
    return None
