"""Lexical tokens: a normalised piece of rules text as words, numbers, symbols and quoted abilities."""

from __future__ import annotations

import re
from typing import NamedTuple


class Token(NamedTuple):
    """One token: its word in lower case for comparing, and as it was written; quoted text has the word `"`."""

    word: str
    raw: str


_TOKEN = re.compile(
    r"""
      "(?P<quote>[^"]*)"
    | (?P<mana>(?:\{[^{}]+\})+)
    | (?P<pt>[+-](?:[0-9]+|[XY*])/[+-](?:[0-9]+|[XY*]))
    | (?P<size>(?:[0-9]+(?:\.5)?|[XY*])/(?:[0-9]+(?:\.5)?|[XY*]))
    | (?P<granter>«[^»]*»)
    | (?P<possessive>'s|'S|'ve|'re|'d|'ll)(?=\W|$)
    | (?P<word>~|[^\W_][\w\-/+!’]*(?:'(?!s\b|ve\b|re\b|d\b|ll\b)[a-z]+|'s(?=-))?)
    | (?P<mark>[^\s\w])
    """,
    re.VERBOSE,
)
# Subtypes with an apostrophe of their own, which must not be read as a possessive.
_OWN_APOSTROPHE = re.compile(r"\b(Urza)'s\b|\b(C)'tan\b")


def tokenize(text: str) -> tuple[Token, ...]:
    """Split normalised text into tokens.

    text: as `normalise` gives it. Returns the tokens in order; a quoted ability is one token whose `raw` is the text
    between the quotation marks. It does not promise that any word is known.

    >>> [token.word for token in tokenize("~'s power can't be 2.")]
    ['~', "'s", 'power', "can't", 'be', '2', '.']
    """
    tokens = []
    for match in _TOKEN.finditer(_OWN_APOSTROPHE.sub(lambda m: f"{m[1]}’s" if m[1] else "C’tan", text)):
        if match["quote"] is not None:
            tokens.append(Token('"', match["quote"]))
            continue
        raw = match[0].replace("’", "'")
        tokens.append(Token(raw if raw.startswith("{") else raw.lower(), raw))
    return tuple(tokens)


def plain(tokens: tuple[Token, ...]) -> str:
    """The tokens as text again, for glosses."""
    out = ""
    for token in tokens:
        text = f'"{token.raw}"' if token.word == '"' else token.raw
        glue = token.word in (",", ".", ";", ":", "'", "'s", "'ve", "'re", "'d", "'ll", ")") or not out
        out += text if glue or out.endswith("(") else f" {text}"
    return out
