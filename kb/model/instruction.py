"""Instructions: what the resolution of a spell or ability does, one record an instruction, followed in order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerproof.kb.model.effect import Effect, Scope
from layerproof.kb.model.expression import Condition, Filter, Player, Ref, Value
from layerproof.kb.model.keyword_action import AuraSwap as AuraSwap
from layerproof.kb.model.keyword_action import Choose as Choose
from layerproof.kb.model.keyword_action import ChooseWord as ChooseWord
from layerproof.kb.model.keyword_action import Connive as Connive
from layerproof.kb.model.keyword_action import Designate as Designate
from layerproof.kb.model.keyword_action import Explore as Explore
from layerproof.kb.model.keyword_action import Fight as Fight
from layerproof.kb.model.keyword_action import Mill as Mill
from layerproof.kb.model.keyword_action import NewTargets as NewTargets
from layerproof.kb.model.keyword_action import Pair as Pair
from layerproof.kb.model.keyword_action import Pays as Pays
from layerproof.kb.model.keyword_action import Populate as Populate
from layerproof.kb.model.keyword_action import Sacrifice as Sacrifice
from layerproof.kb.model.keyword_action import SacrificeToGrow as SacrificeToGrow
from layerproof.kb.model.keyword_action import Scry as Scry
from layerproof.kb.model.node import Node
from layerproof.kb.model.resolution.casting_in_resolution import CastCard as CastCard
from layerproof.kb.model.resolution.casting_in_resolution import CastFromTop as CastFromTop
from layerproof.kb.model.resolution.casting_in_resolution import ExileUntil as ExileUntil
from layerproof.kb.model.trigger_event import TriggerEvent

if TYPE_CHECKING:
    from layerproof.kb.model.ability import Ability, Mode
    from layerproof.kb.model.modification import Modification


class Target(Node, frozen=True, tag="target"):
    """The next target of the spell or ability must fit this filter (`player`: a player may or must be the target).

    Targets are listed first, in the order in which the text says "target". count: how many there are for this use of
    the word, or at most how many; least: how many at least, where fewer may be chosen; any: any number of them, or just
    as many as `limit` says, with `least` at most so many; each: so many for each of these players, who controls
    (elsewhere owns) the objects targeted for them. opponent: a player must be an opponent. other: it must be another
    than the targets before it. by: who chooses the target where that is not its controller, an `opponent`, or `random`.
    """

    filter: Filter | None = None
    player: bool = False
    zones: tuple[str, ...] = ("battlefield",)
    count: int = 1
    any: bool = False
    limit: Value | None = None
    each: Player | None = None
    least: int | None = None
    opponent: bool = False
    other: bool = False
    by: str = ""


class Begin(Node, frozen=True, tag="begin"):
    """A continuous effect begins. `effect:` with the fields of an effect is the same."""

    effect: Effect


class PutCounters(Node, frozen=True, tag="put_counters"):
    """Counters are put on objects. `kind: chosen` takes the kind from the choices.

    player: who puts them, where it is not the controller of the spell or ability; effects may ask for that.
    """

    kind: str
    on: Scope
    number: Value = 1
    player: Player | None = None


class RemoveCounters(Node, frozen=True, tag="remove_counters"):
    """Counters are removed; number None: all of that kind. kind `any`: of every kind."""

    kind: str
    from_: Scope
    number: Value | None = None


class MoveCounters(Node, frozen=True, tag="move_counters"):
    """All counters are moved from one object onto another."""

    from_: Ref
    to: Ref


class CreateToken(Node, frozen=True, tag="create_token"):
    """Tokens with these characteristics are created; they may enter attacking (rule key attack.put_attacking)."""

    types: tuple[str, ...]
    power: Value | None = None
    toughness: Value | None = None
    subtypes: tuple[str, ...] = ()
    supertypes: tuple[str, ...] = ()
    colors: tuple[str, ...] = ()
    name: str | None = None
    abilities: tuple[Ability, ...] = ()
    number: Value = 1
    player: Player = Player("you")
    tapped: bool = False
    attacking: bool = False


class CreateCopyToken(Node, frozen=True, tag="create_copy_token"):
    """Tokens are created that are copies of the object referred to, with exceptions; they may enter attacking."""

    of: Ref
    exceptions: tuple[Modification, ...] = ()
    number: Value = 1
    player: Player = Player("you")
    tapped: bool = False
    attacking: bool = False


class CopySpell(Node, frozen=True, tag="copy_spell"):
    """Copies of a spell or ability are put onto the stack, with exceptions.

    new_targets: the controller may choose new targets for each copy.
    """

    of: Ref
    exceptions: tuple[Modification, ...] = ()
    number: Value = 1
    new_targets: bool = False


class SetStatus(Node, frozen=True, tag="set_status"):
    """The objects are tapped, untapped, flipped, transformed, turned face_down or face_up, phased_out, undamaged
    (all damage marked on them is removed), out_of_combat (they are removed from combat), unattached, or unsuspected
    (they are no longer suspected).

    as_: how they are face down (`manifest`, `cloak`, plain when not given).
    """

    status: str
    affects: Scope
    as_: str | None = None


class Move(Node, frozen=True, tag="move"):
    """The objects are put into a zone: `graveyard`, `exile`, `hand`, `library`, `battlefield`.

    how: `destroy`, `sacrifice`, `exile`, `return`, `put`, `discard`, `counter` (a spell or ability on the stack, which
    is countered). linked: they are remembered as exiled with the source. under: who controls them on the battlefield.
    tapped, face_down, transformed: how they enter. until: `source leaves` where they stay away only until the source
    leaves the battlefield (nothing happens if it has left already). regenerate: false where they can't be regenerated.
    face_down `listed`: with the characteristics of `being` and no others.
    told: what the objects are from then on (`kb/model/told/fact_kinds.py`), as `warped` in exile.
    attacking: they enter attacking, what their controller chooses, or what the object of `like` attacks or attacked
    (rule key attack.put_attacking). haunting: what the exiled card then haunts. being: what the permanent is then
    stated to be, without end (rule key effect.begins_on_entering). out_of: the zone of the player who is told to, out
    of which alone the objects are moved.
    """

    affects: Scope
    to: str
    how: str = "put"
    linked: bool = False
    under: Player | None = None
    tapped: bool = False
    face_down: str | None = None
    transformed: bool = False
    counters: tuple[PutCounters, ...] = ()
    until: str | None = None
    regenerate: bool = True
    haunting: Ref | None = None
    being: tuple[Modification, ...] = ()
    attacking: bool = False
    like: Ref | None = None
    told: tuple[str, ...] = ()
    out_of: str = ""


class Manifest(Node, frozen=True, tag="manifest"):
    """The top card of a player's library is put onto the battlefield face down (`as_`: manifest or cloak)."""

    as_: str = "manifest"
    player: Player = Player("you")


class Attach(Node, frozen=True, tag="attach"):
    """One object becomes attached to another."""

    what: Ref
    to: Ref


class Damage(Node, frozen=True, tag="damage"):
    """Damage is dealt by the source to objects, and to players.

    divided: it is divided among the targets as was announced, the number being how much there is in all.
    """

    number: Value
    to: Scope
    from_: Ref = Ref("self")
    divided: bool = False


class GainLife(Node, frozen=True, tag="gain_life"):
    """The player gains life (loses it where the value is negative)."""

    number: Value
    player: Player = Player("you")


class SetLife(Node, frozen=True, tag="set_life"):
    """The life total of the player becomes this: the player gains or loses what is needed. number None: the starting
    life total."""

    number: Value | None = None
    player: Player = Player("you")


class ExchangeLife(Node, frozen=True, tag="exchange_life"):
    """The life total of the player and a number of the object (`power`, `toughness`) are exchanged: each becomes what
    the other was."""

    stat: str
    of: Ref
    player: Player = Player("you")


class ShuffleIntoLibrary(Node, frozen=True, tag="shuffle_into_library"):
    """The objects are shuffled into their owners' libraries, of which no card is known afterwards.

    player: whose library is shuffled even if no object goes there (rule keys shuffle.specific, shuffle.set).
    """

    affects: Scope
    player: Player = Player("you")


class Draw(Node, frozen=True, tag="draw"):
    """The player draws cards."""

    number: Value = 1
    player: Player = Player("you")


class Discard(Node, frozen=True, tag="discard"):
    """The player discards cards: those chosen as objects; number None: the whole hand.

    what: what the cards must be like. at_random: chance chooses them. by: another player chooses them, who sees the
    hand.
    """

    number: Value | None = 1
    player: Player = Player("you")
    what: Filter | None = None
    at_random: bool = False
    by: Player | None = None


class Search(Node, frozen=True, tag="search"):
    """A player searches a zone for cards; those found are the objects that the resolution chose.

    filter: the stated quality; without one a number of cards is all that is asked, and so many must be found. number:
    how many; up_to: fewer may be found. every: all that fit are to be found, those in hidden zones as far as the player
    wants; also: further zones that are searched. player: who searches; of: whose zone it is. reveal: what is found is
    revealed.
    """

    filter: Filter | None = None
    number: Value = 1
    up_to: bool = False
    player: Player = Player("you")
    of: Player = Player("you")
    zone: str = "library"
    reveal: bool = False
    every: bool = False
    also: tuple[str, ...] = ()


class Shuffle(Node, frozen=True, tag="shuffle"):
    """The player shuffles their library."""

    player: Player = Player("you")


class ExchangeControl(Node, frozen=True, tag="exchange_control"):
    """The players who control the two objects exchange control of them, for good.

    Nothing happens unless both are there and different players control them.
    """

    first: Ref
    second: Ref


class Proliferate(Node, frozen=True, tag="proliferate"):
    """Each of the chosen objects gets another counter of each kind that is already on it."""


class CreateNamedToken(Node, frozen=True, tag="create_named_token"):
    """Tokens are created that are the card of this name as its text has it."""

    card: str
    number: Value = 1


class SetLevel(Node, frozen=True, tag="set_level"):
    """The level of the Class becomes this."""

    level: int


class CreateEmblem(Node, frozen=True, tag="create_emblem"):
    """The player gets an emblem with these abilities, which function in the command zone."""

    abilities: tuple[Ability, ...]
    player: Player = Player("you")


class Delayed(Node, frozen=True, tag="delayed"):
    """A delayed triggered ability is created: the event it watches, and what its resolution does.

    It triggers the next time its event happens (rule key trigger.delayed). when, event: as of a triggered ability; the
    event may refer to targets and to what was made.
    """

    when: str
    body: Body
    event: TriggerEvent | None = None


class KeywordAction(Node, frozen=True, tag="keyword_action"):
    """A keyword action that the rules define and that is only named here, as `the Ring tempts you`."""

    action: str


class ForEach(Node, frozen=True, tag="for_each"):
    """The instructions are followed once for each of these objects, which they call `it`."""

    each: Scope
    body: Body


class Modes(Node, frozen=True, tag="modes"):
    """One or more of these modes are chosen, as the text says; each has targets of its own, counted from one.

    choose: the words of the choice, as `one`, `one or both`, `two`.
    """

    modes: tuple[Mode, ...]
    choose: str = "one"


class If(Node, frozen=True, tag="if"):
    """Instructions that are followed only if the condition holds, and others that are followed if not."""

    condition: Condition
    then: Body
    else_: Body = ()


class Reflexive(Node, frozen=True, tag="reflexive"):
    """A reflexive triggered ability of the source: it triggers if the instruction is followed, so that it stands behind
    what it hangs on (rule key trigger.reflexive).

    gloss: what it does, in our words. body: its instructions; targets, chosen objects and what is made are its own, and
    counted from one. of: the objects and players of the resolution that makes it trigger of which it speaks, each
    `before` in the body (`before 2` the second of them).
    """

    gloss: str
    body: Body = ()
    of: tuple[Ref | Player, ...] = ()


class OtherAction(Node, frozen=True, tag="other"):
    """An instruction that is not modelled, with a gloss in our own words.

    touches: kinds of modification it might make (as for Opaque), `objects` if it may move or make objects or change
    their status or counters, `players` if it may change life totals or hands; empty when it is of no account here.
    """

    gloss: str
    touches: tuple[str, ...] = ()


Instruction = (
    Target | Begin | PutCounters | RemoveCounters | MoveCounters | CreateToken | CreateCopyToken | CopySpell
    | SetStatus | Move | Manifest | Attach | Damage | GainLife | SetLife | ExchangeLife | ShuffleIntoLibrary
    | Draw | Discard | Sacrifice | Pays | Mill | Scry | Fight | Populate | Designate | Search | Shuffle
    | ExchangeControl | Proliferate | CreateNamedToken | Pair | SetLevel | CreateEmblem | Delayed
    | KeywordAction | ForEach | Modes | If | Reflexive | CastCard | OtherAction | AuraSwap | NewTargets
    | CastFromTop | ExileUntil | Choose | ChooseWord | Explore | Connive | SacrificeToGrow
)  # fmt: skip
Body = tuple[Instruction, ...]
