"""What effects allow and forbid: the effects on rules that are there now, and words that are not understood."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import msgspec

from layerproof.kb.keywords.verbs import verb_of
from layerproof.kb.model.ability import Keyword, Opaque
from layerproof.kb.model.costs import cost
from layerproof.kb.model.effect import Only, Players, Scope, Union
from layerproof.kb.model.expression import Ref, Same
from layerproof.kb.model.modification import Allows, Forbids, RuleEffect, Says
from layerproof.kb.model.permissions.rule_effect import AS_A_SORCERY
from layerproof.kb.notation.restrictions import BE_GIVEN_UP, BE_SACRIFICED
from layerproof.solver.layers.functioning import is_heard
from layerproof.solver.layers.participants import static_effects
from layerproof.solver.layers.reading import fits, players
from layerproof.solver.layers.scene import Scene, Source, Undecided
from layerproof.solver.layers.values import affected, holds
from layerproof.solver.situation.game import Game

# What words of an effect that is not understood may be about an action of each sort.
_NOT_SACRIFICED = (
    r"\b(?:can't|cannot|would|instead|only|no)\b.*\bsacrific|\bsacrific.*\b(?:can't|instead|interchangeably)\b"
)
_SPEAKS_OF = {
    "cast": re.compile(r"\bcast|\bplay(?:s|ed|ing)?\b|\bspells?\b"),
    "activate": re.compile(r"\bactivat|\bcan't cycle\b"),
    "play land": re.compile(r"\bplay(?:s|ed|ing)?\b"),
    "attack": re.compile(r"\battack|\bgoad"),
    "block": re.compile(r"\bblock"),
    "assign combat damage": re.compile(r"\bassigns?\b|\bcombat damage\b"),
    "be countered": re.compile(r"\bcountered\b"),
    "be targeted": re.compile(r"\btarget|\bhexproof|\bshroud|\bprotection from"),
    BE_SACRIFICED: re.compile(_NOT_SACRIFICED),
    BE_GIVEN_UP: re.compile(rf"^(?!.*\bcan't (?:[a-z]+, )*(?:or )?cause\b)(?:.*(?:{_NOT_SACRIFICED}))"),
    "turn face up": re.compile(r"\bface[- ]up\b"),
    "suspend": re.compile(r"\bcast|\bplay(?:s|ed|ing)?\b|\bspells?\b"),
}
_WATCHES = re.compile(r"(?:when|whenever|at) ", re.IGNORECASE)
_ACTIVATED = re.compile(r"[^.\"]*: ")
# What makes a spell cost more or less forbids nothing; its cost is worked out elsewhere (`owing`).
_COSTS = re.compile(r"costs? \{|\bcosts? .*(?:less|more)\b|rather than pay|without paying")

# What is done to the affected players, and nothing that they would do.
_TO_PLAYERS = ("be targeted",)


# What is known to all changes nothing about what may be done.
_REVEALED = re.compile(r"(?:your opponents )?plays? with (?:the top cards? of )?(?:your|their) \w+ revealed")
# What an effect that affects objects lets its controller do with them, and nobody else.
_BY_WHOM = ("cast", "play land")


class Rule(msgspec.Struct, frozen=True):
    """An effect on rules that is there now: what it says, seen from where, and whom it affects.

    source: the object that it comes from. objects: those affected; names: the players affected; both None where the
    effect is one that a card has about itself wherever it is.
    """

    says: Says
    source: Source
    objects: tuple[int, ...]
    names: tuple[str, ...]


def rules_in_force(game: Game, scene: Scene) -> tuple[Rule, ...]:
    """The effects on rules that are understood and there now: those of static abilities, then those in force.

    scene: with the finished view of the game's situation, for which they are worked out once. What is not understood is
    asked for with `doubts`. Raises Undecided where what an effect affects is not modelled.
    """
    if game.rules is None or game.rules[0] is not scene:
        game.rules = scene, tuple(_rules(game, scene))
    return game.rules[1]


def _rules(game: Game, scene: Scene) -> Iterator[Rule]:
    for source, scope, mod in _rule_effects(game, scene):
        objects, names = _affected(scope, scene, source)
        for says in mod.says:
            yield Rule(says, source, objects, names)


def _rule_effects(game: Game, scene: Scene) -> Iterator[tuple[Source, Scope, RuleEffect]]:
    for identifier, entry in scene.view.items():
        item = scene.items[identifier]
        for instance in entry.abilities:
            for effect in static_effects(instance.ability):
                mods = [mod for mod in effect.effect.mods if isinstance(mod, RuleEffect)]
                if not mods:
                    continue
                source = Source(identifier, granter=item.granter)
                scope = effect.effect.affects
                for mod in mods:
                    there = item.zone in effect.zones or (effect.cda and instance.text) or _of_casting(mod, scope)
                    if there and all(holds(each, scene, source) for each in effect.conditions):
                        yield source, scope, mod
    for in_force in game.situation.effects:
        source = Source(in_force.source, in_force.controller)
        if in_force.condition is not None and not holds(in_force.condition, scene, source):
            continue
        for each in in_force.mods:
            if isinstance(each, RuleEffect):
                if in_force.objects is not None:
                    for it in in_force.objects:
                        yield source, Only(Ref("object", it)), each
                elif in_force.scope is not None:
                    yield source, in_force.scope, each


def words_about(game: Game, scene: Scene, player: str) -> Iterator[str]:
    """The words of the effects on rules that are there now and affect a player, understood or not."""
    for source, scope, mod in _rule_effects(game, scene):
        if player in _affected(scope, scene, source)[1]:
            yield mod.gloss


def _of_casting(mod: RuleEffect, scope: Scope) -> bool:
    """Whether an effect is about casting the object that has it, which works wherever that could be cast (rule key
    ability.functions.casting)."""
    if scope == Only(Ref("self")):
        return any(isinstance(each, Forbids) and each.action in ("cast", "be countered") for each in mod.says)
    return any(isinstance(each, Allows) and each.of == Same(Ref("self")) for each in mod.says)


def _affected(scope: Scope, scene: Scene, source: Source) -> tuple[tuple[int, ...], tuple[str, ...]]:
    if isinstance(scope, Players):
        return (), players(scope.player, scene, source)
    if isinstance(scope, Union):
        parts = [_affected(each, scene, source) for each in scope.scopes]
        return tuple(i for objects, _ in parts for i in objects), tuple(n for _, names in parts for n in names)
    return tuple(affected(scope, scene, source)), ()


def is_forbidden(
    rule: Rule,
    scene: Scene,
    action: str,
    identifier: int,
    player: str,
    other: int | None = None,
    zone: str | None = None,
    own_turn: bool | None = None,
) -> bool:
    """Whether an effect forbids an action to a player, with an object, perhaps against another object.

    zone: from which the action is taken, and own_turn: whether in a turn of the player, where an effect may speak of
    them. Raises Undecided where it does and they are not given.
    """
    says = rule.says
    if not isinstance(says, Forbids) or says.action != action:
        return False
    placed = bool(says.zones or says.apart_from)
    if (placed and zone is None) or (says.outside is not None and own_turn is None):
        raise Undecided("an effect about where or when something is done is not modelled here")
    if (says.zones and zone not in says.zones) or (zone is not None and zone in says.apart_from):
        return False
    if says.outside is not None and own_turn:
        return False
    if identifier not in rule.objects:
        if (
            player not in rule.names
            or action in _TO_PLAYERS
            or (says.of is not None and not fits(says.of, scene, rule.source, identifier))
        ):
            return False
    if says.by is None:
        return True
    return other is not None and fits(says.by, scene, rule.source._replace(that=identifier), other)


def is_at_its_time(rule: Rule, main: bool) -> bool:
    """Whether what an effect forbids is only casting when a sorcery could not be cast, and it could. main: whether it
    could."""
    return isinstance(rule.says, Forbids) and rule.says.unless == AS_A_SORCERY and main


def is_forbidden_to_player(rule: Rule, scene: Scene, action: str, player: str, other: int | None) -> bool:
    """Whether an effect forbids that something is done to a player, perhaps by an object that fits."""
    says = rule.says
    if not isinstance(says, Forbids) or says.action != action or player not in rule.names:
        return False
    return says.by is None or (other is not None and fits(says.by, scene, rule.source, other))


def is_allowed(rule: Rule, scene: Scene, what: str, identifier: int, player: str, zone: str = "") -> bool:
    """Whether an effect allows something to a player with an object, from a zone where that matters."""
    says = rule.says
    if not isinstance(says, Allows) or says.what != what or (says.zones and zone not in says.zones):
        return False
    if says.zones and scene.items[identifier].owner != player:
        # The words name zones of the player who is allowed it.
        return False
    if identifier in rule.objects:
        return what not in _BY_WHOM or scene.you(rule.source) == player
    return player in rule.names and (says.of is None or fits(says.of, scene, rule.source, identifier))


def is_of_itself(rule: Rule, identifier: int) -> bool:
    """Whether an effect is what a card says of casting itself."""
    says = rule.says
    return isinstance(says, Allows) and says.of == Same(Ref("self")) and rule.source.id == identifier


def doubts(game: Game, scene: Scene, action: str, of: int | None = None) -> Undecided | None:
    """What is in play that is known by its words only and speaks of an action of a sort; None where nothing does.

    of: the object of the action, whose own words count wherever it is.
    """
    return _doubt(game, scene, _SPEAKS_OF.get(action) or re.compile(rf"\b{re.escape(action)}"), of)


def doubts_time(game: Game, scene: Scene, action: str) -> Undecided | None:
    """What is in play that is known by its words only and lets a special action be taken in any player's turn, whatever
    else it says of it; None where nothing does."""
    words = re.compile(rf"\b{re.escape(action)}(?:ing)?\b.*\b(?:any|each|another) (?:other )?(?:player's )?turn\b")
    return _doubt(game, scene, words, None, whole=True)


def _doubt(game: Game, scene: Scene, words: re.Pattern[str], of: int | None, whole: bool = False) -> Undecided | None:
    for identifier, entry in scene.view.items():
        item = scene.items[identifier]
        there = item.zone in ("battlefield", "command") or identifier == of
        for instance in entry.abilities:
            ability = instance.ability
            if not there and not (isinstance(ability, Opaque) and is_heard(item, ability)):
                continue
            if isinstance(ability, Opaque):
                gloss = ability.gloss.lower()
                if words.search(gloss) and (whole or not _passes(gloss, identifier == of)):
                    return Undecided(f"an ability of {game.name(identifier)} is not modelled ({ability.gloss})")
                continue
            if isinstance(ability, Keyword):
                continue
            for effect in static_effects(ability):
                for mod in effect.effect.mods:
                    if (said := _unknown(mod, words)) is not None:
                        return Undecided(f"an effect of {game.name(identifier)} is not modelled ({said})")
    for in_force in game.situation.effects:
        for mod in in_force.mods:
            if (said := _unknown(mod, words)) is not None:
                return Undecided(f"an effect of {in_force.origin} is not modelled ({said})")
    for gloss in game.unheeded:
        if words.search(gloss.lower()):
            return Undecided(f"an instruction that was followed is not modelled ({gloss})")
    return None


def doubts_use(game: Game, scene: Scene, keyword: str) -> Undecided | None:
    """What is in play that is known by its words only and says that a keyword ability can't be used, with the verb that
    stands for activating it; None where nothing does."""
    words = re.compile(rf"\bcan't\b.*\b{re.escape(verb_of(keyword))}s?\b")
    return _doubt(game, scene, words, None)


# How words speak of what keeps a player from paying a part of a cost.
_KEPT_FROM_PAYING: tuple[tuple[Any, re.Pattern[str]], ...] = (
    (cost.TapSelf | cost.TapPart | cost.TapPowerPart, re.compile(r"\bcan't (?:be |become )?tap(?:ped)?\b")),
    (cost.UntapSelf, re.compile(r"\bcan't (?:be|become) untapped\b")),
    (cost.DiscardPart, re.compile(r"\bcan't (?:be )?discard")),
    (cost.ExilePart, re.compile(r"\bcan't (?:be exiled|exile|leave)\b")),
    (cost.ReturnPart, re.compile(r"\bcan't (?:be returned|return|leave)\b")),
    (cost.RevealPart | cost.ShowPart, re.compile(r"\bcan't (?:be revealed|reveal)\b")),
    (cost.RemovePart, re.compile(r"\bcan't (?:be removed|remove)\b")),
    (cost.DrawPart, re.compile(r"\bcan't draw\b")),
)


def doubts_paying(game: Game, scene: Scene, part: cost.CostPart) -> Undecided | None:
    """What is in play that is known by its words only and may keep a player from paying a part of a cost; None where
    nothing does. What cannot be sacrificed, and life, are looked at apart."""
    for kind, words in _KEPT_FROM_PAYING:
        if isinstance(part, kind) and (doubt := _doubt(game, scene, words, None)) is not None:
            return doubt
    return None


# How much life a player has is told, while mana may come from anywhere: what is to be paid may not be there.
MORE_LIFE = re.compile(r"\bcosts? (?:an additional )?\S+ life (?:more )?to cast\b")


def _passes(gloss: str, own: bool) -> bool:
    """Whether words are those of an ability that neither forbids nor allows by being there."""
    if MORE_LIFE.search(gloss):
        return False
    if _COSTS.search(gloss) and not re.search(r"can't|only|as though", gloss):
        return True
    return bool(_REVEALED.match(gloss) or _WATCHES.match(gloss) or _ACTIVATED.match(gloss))


def _unknown(mod: object, words: re.Pattern[str]) -> str | None:
    """The words of an effect on rules that are not understood and speak of the action."""
    if not isinstance(mod, RuleEffect) or mod.says:
        return None
    gloss = mod.gloss.lower()
    return mod.gloss if words.search(gloss) and not _passes(gloss, False) else None
