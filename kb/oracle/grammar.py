"""The grammar of rules text: all rules together, ready to read."""

from __future__ import annotations

from functools import cache

from layerproof.kb.oracle import (
    actions,
    asking,
    beginning,
    choosing,
    clauses,
    conditions,
    counting,
    created,
    dealing,
    defining,
    emblems,
    giving,
    handling,
    having,
    keyword_actions,
    keywords,
    more_conditions,
    noticing,
    outside,
    perpetual,
    posts,
    predicates,
    qualities,
    quotes,
    recalling,
    relations,
    remembered,
    searching,
    sentences,
    shapes,
    sums,
    targets,
    telling,
    things,
    tokens_made,
    values,
    wider,
    words,
    words_chosen,
)
from layerproof.kb.oracle.engine import Grammar, Parse
from layerproof.kb.oracle.tokens import Token


@cache
def rules() -> Grammar:
    """The whole grammar; it is put together once."""
    grammar = Grammar()
    parts = (
        words, things, posts, values, conditions, more_conditions, telling, asking, counting, relations, sums,
        remembered,
        qualities, keywords, quotes, predicates, shapes, clauses, defining, targets, beginning, choosing, actions,
        dealing, handling, searching, keyword_actions, emblems, tokens_made, created, sentences, having, wider,
        recalling, giving, noticing, outside, perpetual, words_chosen,
    )  # fmt: skip
    for part in parts:
        part.add_rules(grammar)
    grammar.rule("statements", "<statement>")
    grammar.rule("statements", "<statement> <break> <statements>", lambda one, _, more: one + more)

    @grammar.primitive("break")
    def break_(parse: Parse, at: int) -> tuple[tuple[str, int], ...]:
        """The end of a sentence: a full stop, or a quotation that ends with one before a new sentence."""
        if parse.word(at) == ".":
            return ((".", at + 1),)
        quoted = at > 0 and parse.word(at - 1) == '"' and parse.tokens[at - 1].raw.endswith((".", ".'"))
        begins = at < len(parse.tokens) and (parse.tokens[at].raw[:1].isupper() or parse.word(at) == "~")
        return ((".", at),) if quoted and begins else ()

    return grammar


def parse(tokens: tuple[Token, ...], loose: bool = False) -> Parse:
    """A parse of tokens with the whole grammar.

    loose: whether a condition that is not understood may be kept as its words.
    """
    made = Parse(rules(), tokens)
    made.loose = loose
    return made
