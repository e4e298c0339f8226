"""Phrases about combat, casting, exile and attachments, about players one by one, and about what a scenario tells.

They belong to the filters, values and conditions of `expression`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerproof.kb.model.node import Node
from layerproof.kb.model.reference import Player, Ref

if TYPE_CHECKING:
    from layerproof.kb.model.expression import Condition, Filter, Value


class HostFits(Node, frozen=True, tag="host_fits"):
    """The object is attached to one that fits the filter."""

    filter: Filter


class Bears(Node, frozen=True, tag="bears"):
    """An object that fits the filter is attached to the object."""

    filter: Filter


class HeldBy(Node, frozen=True, tag="held_by"):
    """The object is controlled by a player for whom the condition holds, and who is `each` in it."""

    condition: Condition


class FirstCast(Node, frozen=True, tag="first_cast"):
    """The spell is the first of those that fit the filter which its controller has cast this turn."""

    filter: Filter


class CountPlayers(Node, frozen=True, tag="count_players"):
    """How many of the players there are for whom the condition holds, each of whom is `each` in it."""

    player: Player
    condition: Condition | None = None


class ExiledWith(Node, frozen=True, tag="exiled_with"):
    """The object was exiled with the one referred to."""

    ref: Ref = Ref("self")


class PointsOf(Node, frozen=True, tag="points"):
    """The numbers of all instances of a keyword ability that the object referred to has, added up."""

    keyword: str
    of: Ref = Ref("it")


class TimesPaid(Node, frozen=True, tag="times_paid"):
    """How often the additional cost of a keyword ability was paid as the source was cast.

    which: of several instances this one, in the order of the abilities, counted from 1.
    """

    keyword: str
    which: int | None = None


class Total(Node, frozen=True, tag="total"):
    """A number of all objects that fit, added up; zero if there is none."""

    stat: str
    among: Filter
    zones: tuple[str, ...] = ("battlefield",)


class ManaSymbols(Node, frozen=True, tag="mana_symbols"):
    """How many mana symbols of the color there are in the mana costs of the objects that fit; `hybrid`: hybrid ones."""

    color: str
    among: Filter
    zones: tuple[str, ...] = ("battlefield",)


class Told(Node, frozen=True, tag="told"):
    """A number of a player that the scenario tells (`kb/model/told/fact_kinds.py`); of several players, all added
    up."""

    what: str
    player: Player = Player("you")


class ToldOf(Node, frozen=True, tag="told_of"):
    """A number of the object referred to that the scenario tells (`kb/model/told/fact_kinds.py`)."""

    what: str
    of: Ref = Ref("self")


class Most(Node, frozen=True, tag="most"):
    """The greatest (or least) that a value is for one of the players, each of whom is `each` in it; zero for none."""

    value: Value
    player: Player
    least: bool = False


class SomePlayer(Node, frozen=True, tag="some_player"):
    """The condition holds for at least one of the players, who is `each` in it."""

    player: Player
    condition: Condition


class EnteredThisTurn(Node, frozen=True, tag="entered_count"):
    """How many objects that fit have entered the battlefield this turn under the control of the players."""

    filter: Filter
    player: Player = Player("you")


class Party(Node, frozen=True, tag="party"):
    """How many creatures are in the party of the player: at most one each as Cleric, Rogue, Warrior and Wizard."""

    player: Player = Player("you")
