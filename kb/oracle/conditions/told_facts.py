"""Told facts: conditions and amounts about designations, combat, players one by one, and what has happened before.

They rest on facts that only a scenario can tell (`kb/model/told/fact_kinds.py`), or look at each player by themselves.
"""

from __future__ import annotations

from typing import Any

from layerproof.kb.model.costs.mana import COLORED
from layerproof.kb.model.effect import Effect, Only, Union
from layerproof.kb.model.expression import (
    Attacks,
    Both,
    Compares,
    Condition,
    ControlledBy,
    Count,
    Filter,
    HandSize,
    HasCounter,
    Life,
    Matches,
    Minus,
    Most,
    Not,
    OwnedBy,
    Player,
    Ref,
    SomePlayer,
    State,
    Sum,
    TimesPaid,
    Told,
    ToldOf,
    Unless,
    Value,
)
from layerproof.kb.oracle.nouns.described_objects import gathered
from layerproof.kb.oracle.nouns.related_objects import first_of
from layerproof.kb.oracle.words.open_references import SELF, YOU, Thing, joined
from layerproof.kb.oracle.words.parser import NO, Grammar

OPPONENT = Player("opponent")
EACH = Player("each")
STARTING = Told("starting life total")


def add_rules(grammar: Grammar) -> None:
    """Add the rules for `simple` conditions and for amounts that speak of these."""
    _designations(grammar)
    _this_turn(grammar)
    _opponents(grammar)
    _life(grammar)
    _objects(grammar)
    _paid(grammar)
    _numbers(grammar)


def yes(what: str, player: Player = YOU) -> Condition:
    """The condition that a fact is so for a player."""
    return Compares(Told(what, player), ">=", 1)


def _designations(grammar: Grammar) -> None:
    for words, what in (
        ("you have the city 's blessing", "city's blessing"),
        ("you 're the monarch", "monarch"),
        ("you 've completed a dungeon", "completed a dungeon"),
        ("you have one or more emblems", "emblems"),
    ):
        grammar.rule("simple", words, lambda what=what: yes(what))
    grammar.rule("simple", "you 're not the monarch", lambda: Unless(yes("monarch")))
    grammar.rule("simple", "you have max speed", lambda: Compares(Told("speed"), "=", 4))
    grammar.rule("simple", "an opponent is poisoned", lambda: yes("poison counters", OPPONENT))


def _this_turn(grammar: Grammar) -> None:
    rule = grammar.rule
    for words, what in (
        ("you attacked this turn", "attackers declared this turn"),
        ("you 've attacked this turn", "attackers declared this turn"),
        ("you 've drawn a card this turn", "cards drawn this turn"),
        ("you 've lost life this turn", "life lost this turn"),
        ("you gained life this turn", "life gained this turn"),
        ("you 've gained life this turn", "life gained this turn"),
        ("you 've cast a noncreature spell this turn", "noncreature spells cast this turn"),
        ("you 've cast an instant or sorcery spell this turn", "instant and sorcery spells cast this turn"),
        ("you 've committed a crime this turn", "crimes committed this turn"),
        ("you sacrificed a permanent this turn", "permanents sacrificed this turn"),
        ("you 've surveilled this turn", "times surveilled this turn"),
        ("you 've visited an attraction this turn", "Attractions visited this turn"),
        ("you 've put one or more +1/+1 counters on a creature this turn", "+1/+1 counters put on creatures this turn"),
    ):
        rule("simple", words, lambda what=what: yes(what))
    for words, what in (
        ("you 've drawn <number> or more cards this turn", "cards drawn this turn"),
        ("you 've cast <number> or more spells this turn", "spells cast this turn"),
        ("you 've cast <number> or more noncreature spells this turn", "noncreature spells cast this turn"),
        ("you attacked with <number> or more merfolk this turn", "Merfolk attacked with this turn"),
        ("you 've rolled <number> or more dice this turn", "dice rolled this turn"),
        ("you have <number> or more unspent mana", "unspent mana"),
    ):
        rule("simple", words, lambda n, what=what: Compares(Told(what), ">=", n))
    rule(
        "simple",
        "<number> or more creatures died under your control this turn",
        lambda n: Compares(Told("creatures that died under their control this turn"), ">=", n),
    )
    by_these = "combat damage to opponents by Spacecraft and Vehicles this turn"
    these = "a spacecraft or vehicle you control dealt combat damage to an opponent this turn"
    rule("simple", these, lambda: yes(by_these))
    for words, what in (("you haven't cast a spell this turn", "spells cast this turn"),):
        rule("simple", words, lambda what=what: Unless(yes(what)))


def _opponents(grammar: Grammar) -> None:
    """Conditions about one player out of several: each is looked at by themselves."""
    rule = grammar.rule

    def some(condition: Condition, player: Player = OPPONENT) -> Condition:
        return SomePlayer(player, condition)

    rule("simple", "an opponent has <number> or less life", lambda n: some(Compares(Life(EACH), "<=", n)))
    rule("simple", "an opponent has <number> or more life", lambda n: some(Compares(Life(EACH), ">=", n)))
    rule("simple", "an opponent has more life than you", lambda: some(Compares(Life(EACH), ">", Life(YOU))))
    rule("simple", "an opponent has no cards in hand", lambda: some(Compares(HandSize(EACH), "=", 0)))
    rule("simple", "an opponent has more cards in hand than you", lambda: some(_more_cards(EACH, YOU)))
    rule("simple", "you have more cards in hand than each opponent", lambda: Unless(some(_no_fewer())))
    rule("simple", "an opponent has <number> or more cards in (their|his or her) graveyard", lambda n: some(_grave(n)))
    rule("simple", "(there are <number> or more cards in a single graveyard)", lambda n: some(_grave(n), Player("any")))
    rule(
        "simple",
        "an opponent has <number> or more poison counters",
        lambda n: some(Compares(Told("poison counters", EACH), ">=", n)),
    )
    rule("simple", "an opponent controls <number> or more <thing>", lambda n, t: _controls(n, t))
    # Who attacks tells who "that player" is.
    attacked = Player("defending")
    rule(
        "simple",
        "no opponent has more life than that player",
        lambda: Unless(some(Compares(Life(EACH), ">", Life(attacked)))),
    )
    rule("simple", "<the_player> has <number> or more cards in their graveyard", _has_graveyard)


def _more_cards(one: Player, other: Player) -> Condition:
    return Compares(HandSize(one), ">", HandSize(other))


def _no_fewer() -> Condition:
    return Compares(HandSize(EACH), ">=", HandSize(YOU))


def _cards_of(player: Player) -> Value:
    return Count(joined((State("card"), OwnedBy(player))), ("graveyard",))


def _grave(number: Any) -> Condition:
    return Compares(_cards_of(EACH), ">=", number)


def _has_graveyard(player: Player, number: Any) -> Condition:
    return Compares(_cards_of(player), ">=", number)


def _controls(number: Any, thing: Thing) -> Any:
    if thing.zones is not None or not thing.many:
        return NO
    return SomePlayer(OPPONENT, Compares(Count(thing.with_(ControlledBy(EACH)).filter), ">=", number))


def _life(grammar: Grammar) -> None:
    rule = grammar.rule
    start = "your starting life total"
    for words, op in (
        (f"your life total is greater than {start}", ">"),
        (f"your life total is greater than or equal to {start}", ">="),
        (f"your life total is less than {start}", "<"),
    ):
        rule("simple", words, lambda op=op: Compares(Life(YOU), op, STARTING))
    rule("simple", f"your life total is less than or equal to half {start}", _half_left)
    rule("simple", f"your life total is at least <number> greater than {start}", _above)
    rule("simple", f"you have at least <number> life more than {start}", _above)
    rule("simple", "an opponent 's life total is less than half their starting life total", _under_half)
    rule("each", "opponent whose life total is less than half their starting life total", lambda: NO)


def _half_left() -> Condition:
    # Compared doubled, so that nothing is rounded.
    return Compares(Sum((Life(YOU), Life(YOU))), "<=", STARTING)


def _above(number: Any) -> Condition:
    return Compares(Life(YOU), ">=", Sum((STARTING, number)))


def _under_half() -> Condition:
    doubled = Sum((Life(EACH), Life(EACH)))
    return SomePlayer(OPPONENT, Compares(doubled, "<", Told("starting life total", EACH)))


def _objects(grammar: Grammar) -> None:
    rule = grammar.rule
    for words, state in (("monstrous", "monstrous"), ("renowned", "renowned"), ("blocked", "blocked")):
        rule("simple", f"<ref> (is|'s) {words}", lambda ref, state=state: Matches(ref, State(state)))
    rule("simple", "<ref> (is|'s) attacking alone", lambda ref: Matches(ref, State("attacking_alone")))
    rule("simple", "<ref> (is|'s) your commander", lambda ref: Matches(ref, _your_commander()))
    rule("simple", "<ref> attacked this turn", lambda ref: Matches(ref, State("attacked_this_turn")))
    rule("simple", "<ref> attacked a battle this turn", lambda ref: Matches(ref, State("attacked_a_battle_this_turn")))
    rule("simple", "<ref> hasn't dealt damage yet", lambda ref: Matches(ref, Not(State("dealt_damage"))))
    rule("simple", "<ref> was cast", lambda ref: Matches(ref, State("was_cast")))
    rule("simple", "<ref> devoured a creature", lambda ref: Matches(ref, State("devoured")))
    rule("simple", "~ is paired with another creature", lambda: Matches(SELF, State("paired")))
    pair = "(each of those creatures|each of those permanents|both creatures)"
    rule("statement", f"as long as ~ is paired with another creature , {pair} <preds>", _both_paired)
    rule("statement", f"as long as ~ is paired with a <thing> , {pair} <preds>", _paired_with)
    rule("simple", "<ref> has <number> or fewer <counter_kind> counters on it", _at_most)
    rule("post", "attacking <attacked>", lambda player: ((Attacks(player),), None))
    rule("post", "(that's|that 's|that are) attacking <attacked>", lambda player: ((Attacks(player),), None))
    rule("attacked", "you", lambda: YOU)
    rule("attacked", "(your opponents|one of your opponents|an opponent)", lambda: OPPONENT)
    rule("attacked", "enchanted player", lambda: Player("host"))
    rule("controller", "your team controls", lambda: Player("team"))


def _paid(grammar: Grammar) -> None:
    """What mana was spent to cast an object."""
    rule = grammar.rule
    rule("told_history", "mana spent to cast ~", lambda: ToldOf("mana spent to cast"))
    rule("simple", "<mana> was spent to cast ~", _color_spent)
    rule("simple", "at least <number> <color> mana was spent to cast ~", _so_much_spent)
    for words, whose in (("an artifact", "an artifact"), ("a treasure", "a Treasure")):
        state = State(f"mana_from_{whose}_spent_to_cast".replace(" ", "_"))
        rule("simple", f"mana from {words} was spent to cast <ref>", lambda ref, state=state: Matches(ref, state))
        rule(
            "subject",
            f"the first <thing> each turn that mana from {words} was spent to cast",
            lambda thing, state=state: first_of(thing.with_(state)),
        )
    rule("told_history", "the total amount of life your opponents have lost this turn", _lost_by_opponents)
    rule("amount_base", "the total amount of life your opponents have lost this turn", _lost_by_opponents)


def _lost_by_opponents() -> Value:
    return Told("life lost this turn", OPPONENT)


_SYMBOLS = {f"{{{letter}}}": color for letter, color in COLORED.items()}


def _color_spent(symbol: str) -> Any:
    return _so_much_spent(1, _SYMBOLS[symbol]) if symbol in _SYMBOLS else NO


def _so_much_spent(number: Any, color: str) -> Condition:
    return Compares(ToldOf(f"{color} mana spent to cast"), ">=", number)


def _both_paired(mods: Any) -> Any:
    both = Union((Only(SELF), Only(Ref("paired"))))
    return (Effect(both, gathered(mods), Matches(SELF, State("paired"))),)


def _paired_with(thing: Thing, mods: Any) -> Any:
    """An effect on both objects of a pair, of which the other one is of a kind that soulbond does not pair with."""
    if thing.many or thing.zones:
        return NO
    both = Union((Only(SELF), Only(Ref("paired"))))
    held = Both((Matches(SELF, State("paired")), Matches(Ref("paired"), thing.filter)))
    return (Effect(both, gathered(mods), held),)


def _at_most(ref: Ref, number: Any, kind: str) -> Any:
    return Matches(ref, Not(HasCounter(kind, number + 1))) if isinstance(number, int) else NO


def _your_commander() -> Filter:
    return joined((State("commander"), OwnedBy(YOU)))


def _numbers(grammar: Grammar) -> None:
    rule = grammar.rule
    rule("told_value", "your speed", lambda: Told("speed"))
    rule("told_value", "~ 's intensity", lambda: ToldOf("intensity"))
    for words, what in (
        ("the life paid as it entered", "life paid as it entered"),
        ("forests sacrificed as it entered", "Forests sacrificed as it entered"),
    ):
        rule("told_history", words, lambda what=what: ToldOf(what))
    noted = ToldOf("greatest number noted this turn")
    rule("told_value", "the greatest number noted for it this turn", lambda: noted)
    rule("told_value", "the life paid as it entered", lambda: ToldOf("life paid as it entered"))
    rule("amount_base", "<told_value>")
    for words, value in (
        ("experience counter you have", Told("experience counters")),
        ("poison counter your opponents have", Told("poison counters", OPPONENT)),
        ("unspent green mana you have", Told("unspent green mana")),
        ("time you 've cast your commander from the command zone this game", Told("commander casts")),
        ("time it has attacked this turn", ToldOf("attacks this turn", Ref("?it"))),
        ("time (it|~) was kicked", TimesPaid("kicker")),
        ("time ~ attacked this game", ToldOf("attacks this game")),
    ):
        rule("told_history", words, lambda value=value: value)
    rule("each_thing", "<told_history>")
    for words, value in (
        ("cards you 've drawn this turn", Told("cards drawn this turn")),
        ("life you 've lost this turn", Told("life lost this turn")),
        ("turns you 've taken this game", Told("turns taken")),
        ("experience counters you have", Told("experience counters")),
    ):
        rule("told_history", words, lambda value=value: value)
    rule("amount_base", "(the number of|the amount of) <told_history>")
    of_players: tuple[tuple[str, Value], ...] = (
        ("the number of cards in the hand of the opponent with the most cards in hand", Most(HandSize(EACH), OPPONENT)),
        ("the highest life total among your opponents", Most(Life(EACH), OPPONENT)),
        ("the life total of an opponent with the most life", Most(Life(EACH), OPPONENT)),
        ("your starting life total", STARTING),
        ("the total number of cards in all players ' hands", HandSize(Player("any"))),
        ("the number of cards in all players ' hands", HandSize(Player("any"))),
    )
    for words, amount in of_players:
        rule("amount_base", words, lambda amount=amount: amount)
    rule("amount", "<amount_base> minus <amount_base>", _difference)


def _difference(one: Value, two: Value) -> Any:
    return Sum((one, Minus(two)))
