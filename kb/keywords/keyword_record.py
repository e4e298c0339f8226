"""The record of a keyword ability: what its file in `abilities` says, apart from the abilities it stands for."""

from __future__ import annotations

from layerproof.kb.model.ability import Ability
from layerproof.kb.model.expression import Condition, Filter
from layerproof.kb.model.instruction import Body
from layerproof.kb.model.node import Node
from layerproof.kb.model.permissions.permission import Permission, Prohibition


class CastFor(Node, frozen=True, tag="cast_for"):
    """A spell is cast for the keyword: what is paid rather than the mana cost, and what besides.

    cost: `its cost` (that stands after the keyword), `mana cost` (the spell's own), `without paying`, or a cost. spell:
    what the spell is: `same` (what the card says), `face down`, `Aura`, `back face`, `other text`. targets: false where
    it then has none. aims: what it then targets, although its text names no target. exiled: from the stack it goes into
    exile instead of anywhere else. marks: the permanent that it becomes is another for it, as an ability that the
    keyword stands for says. resolving: only while an ability that says so resolves, never as an action of a player with
    priority. main: only in a main phase of the player's turn while the stack is empty, whatever it is. zones: only from
    these, where the keyword says so. condition: only while this holds. rule: the keys of which the first that an
    edition has is cited against it, that of the keyword where none are given.
    """

    cost: str
    besides: str | None = None
    spell: str = "same"
    targets: bool = True
    aims: Filter | None = None
    exiled: bool = False
    marks: bool = False
    resolving: bool = False
    main: bool = False
    zones: tuple[str, ...] = ()
    condition: Condition | None = None
    rule: tuple[str, ...] = ()


class Additional(Node, frozen=True, tag="additional"):
    """An additional cost that may be announced: the cost, and whether `once`, `any` number of times, or
    without being announced once for each mode `beyond the first mode`; to: where the
    spell then goes as it resolves, if not where it would go otherwise."""

    cost: str
    often: str
    to: str | None = None


class Afterwards(Node, frozen=True, tag="afterwards"):
    """Where its spell goes as it resolves instead of into the graveyard, if it was `cast_from` that zone (None:
    wherever from); then: what follows, of which the card there is the source."""

    to: str
    cast_from: str | None = None
    then: Body = ()


class FaceDown(Node, frozen=True, tag="face_down"):
    """Its card may be face down: the key of the rule by which it is turned face up, and what it has while face down.

    counters: a counter of which kind is put on it as it is turned face up for the cost of the keyword.
    """

    turned_up: str
    has: tuple[Ability, ...] = ()
    counters: str | None = None


class SetAside(Node, frozen=True, tag="set_aside"):
    """Its card may be exiled from the hand as a special action, to be cast later.

    cost: `its cost`, or a cost. at: `own turn` (with priority in a turn of its player) or `main`. told: what the card
    in exile then is (`kb/model/told/fact_kinds.py`). face_down: whether it is exiled face down.
    """

    cost: str
    at: str
    told: str
    face_down: bool = False


class UsedToPay(Node, frozen=True, tag="used_to_pay"):
    """What a keyword lets a player use instead of mana: which objects, from where, and whether for their colors too."""

    what: str
    zone: str
    colors: bool


class KeywordAbility(Node, frozen=True, tag="keyword_ability"):
    """What the rules say of one keyword ability.

    name: in lower case. rule: the key of the rule that defines it. gloss: what it does, in our own words. takes: what
    stands with it (`number`, `cost`, `quality`, `filter`, `text`; with `?` where it may be missing). functions: the
    zones in which its abilities function, `castable` for those from which its card could be played, `anywhere`.
    several: what several instances on one object are: `redundant`, `each` (they work one by one), `any` (one of them is
    used at a time), `all` (all of them must be met). variant_of: the keyword of which it is a variant. written: how it
    is written with its quality, as in `{quality}walk`, where that is not the name and then the quality. policies:
    those by which editions differ in what it means.

    asks, interferes: as in the functions of these names. cast_for, additional, pays: what it says of the cost of its
    spell. face_down: how it lets its card be face down. afterwards: where its spell goes as it resolves. set_aside:
    the special action by which its card is exiled to be cast later. permits, forbids: what it adds to the permissions
    and prohibitions of the rules. leaves_open: what it changes in a way that is not stated: `cost`, `cost for a
    creature` (where one could be tapped for it), `casting` (from where or when), `resolving` (what comes of its spell
    as it resolves) or `activating` (an activated ability that would be counted). limit: what limits activating the
    ability that is written after it, in the words of `kb/oracle/costs/activation_limits.py`. unread: qualities with
    which its abilities are others than those stated. does: what else the rules let it do, in the words that
    docs/keywords.md lists. not_modelled: what of it no program here follows, in our own words.
    """

    name: str
    rule: str
    gloss: str
    takes: tuple[str, ...] = ()
    functions: tuple[str, ...] = ("battlefield",)
    several: str = "each"
    variant_of: str | None = None
    written: str | None = None
    policies: tuple[str, ...] = ()
    asks: tuple[str, ...] = ()
    interferes: tuple[str, ...] = ()
    cast_for: CastFor | None = None
    additional: Additional | None = None
    pays: UsedToPay | None = None
    face_down: FaceDown | None = None
    afterwards: Afterwards | None = None
    set_aside: SetAside | None = None
    permits: tuple[Permission, ...] = ()
    forbids: tuple[Prohibition, ...] = ()
    leaves_open: tuple[str, ...] = ()
    limit: str | None = None
    unread: tuple[str, ...] = ()
    does: tuple[str, ...] = ()
    not_modelled: str | None = None
