"""Durations: until when, or while what, an effect of a resolution lasts."""

from __future__ import annotations

from typing import Any

from layerproof.kb.model.effect import Until, While
from layerproof.kb.model.expression import InZone, Matches, OpaqueCondition, Unless
from layerproof.kb.oracle.words.lexical_tokens import plain
from layerproof.kb.oracle.words.open_references import SELF, found, is_mark
from layerproof.kb.oracle.words.parser import NO, Grammar, Parse


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
        ("until your next upkeep", "your next upkeep"),
        ("until the end of your next upkeep", "end of your next upkeep"),
        ("until its controller 's next upkeep", "its next upkeep"),
        ("until your next end step", "your next end step"),
        ("until the next end step", "next end step"),
        ("until ~ is cast from exile", "source is cast"),
    ):
        grammar.rule("duration", words, lambda when=when: Until(when))
    # When that turn is depends on when the effect began, which no word tells.
    ended = "until the end of that turn"
    grammar.rule("duration", ended, lambda: While(Unless(OpaqueCondition(ended))))
    grammar.rule("duration", "for as long as <condition>", lambda asked: NO if _of_two(asked) else While(asked))

    @grammar.primitive("while_words")
    def while_words(parse: Parse, at: int) -> Any:
        """A time that is not understood, up to the end of the sentence or a comma, where it is known by these words."""
        end = next((i for i in range(at, len(parse.tokens)) if parse.word(i) in (".", ",", '"')), len(parse.tokens))
        told = parse.words[at:end]
        if end > at and parse.word(end) != '"' and _LASTING & set(told):
            if not any(stop == end and not _of_two(asked) for asked, stop in parse.at("condition", at)):
                yield While(OpaqueCondition(plain(parse.tokens[at:end]))), end

    grammar.rule("duration", "for as long as <while_words>")
    grammar.rule("ended", "you may pay <mana> to end this effect", _until_paid)
    here = While(Matches(SELF, InZone(("battlefield",))))
    grammar.rule("duration", "as long as ~ (remains|is|stays) on the battlefield", lambda: here)


def _of_two(asked: Any) -> bool:
    """Whether a condition speaks of two objects that neither a noun nor "it" tells apart from what is affected."""
    marks = {part.kind for part in found(asked, is_mark)}
    return "?it" in marks and any(kind.startswith("?that ") for kind in marks)


# Words with which a time goes on that only a resolution knows.
_LASTING = frozenset(["remains", "attached", "they're", "they", "haunted", "controls"])


def _until_paid(cost: str) -> Until:
    """The effect goes on until its controller takes the special action of paying to end it."""
    return Until(f"paid {cost}")
