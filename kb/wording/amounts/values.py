"""Values and conditions as rules text words them."""

from __future__ import annotations

from layerproof.kb.model.expression import (
    AllOf,
    AtLeast,
    Both,
    CastFor,
    Chose,
    ChosenNumber,
    Compares,
    Condition,
    ControlledBy,
    Count,
    CountersAmong,
    CountersOn,
    CountPlayers,
    Devotion,
    Distinct,
    Either,
    EnteredThisTurn,
    Exists,
    Greatest,
    HandSize,
    InZone,
    Is,
    Life,
    Matches,
    Minus,
    Not,
    OwnedBy,
    Player,
    Ref,
    Same,
    Stat,
    State,
    Sum,
    ThatMuch,
    Times,
    Turn,
    Unless,
    Value,
    X,
)
from layerproof.kb.wording.amounts.results import result_condition, result_each, result_quantity
from layerproof.kb.wording.conditions.told_facts import told_condition, told_each, told_quantity
from layerproof.kb.wording.nouns.noun_phrases import noun, player_name, reference, words_amounts
from layerproof.kb.wording.nouns.qualifiers import STAT
from layerproof.kb.wording.words.english import (
    DOUBT,
    SELF,
    doubtful,
    listed,
    number_word,
    plural,
    unmarked,
    unmodelled,
    with_article,
)


def each_of(value: Value) -> str | None:
    """What is counted, as it stands after `for each`; None where the value does not count one at a time.

    >>> from layerproof.kb.model.expression import Is
    >>> each_of(Count(Is("subtype", "Swamp")))
    'Swamp on the battlefield'
    """
    match value:
        case Count(filter_, zones):
            return _counted(noun(filter_, zones).singular(), filter_, zones, noun(filter_, zones).other)
        case CountersOn(kind, ref):
            return f"{'' if kind == 'any' else kind + ' '}counter on {reference(ref)}"
        case HandSize(Player("you")):
            return "card in your hand"
        case Distinct("basic land type", among, ("battlefield",)) if among == _YOUR_LANDS:
            return "basic land type among lands you control"
        case _:
            return result_each(value) or told_each(value)


_YOUR_LANDS = AllOf((Is("type", "land"), ControlledBy(Player("you"))))
_YOUR_CARDS = AllOf((State("card"), OwnedBy(Player("you"))))


def _counted(phrase: str, filter_: object, zones: tuple[str, ...], other: bool) -> str:
    words = f"other {phrase}" if other else phrase
    if "control" not in words and zones == ("battlefield",):
        head, having, quality = words.partition(" with ")
        words = f"{head} on the battlefield{having}{quality}"
    return _place(words, zones)


def _place(words: str, zones: tuple[str, ...]) -> str:
    if zones == ("graveyard",):
        # Texts that count say "in all graveyards" or "in each graveyard".
        each = words.replace("in a graveyard", f"in {DOUBT}all graveyards")
        return each.replace("in graveyards", "in all graveyards")
    if zones == ("hand",):
        return words.replace("you own", "in your hand").replace("you control", "in your hand")
    if zones == ("exile",):
        return words.replace("you own", "you own in exile")
    return words


@words_amounts
def quantity(value: Value) -> str:
    """A value in the middle of a sentence: `3`, `X`, `the number of creatures you control`.

    >>> quantity(HandSize(Player("you")))
    'the number of cards in your hand'
    """
    match value:
        case int():
            return str(value)
        case X():
            return "X"
        case ChosenNumber():
            return "the chosen number"
        case Count(filter_, zones):
            phrase = noun(filter_, zones)
            return f"the number of {_counted(phrase.plural(), filter_, zones, phrase.other)}"
        case CountersOn(kind, ref):
            return f"the number of {'' if kind == 'any' else kind + ' '}counters on {reference(ref)}"
        case HandSize(Player("you")):
            return "the number of cards in your hand"
        case Stat(stat, Ref(kind)):
            owner = {"self": f"{SELF}'s", "it": "its"}.get(kind) or doubtful(f"{reference(Ref(kind))}'s")
            return f"{owner} {STAT.get(stat, stat)}"
        case Life(Player("you")):
            return "your life total"
        case Devotion(colors):
            return f"your devotion to {listed(colors)}"
        case Distinct("card type", State("card"), ("graveyard",)):
            return "the number of card types among cards in all graveyards"
        case Distinct("card type", among, ("graveyard",)) if among == _YOUR_CARDS:
            return "the number of card types among cards in your graveyard"
        case Distinct("basic land type", among, ("battlefield",)) if among == _YOUR_LANDS:
            return "the number of basic land types among lands you control"
        case Sum(values) if len(values) == 2 and any(isinstance(each, Minus) for each in values):
            less, more = sorted(values, key=lambda each: not isinstance(each, Minus))
            return doubtful(f"{quantity(more)} minus {quantity(less.value if isinstance(less, Minus) else less)}")
        case Sum((one, int(two))):
            return f"{quantity(one)} plus {two}"
        case Sum((int(two), one)):
            return f"{two} plus {quantity(one)}"
        case Times((2, one)):
            return f"twice {quantity(one)}"
        case Greatest(stat, among, zones):
            return f"the greatest {STAT.get(stat, stat)} among {noun(among, zones).some()}"
        case AtLeast(one, 0):
            return quantity(one)
        case ThatMuch():
            return doubtful("that much")
        case Distinct(what, among, zones):
            return doubtful(f"the number of different {plural(what)} among {_place(noun(among, zones).some(), zones)}")
        case Sum(values):
            return doubtful(" plus ".join(quantity(each) for each in values))
        case Times((int(many), one)):
            return doubtful(f"{number_word(many)} times {quantity(one)}")
        case Minus(one):
            return doubtful(f"minus {quantity(one)}")
        case AtLeast(one, int(least)):
            return doubtful(f"{quantity(one)}, but at least {least}")
        case HandSize(player):
            return doubtful(f"the number of cards in {player_name(player)}'s hand")
        case EnteredThisTurn(filter_):
            return doubtful(f"the number of {noun(filter_).some()} that entered under your control this turn")
        case CountersAmong(kind, among):
            counters = "counters" if kind == "any" else f"{kind} counters"
            return doubtful(f"the number of {counters} among {noun(among).some()}")
        case CountPlayers(player, held) if held is not None:
            who = "opponents" if player.kind == "opponent" else "players"
            return unmodelled(f"the number of {who} each of whom is such that {condition(held)}")
        case _:
            return result_quantity(value) or told_quantity(value, quantity) or unmodelled("a number")


_IS = {
    "=": "is",
    "!=": "is not",
    "<": "is less than",
    "<=": "is at most",
    ">": "is greater than",
    ">=": "is at least",
    "multiple of": "is a multiple of",
}
# Conditions outside the model whose gloss is the official phrase.
_OFFICIAL = ("a creature died this turn", "a player cast two or more spells last turn", "no spells were cast last turn")


def point(value: Value | None) -> str:
    """A power or toughness as printed in `2/2`: the number, or X where it is counted.

    >>> point(2), point(HandSize(Player("you")))
    ('2', 'X')
    """
    return str(value) if isinstance(value, int) else "X"


def condition(value: Condition, host: str = "") -> str:
    """A condition as a clause after `as long as` or `if`. What is not modelled gives its gloss, in doubt.

    >>> condition(Turn(Player("you")))
    "it's your turn"
    """
    told = result_condition(value) or told_condition(value)
    if told is not None:
        return told
    match value:
        case Matches(ref, AllOf((InZone(("battlefield",)), ControlledBy(Player("you"))))):
            return doubtful(f"you control {reference(ref, host)}")
        case Exists(AllOf((Same(ref), ControlledBy(Player("you"))))) | Matches(ref, ControlledBy(Player("you"))):
            return f"you control {reference(ref, host)}"
        case Exists(filter_, zones):
            phrase = noun(filter_, zones)
            words = phrase.one()
            if words.endswith(" you control"):
                return f"you control {words.removesuffix(' you control')}"
            if " you control " in words:
                return f"you control {words.replace(' you control', '', 1)}"
            placed = _place(words, zones)
            if zones == ("battlefield",):
                placed += " is on the battlefield"
                return placed
            return f"there is {placed}"
        case Compares(Count(filter_, zones), ">=", int(least)) if zones == ("battlefield",):
            phrase = noun(filter_, zones)
            if "you control" in phrase.after:
                rest = phrase.some().replace(" you control", "")
                return f"you control {number_word(least)} or more {rest}"
            return doubtful(f"there are {number_word(least)} or more {phrase.some()}")
        case Compares(Count(filter_, ("exile",)), ">=", int(least)):
            return f"there are {number_word(least)} or more {noun(filter_, ('exile',)).some()}"
        case Compares(Count(filter_, zones), ">=", int(least)) if zones == ("graveyard",):
            return f"there are {number_word(least)} or more {_place(noun(filter_, zones).some(), zones)}"
        case Matches(ref, filter_):
            return _matches(ref, filter_, host)
        case Turn(Player("you")):
            return "it's your turn"
        case Unless(Turn(Player("you"))):
            return "it's not your turn"
        case Unless(Exists(filter_, ("battlefield",))):
            phrase = noun(filter_)
            if "you control" in phrase.after:
                return f"you control no {phrase.some().replace(' you control', '')}"
            return doubtful(f"no {phrase.some()} are on the battlefield")
        case Compares(HandSize(Player("you")), "=", 0):
            return "you have no cards in hand"
        case Both(conditions):
            parts = [condition(each, host) for each in conditions]
            if all(each.startswith("you control ") for each in parts):
                return f"you control {listed([each.removeprefix('you control ') for each in parts])}"
            return " and ".join(parts)
        case Either(conditions):
            return doubtful(" or ".join(condition(each, host) for each in conditions))
        case CastFor("kicker"):
            return unmodelled(f"{SELF} was kicked")
        case Chose("may"):
            return unmodelled("you do so")
        case Chose(option):
            return unmodelled(f"you choose {option}")
        case Compares(left, op, right) if op in _IS:
            return unmodelled(f"{quantity(left)} {_IS[op]} {quantity(right)}")
        case Unless(inner):
            return unmodelled(f"it isn't so that {condition(inner, host)}")
        case _:
            gloss = str(getattr(value, "gloss", "a condition holds"))
            return gloss if gloss in _OFFICIAL else unmodelled(gloss)


_STATUS = (
    "tapped", "untapped", "attacking", "blocking", "equipped", "enchanted", "modified", "monstrous", "renowned",
    "blocked", "unblocked",
)  # fmt: skip
_TOLD = {
    "attacking_alone": "is attacking alone",
    "paired": "is paired with another creature",
    "attacked_this_turn": "attacked this turn",
    "attacked_a_battle_this_turn": "attacked a battle this turn",
    "was_cast": "was cast",
    "devoured": "devoured a creature",
}


def _matches(ref: Ref, filter_: object, host: str) -> str:
    who = reference(ref, host)
    match filter_:
        case State(word) if word in _STATUS:
            return f"{who} is {word}"
        case State(word) if word in _TOLD:
            return f"{who} {_TOLD[word]}"
        case Not(State("dealt_damage")):
            return f"{who} hasn't dealt damage yet"
        case Not(State(word)) if word in ("tapped", "attacking", "blocking"):
            return f"{who} isn't {word}"
        case InZone(("battlefield",)):
            return f"{who} is on the battlefield"
        case InZone((zone,)) if zone in ("graveyard", "exile", "hand"):
            return f"{who} is in your {zone}"
        case Same():
            return doubtful(who)
        case _:
            phrase = noun(filter_)  # type: ignore[arg-type]
            if phrase.heads == ("permanent",) and not phrase.before and phrase.after:
                if all(unmarked(each).startswith("that ") for each in phrase.after):
                    return unmodelled(f"{who} {' and '.join(unmarked(each)[5:] for each in phrase.after)}")
                tail = " ".join(phrase.after)
                has = tail.startswith("with ")
                said = f"{who} has {tail.removeprefix('with ')}" if has else doubtful(f"{who} is {tail}")
                # Or: its power is so much.
                return doubtful(said) if tail.startswith(("with power ", "with toughness ")) else said
            if phrase.heads == ("permanent",) and phrase.before and not phrase.after:
                return f"{who} is {' '.join(phrase.before).replace('face-', 'face ')}"
            return f"{who} is {with_article(phrase.singular())}"
