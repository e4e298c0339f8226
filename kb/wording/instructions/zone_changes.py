"""Changes of zone, as the sentences of instructions."""

from __future__ import annotations

from layerproof.kb.model.effect import All
from layerproof.kb.model.expression import Player
from layerproof.kb.model.instruction import Move
from layerproof.kb.wording.amounts.numbers import counters_words
from layerproof.kb.wording.effects.predicates import Subject, predicate
from layerproof.kb.wording.nouns.antecedents import Talk, everything
from layerproof.kb.wording.words.english import SELF, doubtful, listed


def move_text(move: Move, talk: Talk) -> tuple[str, Talk]:
    """The sentence of a change of zone, and the talk after it.

    move: the instruction. talk: what the objects are called. It does not promise the official order of words where the
    mark of doubt stands in the result.

    >>> from layerproof.kb.model.effect import Only
    >>> from layerproof.kb.model.expression import Ref
    >>> move_text(Move(Only(Ref("self")), "hand", "return"), Talk(lambda ability, words: ""))[0]
    "return ~ to its owner's hand"
    """
    what, many, after = everything(move.affects, talk)
    what = what.replace(" in your graveyard", " from your graveyard").replace(" in a graveyard", " from a graveyard")
    if what == SELF and "graveyard" in (talk.zone, move.out_of):
        what = f"{SELF} from your graveyard"
    owner = "their owners'" if many else "its owner's"
    hands = "hands" if many else "hand"
    odd = move.counters or move.face_down or move.transformed or move.linked or move.being
    if move.how == "discard":
        whole = isinstance(move.affects, All) and move.affects.zones == ("hand",)
        text = "discard your hand" if whole else "discard a card" if "chosen" in what else doubtful(f"discard {what}")
    elif move.to == "graveyard" and move.how in ("destroy", "sacrifice", "counter"):
        text = f"{move.how} {what}"
        text += "" if move.regenerate else f". {'They' if many else 'It'} can't be regenerated"
    elif move.how == "counter":
        where = "exile it" if move.to == "exile" else doubtful(f"put it into its owner's {move.to}")
        instead = "instead of putting it into its owner's graveyard"
        text = f"counter {what}. If that spell is countered this way, {where} {instead}"
    elif move.to == "exile":
        text = f"exile {what}"
        text += "" if move.until is None else f" until {SELF} leaves the battlefield"
    elif move.to == "hand":
        text = f"return {what} to {'your' if 'your graveyard' in what else owner} {hands}"
    elif move.to == "battlefield":
        verb = "return" if move.how == "return" else "put"
        under = " under your control" if move.under == Player("you") and "your graveyard" not in what else ""
        if move.under is not None and move.under.kind == "owner":
            under = " under its owner's control"
        onto = "to" if verb == "return" else "onto"
        text = f"{verb} {what} {onto} the battlefield{' tapped' if move.tapped else ''}{under}"
        text += " face down" if move.face_down else ""
        text += " transformed" if move.transformed else ""
        text = doubtful(f"{text} attacking") if move.attacking else text
    else:
        text = doubtful(f"put {what} into {owner} {move.to}")
    text += _with_counters(move) + (f". {_stated(move, many, talk)}" if move.being else "")
    return (doubtful(text) if odd else text), after


def _with_counters(move: Move) -> str:
    parts = [counters_words(each.kind, each.number) for each in move.counters]
    return f" with {listed(parts)} on it" if parts else ""


def _stated(move: Move, many: bool, talk: Talk) -> str:
    """What it is then stated to be: as those that are put face down, or besides what it is printed to be."""
    what = predicate(Subject("they" if many else "it", many), move.being, talk.render)
    return f"{'They' if many else 'It'} {what}"
