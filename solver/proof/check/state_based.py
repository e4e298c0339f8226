"""State-based actions: what happens by itself, all at once, after an event."""

from __future__ import annotations

from layerproof.kb.model.ability import Chapter, Opaque
from layerproof.kb.model.effect import Effect, Players
from layerproof.kb.model.modification import Allows, RuleEffect
from layerproof.kb.model.node import mentions
from layerproof.kb.model.situation import GameObject
from layerproof.kb.rulebook.editions.later_meanings import legendary_by_later_words
from layerproof.kb.rulebook.editions.later_subtypes import known_families
from layerproof.solver.proof.check.attaching import may_be_attached
from layerproof.solver.proof.check.becoming import Besides, follow, is_destroyed
from layerproof.solver.proof.check.bestowing import bestows, cease_bestowing
from layerproof.solver.proof.check.deontic import clauses, told_of_player
from layerproof.solver.proof.check.entering import give_back, move
from layerproof.solver.proof.check.game import Game
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.interfering import refuse_change, refuse_lethal
from layerproof.solver.proof.check.losing import who_loses
from layerproof.solver.proof.check.phrasing import lets
from layerproof.solver.proof.check.retaining import given_up_for_one
from layerproof.solver.proof.check.status import unattach
from layerproof.solver.proof.check.turning import leaves_game
from layerproof.solver.proof.check.unyielding import unsacrificed
from layerproof.solver.proof.check.view import Entry, View


class Actions:
    """The state-based actions of one round: who goes to the graveyard, is destroyed (and so goes there too), what is
    done instead of some of them, who becomes unattached, is no longer bestowed, loses pairs of counters, loses the
    game."""

    def __init__(self) -> None:
        self.dying: set[int] = set()
        self.destroyed: set[int] = set()
        self.doomed: set[int] = set()
        self.besides: list[Besides] = []
        self.given_up: set[int] = set()
        self.unattached: set[int] = set()
        self.unbestowed: set[int] = set()
        self.pairs: dict[int, int] = {}
        self.losers: set[str] = set()

    def __bool__(self) -> bool:
        return bool(self.dying or self.besides or self.unattached or self.unbestowed or self.pairs or self.losers)


def perform(game: Game, actions: Actions) -> None:
    """Perform the actions of a round: first everything by the view before, in the order of identifiers."""
    seen = game.view
    with game.one_moment():
        # What is done instead happens at the same moment.
        follow(game, actions.besides)
        _where_is_open(game, actions)
        _at_once(game, actions, seen)
    give_back(game)
    if actions.losers and len(game.players) > 2:
        leaves_game(game, *(name for name in game.players if name in actions.losers))


def _where_is_open(game: Game, actions: Actions) -> None:
    """What would die and was sent elsewhere at the same moment is in one of two zones, as its controller chooses."""
    for each in [each for each in actions.dying if each not in game.objects]:
        actions.dying.discard(each)
        new = game.objects.get(game.became.get(each, 0))
        if new is not None and new.zone != "graveyard":
            game.change(new.id, zone=f"{new.zone} or graveyard")


def _at_once(game: Game, actions: Actions, seen: View) -> None:
    actions.unbestowed &= game.objects.keys()
    actions.unattached &= game.objects.keys()
    for identifier in sorted(actions.unbestowed):
        cease_bestowing(game, identifier)
        unattach(game, identifier)
    for identifier in sorted(actions.unattached):
        unattach(game, identifier)
    for identifier, many in sorted(actions.pairs.items()):
        # What leaves in the same round leaves as it was before it, with its counters.
        if identifier in game.objects and identifier not in actions.dying:
            game.remove(identifier, "+1/+1", many)
            game.remove(identifier, "-1/-1", many)
    for name in actions.losers:
        game.set_player(name, lost=True)
    for identifier in sorted(actions.dying & game.objects.keys()):
        ceases = game.objects[identifier].token and game.objects[identifier].phased_out
        how = "destroyed" if identifier in actions.destroyed - actions.doomed else ""
        by = seen[identifier].controller if identifier in actions.given_up else None
        how = "sacrificed" if by is not None else how
        move(game, identifier, "ceases" if ceases else "graveyard", seen, how=how, by=by)


def found_actions(game: Game) -> Actions:
    """The state-based actions that apply now. Raises Incomplete where a choice is open.

    Source: the rules on state-based actions, by the policies of the edition.
    """
    actions = Actions()
    permanents = [
        (obj, game.view[obj.id]) for obj in game.objects.values() if obj.zone == "battlefield" and obj.id in game.view
    ]
    for obj, entry in permanents:
        _one(game, obj, entry, actions)
    actions.given_up = told_sagas(game, permanents)
    actions.dying |= actions.given_up
    if game.edition.policy("phased_out_token") == "ceases":
        actions.dying.update(each.id for each in game.objects.values() if each.token and each.phased_out)
    _uniqueness(game, permanents, actions)
    _world(game, permanents, actions)
    _roles(game, permanents, actions)
    actions.losers = who_loses(game, actions.besides)
    _destroy(game, actions)
    actions.unattached -= actions.dying
    return actions


def told_sagas(game: Game, permanents: list[tuple[GameObject, Entry]]) -> set[int]:
    """Where players act, the Sagas that have told their last chapter, of which nothing waits to resolve any more."""
    if not game.agenda.played or "state_based.saga" not in game.edition.numbers:
        return set()
    told = set()
    for obj, entry in permanents:
        numbers = [n for each in entry.abilities if isinstance(each.ability, Chapter) for n in each.ability.numbers]
        if "Saga" in entry.subtypes and numbers and game.counters_of(obj.id).get("lore", 0) >= max(numbers):
            told.add(obj.id)
    if told and game.chronicle is not None:
        from layerproof.solver.proof.check.arising import look_for_triggers

        look_for_triggers(game)
    waiting = {due.source for due in game.agenda.due if isinstance(due.ability, Chapter)}
    told -= waiting | {each.source or 0 for each in game.objects.values() if isinstance(each.ability, Chapter)}
    return told - unsacrificed(game) if told else told


def _destroy(game: Game, actions: Actions) -> None:
    """Let what is destroyed die or regenerate; what is `doomed`, which goes there for another reason, is not saved."""
    actions.doomed = set(actions.dying)
    for identifier in sorted(actions.destroyed - actions.dying):
        refuse_change(game, "destroy", identifier)
        destroyed, besides = is_destroyed(game, identifier, effect=False)
        actions.besides += besides
        if destroyed:
            actions.dying.add(identifier)


def _one(game: Game, obj: GameObject, entry: Entry, actions: Actions) -> None:
    counters = game.counters_of(obj.id)
    if "creature" in entry.types and entry.toughness is not None:
        lethal = 0 < obj.damage >= entry.toughness or obj.deathtouched
        if entry.toughness <= 0:
            actions.dying.add(obj.id)
        elif not lets(entry, "not destroyed"):
            if obj.damage > 0 and not obj.deathtouched:
                refuse_lethal(game)
            if lethal:
                actions.destroyed.add(obj.id)
    if "planeswalker" in entry.types and not counters.get("loyalty", 0):
        actions.dying.add(obj.id)
    if "battle" in entry.types and not counters.get("defense", 0):
        actions.dying.add(obj.id)
    if "Saga" in entry.subtypes and game.edition.policy("saga_without_chapters") == "sacrificed":
        if not any(isinstance(each.ability, Chapter) for each in entry.abilities):
            actions.dying.add(obj.id)
    pairs = min(counters.get("+1/+1", 0), counters.get("-1/-1", 0))
    if pairs and game.edition.policy("counter_annihilation") == "in_pairs":
        actions.pairs[obj.id] = pairs
    _attachment(game, obj, entry, actions)


def _attachment(game: Game, obj: GameObject, entry: Entry, actions: Actions) -> None:
    host = obj.attached_to
    # What reconfigures may become attached as a creature, but nothing stays attached that is one then.
    stays = not {"creature", "battle"} & entry.types
    legal = stays and host is not None and may_be_attached(game, obj.id, host)
    if legal and isinstance(host, str) and told_of_player(game, host, "be enchanted"):
        raise Incomplete(f"what cannot enchant {host}, by words of an effect")
    if any(bestows(game, each.id, obj.id) for each in game.effects.values()):
        if not legal:
            actions.unbestowed.add(obj.id)
    elif "Aura" in entry.subtypes:
        if not legal:
            actions.dying.add(obj.id)
    elif host is not None and not legal:
        actions.unattached.add(obj.id)


def _uniqueness(game: Game, permanents: list[tuple[GameObject, Entry]], actions: Actions) -> None:
    legends = "none" if _no_legend_rule(permanents) else game.edition.policy("legend_rule")
    legendary = [(obj, entry) for obj, entry in permanents if "legendary" in entry.supertypes]
    legendary = [each for each in legendary if legendary_by_later_words(game.edition, each[1].types) is None]
    names = [name for _, entry in legendary for name in set(entry.names)]
    if legends != "none" and len(set(names)) < len(names) and _legend_rule_in_words(permanents):
        raise Incomplete("what an ability says of the legend rule, of which only the words are known")
    _unique(game, legends, [(obj, entry, frozenset(entry.names)) for obj, entry in legendary], actions)
    walkers = game.edition.policy("planeswalker_uniqueness")
    if walkers != "none":
        known = game.edition.vocabulary
        typed = [
            (obj, entry, frozenset(word for word in entry.subtypes if "planeswalker" in known_families(known, word)))
            for obj, entry in permanents
            if "planeswalker" in entry.types
        ]
        _unique(game, walkers, typed, actions)


def _unique(game: Game, policy: str, items: list[tuple[GameObject, Entry, frozenset[str]]], actions: Actions) -> None:
    rivals: list[tuple[int, int, str]] = []
    for place, (obj, entry, words) in enumerate(items):
        for other, other_entry, other_words in items[place + 1 :]:
            if policy == "all_die" and words & other_words:
                actions.dying.update((obj.id, other.id))
            elif policy not in ("all_die", "none") and entry.controller == other_entry.controller:
                rivals += [(obj.id, other.id, word) for word in words & other_words]
    actions.dying |= given_up_for_one(game, rivals)


def _legend_rule_in_words(permanents: list[tuple[GameObject, Entry]]) -> bool:
    """Whether an ability speaks of the legend rule by words alone, or of some permanents that are exempt from it."""
    return any(
        (isinstance(each.ability, Opaque) and "legend rule" in each.ability.gloss) or mentions(each.ability, _exempts)
        for _, entry in permanents
        for each in entry.abilities
    )


def _exempts(node: object) -> bool:
    return isinstance(node, RuleEffect) and "legend rule" in node.gloss


def _no_legend_rule(permanents: list[tuple[GameObject, Entry]]) -> bool:
    """Whether an ability says of all players that there is no legend rule."""
    return any(
        mentions(
            each.ability,
            lambda node: (
                isinstance(node, Effect) and isinstance(node.affects, Players) and any(map(_exempts, node.mods))
            ),
        )
        for _, entry in permanents
        for each in entry.abilities
    )


def _world(game: Game, permanents: list[tuple[GameObject, Entry]], actions: Actions) -> None:
    """Of several world permanents only the one stays that has had the supertype for the shortest time; none does where
    several have had it for that time. Raises Incomplete where it is not known whether two have had it equally long."""
    game.checks += 1
    worlds = [obj.id for obj, entry in permanents if "world" in entry.supertypes]
    game.world_since = {each: game.world_since.get(each, game.checks) for each in worlds}
    if len(worlds) < 2:
        return
    if any(obj.phased_out and "world" in obj.card.faces[0].supertypes for obj in game.objects.values()):
        raise Incomplete("how long a permanent has been a world permanent that is phased out")
    shortest = max(game.world_since.values())
    newest = [each for each in worlds if game.world_since[each] == shortest]
    if len(newest) > 1 and not game.at_once.issuperset(newest):
        raise Incomplete("which of several permanents has had the supertype world for the shortest time")
    actions.dying.update(each for each in worlds if len(newest) > 1 or each not in newest)


def _roles(game: Game, permanents: list[tuple[GameObject, Entry]], actions: Actions) -> None:
    if game.edition.policy("role_rule") != "newest_stays":
        return
    roles = [(obj, entry) for obj, entry in permanents if "Role" in entry.subtypes and obj.attached_to is not None]
    if len(roles) < 2:
        return
    bearing = [each for each in clauses(game) if isinstance(each.says, Allows) and each.says.what == "several roles"]
    for obj, entry in roles:
        if any(obj.attached_to in each.objects for each in bearing):
            # All Roles may stay there.
            continue
        newer = [
            other
            for other, other_entry in roles
            if other.attached_to == obj.attached_to
            and other_entry.controller == entry.controller
            and other.timestamp > obj.timestamp
        ]
        if newer:
            actions.dying.add(obj.id)
