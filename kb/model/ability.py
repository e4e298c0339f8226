"""Abilities: keyword, static, activated, triggered, spell, loyalty, chapter, entering, level bands and the like."""

from __future__ import annotations

from layerproof.kb.model.costs.cost import Cost
from layerproof.kb.model.costs.cost_ability import AdditionalCost, AlternativeCost, ChangesCost
from layerproof.kb.model.effect import Duration, Effect
from layerproof.kb.model.expression import Condition, Filter, Ref, Value
from layerproof.kb.model.instruction import Body
from layerproof.kb.model.modification import Modification
from layerproof.kb.model.node import Node
from layerproof.kb.model.trigger_event import TriggerEvent


class Keyword(Node, frozen=True, tag="keyword"):
    """A keyword ability, by its name in lower case, with its parameters.

    number: as in `bushido 2`; cost: as in `ward {2}`, in mana symbols or a short phrase; quality: the words after
    `from`, before `walk` or after the keyword (`protection from red` has quality `red`, `islandwalk` is keyword
    `landwalk` of quality `Island`); filter: what an Aura may enchant. Written as in rules text: `flying`,
    `level up {1}`, `protection from red`, `islandwalk`.
    """

    keyword: str
    number: int | None = None
    cost: str | None = None
    quality: str | None = None
    filter: Filter | None = None


class Static(Node, frozen=True, tag="static"):
    """A static ability: one paragraph with one or more continuous effects.

    zones: where it functions. cda: it is characteristic-defining as printed (it then functions in every zone).
    condition: it has effects only while this holds. behind: the keyword behind which it is written, which the object
    then has, as in `Max speed — …`. Where there is one effect, its fields may stand here directly.
    """

    effects: tuple[Effect, ...]
    condition: Condition | None = None
    zones: tuple[str, ...] = ("battlefield",)
    cda: bool = False
    behind: str | None = None


class Activated(Node, frozen=True, tag="activated"):
    """An activated ability: a cost and what its resolution does.

    cost: its parts in order, each written as its phrase (`{2}`, `{T}`, `sacrifice self`, `pay 1 life`). adds: what it
    adds as a mana ability. restriction: a limit on activating, as a gloss. zones: where it functions. behind: the
    keyword behind which it is written, which the object then has, as in `Boast — …`; what that limits is said in the
    restriction (rule keys keyword.boast, keyword.exhaust, keyword.forecast).
    """

    cost: Cost = ()
    body: Body = ()
    adds: Mana | None = None
    restriction: str | None = None
    zones: tuple[str, ...] = ("battlefield",)
    behind: str | None = None


class Mana(Node, frozen=True, tag="mana"):
    """What a mana ability adds: symbols, so many times; or one mana (or `times`) of any color of a list.

    symbols: as in `{C}{C}`, or a choice as in `{W} or {U}`. any_color: `any color`, `chosen`, `commander`, `among` (the
    colors of the objects that fit the filter), or `producible` (what those objects could produce). instead: other
    symbols while a condition holds. only: what it may be spent on, where that is limited.
    """

    symbols: str | None = None
    times: Value = 1
    any_color: str | None = None
    among: Filter | None = None
    instead_if: Condition | None = None
    instead: str | None = None
    only: SpendOnly | None = None


class SpendOnly(Node, frozen=True, tag="spend_only"):
    """What mana may be spent on: spells that fit, abilities of what fits (rule key mana.restricted)."""

    spells: Filter | None = None
    abilities: Filter | None = None


class Loyalty(Node, frozen=True, tag="loyalty"):
    """A loyalty ability: the loyalty it costs (or brings), and what its resolution does.

    cost: positive for what it brings, negative for what it costs; None where it costs X, which is announced.
    """

    cost: int | None
    body: Body = ()


class Triggered(Node, frozen=True, tag="triggered"):
    """A triggered ability: the event it watches, an intervening condition, what its resolution does.

    when: the event in words. event: the event as data where the words do not say all of it, as after a change of text;
    else it is read from the words (`kb/oracle/events/trigger_events.py`). zones: where it functions. behind: the
    keyword behind which it is written, which the object then has, as in `Visit — …`.
    """

    when: str
    body: Body = ()
    condition: Condition | None = None
    zones: tuple[str, ...] = ("battlefield",)
    event: TriggerEvent | None = None
    behind: str | None = None


class Spell(Node, frozen=True, tag="spell"):
    """A spell ability of an instant or sorcery: one paragraph of instructions."""

    body: Body = ()


class Modal(Node, frozen=True, tag="modal"):
    """A spell ability with modes; the resolution names those that were chosen.

    choose: the words of the choice, as `one`, `one or both`, `two`.
    """

    modes: tuple[Mode, ...]
    choose: str = "one"


class Mode(Node, frozen=True, tag="mode"):
    """One mode: a piece of text by which it can be named, and its instructions."""

    label: str
    body: Body = ()


class EntersTapped(Node, frozen=True, tag="enters_tapped"):
    """The object enters tapped (unless the condition holds, or its controller pays so much life, as they may)."""

    unless: Condition | None = None
    life: int | None = None


class EntersWith(Node, frozen=True, tag="enters_with"):
    """The object enters with counters on it."""

    kind: str
    number: Value = 1
    condition: Condition | None = None


class EntersAsCopy(Node, frozen=True, tag="enters_as_copy"):
    """The object may enter as a copy of an object that fits, with exceptions; `tapped` if it then enters tapped.

    exceptions_if: exceptions that apply only where what it would become fits a filter. counters: counters it enters
    with besides, which are not copiable; their conditions look at what it has become. condition: only while it holds.
    until: when the copy effect ends. then: what the reflexive triggered ability does that it has where it has become a
    copy (rule key trigger.reflexive).
    """

    of: Filter
    exceptions: tuple[Modification, ...] = ()
    keep: tuple[str, ...] = ()
    tapped: bool = False
    zones: tuple[str, ...] = ("battlefield",)
    exceptions_if: tuple[ConditionalException, ...] = ()
    counters: tuple[EntersWith, ...] = ()
    condition: Condition | None = None
    until: Duration | None = None
    then: Body = ()


class ConditionalException(Node, frozen=True, tag="exception_if"):
    """Exceptions of a copy effect that apply if what the object would become without them has a card type."""

    has_type: str
    exceptions: tuple[Modification, ...]


class OthersEnterAsCopy(Node, frozen=True, tag="others_enter_as_copy"):
    """Objects that fit enter as a copy of an object: the source, or what it refers to."""

    who: Filter
    of: Ref = Ref("self")


class OthersEnterTapped(Node, frozen=True, tag="others_enter_tapped"):
    """Objects that fit enter tapped."""

    who: Filter


class AsEnters(Node, frozen=True, tag="as_enters"):
    """As the object enters, its controller chooses: `color`, `creature type`, `card name`, `player`, `number`…

    choose: a word that stands there several times is chosen so often, each time another one.

    before_game: the choice is made before the game begins instead, if the object is a commander, and stays with it in
    every zone (rule key linked.choice). named: what the card must be, by its text, whose name is chosen (rule key
    name.chosen). opponent: the player who is chosen must be an opponent. never: words that the text does not let be
    chosen. only: the words of which one is chosen, where the text lists them. tapped: by the same ability it enters
    tapped.
    """

    choose: tuple[str, ...]
    before_game: bool = False
    named: Filter | None = None
    opponent: bool = False
    never: tuple[str, ...] = ()
    tapped: bool = False
    only: tuple[str, ...] = ()


class EntersDoing(Node, frozen=True, tag="enters_doing"):
    """As the object enters, instructions are followed (a replacement effect of its own, not a trigger)."""

    body: Body


class TurnedUpDoing(Node, frozen=True, tag="turned_up_doing"):
    """As the object is turned face up, instructions are followed (a replacement effect of its own, not a trigger)."""

    body: Body


class EntersShape(Node, frozen=True, tag="enters_shape"):
    """As the object enters, one of several sets of characteristics is chosen; each option has a label."""

    options: tuple[Shape, ...]
    face_up_too: bool = False


class Shape(Node, frozen=True, tag="shape"):
    """One option of EntersShape: its label and the modifications."""

    label: str
    mods: tuple[Modification, ...]


class LevelBand(Node, frozen=True, tag="level_band"):
    """A level symbol: while the number of level counters is in the range, the base P/T and these abilities."""

    minimum: int
    maximum: int | None = None
    power: int | None = None
    toughness: int | None = None
    abilities: tuple[Ability, ...] = ()


class StationBand(Node, frozen=True, tag="station_band"):
    """A station symbol: with so many charge counters the object has these abilities, and is a creature if P/T given."""

    minimum: int
    power: int | None = None
    toughness: int | None = None
    abilities: tuple[Ability, ...] = ()


class ClassLevel(Node, frozen=True, tag="class_level"):
    """A level of a Class: the cost to reach it, and the abilities it has from that level on."""

    level: int
    cost: str
    abilities: tuple[Ability, ...] = ()


class Solved(Node, frozen=True, tag="solved"):
    """The part of a Case after its solved symbol."""

    abilities: tuple[Ability, ...] = ()


class Chapter(Node, frozen=True, tag="chapter"):
    """A chapter ability of a Saga."""

    numbers: tuple[int, ...]
    body: Body = ()


# Abilities that resolve by themselves: what their instructions point at is what belongs to their own resolution.
RESOLVING = (Activated, Loyalty, Triggered, Spell, Modal, Chapter)
# What an opaque ability touches where a printed characteristic of its face is not known.
UNTOLD = "printed"


class Opaque(Node, frozen=True, tag="opaque"):
    """An ability that is not modelled, with a gloss in our own words.

    touches: the kinds of modification that it might make (`type`, `ability`, `modify_pt`…, or `any`); empty when it
    cannot touch a characteristic of any object, so that it only counts as an ability; `printed` where it stands for a
    printed characteristic that is not known, in whatever zone the object is.
    """

    gloss: str
    touches: tuple[str, ...] = ()


Ability = (
    Keyword | Static | Activated | Loyalty | Triggered | Spell | Modal | EntersTapped | EntersWith | EntersAsCopy
    | OthersEnterAsCopy | OthersEnterTapped | AsEnters | EntersDoing | TurnedUpDoing | EntersShape | LevelBand
    | StationBand | ClassLevel | Solved | Chapter | AdditionalCost | AlternativeCost | ChangesCost | Opaque
)  # fmt: skip
