"""References to objects and players as rules text words them."""

from __future__ import annotations

from layerproof.kb.model.expression import Player, Ref
from layerproof.kb.wording.words.english import GIVER, SELF, doubtful, number_word, unmodelled, with_article


def with_counters(kind: str, least: int) -> str:
    """The words for an object that has counters of a kind, or any; least: how many it has at least.

    >>> with_counters("time", 1), with_counters("any", 3)
    ('with a time counter on it', 'with three or more counters on it')
    """
    word = "counter" if kind == "any" else f"{kind} counter"
    if least == 1:
        return f"with {with_article(word)} on it"
    return f"with {number_word(least)} or more {word}s on it"


def controls(player: Player) -> str:
    """The words behind a noun for what a player controls.

    >>> controls(Player("opponent"))
    'an opponent controls'
    """
    match player:
        case Player("you"):
            return "you control"
        case Player("opponent"):
            return "an opponent controls"
        case Player("target"):
            return unmodelled("that player controls")
        case Player("chosen"):
            return "that player controls"
        case Player("active"):
            return "that player controls"
        case Player("defending"):
            return "defending player controls"
        case Player("team"):
            return "your team controls"
        case Player("host"):
            return "enchanted player controls"
        case _:
            return doubtful("that player controls")


def attacked(player: Player) -> str:
    """How the words behind "attacking" name a player.

    >>> attacked(Player("opponent"))
    'your opponents'
    """
    return {"you": "you", "opponent": "your opponents", "host": "enchanted player"}.get(player.kind, doubtful("them"))


def owns(player: Player) -> str:
    """The words behind a noun for what a player owns.

    >>> owns(Player("you"))
    'you own'
    """
    match player:
        case Player("you"):
            return "you own"
        case Player("opponent"):
            return "an opponent owns"
        case _:
            return doubtful("that player owns")


def reference(ref: Ref, host: str = "") -> str:
    """How rules text names one object: the source by its mark, the host as `enchanted creature` if given, else `it`.

    >>> reference(Ref("host"), "enchanted creature"), reference(Ref("it"))
    ('enchanted creature', 'it')
    """
    match ref.kind:
        case "self":
            return SELF
        case "host":
            return host or doubtful("enchanted permanent")
        case "it":
            return "it"
        case "linked":
            return "the exiled card"
        case "granter":
            return GIVER
        case "top_of_graveyard":
            return "the top card of your graveyard"
        case "top_of_library":
            return doubtful("the top card of your library")
        case "moved":
            return doubtful("that card")
        case "made":
            return "it"
        case "chosen":
            return doubtful("the chosen object")
        case "tapped":
            return doubtful("the creature tapped this way")
        case "spoken":
            return doubtful("that card")
        case _:
            return doubtful("that object")


def player_name(player: Player) -> str:
    """How rules text names a player as the subject of a sentence.

    >>> player_name(Player("any")), player_name(Player("target"))
    ('each player', 'target player')
    """
    match player:
        case Player("you"):
            return "you"
        case Player("opponent"):
            return "each opponent"
        case Player("any"):
            return "each player"
        case Player("target"):
            return "target player"
        case Player("active"):
            return "that player"
        case Player("host"):
            return "enchanted player"
        case Player("controller", Ref("that" | "target" | "it")):
            return doubtful("its controller")
        case Player("owner"):
            return "its owner"
        case _:
            return doubtful("that player")
