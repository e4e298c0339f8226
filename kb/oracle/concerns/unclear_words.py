"""Unclear words: text of which the detector cannot say what it is about, and words that change what others mean.

What has no sentence of its own (a fragment, a row of a table, a list of names, another language) may be anything.
"""

from __future__ import annotations

import re

_SYMBOLS = re.compile(r"\{[^}]+\}")
_FRAGMENT = re.compile(
    # It breaks off, or begins in the midst of a sentence.
    r"[,:—]$|^(?:and|or|of|but|more|leaves|instead of)\b|^[^\w\s~\"'“«»({+\[\]•☐∞.…½-]|^\]|\"\"\"|\[ | \]$"
    # A row of a table, a thing without a verb, a sticker, what points of any kind buy.
    r"|^• (?!Add\b)|^An? \w+(?: or \w+)?(?: card)?(?: named [^.]*)?\.?$|^(?:\{TK\})+ — | → |^☐"
    # A cost without what it pays for.
    r"|^(?:\{[^}]+\})+(?:,| and) (?!.*:)"
)
# Letters of both sizes in turn.
_MIXED = re.compile(r"\b(?=\w*[a-z])\w*[a-z]\w*[A-Z]\w*\b")
# One of these is in every sentence of rules text that has four words.
_COMMON = re.compile(
    r"\b(?:a|an|the|this|that|those|these|it|its|they|them|their|you|your|is|are|was|of|to|in|on|at|as|for|from|by|with|"
    r"if|and|or|one|two|three|four|five|all|each|any|no|can|can't|cost|costs|cards?|spells?|mana|turn|players?|"
    r"opponents?|creatures?|controller|target|draw|extra|total|life|play|take|get|pay|don't|until|x|who\w*|first|last|next)\b",
    re.IGNORECASE,
)
_NAMED_FIRST = re.compile(r"(?:Add|Pay|Choose|Name|Equip|You|Untap|Tap|Emerge|Commander|Starting|Teamwork)\b")
# What other instructions do, or what a number in them is.
_OTHERS = re.compile(
    r"\bhas no effect\b|\bindicated (?:effect|result)\b|^(?:[wW]here )?X (?:is|equals)\b|, X is\b"
    r"|^[rR]ound (?:up|down)\b|\b[dD]on't count\b|\bstill resolves\b|\beffect doesn't end\b"
    r"|\b[iI]gnore the bracketed\b"
    # What is kept on an object, turned on it or taken from it, and other abilities depend upon.
    r"|\b[iI]nstall\b|\b[uU]ninstall all\b|\b[sS]tores?\b|\bstored results\b|\b[tT]oggles?\b|\bseason arrives\b"
    r"|\b[cC]ombine\b"
    # What others of the command zone say.
    r"|\beffects? [^.]*\bdon't apply\b|\breplaces one of your\b"
    r"|\bplanar die\b|\bnew plane\b|\b[sS]et (?!this\b)[^.]+ in(?:to)? motion\b|\b[aA]bandon\b"
    # What an object is, in other words.
    r"|\b[tT]reat\b|\bas though (?:it|they) (?:was|were) (?:another|a copy|copies)\b|\bceases? to exist\b"
    r"|\b[eE]rases?\b|\bstickers?\b|\benters? as an? (?!copy)|\bname (?:it|them)\b|\bcould have changed\b"
    r"|\bform a single\b|\bbecomes? ~|\bwould (?:get|lose|have) [^.]*\b(?:power|toughness)\b|\bspeed can\b"
)
_STARTS = re.compile(r"(?:[^.\"]* — )?(?:When|Whenever|At)\b|[^.\"]*: ")
# What is no part of the game, a cost that is paid as something is cast or declared, a payment to be free of an effect.
_ASIDE = re.compile(
    r"\"[^\"]*\"|(?:^|(?<=[.!\"] ))(?:When|Whenever|At) [^.]*|\b[uU]nless [^.]*"
    r"|^As an additional cost to cast [^.]*|\b(?:in addition to|rather than) [^.,]*"
    r"|\bmay [^.]* to ignore this effect\b[^.]*"
)
_OUTSIDE = re.compile(
    r"\b(?:opening hand|[bB]efore (?:the game|you shuffle|drawing)|[aA]s the game begins|[dD]raft\w*|booster|"
    r"deck\b(?! of)|[mM]ulligan)"
)
_HAPPENS = re.compile(
    # An instruction at the start of a sentence or behind another one.
    r"(?:^|[.;,:] |— |• |\b(?:[tT]hen|and|or|may|they|players?) )(?:[tT]hen )?(?:you )?"
    r"(?:[cC]reates?|[sS]acrifices?|[eE]xiles?|[dD]estroys?|[rR]eturns?|[pP]uts?|[tT]aps?|[uU]ntaps?|[gG]oads?|"
    r"[tT]ransforms?|[aA]ttach(?:es)?|[uU]nattach(?:es)?|[rR]emoves?|[mM]oves?|[eE]xchanges?|[cC]op(?:y|ies)|"
    r"[pP]hases?|[rR]eveals? and puts?) (?!a die\b|any\b[^.]*\bdamage|untapped\b[^.]*\bany time)"
    r"|\bsacrifices it\b|\bonto the battlefield\b|\b(?:hide|sneak) \S+ on\b"
    r"|\b(?:[pP]uts?|[rR]emoves?) [^.]*\bcounters?\b"
    r"|\bcan't (?:be )?(?:destroy|exile|cause [^.]*(?:sacrific|exile|destroy))|\baren't exiled\b"
    r"|\bpermanents untap\b|\buntap during\b"
)


def is_strange(text: str) -> bool:
    """Whether a piece of text may be about anything: a fragment, no English, or what says how others are meant.

    text: normalised text that was not understood.

    >>> is_strange("~ can't attack alone.")
    False
    >>> is_strange("Whenever a Goose sings,")
    True
    """
    bare = _SYMBOLS.sub("", text).strip()
    words = re.findall(r"[A-Za-z'’-]+", bare)
    if not words or _FRAGMENT.search(text) is not None or _OTHERS.search(text) is not None:
        return True
    if len(words) >= 4 and (_COMMON.search(bare) is None or len(_MIXED.findall(bare)) >= 3):
        return True
    long = [word for word in words if len(word) > 3]
    return len(long) > 1 and all(word[0].isupper() for word in long) and _NAMED_FIRST.match(text) is None


def breaks_off(text: str) -> bool:
    """Whether the text of an ability ends in the midst of a sentence: without a mark, a number or a symbol at its end.

    >>> breaks_off("~ can't be sung to except by two or")
    True
    """
    return len(text.split()) >= 5 and re.search(r"[.!?)\"”}\]0-9X]$", text) is None


def does_something(text: str) -> bool:
    """Whether an ability that is neither triggered nor activated does more by its words than forbid, allow or price:
    it moves, makes or turns objects, or keeps that from happening.

    >>> does_something("Each creature you sing about may be cast from exile.")
    False
    >>> does_something("While you whistle, put a tune counter on ~.")
    True
    """
    if _STARTS.match(text) or _OUTSIDE.search(text):
        return False
    return _HAPPENS.search(_ASIDE.sub(" ", text)) is not None


__all__ = ["breaks_off", "does_something", "is_strange"]
