"""The wording of keyword actions of players: sacrificing, discarding, paying, milling, scrying, populating."""

from __future__ import annotations

from layerproof.kb.model.costs.cost import CostPart, ManaPart
from layerproof.kb.model.effect import Only
from layerproof.kb.model.expression import AllOf, ControlledBy, Is, Player, Ref, Value, X
from layerproof.kb.model.instruction import (
    Choose,
    Connive,
    Designate,
    Discard,
    Explore,
    Fight,
    Instruction,
    Mill,
    Pays,
    Populate,
    PutCounters,
    Sacrifice,
    Scry,
)
from layerproof.kb.wording.costs.cost_phrases import ITSELF, cost_phrase
from layerproof.kb.wording.nouns.antecedents import Talk, player_words, thing
from layerproof.kb.wording.nouns.noun_phrases import noun, player_name
from layerproof.kb.wording.words.english import SELF, doubtful, number_word, small, unmodelled, with_article

KEYWORD_ACTIONS = Sacrifice | Discard | Pays | Mill | Scry | Fight | Populate | Designate | Choose


def keyword_action_text(action: KEYWORD_ACTIONS, talk: Talk) -> str:
    """The clause of a keyword action. What a player may pay, and what then follows, is told by `paying_text`.

    action: the instruction. talk: what the objects are called.

    >>> keyword_action_text(Mill(2), Talk(lambda ability, words: "", ""))
    'mill two cards'
    """
    match action:
        case Sacrifice(what, number, player):
            words = noun(what)
            one = f"another {words.singular()}" if words.other else with_article(words.singular())
            many = one if number == 1 else f"{_number(number)} {'other ' * words.other}{words.plural()}"
            text = f"{_does(player_words(player, talk), 'sacrifice')} {many}"
            return text if player.kind == "you" and number == 1 and not words.other else doubtful(text)
        case Discard(number, player, what):
            who = player_words(player, talk)
            if number is None:
                return f"{_does(who, 'discard')} {'your' if who == 'you' else 'their'} hand"
            cards = "card" if what is None else noun(what, ("hand",)).singular()
            many = with_article(cards) if number == 1 else f"{_number(number)} {cards}s"
            text = f"{_does(who, 'discard')} {many}{' at random' if action.at_random else ''}"
            if action.by is not None:
                # Where another player chooses the card, the hand is shown first.
                return unmodelled(text)
            return doubtful(text) if what is not None else text
        case Mill(number, player):
            many = "a card" if number == 1 else f"{_number(number)} cards"
            return f"{_does(player_words(player, talk), 'mill')} {many}"
        case Scry(number, to, player):
            text = f"{'scry' if to == 'bottom' else 'surveil'} {number if isinstance(number, int) else 'X'}"
            return text if player.kind == "you" else doubtful(text)
        case Fight(first, second):
            one, talk = thing(first, talk)
            other, _ = thing(second, talk)
            return doubtful(f"{one} fights {other}")
        case Explore(what):
            return doubtful(f"{thing(what, talk)[0]} explores")
        case Connive(what):
            return doubtful(f"{thing(what, talk)[0]} connives")
        case Populate():
            return "populate"
        case Choose(what, least, zone, by):
            how = f" of the least {least}" if least else " at random" if by == "random" else ""
            verb = f"{by} chooses" if by and not how else "choose"
            return doubtful(f"{verb} {with_article(noun(what, (zone,)).singular())}{how}")
        case Designate(what):
            return doubtful(f"it becomes {what}")
    return unmodelled("pay or not")


def bolster_text(body: tuple[Instruction, ...]) -> str:
    """The clause of a body that begins with bolstering; empty where it begins otherwise.

    >>> from layerproof.kb.oracle.compiler import compile_ability
    >>> bolster_text(compile_ability("{T}: Bolster 2.")[0].body)
    'bolster 2'
    """
    match body:
        case (
            Choose(AllOf((Is("type", "creature"), ControlledBy(Player("you")))), "toughness"),
            PutCounters("+1/+1", Only(Ref("chosen", 1)), int(number)),
            *_,
        ):
            return f"bolster {number}"
    return ""


def paying_text(pays: Pays, then: str, otherwise: str) -> str:
    """The sentences of what a player may pay. then, otherwise: the sentences of what follows, empty where nothing does.

    >>> from layerproof.kb.model.costs.cost import ManaPart
    >>> paying_text(Pays((ManaPart("{1}"),)), "Draw a card.", "")
    'you may pay {1}. If you do, draw a card'
    """
    who = player_name(pays.player)
    costs = " and ".join(_cost(part) for part in pays.cost).replace(ITSELF, SELF)
    if otherwise and not then and otherwise.count(".") == 1:
        verb = costs if who == "you" else _with_s(costs)
        return f"{small(otherwise).removesuffix('.')} unless {who} {verb}"
    text = f"{who} may {costs}"
    do = "you do" if who == "you" else "they do"
    reflexive = then.startswith("When ")
    parts = [
        text,
        *([then.removesuffix(".") if reflexive else f"If {do}, {small(then).removesuffix('.')}"] if then else []),
    ]
    parts += [f"If {do}n't, {small(otherwise).removesuffix('.')}"] if otherwise else []
    joined = ". ".join(parts)
    return joined if not otherwise and who == "you" else doubtful(joined)


def _cost(part: CostPart) -> str:
    return f"pay {cost_phrase(part)}" if isinstance(part, ManaPart) else cost_phrase(part)


def _with_s(costs: str) -> str:
    verb, _, rest = costs.partition(" ")
    return f"{verb}s {rest}"


def _does(who: str, verb: str) -> str:
    # Doubt about who it is stays with the words.
    return verb if who == "you" else f"{who} {verb}s"


def _number(number: Value) -> str:
    return number_word(number) if isinstance(number, int) else "X" if isinstance(number, X) else doubtful("X")
