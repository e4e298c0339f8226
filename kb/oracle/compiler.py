"""The compiler of rules text: from the words on a card to the records of the model.

Each paragraph is read as a whole by a grammar that finds every reading. An ability that has no reading, or two that
mean different things, stays opaque, and an independent detector says what it could touch.
"""

from __future__ import annotations

from layerproof.kb.model.ability import Ability
from layerproof.kb.model.effect import Effect
from layerproof.kb.model.expression import Condition
from layerproof.kb.model.instruction import Begin, Target
from layerproof.kb.model.raw_card import RawFace
from layerproof.kb.oracle.bodies.ability_bodies import body_of
from layerproof.kb.oracle.faces import abilities_of
from layerproof.kb.oracle.grammar import parse
from layerproof.kb.oracle.overrides import override_of
from layerproof.kb.oracle.words.lexical_tokens import tokenize
from layerproof.kb.oracle.words.normalised_text import normalise

__all__ = ["compile_ability", "compile_condition", "compile_effect", "compile_face"]


def compile_face(raw: RawFace) -> tuple[Ability, ...]:
    """Compile the rules text of one face into the abilities that it stands for, in the order of the text.

    raw: the face as a card file gives it. Returns one record for each paragraph, and one for each keyword ability of a
    keyword line. It never raises: what is not understood comes back as Opaque with what it could touch. It does not
    promise that costs and events are more than words.

    >>> compile_face(RawFace(name="Example", types=("creature",), oracle_text="Flying"))
    (Keyword(keyword='flying', number=None, cost=None, quality=None, filter=None),)
    """
    return override_of(raw.name) or abilities_of(raw)


def compile_ability(
    text: str, name: str = "", types: tuple[str, ...] = ("creature",), subtypes: tuple[str, ...] = ()
) -> tuple[Ability, ...]:
    """Compile rules text that was typed in, as a token's or an effect's ability, into abilities.

    text: one or more paragraphs. name, types, subtypes: the name, card types and subtypes of the object that has the
    ability. Returns as `compile_face` does.

    >>> compile_ability("This creature can't block.")[0].effects[0].mods[0].gloss
    "can't block"
    """
    return abilities_of(RawFace(name=name, types=types, subtypes=subtypes, oracle_text=text))


def compile_effect(text: str) -> Effect | None:
    """Compile a sentence of a resolved spell or ability into its one continuous effect.

    text: as in "This creature gets +1/+1 until end of turn." Returns None where the sentence is not understood, has a
    target, or does more than begin one effect.

    >>> compile_effect("This creature gets +1/+1 until end of turn.").duration.when
    'end of turn'
    """
    body = body_of(normalise(text), ("creature",), None)
    if len(body) != 1 or isinstance(body[0], Target) or not isinstance(body[0], Begin):
        return None
    return body[0].effect


def compile_condition(words: str) -> Condition | None:
    """Compile the words of a condition.

    words: as in "you control a Swamp", `~` standing for the object itself. Returns None where they have no reading, or
    several that mean different things.

    >>> compile_condition("~ is attacking").filter
    State(word='attacking')
    """
    readings = list(dict.fromkeys(parse(tokenize(words)).whole("condition")))
    return readings[0] if len(readings) == 1 else None
