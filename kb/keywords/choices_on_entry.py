"""Which choices a card asks for as it enters the battlefield, and which of those that are told are meant for it."""

from __future__ import annotations

from typing import Any

from layerproof.kb.keywords.meaning import asks, meaning
from layerproof.kb.model import ability as ab
from layerproof.kb.model.card import Card
from layerproof.kb.model.effect import One, Several
from layerproof.kb.model.expression import Chose, Player, Ref
from layerproof.kb.model.instruction import Body, Discard, Modes, Proliferate, Search
from layerproof.kb.model.keyword_action import (
    Choose,
    ChooseWord,
    Connive,
    Explore,
    Mill,
    Populate,
    Sacrifice,
    SacrificeToGrow,
    Scry,
)
from layerproof.kb.model.node import mentions

Choices = tuple[tuple[str, tuple[str | int, ...]], ...]

# Instructions for which objects are chosen.
_OF_OBJECTS = (Choose, Connive, Discard, Explore, Mill, One, Populate, Proliferate, Sacrifice, Scry, Search)
# Choices of objects and modes; any other key is that of a word.
_NO_WORDS = ("object", "may", "mode", "sacrificed", "attacking")


def asked_as_it_enters(card: Card) -> frozenset[str]:
    """The keys of the choices that a card asks for as it enters (rule key choice.as_enters).

    card: the record of the card, or the copiable values of what it enters as a copy of.
    """
    found: set[str] = set()
    for written in (each for face in card.faces for each in face.abilities):
        if isinstance(written, ab.Keyword):
            found |= set(asks(written.keyword))
        for each in meaning(written) if isinstance(written, ab.Keyword) else (written,):
            match each:
                case ab.AsEnters(choose=words):
                    found |= set(words)
                case ab.EntersAsCopy():
                    found |= {"object", "may"}
                case ab.EntersShape():
                    found.add("mode")
                case ab.EntersTapped(life=life) if life is not None:
                    found.add("may")
                case ab.EntersDoing(body=body):
                    found |= asked_by(body)
    return frozenset(found)


def asked_by(body: Body) -> frozenset[str]:
    """The keys of the choices that instructions ask for as they are followed; `word` for any word (rule key
    resolve.choices)."""
    found: set[str] = set()

    def asks_for(node: Any) -> bool:
        match node:
            case Modes():
                found.add("mode")
            case Chose(option="may"):
                found.add("may")
            case SacrificeToGrow():
                found.add("sacrificed")
            case Ref(kind="chosen") | Several(kind="chosen"):
                found.add("object")
            case Player(kind="chosen"):
                found.add("player")
            case _ if isinstance(node, _OF_OBJECTS):
                found.add("object")
            case _:
                fields = [getattr(node, each) for each in getattr(node, "__struct_fields__", ())]
                if isinstance(node, ChooseWord) or any(
                    "chosen" in (each if isinstance(each, tuple) else (each,)) for each in fields
                ):
                    found.add("word")
        return False

    mentions(body, asks_for)
    return frozenset(found)


def meant_for_it(choices: Choices, card: Card, copied: Card | None, body: Body) -> Choices:
    """Those of the choices told for a resolution that are choices of a card which it puts onto the battlefield.

    choices: all that are told. card: the card that enters; copied: the values of what it is told to enter as a copy of.
    body: the instructions that put it there: what these ask for themselves is told for them. Of several objects it is
    not known which one is meant. Source: rule key choice.as_enters.
    """
    wanted = asked_as_it_enters(card)
    if "object" in wanted and copied is not None:
        wanted |= asked_as_it_enters(copied)
    own = asked_by(body)
    return tuple(
        (key, values)
        for key, values in choices
        if key in wanted
        and key not in own
        and not ("word" in own and key not in _NO_WORDS)
        and not (key == "object" and len(values) > 1)
    )
