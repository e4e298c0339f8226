"""Continuous effects as abilities and instructions state them: whom they affect, what they do, while or until when."""

from __future__ import annotations

from layerproof.kb.model.expression import Condition, Filter, Player, Ref
from layerproof.kb.model.modification import Modification
from layerproof.kb.model.node import Node


class Only(Node, frozen=True, tag="only"):
    """The one object referred to. Written as the bare reference: `affects: self`, `affects: host`."""

    ref: Ref


# Where an object is that is not on the battlefield.
ELSEWHERE = ("hand", "library", "graveyard", "exile", "command", "stack")


class All(Node, frozen=True, tag="all"):
    """Every object in these zones that fits the filter."""

    filter: Filter
    zones: tuple[str, ...] = ("battlefield",)


class One(Node, frozen=True, tag="one"):
    """One object in these zones that fits the filter, chosen by the player who follows the instruction.

    Where only one fits there is no choice; where several do, it is the one among the chosen objects.
    """

    filter: Filter
    zones: tuple[str, ...] = ("battlefield",)


class Union(Node, frozen=True, tag="union"):
    """The objects of all these scopes together."""

    scopes: tuple[Scope, ...]


class Players(Node, frozen=True, tag="players"):
    """Players; such an effect changes no characteristic of an object."""

    player: Player


class Several(Node, frozen=True, tag="several"):
    """All objects of one sort that a resolution knows, however many they are.

    kind: `target`, `chosen` or `made`: the targets, chosen objects or objects made earlier in this resolution from the
    index-th on; `moved`: all cards that it has put into exile, or into graveyards; `that`: all objects that a triggered
    ability is about; `affected`: all that the last instruction about objects gave counters, another status or an
    effect. Written `{several: target}`.
    """

    kind: str
    index: int = 1


class NextSpells(Node, frozen=True, tag="next_spells"):
    """The next spell that fits and that the player casts this turn, or so many of them; it is not there yet."""

    filter: Filter
    player: Player = Player("you")


Scope = Only | All | One | Union | Players | Several | NextSpells


class Until(Node, frozen=True, tag="until"):
    """The effect lasts until something happens.

    when: `end of turn`, `end of combat`, `your next turn`, `end of your next turn`, `its next untap step` (of the
    player who controls the affected object then), `source leaves`, `host leaves` (the affected object), `never` (it has
    no end), `your next upkeep`, `end of your next upkeep`, `its next upkeep`, `your next end step`, `next end step`,
    `source is cast` (from exile), `no longer suspected` (the affected object), `perpetual` (it goes on in every zone,
    as no rule has it: it is not followed), or `paid` and a cost, which the controller may pay to end it. Written as
    that word.
    """

    when: str


class While(Node, frozen=True, tag="while"):
    """The effect lasts for as long as the condition holds, seen from its source; once it fails, the effect is over."""

    condition: Condition


Duration = Until | While


class Effect(Node, frozen=True, tag="effect"):
    """A continuous effect: these modifications, to these objects, while the condition holds.

    In a static ability the affected objects are worked out at every moment (`duration` is not used); an effect of a
    resolved spell or ability that changes characteristics or controllers has them fixed when it begins.
    """

    affects: Scope
    mods: tuple[Modification, ...]
    condition: Condition | None = None
    duration: Duration = Until("never")
