"""Actions: what a player does by the rules, one record a kind. The rules decide whether each is legal.

In a timeline an action is an entry like an event; in a claim it stands after `legal:` or `illegal:`. The first key
names its kind. Labels, names of players and of cards stand here as written; nothing is looked up yet. `by` names the
player who decides it, where that may be another one than whose action it is.
"""

from __future__ import annotations

from layerproof.kb.model.node import Node
from layerproof.kb.scenario import closed_words

Choices = tuple[tuple[str, tuple[str | int | bool, ...]], ...]


class Entry(Node, frozen=True, kw_only=True):
    """An entry of a timeline.

    keeps: the labels of what players keep by the state-based actions that the entry brings about, where one of several
    permanents stays by choice (rule keys state_based.legend, state_based.planeswalker_uniqueness), such as `newer`. It
    is written `choices: {keeps: newer}`.
    """

    keeps: tuple[str, ...] = ()


class Cast(Entry, frozen=True, tag="cast"):
    """A player casts a card: the label of one that is listed, or the name of one in that player's hand.

    controller: who casts it. cast_for: the keyword whose alternative cost or way of casting is used. paying: what is
    used for costs that are no mana, in their order. additional: which optional additional costs are paid, how often; of
    several instances of a keyword ability one pair for each, in the order of the abilities.
    half: the name of the half or face that is cast. as_: the label of the spell.
    """

    cast: str = ""
    controller: str | None = None
    targets: tuple[str, ...] = ()
    choices: Choices = ()
    x: int | None = None
    cast_for: str | None = None
    paying: tuple[str, ...] = ()
    additional: tuple[tuple[str, int], ...] = ()
    half: str | None = None
    as_: str | None = None
    by: str | None = None


class Activate(Entry, frozen=True, tag="activate"):
    """A player activates an ability of an object; as_: the label of the ability on the stack."""

    activate: str = ""
    ability: int | str = 1
    controller: str | None = None
    targets: tuple[str, ...] = ()
    choices: Choices = ()
    x: int | None = None
    paying: tuple[str, ...] = ()
    as_: str | None = None
    by: str | None = None


class PlayLand(Entry, frozen=True, tag="play_land"):
    """A player plays a land: the label of a listed card, or the name of one in that player's hand.

    half: the name of the face that is played, where it is not the front one.
    """

    play_land: str = ""
    controller: str | None = None
    half: str | None = None
    as_: str | None = None
    choices: Choices = ()
    by: str | None = None


class SpecialAction(Entry, frozen=True, tag="special"):
    """A player takes a special action with an object: `turn face up`, `suspend`, `foretell` or `plot`.

    paying: what is used for costs that are no mana, in their order. as_: the label of the exiled card.
    """

    special: closed_words.Special
    of: str = ""
    controller: str | None = None
    choices: Choices = ()
    x: int | None = None
    paying: tuple[str, ...] = ()
    as_: str | None = None
    by: str | None = None


class Attack(Entry, frozen=True, tag="attack"):
    """The active player declares attackers: these creatures attack, and no other. at: whom; the one opponent if there
    is only one. bands: which of them are banded with which."""

    attack: tuple[str, ...] = ()
    at: str | None = None
    bands: tuple[tuple[str, ...], ...] = ()
    controller: str | None = None
    by: str | None = None


class Block(Entry, frozen=True, tag="block"):
    """A defending player declares blockers: these creatures block the attacker, together. attacker: which one; the one
    attacking creature if there is only one."""

    block: tuple[str, ...] = ()
    attacker: str | None = None
    controller: str | None = None
    by: str | None = None


class Blockers(Entry, frozen=True, tag="blockers"):
    """A defending player declares all blockers: pairs of a creature and the attackers that it blocks; no other creature
    of that player blocks. controller: who declares them, the one opponent of the active player if there is only one."""

    blockers: tuple[tuple[str, tuple[str, ...]], ...] = ()
    controller: str | None = None
    by: str | None = None


class CombatDamage(Entry, frozen=True, tag="combat_damage"):
    """Combat damage is assigned and dealt: for each creature that is named, to what it assigns how much. What is not
    named assigns its damage in the one way that there is."""

    combat_damage: tuple[tuple[str, tuple[tuple[str, int], ...]], ...] = ()


class Passes(Entry, frozen=True, tag="pass"):
    """A player passes, or `all` pass one after the other. choices: what is chosen in what all passing brings about."""

    pass_: str = ""
    choices: Choices = ()


class ResolveTop(Entry, frozen=True, tag="resolve_top"):
    """All players pass and the topmost object of the stack resolves; choices are those of the resolution.

    casting: the spells that are cast as it resolves, one after the other.
    """

    resolve_top: bool = True
    choices: Choices = ()
    casting: tuple[Cast, ...] = ()
    makes: tuple[str, ...] = ()
    as_: str | None = None


class Choose(Entry, frozen=True, tag="choose"):
    """A player makes a choice that the game asks for at this point.

    choose: the label of what the choice is for, as it was put on the stack or is about to resolve; or several labels
    of triggered abilities, in the order in which their controller puts them on the stack. targets, choices, x: what is
    chosen. as_: another label for it.
    """

    choose: tuple[str, ...] = ()
    controller: str | None = None
    targets: tuple[str, ...] | None = None
    choices: Choices = ()
    x: int | None = None
    as_: str | None = None


Action = Cast | Activate | PlayLand | SpecialAction | Attack | Block | Blockers | CombatDamage | Passes | ResolveTop
