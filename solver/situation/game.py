"""A game in the making: the situation so far, what its objects are now, and the labels of the scenario."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import msgspec

from layerproof.kb.model.card import Card
from layerproof.kb.model.occurrence import Occurrence
from layerproof.kb.model.situation import GameObject, PlayerState, Situation
from layerproof.kb.rulebook.edition import Edition
from layerproof.kb.rulebook.step_rules import RESOLVED
from layerproof.kb.scenario.action import Cast
from layerproof.kb.scenario.scenario import Scenario
from layerproof.solver.events.primitive import PrimitiveChanges
from layerproof.solver.events.proof_log import ProofLog
from layerproof.solver.layers.derive import Derivation
from layerproof.solver.layers.scene import Scene, Undecided
from layerproof.solver.layers.view import Entry, View
from layerproof.solver.situation.log import Doubt, Log, Pending, Waiting

if TYPE_CHECKING:
    from layerproof.solver.replacing.standing import Standing

replace = msgspec.structs.replace


class Invalid(Exception):
    """The scenario contradicts itself or names what is not there: what is wrong, and the likely mend."""

    def __init__(self, what: str, mend: str = "") -> None:
        super().__init__(what)
        self.what, self.mend = what, mend


class Forbidden(Invalid):
    """A player is said to have chosen what a rule does not let them choose: the key of the rule besides."""

    def __init__(self, what: str, rule: str, mend: str = "") -> None:
        super().__init__(what, mend)
        self.rule = rule


class Game(PrimitiveChanges):
    """The state while a timeline is followed. The situation is a frozen record; this holder puts a new one in place.

    last_known: the entries of objects that have left, as they last were (rule key resolve.last_known_information).
    last_copiable: their copiable values. became: the object that each object which changed zones became. went: the zone
    to which each object that left went. returning: what is about to come back from exile. arrived: the moment at which
    each permanent entered. arriving: what has entered at one moment. labels: the object that each label means. used:
    the effects that led to the instructions being followed. preferred: labels of what goes first among replacement
    effects. not_yet: what is about to enter, whose own effects change no events yet; entering: all as it was before
    that. put_there: what came to another zone since the last check of state-based actions. standing: the effects that
    may change events. log: what has happened, for triggered abilities. delayed: the delayed ones that were created,
    with those that have triggered. held: who controls each permanent, and since which turn; turns: the most recent turn
    of each player. on_the_way: whether it happens by the rules on the way to an entry. played: whether players act, so
    that what triggers is put on the stack; by_rules: whether what happens now is what an action brings about. gathered:
    how many moments of the log were looked through. pending: what has triggered and is not on the stack yet; doubted:
    what may have, doubts: the same once it would be on the stack, with the timestamp after which that was. reflexive:
    reflexive abilities that a resolution has made trigger; set_off: those that resolve right behind the entry, in a
    timeline without actions. spent: delayed abilities that have triggered, by their place among them. fired: abilities
    that trigger once each turn and have, with the turn. asked: what is on the stack for which choices are being made;
    open: that for which the targets were not said. ordered: entries that have said an order. unheeded: the words of
    instructions that were passed over. casting: what is to be cast as something resolves. draws: how many cards players
    have drawn in this turn, where it is told; reveals: the labels of what is revealed as it is drawn. casts: how many
    spells were cast in it, or None. begun: whether anything has happened in it. upcoming: the next entry of the
    timeline; place: the number of the present one; unnamed: that of the entry by which a turn began without a named
    step. left_behind: sources of triggered abilities that were passed over, with the number of the entry; resolves:
    whether these resolve; otherwise: the game in which they do. keeps: the labels of what players keep by choice, as
    the entry tells. modes_chosen: in which turn a mode was chosen.
    """

    def __init__(self, scenario: Scenario, edition: Edition) -> None:
        self.scenario, self.edition = scenario, edition
        sizes = dict(scenario.library_size)
        players = tuple(PlayerState(name, unlisted=sizes.get(name)) for name in scenario.players)
        self.situation = Situation(players, active=players[0].name)
        self.last_known: View = {}
        self.last_copiable: View = {}
        self.became: dict[int, int] = {}
        self.parted: dict[int, tuple[int, ...]] = {}
        self.went: dict[int, str] = {}
        self.returning: list[int] = []
        self.arrived: dict[int, int] = {}
        self.arriving: set[int] | None = None
        self.moments = 0
        self._moment: Derivation | None = None
        self.labels: dict[str, int] = {}
        self.log = Log()
        self.proof = ProofLog()
        self.delayed: list[Waiting] = []
        self.used: frozenset[str] = frozenset()
        self.preferred: tuple[str, ...] = ()
        self.hosts: tuple[str, ...] = ()
        self.not_yet: set[int] = set()
        self.put_there: set[int] = set()
        self.entering: dict[int, Scene] = {}
        self.used_up: list[int] = []
        self.tapped_for: list[int] = []
        self.held: dict[int, tuple[str, int]] = {}
        self.turns: dict[str, int] = {}
        self.modes_chosen: dict[tuple[int, tuple[str, ...], str], int] = {}
        self.on_the_way = False
        self.unheeded: tuple[str, ...] = ()
        self.played = self.by_rules = self.begun = self.resolves = False
        self.gathered = self.place = 0
        self.pending: list[Pending] = []
        self.doubted: list[Doubt] = []
        self.doubts: list[tuple[int, Doubt]] = []
        self.reflexive: list[Pending] = []
        self.set_off: list[Any] = []
        self.spent: set[int] = set()
        self.fired: set[tuple[int, str, int]] = set()
        self.asked: set[int] = set()
        self.open: set[int] = set()
        self.ordered: set[int] = set()
        self.casting: list[Cast] = []
        self.casts: int | None = None
        self.upcoming: object = None
        self.unnamed: int | None = None
        self.left_behind: list[tuple[int, int]] = []
        self.otherwise: Game | None = None
        self.keeps: list[str] = []
        self.draws: dict[str, int] = {}
        self.reveals: tuple[str, ...] | None = None
        self.standing: tuple[Scene, tuple[Standing, ...]] | None = None
        # The effects on rules of a scene, which one judgement asks for many times.
        self.rules: tuple[Scene, tuple[Any, ...]] | None = None
        self._kept: tuple[Situation, Derivation] | None = None

    def fork(self, scenario: Scenario) -> Game:
        """A game that is as this one, for a scenario that has begun in the same way; what happens in one does not
        happen in the other."""
        other = copy.copy(self)
        other.scenario = scenario
        for name, value in vars(self).items():
            if isinstance(value, dict | list | set):
                setattr(other, name, value.copy())
        other.log, other.proof = self.log.fork(), self.proof.fork()
        return other

    # --- what there is -----------------------------------------------------------------------------------------

    def derivation(self) -> Derivation:
        """The derivation of the situation as it is (kept until the situation changes)."""
        if self._kept is None or self._kept[0] is not self.situation:
            derivation = Derivation(Scene(self.situation, self.edition, self.last_known))
            derivation.run()
            self._kept = (self.situation, derivation)
        return self._kept[1]

    def scene(self) -> Scene:
        """The scene of the situation as it is, with the finished view."""
        return self.derivation().scene

    def find(self, label: str) -> GameObject:
        """The object that a label means now, as it is or as it last existed. Raises Invalid for an unknown label."""
        identifier = self.labels.get(label)
        if identifier is None:
            from difflib import get_close_matches

            close = get_close_matches(label, self.labels, 2)
            mend = f"did you mean {' or '.join(close)}?" if close else "labels come from as:, or from the card's name"
            raise Invalid(f"no object has the label {label!r} at this point", mend)
        return self.item(identifier)

    def existing(self, label: str) -> GameObject:
        """The object that a label means, which must still be there. Raises Invalid where it is gone, or never was."""
        item = self.find(label)
        if self.there(item.id) is None:
            raise Invalid(f"{label} is no longer where it was", "the new object has a label of its own (as:)")
        return item

    def item(self, identifier: int) -> GameObject:
        """The object of an identifier, as it is or as it last existed."""
        for item in self.situation.objects:
            if item.id == identifier:
                return item
        return next(item for item in self.situation.gone if item.id == identifier)

    def there(self, identifier: int) -> GameObject | None:
        """The object of an identifier if it still exists."""
        return next((item for item in self.situation.objects if item.id == identifier), None)

    def entry(self, identifier: int) -> Entry:
        """The characteristics of an object now, or as it last existed."""
        found = self.scene().entry(identifier)
        if found is None:
            item = self.there(identifier)
            if item is not None and item.phased_out:
                raise Undecided(f"the characteristics of {self.name(identifier)} while it is phased out")
            raise Undecided(f"nothing is known about {self.name(identifier)} any more")
        return found

    def copiable(self, identifier: int) -> Entry:
        """The copiable values of an object now, or as it last existed (rule key copy.copiable_values)."""
        found = self.derivation().copiable.get(identifier) or self.last_copiable.get(identifier)
        if found is None:
            raise Undecided(f"nothing is known about {self.name(identifier)} any more")
        return found

    def parts(self, was: int, became: int) -> tuple[int, ...]:
        """All objects that an object has become by leaving: of a melded or merged permanent each of its cards.

        became: the first of them, which is the only one for every other object.
        """
        return self.parted.get(was, (became,))

    def follow(self, identifier: int) -> int:
        """The object that an object has become by changing zones, as far as it can be followed."""
        while self.there(identifier) is None and identifier in self.became:
            identifier = self.became[identifier]
        return identifier

    def name(self, identifier: int) -> str:
        """An object in words: its label, or the name of its card."""
        item = self.item(identifier)
        return item.label or item.card.name or f"object {identifier}"

    def is_player(self, name: str) -> bool:
        """Whether a word is the name of a player."""
        return name in self.scenario.players

    def who(self, word: str) -> int | str:
        """The player or object that a word of the scenario means. Raises Invalid if it is neither."""
        return word if self.is_player(word) else self.find(word).id

    def player(self, name: str) -> str:
        """The player of a name. Raises Invalid for a name that is not among the players."""
        if not self.is_player(name):
            raise Invalid(f"there is no player {name!r}", f"players are {', '.join(self.scenario.players)}")
        return name

    @contextmanager
    def at_one_moment(self) -> Iterator[None]:
        """Let what happens happen at once: what leaves is last known as it was before all of it."""
        outer = self._moment
        self._moment = outer or self.derivation()
        try:
            with self.one_moment():
                yield
        finally:
            self._moment = outer

    def scene_before(self, identifier: int | None) -> Scene:
        """The scene in which it is asked what changes an event about an object: as it was before the moment began.

        What has come to be at the moment itself is asked about as it is.
        """
        moment = self._moment
        if moment is None or (identifier is not None and identifier not in moment.scene.view):
            return self.scene()
        return moment.scene

    @contextmanager
    def one_moment(self) -> Iterator[None]:
        """Let what is reported within count as simultaneous for triggered abilities (rule key trigger.definition)."""
        with self.log.moment(self.now):
            yield

    def now(self) -> tuple[Situation, View]:
        """The situation as it is, and the entries of objects that have left."""
        return self.situation, self.last_known

    def report(self, what: Occurrence) -> None:
        """Say that something happened, within `one_moment` together with the change itself."""
        self.log.report(what)

    def deed(self, what: str, player: str | None = None, *objects: int) -> int:
        """Note what was chosen or done in a resolution (a word of RESOLVED); the number of the step."""
        rests = [self.proof.about("object", each) for each in objects]
        rests.append(None if player is None else self.proof.about("player", player))
        says = {"what": what, "player": player, "objects": list(objects)}
        return self.proof.add("resolved", RESOLVED[what], says, *rests)

    def note_control(self) -> None:
        """Note since which turn each permanent is under the control of its controller (for rule key
        creature.summoning_sick)."""
        self.turns[self.situation.active] = self.situation.turn
        for identifier, entry in self.scene().view.items():
            if self.scene().items[identifier].zone == "battlefield":
                if self.held.get(identifier, ("", 0))[0] != entry.controller:
                    self.held[identifier] = (entry.controller, self.situation.turn)


def new_object(game: Game, card: Card, zone: str, owner: str, **fields: Any) -> GameObject:
    """A new object in a zone, with the next identifier and timestamp (rule keys zone_change.new_object,
    order.timestamp.zone).

    fields: those of its record; besides `rule`, by which it comes to be, and `was`, the objects that it was before.
    """
    controller = fields.pop("controller", None) or owner
    rule, was = fields.pop("rule", None), fields.pop("was", ())
    item = GameObject(
        id=game.identify(),
        card=card,
        zone=zone,
        owner=owner,
        controller=controller,
        timestamp=game.tick(),
        entered_turn=game.situation.turn if zone == "battlefield" else 0,
        **fields,
    )
    game.arrived[item.id] = game.moments
    game.add(item, rule, *(game.proof.about("object", each) for each in was))
    return item
