"""How many cards of a library a scenario does not list, and what becomes of them.

A library has the listed cards and, under them, enough others: as many as `library_size` or the fact `cards in library`
leaves, where one of them is told.
"""

from __future__ import annotations

from layerproof.solver.situation.game import Game, Invalid


def unlisted_leaves(game: Game, player: str, number: int = 1, rule: str | None = None) -> bool:
    """Take unlisted cards out of a library; whether there are so many. Where there are not, none is taken.

    rule: the key of the rule by which they leave.
    """
    there = game.situation.player_state(player).unlisted
    if there is None:
        return True
    if there < number:
        return False
    game.set_player(player, rule, unlisted=there - number)
    return True


def unlisted_comes(game: Game, player: str, number: int) -> None:
    """Cards are in a library from now on that are not listed there, or not any more."""
    there = game.situation.player_state(player).unlisted
    if there is not None and number:
        game.set_player(player, "shuffle", unlisted=there + number)


def listed_from_now(game: Game, player: str) -> None:
    """A card of a library is listed from now on, which was one of those that were not. Raises Invalid where there is
    none."""
    if not unlisted_leaves(game, player):
        what = f"the library of {player} has no further card: library_size says how many there are"
        raise Invalid(what, "give library_size the number of all cards, the listed ones among them")


def number_told(game: Game, player: str, number: int) -> None:
    """It is told how many cards a library has. Raises Invalid where more of them are listed."""
    listed = sum(each.zone == "library" and each.owner == player for each in game.situation.objects)
    if number < listed:
        raise Invalid(f"{listed} cards of the library of {player} are listed, more than {number}", "tell all of them")
    game.set_player(player, unlisted=number - listed)


def is_empty(game: Game, player: str) -> bool:
    """Whether it is known that no card is in a library."""
    listed = any(each.zone == "library" and each.owner == player for each in game.situation.objects)
    return not listed and game.situation.player_state(player).unlisted == 0
