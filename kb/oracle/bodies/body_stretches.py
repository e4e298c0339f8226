"""Body stretches: one stretch of a body as instructions, or kept as its words."""

from __future__ import annotations

import re
from typing import Any

from layerproof.kb.model.effect import Only, Scope, Several
from layerproof.kb.model.expression import Did, PerPlayer, Ref, X
from layerproof.kb.model.instruction import Begin, Instruction, OtherAction
from layerproof.kb.model.modification import BecomeCopy
from layerproof.kb.notation.player_words import choosable_players
from layerproof.kb.oracle.concerns.possible_effects import touches_of
from layerproof.kb.oracle.nouns.references import Binder, Unbound
from layerproof.kb.oracle.nouns.targets_in_unread_text import as_far_as_read, limited_by_division, players_at
from layerproof.kb.oracle.words.lexical_tokens import plain
from layerproof.kb.oracle.words.open_references import LOOSELY, OTHER, SELF, found, loosely, rewrite
from layerproof.kb.oracle.words.parser import Parse


def understood(parse: Parse, binder: Binder, start: int, end: int) -> list[Instruction] | None:
    """The bound instructions of some tokens, None where they have no reading or several."""
    readings = parse.whole("sentence", start, end)
    if any(parse.words[at : at + 3] == ["where", "x", "is"] for at in range(start, end)):
        # A reading in which an X is left has given the value to another part.
        readings = tuple(each for each in readings if not found(each, lambda part: isinstance(part, X)))
    results: list[tuple[Any, Any]] = []
    for reading in readings:
        trial = copied(binder)
        try:
            body = list(trial.body(reading))
            if _copy_one_another(body):
                continue
            _limit_of_targets(parse, binder, trial, start, end)
            trial.named = limited_by_division(trial.named, len(binder.named), plain(parse.tokens[start:end]))
        except Unbound:
            continue
        if (body, trial.named) not in [(b, t.named) for b, t in results]:
            results.append((body, trial))
    if len(results) > 1:
        results = [each for each in results if not found(tuple(each[0]), loosely)]
    if len(results) > 1:
        # Words that are kept are no other meaning of what is read.
        results = [each for each in results if not found((*each[0], *each[1].named), _only_words)] or results
    if len(results) != 1:
        return None
    body, trial = results[0]
    body = rewrite(tuple(body), lambda part: PerPlayer(part.what[len(LOOSELY) :]) if loosely(part) else part)
    take(binder, trial)
    return list(body)


def _copy_one_another(body: list[Instruction]) -> bool:
    """Whether two objects become copies of each other, each of what the other was before, which two effects in a row
    do not say."""
    pairs = [
        (each.effect.affects.ref, mod.of)
        for each in body
        if isinstance(each, Begin) and isinstance(each.effect.affects, Only)
        for mod in each.effect.mods
        if isinstance(mod, BecomeCopy)
    ]
    return any((of, copy) in pairs for copy, of in pairs)


def _limit_of_targets(parse: Parse, before: Binder, binder: Binder, start: int, end: int) -> None:
    """Say what X is in the targets that a sentence names, where it says that at its end.

    before: what had been mentioned before the sentence. Raises Unbound where that is not understood.
    """
    known = len(before.named)
    at = next((at for at in range(start, end) if parse.words[at : at + 3] == ["where", "x", "is"]), None)
    if at is None or not found(tuple(binder.named[known:]), lambda part: isinstance(part, X)):
        return
    values = set(parse.whole("any_value", at + 3, end))
    value = copied(before).value(values.pop()) if len(values) == 1 else None
    if value is None or found(value, loosely):
        raise Unbound("what X is in a target")
    filled = [rewrite(each, lambda part: value if isinstance(part, X) else part) for each in binder.named[known:]]
    binder.named = [*binder.named[:known], *filled]


def _only_words(part: Any) -> bool:
    return isinstance(part, Did)


def copied(binder: Binder) -> Binder:
    """A binder that has mentioned the same, so that a reading can be tried and dropped."""
    copy = Binder(binder.targets, binder.event, binder.on_stack, binder.second)
    copy.types, copy.choices, copy.first_choice = binder.types, binder.choices, binder.first_choice
    take(copy, binder)
    return copy


def is_unsaid(binder: Binder) -> bool:
    """Whether an object is chosen of which it is not told what it has to be."""
    return any(mark >= 0 and number not in binder.wanted for mark, number in binder._chosen.items())


def take(binder: Binder, other: Binder) -> None:
    """Let a binder have mentioned what another one has: the reading that was tried is kept."""
    binder.named = list(other.named)
    binder._index = dict(other._index)
    binder._chosen = dict(other._chosen)
    binder.last, binder.seen, binder.lost, binder.acted = other.last, list(other.seen), other.lost, other.acted
    binder.gone, binder.several_chosen = other.gone, other.several_chosen
    binder.all_away = other.all_away
    binder.astray = other.astray
    binder.away, binder.player_chosen, binder.spoken = other.away, other.player_chosen, other.spoken
    binder.made, binder.card_named, binder.sort_made = other.made, other.card_named, other.sort_made
    binder.exiled, binder.wanted, binder.he = other.exiled, dict(other.wanted), other.he
    binder.turned, binder.player_aimed = other.turned, other.player_aimed


def kept(parse: Parse, binder: Binder, start: int, end: int) -> OtherAction:
    """A sentence that is kept as its words, with the targets that it names."""
    text = plain(parse.tokens[start:end])
    at, numbers = start, list[int]()
    own = _of_another_ability(parse, start, end)
    while at < own:
        at += 1
        if parse.word(at - 1) in ("that", "the"):
            continue
        here = at - 1
        readings = [(r, stop) for r, stop in (*parse.at("target_words", here), *players_at(parse, here)) if stop <= end]
        if readings:
            what, at = max(readings, key=lambda each: each[1])
            if not found(what, lambda part: part == OTHER):
                said = (plain(parse.tokens[each:stop]) for each, stop in ((start, here), (here, at), (at, end)))
                numbers.append(parse.target(here, as_far_as_read(what, *said)))
    for number in numbers:
        # What is said of the last of several may hold for all of them.
        binder.add_target(number)
    if re.fullmatch(r"[cC]hoose (?:another )?target (?:player|opponent)", text):
        binder.player_aimed = True
    if re.fullmatch(r"[cC]lash with an opponent", text) and "target" not in parse.words:
        # That opponent is chosen, where no target is "that player"; the clash itself is kept as its words.
        binder.player_chosen = True
    if choosable_players(text) is not None:
        binder.player_chosen = True
        return OtherAction(text, ())
    if _CAME_BACK.match(text):
        binder.unknown(Only(Ref("made")))
        binder.he = Ref("made")
    elif _SHOWN.fullmatch(text) and "battlefield" not in parse.words[end:]:
        binder.lost, binder.card_named = False, False
        binder._see(Only(Ref("top_of_library")))
    elif NAMES_OBJECTS.search(_CHOICES.sub("", text)) or (
        "~" in text and (binder.event not in (None, SELF) or came_of(text) is not None)
    ):
        if _EXILED_LAST.fullmatch(text):
            binder.cards(True)
        elif _CARDS_ONLY.fullmatch(text):
            binder.cards(re.search(r"\bcards\b", _UNTIL.sub("", text)) is None)
        else:
            came = came_of(text)
            binder.unknown(came)
            if came == Only(Ref("made")) and _NO_CREATURE.match(text):
                binder.sort_made = frozenset(("token",))
    return OtherAction(text, touches_of(text))


def _of_another_ability(parse: Parse, start: int, end: int) -> int:
    """Where the effect of a triggered ability begins that a sentence creates, or a mode, whose targets are chosen only
    for that; the end of another sentence."""
    stop = "," if parse.word(start) in ("when", "whenever", "at") else "•"
    return next((at for at in range(start, end) if parse.word(at) in (stop, "•")), end)


# Tokens that the rules describe, none of which is a creature.
_NO_CREATURE = re.compile(
    r"(?:[tT]hen )?(?:[yY]ou )?(?:may )?[cC]reate an? (?:tapped )?(?:\w+ )?"
    r"(?:Role|Treasure|Food|Clue|Blood|Gold|Map|Powerstone|Junk|Lander) token\b"
)
# Words that may be what a later pronoun means.
NAMES_OBJECTS = re.compile(
    r"\b(?:[cC]reatures?|[pP]ermanents?|[cC]ards?|[tT]okens?|[lL]ands?|[aA]rtifacts?|[eE]nchantments?|[sS]pells?|it|them"
    r"|planeswalkers?|another|one of|[mM]anifest|[aA]mass|[iI]ncubate|[bB]olster|[cC]onjure|[sS]eek|[dD]iscover"
    r"|commanders?|target)\b"
    r"|(?<!^)(?<![.] )\b[A-Z][a-z]{2,}"
)


# A choice of a word is no object.
_CHOICES = re.compile(
    r"\b[cC]hoose an? (?:basic |nonbasic )?(?:creature|land|card|permanent) type(?: other than [A-Z][a-z]+)?"
)
_ONE = r"(?:an?|that|target|the|it|this|another|one|up to one)"
_MANY = r"(?:all|each|those|them|any number|up to (?!one\b)\w+|two|three|four|five|X|the top \w+|the rest)"
_PUT = re.compile(
    rf"\b(?:[pP]uts?|[rR]eturns?|[cC]onjures?) (?P<what>~(?= )|(?:{_ONE}|{_MANY})\b)(?P<words>[^.;]*?)"
    r" (?:on)?to the battlefield\b(?P<rest>[^.]*)$"
)
_CREATED = re.compile(r"\b[cC]reates? (?P<what>an?|\w+(?: \w+)?)\b[^.]*?\btokens?\b[^.]*$")
_EXILED = re.compile(
    rf"\b[eE]xiles? (?P<what>{_ONE}|{_MANY})\b(?P<words>[^.;]*?)(?P<rest> with [^.]* counters? on it)[^.]*$"
)
_MANIFESTED = re.compile(r"\b[pP]opulate$")
# Behind the verb something else happens to something else.
_MORE = re.compile(r"\b(?:and|then)\b(?!/or)(?! (?:shuffle|attacking|that player shuffles|is attacking)\b)")


def came_of(text: str) -> Scope | None:
    """What an instruction that is kept as its words certainly puts onto the battlefield, creates or exiles last.

    >>> came_of("Put a creature card from among them onto the battlefield tapped")
    Only(ref=Ref(kind='made', index=1))
    """
    for pattern, kind in ((_PUT, "made"), (_CREATED, "made"), (_EXILED, "moved")):
        match = pattern.search(text)
        if match is None or _MORE.search(match.groupdict().get("rest") or ""):
            continue
        words = match.groupdict().get("words") or ""
        if pattern is _CREATED and text.startswith(("For each", "for each")):
            return Several(kind)
        one = match["what"] == "~" or re.fullmatch(_ONE, match["what"]) is not None
        if one and text.startswith(("For each", "for each")):
            return None
        if one and re.search(r"\bcards?, up to one\b", words) and not re.search(r"\bcards\b", words):
            return Several(kind)
        if one and re.search(r"\bcards\b|\b(?:and|,) up to\b", words):
            return None
        return Only(Ref(kind)) if one else Several(kind)
    return Only(Ref("made")) if _MANIFESTED.search(text) else None


# The source comes back: "he" and "she" are what it then is.
_CAME_BACK = re.compile(r"[rR]eturn (?:him|her) to the battlefield\b(?!.*\b(?:and|then)\b)")
# A card that is shown and stays where it is.
_SHOWN = re.compile(r"(?:[tT]hen )?(?:[yY]ou may )?(?:[rR]eveal|[lL]ook at) the top card of your library")
# What is revealed on the way to the card that is meant.
_UNTIL = re.compile(r"[rR]eveals? cards from the top of [^.]*? until")
# The one card with which it ends is what is spoken of afterwards.
_EXILED_LAST = re.compile(r"[eE]xile cards from the top of your library until you exile an? (?:nonland|creature) card")
# An instruction that names cards and nothing else.
_CARDS_ONLY = re.compile(
    r"(?:[tT]hen )?(?:[yY]ou (?:may )?|[tT]arget opponent |[tT]hat player )?"
    r"(?:[mM]ill|[rR]eveal|[lL]ook at|[sS]cry|[sS]urveil|[dD]iscard|[dD]raw)s? "
    r"(?:(?!creature|permanent|artifact|enchantment|planeswalker|token|land|target|it\b|them\b|battlefield)[\w' ])*"
    r"(?:cards?|library|hand|until (?:you|they) reveal an? (?:nonland|creature) card)?"
)
