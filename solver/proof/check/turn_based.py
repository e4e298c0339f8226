"""What the rules make happen in steps that a timeline passes over, seen by the checker: the draw, attacks that must be,
discards, and words that a step is skipped."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from layerproof.kb.model.ability import Opaque
from layerproof.kb.model.effect import Players
from layerproof.kb.model.expression import Player
from layerproof.kb.model.instruction import Discard
from layerproof.kb.model.modification import RuleEffect
from layerproof.kb.model.occurrence import Unsaid
from layerproof.kb.model.permissions.rule_effect import Requires
from layerproof.kb.rulebook import turn_words
from layerproof.solver.proof.check.drawing import draw
from layerproof.solver.proof.check.elsewhere import heard
from layerproof.solver.proof.check.game import Game
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.participants import templates
from layerproof.solver.proof.check.world import Says


def draw_for_turn(game: Game, in_time: bool = True) -> None:
    """The active player draws in the draw step; where it is not known how, or more was listed since then, it is not
    known what is in that hand."""
    name = game.active
    if game.players[name].lost:
        return
    if game.agenda.listing and not game.agenda.acting:
        # The hand is listed as it is in this turn.
        game.cards_this_turn.pop(name, None)
        with game.beat():
            game.tell(Unsaid("drew"))
        return
    if not in_time and game.players[name].unlisted is not None:
        raise Incomplete("a draw out of a library of a told size in a turn without a named step")
    before = game.kept()
    try:
        if not in_time:
            raise Incomplete("a draw in a turn without a named step")
        draw(game.fork(), name, 1)
    except Incomplete:
        game.restore(before)
        if game.agenda.acting:
            raise
        game.set_player(name, drawn_unknown=game.players[name].drawn_unknown + 1)
        game.cards_this_turn.pop(name, None)
        with game.beat():
            game.tell(Unsaid("drew"))
        return
    draw(game, name, 1)


def refuse_forced_attack(game: Game) -> None:
    """Refuse where a creature has to attack in a combat of which nothing is told."""
    from layerproof.kb.scenario.action import Attack
    from layerproof.solver.proof.check.deontic import clauses
    from layerproof.solver.proof.check.legality import is_legal, legality_steps

    if any(dict(obj.told).get("attacking", 0) for obj in game.objects.values()):
        return
    if any(turn_words.makes_attack(words) for words, _ in unread(game)):
        raise Incomplete("words by which something may have to attack in a combat that is passed over")
    duties = [each.says.action for each in clauses(game) if isinstance(each.says, Requires)]
    if not {"attack", "attack opponent"} & set(duties):
        return
    if not is_legal(legality_steps(game, Attack())) and not any(obj.zone == "stack" for obj in game.objects.values()):
        raise Incomplete("a creature that has to attack in a combat that is passed over")


def refuse_skipping(game: Game) -> None:
    """Refuse where words say that a step, phase or turn is skipped, other than those that are followed."""
    if game.agenda.acting or game.agenda.listing:
        return
    if any(turn_words.skips_something(words) and not _followed(words, by) for words, by in unread(game)):
        raise Incomplete("a step or phase that may be skipped")


def refuse_other_turns(game: Game) -> None:
    """Refuse where words speak of other turns, steps or mana than usual."""
    if any(turn_words.changes_turns(words) and not _followed(words, by) for words, by in unread(game)):
        raise Incomplete("what changes turns or steps")


def skips(game: Game, step: str, player: str) -> bool:
    """Whether a permanent has the player skip an upkeep or draw step (rule key replacement.skip)."""
    for words, by in unread(game):
        said = turn_words.skipped_step(words)
        if step in ("upkeep", "draw") and said is not None and said[1] == step and _concerns(by, said[0], player):
            return True
    return False


def discard_down(game: Game) -> None:
    """The active player discards to the maximum hand size (rule key turn.discard), where no choice is theirs. Refuses
    where it is, and where it is not known how many cards a hand may have."""
    from layerproof.solver.proof.check.giving_up import discarded

    if game.agenda.listing and not game.agenda.acting:
        return
    name = game.active
    player = game.players[name]
    cards = [obj for obj in game.objects.values() if obj.zone == "hand" and obj.owner == name]
    sizes = _sizes(game, name)
    keeps = turn_words.least_maximum(sizes)
    many = len(cards) + player.drawn - keeps
    if many + player.drawn_unknown <= 0:
        return
    if player.drawn_unknown or not turn_words.is_settled(sizes) or (cards and keeps > 0):
        raise Incomplete("what is discarded in a cleanup step")
    discarded(game, game.reader(Says(None, controller=name)), Discard(many, Player("named", name=name)))


def _sizes(game: Game, name: str) -> list[turn_words.HandSize | None]:
    """What is said of the maximum hand size of a player."""
    sizes: list[turn_words.HandSize | None] = []
    for words, by in unread(game):
        if "maximum hand size" not in words.lower():
            continue
        size = turn_words.hand_size(words)
        if size is None or by is None:
            if not turn_words.lets_keep(words):
                sizes.append(None)
        elif _concerns(by, size.whose, name):
            sizes.append(size)
    return sizes


def _concerns(by: str | None, whose: turn_words.Whose, player: str) -> bool:
    if by is None:
        return False
    return whose == "all" or (whose == "you" and by == player) or (whose == "opponents" and by != player)


def _followed(words: str, by: str | None) -> bool:
    return by is not None and turn_words.skipped_step(words) is not None


def unread(game: Game) -> Iterator[tuple[str, str | None]]:
    """The words in play that are not understood; of a static ability of a permanent with the player who controls it."""
    for entry in game.view.values():
        for ability in [each.ability for each in entry.abilities]:
            if isinstance(ability, Opaque):
                if heard(game.objects[entry.id], entry.battlefield, ability):
                    yield ability.gloss, entry.controller
            elif entry.battlefield:
                for template in templates(ability):
                    to = template.effect.affects
                    sure = template.sort == "static" and template.condition is None
                    sure = sure and template.effect.condition is None
                    for words in _glosses(template.effect.mods):
                        if isinstance(to, Players):
                            yield turn_words.said_of_players(to.player.kind, words), entry.controller if sure else None
                        else:
                            yield words, None
    for effect in game.effects.values():
        yield from ((words, None) for words in _glosses(effect.mods))
    yield from ((words, None) for words in game.skipped)


def _glosses(mods: Sequence[object]) -> list[str]:
    return [mod.gloss for mod in mods if isinstance(mod, RuleEffect) and not mod.says]
