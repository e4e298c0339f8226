"""Search: what a library is searched for, and what is done with the card that is found."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from layerproof.kb.model.effect import Only
from layerproof.kb.model.expression import AllOf, Filter, Player, Ref, State
from layerproof.kb.model.instruction import Move, Search, Shuffle
from layerproof.kb.oracle.words.parser import Grammar, Parse

_TO = {"into your hand": "hand", "into your graveyard": "graveyard"}


def add_rules(grammar: Grammar) -> None:
    """Add the rules for `action` that search one's own library for one card and shuffle afterwards."""
    rule = grammar.rule
    begin = "search your library for <sought> ,"
    for words, to in _TO.items():
        rule("action", f"{begin} put (it|that card) {words} , then shuffle", lambda s, to=to: _found(s, to))
        rule(
            "action",
            f"{begin} reveal (it|that card) , put (it|that card) {words} , then shuffle",
            lambda s, to=to: _found(s, to, reveal=True),
        )
    for tapped in (False, True):
        words = f"put (it|that card) onto the battlefield{' tapped' * tapped}"
        rule("action", f"{begin} {words} , then shuffle", lambda s, t=tapped: _found(s, "battlefield", t))

    @grammar.primitive("sought")
    def sought(parse: Parse, at: int) -> Iterator[tuple[tuple[Filter | None], int]]:
        if parse.word(at) not in ("a", "an"):
            return
        if parse.word(at + 1) == "card":
            yield (None,), at + 2
        for thing, end in parse.at("thing", at + 1):
            if not thing.many and thing.zones is None and State("card") in thing.filters:
                stated = tuple(each for each in thing.filters if each != State("card"))
                if stated:
                    yield (stated[0] if len(stated) == 1 else AllOf(stated),), end


def _found(sought: tuple[Filter | None], to: str, tapped: bool = False, reveal: bool = False) -> Any:
    under = Player("you") if to == "battlefield" else None
    moved = Move(Only(Ref("chosen")), to, under=under, tapped=tapped)
    return (Search(sought[0], reveal=reveal), moved, Shuffle())
