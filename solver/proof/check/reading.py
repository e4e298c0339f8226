"""References, players, filters and conditions, evaluated on a view."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from layerproof.kb.model import effect as ef
from layerproof.kb.model import expression as ex
from layerproof.kb.model.ability import Activated, Opaque
from layerproof.kb.model.situation import GameObject
from layerproof.kb.model.told.fact_kinds import STATE_FACTS
from layerproof.kb.wording.plain_words import in_words
from layerproof.solver.proof.check import supposing, valuing
from layerproof.solver.proof.check.choosing import chosen_one, refuse_open_zones
from layerproof.solver.proof.check.gathering import (
    cards_exiled_with,
    nth_made,
    put_elsewhere,
    refuse_other_exiles,
    several,
)
from layerproof.solver.proof.check.halves import compared
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.legendary import sure_supertypes
from layerproof.solver.proof.check.looking import (
    by_itself,
    category_words,
    has_adventure,
    is_transformed,
    top_of_library,
)
from layerproof.solver.proof.check.phrasing import has_keyword, keyword_is, phrases
from layerproof.solver.proof.check.supposing import COMPARISONS
from layerproof.solver.proof.check.targeted import aims
from layerproof.solver.proof.check.telling import (
    attacks,
    cast_first,
    defends,
    engaged,
    in_combat,
    monarchs,
    object_fact,
)
from layerproof.solver.proof.check.view import Entry, View, intrinsic_types
from layerproof.solver.proof.check.world import Says, World

_CHOICE_KEYS = {
    "subtype": ("creature type", "land type", "basic land type", "nonbasic land type", "subtype"),
    "color": ("color",),
    "type": ("card type", "type"),
}


class Reader:
    """Reads phrases of the notation on one view, for one source."""

    def __init__(self, world: World, view: View, says: Says) -> None:
        self.world, self.view, self.says = world, view, says

    # --- references and players ---

    def entry(self, identifier: int | None) -> Entry | None:
        """The characteristics of an object: in the view, or as last known."""
        if identifier is None:
            return None
        return self.view.get(identifier) or (
            self.world.known.get(identifier) if identifier not in self.world.objects else None
        )

    def refer(self, ref: ex.Ref, it: int | None = None) -> int | str | None:
        """The identifier of the object (or the name of the player) that a reference points at, else None."""
        says, kind, place = self.says, ref.kind, ref.index - 1
        if kind == "it":
            return it
        if kind == "self":
            return says.source
        if kind == "object":
            return ref.index
        if kind == "host":
            source = self.world.object(says.source)
            return source.attached_to if source else None
        if kind == "target":
            return says.targets[place] if place < len(says.targets) else None
        if kind == "made":
            return nth_made(self, place)
        if kind == "moved" and place == 0:
            return put_elsewhere(self)
        if kind == "that":
            return says.that
        if kind == "granter":
            source = self.world.object(says.source)
            return says.granter if says.granter is not None else source.granter if source else None
        if kind == "tapped":
            for_cost = [each for each in self.choice("tapped") if isinstance(each, int)]
            texts = [one.ability for entry in self.view.values() for one in entry.abilities]
            if [one for one in texts if isinstance(one, Opaque) and "rather than its power" in one.gloss]:
                raise Incomplete("which number counts of what was tapped for a cost")
            if not for_cost[place:]:
                raise Incomplete("what was tapped for a cost")
            return for_cost[place]
        if kind == "haunted":
            source = self.world.object(says.source)
            return source.haunts if source else None
        if kind == "linked":
            known = cards_exiled_with(self.world.object(says.source))
            if not known[place:]:
                refuse_other_exiles(self, self.world.object(says.source))
            return self._if_exiled(known[place]) if known[place:] else None
        if kind == "chosen":
            objects = self.choice("object")
            speaker = self.world.object(says.source)
            if not objects and says.controller is None and speaker and "object" not in dict(speaker.choices):
                # No resolution speaks, but an ability of an object: that was chosen as it entered.
                raise Incomplete("the object that another one let be chosen as it entered")
            return objects[place] if place < len(objects) else None
        if kind in ("paired", "last_linked"):
            source = self.world.object(says.source)
            if kind == "paired":
                return source.paired if source else None
            return self._if_exiled(source.linked[-1]) if source and source.linked else None
        if kind == "top_of_graveyard":
            self.candidates(("graveyard",))
            if self.world.situation.player_state(self.you()).buried:
                raise Incomplete("the top card of a graveyard that is not all listed")
            cards = [each for each in self.world.situation.objects if each.zone == "graveyard"]
            own = [each for each in cards if each.owner == self.you()]
            return max(own, key=lambda each: each.timestamp).id if own else None
        if kind == "top_of_library":
            top = top_of_library(self.world.situation, self.you())
            if top is None and self.world.situation.player_state(self.you()).unlisted != 0:
                raise Incomplete("the top card of a library, which is not listed")
            return top.id if top is not None else None
        raise Incomplete(f"what is meant by “{in_words(ref)}”")

    def _if_exiled(self, card: int) -> int | None:
        """A card exiled with an object, where it is in exile still; in a resolution that may have ended by itself."""
        obj = self.world.objects.get(card)
        return card if self.says.resolving or (obj is not None and obj.zone == "exile") else None

    def refer_object(self, ref: ex.Ref, it: int | None = None) -> int | None:
        """The identifier of the object that a reference points at; None where it is a player or nothing."""
        found = self.refer(ref, it)
        return found if isinstance(found, int) else None

    def choice(self, key: str) -> tuple[str | int, ...]:
        """What was chosen under a key, in this resolution or else for the source."""
        for name, values in self.says.choices:
            if name == key:
                return values
        source, entry = self.world.object(self.says.source), self.entry(self.says.source)
        told = {} if source is None else self.world.told_choices(source, key)
        under = None if source is None else source.chosen_as
        named = under is None or (entry is not None and entry.card.faces[0].name == under)
        return told.get(key, ()) if named else ()

    def chosen_word(self, category: str) -> str | None:
        """The word chosen in a category (`subtype`, `color`, `type`), None where nothing was chosen."""
        return next(iter(self.chosen_words(category)), None)

    def chosen_words(self, category: str) -> tuple[str, ...]:
        """All words chosen in a category, where a text lets several be chosen."""
        chosen = (self.choice(key) for key in _CHOICE_KEYS.get(category, (category,)))
        return next((tuple(str(each) for each in values) for values in chosen if values), ())

    def you(self) -> str:
        """The controller of the source in the view (of an effect in force: its controller)."""
        if self.says.controller is not None:
            return self.says.controller
        entry = self.entry(self.says.source)
        if entry is not None:
            return entry.controller
        source = self.world.object(self.says.source)
        return source.controller if source else ""

    def players(self, player: ex.Player, it: int | None = None) -> tuple[str, ...]:
        """The names of the players that are meant."""
        everyone = tuple(each.name for each in self.world.situation.players if not each.lost)
        kind = player.kind
        if kind == "you":
            return (self.you(),)
        if kind == "opponent":
            you = self.players(ex.Player("controller", player.of), it)[0] if player.of else self.you()
            return tuple(name for name in everyone if name != you)
        if kind == "any":
            return everyone
        if kind == "named":
            return (player.name,)
        if kind == "each":
            return (self.says.each,) if self.says.each else ()
        if kind == "that" and isinstance(self.says.that, str):
            return (self.says.that,)
        if kind == "monarch":
            return monarchs(self)
        if kind in ("left", "right") and len(everyone) == 2:
            # Of two players each sits next to the other on both sides.
            return tuple(name for name in everyone if name != self.you())
        if kind == "team":
            return (self.you(),)  # No scenario has teams of several players.
        if kind == "defending":
            return (defends(self, self.refer_object(player.of, it) if player.of else self.says.source),)
        if kind == "active":
            return (self.world.situation.active,)
        if kind == "chosen":
            return tuple(str(each) for each in self.choice("player")[:1])
        if kind in ("host", "target"):
            found = self.refer(ex.Ref(kind, player.index), it)
            return (found,) if isinstance(found, str) else ()
        if kind in ("controller", "owner"):
            found = self.refer_object(player.of or ex.Ref("it"), it)
            entry, obj = self.entry(found), self.world.object(found)
            if obj is None:
                return ()
            return (obj.owner,) if kind == "owner" else (entry.controller if entry else obj.controller,)
        raise Incomplete(f"which players “{in_words(kind)}” are")

    # --- scopes and candidates ---

    def candidates(self, zones: tuple[str, ...]) -> Iterable[Entry]:
        """The objects in these zones that are not phased out, in the order of their identifiers."""
        objects = self.world.objects
        refuse_open_zones(objects, zones)
        about_to = self.world.entering
        return [entry for key, entry in self.view.items() if objects[key].zone in zones and key != about_to]

    def fitting(self, filter: ex.Filter, zones: tuple[str, ...], it: int | None = None) -> tuple[int, ...]:
        """The identifiers of the objects in these zones that fit; it: the object that an effect is affecting."""
        return tuple(entry.id for entry in self.candidates(zones) if self.fits(filter, entry, it))

    def scope(self, scope: ef.Scope) -> tuple[int, ...]:
        """The identifiers of the objects that an effect applies to, sorted."""
        if isinstance(scope, ef.Only):
            found = self.refer(scope.ref)
            return (found,) if isinstance(found, int) and found in self.view else ()
        if isinstance(scope, ef.All):
            return self.fitting(scope.filter, scope.zones)
        if isinstance(scope, ef.One):
            return chosen_one(self.fitting(scope.filter, scope.zones), self.says)
        if isinstance(scope, ef.Union):
            return tuple(sorted({each for part in scope.scopes for each in self.scope(part)}))
        if isinstance(scope, ef.Several):
            return tuple(sorted(set(several(self, scope)) & set(self.view)))
        if isinstance(scope, ef.Players):
            return ()
        raise Incomplete(f"which objects or players ({in_words(scope)}) are meant")

    # --- filters ---

    def fits(self, filter: ex.Filter, entry: Entry, it: int | None = None) -> bool:
        """Whether an object fits a filter; `it` in the filter is the object affected, else the one examined."""
        world, obj = self.world, self.world.object(entry.id)
        if obj is None:
            return False
        inner = entry.id if it is None else it
        match filter:
            case ex.Is():
                return self._is(filter, entry)
            case ex.Not():
                return not self.fits(filter.filter, entry, it)
            case ex.AllOf():
                return all(self.fits(each, entry, it) for each in filter.filters)
            case ex.AnyOf():
                return any(self.fits(each, entry, it) for each in filter.filters)
            case ex.ControlledBy():
                return entry.controller in self.players(filter.player, inner)
            case ex.OwnedBy():
                return obj.owner in self.players(filter.player, inner)
            case ex.CastBy():
                # The record keeps who put it onto the stack; who controls it is worked out.
                return not obj.copy and obj.controller in self.players(filter.player, inner)
            case ex.InZone():
                # What has left is in no zone any more.
                refuse_open_zones({entry.id: obj}, filter.zones)
                return entry.id in world.objects and obj.zone in filter.zones
            case ex.Same():
                return self.refer(filter.ref, inner) == entry.id
            case ex.State():
                return self._state(filter.word, entry, obj)
            case ex.HasKeyword():
                return has_keyword(entry, filter.keyword)
            case ex.HasAnyAbility():
                return bool(entry.abilities or intrinsic_types(entry))
            case ex.HasCounter():
                kinds = [each for each in obj.counters if filter.kind in (each.kind, "any")]
                return sum(each.number for each in kinds) >= filter.at_least
            case ex.Compare():
                have, wanted = compared(entry, filter.stat, world.edition), self.value(filter.value, inner)
                if filter.op == "!=":
                    return bool(have) and wanted not in have
                return any(COMPARISONS[filter.op](each, wanted) for each in have)
            case ex.Named():
                name = self.chosen_word("card name") if filter.name == "chosen" else filter.name
                return name in entry.names
            case ex.AttachedTo():
                host = self.refer(filter.ref, inner)
                return host is not None and obj.attached_to == host
            case ex.SharesWith():
                other = self.entry(self.refer_object(filter.ref, inner))
                return other is not None and bool(
                    category_words(world.edition, filter.category, entry)
                    & category_words(world.edition, filter.category, other)
                )
            case ex.Targets():
                return aims(obj, entry, self.refer(filter.ref, inner))
            case ex.Attacks():
                return attacks(obj) in self.players(filter.player, inner)
            case ex.InCombatWith():
                return engaged(world, obj, filter.how, self.refer_object(filter.ref, inner))
            case ex.HeldBy():
                return self.looking_at(entry.controller).holds(filter.condition, inner)
            case ex.HostFits():
                bearer = self.view.get(obj.attached_to) if isinstance(obj.attached_to, int) else None
                return bearer is not None and self.fits(filter.filter, bearer, it)
            case ex.Bears():
                there = self.candidates(("battlefield",))
                borne = [each for each in there if world.objects[each.id].attached_to == obj.id]
                return any(self.fits(filter.filter, each, it) for each in borne)
            case ex.FirstCast():
                return cast_first(self, obj, filter.filter, it)
            case ex.ExiledWith():
                exiler = self.world.object(self.refer_object(filter.ref, inner))
                if entry.id not in cards_exiled_with(exiler):
                    refuse_other_exiles(self, exiler)
                return entry.id in cards_exiled_with(exiler)
            case ex.FitsChosen():
                return True
        raise Incomplete(f"what is {in_words(filter)}")

    def _is(self, filter: ex.Is, entry: Entry) -> bool:
        word: str | None = filter.word
        if word == "chosen":
            word = self.chosen_word(filter.category)
        if word is None:
            return False
        if filter.category == "type":
            return word in entry.types
        if filter.category == "subtype":
            return word in entry.subtypes
        if filter.category == "supertype":
            return word in sure_supertypes(entry, self.world.edition)
        return word in entry.colors

    def _state(self, word: str, entry: Entry, obj: GameObject) -> bool:
        seen = by_itself(word, entry, obj, self.world.situation.turn, self.world.edition)
        if seen is not None:
            return seen
        if word in STATE_FACTS:
            return bool(object_fact(obj, STATE_FACTS[word]))
        if word == "has_adventure":
            return has_adventure(self.world.situation, obj)
        if word in ("unblocked", "attacking_alone"):
            return in_combat(self, word, entry, obj)
        attached = [each for each in self.view.values() if self.world.objects[each.id].attached_to == entry.id]
        if word in ("equipped", "enchanted"):
            return any(("Equipment" if word == "equipped" else "Aura") in each.subtypes for each in attached)
        if word == "modified":
            aura = any("Aura" in each.subtypes and each.controller == entry.controller for each in attached)
            return bool(obj.counters) or aura or any("Equipment" in each.subtypes for each in attached)
        if word == "mana_producing":
            mana = any(isinstance(each.ability, Activated) and each.ability.adds for each in entry.abilities)
            return mana or bool(intrinsic_types(entry))
        raise Incomplete(f"whether an object is {word}")

    # --- values and conditions ---

    def value(self, value: ex.Value, it: int | None = None) -> int:
        """A value of the notation as a number."""
        return valuing.value(self, value, it)

    def holds(self, condition: ex.Condition | None, it: int | None = None) -> bool:
        """Whether a condition holds; no condition always holds."""
        return supposing.holds(self, condition, it)

    def looking_at(self, player: str) -> Reader:
        """A reader that is looking at one player."""
        return Reader(self.world, self.view, replace(self.says, each=player))


__all__ = ["COMPARISONS", "Reader", "has_keyword", "is_transformed", "keyword_is", "phrases", "top_of_library"]
