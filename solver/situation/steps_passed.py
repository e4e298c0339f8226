"""What the rules make happen in steps that a timeline passes over, where that is not told (rule key turn.discard)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, TypeGuard, get_args

from layerproof.kb.model.ability import Opaque
from layerproof.kb.model.effect import Effect, Players
from layerproof.kb.model.expression import Player
from layerproof.kb.model.instruction import Discard
from layerproof.kb.model.modification import RuleEffect
from layerproof.kb.model.occurrence import Unsaid
from layerproof.kb.model.permissions.rule_effect import Requires
from layerproof.kb.rulebook import turn_words
from layerproof.kb.scenario import event as ev
from layerproof.kb.scenario.action import Action
from layerproof.solver.layers.functioning import is_heard
from layerproof.solver.layers.participants import static_effects
from layerproof.solver.layers.scene import Source, Undecided
from layerproof.solver.situation.game import Game


class Said(NamedTuple):
    """Words in play that are not read. by: whose static ability they are, None where they are none by themselves."""

    words: str
    by: str | None


def tells_the_turn(game: Game) -> bool:
    """Whether the entry of the timeline is its first turn or step, of the player whose turn it is taken to be anyway,
    and nobody has acted: it says when all is that was listed, so that nothing is asked for on the way."""
    before, event = game.scenario.timeline[: game.place], game.scenario.timeline[game.place]
    if any(isinstance(each, (ev.TurnStep, *get_args(Action))) for each in before):
        return False
    return isinstance(event, ev.TurnStep) and event.turn in (None, game.scenario.players[0])


def ask_what_is_skipped(game: Game) -> None:
    """Raise Undecided where words that are not read say that a step, phase or turn is skipped (rule key
    replacement.skip)."""
    if game.by_rules or tells_the_turn(game):
        return
    unread = [each for each in unread_words(game) if not _followed(each)]
    if (words := next((each.words for each in unread if turn_words.skips_something(each.words)), None)) is not None:
        raise Undecided(f"whether a step or phase on the way is skipped is not modelled ({words})")


def ask_for_other_turns(game: Game) -> None:
    """Raise Undecided where words that are not read speak of other turns, steps or pools than the rules have."""
    unread = [each for each in unread_words(game) if not _followed(each)]
    if (words := next((each.words for each in unread if turn_words.changes_turns(each.words)), None)) is not None:
        raise Undecided(f"what changes turns, steps or what happens in them is not modelled ({words})")


def is_skipped(game: Game, step: str | None, player: str | None = None) -> bool:
    """Whether a static ability has a player skip a step, which then is not there (rule key replacement.skip).

    player: the active player where none is given.
    """
    if step not in ("upkeep", "draw"):
        return False
    player = player or game.situation.active
    for each in unread_words(game):
        skipped = turn_words.skipped_step(each.words)
        if skipped is not None and skipped[1] == step and _is_of(each, skipped[0], player):
            return True
    return False


def ask_whether_it_is_skipped(game: Game, step: str | None) -> None:
    """Raise Undecided where a timeline names a step that the active player skips."""
    if is_skipped(game, step):
        player = game.situation.active
        raise Undecided(f"the {step} step of {player} is skipped, so that the timeline does not come to it")


def nothing_had_to_attack(game: Game) -> None:
    """Raise Undecided where creatures must attack in a combat that is passed over (rule key attack.requirement)."""
    from layerproof.kb.scenario.action import Attack
    from layerproof.solver.game.combat import judge_attack
    from layerproof.solver.game.rights import rules_in_force

    if any(dict(item.told).get("attacking") for item in game.situation.objects):
        return
    mend = "what attacks in a combat that is passed over is not told, and something {0} (attack: …)"
    forcing = (each.words for each in unread_words(game) if turn_words.makes_attack(each.words))
    if (words := next(forcing, None)) is not None:
        raise Undecided(mend.format(f"may have to: {words}"))
    asked = [each.says for each in rules_in_force(game, game.scene()) if isinstance(each.says, Requires)]
    if not any(each.action in ("attack", "attack opponent") for each in asked):
        return
    if not judge_attack(game, Attack()).legal and not any(item.zone == "stack" for item in game.situation.objects):
        raise Undecided(mend.format("must"))


def draw_for_the_turn(game: Game, in_time: bool = True) -> None:
    """The active player draws a card as the draw step begins (rule key turn.draw).

    Where what is not modelled may change that, it is not told whether a card was drawn; nor where more has been listed
    since then (in_time).
    """
    from layerproof.solver.situation.drawing import draw

    player = game.situation.active
    if any(each.lost for each in game.situation.players if each.name == player):
        return
    if tells_the_turn(game) and not game.by_rules:
        # What is listed in the hand is what is there by then.
        game.draws.pop(player, None)
        with game.one_moment():
            game.report(Unsaid("drew"))
        return
    if not in_time and game.situation.player_state(player).unlisted is not None:
        raise Undecided(f"whether {player} had a card to draw in a turn of which no step was named (step: names one)")
    try:
        if not in_time:
            raise Undecided(f"what {player} drew in a turn of which no step was named is not told")
        draw(game.fork(game.scenario), player, 1)
    except Undecided:
        if game.by_rules:
            raise
        unknown = game.situation.player_state(player).drawn_unknown
        game.set_player(player, "turn.draw", drawn_unknown=unknown + 1)
        game.draws.pop(player, None)
        with game.one_moment():
            game.report(Unsaid("drew"))
        return
    with game.because("turn.draw", player=player):
        draw(game, player, 1)


def discard_to_maximum(game: Game) -> None:
    """The active player discards to the maximum hand size as the cleanup step begins (rule key turn.discard).

    All that is there, or cards that are not listed, of which one is as good as another. Raises Undecided where the
    player chooses, or where it is not known how many cards they may keep.
    """
    from layerproof.solver.situation.sacrificing import discard

    if not game.by_rules and tells_the_turn(game):
        return
    player = game.situation.active
    state = game.situation.player_state(player)
    listed = sum(1 for item in game.situation.objects if item.zone == "hand" and item.owner == player)
    number, sizes = listed + state.drawn, _hand_sizes(game, player)
    most = turn_words.least_maximum(sizes)
    if number + state.drawn_unknown <= most:
        return
    if not turn_words.is_settled(sizes) or state.drawn_unknown or (listed and most):
        mend = "" if game.by_rules else " ({leaves: LABEL, to: graveyard} before the entry would tell it)"
        raise Undecided(f"which cards in the hand of {player} are discarded in the cleanup step is not told{mend}")
    with game.because("turn.discard", player=player):
        chosen = Discard(number - most, Player("named", name=player))
        discard(game, Source(None, player), chosen, "the cleanup step")


def _hand_sizes(game: Game, player: str) -> list[turn_words.HandSize | None]:
    """What is said of the maximum hand size of a player; None for words that are not understood."""
    said: list[turn_words.HandSize | None] = []
    for each in unread_words(game):
        if "maximum hand size" in each.words:
            size = turn_words.hand_size(each.words)
            if size is None or each.by is None:
                said += [] if turn_words.lets_keep(each.words) else [None]
            elif _is_of(each, size.whose, player):
                said.append(size)
    return said


def _is_of(said: Said, whose: turn_words.Whose, player: str) -> bool:
    return said.by is not None and (whose == "all" or (said.by == player) == (whose == "you"))


def _followed(said: Said) -> bool:
    """Whether words say no more than that a step is skipped, which then is skipped."""
    return said.by is not None and turn_words.skipped_step(said.words) is not None


def _said(effect: Effect, by: str | None) -> Iterator[Said]:
    """The words of an effect that are not read; by: who controls the permanent that says of players what always
    holds."""
    for mod in effect.mods:
        if _is_unread(mod):
            if isinstance(effect.affects, Players):
                yield Said(turn_words.said_of_players(effect.affects.player.kind, mod.gloss.lower()), by)
            else:
                yield Said(mod.gloss.lower(), None)


def _is_unread(mod: object) -> TypeGuard[RuleEffect]:
    return isinstance(mod, RuleEffect) and not mod.says


def unread_words(game: Game) -> Iterator[Said]:
    """The words in play that are not read, in lower case."""
    scene = game.scene()
    for effect in scene.situation.effects:
        yield from (Said(mod.gloss.lower(), None) for mod in effect.mods if _is_unread(mod))
    for identifier, entry in scene.view.items():
        item = scene.items[identifier]
        for ability in [each.ability for each in entry.abilities]:
            if isinstance(ability, Opaque):
                if is_heard(item, ability):
                    yield Said(ability.gloss.lower(), entry.controller)
            elif item.zone == "battlefield":
                for each in static_effects(ability):
                    always = each.sort == "static" and not each.conditions
                    yield from _said(each.effect, entry.controller if always else None)
    yield from (Said(words.lower(), None) for words in game.unheeded)
