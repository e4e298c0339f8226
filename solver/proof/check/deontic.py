"""What effects forbid and allow players to do, seen by the checker; and words that might, but are not understood."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from layerproof.kb.keywords.verbs import verb_of
from layerproof.kb.model import effect as ef
from layerproof.kb.model import modification as mo
from layerproof.kb.model.ability import Keyword, Opaque
from layerproof.kb.model.expression import Filter, Ref, Same
from layerproof.kb.model.node import mentions
from layerproof.kb.model.permissions.abilities_of_players import TARGETED
from layerproof.kb.notation.restrictions import BE_GIVEN_UP, BE_SACRIFICED
from layerproof.kb.rulebook.step_rules import first_citable
from layerproof.solver.proof.check.elsewhere import heard
from layerproof.solver.proof.check.exchanged import another_offer
from layerproof.solver.proof.check.game import Game
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.participants import is_there, templates
from layerproof.solver.proof.check.reading import Reader
from layerproof.solver.proof.check.settling import Settlement
from layerproof.solver.proof.check.world import Says

Step = tuple[str, str, dict[str, object]]
_HERE, _AFTER = Same(Ref("self")), ("when ", "whenever ", "at ")
# Who plays, and not those who do ("players").
_PLAY = r"play(?:s|ed|ing)?\b"
_ABOUT = {
    "cast": ("cast", _PLAY, "spell"),
    "suspend": ("cast", _PLAY, "spell"),
    "activate": ("activat", r"can't cycle\b"),
    "play land": (_PLAY,),
    "attack": ("attack", "goad"),
    "block": ("block",),
    "assign combat damage": (r"assigns?\b", r"combat damage\b"),
    "be countered": (r"countered\b",),
    "be targeted": ("target", r"hexproof\b", r"shroud\b", "protection from"),
    BE_SACRIFICED: (r".*\bsacrific",),
    BE_GIVEN_UP: (r".*\bsacrific",),
    "turn face up": ("face up", "face-up"),
}
_PRICE = re.compile(r"\bcosts? (?:\{|.*\b(?:less|more)\b)|\brather than pay\b|\bwithout paying\b")
# Words that keep something from being sacrificed, or have something else go.
_AGAINST = re.compile(r"\bcan't\b|\bcannot\b|\bwould\b|\binstead\b|\bonly\b|\bno\b|\binterchangeabl")
_STRICT = re.compile(r"\bcan't\b|\bonly\b|\bas though\b")


class Clause(NamedTuple):
    """One thing that an effect says: what it forbids or allows, who says it, to which objects and players."""

    says: mo.Says
    speaker: Says
    objects: frozenset[int]
    players: frozenset[str]

    def concerns(self, reader: Reader, identifier: int, player: str, of: Filter | None) -> bool:
        """Whether it is about an object, or about a player and an object that fits."""
        if identifier in self.objects:
            return True
        if player not in self.players:
            return False
        return of is None or reader.fits(of, reader.view[identifier])


def clauses(game: Game) -> list[Clause]:
    """All that effects on rules say now, those of objects first, in the order of the objects and their abilities."""
    found: list[Clause] = []
    for speaker, scope, mod in _spoken(game):
        reader = game.reader(speaker)
        objects, players = _whom(reader, scope)
        found.extend(Clause(each, speaker, objects, players) for each in mod.says)
    return found


def told_of_player(game: Game, player: str, about: str) -> list[str]:
    """What effects on rules say of a player now, in their words, also where these are not read.

    about: words that one of the effects must have for any of them to be looked at.
    """
    there = tuple(each.ability for entry in game.view.values() for each in entry.abilities)
    every = (there, *(each.mods for each in game.effects.values()))
    if not any(mentions(each, lambda node: isinstance(node, mo.RuleEffect) and about in node.gloss) for each in every):
        return []
    told = ((mod.gloss, _whom(game.reader(speaker), scope)[1]) for speaker, scope, mod in _spoken(game))
    return [words for words, players in told if about in words and player in players]


def _spoken(game: Game) -> Iterator[tuple[Says, ef.Scope, mo.RuleEffect]]:
    world, view = game.world(), game.view
    for entry in view.values():
        obj = game.objects[entry.id]
        for instance in entry.abilities:
            for template in templates(instance.ability):
                for mod in template.effect.mods:
                    if not isinstance(mod, mo.RuleEffect):
                        continue
                    seen = template
                    if obj.zone not in template.zones and _follows_its_card(mod, template.effect.affects):
                        seen = template._replace(zones=(obj.zone,))
                    if is_there(world, view, obj, instance, seen):
                        yield Says(entry.id, granter=obj.granter), template.effect.affects, mod
    for effect in game.effects.values():
        speaker = Says(effect.source, controller=effect.controller)
        if not game.reader(speaker).holds(effect.condition):
            continue
        for mod in effect.mods:
            if isinstance(mod, mo.RuleEffect):
                if effect.objects is not None:
                    yield from ((speaker, ef.Only(Ref("object", each)), mod) for each in effect.objects)
                elif effect.scope is not None:
                    yield speaker, effect.scope, mod


def _follows_its_card(mod: mo.RuleEffect, scope: ef.Scope) -> bool:
    """Whether an effect is about how its own card is cast, which counts wherever that can happen."""
    for each in mod.says:
        if isinstance(each, mo.Allows) and each.of == _HERE:
            return True
        on_itself = isinstance(each, mo.Forbids) and scope == ef.Only(Ref("self"))
        if on_itself and each.action in ("cast", "be countered"):  # type: ignore[union-attr]
            return True
    return False


def _whom(reader: Reader, scope: ef.Scope) -> tuple[frozenset[int], frozenset[str]]:
    if isinstance(scope, ef.Players):
        return frozenset(), frozenset(reader.players(scope.player))
    if isinstance(scope, ef.Union):
        both = [_whom(reader, each) for each in scope.scopes]
        return frozenset().union(*(each[0] for each in both)), frozenset().union(*(each[1] for each in both))
    return frozenset(reader.scope(scope)), frozenset()


class Circumstances(NamedTuple):
    """From which zone something is done, and whether in the player's own turn."""

    zone: str
    own_turn: bool

    def spared(self, says: mo.Forbids) -> bool:
        """Whether a prohibition is about another zone or another time."""
        if (says.zones and self.zone not in says.zones) or self.zone in says.apart_from:
            return True
        return says.outside is not None and self.own_turn


def forbidding(
    game: Game,
    said: list[Clause],
    action: str,
    identifier: int,
    player: str,
    other: int | None = None,
    how: Circumstances | None = None,
) -> list[Clause]:
    """The clauses that forbid an action to a player with an object, perhaps because of another object.

    how: where and when it is done; Incomplete where a clause speaks of that and it is not given.
    """
    found = []
    for each in said:
        says = each.says
        if not isinstance(says, mo.Forbids) or says.action != action:
            continue
        if how is None and (says.zones or says.apart_from or says.outside):
            raise Incomplete("a prohibition that hangs on where or when something is done")
        if how is not None and how.spared(says):
            continue
        reader = game.reader(each.speaker)
        if not each.concerns(reader, identifier, player, says.of):
            continue
        if action == TARGETED and identifier not in each.objects:
            # That a player cannot be targeted keeps that player from targeting nothing.
            continue
        if says.by is not None:
            if other is None:
                continue
            about = game.reader(Says(**{**each.speaker.__dict__, "that": identifier}))
            if not about.fits(says.by, about.view[other]):
                continue
        found.append(each)
    return found


def out_of_time(said: list[Clause], as_sorcery: bool) -> list[Clause]:
    """Those prohibitions of casting that hold now. as_sorcery: whether a sorcery could be cast."""
    return [
        each for each in said if not (isinstance(each.says, mo.Forbids) and each.says.unless is not None and as_sorcery)
    ]


def player_shields(game: Game, said: list[Clause], who: Says, player: str) -> list[Clause]:
    """The clauses by which a player cannot be the target of what is said."""
    found = []
    for each in said:
        says = each.says
        if isinstance(says, mo.Forbids) and says.action == TARGETED and player in each.players:
            reader = game.reader(each.speaker)
            if says.by is None or (who.source in reader.view and reader.fits(says.by, reader.view[who.source])):
                found.append(each)
    return found


def allowing(
    game: Game, said: list[Clause], what: str, identifier: int, player: str, zone: str | None = None
) -> list[Clause]:
    """The clauses that allow something to a player with an object, in a zone where they name zones."""
    found = []
    for each in said:
        says = each.says
        if not isinstance(says, mo.Allows) or says.what != what:
            continue
        if says.zones and (zone not in says.zones or game.objects[identifier].owner != player):
            # "From your graveyard": the zones are those of the player.
            continue
        reader = game.reader(each.speaker)
        if identifier in each.objects and what in ("cast", "play land") and reader.you() != player:
            # Who may play the object is the one whose effect it is.
            continue
        if each.concerns(reader, identifier, player, says.of):
            found.append(each)
    return found


def misunderstood(game: Game, action: str, own: int | None = None) -> Incomplete | None:
    """An ability on the battlefield, of the object itself, or an effect, of which only the words are known and which
    speak of an action; None if there is none. Triggered and activated abilities forbid and allow nothing."""
    for entry in game.view.values():
        obj = game.objects[entry.id]
        near = entry.battlefield or entry.id == own or obj.zone == "command"
        for instance in entry.abilities:
            if not near and not heard(obj, False, instance.ability):
                continue
            if isinstance(instance.ability, Keyword):
                continue
            if isinstance(instance.ability, Opaque):
                words = instance.ability.gloss
                if _speaks(words, action) and not _acts_otherwise(words):
                    return Incomplete(f"an ability of which only the words are known: {words}")
            for template in templates(instance.ability):
                for mod in template.effect.mods:
                    if _unread(mod, action):
                        return Incomplete(f"an effect of which only the words are known: {mod.gloss}")  # type: ignore[union-attr]
    for effect in game.effects.values():
        for mod in effect.mods:
            if _unread(mod, action):
                return Incomplete(f"an effect of which only the words are known: {mod.gloss}")  # type: ignore[union-attr]
    for words in game.skipped:
        if _speaks(words, action):
            return Incomplete(f"an instruction that was passed over: {words}")
    return None


def unread_of_keyword(game: Game, keyword: str) -> Incomplete | None:
    """Words that are not understood and say that nobody can use a keyword ability; None where there are none."""
    return misunderstood(game, f"{verb_of(keyword)} (keyword)")


def done_in_any_turn(game: Game, action: str) -> Incomplete | None:
    """Words on the battlefield that are not understood and let a special action be taken in the turns of others; None
    where there are none."""
    said = [*game.skipped, *(getattr(mod, "gloss", "") for each in game.effects.values() for mod in each.mods)]
    for entry in game.view.values():
        if entry.battlefield or game.objects[entry.id].zone == "command":
            said += [each.ability.gloss for each in entry.abilities if isinstance(each.ability, Opaque)]
            parts = [part for each in entry.abilities for part in templates(each.ability)]
            said += [getattr(mod, "gloss", "") for part in parts for mod in part.effect.mods]
    for words in (each.lower() for each in said):
        if re.search(rf"\b{action}", words) and re.search(r"\b(?:any|each|another)\b[^.]*\bturn\b", words):
            return Incomplete(f"when a special action may be taken: {words}")
    return None


def _speaks(words: str, action: str) -> bool:
    folded = words.lower()
    if action.endswith(" (keyword)"):
        verb = re.escape(action.removesuffix(" (keyword)"))
        return "can't" in folded and re.search(rf"\b{verb}s?\b", folded) is not None
    if action in (BE_SACRIFICED, BE_GIVEN_UP) and not _AGAINST.search(folded):
        return False
    if action == BE_GIVEN_UP and re.search(r"\bcan't\b.*\bcause\b", folded):
        return False
    return any(re.search(rf"\b{stem}", folded) for stem in _ABOUT.get(action, (re.escape(action),)))


def _acts_otherwise(words: str) -> bool:
    folded = words.lower()
    if _PRICE.search(folded) and not _STRICT.search(folded):
        return True
    if re.match(r"(?:play with the top card of your library|your opponents play with their hands) revealed", folded):
        return True
    return folded.startswith(_AFTER) or re.match(r"[^.\"]*: ", words) is not None


def _unread(mod: mo.Modification, action: str) -> bool:
    if not isinstance(mod, mo.RuleEffect) or mod.says:
        return False
    return _speaks(mod.gloss, action) and not _acts_otherwise(mod.gloss)


class Findings:
    """What is found about an action: what allows it, what forbids it, and what leaves it open.

    what: the action as the conclusions of steps have it. open: what is not understood, of which a missing permission
    might be part.
    """

    def __init__(self, game: Game, what: dict[str, object], open_: Incomplete | None = None) -> None:
        self.game, self.what, self.open = game, what, open_
        self.good: list[Step] = []
        self.bad: list[Step] = []

    def yes(self, because: str, rules: tuple[str, ...] | str, source: int | None = None) -> None:
        """A permission."""
        self.good.append(self._step("permitted", because, rules, source, None))

    def no(self, because: str, rules: tuple[str, ...] | str, source: int | None = None, about: object = None) -> None:
        """A prohibition, or something that cannot be done."""
        self.bad.append(self._step("forbidden", because, rules, source, about))

    def lacks(self, because: str, rules: tuple[str, ...] | str, about: object = None) -> None:
        """A permission is not there, unless something that is not understood gives it."""
        card = self.what.get("object")
        if self.open is None:
            self.open = another_offer(self.game, card if isinstance(card, int) else None)
            if self.open is None:
                self.no(because, rules, None, about)

    def unsure(self, why: Incomplete) -> None:
        """Something is not modelled that might forbid it."""
        self.open = self.open or why

    def settled(self, settlement: Settlement) -> None:
        """There is mana for what the action costs, or not; a proof shows which."""
        kind, rule = ("permitted", "cost.paying_mana") if settlement.payable else ("forbidden", "cost.resources")
        step = (kind, first_citable(self.game.edition, (rule,)), settlement)
        (self.good if settlement.payable else self.bad).append(step)

    def steps(self) -> list[Step]:
        """The steps that say why; Incomplete where nothing forbids it and something is open."""
        if self.bad:
            return self.bad
        if self.open is not None:
            raise self.open
        return self.good

    def _step(self, kind: str, because: str, rules: tuple[str, ...] | str, source: int | None, about: object) -> Step:
        keys = (rules,) if isinstance(rules, str) else rules
        rule = first_citable(self.game.edition, keys)
        return kind, rule, {**self.what, "because": because, "source": source, "about": about}
