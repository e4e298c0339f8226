"""Resolving: the instructions of spells and abilities, followed in order (rule key resolve.instructions_in_order)."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext

import msgspec

from layerproof.kb.model import instruction as i
from layerproof.kb.model import modification as m
from layerproof.kb.model.ability import Ability
from layerproof.kb.model.effect import All, Only, Scope, Several, Union
from layerproof.kb.model.expression import Ref
from layerproof.kb.model.node import mentions
from layerproof.kb.model.situation import InForce
from layerproof.kb.model.told.fact_kinds import with_told
from layerproof.kb.notation.plain_data import tag_of
from layerproof.kb.oracle.compiled import trigger_event
from layerproof.kb.wording.plain_words import in_words
from layerproof.solver.layers.reading import players, refer, refer_any
from layerproof.solver.layers.scene import Source, Undecided
from layerproof.solver.layers.values import affected, evaluate, holds, several
from layerproof.solver.replacing.happens import destroyed, follow
from layerproof.solver.situation import doing, moving
from layerproof.solver.situation.acted_upon import forgetting, remembering
from layerproof.solver.situation.binding import begin_effect
from layerproof.solver.situation.bonds import pair_up, shake_all
from layerproof.solver.situation.choosing_players import choose_player
from layerproof.solver.situation.chosen_before import with_chosen_modes
from layerproof.solver.situation.chosen_words import ask_which_word
from layerproof.solver.situation.copying_spells import copy_spells
from layerproof.solver.situation.creating import create_tokens, token_name
from layerproof.solver.situation.damage import deal_damage
from layerproof.solver.situation.dealing import dealt, dealt_by_each
from layerproof.solver.situation.drawing import draw
from layerproof.solver.situation.entering import Arriving
from layerproof.solver.situation.entering_as_copy import choices_of_it
from layerproof.solver.situation.exploring import connive, explore
from layerproof.solver.situation.followed import found_again, is_not_followed
from layerproof.solver.situation.game import Game, Invalid
from layerproof.solver.situation.growing import sacrifice_to_grow
from layerproof.solver.situation.guard import unhindered
from layerproof.solver.situation.informing import ask_information
from layerproof.solver.situation.joining_combat import joins_combat
from layerproof.solver.situation.life import gain_or_lose, set_life
from layerproof.solver.situation.modes import with_options
from layerproof.solver.situation.paid_targets import of_a_spell
from layerproof.solver.situation.paying import ask_counters_put, is_chosen, is_paid, of_next_may
from layerproof.solver.situation.putting import put_as_said
from layerproof.solver.situation.reflexive import reflexive, spare_targets
from layerproof.solver.situation.retargeting import swap_or_retarget
from layerproof.solver.situation.sacrificing import choose_or_sacrifice, discard, may_move, refuse_untold
from layerproof.solver.situation.searching import search
from layerproof.solver.situation.shielded import is_legal
from layerproof.solver.situation.target_number import ask_for_whom
from layerproof.solver.situation.top_cards import mill, scry

replace = msgspec.structs.replace

# What is reported of how something was moved, by the words of the instruction.
_WAYS = {"destroy": "destroyed", "sacrifice": "sacrificed", "discard": "discarded", "counter": "countered"}
# Within these instructions everything happens one after the other.
_IN_SEQUENCE = (i.Draw, i.If, i.Pays, i.CastCard, i.CastFromTop, i.ExileUntil)


def has_legal_target(game: Game, source: Source, body: i.Body, origin: str) -> bool:
    """Whether what resolves has a target left to act on, or none to lose (rule key resolve.illegal_targets)."""
    return Resolution(game, source, origin).targets_stand(body)


class Resolution:
    """One resolution: where it speaks from, what it is called, which ability resolves, labels for what it makes."""

    def __init__(
        self, game: Game, source: Source, origin: str, makes: tuple[str, ...] = (), this: Ability | None = None,
        since: int | None = None,
    ) -> None:  # fmt: skip
        self.game, self.origin, self.makes, self.this, self.since = game, origin, list(makes), this, since
        self.source = source._replace(by_rules=game.by_rules, resolving=True)
        self.spare: tuple[int | str, ...] | None = ()
        self.moved: set[int] = set()
        self.revealed: frozenset[int] = frozenset()
        self.body: i.Body = ()
        self.mays = 0

    def follow(self, body: i.Body, untargeted: bool = False) -> bool:
        """Follow the instructions of a body in order; nothing happens if all its targets are illegal.

        Returns whether it resolved. untargeted: it was put on the stack without any target. Source: rule keys
        resolve.illegal_targets, resolve.instructions_in_order. Raises Undecided for an instruction that is not modelled
        and of account.
        """
        if self.game.set_off:
            raise Undecided("what resolves before a reflexive ability that has triggered is not modelled")
        self.body = body
        body = with_chosen_modes(self.game, self.source, body, self.origin)
        body = of_a_spell(body, self.game.scene(), self.source)
        self.source = self.source._replace(choices=with_options(body, self.source.choices))
        if not untargeted and not self.targets_stand(body):
            return False
        first = self.game.situation.next_id
        self._in_order(body)
        doing.label_what_came(self.game, self.makes, first, self.origin)
        return True

    def _in_order(self, body: i.Body) -> None:
        """Follow instructions one after the other; what one of them does happens at one moment.

        Of adjacent instructions of one sort the words may have made one; the log says that they are together.
        """
        before: type | None = None
        for instruction in body:
            if type(instruction) is not before:
                self.game.log.next_run()
            before = type(instruction)
            self.source = remembering(self.game, self.source, instruction, body)
            moment = nullcontext() if isinstance(instruction, _IN_SEQUENCE) else self.game.one_moment()
            with self._cause(instruction), moment:
                self._do(instruction)
            self.source = forgetting(self.source, instruction)
            shake_all(self.game, instruction)
        self.game.log.end_run()

    def _cause(self, instruction: i.Instruction) -> AbstractContextManager[object]:
        if isinstance(instruction, i.Target):
            return nullcontext()
        kind = tag_of(type(instruction))
        return self.game.because("resolve.instructions_in_order", object=self.source.id, does=kind)

    def targets_stand(self, body: i.Body) -> bool:
        """Whether a target is left to act on; illegal ones among several are taken out."""
        from layerproof.solver.game.targeting import least_of

        wanted = [each for each in body if isinstance(each, i.Target)]
        self.spare = self.source.targets
        if not wanted:
            return True
        scene, legal, place = self.game.scene(), [], 0
        targets = list(self.source.targets)
        for target in wanted:
            open_ = target.any or target.each is not None
            if open_ and target is not wanted[-1]:
                raise Undecided("targets after any number of targets are not told apart")
            ask_for_whom(target, targets[place:], scene)
            for _ in range(len(targets) if open_ else target.count):
                if place >= len(targets):
                    break
                legal.append(is_legal(self.game, self.source, target, targets[place], scene))
                place += 1
        if not targets and all(least_of(each) == 0 for each in wanted):
            # None had to be chosen, and none was.
            return True
        if not targets:
            raise Invalid(f"{self.origin} needs a target", "name what it targets with targets: [LABEL]")
        self.spare = spare_targets(self.game, self.source, body, len(legal), self.origin)
        if not any(legal):
            self.game.deed("illegal targets", None, *self._themselves())
            return False
        if not all(legal):
            self.game.deed("some targets illegal", None, *self._themselves())
            ask_information(self.game, body, {place for place, each in enumerate(legal, 1) if not each})
        kept = tuple(target if index >= len(legal) or legal[index] else "" for index, target in enumerate(targets))
        self.source = self.source._replace(targets=kept)
        return True

    def _themselves(self) -> tuple[int, ...]:
        """The object that resolves, or the source of the ability that does."""
        return () if self.source.id is None else (self.source.id,)

    def _do(self, instruction: i.Instruction) -> None:
        game, source = self.game, self.source
        refuse_untold(source, instruction, self.origin)
        ask_which_word(game, source, instruction, self.origin)
        match instruction:
            case i.Target():
                return
            case i.Begin(effect=effect):
                begin_effect(game, effect, source, self.origin, self.this)
            case i.PutCounters():
                put_as_said(game, source, instruction)
            case i.RemoveCounters(kind=kind, from_=from_, number=number):
                doing.remove_counters(game, source, kind, from_, number)
            case i.MoveCounters(from_=from_, to=to):
                doing.move_counters(game, source, from_, to)
            case i.CreateToken() | i.CreateCopyToken() | i.CreateNamedToken():
                made = create_tokens(game, source, instruction, self.this)
                self.source = source._replace(made=(*source.made, *made))
            case i.Pair():
                pair_up(game, source, instruction, self.origin)
            case i.Populate():
                token = doing.populated(game, source, self.origin)
                if token is not None:
                    copied = i.CreateCopyToken(Ref("object", token))
                    made = create_tokens(game, source, copied, self.this)
                    self.source = source._replace(made=(*source.made, *made))
            case i.Mill():
                mill(game, source, instruction, self.origin)
            case i.Scry():
                scry(game, source, instruction, self.origin)
            case i.SacrificeToGrow():
                sacrifice_to_grow(game, source, instruction)
            case i.Explore():
                explore(game, source, instruction, self.origin)
            case i.Connive():
                connive(game, source, instruction, self.origin)
            case i.Fight(first=first, second=second):
                doing.fight(game, source, first, second)
            case i.AuraSwap() | i.NewTargets():
                swap_or_retarget(game, source, instruction)
            case i.Designate(what=what, on=on):
                doing.designate(game, source, what, on)
            case i.CopySpell():
                copies = copy_spells(game, source, instruction, self.origin)
                self.source = source._replace(made=(*source.made, *copies))
            case i.SetStatus(status=status, affects=affects, as_=as_):
                for it in affected(affects, game.scene(), source):
                    moving.set_status(game, it, status, as_, self.since if it == source.id else None)
            case i.Move():
                self._move(instruction)
            case i.Manifest(as_=as_, player=player):
                doing.manifest(game, source, as_, player)
            case i.CastCard() | i.CastFromTop() | i.ExileUntil():
                self.source = doing.cast_card(game, source, instruction)
            case i.Attach(what=what, to=to):
                scene = game.scene()
                one, other_one = refer(what, scene, source), refer_any(to, scene, source)
                if one is not None and other_one not in (None, ""):
                    moving.attach(game, one, other_one)
            case i.Damage():
                deal_damage(game, *dealt(game, source, instruction, self.origin))
            case i.GainLife():
                self.source = gain_or_lose(game, source, instruction)
            case i.SetLife():
                set_life(game, source, instruction)
            case i.ShuffleIntoLibrary(affects=affects, player=player):
                scene = game.scene()
                moving.ask_for_unlisted(game, affects, ("graveyard",))
                hand = mentions(affects, lambda node: isinstance(node, All) and "hand" in node.zones)
                for name in players(player, scene, source)[:1]:
                    moving.shuffle_into_library(game, self._followed(affects), name, hand)
            case i.Draw(number=number, player=player):
                scene = game.scene()
                for name in players(player, scene, source):
                    draw(game, name, evaluate(number, scene, source._replace(each=name)))
            case i.Discard():
                discard(game, source, instruction, self.origin)
            case i.Sacrifice() | i.Choose() | i.ChooseWord():
                self.source = choose_or_sacrifice(game, source, instruction, self.origin)
            case i.Pays(then=then, else_=otherwise):
                paid = is_paid(game, source, instruction, self.origin)
                shake_all(game, instruction)
                self._in_order(then if paid else otherwise)
            case i.Search():
                self.revealed |= search(game, source, instruction, self.origin)
            case i.Shuffle(player=player):
                for name in players(player, game.scene(), source):
                    moving.shuffle(game, name)
            case i.ExchangeControl(first=first, second=second):
                doing.exchange_control(game, source, self.origin, first, second)
            case i.Proliferate():
                doing.proliferate(game, source, self.origin)
            case i.SetLevel(level=level):
                if source.id is not None:
                    game.update(source.id, "class.level_designation", level=level)
            case i.CreateEmblem(abilities=abilities, player=player):
                there = doing.emblems(game, source, abilities, player)
                self.source = source._replace(made=(*source.made, *there))
            case i.If(condition=condition, then=then, else_=otherwise):
                source, self.mays = of_next_may(source, condition, self.mays, self.origin)
                so = holds(condition, game.scene(), source)
                done = is_chosen(game, source, instruction, so, self.origin, self._followed)
                before = game.situation.objects
                self._in_order(then if done else otherwise)
                if done and game.situation.objects == before:
                    ask_counters_put(instruction, self.origin)
            case i.ForEach(each=each, body=body):
                moving.ask_for_unlisted(game, each)
                self._for_each(affected(each, game.scene(), source), body)
            case i.Delayed(when=when, event=event, body=later):
                event = event if event is not None else trigger_event(when)
                doing.delay(game, source, when, event, later, frozenset(self.moved), self.this)
            case i.Reflexive():
                reflexive(game, source, instruction, self.spare)
            case i.OtherAction(gloss=gloss, touches=touches):
                doing.not_modelled(game, source, gloss)
                self.source = choose_player(game, source, gloss, self.origin)
                if touches:
                    raise Undecided(f"an instruction of {self.origin} is not modelled ({gloss})")
            case _:
                raise Undecided(f"an instruction of {self.origin} is not modelled ({in_words(instruction)})")

    def _move(self, move: i.Move) -> None:
        moving.ask_for_unlisted(self.game, move.affects)
        with self.game.at_one_moment():
            self._move_each(move, self._followed(move.affects))
        moving.come_back(self.game)

    def _move_each(self, move: i.Move, objects: tuple[int, ...]) -> None:
        game, source = self.game, self.source
        scene = game.scene()
        for it in objects:
            item = game.there(it)
            if item is None or not may_move(game, move, item, scene, source):
                continue
            if move.how == "destroy":
                unhindered(game, "destroy", it)
                if moving.cannot_be_destroyed(game, it):
                    continue
                gone, follows = destroyed(game, it, True, move.regenerate)
                follow(game, follows)
                if not gone or game.there(it) is None:
                    continue
            if move.how == "counter":
                stays = doing.stays_uncountered(game, it)
                game.deed("does not counter" if stays else "counters", None, it)
                if stays:
                    continue
            if move.until == "source leaves" and (source.id is None or game.there(source.id) is None):
                continue
            under = None
            if move.under is not None:
                named = players(move.under, scene, source._replace(it=it))
                under = named[0] if named else None
            counters = tuple(
                (each.kind, evaluate(each.number, scene, source._replace(it=it))) for each in move.counters
            )
            arriving = Arriving(
                controller=under,
                tapped=move.tapped or None,
                face=1 if move.transformed else 0,
                face_down=move.face_down,
                counters=counters,
                choices=choices_of_it(game, source, item.card, self.body) if move.to == "battlefield" else (),
            )
            if move.being:
                if move.face_down is not None or not doing.stated_at_once(game, move.being):
                    raise Undecided("what is stated of a permanent that enters face down, or after it has entered")
                arriving.being = InForce(0, 0, scene.you(source), move.being, source=source.id, origin=self.origin)
            way = _WAYS.get(move.how, "")
            by = scene.controller_of(it) if way in ("sacrificed", "discarded") else None
            made = moving.move(game, it, move.to, None, arriving, at_once=True, way=way, by=by)
            if item.zone == "battlefield" and game.went.get(it) == "graveyard":
                self.source = self.source._replace(died=(*self.source.died, it))
            if made is not None:
                self.source = self.source._replace(made=(*self.source.made, *game.parts(it, made.id)))
                self.moved.add(it)
                if it in self.revealed and move.to in ("hand", "library"):
                    game.update(made.id, "search.revealed", revealed=True)
            if move.told and made is not None:
                game.update(made.id, told=with_told(made.told, tuple((each, 1) for each in move.told)))
            if move.attacking and made is not None:
                joins_combat(game, source, made.id, move.like)
            if move.haunting is not None and made is not None:
                game.update(made.id, haunts=refer(move.haunting, scene, source))
            if move.until == "source leaves" and source.id is not None and made is not None:
                doing.away_until(game, source, it, made.id)
            if move.linked and source.id is not None and made is not None and game.there(source.id) is not None:
                game.update(source.id, linked=(*game.item(source.id).linked, *game.parts(it, made.id)))

    def _followed(self, scope: Scope) -> tuple[int, ...]:
        """The objects of a scope that are to be moved; one that has changed zones is followed where the rules allow.

        An object that this resolution moved, the source, and the object a trigger is about are found in the zone they
        went to (rule keys zone_change.effect_finds, zone_change.trigger_finds); a target that left otherwise is not.
        """
        if isinstance(scope, Only):
            found = refer(scope.ref, self.game.scene(), self.source)
            if found is None:
                return ()
            if self.game.there(found) is not None:
                return (found,)
            stays = found not in self.moved
            if stays and is_not_followed(self.game, self.source, scope.ref, self.this, found):
                return (found,)
            return found_again(self.game, found, self.moved)
        if isinstance(scope, Union):
            return tuple(sorted({each for part in scope.scopes for each in self._followed(part)}))
        if isinstance(scope, Several) and scope.kind == "target":
            known = several(scope, self.game.scene(), self.source)
            return tuple(sorted({one for each in known for one in self._followed(Only(Ref("object", each)))}))
        return affected(scope, self.game.scene(), self.source)

    def _for_each(self, objects: tuple[int, ...], body: i.Body) -> None:
        """Follow instructions once for each object, which they call `it`; damage alone is dealt at one moment."""
        source = self.source
        if len(body) == 1 and isinstance(body[0], i.Damage):
            deal_damage(self.game, *dealt_by_each(self.game, source, objects, body[0], self.origin))
            return
        if mentions(body, lambda node: isinstance(node, Ref) and node.kind in ("made", "moved")):
            raise Undecided(f"what {self.origin} makes for each of several objects is not told apart")
        created = len(body) == 1 and isinstance(body[0], i.CreateToken | i.CreateCopyToken | i.CreateNamedToken)
        # All tokens are created at one moment.
        with self.game.at_one_moment() if created else nullcontext():
            for it, each in ((it, each) for it in objects for each in body):
                self.source = self.source._replace(it=it)
                self._do(each)
        self.source = self.source._replace(it=source.it)


__all__ = ["Resolution", "m", "token_name"]
