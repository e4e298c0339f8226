"""Actions of a timeline, seen by the checker: each must be legal, and then its steps are followed."""

from __future__ import annotations

from dataclasses import replace

from layerproof.kb.keywords.keyword_files import KICKS, does
from layerproof.kb.model import ability as ab
from layerproof.kb.model import instruction as ins
from layerproof.kb.model.costs.activation_limit import OnlyOnce, TimesEachTurn
from layerproof.kb.model.costs.cost import Cost
from layerproof.kb.model.costs.payment import Owed
from layerproof.kb.model.occurrence import (
    Activated,
    Attacked,
    Cast,
    Targeted,
    ZoneChange,
)
from layerproof.kb.model.situation import GameObject
from layerproof.kb.model.told.fact_kinds import naming, with_told
from layerproof.kb.rulebook.step_rules import first_citable
from layerproof.kb.scenario import action as ac
from layerproof.kb.scenario import event as ev
from layerproof.kb.scenario.scenario_file import ability_label, default_label
from layerproof.solver.proof.check.adding import refuse_other_mana, symbols_of
from layerproof.solver.proof.check.affording import Payer, keep_known, lacking, pay
from layerproof.solver.proof.check.aiming import fewest
from layerproof.solver.proof.check.arrivals import choices_of
from layerproof.solver.proof.check.becoming import put_counters
from layerproof.solver.proof.check.blocking import block, tell_of
from layerproof.solver.proof.check.coming import Coming
from layerproof.solver.proof.check.dealt_out import announced_whole
from layerproof.solver.proof.check.deontic import Findings
from layerproof.solver.proof.check.entering import Arrives, arrive
from layerproof.solver.proof.check.fighting import attacked, count_attackers
from layerproof.solver.proof.check.game import Game
from layerproof.solver.proof.check.incomplete import ForbiddenChoice, Incomplete
from layerproof.solver.proof.check.legal_activation import Meant, dues_of, loyalty_owed, meant
from layerproof.solver.proof.check.legal_casting import (
    announced,
    bodies,
    card_meant,
    has_targets,
    onto_stack,
)
from layerproof.solver.proof.check.legal_setting_aside import dues_aside, goes_aside
from layerproof.solver.proof.check.legal_special import back_named, dues_up, land_meant, ways_up
from layerproof.solver.proof.check.legal_suspending import suspending_dues, suspends
from layerproof.solver.proof.check.legality import is_legal, legality_steps
from layerproof.solver.proof.check.mana_at_hand import units_of
from layerproof.solver.proof.check.modes_before import all_modes, has_no_others
from layerproof.solver.proof.check.modes_chosen import with_each_mode, with_modes_announced
from layerproof.solver.proof.check.moments import give_priority, no_priority, on_stack, seats_after
from layerproof.solver.proof.check.owing import spell_dues
from layerproof.solver.proof.check.paid_for import has_kicker
from layerproof.solver.proof.check.phrasing import lets
from layerproof.solver.proof.check.purse import purse_of, put_in, take_out
from layerproof.solver.proof.check.resolved import nothing_left_to_cast, resolve_triggered
from layerproof.solver.proof.check.resolving import Resolution
from layerproof.solver.proof.check.stacking import ABILITY, is_triggered, unclear_stack
from layerproof.solver.proof.check.status import set_status
from layerproof.solver.proof.check.step_over import step_is_over
from layerproof.solver.proof.check.striking import strike
from layerproof.solver.proof.check.totalling import totals
from layerproof.solver.proof.check.turning import unspent_mana_goes
from layerproof.solver.proof.check.view import PERMANENT_TYPES
from layerproof.solver.proof.check.world import Says, earlier_too


def play(game: Game, action: ac.Action) -> ev.Event | None:
    """Do what an action of a timeline does; the event of the spell that resolves by it, if one does.

    The steps about its permissions are put into `granted`. Raises Incomplete where it is illegal, since the scenario is
    then none that could be proved anything about.
    """
    if isinstance(action, ac.Passes):
        return _passes(game, action)
    if isinstance(action, ac.ResolveTop):
        return _top_resolves(game, action)
    steps = legality_steps(game, action)
    if not is_legal(steps):
        if all(conclusion["about"] == "divided" for _, _, conclusion in steps):
            raise ForbiddenChoice("a division that could not be announced")
        raise Incomplete("an illegal action in the timeline")
    game.granted.extend(steps)
    match action:
        case ac.Cast():
            casts(game, action)
        case ac.Activate():
            _activates(game, action)
        case ac.PlayLand():
            _plays(game, action)
        case ac.SpecialAction():
            player = steps[0][2]["player"]
            assert isinstance(player, str)
            _specially(game, action, player)
        case ac.Attack():
            if game.step != "declare attackers":
                unspent_mana_goes(game)
            with game.beat():
                _attack(game, action)
        case ac.CombatDamage():
            strike(game, action)
        case ac.Block() | ac.Blockers():
            if game.step != "declare blockers":
                unspent_mana_goes(game)
            with game.beat():
                block(game, action)
    if game.priority is not None and not isinstance(action, ac.Attack | ac.Block | ac.Blockers | ac.CombatDamage):
        player = steps[0][2]["player"]
        assert isinstance(player, str)
        game.priority, game.passed = player, 0
    game.touched()
    return None


def _specially(game: Game, action: ac.SpecialAction, player: str) -> None:
    """Take a special action with an object: its cost is paid, and it is done at once."""
    identifier = game.labelled(action.of)
    payer = Payer(player, identifier, action.x)
    if action.special == "suspend":
        _settles(game, [suspending_dues(game, identifier, player, action.x)], payer, action.paying)
        suspends(game, action)
    elif action.special == "turn face up":
        ways = ways_up(game, game.objects[identifier])
        _settles(game, dues_up(game, ways, player, action.x), payer, action.paying)
        counters = [counter for _, _, counter in ways]
        if counters.count(counters[0]) != len(counters):
            raise Incomplete("which of several costs turned a permanent face up")
        turned_up_by(game, identifier, counters[0], player, action)
    else:
        _settles(game, dues_aside(game, action, player), payer, action.paying)
        goes_aside(game, action)


def turned_up_by(game: Game, identifier: int, counter: str | None, player: str, action: ac.SpecialAction) -> None:
    """Turn a permanent face up, with a counter where its cost brings one."""
    if action.x is not None:
        game.change(identifier, x=action.x)
    set_status(game, identifier, "turn_face_up", choices=choices_of(game, action.choices))
    if counter is not None:
        put_counters(game, [Coming("put_counters", 1, it=identifier, kind=counter, by=player)])


def _attack(game: Game, action: ac.Attack) -> None:
    at = attacked(game, action)
    for label in action.attack:
        identifier = game.labelled(label)
        if not lets(game.view[identifier], "attacks untapped"):
            set_status(game, identifier, "tap")
        tell_of(game, identifier, "attacking", at if isinstance(at, str) else naming(at))
        tell_of(game, identifier, "attacked this turn", 1)
        game.tell(Attacked(identifier, at, alone=len(action.attack) == 1))
    for number, labels in enumerate(action.bands, start=1):
        for label in labels:
            tell_of(game, game.labelled(label), "band", number)
    for name, other in list(game.players.items()):
        if name != game.active:
            whether = 1 if action.attack and at == name else 0
            game.set_player(name, told=with_told(other.told, (("attacked this combat", whether),)))
    count_attackers(game, len(set(action.attack)))
    game.step = "declare attackers"
    game.touched()


def _chosen_body(options: list[ins.Body], targets: tuple[str, ...]) -> ins.Body:
    """What is put on the stack does, which must say which mode it has and what it targets."""
    needed = sum(fewest(each) for each in options[0] if isinstance(each, ins.Target))
    if len(options) > 1 or (needed and not targets):
        raise Incomplete("a mode or target that is not said")
    return options[0]


def casts(game: Game, action: ac.Cast, meanwhile: bool = False) -> int:
    """A spell that it is legal to cast is put on the stack and paid for; its identifier. meanwhile: as one resolves."""
    card = card_meant(game, action)
    action = with_modes_announced(game.objects[card.identifier].card.faces[card.face].abilities, action)
    targets = tuple(game.target(each) for each in action.targets)
    with game.beat():
        identifier = onto_stack(game, card, action, action.as_ or default_label(action.cast))
        game.change(identifier, targets=targets)
        if game.spells_this_turn is not None:
            tell_of(game, identifier, "spells cast before it this turn", game.spells_this_turn)
            game.spells_this_turn += 1
        if has_kicker(game.view[identifier].abilities):
            kicks = sum(times for name, times in game.objects[identifier].paid if does(name, KICKS))
            tell_of(game, identifier, "times kicked", kicks)
        game.tell(ZoneChange(card.identifier, (identifier,), card.zone, "stack"))
    entry = game.view[identifier]
    chosen = _chosen_body(bodies(entry, action) if has_targets(card.way) else [()], action.targets)
    told = choices_of(game, action.choices)
    says = Says(identifier, controller=card.player, targets=targets, choices=told, x=action.x)
    announced_whole(game.reader(says), chosen)
    followed = purse_of(game, card.player) is not None
    dues = spell_dues(game, announced(card, identifier, action, meanwhile), followed)
    _settles(game, dues, Payer(card.player, None, action.x), action.paying)
    if not entry.types & PERMANENT_TYPES:
        keep_known(game, identifier)
    with game.beat():
        game.tell(Cast(identifier, card.player))
        for each in targets:
            game.tell(Targeted(each, identifier, card.player))
    return identifier


def _settles(game: Game, dues: list[tuple[Owed, Cost]], payer: Payer, paying: tuple[str, ...]) -> None:
    """Pay what is owed: the mana of the total cost, then the other parts."""
    left = [(owed, rest) for owed, rest in dues if lacking(game, rest, payer) is None]
    if len({rest for _, rest in left}) != 1:
        raise Incomplete("which of several costs is paid")
    if purse_of(game, payer.player) is not None:
        take_out(game, payer.player, [total for owed, _ in left for total in totals(owed)])
    game.given_up, game.tapped_ones = [], []
    pay(game, left[0][1], payer, paying)


def _activates(game: Game, action: ac.Activate) -> None:
    identifier, ability = meant(game, action)
    obj, entry = game.objects[identifier], game.view[identifier]
    holder = entry.controller if obj.zone in ("battlefield", "stack") else obj.owner
    player = action.controller or holder
    chosen = _chosen_body(with_each_mode(Findings(game, {}), ability.found.body, action.choices), action.targets)
    targets = tuple(game.target(each) for each in action.targets)
    told = choices_of(game, action.choices)
    announced_whole(game.reader(Says(identifier, player, targets=targets, choices=told, x=action.x)), chosen)
    stands = identifier if ability.for_mana else _to_stack(game, action, obj, ability, player)
    loyalty = isinstance(ability.part, ab.Loyalty)
    if loyalty or ability.has_term(TimesEachTurn):
        game.change(identifier, used=(*obj.used, "loyalty" if loyalty else ability.instance))
    if ability.has_term(OnlyOnce):
        game.change(identifier, spent=(*obj.spent, ability.instance))
    if isinstance(ability.part, ab.Loyalty):
        cost = loyalty_owed(game, identifier, ability.part, player)
        if cost > 0:
            costs = Coming("put_counters", cost, it=identifier, kind="loyalty", by=player, effect=False)
            put_counters(game, [costs])
        else:
            game.remove(identifier, "loyalty", -cost)
    else:
        dues = dues_of(game, identifier, ability, player, action.x)
        _settles(game, [dues], Payer(player, identifier, action.x), action.paying)
        if ability.for_mana:
            _makes_mana(game, action, identifier, ability, player)
        else:
            keep_known(game, stands)
    with game.beat():
        game.tell(Activated(identifier, player))
        for each in action.targets:
            game.tell(Targeted(game.target(each), stands, player, True))


def _makes_mana(game: Game, action: ac.Activate, identifier: int, ability: Meant, player: str) -> None:
    """A mana ability has its effect at once, without the stack."""
    if ability.found.body:
        raise Incomplete("what a mana ability does besides adding mana")
    assert isinstance(ability.part, ab.Activated) and ability.part.adds is not None
    mana = ability.part.adds
    wanted = {str(each) for key, values in action.choices if key == "color" for each in values}
    entry = game.view.get(identifier) or game.known[identifier]
    if wanted:
        refuse_other_mana(game, entry, mana, wanted)
    if purse_of(game, player) is None:
        return
    if mana.only is not None:
        raise Incomplete("mana in a pool that may be spent on some things only")
    times = max(game.reader(Says(identifier)).value(mana.times, identifier), 0)
    made = {tuple(units_of(text, "snow" in entry.supertypes)) * times for text in symbols_of(game, entry, mana)}
    fitting = {each for each in made if not wanted or {u.mana for u in each if u.mana != "colorless"} == wanted}
    if len(fitting) > 1:
        raise Incomplete("which mana an ability adds")
    for each in fitting:
        put_in(game, player, each)


def _to_stack(game: Game, action: ac.Activate, obj: GameObject, ability: Meant, player: str) -> int:
    """Put the ability on the stack, and give its identifier."""
    choices = choices_of(game, action.choices)
    if any(key == "object" for key, _ in choices):
        raise Incomplete("objects chosen as an ability is activated")
    identifier = game.number()
    standing = GameObject(
        id=identifier,
        card=ABILITY,
        zone="stack",
        owner=player,
        controller=player,
        timestamp=game.stamp(),
        label=action.as_ or ability_label(action.activate),
        x=action.x,
        choices=choices,
        targets=tuple(game.target(each) for each in action.targets),
        granter=ability.found.granter if ability.found.granter is not None else obj.granter,
        ability=ability.part,
        source=obj.id,
    )
    game.add(standing)
    return identifier


def _plays(game: Game, action: ac.PlayLand) -> None:
    identifier, _ = land_meant(game, action)
    obj = game.objects[identifier]
    player = action.controller or obj.owner
    game.set_player(player, lands=game.players[player].lands + 1)
    label, choices = action.as_ or default_label(action.play_land), choices_of(game, action.choices)
    face = back_named(obj, action)
    how = Arrives(card=obj.card, owner=obj.owner, controller=player, label=label, choices=choices, face=face)
    with game.beat():
        game.depart(identifier, game.view)
        arrive(game, replace(how, was=identifier, came_from=obj.zone))


def _passes(game: Game, action: ac.Passes) -> ev.Event | None:
    """A player passes; the next one in turn order has priority, or all have passed and the top resolves."""
    if action.pass_ == "all":
        return _everyone_passed(game)
    if action.pass_ not in game.players or no_priority(game, action.pass_) is not None:
        raise Incomplete("a player who passes without priority")
    others = seats_after(game, action.pass_)
    if game.passed == len(others):
        return _everyone_passed(game)
    _grant(game, "pass", action.pass_, None, "priority.passed")
    game.priority = others[0]
    game.passed += 1
    return None


def _everyone_passed(game: Game) -> ev.Event | None:
    if not on_stack(game):
        _grant(game, "pass", game.active, None, "step.all_pass")
        step_is_over(game)
        return None
    return _top_resolves(game, ac.ResolveTop())


def _grant(game: Game, action: str, player: str, identifier: int | None, rule: str) -> None:
    says: dict[str, object] = {"action": action, "player": player, "object": identifier, "because": "time"}
    says |= {"source": None, "about": None}
    game.granted.append(("permitted", first_citable(game.edition, (rule,)), says))


def _top_resolves(game: Game, action: ac.ResolveTop) -> ev.Event | None:
    """The topmost object resolves; a spell by the event that is given back, an ability at once."""
    there = on_stack(game)
    if not there:
        raise unclear_stack(game) or Incomplete("an empty stack")
    obj = game.objects[there[-1]]
    if any(since >= obj.timestamp for since, _, _ in game.agenda.unclear):
        # What may have triggered after it was put there would resolve first.
        raise Incomplete(game.agenda.unclear[-1][2])
    _grant(game, "resolve", obj.controller, obj.id, "resolve.top")
    game.castings = list(action.casting)
    if game.priority is not None:
        give_priority(game)
    if obj.ability is None:
        if action.casting:
            raise Incomplete("what is cast as a spell resolves")
        if obj.label is None:
            raise Incomplete("the resolution of a spell without a label")
        return ev.Resolves(resolves=obj.label, choices=action.choices, makes=action.makes, as_=action.as_)
    if is_triggered(obj):
        resolve_triggered(game, obj, action)
        nothing_left_to_cast(game)
        return None
    says = Says(
        obj.source,
        controller=obj.controller,
        granter=obj.granter,
        targets=obj.targets,
        choices=earlier_too(choices_of(game, action.choices), obj.choices),
        x=obj.x,
        resolving=True,
    )
    has_no_others(all_modes(body_of(obj.ability)), obj.choices, choices_of(game, action.choices))
    first = game.next_id
    Resolution(game, says, obj.ability, obj.timestamp).run(body_of(obj.ability))
    game.label_new(action.makes, first)
    if obj.id in game.objects:
        game.depart(obj.id, game.view)
    nothing_left_to_cast(game)
    return None


def body_of(ability: ab.Ability) -> ins.Body:
    """The instructions of an ability on the stack."""
    if isinstance(ability, ab.Activated | ab.Loyalty):
        return ability.body
    if isinstance(ability, ab.ClassLevel):
        return (ins.SetLevel(ability.level),)
    raise Incomplete("what an ability on the stack does")
