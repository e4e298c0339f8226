"""Chosen words: a color, a type, a land type or a player chosen as something resolves, which has to be told."""

from __future__ import annotations

from typing import Any

import msgspec

from layerproof.kb.model import ability as ab
from layerproof.kb.model import instruction as i
from layerproof.kb.model.expression import Is, Player
from layerproof.solver.layers.scene import Scene, Source, Undecided
from layerproof.solver.situation.game import Game

# Under which keys a scenario tells a chosen word, by what it is a word for.
_KEYS = {
    "color": ("color",),
    "subtype": ("creature type", "basic land type", "land type", "nonbasic land type", "subtype"),
    "type": ("card type", "type"),
    "quality": ("color", "basic land type", "land type"),
    "player": ("player",),
}
_FIELDS = {"colors": "color", "subtypes": "subtype", "types": "type", "quality": "quality"}
# What these do is followed, and asked about, by itself: later, or as the instructions of a body of their own.
_LATER = (i.Delayed, i.Reflexive, i.Modes, ab.Activated, ab.Triggered, ab.Loyalty, ab.Chapter)


def ask_which_word(game: Game, source: Source, instruction: i.Instruction, origin: str) -> None:
    """Stop where an instruction uses a word that is chosen, such as a color, and the scenario does not tell it.

    What was chosen as the source entered counts as told, but not for an ability that another object gives it; whether
    it was is asked where it is looked up. Raises Undecided. Sources: rule keys resolve.choices, linked.choice.
    """
    for sort in sorted(_asked(instruction)):
        if not _told(game.scene(), source, _KEYS[sort]):
            keys = " or ".join(_KEYS[sort][:2])
            raise Undecided(f"which {keys} is chosen for {origin} is not told (choices: {keys})")


def _asked(part: Any) -> set[str]:
    """For what a part of an instruction uses a chosen word, as it is followed now."""
    if isinstance(part, tuple):
        return {sort for each in part for sort in _asked(each)}
    if not isinstance(part, msgspec.Struct) or isinstance(part, _LATER):
        return set()
    if isinstance(part, i.If):
        return _asked(part.condition)
    if isinstance(part, i.Pays):
        return _asked(part.cost)
    if isinstance(part, i.ForEach):
        return _asked(part.each)
    if isinstance(part, Player):
        return {"player"} if part.kind == "chosen" else _asked(part.of)
    if isinstance(part, Is):
        return {part.category} & set(_KEYS) if part.word == "chosen" else set()
    found: set[str] = set()
    for field in part.__struct_fields__:
        value = getattr(part, field)
        named = value == "chosen" or (isinstance(value, tuple) and "chosen" in value)
        found |= {_FIELDS[field]} if named and field in _FIELDS else _asked(value)
    return found


def _told(scene: Scene, source: Source, keys: tuple[str, ...]) -> bool:
    told = dict(source.choices)
    if keys == ("player",) and "player" in told:
        # The resolution has had a player chosen; whom the source was told of as it entered is another.
        return bool(told["player"])
    if any(told.get(key) for key in keys):
        return True
    item = None if source.id is None else scene.item(source.id)
    if item is None or source.granter not in (None, item.granter):
        return False
    before, entry = dict(item.choices), scene.entry(item.id)
    cards = [card for card in (item.card, entry.card if entry is not None else None) if card is not None]
    asks = (each for card in cards for face in card.faces for each in face.abilities if isinstance(each, ab.AsEnters))
    return any(before.get(key) for key in keys) or any(set(keys) & set(each.choose) for each in asks)
