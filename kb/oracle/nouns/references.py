"""References: what pronouns, targets and "other" point at, once a whole ability has been read.

A pronoun that could mean two objects is not guessed: it stays unbound, and what it stands in is not lowered.
"""

from __future__ import annotations

from typing import Any

import msgspec

from layerproof.kb.model.ability import RESOLVING
from layerproof.kb.model.effect import Effect, Only, Several, Union, While
from layerproof.kb.model.expression import Chose, ControlledBy, Not, Player, Ref
from layerproof.kb.model.instruction import (
    Attach,
    Begin,
    CopySpell,
    ExchangeControl,
    If,
    Instruction,
    Move,
    Pays,
    PutCounters,
    SetStatus,
    Target,
)
from layerproof.kb.model.modification import AddAbilities, BecomeCopy, CopyAbilities, SetController
from layerproof.kb.model.node import Node
from layerproof.kb.oracle.nouns.antecedents import Mentioned
from layerproof.kb.oracle.nouns.demonstratives import by_noun, is_other
from layerproof.kb.oracle.nouns.reference_kinds import (
    Unbound,
    asked_of,
    dealt_by_source,
    given_to_itself,
    given_up,
    go_back,
    in_zone_of_next,
    is_open,
    is_spell,
    met,
    odd_number,
    of_other_sort,
    others_than_that,
    owned,
    rejoin,
    than_source,
    while_of,
    with_subject,
    within_union,
)
from layerproof.kb.oracle.words.open_references import (
    HE,
    HOST,
    IT,
    OTHER,
    SELF,
    THOSE,
    Mention,
    Together,
    found,
    is_mark,
    joined,
    rewrite,
)

MOVED, LINKED = Ref("moved"), Ref("linked")
# Marks of targets: one, the second of two, and the second of two that other players control.
_TARGET_MARKS = ("?T", "?T2", "?T2 apart")


class Binder(Mentioned):
    """The binding of one body: its targets in order, and what has been mentioned so far.

    event: the object that the event of a triggered ability is about, None where there is none or it is unclear.
    second: the noun of the one other object that the event names. on_stack: whether the source is an instant or
    sorcery, which is never "another" permanent.
    """

    def __init__(self, targets: list[tuple[int, Any]], event: Ref | None, on_stack: bool, second: str = "") -> None:
        super().__init__()
        self.second = second
        self.types: tuple[str, ...] = ()
        # What is said of objects that are chosen, from which number on; what each chosen one must be.
        self.choices: list[tuple[int, Any]] = []
        self.first_choice = 0
        self.wanted: dict[int, Any] = {}
        self.pair = False
        self.targets = targets
        self.event = event
        self.on_stack = on_stack
        self.named: list[Target] = []
        self._index: dict[int, int] = {}

    def instruction(self, instruction: Instruction) -> Instruction:
        """One instruction with its marks bound; raises Unbound where one is unclear."""
        instruction = given_up(self, others_than_that(self, instruction))
        used = sorted(
            {r.index for r in found(instruction, lambda p: isinstance(p, Ref | Player) and p.kind in _TARGET_MARKS)},
            key=self._place,
        )
        for number in used:
            self._name(number)
        # Only an exchange names two targets as one phrase.
        self.pair = isinstance(instruction, ExchangeControl)
        bound = rewrite(instruction, self._first)
        bound = self._exiled(self._pronouns(bound))
        if isinstance(bound, Move) and bound.under == Player("owner", Ref("it")) and isinstance(bound.affects, Only):
            bound = owned(bound, bound.affects.ref)
        left = found(bound, is_mark)
        if left or odd_number(bound) or (isinstance(bound, Attach) and bound.what == bound.to):
            raise Unbound(str(left))
        if isinstance(bound, CopySpell) and not is_spell(self.named, bound.of):
            raise Unbound("a copy of a card")
        if isinstance(bound, Move) and bound.how == "sacrifice" and not isinstance(bound.affects, Only):
            if bound.affects != Several("made"):
                raise Unbound("what of many is sacrificed")
        if self.gone and isinstance(bound, Begin | PutCounters | SetStatus) and found(bound, self.gone.__contains__):
            raise Unbound("what was sacrificed")
        if isinstance(bound, Begin) and bound.effect.affects == Only(SELF):
            bound = given_to_itself(bound)
        if isinstance(bound, Begin | PutCounters | SetStatus):
            if found(bound, lambda part: isinstance(part, Only) and part.ref in self.astray):
                raise Unbound("what may be elsewhere")
            # What has left where it was is acted upon as what it has become.
            if found(bound, self.all_away.__contains__):
                raise Unbound("all that were put elsewhere")
            gone = tuple(Only(ref) for ref in self.away)
            if isinstance(bound, SetStatus) and found(bound, gone.__contains__):
                raise Unbound("the status of a card")
            bound = rewrite(bound, lambda part: Only(MOVED) if part in gone else part)
        self._mention(bound)
        done: Instruction = bound
        return done

    def body(self, body: tuple[Instruction, ...]) -> tuple[Instruction, ...]:
        """Instructions in order; an If has its own instructions bound one after the other."""
        out: list[Instruction] = []
        for each in body:
            if isinstance(each, If):
                each = with_subject(each)
                condition = self._exiled(self._pronouns(rewrite(than_source(self, each.condition), self._first)))
                if found(condition, is_mark):
                    raise Unbound("condition")
                asked_of(self, condition)
                before = met(self)
                then, after = self.body(dealt_by_source(condition, each.then, IT)), met(self)
                if each.else_:
                    go_back(self, before)
                out.append(If(condition, then, self.body(each.else_)))
                if not isinstance(condition, Chose):
                    rejoin(self, before, [after, met(self) if each.else_ else before])
                self.made = before[2] if before[2] == after[2] == self.made else None
            elif isinstance(each, Pays):
                out.append(self._paying(each))
            elif isinstance(each, Together):
                out += self._together(each)
            else:
                done = self.instruction(each)
                out += () if isinstance(done, Mention) else (done,)
        return tuple(out)

    def _paying(self, each: Pays) -> Pays:
        """A cost that a player may pay, and what follows: "its controller" may be that of what is spoken of there."""
        before = met(self)
        otherwise, after = self.body(each.else_), met(self)
        alone = self.instruction(Pays(each.cost, player=each.player))
        assert isinstance(alone, Pays)
        if each.then:
            go_back(self, before)
        then = self.body(each.then)
        if then or otherwise:
            rejoin(self, before, [after, met(self) if then else before])
        return Pays(alone.cost, then, otherwise, alone.player)

    def _together(self, together: Together) -> list[Instruction]:
        """Instructions that one verb stands for: what their words mean does not change between them."""
        start = (self.last, list(self.seen))
        out = []
        for each in together.instructions:
            self.last, self.seen = start[0], list(start[1])
            out.append(self.instruction(each))
        return out

    def _choice(self, number: int) -> None:
        """Keep what an object that is chosen has to be, where that is said and nothing in it is unclear."""
        place = number - self.first_choice
        what = self.value(rewrite(self.choices[place][1], self._first)) if 0 <= place < len(self.choices) else None
        if what is not None:
            self.wanted[self._chosen[number]] = what

    def _exiled(self, part: Any) -> Any:
        """ "The exiled card" behind an instruction that has exiled one is that card, not one kept with the source.

        Raises Unbound where an ability says it that resolves by itself and knows nothing of this resolution.
        """
        abilities = tuple(found(part, lambda each: isinstance(each, RESOLVING)))
        if self.exiled and found(abilities, lambda ref: ref == LINKED):
            raise Unbound("the exiled card")
        return rewrite(part, lambda ref: MOVED if ref == LINKED else ref) if self.exiled else part

    def value(self, value: Any) -> Any:
        """A value with its marks bound; None where one is unclear."""
        try:
            bound = rewrite(value, self._plain_pronoun)
        except Unbound:
            return None
        return None if found(bound, is_mark) else bound

    def add_target(self, number: int) -> None:
        """A target that only an instruction that was not understood names."""
        self._name(number, kept=True)

    def _place(self, number: int) -> int:
        return self.targets[number][0]

    def _name(self, number: int, kept: bool = False) -> int:
        if number not in self._index:
            target = in_zone_of_next(self.targets, number, kept)
            filter_ = others_than_that(self, target.filter)
            if not of_other_sort(self, filter_):
                filter_ = rewrite(filter_, self._other_target)
            else:
                filter_ = rewrite(filter_, lambda part: SELF if part == OTHER else part)
            if found(filter_, lambda p: isinstance(p, Ref | Player) and p.kind == "?T"):
                filter_ = rewrite(filter_, self._first)
            filter_ = self._pronoun_in_target(filter_)
            if any(is_open(each) for each in self.named) and not kept:
                raise Unbound("a target after any number of targets")
            self._index[number] = sum(each.count for each in self.named) + 1
            self.named.append(msgspec.structs.replace(target, filter=filter_))
        return self._index[number]

    def _part_targets(self, index: int) -> None:
        """Make two entries of two targets from the index-th on, the second of which another player controls."""
        place = next(n for n in range(len(self.named)) if sum(each.count for each in self.named[:n]) == index - 1)
        both = self.named[place]
        if both.count == 2 and both.filter is not None:
            one = msgspec.structs.replace(both, count=1)
            others = Not(ControlledBy(Player("controller", Ref("target", index))))
            two = msgspec.structs.replace(one, filter=joined((both.filter, others)))
            self.named[place : place + 1] = [one, two]

    def _pronoun_in_target(self, filter_: Any) -> Any:
        if not found(filter_, is_mark):
            return filter_
        bound = rewrite(filter_, self._plain_pronoun)
        if found(bound, is_mark):
            raise Unbound("target")
        return bound

    def _other_target(self, part: Any) -> Any:
        if isinstance(part, Ref) and part.kind == "?other":
            earlier = [t for t in self.named if not t.player or t.filter is not None]
            if len(earlier) > 1:
                raise Unbound("a target other than several")
            if earlier and (self.on_stack or len(self.named) == 1):
                return Ref("target", 1)
            return SELF
        return part

    def _first(self, part: Any) -> Any:
        """Targets and "other", which need nothing but what has been named."""
        if isinstance(part, Only) and part.ref.kind == "?T":
            number = part.ref.index
            target, index = self.targets[number][1], self._name(number)
            if is_open(target):
                return Several("target", index)
            if target.count > 1:
                return Union(tuple(Only(Ref("target", index + more)) for more in range(target.count)))
            return Only(Ref("target", index))
        if isinstance(part, Ref) and part.kind == "?T":
            if (self.targets[part.index][1].count > 1 and not self.pair) or is_open(self.targets[part.index][1]):
                return part
            return Ref("target", self._name(part.index))
        if isinstance(part, Ref) and part.kind == "?C":
            if self.several_chosen:
                raise Unbound("an object chosen after several")
            if part.index not in self._chosen:
                self._chosen[part.index] = len(self._chosen) + 1
                self._choice(part.index)
            return Ref("chosen", self._chosen[part.index])
        if isinstance(part, Ref) and part.kind == "?T2":
            return Ref("target", self._name(part.index) + 1)
        if isinstance(part, Ref) and part.kind == "?T2 apart":
            index = self._name(part.index)
            self._part_targets(index)
            return Ref("target", index + 1)
        if isinstance(part, Player) and part.kind == "?T":
            return Player("target", index=self._name(part.index))
        if isinstance(part, Ref) and part.kind == "?other" and isinstance(self.last, Only):
            if self.last.ref.kind == "made" and self.made is not None:
                # "Create a token. Exile all other tokens": other than what has just been made.
                return self.last.ref
        if isinstance(part, Ref) and part.kind == "?other":
            objects = [i for i, t in enumerate(self.named) if t.filter is not None or not t.player]
            if objects:
                return Ref("target", objects[0] + 1)
            if self.on_stack or any(ref.kind == "chosen" for ref in self.seen):
                raise Unbound("other than what")
            return SELF
        return part

    def _pronouns(self, part: Any) -> Any:
        if isinstance(part, Begin):
            effect = part.effect
            affects = self.still_those(rewrite(effect.affects, self._scope_pronoun), effect)
            affects = within_union(affects)
            me = affects.ref if isinstance(affects, Only) else Ref("it")
            mods = tuple(self._in_mod(mod, me) for mod in effect.mods)
            duration = effect.duration
            if isinstance(duration, While):
                duration = rewrite(duration, lambda part: while_of(part, affects, self._meant))
            condition = rewrite(
                effect.condition, lambda p: me if isinstance(p, Ref) and p.kind == "?it" else self._plain_pronoun(p)
            )
            return Begin(Effect(rewrite(affects, self._plain_pronoun), mods, condition, duration))
        return rewrite(rewrite(rewrite(part, self._scope_pronoun), within_union), self._plain_pronoun)

    def _in_mod(self, mod: Any, me: Ref) -> Any:
        if isinstance(mod, BecomeCopy | CopyAbilities):
            of = rewrite(mod.of, self._plain_pronoun)
            if isinstance(mod, BecomeCopy):
                return BecomeCopy(of, mod.exceptions, mod.keep)
            return rewrite(mod, self._plain_pronoun)
        if isinstance(mod, AddAbilities):
            return mod
        if isinstance(mod, SetController):
            # "Its controller gains control of" this: the controller of what was spoken of before.
            return rewrite(mod, self._plain_pronoun)

        def change(part: Any) -> Any:
            if part == IT:
                return me
            # "Another target creature … that creature's power": the one that the sentence names.
            if isinstance(part, Ref) and part.kind.startswith("?that ") and me.kind == "target" and not self.seen:
                return self._meant(part.kind) if is_other(self, me, part.kind.removeprefix("?that ")) else me
            return self._plain_pronoun(part)

        return rewrite(mod, change)

    def _scope_pronoun(self, part: Any) -> Any:
        if isinstance(part, Only) and part.ref.kind.startswith("?"):
            if part.ref.kind == "?they":
                if self.last is None and self.event == THOSE and not self.lost:
                    return Several("that")
                if self.last is None or isinstance(self.last, Only):
                    return part
                return self.last
            return Only(self._meant(part.ref.kind))
        return part

    def _plain_pronoun(self, part: Any) -> Any:
        if isinstance(part, Ref) and part.kind.startswith("?") and part.kind != "?they":
            return self._meant(part.kind)
        if isinstance(part, Player) and part.kind in ("?that player", "?they") and self.second == "active player":
            return Player("active")
        players = [i + 1 for i, t in enumerate(self.named) if t.player]
        if part == Player("chosen") and self.player_aimed and len(players) == 1:
            return Player("target", index=players[0])
        if isinstance(part, Player) and part.kind == "?defending":
            attacker = None if self.event in (None, SELF, THOSE) else self.event
            return Player("defending", attacker)
        if isinstance(part, Player) and part.kind in ("?that player", "?they") and self.player_chosen:
            return Player("chosen")
        if isinstance(part, Player) and part.kind in ("?that player", "?they"):
            if not players and self.second == "a player":
                return Player("that")
            if len(players) == 1 and self.named[players[0] - 1].filter is None:
                return Player("target", index=players[0])
            holders = [i + 1 for i, t in enumerate(self.named) if t.filter is not None]
            if not players and len(holders) == 1 and not self.lost and self.event is None:
                return Player("controller", Ref("target", holders[0]))
        return part

    def _meant(self, kind: str) -> Ref:
        """The one object that a pronoun means."""
        if kind == HE.kind:
            if self.he is None:
                raise Unbound(kind)
            return self.he
        noun = kind.removeprefix("?that ") if kind.startswith("?that ") else ""
        named = by_noun(self, kind, noun)
        if named is not None:
            return named
        if self.lost or self.it_unclear or (self.card_named and self.last is None):
            raise Unbound(kind)
        if self.last in self.gone and self.event in (SELF, HOST, Ref("that")):
            return self.event
        if isinstance(self.last, Only):
            return self.last.ref
        if self.last is None and not self.seen and self.event is not None and self.event != THOSE:
            return self.event
        raise Unbound(kind)


__all__ = ["Binder", "Node", "Unbound", "dealt_by_source", "odd_number"]
