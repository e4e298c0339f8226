"""Antecedents: what the instructions of a body have spoken of so far, which the pronouns behind them may mean."""

from __future__ import annotations

from layerproof.kb.model.effect import All, Effect, Only, Scope, Several, Union
from layerproof.kb.model.expression import (
    AllOf,
    AnyOf,
    ControlledBy,
    Count,
    Is,
    Not,
    OwnedBy,
    Player,
    Ref,
    Same,
    State,
)
from layerproof.kb.model.instruction import (
    Attach,
    Begin,
    CopySpell,
    CreateCopyToken,
    CreateToken,
    Damage,
    Discard,
    Draw,
    Fight,
    ForEach,
    Instruction,
    Mill,
    Move,
    OtherAction,
    Populate,
    PutCounters,
    RemoveCounters,
    Sacrifice,
    Scry,
    SetStatus,
)
from layerproof.kb.model.modification import (
    AddAbilities,
    AddTypes,
    BecomeCopy,
    Cant,
    ModifyPT,
    PreventDamage,
    RemoveKeyword,
    Replace,
    RuleEffect,
    SetBasePT,
    SetTypes,
    SwitchPT,
)
from layerproof.kb.model.node import Node
from layerproof.kb.oracle.nouns.reference_kinds import Unbound
from layerproof.kb.oracle.words.open_references import SELF, Mention, found

# What a reference finds where it was, or only there.
_FOUND = ("self", "that", "target", "chosen", "top_of_library", "top_of_graveyard")
_TURNING = (AddTypes, SetTypes, BecomeCopy)
# What changes no characteristic of an object.
_RULES = (RuleEffect, PreventDamage, Cant, Replace)


# What an effect changes that no steady words ask about.
_OF_SIZE = (ModifyPT, SetBasePT, SwitchPT, AddAbilities, RemoveKeyword, *_RULES)
# Words that fit an object whatever its size, abilities, counters and status are.
_STEADY = (All, Only, Union, AllOf, AnyOf, Not, Is, ControlledBy, OwnedBy, Same, Player, Ref)
_STEADY_STATES = frozenset({"attacking", "blocking", "token", "card", "permanent"})


def _may_not_fit_later(scope: Scope | None, done: Begin | PutCounters | SetStatus) -> bool:
    """Whether objects may not fit the words any more by which an instruction spoke of them, because of what it does.

    Who they were is not told by those words then. Where another player controls them, types and abilities may hang on
    that as well.
    """
    if isinstance(done, Begin):
        if all(isinstance(mod, _RULES) for mod in done.effect.mods):
            return False
        if not all(isinstance(mod, _OF_SIZE) for mod in done.effect.mods):
            return True
    if isinstance(done, SetStatus) and done.status not in ("tapped", "untapped"):
        return True

    def may_change(part: object) -> bool:
        steady = part.word in _STEADY_STATES if isinstance(part, State) else isinstance(part, _STEADY)
        return isinstance(part, Node) and not steady

    return bool(found(scope, may_change))


class Mentioned:
    """What has been mentioned so far in a body."""

    def __init__(self) -> None:
        self._chosen: dict[int, int] = {}
        self.last: Scope | None = None
        self.seen: list[Ref] = []
        self.lost = False
        # What was chosen and sacrificed, to which nothing happens afterwards.
        self.gone: tuple[Scope, ...] = ()
        # What was put into a zone other than the battlefield.
        self.away: tuple[Ref, ...] = ()
        # All objects of a kind that were put there.
        self.all_away: tuple[Scope, ...] = ()
        # What may have been put elsewhere or not, as a condition had it.
        self.astray: tuple[Ref, ...] = ()
        # How many objects were made, or put onto the battlefield; None where that is not certain.
        self.made: int | None = 0
        # Whether a card was exiled that is not kept with the source: "the exiled card" is that one.
        self.exiled = False
        # The types of the token that was made last, `any` where they are open; None where it may be no token.
        self.sort_made: frozenset[str] | None = None
        # Whether several objects were chosen, so that one chosen later has no number.
        self.several_chosen = False
        # Whether what was so named is one card.
        self.spoken = False
        # Whether a player was chosen, whom "that player" then means.
        self.player_chosen = False
        # Whether one was chosen as a target, whom "the chosen player" then means.
        self.player_aimed = False
        # Whether "it" and "that card" may be a card that only words have named.
        self.card_named = False
        # What has been given other types, so that another noun may mean it.
        self.turned: frozenset[Ref] = frozenset()
        # Whether what was mentioned last is what the last instruction acted upon.
        self.acted = False
        # After a condition kept as its words "it" may be anything that these name.
        self.it_unclear = False
        # What "he" and "she" mean: the source, or what it has come back as; None where it may have.
        self.he: Ref | None = SELF

    def unknown(self, came: Scope | None = None) -> None:
        """An instruction that was not understood may have named any object.

        came: what it certainly put somewhere last, which the pronouns after it mean.
        """
        self.lost = came is None
        self.last = None
        # Such an instruction leaves every answer open, so that what is made is counted afresh behind it.
        self.made = 0 if came is None else 1
        if came is not None:
            self.seen = []
            self._see(came)

    def cards(self, single: bool) -> None:
        """An instruction that was not understood has named cards, and nothing else; single: one card."""
        self.last, self.card_named, self.spoken = None, True, single and not self.card_named

    def _mention(self, done: Instruction) -> None:
        """Remember what an instruction acted upon, for the pronouns after it."""
        scope: Scope | None = None
        match done:
            case Begin(effect):
                scope = effect.affects
                copied = [m.of for m in effect.mods if isinstance(m, BecomeCopy)]
                if isinstance(scope, Only) and any(isinstance(m, _TURNING) for m in effect.mods):
                    self.turned |= {scope.ref}
                if copied and scope == Only(SELF):
                    self._see(Only(copied[0]))
            case PutCounters() | RemoveCounters():
                scope = done.on if isinstance(done, PutCounters) else done.from_
            case SetStatus() | Move():
                scope = done.affects
                if isinstance(done, Move) and done.how == "sacrifice" and isinstance(scope, Only):
                    self.gone += (scope,) if scope.ref.kind == "chosen" else ()
                if isinstance(done, Move) and isinstance(scope, Only):
                    self.exiled = self.exiled or (done.to == "exile" and not done.linked)
                    self._moved(scope.ref, done)
                if isinstance(done, Move) and done.to == "battlefield":
                    own = scope == Only(SELF)
                    scope = self._come(1 if isinstance(scope, Only) else None)
                    if own:
                        self.he = scope.ref if isinstance(scope, Only) else None
                elif isinstance(done, Move) and isinstance(scope, All):
                    self.all_away += (scope,)
            case CreateToken() | CreateCopyToken():
                single = done.player.kind in ("you", "target", "controller", "owner", "active", "chosen")
                scope = self._come(done.number if isinstance(done.number, int) and single else None)
                self.sort_made = frozenset(("token", "any"))
                if isinstance(done, CreateToken):
                    self.sort_made = frozenset(("token", *done.types, *(each.lower() for each in done.subtypes)))
            case Draw(number=Count(filter=counted, zones=where)):
                scope = All(counted, where)
            case CopySpell() | Populate():
                scope = self._come(1)
            case Sacrifice():
                scope = self._given_up(done)
            case Fight(first=first):
                scope = Only(first)
            case Scry() | Discard() if not isinstance(done, Discard) or done.number is not None:
                # What is told to be chosen may be a card of theirs.
                self.several_chosen = True
                return
            case Mill(number=number):
                self.cards(number == 1)
                return
            case ForEach():
                scope = self._come(None)
            case Mention(scope=named):
                scope = named
            case Damage(to=to):
                scope = to if isinstance(to, Only) or done.divided else None
            case Attach(to=to_ref):
                scope = Only(to_ref)
            case OtherAction():
                return
            case _:
                return
        if scope is not None:
            self._see(scope)
            self.acted = isinstance(done, Begin | PutCounters | SetStatus)
        if not isinstance(done, Begin | PutCounters | SetStatus):
            return
        if found(scope, lambda part: isinstance(part, All)) and _may_not_fit_later(scope, done):
            self.last = Several("affected")

    def still_those(self, affects: Scope, effect: Effect) -> Scope:
        """Whom an effect applies to that only changes rules, and so not just what it begins with: "those" are what was
        acted upon before, not whatever fits later."""
        rules = all(isinstance(mod, _RULES) for mod in effect.mods)
        if affects == effect.affects or not rules or not found(affects, lambda part: isinstance(part, All)):
            return affects
        if affects != self.last or not self.acted:
            raise Unbound("those, of which it is not told who they were")
        return Several("affected")

    def _given_up(self, done: Sacrifice) -> Scope | None:
        """What was sacrificed is what was chosen: one object if one player sacrifices one, else not told apart."""
        if done.number != 1 or done.player.kind in ("any", "opponent"):
            self.several_chosen, self.last = True, None
            return None
        self._chosen[-1 - len(self._chosen)] = len(self._chosen) + 1
        scope = Only(Ref("chosen", len(self._chosen)))
        self.gone += (scope,)
        return scope

    def _moved(self, ref: Ref, move: Move) -> None:
        """Remember that an object is no longer where a reference to it finds it."""
        self.away = tuple(each for each in self.away if each != ref)
        if move.to != "battlefield" and move.how != "sacrifice" and ref.kind in _FOUND:
            self.away += (ref,)

    def _come(self, number: int | None) -> Scope | None:
        """What comes to be or onto the battlefield now, behind what did before; None where that is not told apart."""
        before, self.sort_made = self.made, None
        self.made = None if before is None or number is None else before + number
        if before is None:
            self.last, self.lost = None, True
            return None
        if number == 1:
            return Only(Ref("made", before + 1))
        # All of them, since effects may make more than the text says.
        return Several("made", before + 1)

    def _see(self, scope: Scope) -> None:
        if isinstance(scope, Only | All | Union | Several):
            self.last, self.it_unclear = scope, False
        if isinstance(scope, Only):
            self.seen.append(scope.ref)
            if scope.ref.kind == "made":
                self.seen = [ref for ref in self.seen if ref.kind != "made"] + [scope.ref]
