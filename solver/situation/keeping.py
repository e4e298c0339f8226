"""What a player keeps of several permanents of which the rules let only one stay."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from layerproof.solver.layers.scene import Undecided
from layerproof.solver.situation.game import Game, Invalid


class OpenKeep(Undecided):
    """A player chooses which of several permanents stays, and the scenario does not say which.

    labels: of the permanents, in the order in which they came to be. number: of the entry of the timeline by which the
    choice is asked; None until that is known.
    """

    number: int | None = None

    def __init__(self, what: str, labels: Sequence[str]) -> None:
        super().__init__(f"{what} (choices: {{keeps: {labels[0]}}} of the entry by which it is asked would say it)")
        self.labels = tuple(labels)


def rest_of(game: Game, groups: Mapping[tuple[str, str], Sequence[int]], what: str) -> list[int]:
    """Give those permanents that nobody keeps, of groups of which one stays by its controller's choice.

    groups: by the controller and what its members have in common; of two members or more. what: they are, such as
    `legendary permanents named`. The entry of the timeline that is going on tells whom its players keep; each label it
    tells serves one group. Raises OpenKeep where that is not told, Invalid where two of a group are, Undecided where
    one permanent is in two groups. Source: rule keys state_based.legend, state_based.planeswalker_uniqueness; so the
    older of two Isamarus goes where the newer one is kept.
    """
    members = [each for group in groups.values() for each in group]
    going: list[int] = []
    for (player, word), group in sorted(groups.items(), key=lambda each: min(each[1])):
        asked = f"which of several {what} {word} {player} keeps"
        if len(set(members)) < len(members):
            raise Undecided(f"{asked}, where one of them is of two such groups")
        named = [each for each in game.keeps if game.labels.get(each) in group]
        if len({game.labels[each] for each in named}) > 1:
            raise Invalid(f"{' and '.join(named)} are kept, of {what} {word}", "one of them is kept, the rest goes")
        if not named:
            labels = [_label(game, each) for each in sorted(group)]
            if None in labels:
                raise Undecided(f"{asked}, one of which has no label (as: or makes: would give it one)")
            raise OpenKeep(asked, [each for each in labels if each is not None])
        game.keeps.remove(named[0])
        going += [each for each in group if each != game.labels[named[0]]]
    return going


def _label(game: Game, identifier: int) -> str | None:
    """A label that means a permanent, if there is one."""
    return min((label for label, meant in game.labels.items() if meant == identifier), default=None)


def all_asked(game: Game) -> None:
    """Raise Invalid where the entry that is over told of something that it is kept, and no rule has asked that."""
    if not game.keeps:
        return
    label = game.keeps[0]
    game.find(label)
    raise Invalid(
        f"choices: {{keeps: {label}}} tells what no rule asks here: no permanent has to go so that {label} stays",
        "tell it with the entry by which the permanents meet, or leave it out",
    )
