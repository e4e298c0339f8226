"""Durations: until when, or while what, an effect of a resolution lasts."""

from __future__ import annotations

from typing import Any

from layerproof.kb.model.effect import Until, While
from layerproof.kb.model.expression import InZone, Matches, OpaqueCondition, Unless
from layerproof.kb.oracle.engine import Grammar, Parse
from layerproof.kb.oracle.marks import SELF
from layerproof.kb.oracle.tokens import plain


def add_rules(grammar: Grammar) -> None:
    """Add the rules for `duration`."""
    for words, when in (
        ("until end of turn", "end of turn"),
        ("until the end of turn", "end of turn"),
        ("this turn", "end of turn"),
        ("this turn if able", "end of turn"),
        ("until end of combat", "end of combat"),
        ("this combat", "end of combat"),
        ("this combat if able", "end of combat"),
        ("until your next turn", "your next turn"),
        ("until its controller 's next untap step", "its next untap step"),
        ("until the end of your next turn", "end of your next turn"),
        ("until ~ leaves the battlefield", "source leaves"),
    ):
        grammar.rule("duration", words, lambda when=when: Until(when))
    for words in (
        "your next upkeep", "the end of your next upkeep", "your next end step", "the next end step",
        "the end of that turn", "~ is cast from exile", "its controller 's next upkeep",
    ):  # fmt: skip
        # Until when is not modelled: the effect lasts while that has not come.
        plain_words = words.replace(" '", "'")
        grammar.rule("duration", f"until {words}", lambda w=plain_words: While(Unless(OpaqueCondition(f"until {w}"))))
    grammar.rule("duration", "for as long as <condition>", While)

    @grammar.primitive("while_words")
    def while_words(parse: Parse, at: int) -> Any:
        """A time that is not understood, up to the end of the sentence or a comma, where it is known by these words."""
        end = next((i for i in range(at, len(parse.tokens)) if parse.word(i) in (".", ",", '"')), len(parse.tokens))
        told = parse.words[at:end]
        if end > at and parse.word(end) != '"' and _LASTING & set(told):
            if not any(stop == end for _, stop in parse.at("condition", at)):
                yield While(OpaqueCondition(plain(parse.tokens[at:end]))), end

    grammar.rule("duration", "for as long as <while_words>")
    grammar.rule("ended", "you may pay <mana> to end this effect", _until_paid)
    here = While(Matches(SELF, InZone(("battlefield",))))
    grammar.rule("duration", "as long as ~ (remains|is|stays) on the battlefield", lambda: here)


# Words with which a time goes on that only a resolution knows.
_LASTING = frozenset(["remains", "attached", "they're", "they", "haunted", "controls"])


def _until_paid(cost: str) -> While:
    """The effect goes on until its controller pays; whether that has been, only words tell."""
    return While(Unless(OpaqueCondition(f"{cost} was paid to end this effect")))
