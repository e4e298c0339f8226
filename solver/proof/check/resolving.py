"""What the resolution of a spell or ability does: its instructions, one after the other."""

from __future__ import annotations

from layerproof.kb.model import effect as ef
from layerproof.kb.model import instruction as ins
from layerproof.kb.model.ability import Ability
from layerproof.kb.model.modification import StaysAway
from layerproof.kb.model.node import mentions
from layerproof.kb.model.situation import GameObject
from layerproof.kb.model.told.fact_kinds import with_told
from layerproof.solver.proof.check import living
from layerproof.solver.proof.check.acting import (
    exchange_control,
    move_counters,
    proliferate,
    puts,
    remove_counters,
    shuffle,
    shuffle_in,
)
from layerproof.solver.proof.check.attacking_too import attack_too
from layerproof.solver.proof.check.becoming import follow, is_destroyed
from layerproof.solver.proof.check.bonding import nothing_certain
from layerproof.solver.proof.check.creating import at_once, make_tokens, refuse_stated
from layerproof.solver.proof.check.damaging import deal_damage, is_damage_rule
from layerproof.solver.proof.check.dealt_out import dealt_out, speaking_of
from layerproof.solver.proof.check.delaying import create, not_modelled
from layerproof.solver.proof.check.done_to import acts_within, done_to
from layerproof.solver.proof.check.drawing import draw
from layerproof.solver.proof.check.entering import Arrives, arrive, give_back, move
from layerproof.solver.proof.check.entering_as_copy import choices_of_it
from layerproof.solver.proof.check.fixing import begin
from layerproof.solver.proof.check.game import Game
from layerproof.solver.proof.check.gathering import apart
from layerproof.solver.proof.check.giving_up import ask_what_is_chosen, discarded, given_up_by, that_can_go
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.interfering import refuse_change
from layerproof.solver.proof.check.keyword_actions import act
from layerproof.solver.proof.check.leaving import left_behind, who_moves
from layerproof.solver.proof.check.making import emblem
from layerproof.solver.proof.check.modes_before import has_modes
from layerproof.solver.proof.check.phrasing import lets
from layerproof.solver.proof.check.picking import options_spelled_out, without_choice
from layerproof.solver.proof.check.players_chosen import says_with_player
from layerproof.solver.proof.check.poured import pours
from layerproof.solver.proof.check.reading import Reader, top_of_library
from layerproof.solver.proof.check.recasting import copies
from layerproof.solver.proof.check.reflexive import beyond_own, offer
from layerproof.solver.proof.check.searching import found_in_search
from layerproof.solver.proof.check.status import attach, set_status
from layerproof.solver.proof.check.staying import uncounterable
from layerproof.solver.proof.check.targeting import is_open, legal, refuse_asking, refuse_mixed
from layerproof.solver.proof.check.unasked import as_asked
from layerproof.solver.proof.check.unseen import refuse_unseen
from layerproof.solver.proof.check.view import View
from layerproof.solver.proof.check.willing import casts_card, chooses, is_may, pays
from layerproof.solver.proof.check.world import Says


class Resolution:
    """A resolution in progress: the game, who says what is done, the ability that is resolved, and the timestamp with
    which it was put on the stack."""

    def __init__(self, game: Game, says: Says, this: Ability | None = None, stacked: int | None = None) -> None:
        self.game, self.this, self.stacked = game, this, stacked
        self.says = Says(**{**says.__dict__, "by_rules": game.agenda.acting, "resolving": True})
        self.shown: set[int] = set()
        self.body: ins.Body = ()
        self.beyond: tuple[int | str, ...] | None = ()

    @property
    def reader(self) -> Reader:
        """A reader of the view as it is at this instruction."""
        return self.game.reader(self.says)

    def run(self, body: ins.Body, without_targets: bool = False) -> bool:
        """Follow the instructions; a spell or ability whose targets are all illegal does nothing.

        without_targets: none were chosen where none had to be. Tells whether the instructions were followed.
        """
        self.body = body
        has_modes(self.game, self.says.source, body, dict(self.says.choices).get("mode", ()), keep=True)
        body = as_asked(self.reader, without_choice(body, dict(self.says.choices).get("mode", ())))
        self.says = options_spelled_out(body, self.says)
        self.beyond = beyond_own(self.reader, self.game, body, self.says.targets)
        targets = self._legal_targets(body)
        asked = [each for each in body if isinstance(each, ins.Target)]
        if any(is_open(each) for each in asked[:-1]):
            raise Incomplete("a target that comes after any number of targets")
        open_ = asked and is_open(asked[-1])
        wanted = len(self.says.targets) if open_ else sum(each.count for each in asked)
        checked = targets[: min(wanted, len(self.says.targets))]
        needed = [each for each in asked if (each.count if each.least is None else each.least)]
        if needed and not self.says.targets and not open_ and not without_targets:
            raise ValueError("what it targets is not told")
        itself = () if self.says.source is None else (self.says.source,)
        if checked and all(each is None for each in checked):
            self.game.done("illegal targets", None, *itself)
            return False
        if None in checked:
            self.game.done("some targets illegal", None, *itself)
            refuse_asking(self.game, body, [place for place, each in enumerate(checked, 1) if each is None])
        self.say(targets=targets)
        self._follow(body)
        return True

    def _follow(self, body: ins.Body) -> None:
        """Follow instructions in order: each is one instant, but cards are drawn one by one."""
        chronicle, sort = self.game.chronicle, None
        for each in body:
            if chronicle is not None and type(each) is not sort:
                chronicle.begin_run()
            sort = type(each)
            self.say(done_to=done_to(self.reader, each, body))
            if isinstance(each, ins.Draw | ins.If | ins.Pays | ins.CastCard | ins.CastFromTop | ins.ExileUntil):
                self._do(each)
            else:
                with self.game.beat():
                    self._do(each)
            if acts_within(each):
                self.say(done_to=None)
            nothing_certain(self.game, each)
        if chronicle is not None:
            chronicle.run = 0

    def say(self, **fields: object) -> None:
        """Let something else be said from now on: what was made, chosen or died so far."""
        self.says = Says(**{**self.says.__dict__, **fields})

    # --- targets ---

    def _legal_targets(self, body: ins.Body) -> tuple[int | str | None, ...]:
        given = list(self.says.targets)
        checked: list[int | str | None] = []
        for each in body:
            if isinstance(each, ins.Target):
                refuse_mixed(self.game, each, given)
                for _ in range(len(given) if is_open(each) else each.count):
                    if given:
                        found = given.pop(0)
                        stands = found is not None and legal(self.game, self.says, each, found)
                        checked.append(found if stands else None)
        return (*checked, *given)

    # --- instructions ---

    def _do(self, instruction: ins.Instruction) -> None:
        game, reader = self.game, self.reader
        ask_what_is_chosen(reader, instruction)
        match instruction:
            case ins.Target():
                return
            case ins.Begin():
                game.damage_rules = game.damage_rules or mentions(instruction.effect, is_damage_rule)
                begin(game, reader, instruction.effect, self.this)
            case ins.PutCounters():
                puts(game, reader, instruction, self._objects(instruction.on))
            case ins.RemoveCounters():
                remove_counters(game, reader, instruction, self._objects(instruction.from_))
            case ins.MoveCounters():
                move_counters(game, reader, instruction)
            case ins.CreateToken() | ins.CreateCopyToken() | ins.CreateNamedToken():
                make_tokens(self, instruction)
            case ins.CopySpell():
                self.say(made=(*self.says.made, *copies(game, reader, instruction)))
            case ins.SetStatus():
                for each in self._objects(instruction.affects):
                    own = self.stacked if each == self.says.source else None
                    set_status(game, each, instruction.status, instruction.as_, self.says.choices, own)
            case ins.Move():
                self._move(instruction)
            case ins.CastCard() | ins.CastFromTop() | ins.ExileUntil():
                self.say(made=(*self.says.made, *casts_card(game, reader, instruction)))
            case ins.Manifest():
                self._manifest(instruction)
            case ins.Attach():
                what, to = reader.refer_object(instruction.what), reader.refer(instruction.to)
                if what is not None and to is not None:
                    attach(game, what, to)
            case ins.Damage():
                deal_damage(game, dealt_out(reader, instruction))
            case ins.ForEach():
                self._object_by_object(instruction)
            case ins.GainLife():
                living.change(self, instruction.number, self._for_each(instruction))
            case ins.SetLife():
                living.become(game, reader, instruction)
            case ins.ShuffleIntoLibrary():
                refuse_unseen(self.game, instruction.affects, "graveyard")
                for name in reader.players(instruction.player)[:1]:
                    shuffle_in(game, self._there(instruction.affects), name, instruction.affects)
            case ins.Draw():
                for name, many in self._for_each(instruction):
                    draw(game, name, many)
            case ins.Discard():
                discarded(game, reader, instruction)
            case ins.Pays():
                self._follow(instruction.then if pays(game, reader, instruction) else instruction.else_)
            case ins.Search():
                self.shown.update(found_in_search(game, reader, instruction))
            case ins.Shuffle():
                shuffle(game, *reader.players(instruction.player))
            case ins.ExchangeControl():
                exchange_control(game, reader, instruction)
            case ins.Proliferate():
                proliferate(game, self.says)
            case ins.SetLevel():
                if self.says.source in game.objects:
                    game.change(self.says.source, level=instruction.level)
            case ins.CreateEmblem():
                for name in reader.players(instruction.player):
                    self.say(made=(*self.says.made, emblem(game, instruction.abilities, name)))
            case ins.If():
                then = instruction.then if chooses(game, reader, instruction, self._there) else instruction.else_
                self.say(mays=self.says.mays + is_may(instruction.condition))
                self._follow(then)
            case ins.Delayed():
                create(game, reader, instruction, self.this)
            case ins.Reflexive():
                offer(game, reader, instruction, self.beyond)
            case ins.OtherAction():
                self._other(instruction)
            case _:
                act(self, instruction)

    def _for_each(self, instruction: ins.GainLife | ins.Draw) -> list[tuple[str, int]]:
        """The players of an instruction with the number that it is for each of them, by what is so before it."""
        reader = self.reader
        names = reader.players(instruction.player)
        return [(name, reader.looking_at(name).value(instruction.number)) for name in names]

    def _other(self, instruction: ins.OtherAction) -> None:
        if set(instruction.touches) - {"players"}:
            raise Incomplete(f"an instruction: {instruction.gloss}")
        self.game.unsure.update(instruction.touches)
        if not pours(self.game, self.reader, instruction.gloss):
            self.game.skipped.append(instruction.gloss)
        self.says = says_with_player(self.reader, instruction.gloss)
        not_modelled(self.game, self.reader, instruction.gloss)

    def _objects(self, scope: ef.Scope) -> tuple[int, ...]:
        if isinstance(scope, ef.Only):
            found = self.reader.refer_object(scope.ref)  # What is phased out or gone is not affected.
            return (found,) if found is not None and found in self.game.objects else ()
        return self.reader.scope(scope)

    def _there(self, scope: ef.Scope) -> tuple[int, ...]:  # Or what they have become in a public zone.
        if parts := apart(self.reader, scope):
            return tuple(sorted({each for part in parts for each in self._there(part)}))
        if (there := self._objects(scope)) or not isinstance(scope, ef.Only):
            return there
        old, objects = self.reader.refer_object(scope.ref) or 0, self.game.objects
        became = self.game.parts.get(old, (self.game.became.get(old, 0),))
        new = [objects[each] for each in became if each in objects and objects[each].zone in ("graveyard", "exile")]
        others = [each for each in new if each.id not in self.says.made]
        lost = others and left_behind(self.game, self.says, self.this, scope.ref, old)
        return tuple(each.id for each in new if not lost or each not in others)

    def _object_by_object(self, instruction: ins.ForEach) -> None:
        """Follow instructions for one object after the other; damage alone is dealt at one moment."""
        refuse_unseen(self.game, instruction.each, "hand", "graveyard")
        bodies = [speaking_of(instruction.body, each) for each in self.reader.scope(instruction.each)]
        if len(instruction.body) == 1 and isinstance(instruction.body[0], ins.Damage):
            only = [each for body in bodies for each in body if isinstance(each, ins.Damage)]
            deal_damage(self.game, [event for each in only for event in dealt_out(self.reader, each)])
            return
        with at_once(self.game, instruction.body):
            for each in (each for body in bodies for each in body):
                self._do(each)

    def arrived(self, how: Arrives) -> int | None:
        if how.token:
            refuse_change(self.game, "token")
        identifier = arrive(self.game, how)
        if identifier is not None:
            self.game.arriving.discard(identifier)
            self.say(made=(*self.says.made, identifier))
        return identifier

    def _move(self, instruction: ins.Move) -> None:
        game = self.game
        seen = game.view
        if instruction.until is not None and not self._source_is_there(instruction):
            return
        refuse_unseen(game, instruction.affects, "hand", "graveyard")
        moved = that_can_go(game, instruction, self._there(instruction.affects))
        with game.one_moment():
            for each in moved:
                self._move_one(instruction, each, seen)
        give_back(game)

    def _move_one(self, instruction: ins.Move, each: int, seen: View) -> None:
        game = self.game
        if instruction.how == "counter":
            stays = uncounterable(game, each)
            game.done("does not counter" if stays else "counters", None, each)
            if stays:
                return
        if instruction.out_of and (game.objects[each].zone, game.objects[each].owner) != (
            instruction.out_of,
            self.reader.you(),
        ):
            return
        if instruction.how == "sacrifice" and not given_up_by(self.reader.you(), instruction, seen.get(each)):
            return
        if instruction.how == "destroy":
            refuse_change(game, "destroy", each)
        if instruction.how == "destroy" and self._survives(each, seen, instruction.regenerate):
            return
        if instruction.to == "battlefield":
            self._put_onto_battlefield(game.objects[each], instruction)
            return
        how, by = who_moves(game, instruction.how, each)
        was = game.objects[each].zone
        made = move(game, each, instruction.to, seen, how=how, by=by)
        if was == "battlefield" and game.went.get(each) == "graveyard":
            self.say(died=(*self.says.died, each))
        if each in self.shown and instruction.to in ("hand", "library"):
            for card in made:
                game.change(card, revealed=True)
        self.say(made=(*self.says.made, *made))
        for card in made[:1] if instruction.told else ():
            game.change(card, told=with_told(game.objects[card].told, tuple((fact, 1) for fact in instruction.told)))
        if instruction.haunting is not None and made:
            game.change(made[0], haunts=self.reader.refer_object(instruction.haunting))
        if instruction.linked and self.says.source in game.objects:
            source = game.objects[self.says.source]
            game.change(source.id, linked=(*source.linked, *made))
        if instruction.until is not None and made:
            self._stays_away(made)

    def _survives(self, identifier: int, seen: View, may_regenerate: bool) -> bool:
        """Whether a permanent that would be destroyed stays: by a keyword ability, or as something happens instead."""
        if identifier in seen and lets(seen[identifier], "not destroyed"):
            return True
        destroyed, besides = is_destroyed(self.game, identifier, effect=True, regenerates=may_regenerate)
        follow(self.game, besides)
        return not destroyed or identifier not in self.game.objects

    def _source_is_there(self, instruction: ins.Move) -> bool:
        """Whether the source is on the battlefield still, so that something can stay away until it leaves."""
        if instruction.until != "source leaves" or instruction.to != "exile":
            raise Incomplete(f"a move until {instruction.until}")
        source = self.game.objects.get(self.says.source or 0)
        if source is None or source.zone != "battlefield":
            return False
        if source.id in self._objects(instruction.affects):
            raise Incomplete("an object that is exiled until it leaves the battlefield itself")
        return True

    def _stays_away(self, made: tuple[int, ...]) -> None:
        says = self.reader.you(), self.says.source
        self.game.begin((StaysAway(),), made, *says, duration=ef.Until("source leaves"))

    def _put_onto_battlefield(self, obj: GameObject, instruction: ins.Move) -> None:
        reader = self.reader
        under = reader.players(instruction.under, obj.id) if instruction.under else (reader.you(),)
        counters = tuple((each.kind, reader.value(each.number, obj.id)) for each in instruction.counters)
        if instruction.face_down == "listed":
            raise Incomplete("an effect that puts permanents face down and says what they are then")
        refuse_stated(self.game, instruction.being)
        if obj.token or obj.copy:
            return
        how = Arrives(
            obj.card,
            owner=obj.owner,
            controller=under[0] if under else obj.owner,
            tapped=True if instruction.tapped else None,
            counters=counters,
            face_down=instruction.face_down,
            face=1 if instruction.transformed and obj.card.layout == "transform" else 0,
            choices=choices_of_it(self.game, self.says, obj.card, self.body),
            was=obj.id,
            came_from=obj.zone,
            being=instruction.being,
            said_by=(reader.you(), self.says.source),
        )
        came = self._comes(obj, how)
        if instruction.attacking and came is not None:
            attack_too(self.game, self.reader, came, instruction.like)

    def _comes(self, obj: GameObject, how: Arrives) -> int | None:
        """Put an object onto the battlefield; what can't enter stays where it is, and None is given."""
        as_it_was = self.game.kept()
        with self.game.beat():
            self.game.depart(obj.id, self.game.view)
            came = self.arrived(how)
            if came is None:
                self.game.restore(as_it_was)
        return came

    def _manifest(self, instruction: ins.Manifest) -> None:
        for player in self.reader.players(instruction.player):
            top = top_of_library(self.game.situation(), player)
            if top is None and self.game.players[player].unlisted != 0:
                raise Incomplete("the top card of a library, which is not listed")
            if top is not None:
                how = Arrives(top.card, top.owner, player, face_down=instruction.as_, was=top.id, came_from="library")
                self._comes(top, how)
