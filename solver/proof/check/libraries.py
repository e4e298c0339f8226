"""The cards of libraries that no scenario lists, counted by the checker where it is told how many there are."""

from __future__ import annotations

from layerproof.solver.proof.check.game import Game


def unlisted_goes(game: Game, name: str) -> bool:
    """Whether a card that is not listed can be taken out of a library, which is then done."""
    many = game.players[name].unlisted
    if many:
        game.set_player(name, unlisted=many - 1)
    return many != 0


def unlisted_comes(game: Game, name: str, many: int) -> None:
    """Let so many cards be in a library, of which nothing is known."""
    had = game.players[name].unlisted
    if had is not None and many > 0:
        game.set_player(name, unlisted=had + many)


def listed_now(game: Game, name: str) -> None:
    """A card of a library is listed, which was there before. Raises ValueError where there was none."""
    if not unlisted_goes(game, name):
        raise ValueError(f"a card of the library of {name} beyond those that it is told to have")


def size_told(game: Game, name: str, many: int) -> None:
    """So many cards are in a library. Raises ValueError where more are listed."""
    more = many - len([obj for obj in game.objects.values() if obj.zone == "library" and obj.owner == name])
    if more < 0:
        raise ValueError(f"more cards of the library of {name} than there are told to be")
    game.set_player(name, unlisted=more)


def empty(game: Game, name: str) -> bool:
    """Whether a library is known to have no card."""
    if game.players[name].unlisted != 0:
        return False
    return all(obj.zone != "library" or obj.owner != name for obj in game.objects.values())
