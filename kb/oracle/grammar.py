"""The grammar of rules text: all rules together, ready to read."""

from __future__ import annotations

from functools import cache

from layerproof.kb.oracle import actions, clauses, conditions, keywords, posts, predicates, quotes, shapes, things, values, words
from layerproof.kb.oracle import tokens_made as making
from layerproof.kb.oracle.engine import Grammar, Parse
from layerproof.kb.oracle.tokens import Token


@cache
def rules() -> Grammar:
    """The whole grammar; it is put together once."""
    grammar = Grammar()
    for part in (words, things, posts, values, conditions, keywords, quotes, predicates, shapes, clauses, actions, making):
        part.add_rules(grammar)
    grammar.rule("statements", "<statement>")
    grammar.rule("statements", "<statement> . <statements>", lambda one, more: one + more)
    return grammar


def parse(tokens: tuple[Token, ...], loose: bool = False) -> Parse:
    """A parse of tokens with the whole grammar.

    loose: whether a condition that is not understood may be kept as its words.
    """
    made = Parse(rules(), tokens)
    made.loose = loose
    return made
