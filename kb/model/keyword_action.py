"""Keyword actions of players that ask for a choice, a cost or hidden cards as a spell or ability resolves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerproof.kb.model.costs.cost import Cost
from layerproof.kb.model.expression import Filter, Player, Ref, Value
from layerproof.kb.model.node import Node

if TYPE_CHECKING:
    from layerproof.kb.model.instruction import Body


class Sacrifice(Node, frozen=True, tag="sacrifice"):
    """Each of these players sacrifices so many permanents of their choice that fit, or all where there are no more.

    Choices are made in turn order; then all that was chosen goes at one moment (rule keys apnap, sacrifice). What was
    sacrificed is `chosen` afterwards.
    """

    what: Filter
    number: Value = 1
    player: Player = Player("you")


class SacrificeToGrow(Node, frozen=True, tag="sacrifice_to_grow"):
    """As the source enters, its controller sacrifices any number of other permanents that fit, and so many +1/+1
    counters are put on it for each of them (rule key keyword.devour). They are told with `sacrificed` among the
    choices."""

    what: Filter
    counters: int


class Pays(Node, frozen=True, tag="pays"):
    """The player may pay a cost as the spell or ability resolves (rule key cost.on_resolution).

    then: what follows if it is paid; else_: what follows if it is not, or can't be. times: how often the cost is to be
    paid, which is one cost.
    """

    cost: Cost
    then: Body = ()
    else_: Body = ()
    player: Player = Player("you")
    times: Value = 1


class Mill(Node, frozen=True, tag="mill"):
    """The player puts so many cards from the top of their library into their graveyard; to: into another zone instead,
    which is no milling."""

    number: Value = 1
    player: Player = Player("you")
    to: str = "graveyard"


class Scry(Node, frozen=True, tag="scry"):
    """The player looks at so many cards on top of their library, and puts any number of them elsewhere.

    to: `bottom` of the library, or `graveyard` where they surveil. The rest goes back on top in any order.
    """

    number: Value = 1
    to: str = "bottom"
    player: Player = Player("you")


class Explore(Node, frozen=True, tag="explore"):
    """The permanent explores: its controller reveals the top card of their library, puts a land card into their hand,
    and otherwise a +1/+1 counter on the permanent, and the card into their graveyard if they like (rule key explore).

    Whether they do is told with `may` among the choices.
    """

    what: Ref


class Connive(Node, frozen=True, tag="connive"):
    """The permanent connives: its controller draws so many cards, discards as many, and puts a +1/+1 counter on the
    permanent for each nonland card that they discarded so (rule key connive)."""

    what: Ref
    number: Value = 1


class Fight(Node, frozen=True, tag="fight"):
    """Two creatures fight: each deals damage equal to its power to the other, both at one moment."""

    first: Ref
    second: Ref


class Populate(Node, frozen=True, tag="populate"):
    """The controller creates a token that is a copy of a creature token of their choice that they control."""


class Choose(Node, frozen=True, tag="choose"):
    """The controller chooses one permanent among those that fit, which is `chosen` afterwards (rule key
    resolve.choices). least: of these only one of the smallest `power` or `toughness`. zone: where it is, if it is a
    card in a `graveyard`, in `exile` or in a `hand` and no permanent. by: who else chooses: `an opponent`,
    `that player`, `defending player` or `random`, of whom nothing is asked."""

    what: Filter
    least: str | None = None
    zone: str = "battlefield"
    by: str = ""


class ChooseWord(Node, frozen=True, tag="choose_word"):
    """The controller chooses a word, which is the `chosen` one afterwards (rule keys color.choice, subtype.choice).

    what: `color`, `creature type`, `land type`, `basic land type`, `nonbasic land type` or `card type`. several: one or
    more of them. never: words that the text does not let be chosen.
    """

    what: str
    several: bool = False
    never: tuple[str, ...] = ()


class NewTargets(Node, frozen=True, tag="new_targets"):
    """The player may choose new targets for a spell: all its targets are told with `new_targets` under the choices."""

    of: Ref


class AuraSwap(Node, frozen=True, tag="aura_swap"):
    """The player may exchange the source with an Aura card of their hand, which is the object that they choose."""


class Designate(Node, frozen=True, tag="designate"):
    """The object gets a designation: `monstrous`, `renowned`, `suspected` (kb/model/told/fact_kinds.py), and what that
    gives (kb/rulebook/designation_meanings.py). What is suspected does not become so again (rule key suspect.again)."""

    what: str
    on: Ref = Ref("self")


class Pair(Node, frozen=True, tag="pair"):
    """Two unpaired creatures that the player controls become paired (rule key keyword.soulbond): what, and the object
    with, or one that the player chooses among those that fit."""

    what: Ref
    with_: Ref | None = None
    choose: Filter | None = None
