"""What there is at one moment of a game: objects, continuous effects in force, players, whose turn it is.

These are facts, not derived characteristics: printed values, zones, status, counters, attachments, timestamps. The
solver builds a situation from the timeline of a scenario, the proof checker builds it again by itself, and both must
come to the same records; how identifiers and timestamps are numbered is therefore part of the proof format
(`docs/proof-format.md`).
"""

from __future__ import annotations

from layerproof.kb.model.ability import Ability
from layerproof.kb.model.card import Card, Face
from layerproof.kb.model.costs.payment import Unit
from layerproof.kb.model.effect import Duration, Scope
from layerproof.kb.model.expression import Condition
from layerproof.kb.model.modification import Modification
from layerproof.kb.model.node import Node


class Counters(Node, frozen=True):
    """Counters of one kind on an object, which share one timestamp."""

    kind: str
    number: int
    timestamp: int


class Component(Node, frozen=True):
    """One component of a merged permanent below or above others."""

    card: Card
    owner: str
    token: bool = False
    face: int = 0
    face_down: bool = False


class GameObject(Node, frozen=True):
    """An object: a card in a zone, a permanent, a token, a spell, or a copy of a spell.

    id: numbers objects in the order in which they came to be, from 1. controller: the player who controls it when no
    effect says otherwise (for objects in other zones: the owner). timestamp: an order, not a clock. face: which face of
    a double-faced card is up, which half or Adventure of a spell. face_down: None, or how (`morph`, `disguise`,
    `manifest`, `cloak`, `plain`, `listed`); down: its face-down characteristics where listed. attached_to: the id of an
    object or the name of a player. choices: pairs of what was chosen and the value, sorted. chosen_as: the name that
    its copiable values had when these were chosen as it entered (its abilities find the choices only under that name).
    level: the level of a Class. solved: of a Case. unlocked: indexes of unlocked halves of a Room. components: of a
    merged permanent, the topmost first (empty when not merged). merged_at: the timestamp of the merging. melded: the
    two cards of a melded permanent, of which `card` is the combined face. linked: ids of objects exiled with it.
    turned_at: when it last transformed, as its timestamp then was.
    granter: for a token with abilities that refer to the object that made it. told: pairs of what a scenario tells
    of it and the value, sorted. paired: the id of the creature that it is paired with; paired_by: the player who
    controlled both as they became paired. revealed: a card in a hand
    or a library that was revealed when it was put there. shown: a card in a hand that was revealed there, until a
    step or phase other than an upkeep begins. haunts: the creature that an exiled card haunts. ability: of an
    ability on the stack its record, which is all that it has; source: the object whose ability it is; that: of a
    triggered one the object, or the player, that its event was about, amount: how much it was about. paid: which
    additional costs of keywords were paid as it was cast, and how often. used: names of the instances of its
    abilities that were activated this turn and may be activated a number of times only, `loyalty` for any loyalty
    ability; spent: of those that may be activated only once at all.
    """

    id: int
    card: Card
    zone: str
    owner: str
    controller: str
    timestamp: int
    label: str | None = None
    token: bool = False
    copy: bool = False
    face: int = 0
    tapped: bool = False
    flipped: bool = False
    phased_out: bool = False
    face_down: str | None = None
    down: Face | None = None
    counters: tuple[Counters, ...] = ()
    attached_to: int | str | None = None
    choices: tuple[tuple[str, tuple[str | int, ...]], ...] = ()
    chosen_as: str | None = None
    damage: int = 0
    deathtouched: bool = False
    level: int = 1
    solved: bool = False
    unlocked: tuple[int, ...] = ()
    cast_for: str | None = None
    paid: tuple[tuple[str, int], ...] = ()
    x: int | None = None
    targets: tuple[int | str, ...] = ()
    components: tuple[Component, ...] = ()
    merged_at: int = 0
    melded: tuple[Card, ...] = ()
    linked: tuple[int, ...] = ()
    top: bool = False
    entered_turn: int = 0
    turned_at: int = 0
    granter: int | None = None
    told: tuple[tuple[str, int | str], ...] = ()
    paired: int | None = None
    paired_by: str | None = None
    revealed: bool = False
    shown: bool = False
    haunts: int | None = None
    ability: Ability | None = None
    source: int | None = None
    that: int | str | None = None
    amount: int | None = None
    used: tuple[str, ...] = ()
    spent: tuple[str, ...] = ()


class InForce(Node, frozen=True):
    """A continuous effect of a resolved spell or ability, or one given by the scenario, that is in force.

    source: the id of the object it came from (its last known information if that has left), None if there is none.
    controller: the player whose effect it is. objects: the ids it affects, fixed when it began; scope: used instead
    where the set is not fixed (an effect that changes neither characteristics nor controllers, or one on spells or
    permanents to come). mods: with all values that were determined at the start as numbers, and chosen words filled
    in. origin: what it comes from, in our words, for explanations.
    """

    id: int
    timestamp: int
    controller: str
    mods: tuple[Modification, ...]
    objects: tuple[int, ...] | None = None
    scope: Scope | None = None
    source: int | None = None
    condition: Condition | None = None
    duration: Duration | None = None
    origin: str = ""


class PlayerState(Node, frozen=True):
    """A player: life total, whether they have left or lost, the number of unlisted cards drawn into the hand. told:
    pairs of what a scenario tells of them and the value, sorted. shuffled: the last timestamp that was given out when
    the library was shuffled; the order of cards that were there by then is not known. lands: how many lands they have
    played this turn. pool: the mana in the pool, where it is followed and something has used it. unlisted: how many
    cards of the library are not listed, None where it is not told (then there are enough). drew_nothing: whether they
    have drawn from an empty library since state-based actions were last checked. buried: how many cards that are not
    listed they have discarded into their graveyard. life_told: whether the timeline has told the life total. struck:
    how much combat damage each commander, by its owner and name, has dealt to them. drawn_unknown: how many
    draws there may have been besides, of which it is not known what became."""

    name: str
    life: int = 20
    lost: bool = False
    drawn: int = 0
    told: tuple[tuple[str, int | str], ...] = ()
    shuffled: int = 0
    lands: int = 0
    pool: tuple[Unit, ...] | None = None
    unlisted: int | None = None
    drew_nothing: bool = False
    buried: int = 0
    life_told: bool = False
    struck: tuple[tuple[str, int], ...] = ()
    drawn_unknown: int = 0


class Situation(Node, frozen=True):
    """One moment of a game.

    objects: in the order of their ids; objects that have ceased to be in a zone are in `gone` as they last existed.
    clock: the last timestamp given out. next_id: the next identifier (of objects and of effects in force alike).
    priority: who has priority, where a scenario tells; passed: how many have passed since somebody acted. strikes: how
    many of the two parts of combat damage are over in this combat; struck: who dealt it in the first of two steps.
    """

    players: tuple[PlayerState, ...]
    objects: tuple[GameObject, ...] = ()
    gone: tuple[GameObject, ...] = ()
    effects: tuple[InForce, ...] = ()
    active: str = ""
    step: str | None = None
    turn: int = 1
    clock: int = 0
    next_id: int = 1
    priority: str | None = None
    passed: int = 0
    strikes: int = 0
    struck: tuple[int, ...] = ()

    def player_state(self, name: str) -> PlayerState:
        """How the player of this name stands. Raises LookupError where nobody is called so.

        >>> Situation(players=(PlayerState(name="you", life=17),)).player_state("you").life
        17
        """
        for each in self.players:
            if each.name == name:
                return each
        raise LookupError(f"no player is called {name}")
