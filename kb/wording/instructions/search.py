"""The wording of searches: what is looked for, whether it is revealed, where it is put, and the shuffling after it."""

from __future__ import annotations

from layerproof.kb.model.effect import Only
from layerproof.kb.model.expression import Player, Ref
from layerproof.kb.model.instruction import Instruction, Move, Search, Shuffle
from layerproof.kb.wording.nouns.noun_phrases import noun
from layerproof.kb.wording.words.english import doubtful, number_word, unmodelled, with_article

_YOU = Player("you")
_TO = {"hand": "into your hand", "graveyard": "into your graveyard", "battlefield": "onto the battlefield"}


def search_text(body: tuple[Instruction, ...]) -> tuple[str, int]:
    """The sentence of a search, which tells at once what is done with the cards that are found.

    body: the instructions from the search on. Returns the words and how many instructions they tell. They are not
    certain, since what is found is called `it` or `that card`.

    >>> words, told = search_text((Search(), Move(Only(Ref("chosen")), "hand"), Shuffle()))
    >>> told, words.endswith("search your library for a card, put it into your hand, then shuffle")
    (3, True)
    """
    search = body[0]
    assert isinstance(search, Search)
    one = search.number == 1 and not search.up_to
    words = noun(search.filter, ("library",))
    if search.filter is None:
        what = "a card" if one else "cards"
    else:
        what = with_article(words.singular()) if one else words.plural()
    if not one:
        many = number_word(search.number) if isinstance(search.number, int) else doubtful("X")
        what = f"up to {many} {what}" if search.up_to else f"{many} {what}"
    parts, told = [f"search your library for {what}"], 1
    if search.reveal:
        parts.append("reveal it" if one else "reveal those cards")
    moved = body[1] if len(body) > 1 else None
    if isinstance(moved, Move) and moved.affects == Only(Ref("chosen")) and moved.to in _TO:
        parts.append(f"put it {_TO[moved.to]}{' tapped' * moved.tapped}")
        told = 2
        if len(body) > 2 and body[2] == Shuffle():
            parts.append("then shuffle")
            told = 3
    text = ", ".join(parts)
    own = (search.player, search.of, search.zone) == (_YOU, _YOU, "library")
    return (doubtful(text) if own else unmodelled("search a zone")), told
