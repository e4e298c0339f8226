"""Facts that a scenario tells, and players one by one, as rules text words them."""

from __future__ import annotations

from collections.abc import Callable

from layerproof.kb.model.costs.mana import COLORS
from layerproof.kb.model.expression import (
    AllOf,
    Compares,
    Condition,
    Count,
    CountPlayers,
    Distinct,
    Half,
    HandSize,
    Life,
    ManaSymbols,
    Most,
    OwnedBy,
    Party,
    Player,
    Ref,
    SomePlayer,
    State,
    Sum,
    Told,
    ToldOf,
    Total,
    Unless,
    Value,
)
from layerproof.kb.model.told.outside_fact_kinds import OUTSIDE_OF_PLAYERS
from layerproof.kb.wording.nouns.noun_phrases import noun
from layerproof.kb.wording.words.english import doubtful, number_word, unmodelled

_YES = {
    "city's blessing": "you have the city's blessing",
    "monarch": "you're the monarch",
    "completed a dungeon": "you've completed a dungeon",
    "emblems": "you have one or more emblems",
    "cards drawn this turn": "you've drawn a card this turn",
    "life lost this turn": "you've lost life this turn",
    "life gained this turn": "you gained life this turn",
    "noncreature spells cast this turn": "you've cast a noncreature spell this turn",
    "instant and sorcery spells cast this turn": "you've cast an instant or sorcery spell this turn",
    "crimes committed this turn": "you've committed a crime this turn",
    "permanents sacrificed this turn": "you sacrificed a permanent this turn",
    "times surveilled this turn": "you've surveilled this turn",
    "Attractions visited this turn": "you've visited an Attraction this turn",
    "+1/+1 counters put on creatures this turn": "you've put one or more +1/+1 counters on a creature this turn",
    "creature cards put into their graveyard this turn": "a creature card was put into your graveyard from anywhere "
    "this turn",
    "way behind": "you are way behind",
    **OUTSIDE_OF_PLAYERS,
}
_NO = {
    "spells cast this turn": "you haven't cast a spell this turn",
    "lands played this turn": "you haven't played a land this turn",
    "playing with sleeves": "you aren't playing with sleeves",
    **{
        f"{color} in their commander's color identity": f"{color} isn't in your commander's color identity"
        for color in COLORS
    },
}
_AT_LEAST = {
    "cards drawn this turn": "you've drawn {} or more cards this turn",
    "spells cast this turn": "you've cast {} or more spells this turn",
    "noncreature spells cast this turn": "you've cast {} or more noncreature spells this turn",
    "Merfolk attacked with this turn": "you attacked with {} or more Merfolk this turn",
    "dice rolled this turn": "you've rolled {} or more dice this turn",
    "unspent mana": "you have {} or more unspent mana",
    "greatest damage by one source this turn": "a source you controlled dealt {} or more damage this turn",
    "unlocked doors": "there are {} or more unlocked doors among Rooms you control",
}
_COUNTED = {
    "experience counters": "experience counter you have",
    "unspent green mana": "unspent green mana you have",
    "commander casts": "time you've cast your commander from the command zone this game",
    "players who have lost the game": "player who has lost the game",
}
_NUMBERS = {
    "speed": "your speed",
    "starting life total": "your starting life total",
    "cards drawn this turn": "the number of cards you've drawn this turn",
    "life lost this turn": "the amount of life you've lost this turn",
    "turns taken": "the number of turns you've taken this game",
    "experience counters": "the number of experience counters you have",
}
_OF_OBJECTS = {
    "intensity": "~'s intensity",
    "total power of the cards it was crafted with": "the total power of the exiled cards used to craft it",
    "colors of the cards it was crafted with": "the number of colors among the exiled cards used to craft it",
}
_YOU, _EACH, _OPPONENT = Player("you"), Player("each"), Player("opponent")
_START = Told("starting life total")


def told_each(value: Value) -> str | None:
    """What is counted one at a time, as it stands after `for each`; None for other values."""
    match value:
        case Told(what, Player("you")) if what in _COUNTED:
            return _COUNTED[what]
        case Told("poison counters", Player("opponent")):
            return "poison counter your opponents have"
        case CountPlayers(Player("opponent"), None):
            return "opponent you have"
        case HandSize(Player("opponent")):
            return "card in your opponents' hands"
        case Party(Player("you")):
            return "creature in your party"
        case ToldOf("attacks this turn"):
            return "time it has attacked this turn"
        case ToldOf("attacks this game"):
            return "time ~ attacked this game"
    return None


def told_quantity(value: Value, quantity_of: Callable[[Value], str]) -> str | None:
    """An amount in the middle of a sentence; None for other values. quantity_of: words an amount within it."""
    match value:
        case Told(what, Player("you")) if what in _NUMBERS:
            return _NUMBERS[what]
        case ToldOf(what, Ref("self")) if what in _OF_OBJECTS:
            return _OF_OBJECTS[what]
        case Most(HandSize(Player("each")), Player("opponent"), False):
            return "the number of cards in the hand of the opponent with the most cards in hand"
        case Most(Life(Player("each")), Player("opponent"), False):
            return "the highest life total among your opponents"
        case HandSize(Player("any")):
            return "the total number of cards in all players' hands"
        case Total(stat, among, zones):
            return f"the total {stat.replace('_', ' ')} of {noun(among, zones).some()}"
        case ManaSymbols(color, among, zones):
            phrase = noun(among, zones).some()
            return doubtful(f"the number of {color} mana symbols in the mana costs of {phrase}")
        case CountPlayers(Player("opponent"), None):
            return "the number of opponents you have"
        case Party(Player("you")):
            return "the number of creatures in your party"
        case Half(inner, up):
            return f"half {quantity_of(inner)}, rounded {'up' if up else 'down'}"
        case Distinct("name", among, zones):
            return doubtful(f"the number of differently named {noun(among, zones).some()}")
        case Told(what) | ToldOf(what):
            return unmodelled(what)
    return None


def told_condition(value: Condition) -> str | None:
    """A condition about a fact that is told, or about one player of several; None for others."""
    match value:
        case Compares(Told("poison counters", Player("opponent")), ">=", 1):
            return "an opponent is poisoned"
        case Compares(Told(what, Player("you")), ">=", 1) if what in _YES:
            return _YES[what]
        case Compares(Told("speed", Player("you")), "=", 4):
            return "you have max speed"
        case Compares(Told(what, Player("you")), ">=", int(least)) if what in _AT_LEAST:
            return _AT_LEAST[what].format(number_word(least))
        case Unless(Compares(Told(what, Player("you")), ">=", 1)) if what in _NO:
            return _NO[what]
        case Unless(SomePlayer(Player("opponent"), Compares(HandSize(Player("each")), ">=", HandSize(Player("you"))))):
            return "you have more cards in hand than each opponent"
        case Compares(Life(Player("you")), op, right):
            return _life(op, right)
        case Compares(Sum((Life(Player("you")), Life(Player("you")))), "<=", Told("starting life total")):
            return "your life total is less than or equal to half your starting life total"
        case SomePlayer(player, condition):
            return _some(player, condition)
    return None


def _life(op: str, right: Value) -> str | None:
    if right == _START:
        words = {">": "greater than", ">=": "greater than or equal to", "<": "less than"}.get(op)
        return None if words is None else f"your life total is {words} your starting life total"
    match right:
        case Sum((Told("starting life total"), int(more))) if op == ">=":
            return doubtful(f"you have at least {more} life more than your starting life total")
        case int(number) if op in (">=", "<="):
            return f"you have {number} or {'more' if op == '>=' else 'less'} life"
    return None


def _some(player: Player, condition: Condition) -> str:
    who = "an opponent" if player == _OPPONENT else "a player"
    match condition:
        case Compares(Life(Player("each")), op, int(number)) if op in (">=", "<="):
            return f"{who} has {number} or {'more' if op == '>=' else 'less'} life"
        case Compares(Life(Player("each")), ">", Life(Player("you"))):
            return f"{who} has more life than you"
        case Compares(HandSize(Player("each")), "=", 0):
            return f"{who} has no cards in hand"
        case Compares(HandSize(Player("each")), ">", HandSize(Player("you"))):
            return f"{who} has more cards in hand than you"
        case Compares(Count(AllOf((State("card"), OwnedBy(Player("each")))), ("graveyard",)), ">=", int(least)):
            return f"{who} has {number_word(least)} or more cards in their graveyard"
        case Compares(Told("poison counters", Player("each")), ">=", int(least)):
            return f"{who} has {number_word(least)} or more poison counters"
        case Compares(Told("cards in library", Player("each")), op, int(number)) if op in ("<=", ">="):
            whose = "a library" if player == Player("any") else f"{who}'s library"
            return f"{whose} has {number_word(number)} or {'fewer' if op == '<=' else 'more'} cards in it"
    return doubtful(f"for {who} something holds")
