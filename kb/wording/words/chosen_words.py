"""Words that are chosen as something resolves, in the words of a text: "choose a color", "the color of your choice"."""

from __future__ import annotations

from typing import Any

import msgspec

from layerproof.kb.model.ability import Keyword
from layerproof.kb.model.expression import Is
from layerproof.kb.model.instruction import ChooseWord, If, Instruction
from layerproof.kb.model.modification import AddColors, AddTypes, SetColors, SetSubtypes
from layerproof.kb.model.node import mentions, rewritten

OF_CHOICE = " of your choice"
# What a text lets be chosen on the way, in the words that stand before `of your choice`.
_ON_THE_WAY = {
    ChooseWord("color"): "color",
    ChooseWord("color", several=True): "color or colors",
    ChooseWord("creature type"): "creature type",
    ChooseWord("basic land type"): "basic land type",
}
_PROTECTING = ("protection", "hexproof")


def choice_text(asked: ChooseWord) -> str:
    """The sentence by which a word is chosen, without its full stop.

    >>> choice_text(ChooseWord("creature type", never=("Wall",)))
    'choose a creature type other than Wall'
    """
    what = f"one or more {asked.what}s" if asked.several else f"a {asked.what}"
    return f"choose {what}" + (f" other than {' or '.join(asked.never)}" if asked.never else "")


def on_the_way(asked: ChooseWord, body: tuple[Instruction, ...]) -> Instruction | None:
    """The instruction behind a choice with the word as one of your choice, for which no sentence of its own is needed;
    None where one is.

    body: the instructions behind the choice.
    """
    words = _ON_THE_WAY.get(asked)
    if words is None or not body or isinstance(body[0], If) or mentions(body[1:], _is_chosen):
        return None
    changed: Instruction = rewritten(body[0], lambda node: _with(node, words + OF_CHOICE))
    return None if changed == body[0] or mentions(changed, _is_chosen) else changed


def _with(node: Any, words: str) -> Any:
    color = words.startswith("color")
    match node:
        case SetColors(colors=("chosen",)) if color:
            return SetColors((words,))
        case SetSubtypes(subtypes=("chosen",), family=family) if family == ("land" if "land" in words else "creature"):
            return msgspec.structs.replace(node, subtypes=(words,))
        case AddTypes(types=(), subtypes=("chosen",), supertypes=()) if not color:
            return msgspec.structs.replace(node, subtypes=(words,))
        case Is(category="color", word="chosen") if color and "or" not in words.split():
            return Is("color", words)
        case Is(category="subtype", word="chosen") if words.startswith("creature"):
            return Is("subtype", words)
        case Keyword(keyword=keyword, quality="chosen") if keyword in _PROTECTING and words == "color" + OF_CHOICE:
            return msgspec.structs.replace(node, quality=f"the {words}")
    return node


def _is_chosen(node: Any) -> bool:
    """Whether a part of a record is a word that was chosen."""
    match node:
        case SetColors() | AddColors():
            return "chosen" in node.colors
        case SetSubtypes() | AddTypes():
            return "chosen" in node.subtypes
        case Is():
            return node.word == "chosen"
        case Keyword():
            return node.quality == "chosen"
    return False
