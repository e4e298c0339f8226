"""State-based actions that characteristics decide, to a fixed point (rule key state_based.performed)."""

from __future__ import annotations

from layerproof.kb.model.ability import Chapter
from layerproof.kb.model.effect import Players, Scope, While
from layerproof.kb.model.expression import Ref
from layerproof.kb.model.modification import Allows, RuleEffect
from layerproof.kb.model.node import mentions
from layerproof.kb.model.situation import GameObject, InForce
from layerproof.kb.rulebook.editions.later_meanings import legendary_by_later_words
from layerproof.kb.rulebook.editions.later_subtypes import known_families
from layerproof.kb.rulebook.state_based import applies, state_based_actions
from layerproof.solver.layers.reading import has_keyword_that
from layerproof.solver.layers.scene import Scene, Source, Undecided
from layerproof.solver.layers.values import holds
from layerproof.solver.layers.view import Entry, counter_number
from layerproof.solver.replacing.happening import Following
from layerproof.solver.replacing.happens import destroyed, follow
from layerproof.solver.situation.attaching import may_be_attached
from layerproof.solver.situation.bestowing import is_bestowed, no_longer_bestowed
from layerproof.solver.situation.commanding import leave_commanders_open
from layerproof.solver.situation.game import Game
from layerproof.solver.situation.guard import lethal_is_known, unhindered
from layerproof.solver.situation.keeping import rest_of
from layerproof.solver.situation.kept import kept_from_sacrifice
from layerproof.solver.situation.losing import losers
from layerproof.solver.situation.moving import come_back, move, unattach
from layerproof.solver.situation.turns import leave

LETHAL = "state_based.lethal_damage"
DESTROYED = (LETHAL, "state_based.deathtouch")
AURA = "state_based.aura"
_CEASES = ("state_based.token_ceases", "state_based.copy_ceases")
_ATTACHED = (AURA, "state_based.equipment", "state_based.not_attachable")
_NO_CHAPTERS = "a Saga without chapters"
# Sagas are sacrificed.
_SAGAS = ("state_based.saga", _NO_CHAPTERS)
# Which characteristics of an object decide that a state-based action applies to it.
_DECIDES: dict[str, tuple[str, ...]] = {
    "state_based.toughness": ("types", "toughness"),
    LETHAL: ("types", "toughness"),
    "state_based.deathtouch": ("types", "toughness"),
    "state_based.loyalty": ("types",),
    "state_based.battle": ("types",),
    "state_based.legend": ("names", "supertypes", "controller"),
    "state_based.planeswalker_uniqueness": ("types", "subtypes", "controller"),
    "state_based.world": ("supertypes",),
    "state_based.role": ("subtypes", "controller"),
    "state_based.saga": ("subtypes",),
    AURA: ("types", "subtypes"),
    "state_based.equipment": ("types", "subtypes"),
    "state_based.not_attachable": ("types", "subtypes"),
}


def end_what_is_over(game: Game) -> bool:
    """End effects in force whose "for as long as" no longer holds (rule key effect.for_as_long_as)."""
    scene = game.scene()
    over: set[int] = set()
    for effect in game.situation.effects:
        source = Source(effect.source, effect.controller)
        if isinstance(effect.duration, While):
            if effect.objects is not None and len(effect.objects) == 1:
                source = source._replace(it=effect.objects[0])
            orphaned = effect.source is not None and effect.source not in scene.items and not _speaks_of_others(effect)
            if orphaned or not holds(effect.duration.condition, scene, source):
                over.add(effect.id)
    game.end_effects(over, "effect.for_as_long_as")
    return bool(over)


def _speaks_of_others(effect: InForce) -> bool:
    """Whether a duration does not ask about the source itself, which then may be gone."""
    return not mentions(effect.duration, lambda node: isinstance(node, Ref) and node.kind in ("self", "host"))


def perform(game: Game) -> bool:
    """Perform all state-based actions that apply now, at once; tells whether there were any.

    Sources: the rule keys state_based.*, by the policies legend_rule, counter_annihilation, role_rule. Raises OpenKeep
    where a player chooses what stays and the scenario does not tell it, Undecided where another choice would be made.
    """
    mark = len(game.proof.steps)
    with game.because("state_based.performed"):
        found = _perform(game)
    if len(game.proof.steps) == mark + 1:
        # Nothing applied.
        game.proof.back_to(mark)
    return found


def _perform(game: Game) -> bool:
    scene = game.scene()
    permanents = [item for item in scene.items.values() if item.zone == "battlefield"]
    dying: dict[int, str] = {}
    unattached: dict[int, str] = {}
    follows: list[Following] = []
    pairs: list[tuple[int, int]] = []
    for item in permanents:
        entry = scene.view[item.id]
        fate = _fate(scene, item, entry)
        if fate in DESTROYED:
            unhindered(game, "destroy", item.id)
        if fate is not None:
            dying[item.id] = fate
        if item.attached_to is not None or "Aura" in entry.subtypes:
            what = _attachment(game, item, entry, scene)
            if what == AURA:
                dying[item.id] = what
            elif what is not None:
                unattached[item.id] = what
        both = min(counter_number(item, "+1/+1"), counter_number(item, "-1/-1"))
        if both and game.edition.policy("counter_annihilation") == "in_pairs":
            pairs.append((item.id, both))
    dying.update(dict.fromkeys(_legends(game, scene, permanents), "state_based.legend"))
    dying.update(dict.fromkeys(_planeswalkers(game, scene, permanents), "state_based.planeswalker_uniqueness"))
    if game.edition.policy("saga_without_chapters") == "sacrificed":
        for item in permanents:
            if "Saga" in scene.view[item.id].subtypes and not _has_chapters(scene.view[item.id]):
                dying[item.id] = _NO_CHAPTERS
    dying.update(dict.fromkeys(_finished_sagas(game, scene, permanents), "state_based.saga"))
    for item in scene.items.values():
        if item.zone not in ("battlefield", "stack") and (item.token or item.copy):
            dying[item.id] = "state_based.token_ceases" if item.token else "state_based.copy_ceases"
    dying.update(dict.fromkeys(_roles(game, scene, permanents), "state_based.role"))
    dying.update(dict.fromkeys(_worlds(game, scene, permanents), "state_based.world"))
    if game.edition.policy("phased_out_token") == "ceases":
        tokens = [item.id for item in game.situation.objects if item.token and item.phased_out]
        dying.update(dict.fromkeys(tokens, "state_based.token_ceases"))
    steps = {each: _say(game, each, rule) for each, rule in sorted({**unattached, **dying}.items())}
    lost = losers(game, follows)
    for identifier in sorted(each for each, rule in dying.items() if rule in DESTROYED):
        with game.proof.under(steps[identifier]):
            gone, instead = destroyed(game, identifier, False)
        follows += instead
        if not gone:
            del dying[identifier]
    leave_commanders_open(game)
    # Damage with deathtouch counts only for the first check after it (rule key state_based.deathtouch).
    for item in game.situation.objects:
        if item.deathtouched:
            game.update(item.id, "state_based.deathtouch", deathtouched=False)
    if not (dying or unattached or pairs or lost or follows):
        return False
    with game.at_one_moment():
        moved = _instead(game, follows, set(dying))
        for name, step in lost.items():
            with game.proof.under(step):
                game.set_player(name, lost=True)
        _annihilate(game, pairs, set(dying))
        for identifier in [each for each in unattached if game.there(each) is not None]:
            # What was bestowed is no Aura any more (rule key keyword.bestow_unattached).
            with game.proof.under(steps[identifier]):
                no_longer_bestowed(game, identifier)
                unattach(game, identifier)
        for identifier in sorted(dying.keys() - moved):
            rule = dying[identifier]
            way = "destroyed" if rule in DESTROYED else "sacrificed" if rule in _SAGAS else ""
            by = scene.controller_of(identifier) if way == "sacrificed" else None
            zone = "" if rule in _CEASES else "graveyard"
            with game.proof.under(steps[identifier]):
                move(game, identifier, zone, at_once=True, way=way, by=by)
    come_back(game)
    if lost and len(game.situation.players) > 2:
        # Where two players play, claims read what there is as one of them loses (rule key player.leaves).
        leave(game, *lost)
    return True


def _say(game: Game, identifier: int, rule: str) -> int:
    """The step that says of an object that a state-based action applies to it, and what decides that."""
    item = game.item(identifier)
    rests = [game.proof.about("object", identifier)]
    fields = _DECIDES.get(rule, ())
    if fields and item.zone == "battlefield" and not item.phased_out:
        rests.append(game.derived(identifier, *fields))
    if rule in DESTROYED:
        rests.append(game.proof.last_set("object", identifier, "damage" if rule == LETHAL else "deathtouched"))
    key = "state_based.saga" if rule == _NO_CHAPTERS else rule
    return game.proof.add("state-based", key, {"object": identifier, **_decisive(item, rule)}, *rests)


def _decisive(item: GameObject, rule: str) -> dict[str, object]:
    """What of an object besides its characteristics decides that a state-based action applies to it."""
    if rule in DESTROYED:
        return {"damage": item.damage}
    kind = {"state_based.loyalty": "loyalty", "state_based.battle": "defense", "state_based.saga": "lore"}.get(rule)
    if kind is not None:
        return {"counters": counter_number(item, kind)}
    return {"attached_to": item.attached_to} if rule in _ATTACHED else {}


def _annihilate(game: Game, pairs: list[tuple[int, int]], dying: set[int]) -> None:
    """Take +1/+1 and -1/-1 counters off in pairs. What leaves is last known with the counters that it then had (rule
    keys state_based.counter_pairs, state_based.last_known)."""
    for identifier, number in pairs:
        if identifier not in dying and game.there(identifier) is not None:
            with game.proof.under(_say(game, identifier, "state_based.counter_pairs")):
                game.remove_counters(identifier, "+1/+1", number)
                game.remove_counters(identifier, "-1/-1", number)


def _instead(game: Game, follows: list[Following], dying: set[int]) -> set[int]:
    """Follow what happens instead of state-based actions, at the same moment as these.

    Returns those that would die too and have gone elsewhere. Where they are is their controller's choice between two
    contradictory effects (rule key zone_change.contradictory): it is left open, and asked for where it counts.
    """
    follow(game, tuple(follows))
    moved = {each for each in dying if game.there(each) is None}
    for identifier in moved:
        found = game.there(game.became.get(identifier, 0))
        if found is not None and found.zone != "graveyard":
            game.update(found.id, "zone_change.contradictory", zone=f"{found.zone} or graveyard")
    return moved


def _finished_sagas(game: Game, scene: Scene, permanents: list[GameObject]) -> list[int]:
    """The Sagas at their final chapter of which no chapter ability has triggered and is still to resolve.

    Where players do not act, a scenario lists which chapter abilities resolve, and this is not asked. Source: rule key
    state_based.saga.
    """
    if not game.played or "state_based.saga" not in game.edition.numbers:
        return []
    finished = []
    for item in permanents:
        entry = scene.view[item.id]
        chapters = [each.ability for each in entry.abilities if isinstance(each.ability, Chapter)]
        final = max((number for each in chapters for number in each.numbers), default=0)
        if "Saga" in entry.subtypes and chapters and counter_number(item, "lore") >= final:
            finished.append(item.id)
    if not finished:
        return []
    from layerproof.solver.triggers.gathering import gather

    gather(game)
    waiting = {each.source for each in game.pending if isinstance(each.ability, Chapter)}
    waiting |= {item.source for item in game.situation.objects if isinstance(item.ability, Chapter) and item.source}
    told = [each for each in finished if each not in waiting]
    kept = kept_from_sacrifice(game, scene) if told else ()
    return [each for each in told if each not in kept]


def _has_chapters(entry: Entry) -> bool:
    return any(isinstance(each.ability, Chapter) for each in entry.abilities)


def _fate(scene: Scene, item: GameObject, entry: Entry) -> str | None:
    """The key of the state-based action by which a permanent is destroyed for damage, or put into the graveyard for its
    toughness, loyalty or defense.

    Raises Undecided where words that are not read say how much damage is lethal.
    """
    kept = has_keyword_that(entry, "not destroyed")
    if "creature" in entry.types and item.damage and not item.deathtouched and not kept and (entry.toughness or 0) > 0:
        lethal_is_known(scene)
    facts = {
        "toughness": entry.toughness,
        "damage": item.damage,
        "deathtouched": int(item.deathtouched),
        "loyalty counters": counter_number(item, "loyalty"),
        "defense counters": counter_number(item, "defense"),
    }
    for key, row in state_based_actions().items():
        if row.of in entry.types and row.is_compared and not (kept and key in DESTROYED) and applies(row, facts):
            return key
    return None


def _may_be_enchanted(game: Game, scene: Scene, player: str) -> None:
    """Raise Undecided where an effect says of a player that something cannot enchant them (rule key
    keyword.protection_auras)."""
    from layerproof.solver.game.rights import words_about

    said: list[object] = [mod for each in game.situation.effects for mod in each.mods]
    said += [each.ability for entry in scene.view.values() for each in entry.abilities]
    if not mentions(tuple(said), lambda node: isinstance(node, RuleEffect) and "be enchanted" in node.gloss):
        # Conditions of other effects are not asked about.
        return
    for words in words_about(game, scene, player):
        if "be enchanted" in words:
            raise Undecided(f"whether an Aura stays attached to {player}, of whom an effect says: {words}")


def _attachment(game: Game, item: GameObject, entry: Entry, scene: Scene) -> str | None:
    """By which rule an attached object, or an Aura, goes or is unattached that is not legally attached (rule keys
    state_based.aura, state_based.equipment, state_based.not_attachable, keyword.bestow_unattached), if it is not."""
    host = item.attached_to
    if host is not None and "creature" in entry.types and "Aura" not in entry.subtypes:
        return "state_based.not_attachable"
    if host is not None and may_be_attached(scene, item.id, host):
        if isinstance(host, str):
            _may_be_enchanted(game, scene, host)
        return None
    if "Aura" in entry.subtypes:
        return "keyword.bestow_unattached" if is_bestowed(game, item.id) else AURA
    fits = {"Equipment", "Fortification"} & set(entry.subtypes)
    return "state_based.equipment" if fits else "state_based.not_attachable"


def _legends(game: Game, scene: Scene, permanents: list[GameObject]) -> list[int]:
    """Who dies by the legend rule, as the edition has it (rule key state_based.legend)."""
    groups: dict[tuple[str, str], list[int]] = {}
    all_die = game.edition.policy("legend_rule") == "all_die"
    for item in permanents:
        entry = scene.view[item.id]
        # A planeswalker was no legend as long as there was a rule of its own for it.
        if "legendary" in entry.supertypes and legendary_by_later_words(game.edition, entry.types) is None:
            for name in entry.names:
                groups.setdefault(("" if all_die else entry.controller, name), []).append(item.id)
    crowded = {(player, name): members for (player, name), members in groups.items() if len(members) > 1}
    if not crowded or _no_legend_rule(scene):
        return []
    if _legend_rule_in_words(scene):
        raise Undecided(f"whether the legend rule applies to what is named {next(iter(crowded))[1]}")
    if all_die:
        return [each for members in crowded.values() for each in members]
    return rest_of(game, crowded, "legendary permanents named")


def _planeswalkers(game: Game, scene: Scene, permanents: list[GameObject]) -> list[int]:
    """Who dies by the planeswalker uniqueness rule of older editions (rule key state_based.planeswalker_uniqueness)."""
    policy = game.edition.policy("planeswalker_uniqueness")
    groups: dict[tuple[str, str], list[int]] = {}
    if policy != "none":
        for item in permanents:
            entry = scene.view[item.id]
            if "planeswalker" in entry.types:
                for word in entry.subtypes:
                    if "planeswalker" in known_families(scene.words, word):
                        owner = "" if policy == "all_die" else entry.controller
                        groups.setdefault((owner, word), []).append(item.id)
    crowded = {name: members for name, members in groups.items() if len(members) > 1}
    if policy != "all_die":
        return rest_of(game, crowded, "planeswalkers of the type")
    return sorted({each for members in crowded.values() for each in members})


def _no_legend_rule(scene: Scene) -> bool:
    """Whether a static ability says of the whole game that there is no legend rule."""
    return any(isinstance(scope, Players) for scope in _exempt(scene))


def _exempt(scene: Scene) -> list[Scope]:
    """Whom the effects of static abilities affect that speak of the legend rule."""
    from layerproof.kb.model.modification import RuleEffect
    from layerproof.solver.layers.participants import static_effects

    return [
        effect.effect.affects
        for identifier, entry in scene.view.items()
        if scene.items[identifier].zone == "battlefield"
        for instance in entry.abilities
        for effect in static_effects(instance.ability)
        for mod in effect.effect.mods
        if isinstance(mod, RuleEffect) and "legend rule" in mod.gloss
    ]


def _legend_rule_in_words(scene: Scene) -> bool:
    """Whether something speaks of the legend rule that is known by its words only, or exempts some permanents."""
    from layerproof.kb.model.ability import Opaque

    return bool(_exempt(scene)) or any(
        isinstance(instance.ability, Opaque) and "legend rule" in instance.ability.gloss
        for identifier, entry in scene.view.items()
        if scene.items[identifier].zone == "battlefield"
        for instance in entry.abilities
    )


def _worlds(game: Game, scene: Scene, permanents: list[GameObject]) -> list[int]:
    """Of several world permanents only the newest stays; none if several are the newest (rule key
    state_based.world)."""
    members = [item for item in permanents if "world" in scene.view[item.id].supertypes]
    newest = max((game.arrived.get(item.id, 0) for item in members), default=0)
    stays = [item for item in members if game.arrived.get(item.id, 0) == newest]
    return [item.id for item in members if len(members) > 1 and (len(stays) > 1 or item not in stays)]


def _roles(game: Game, scene: Scene, permanents: list[GameObject]) -> list[int]:
    """Of several Roles of one player on a permanent only the newest stays (rule key state_based.role), unless an
    effect lets all of them stay there."""
    from layerproof.solver.game.rights import rules_in_force

    if game.edition.policy("role_rule") != "newest_stays":
        return []
    groups: dict[tuple[int | str | None, str], list[GameObject]] = {}
    for item in permanents:
        entry = scene.view[item.id]
        if "Role" in entry.subtypes and item.attached_to is not None:
            groups.setdefault((item.attached_to, entry.controller), []).append(item)
    if all(len(members) == 1 for members in groups.values()):
        return []
    rules = [each for each in rules_in_force(game, scene) if each.says == Allows("several roles")]
    crowded = {each for rule in rules for each in rule.objects}
    groups = {where: members for where, members in groups.items() if where[0] not in crowded}
    return [item.id for members in groups.values() for item in sorted(members, key=lambda each: each.timestamp)[:-1]]
