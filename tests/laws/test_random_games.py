"""Random games of legal actions: what must be true in every game is true after every action.

The ordinary share is small; `--hypothesis-profile=more` plays a thousand games.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import settings

from layerproof.kb.model.ability import Triggered
from layerproof.kb.rulebook.edition import load_edition
from layerproof.kb.scenario.scenario_file import read_plain
from layerproof.queries.answer.claim_answers import answer_all
from layerproof.solver.game.legality import judge_action
from layerproof.solver.game.possible import possible_actions
from layerproof.solver.game.stacking import OpenOrder
from layerproof.solver.game.timing import stack
from layerproof.solver.layers.scene import Undecided
from layerproof.solver.situation import state_based
from layerproof.solver.situation.game import Game, Invalid
from layerproof.solver.situation.timeline import Begun, InvalidEvent, follow

EDITIONS = ("2012-10-01", "current")
DECK = (
    "Forest", "Forest", "Mountain", "Grizzly Bears", "Llanowar Elves", "Craw Wurm", "Serra Angel", "Giant Growth",
    "Lightning Bolt", "Glorious Anthem", "Murder", "Raise the Alarm", "Wrath of God", "Cancel",
    "Soul Warden", "Soul Warden", "Doomed Dissenter", "Quirion Dryad", "Azorius Arrester", "Wall of Omens",
    "Temple Acolyte", "Dress Down", "Elvish Vanguard", "Azorius Arrester",
)  # fmt: skip
# On the battlefield from the beginning.
THERE = ("Soul Warden", "Quirion Dryad", "Elvish Vanguard", "Doomed Dissenter", "Forest", "Grizzly Bears")
ACTIONS_OF_PLAYERS = ("cast", "activate", "play_land", "attack", "block", "pass", "resolve_top", "special")
STEPS = ("main", "combat", "second main", "end")
GAMES = settings.default.max_examples if settings.default else 40
ACTIONS = 14
# What all games of a run have seen together.


class Played:
    """A game that is played action by action: its scenario so far, and what it has come to."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.edition = load_edition(self.chance.choice(EDITIONS))
        self.entries: list[dict[str, Any]] = []
        for player in ("you", "opponent"):
            for place, card in enumerate(self.chance.sample(DECK, 9)):
                zone = "hand" if place < 7 else "library"
                label = f"{player}-{place}"
                self.entries.append({"in": zone, "card": card, "as": label, "owner": player})
            for place, card in enumerate(self.chance.sample(THERE, 2)):
                self.entries.append({"enters": card, "as": f"{player}-there-{place}", "controller": player})
        self.entries.append({"turn": self.chance.choice(("you", "opponent")), "step": "main"})
        self.begun = Begun()
        self.made = 0
        self.seen: Counter[str] = Counter()
        self.game = self.followed(self.entries)

    def scenario(self, entries: list[dict[str, Any]], claims: list[Any]) -> Any:
        """The scenario of some entries."""
        plain = {"scenario": "A game", "edition": self.edition.name, "timeline": entries, "claims": claims}
        (scenario,) = read_plain(json.loads(json.dumps(plain))).scenarios
        return scenario

    def followed(self, entries: list[dict[str, Any]]) -> Game:
        """The game after some entries. Raises as `follow` does."""
        # A claim about an action makes the timeline remember since when each player has controlled what.
        return follow(self.scenario(entries, [{"legal": {"cast": "Forest"}}]), self.edition, self.begun)[0]

    def taken(self, entry: dict[str, Any]) -> tuple[list[dict[str, Any]], Game]:
        """The entries with one more, and the game after it; players choose at random where they are asked for an order.

        Raises as `followed` does.
        """
        entries = [*self.entries, entry]
        while True:
            try:
                return entries, self.followed(entries)
            except OpenOrder as error:
                self.seen["ordered"] += 1
                choice = {"choose": list(self.chance.choice(error.orders))}
                entries = [*entries[: error.number + 1], choice, *entries[error.number + 1 :]]

    def choices(self) -> list[dict[str, Any]]:
        """Targets for what has just been put on the stack, legal or not."""
        game = self.game
        there = [item.label for item in game.situation.objects if item.label is not None]
        open_ = [game.item(each).label for each in sorted(game.open) if game.there(each) is not None]
        return [{"choose": label, "targets": [target]} for label in open_ for target in self.chance.sample(there, 12)]

    def tries(self) -> list[dict[str, Any]]:
        """What may be tried next, in a random order."""
        game = self.game
        found: list[dict[str, Any]] = []
        for player in ("you", "opponent"):
            found += possible_actions(game, player)
        found = [self._whole(each) for each in found]
        if stack(game):
            found += [{"resolve_top": True}, {"pass": "all"}] * 2
        else:
            found += [{"step": step} for step in STEPS[_place(game.situation.step) + 1 :]]
            found.append({"turn": self.chance.choice(("you", "opponent")), "step": "main"})
            found.append({"pass": "all"})
        self.chance.shuffle(found)
        # Most of a game is what players do, not how time goes by.
        if self.chance.random() < 0.8:
            found.sort(key=lambda each: "step" in each or "turn" in each or ("pass" in each and not stack(game)))
        choices = self.choices()
        return [*choices, *found]

    def _whole(self, action: dict[str, Any]) -> dict[str, Any]:
        """An action with targets, where its words may want some, and a new label for what it brings."""
        action = dict(action)
        self.made += 1
        if "cast" in action or "play_land" in action:
            action["as"] = f"made-{self.made}"
        if "cast" in action and self.chance.random() < 0.7:
            there = [item.label for item in self.game.situation.objects if item.label is not None]
            action["targets"] = [self.chance.choice([*there, "you", "opponent"])]
        return action


def _place(step: str | None) -> int:
    return STEPS.index(step) if step in STEPS else 0


def cards_of(game: Game) -> Counter[str]:
    """How many cards each player owns, wherever they are."""
    return Counter(
        item.owner for item in game.situation.objects if not item.token and not item.copy and item.ability is None
    )


def check_priority(played: Played) -> None:
    """What must be true whenever a player has priority: nothing waits to be put on the stack, and what is there is an
    object with a controller and a source, in the order in which it was put there."""
    game = played.game
    acted = any(key in ACTIONS_OF_PLAYERS for entry in played.entries for key in entry)
    assert not acted or (not game.pending and not game.doubted), "what has triggered is on the stack"
    for each in stack(game):
        item = game.item(each)
        if item.ability is None:
            continue
        assert item.controller in game.scenario.players and item.source is not None
        assert item.card.faces[0].name is None and not item.token and not item.copy
        assert all(isinstance(target, str) or game.item(target) for target in item.targets)
        assert (item.id in game.open) <= (not item.targets), "targets are chosen once"
        if isinstance(item.ability, Triggered):
            played.seen["on the stack"] += 1
    for player in game.situation.players:
        assert all(unit.mana for unit in player.pool or ())


def check_laws(game: Game, owned: Counter[str]) -> None:
    """What must be true after every action."""
    objects = game.situation.objects
    assert len({item.id for item in objects}) == len(objects)
    assert cards_of(game) == owned, "each card is in exactly one zone"
    assert {item.id for item in objects}.isdisjoint({item.id for item in game.situation.gone})
    assert game.situation.priority in (None, *game.scenario.players)
    assert all(item.zone == "battlefield" or not (item.counters or item.tapped or item.damage) for item in objects)
    rest = game.fork(game.scenario)
    state_based.perform(rest)
    assert rest.situation == game.situation, "state-based actions are at rest"
    assert all(each.life > 0 or each.lost for each in game.situation.players)


def play(seed: int) -> tuple[Played, Counter[str]]:
    """Play a random game, in which the laws hold after every action; the game, and how often what was done in it."""
    counts: Counter[str] = Counter()
    played = Played(seed)
    owned = cards_of(played.game)
    for _ in range(ACTIONS):
        for entry in played.tries():
            before, stacked = played.game.situation, stack(played.game)
            try:
                entries, after = played.taken(entry)
            except InvalidEvent as error:
                # What cannot be completed is undone: the game is as it was.
                assert played.game.situation == before
                assert error.number >= len(played.entries), f"seed {seed}: {error.what}"
                counts["illegal"] += 1
                continue
            except Undecided:
                counts["undecided"] += 1
                continue
            played.entries = entries
            played.game = after
            counts["done"] += 1
            if "choose" in entry:
                counts["chosen"] += 1
            if {"resolve_top", "pass"} & entry.keys() and stacked:
                # The topmost object has left the stack; what it has not countered is there in the same order, and
                # what has triggered is above it.
                left = [each for each in stack(after) if each in stacked]
                assert stacked[-1] not in left and left == [each for each in stacked if each in left]
                assert stack(after)[: len(left)] == left
            break
        else:
            break
        check_laws(played.game, owned)
        check_priority(played)
        if any(each.lost for each in played.game.situation.players):
            break
    return played, counts + played.seen


@pytest.mark.long
@pytest.mark.parametrize("block", range(max(1, GAMES // 20)))
def test_random_games_keep_the_laws(block: int) -> None:
    counts: Counter[str] = Counter()
    for seed in range(block * 20, block * 20 + 20):
        played, found = play(seed)
        counts += found
        if seed % 5 == 0:
            _proved(played, seed)
    assert counts["done"] > 100 and counts["illegal"] > 20, counts
    assert counts["on the stack"] > 20, counts


def test_players_choose_orders_and_targets() -> None:
    """Not in every game does a player choose, but in one of so many."""
    games = (play(seed)[1] for seed in range(max(60, GAMES)))
    assert any(found["ordered"] + found["chosen"] > 0 for found in games)


def _proved(played: Played, seed: int) -> None:
    """The checker comes to the same game: where things are and what they are."""
    game = played.game
    claims: list[Any] = [
        {item.label: {"zone": item.zone}}
        for item in game.situation.objects
        if item.label is not None and game.labels.get(item.label) == item.id
    ]
    there = [game.item(each).label for each in stack(game)]
    claims = [{"stack": there}, *claims[:3]] if None not in there else claims[:3]
    answers = answer_all(played.scenario(played.entries, claims))
    assert {answer.verdict for answer in answers} <= {"proved", "undecided"}, (seed, [each.message for each in answers])


def test_judging_changes_nothing() -> None:
    played = Played(3)
    before = played.game.situation
    judged = 0
    for player in ("you", "opponent"):
        for tried in possible_actions(played.game, player):
            (claim,) = played.scenario(played.entries, [{"legal": tried}]).claims
            try:
                judge_action(played.game, claim.actions[0].action)
                judged += 1
            except (Invalid, Undecided):
                continue
    assert judged > 3
    assert played.game.situation == before
