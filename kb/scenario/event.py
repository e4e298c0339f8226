"""Events: the entries of a timeline, one record a kind, as the scenario format has them.

The first key of an entry names its kind; its value and the further keys are the fields. Labels of objects, names of
players and cards stand here as written; nothing is looked up yet.
"""

from __future__ import annotations

from layerproof.kb.model.node import Node
from layerproof.kb.scenario import closed_words
from layerproof.kb.scenario.action import (
    Activate,
    Attack,
    Block,
    Blockers,
    Cast,
    Choose,
    CombatDamage,
    Entry,
    Passes,
    PlayLand,
    ResolveTop,
    SpecialAction,
)

Choice = str | int | bool
Choices = tuple[tuple[str, tuple[Choice, ...]], ...]
Numbers = tuple[tuple[str, int], ...]
Facts = tuple[tuple[str, int | str], ...]


class Listed(Node, frozen=True):
    """Characteristics listed in a scenario: of a token, or of a face-down permanent."""

    name: str | None = None
    types: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()
    supertypes: tuple[str, ...] = ()
    colors: tuple[str, ...] = ()
    pt: str | None = None
    abilities: tuple[str, ...] = ()


class Arrival(Entry, frozen=True):
    """What may be said of an object that enters the battlefield."""

    as_: str | tuple[str, ...] | None = None
    controller: str | None = None
    owner: str | None = None
    tapped: bool | None = None
    counters: Numbers = ()
    attached_to: str | None = None
    copy_of: str | None = None
    except_: str | None = None
    token: bool = False
    face_down: bool | str | Listed | None = None
    transformed: bool = False
    cast_for: str | None = None
    level: int | None = None
    x: int | None = None
    choices: Choices = ()
    told: Facts = ()


class Enters(Arrival, frozen=True, tag="enters"):
    """A card enters the battlefield."""

    enters: str = ""


class MakesToken(Arrival, frozen=True, tag="token"):
    """A token with the listed characteristics is created. (Its key `token` is read into `listed`.)"""

    listed: Listed = Listed()


class Returns(Arrival, frozen=True, tag="returns"):
    """The listed card comes back to the battlefield as a new object."""

    returns: str = ""


class InZone(Entry, frozen=True, tag="in"):
    """A card is in a zone."""

    in_: closed_words.Elsewhere
    card: str = ""
    as_: str | None = None
    owner: str | None = None
    controller: str | None = None
    top: bool = False
    targets: tuple[str, ...] = ()
    choices: Choices = ()
    x: int | None = None
    cast_for: str | None = None
    face_down: bool | str | Listed | None = None
    told: Facts = ()


class Put(Entry, frozen=True, tag="put"):
    """Counters are put on an object; `controller` is the player whose spell or ability puts them."""

    put: Numbers = ()
    on: str = ""
    controller: str | None = None
    choices: Choices = ()


class Remove(Entry, frozen=True, tag="remove"):
    """Counters are removed from an object."""

    remove: Numbers = ()
    from_: str = ""


class Resolves(Arrival, frozen=True, tag="resolves"):
    """An instant or sorcery, or a spell on the stack, resolves."""

    resolves: str = ""
    targets: tuple[str, ...] = ()
    makes: tuple[str, ...] = ()


class Activates(Entry, frozen=True, tag="activates"):
    """An activated ability of an object resolves."""

    activates: str = ""
    ability: int | str = 1
    controller: str | None = None
    targets: tuple[str, ...] = ()
    choices: Choices = ()
    x: int | None = None
    times: int = 1
    makes: tuple[str, ...] = ()


class Triggers(Entry, frozen=True, tag="triggers"):
    """A triggered ability of an object resolves; `about` is the object it is about."""

    triggers: str = ""
    ability: int | str = 1
    controller: str | None = None
    targets: tuple[str, ...] = ()
    choices: Choices = ()
    x: int | None = None
    times: int = 1
    makes: tuple[str, ...] = ()
    about: str | None = None


class Attaches(Entry, frozen=True, tag="attach"):
    """An Aura, Equipment or Fortification becomes attached."""

    attach: str = ""
    to: str = ""


class Unattaches(Entry, frozen=True, tag="unattach"):
    """An object stops being attached."""

    unattach: str = ""


class Merges(Entry, frozen=True, tag="merges"):
    """A mutating spell merges with a permanent."""

    merges: str = ""
    with_: str = ""
    position: closed_words.Position = "top"
    owner: str | None = None


class Copies(Entry, frozen=True, tag="copies"):
    """A copy of a spell is put onto the stack."""

    copies: str = ""
    as_: str | None = None
    controller: str | None = None
    except_: str | None = None


class Status(Entry, frozen=True, tag="status"):
    """The status of an object changes; `what` is the key: flip, transform, turn_face_down, turn_face_up, tap, untap,
    phase_out, phase_in."""

    what: closed_words.StatusChange
    of: str
    choices: Choices = ()


class Unlocks(Entry, frozen=True, tag="unlocks"):
    """A door of a Room is unlocked."""

    unlocks: str = ""
    half: str = ""


class Solves(Entry, frozen=True, tag="solves"):
    """A Case becomes solved."""

    solves: str = ""


class Melds(Entry, frozen=True, tag="melds"):
    """Two objects are exiled and return melded; where they can't meld they stay in exile. as_: the label of the
    permanent, or of the cards that stay."""

    melds: tuple[str, ...] = ()
    as_: str | tuple[str, ...] | None = None
    controller: str | None = None


class Leaves(Entry, frozen=True, tag="leaves"):
    """An object changes zones."""

    leaves: str
    to: closed_words.Elsewhere
    as_: str | tuple[str, ...] | None = None


class GainsControl(Entry, frozen=True, tag="gains_control"):
    """A player gains control of an object by an effect without a named card."""

    gains_control: str = ""
    of: str = ""
    until: closed_words.Lasts | None = None


class TypedEffect(Entry, frozen=True, tag="effect"):
    """A continuous effect given in rules text."""

    effect: str = ""
    on: str = ""
    until: closed_words.Lasts | None = None
    controller: str | None = None


class DealsDamage(Entry, frozen=True, tag="damage"):
    """Damage is dealt to an object or player."""

    damage: int = 0
    to: str = ""
    from_: str | None = None
    choices: Choices = ()


class Tells(Entry, frozen=True, tag="told"):
    """Facts about an object or a player that no other event says (`kb/model/told/fact_kinds.py`)."""

    told: Facts = ()
    of: str = ""


class Pairs(Entry, frozen=True, tag="pairs"):
    """Two creatures become paired, as a soulbond ability pairs them."""

    pairs: str = ""
    with_: str = ""


class LifeTotals(Entry, frozen=True, tag="life"):
    """Life totals are now these."""

    life: Numbers = ()


class TurnStep(Entry, frozen=True, tag="turn"):
    """The turn or the step now is this one."""

    turn: str | None = None
    step: closed_words.Step | None = None


class EndOfTurn(Entry, frozen=True, tag="end_of_turn"):
    """Effects that last until end of turn, and "this turn", end."""

    end_of_turn: bool = True


class LeavesGame(Entry, frozen=True, tag="leaves_game"):
    """A player leaves the game."""

    leaves_game: str = ""


class Together(Entry, frozen=True, tag="together"):
    """Events at the same moment; `order` gives the relative order of timestamps where it is known, oldest first.

    `keeps` holds what any of the events says of it too, since state-based actions follow all of them.
    """

    together: tuple[Event, ...] = ()
    order: tuple[str, ...] = ()


class Unmodelled(Entry, frozen=True, tag="unmodelled"):
    """An entry of the format that nothing here interprets yet: an action, or something unknown.

    what: its key, such as `choose` or `any_order`; text: the entry as written, for messages.
    """

    what: str
    text: str = ""


Event = (
    Enters | MakesToken | Returns | InZone | Put | Remove | Resolves | Activates | Triggers | Attaches | Unattaches
    | Merges | Copies | Status | Unlocks | Solves | Melds | Leaves | GainsControl | TypedEffect | DealsDamage
    | Tells | Pairs | LifeTotals | TurnStep | EndOfTurn | LeavesGame | Together | Unmodelled
    | Cast | Activate | PlayLand | SpecialAction | Attack | Block | Blockers | CombatDamage | Passes | ResolveTop
    | Choose
)  # fmt: skip
