"""References, filters, values and conditions: how rules text says which objects, how much, and when.

Each record is one phrase of rules text in our notation. What a phrase means is said in the docstring of its record;
the solver and the proof checker each interpret these records with code of their own.
"""

from __future__ import annotations

from layerproof.kb.model.node import Node
from layerproof.kb.model.phrases.combat_filters import Attacks as Attacks
from layerproof.kb.model.phrases.combat_filters import Did as Did
from layerproof.kb.model.phrases.combat_filters import InCombatWith as InCombatWith
from layerproof.kb.model.phrases.combat_filters import Targets as Targets
from layerproof.kb.model.phrases.further_expressions import Bears as Bears
from layerproof.kb.model.phrases.further_expressions import CountPlayers as CountPlayers
from layerproof.kb.model.phrases.further_expressions import EnteredThisTurn as EnteredThisTurn
from layerproof.kb.model.phrases.further_expressions import ExiledWith as ExiledWith
from layerproof.kb.model.phrases.further_expressions import FirstCast as FirstCast
from layerproof.kb.model.phrases.further_expressions import HeldBy as HeldBy
from layerproof.kb.model.phrases.further_expressions import HostFits as HostFits
from layerproof.kb.model.phrases.further_expressions import ManaSymbols as ManaSymbols
from layerproof.kb.model.phrases.further_expressions import Most as Most
from layerproof.kb.model.phrases.further_expressions import Party as Party
from layerproof.kb.model.phrases.further_expressions import PointsOf as PointsOf
from layerproof.kb.model.phrases.further_expressions import SomePlayer as SomePlayer
from layerproof.kb.model.phrases.further_expressions import TimesPaid as TimesPaid
from layerproof.kb.model.phrases.further_expressions import Told as Told
from layerproof.kb.model.phrases.further_expressions import ToldOf as ToldOf
from layerproof.kb.model.phrases.further_expressions import Total as Total
from layerproof.kb.model.phrases.outcomes import Outcome as Outcome
from layerproof.kb.model.phrases.outcomes import Rolled as Rolled
from layerproof.kb.model.phrases.outcomes import ThisTurn as ThisTurn
from layerproof.kb.model.phrases.outcomes import ThisWay as ThisWay
from layerproof.kb.model.phrases.outcomes import TimesResolved as TimesResolved
from layerproof.kb.model.phrases.outcomes import Was as Was
from layerproof.kb.model.reference import Player as Player
from layerproof.kb.model.reference import Ref as Ref

# --- filters ---------------------------------------------------------------------------------------------------------


class Is(Node, frozen=True, tag="is"):
    """The object has this word: category is `type`, `subtype`, `supertype` or `color`.

    The word may be `chosen`: the creature type, color or card type that was chosen for the source.
    """

    category: str
    word: str


class Not(Node, frozen=True, tag="not"):
    """The object does not fit the filter."""

    filter: Filter


class AllOf(Node, frozen=True, tag="all_of"):
    """The object fits every one of the filters. Written as a list."""

    filters: tuple[Filter, ...]


class AnyOf(Node, frozen=True, tag="any_of"):
    """The object fits at least one of the filters."""

    filters: tuple[Filter, ...]


class ControlledBy(Node, frozen=True, tag="controller"):
    """The object is controlled by the player; a card outside the battlefield and the stack counts by its owner."""

    player: Player


class OwnedBy(Node, frozen=True, tag="owner"):
    """The object is owned by the player."""

    player: Player


class CastBy(Node, frozen=True, tag="cast_by"):
    """The object is a spell that the player cast, whoever controls it now; no copy that was put onto the stack."""

    player: Player


class InZone(Node, frozen=True, tag="zone"):
    """The object is in one of these zones."""

    zones: tuple[str, ...]


class Same(Node, frozen=True, tag="same"):
    """The object is the one referred to. `other` is written for `not: {same: self}`."""

    ref: Ref


class State(Node, frozen=True, tag="state"):
    """The object has this status or quality, which no list of words of a type line gives.

    word: tapped, untapped, token, face_down, face_up, flipped, transformed, double_faced, attacking, blocking,
    multicolored, monocolored, colorless, permanent (a permanent card type), historic, equipped, enchanted, modified,
    spell, ability (an ability on the stack), activated_ability, triggered_ability, card (not a token, not a copy),
    copy (of a spell), mana_producing, named (has a name), has_adventure,
    entered_this_turn, attacking_alone, unblocked, paired, suspected, goaded; or a
    word for which a scenario tells whether it is so (`kb/model/told/fact_kinds.py`): commander, monstrous…
    """

    word: str


class HasKeyword(Node, frozen=True, tag="has"):
    """The object has this keyword ability (with any parameters)."""

    keyword: str


class HasAnyAbility(Node, frozen=True, tag="has_any_ability"):
    """The object has at least one ability. Written with an empty mapping."""


class HasCounter(Node, frozen=True, tag="counter"):
    """At least so many counters of this kind (any kind when kind is `any`) are on the object."""

    kind: str
    at_least: int = 1


class Compare(Node, frozen=True, tag="compare"):
    """A number of the object compared with a value.

    stat: power, toughness, base_power, base_toughness, mana_value, loyalty. op: one of `=`, `<`, `<=`, `>`, `>=`, `!=`,
    `multiple of` (zero is a multiple of every number).
    """

    stat: str
    op: str
    value: Value


class Named(Node, frozen=True, tag="named"):
    """The object has this name; `chosen` is the card name chosen for the source."""

    name: str


class AttachedTo(Node, frozen=True, tag="attached_to"):
    """The object is attached to the one referred to."""

    ref: Ref


class SharesWith(Node, frozen=True, tag="shares_with"):
    """The object has a word of this category in common with the one referred to.

    category: `creature type`, `color`, `card type`, `name`, `land type`.
    """

    category: str
    ref: Ref


class FitsChosen(Node, frozen=True, tag="fits"):
    """Anything: fits every object. Written `fits: {}`; used where rules text says only "object"."""


Filter = (
    Is | Not | AllOf | AnyOf | ControlledBy | OwnedBy | CastBy | InZone | Same | State | HasKeyword | HasAnyAbility
    | HasCounter | Compare | Named | AttachedTo | SharesWith | Attacks | HeldBy | HostFits | Bears
    | FirstCast | ExiledWith | InCombatWith | Targets | Did | FitsChosen
)  # fmt: skip

# --- values ----------------------------------------------------------------------------------------------------------


class Count(Node, frozen=True, tag="count"):
    """How many objects in these zones fit the filter."""

    filter: Filter
    zones: tuple[str, ...] = ("battlefield",)


class Distinct(Node, frozen=True, tag="distinct"):
    """How many different words of a category there are among the objects that fit.

    what: `card type`, `color`, `basic land type`, `creature type`, `name`, `power`, `mana value`.
    """

    what: str
    among: Filter
    zones: tuple[str, ...] = ("battlefield",)


class CountersOn(Node, frozen=True, tag="counters"):
    """How many counters of this kind are on the object referred to (`any`: of all kinds)."""

    kind: str
    on: Ref = Ref("self")


class CountersAmong(Node, frozen=True, tag="counters_among"):
    """How many counters of this kind (`any`: of all kinds) are on the objects that fit together."""

    kind: str
    among: Filter
    zones: tuple[str, ...] = ("battlefield",)


class Stat(Node, frozen=True, tag="stat"):
    """A number of the object referred to: power, toughness, base_power, base_toughness, mana_value, loyalty, colors."""

    stat: str
    of: Ref = Ref("it")


class X(Node, frozen=True, tag="x"):
    """The value of X announced for the source."""


class ChosenNumber(Node, frozen=True, tag="chosen_number"):
    """The number chosen for the source, or in this resolution."""


class Sum(Node, frozen=True, tag="sum"):
    """The values added up."""

    values: tuple[Value, ...]


class Times(Node, frozen=True, tag="times"):
    """The values multiplied."""

    values: tuple[Value, ...]


class Minus(Node, frozen=True, tag="minus"):
    """The value with the opposite sign."""

    value: Value


class Half(Node, frozen=True, tag="half"):
    """Half the value, rounded up or down."""

    value: Value
    up: bool = True


class AtLeast(Node, frozen=True, tag="at_least"):
    """The value, or the floor where the value is smaller."""

    value: Value
    floor: int = 0


class Greatest(Node, frozen=True, tag="greatest"):
    """The greatest of a number among the objects that fit; zero if there is none."""

    stat: str
    among: Filter
    zones: tuple[str, ...] = ("battlefield",)


class Life(Node, frozen=True, tag="life"):
    """The life total of the player; the greatest among several players, if `greatest`."""

    player: Player
    greatest: bool = False


class HandSize(Node, frozen=True, tag="hand_size"):
    """How many cards are in the hand of the player."""

    player: Player


class Devotion(Node, frozen=True, tag="devotion"):
    """The devotion of the source's controller to these colors together."""

    colors: tuple[str, ...]


class ThatMuch(Node, frozen=True, tag="that_much"):
    """How much the event was about that an effect replaces or that made the ability trigger, or how much damage an
    effect prevented. Written as that word."""


class DiedThisWay(Node, frozen=True, tag="died_this_way"):
    """How many objects of a card type the resolution has put into graveyards from the battlefield so far."""

    what: str


class PerPlayer(Node, frozen=True, tag="history"):
    """A number that only the history of the game gives; what it counts is named. It is never guessed."""

    what: str


Value = (
    int | Count | Distinct | CountersOn | CountersAmong | Stat | X | ChosenNumber | Sum | Times | Minus | Half
    | AtLeast | Greatest | Total | ManaSymbols | Life | HandSize | Devotion | Told | ToldOf | Most
    | CountPlayers | EnteredThisTurn | Party | ThatMuch | DiedThisWay | Rolled | ThisWay | ThisTurn | TimesResolved
    | TimesPaid | PointsOf | PerPlayer
)  # fmt: skip

# --- conditions ------------------------------------------------------------------------------------------------------


class Exists(Node, frozen=True, tag="exists"):
    """At least one object in these zones fits the filter."""

    filter: Filter
    zones: tuple[str, ...] = ("battlefield",)


class Compares(Node, frozen=True, tag="if_value"):
    """The left value stands in this relation to the right one."""

    left: Value
    op: str
    right: Value


class Matches(Node, frozen=True, tag="matches"):
    """The object referred to exists and fits the filter."""

    ref: Ref
    filter: Filter


class Turn(Node, frozen=True, tag="turn"):
    """It is the turn of the player."""

    player: Player


class Both(Node, frozen=True, tag="both"):
    """All the conditions hold."""

    conditions: tuple[Condition, ...]


class Either(Node, frozen=True, tag="either"):
    """At least one of the conditions holds."""

    conditions: tuple[Condition, ...]


class Unless(Node, frozen=True, tag="unless"):
    """The condition does not hold."""

    condition: Condition


class CastFor(Node, frozen=True, tag="cast_for"):
    """The source was cast for the cost of this keyword ability.

    Of several instances of the keyword: the one with this cost (`kicked with its {R} kicker`), or this one of them, in
    the order of the abilities, counted from 1.
    """

    keyword: str
    cost: str | None = None
    which: int | None = None


class Chose(Node, frozen=True, tag="chose"):
    """This mode or option was chosen for the source or in this resolution."""

    option: str


class OpaqueCondition(Node, frozen=True, tag="opaque_if"):
    """A condition that is not modelled, with a gloss. Whether it holds is unknown."""

    gloss: str


Condition = (
    Exists | Compares | Matches | Was | Turn | Both | Either | Unless | SomePlayer | CastFor | Chose | Outcome
    | OpaqueCondition
)  # fmt: skip
