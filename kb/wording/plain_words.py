"""Records of the model in plain words, for messages: what is said of a record that is not modelled, or looked at."""

from __future__ import annotations

import re
from typing import Any, get_args

from layerproof.kb.model import effect as ef
from layerproof.kb.model import expression as ex
from layerproof.kb.model.ability import Ability
from layerproof.kb.model.costs.cost import CostPart
from layerproof.kb.model.instruction import Instruction
from layerproof.kb.model.modification import Modification
from layerproof.kb.model.node import Node
from layerproof.kb.notation.plain_data import tag_of
from layerproof.kb.wording.abilities import ability_text, granted_text
from layerproof.kb.wording.amounts.values import condition, quantity
from layerproof.kb.wording.bodies.ability_bodies import body_text
from layerproof.kb.wording.costs.cost_phrases import cost_phrase
from layerproof.kb.wording.effects.predicates import Subject, predicate
from layerproof.kb.wording.nouns.antecedents import Talk, scope_words
from layerproof.kb.wording.nouns.noun_phrases import noun, player_name, reference
from layerproof.kb.wording.words.english import GIVER, small, unmarked

_THIS = "this object"
_MARK = re.compile(r"(?<![\w/])~(?=\W|$)")
# What a renderer says where it has no words for a record.
_EMPTY = ("", "a condition holds", "None")


def plainly(words: str, this: str = _THIS) -> str:
    """Words of a record without the marks of the notation: its own object is named, and what grants an ability too.

    words: a gloss, the words of an event, or a message in which these stand. this: what the object is called.

    >>> plainly("whenever ~ attacks"), plainly("Sacrifice «it»")
    ('whenever this object attacks', 'Sacrifice that permanent')
    """
    return _MARK.sub(this, unmarked(words).replace(GIVER, "that permanent"))


# Parts of costs that no one word of theirs names.
_COSTS = {"tap_self": "{T}", "untap_self": "{Q}", "other_cost": "another cost", "show_cost": "revealing a card"}


def about_words(about: str) -> str:
    """What a permission or prohibition is about in plain words: a zone, a part of a cost, a number.

    >>> about_words("sacrifice_cost"), about_words("tap_self"), about_words("hand")
    ('sacrifice cost', '{T}', 'hand')
    """
    return _COSTS.get(about, about.replace("_", " "))


def in_words(record: Any) -> str:
    """A record of the model in plain words, never as the program writes it.

    record: any record, word or number. Source: the renderers of rules text, and for a record that none of them has
    words for, the word by which the notation names it. It does not promise the words of any card.

    >>> in_words(ex.Not(ex.Is("type", "land"))), in_words(ex.TimesResolved())
    ('a nonland permanent', 'how often this ability has resolved this turn')
    """
    if not isinstance(record, Node):
        return str(record).replace("_", " ")
    gloss = getattr(record, "gloss", None)
    words = gloss if isinstance(gloss, str) and gloss else plainly(_rendered(record))
    return plainly(_by_tag(record) if words in _EMPTY else words)


def _rendered(record: Any) -> str:
    kind, talk = type(record), Talk(granted_text)
    match record:
        case ex.Ref():
            return reference(record)
        case ex.Player():
            return player_name(record)
        case ex.Was(ref, filter_):
            return f"{reference(ref)} was {noun(filter_).one()}"
        case ex.Did(what):
            return f"an object “{what}”"
        case ex.ThisWay(did, filter_):
            return f"how many {noun(filter_).some()} were {did} this way"
        case ex.ThisTurn(did, filter_):
            return f"how many {noun(filter_).some()} {did} this turn"
        case ex.TimesResolved():
            return "how often this ability has resolved this turn"
        case ef.NextSpells(filter_):
            return f"the next {noun(filter_).some()}"
    if kind in get_args(ex.Condition):
        return condition(record)
    if kind in get_args(ex.Filter):
        return noun(record).one()
    if kind in get_args(ex.Value):
        return quantity(record)
    if kind in get_args(ef.Scope):
        return scope_words(record, talk)[0]
    if kind in get_args(Instruction):
        return small(body_text((record,), talk)).rstrip(".")
    if kind in get_args(Modification):
        return predicate(Subject("it", False, frozenset(), True), (record,), granted_text)
    if kind in get_args(CostPart):
        return cost_phrase(record).replace("self", _THIS)
    return ability_text(record, ()).text if kind in get_args(Ability) else ""


def _by_tag(record: Node) -> str:
    """The word of the notation for a record, with the words and the records in it."""
    said = [tag_of(type(record)).replace("_", " ")]
    for name in record.__struct_fields__:
        value = getattr(record, name)
        if isinstance(value, Node) or (isinstance(value, str) and value):
            said.append(in_words(value))
    return " ".join(dict.fromkeys(said))
