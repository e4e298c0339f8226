"""A scenario and its claims as records."""

from __future__ import annotations

from layerproof.kb.model.node import Node
from layerproof.kb.scenario.action import Action
from layerproof.kb.scenario.claims.rulebook_claim import RulebookPart
from layerproof.kb.scenario.event import Event

Plain = str | int | bool | None
Asserted = Plain | tuple[Plain, ...] | tuple[tuple[str, int], ...]


class ObjectClaim(Node, frozen=True):
    """What is claimed of one object: pairs of a key of the format (`pt`, `has`…) and its value, in the written order.

    ability: which ability an `adds` speaks of, where it is given.
    """

    label: str
    says: tuple[tuple[str, Asserted], ...]
    ability: int | str | None = None


class TriggerClaim(Node, frozen=True):
    """What is claimed of the triggered abilities of one object: the last event made one of them trigger, or none.

    ability: which one it speaks of, times: how often they triggered together, where that is given.
    """

    label: str
    triggers: bool
    ability: int | str | None = None
    times: int | None = None


class ActionClaim(Node, frozen=True):
    """That an action would be legal now, or illegal."""

    legal: bool
    action: Action


class Claim(Node, frozen=True):
    """One claim.

    mode: `holds`, `sometimes`, `never`, `outcomes`, `rulebook` (about the rules' own lists), `unmodelled` (about
    triggers; `what` names the key) or `beyond` (`what` says in words what no claim can say; never decided). parts: what
    is claimed of objects, together. actions: which are legal or illegal. triggers: what is claimed of triggered
    abilities. outcomes: for `outcomes`, each a tuple of parts. game: pairs such as `life` with player and number.
    stack: the labels of what is on the stack, the lowest first. rulebook: what is claimed of lists. number: its place
    in the file, from 1. line: where it stands. editions and tags: as written.
    """

    number: int
    mode: str = "holds"
    parts: tuple[ObjectClaim, ...] = ()
    outcomes: tuple[tuple[ObjectClaim, ...], ...] = ()
    game: tuple[tuple[str, tuple[tuple[str, int], ...]], ...] = ()
    triggers: tuple[TriggerClaim, ...] = ()
    rulebook: tuple[RulebookPart, ...] = ()
    actions: tuple[ActionClaim, ...] = ()
    stack: tuple[str, ...] | None = None
    what: str = ""
    editions: tuple[str, ...] = ()
    because: str | None = None
    id: str | None = None
    tags: tuple[str, ...] = ()
    line: int = 0


class Scenario(Node, frozen=True):
    """A scenario: its title, edition, players in turn order, timeline and claims.

    mana: the mana in the pools of players, as symbols, where it is given. lines: the line of each entry of the
    timeline. unknowns: keys of unknowns it uses (`any_order`, `maybe`, `any`). source: the plain data it was read from,
    as canonical JSON, so that a proof can carry it.
    """

    title: str
    edition: str = "current"
    players: tuple[str, ...] = ("you", "opponent")
    state_based_actions: bool = True
    timeline: tuple[Event, ...] = ()
    claims: tuple[Claim, ...] = ()
    constraints: tuple[str, ...] = ()
    library_size: tuple[tuple[str, int], ...] = ()
    unknowns: tuple[str, ...] = ()
    mana: tuple[tuple[str, str], ...] = ()
    file: str = ""
    line: int = 0
    lines: tuple[int, ...] = ()
    source: str = ""
