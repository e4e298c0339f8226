"""The grammar of rules text: all rules together, ready to read."""

from __future__ import annotations

from functools import cache

from layerproof.kb.oracle.amounts import counted_keywords, results, totals, values
from layerproof.kb.oracle.bodies import action_sentences, quoted_abilities
from layerproof.kb.oracle.conditions import (
    casting_and_choices,
    common_conditions,
    compared_players,
    events_this_turn,
    objects_there_are,
    outside_the_game,
    told_facts,
    zones_this_turn,
)
from layerproof.kb.oracle.effects import (
    alternative_changes,
    continuous_effects,
    defined_power_toughness,
    optional_changes,
    perpetual_effects,
    predicates,
    rarer_static_sentences,
    static_sentences,
)
from layerproof.kb.oracle.instructions import (
    control_and_exchanges,
    created_tokens,
    damage_and_life,
    emblems,
    further_instructions,
    keyword_actions,
    search,
    tokens_and_copies,
    zones_and_counters,
)
from layerproof.kb.oracle.nouns import described_objects, noun_phrases, qualifiers, related_objects, targets
from layerproof.kb.oracle.words import chosen_words, keyword_abilities, smallest_phrases
from layerproof.kb.oracle.words.lexical_tokens import Token
from layerproof.kb.oracle.words.parser import Grammar, Parse


@cache
def rules() -> Grammar:
    """The whole grammar; it is put together once."""
    grammar = Grammar()
    parts = (
        smallest_phrases, noun_phrases, qualifiers, values, common_conditions, objects_there_are, told_facts,
        casting_and_choices, results, related_objects, totals, zones_this_turn, counted_keywords, keyword_abilities,
        quoted_abilities, predicates, described_objects, static_sentences, defined_power_toughness, targets,
        continuous_effects, alternative_changes, zones_and_counters, damage_and_life, further_instructions, search,
        keyword_actions, emblems, tokens_and_copies, created_tokens, action_sentences, optional_changes,
        rarer_static_sentences, compared_players, control_and_exchanges, events_this_turn, outside_the_game,
        perpetual_effects, chosen_words,
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
