"""Which of several permanents stays where the rules let a player keep one of them."""

from __future__ import annotations

from layerproof.solver.proof.check.game import Game
from layerproof.solver.proof.check.incomplete import Incomplete


class NotSaidWhichStays(Incomplete):
    """Nobody says which of some permanents its controller keeps; labels: of these, the oldest first; at: the entry by
    which it is asked, -1 until that is known."""

    def __init__(self, labels: list[str]) -> None:
        super().__init__("which of several permanents is kept, a choice that is open")
        self.labels, self.at = labels, -1


def given_up_for_one(game: Game, pairs: list[tuple[int, int, str]]) -> set[int]:
    """Those that leave so that one of them stays.

    pairs: of permanents of which only one may stay, with what they share. What an entry says is kept counts once.
    Raises NotSaidWhichStays where nothing is said of them, Incomplete where what is said or asked is not clear.
    """
    shared: dict[tuple[str, str], set[int]] = {}
    for one, other, word in pairs:
        shared.setdefault((game.view[one].controller, word), set()).update((one, other))
    if len({each for group in shared.values() for each in group}) < sum(map(len, shared.values())):
        raise Incomplete("a permanent that is one of several in two ways, of each of which one is kept")
    leave: set[int] = set()
    for group in sorted(shared.values(), key=min):
        meant = {game.labels[label] for label in game.keeps if label in game.labels} & group
        if not meant:
            named = {each: sorted(label for label, it in game.labels.items() if it == each) for each in sorted(group)}
            if not all(named.values()):
                raise Incomplete("which of several permanents is kept, one of which has no label")
            raise NotSaidWhichStays([labels[0] for labels in named.values()])
        if len(meant) > 1:
            raise Incomplete("two permanents that are said to be kept where one may stay")
        place = next(place for place, label in enumerate(game.keeps) if game.labels.get(label) in meant)
        game.keeps = game.keeps[:place] + game.keeps[place + 1 :]
        leave |= group - meant
    return leave
