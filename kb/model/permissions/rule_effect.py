"""What effects on rules say: what they forbid, allow, require and limit, seen from the objects and players affected."""

from __future__ import annotations

from layerproof.kb.model.expression import Filter
from layerproof.kb.model.node import Node

# When a prohibition of casting does not hold.
AS_A_SORCERY = "as a sorcery"


class Forbids(Node, frozen=True, tag="forbids"):
    """What a prohibition says: the affected objects cannot do something, or it cannot be done to or with them.

    action: `attack`, `attack alone`, `block`, `block alone`, `be blocked`, `be countered`, `be targeted`, `be
    sacrificed`, `cast`, `activate`, `turn face up`, `become suspected`, `play land`. by: only where the other object
    fits: the attacker that would be blocked, the creature that would block, the source that would target. of: where
    players are affected, which cards they cannot cast, whose abilities they cannot activate. mana: of `activate`,
    whether mana abilities are meant too; loyalty: whether loyalty abilities are. unless: of `cast`, `as a sorcery`
    where it is forbidden only when no sorcery could be cast. zones: only from these zones, or of `activate` only of
    objects in them; apart_from: not from these of the player. outside: `own turn` where it is forbidden only in the
    turns of others.
    """

    action: str
    by: Filter | None = None
    of: Filter | None = None
    mana: bool = True
    loyalty: bool = True
    unless: str | None = None
    zones: tuple[str, ...] = ()
    apart_from: tuple[str, ...] = ()
    outside: str | None = None


class Allows(Node, frozen=True, tag="allows"):
    """What a permission says.

    what: `flash` the affected players may cast the cards that fit as though they had flash; `land` they may play one
    more land in each of their turns; `cast` they may cast those that fit from the zones, `play land` play them as lands
    from there (said of objects, the controller of the effect may, from wherever they are); `attack` the affected
    objects may attack as though they had no defender, `attack at once` and `tap` as though they had haste; `block
    another` they may block one more creature; `several roles` all Roles of a player may stay attached to each of them.
    """

    what: str
    of: Filter | None = None
    zones: tuple[str, ...] = ()


class Requires(Node, frozen=True, tag="requires"):
    """What a requirement says: each of the affected objects does something in combat if able.

    action: `attack`, `block`, `be blocked` (by at least one creature), `be blocked by all` (every creature that is able
    to block it does so, each of which is a requirement of its own), `block it` (it
    blocks the source of the effect), `attack opponent` (it attacks an opponent, not a permanent of one).
    """

    action: str


class Limits(Node, frozen=True, tag="limits"):
    """What a limit says: how many creatures may do something together.

    action: `attack`, `block`: so many of the affected objects; `be blocked`: each of the affected objects by so many
    creatures, if by any. most: how many at most, None without limit; least: how many at least.
    """

    action: str
    most: int | None = None
    least: int = 0


class MoreLoyalty(Node, frozen=True, tag="more_loyalty"):
    """Loyalty abilities of planeswalkers cost the affected players so much more loyalty to activate: +1 is one counter
    more to put there, or one less to remove."""

    number: int


Says = Forbids | Allows | Requires | Limits | MoreLoyalty
