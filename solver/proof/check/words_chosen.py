"""A color, a type, a land type or a player chosen as something resolves, of which the scenario has to say which one."""

from __future__ import annotations

from collections.abc import Iterator

from layerproof.kb.model.ability import Activated, AsEnters, Chapter, Keyword, Loyalty, Triggered
from layerproof.kb.model.expression import Is, Player
from layerproof.kb.model.instruction import CreateToken, Delayed, ForEach, If, Instruction, Modes, Pays, Reflexive
from layerproof.kb.model.modification import AddColors, AddTypes, SetColors, SetSubtypes
from layerproof.kb.model.node import Node
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.reading import Reader

_COLOR = ("color",)
_TYPE = ("creature type", "land type", "basic land type", "nonbasic land type", "subtype")
_PLAYER = ("player",)
_CARD_TYPE, _QUALITY = ("card type", "type"), ("color", "land type", "basic land type")


def refuse_unsaid_words(reader: Reader, instruction: Instruction) -> None:
    """Incomplete where an instruction, as it is followed now, is about a chosen word that neither this resolution nor,
    for an ability of its own, the entering of its source says. Abilities that it gives or creates ask for theirs when
    they resolve."""
    for keys in set(_wanted(instruction)):
        if keys == _PLAYER and "player" in dict(reader.says.choices):
            said = bool(dict(reader.says.choices)["player"])
        elif _is_lent(reader):
            said = any(name in keys and values for name, values in reader.says.choices)
        else:
            said = any(reader.choice(key) for key in keys) or _asked_on_entering(reader, keys)
        if not said:
            raise Incomplete(f"which {keys[0]} is chosen as something resolves")


def _is_lent(reader: Reader) -> bool:
    """Whether the ability that resolves came from another object, so that no choice on entering is linked to it."""
    bearer = reader.world.object(reader.says.source)
    return reader.says.granter is not None and (bearer is None or reader.says.granter != bearer.granter)


def _asked_on_entering(reader: Reader, keys: tuple[str, ...]) -> bool:
    """Whether the source, as it is printed or as it is now, has something chosen as it enters; a copy that it became
    only later has nothing chosen, and nothing fits then."""
    source, entry = reader.world.object(reader.says.source), reader.entry(reader.says.source)
    cards = [each.card for each in (source, entry) if each is not None and each.card is not None]
    abilities = [ability for card in cards for face in card.faces for ability in face.abilities]
    return any(isinstance(each, AsEnters) and not set(keys).isdisjoint(each.choose) for each in abilities)


def _wanted(node: object) -> Iterator[tuple[str, ...]]:
    match node:
        case tuple():
            for each in node:
                yield from _wanted(each)
            return
        case If():
            yield from _wanted(node.condition)
            return
        case Pays():
            yield from _wanted(node.cost)
            return
        case ForEach():
            yield from _wanted(node.each)
            return
        case Delayed() | Reflexive() | Modes() | Activated() | Triggered() | Loyalty() | Chapter():
            return
        case Player(kind="chosen"):
            yield _PLAYER
        case Is(category="color", word="chosen") | SetColors(colors=("chosen",)) | AddColors(colors=("chosen",)):
            yield _COLOR
        case Is(category="subtype", word="chosen"):
            yield _TYPE
        case Is(category="type", word="chosen"):
            yield _CARD_TYPE
        case Keyword(quality="chosen"):
            yield _QUALITY
        case SetSubtypes() | AddTypes() if "chosen" in node.subtypes:
            yield _TYPE
        case AddTypes() if "chosen" in node.types:
            yield _CARD_TYPE
        case CreateToken() if "chosen" in node.subtypes:
            yield _TYPE
        case SetColors() | AddColors() | CreateToken() if "chosen" in node.colors:
            yield _COLOR
    if isinstance(node, Node):
        for field in node.__struct_fields__:
            yield from _wanted(getattr(node, field))
