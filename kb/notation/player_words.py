"""From which players one is chosen, by the words that tell a player to choose one."""

from __future__ import annotations

import re

from layerproof.kb.model.reference import Player

_CHOOSES = re.compile(r"(?i)(?:then )?choose (?:another player|an opponent|one of your opponents|(a player))")


def choosable_players(words: str) -> Player | None:
    """The players of whom one is chosen by words that do nothing else; None where they choose no player.

    words: of an instruction, such as `choose an opponent`. In a game without teams another player is an opponent.
    Source: rule key resolve.choices. It does not say who is chosen at random, or by what only words tell.

    >>> choosable_players("Choose one of your opponents"), choosable_players("choose a player").kind
    (Player(kind='opponent', of=None, index=1, name=''), 'any')
    >>> choosable_players("choose an opponent at random")
    """
    found = _CHOOSES.fullmatch(words.strip())
    return None if found is None else Player("any" if found[1] else "opponent")
