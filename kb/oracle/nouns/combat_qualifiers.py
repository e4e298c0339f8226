"""Combat qualifiers: phrases that say of an object what it does in combat, and what only the history of the game tells
of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from layerproof.kb.model.expression import Did, InCombatWith, State
from layerproof.kb.oracle.words.lexical_tokens import plain
from layerproof.kb.oracle.words.open_references import IT, SELF
from layerproof.kb.oracle.words.parser import Grammar, Parse

# Verbs behind "that" whose phrase tells of what has been, not of what is.
_PAST = frozenset(["dealt", "was", "were", "attacked", "blocked", "crewed", "saddled", "you", "has", "had"])
# What a fact that a scenario tells says by itself.
_FACTS = ("that dealt damage this turn", "that was dealt damage this turn", "that attacked this turn")
_ENDS = (["this", "turn"], ["this", "combat"], ["this", "way"])


def add_rules(grammar: Grammar, post: Any) -> None:
    """Add the rules for what follows a noun and speaks of combat or of the past.

    post: adds one pattern with the filter that it stands for.
    """
    for lead in ("", "(that's|that is|that 's) "):
        post(f"{lead}blocking <ref>", lambda ref: InCombatWith("blocking", ref))
    post("blocked by <ref>", lambda ref: InCombatWith("blocked_by", ref))
    post("(blocking or blocked by|blocking or being blocked by) <ref>", _both)
    post("it 's blocking", lambda: InCombatWith("blocked_by", IT))
    post("it's blocking", lambda: InCombatWith("blocked_by", IT))
    post("banded with <ref>", lambda ref: InCombatWith("banded_with", ref))
    same = "(attacking the same player or planeswalker|attacking the same player)"
    post(same, lambda: InCombatWith("attacking_the_same", SELF))
    post("(that's|that is|that 's) attacking alone", lambda: State("attacking_alone"))
    for words in ("you", "one of your opponents", "your opponents"):
        for more in ("or a planeswalker you", "or a planeswalker they", "and/or planeswalkers they"):
            told = f"attacking {words} {more} control"
            post(told, lambda told=told: Did(f"that is {told}"))
            post(f"that's {told}", lambda told=told: Did(f"that is {told}"))
            post(f"that 's {told}", lambda told=told: Did(f"that is {told}"))
    grammar.rule("attacked", "<the_player>")
    for words in (
        "with lesser power", "with greater power", "with equal or lesser mana value", "with lesser mana value",
        "that share a card type", "that share a permanent type", "that shares one of those types with it",
        "that shares a card type with it",
    ):  # fmt: skip
        # What it is compared with is told by the sentence around it alone.
        post(words, lambda words=words: Did(words))
    post("that dealt damage this turn", lambda: State("dealt_damage_this_turn"))
    post("that was dealt damage this turn", lambda: State("was_dealt_damage_this_turn"))
    post("that attacked this turn", lambda: State("attacked_this_turn"))
    post("<past>", lambda what: what)

    @grammar.primitive("past")
    def past(parse: Parse, at: int) -> Iterator[tuple[Did, int]]:
        lead = parse.word(at) == "that" and parse.word(at + 1) in _PAST and parse.word(at + 2) != "'ve"
        if not lead and not (parse.word(at) == "you" and parse.word(at + 1) == "cast"):
            return
        for end in range(at + 2, min(at + 16, len(parse.tokens))):
            if parse.word(end) in (".", ",", ":", '"', "gets", "gains", "becomes", "get", "gain"):
                return
            if parse.words[end : end + 2] in _ENDS and any(stop == end + 2 for _, stop in parse.at("placed", at)):
                return
            if parse.words[end : end + 2] in _ENDS:
                told = plain(parse.tokens[at : end + 2])
                if told not in _FACTS:
                    yield Did(told), end + 2
                return


def _both(ref: Any) -> InCombatWith:
    return InCombatWith("blocking_or_blocked_by", ref)
