"""Replacement and prevention effects in words of our own: what would happen, and what becomes of it.

The official wording of these is not rendered, so that a claim that quotes it is never judged by these words.
"""

from __future__ import annotations

from layerproof.kb.model import replacement as r
from layerproof.kb.model.expression import Filter, Player, Value
from layerproof.kb.model.modification import Cant, Modification, MoreDevotion, PreventDamage, Regeneration, Replace
from layerproof.kb.wording.amounts.values import quantity
from layerproof.kb.wording.nouns.noun_phrases import noun, player_name

_EVENTS = {
    "damage": "damage would be dealt", "prevent": "damage would be prevented", "put_counters": "counters would be put",
    "gain_life": "life would be gained", "lose_life": "life would be lost", "draw": "a card would be drawn",
    "create": "tokens would be created", "enter": "it would enter", "move": "it would be moved",
    "destroy": "it would be destroyed", "untap": "it would be untapped", "lose_game": "the game would be lost",
}  # fmt: skip
_BECOMES = {
    r.LeavesLife: "the life total stays above nothing", r.DoInstead: "something else is done",
    r.DoBesides: "something more is done",
}  # fmt: skip


def replacing_words(mod: Modification) -> str | None:
    """What an effect on events does, in our words; None for a modification of another kind.

    >>> from layerproof.kb.model.expression import Player
    >>> replacing_words(Replace(r.Would("gain_life", player=Player("you")), (r.TimesAsMuch(2),)))
    'if life would be gained (by you), it is 2 times as much'
    """
    match mod:
        case Replace(would=would, instead=instead):
            return f"if {_would(would)}, {' and '.join(_becomes(each) for each in instead) or 'nothing happens'}"
        case Cant(would=would):
            return f"it can't be that {_would(would)}"
        case PreventDamage(amount=amount, to=to):
            return f"{'all' if amount is None else _number(amount)} damage {'to' if to else 'by'} it is prevented"
        case Regeneration():
            return "it regenerates"
        case MoreDevotion(number=number):
            return f"each devotion is {number} greater"
    return None


def _would(would: r.Would) -> str:
    found = []
    if would.source is not None:
        found.append(f"from {_thing(would.source)}")
    if would.object is not None:
        found.append(f"of {_thing(would.object)}")
    if would.player is not None:
        found.append(f"by {_player(would.player)}")
    if would.kind is not None:
        found.append(f"{would.kind} ones")
    words = _EVENTS.get(would.what, would.what)
    return f"{words} ({', '.join(found)})" if found else words


def _becomes(change: r.Instead) -> str:
    match change:
        case r.TimesAsMuch(times=times):
            return f"it is {times} times as much"
        case r.MoreOfIt(number=number):
            return f"it is {_number(number)} more"
        case r.HalfOfIt():
            return "it is half as much"
        case r.OfThisMuch(number=number):
            return f"it is {_number(number)}"
        case r.GoesTo(zone=zone):
            return f"it goes to {zone}"
        case r.DealtTo():
            return "it is dealt to another"
        case r.UnderControl():
            return "it is under the control of another"
        case r.EntersMore(kind=kind, number=number):
            return f"it enters with {_number(number)} more {kind} counters"
        case r.EntersAs():
            return "it enters as something else"
    return _BECOMES.get(type(change), "it is another event")


def _thing(filter_: Filter) -> str:
    return noun(filter_).singular()


def _player(player: Player) -> str:
    return player_name(player)


def _number(value: Value) -> str:
    return quantity(value)
