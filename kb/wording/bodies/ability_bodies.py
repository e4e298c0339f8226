"""Bodies of abilities: instructions in order, as sentences."""

from __future__ import annotations

import re
from dataclasses import replace

from layerproof.kb.model.effect import All, Scope
from layerproof.kb.model.expression import Condition, Minus, Player, Ref, X
from layerproof.kb.model.instruction import (
    Attach,
    Begin,
    Body,
    Choose,
    ChooseWord,
    CopySpell,
    CreateCopyToken,
    CreateEmblem,
    CreateToken,
    Damage,
    Delayed,
    Designate,
    Discard,
    Draw,
    ExchangeControl,
    ExchangeLife,
    Fight,
    ForEach,
    GainLife,
    If,
    Instruction,
    KeywordAction,
    Manifest,
    Mill,
    Modes,
    Move,
    MoveCounters,
    OtherAction,
    Pays,
    Populate,
    PutCounters,
    Reflexive,
    RemoveCounters,
    Sacrifice,
    Scry,
    Search,
    SetLevel,
    SetStatus,
    Shuffle,
    Target,
)
from layerproof.kb.wording.amounts.numbers import cards_words, counters_words, damage_words, life_words
from layerproof.kb.wording.amounts.values import condition, point, quantity
from layerproof.kb.wording.bodies.optional_instructions import branch_text
from layerproof.kb.wording.effects.continuous_effects import effect_text
from layerproof.kb.wording.effects.copy_exceptions import exceptions_text
from layerproof.kb.wording.instructions.keyword_actions import bolster_text, keyword_action_text, paying_text
from layerproof.kb.wording.instructions.search import search_text
from layerproof.kb.wording.instructions.zone_changes import move_text
from layerproof.kb.wording.nouns.antecedents import (
    Talk,
    by_name,
    everything,
    for_each_player,
    named_in,
    of_whom,
    player_said,
    player_words,
    scope_words,
    thing,
)
from layerproof.kb.wording.nouns.noun_phrases import noun
from layerproof.kb.wording.words.chosen_words import choice_text, on_the_way
from layerproof.kb.wording.words.english import (
    SELF,
    doubtful,
    listed,
    number_word,
    plural,
    sentence,
    small,
    unmodelled,
    with_article,
)

# The gloss of an instruction by which facts say that the next one is optional.
MAY = "you may"
# The gloss by which they say that there may be no target.
UP_TO = "up to one target"
# How tokens that enter attacking are joined to what they are.
_THAT_IS = " that's"
# What they say for the choice that a text offers and does not name: no text has a sentence for it.
NOT_NAMED: Body = (OtherAction("one of the choices that is not named", ("objects",)),)
# Instructions outside the model whose gloss is a keyword action or another phrase that has only one wording.
_OFFICIAL = re.compile(
    r"(?:surveil|scry|bolster|mill|fateseal|adapt|monstrosity|amass|support|earthbend) [0-9X]+|proliferate|investigate"
    r"|you may put an? [a-z]+ card from your hand onto the battlefield|add one mana of any color|sacrifice two lands"
    r"|regenerate ~|discard a card|you win the game|sacrifice a creature|sacrifice ~ unless you pay (?:\{[^}]+\})+"
)


def body_text(body: Body, talk: Talk) -> str:
    """The sentences of a body.

    body: instructions in order, targets first. talk: how granted abilities are rendered and what the host is called.
    """
    return told_body(body, talk)[0]


def told_body(body: Body, talk: Talk) -> tuple[str, Talk]:
    """The sentences of a body, and the talk after it.

    A body that stands within another and has no targets of its own speaks of those of the other.
    """
    fewer = any(isinstance(each, OtherAction) and each.gloss == UP_TO for each in body)
    targets = tuple(each for each in body if isinstance(each, Target))
    if targets or not talk.targets:
        talk = replace(talk, targets=targets, up_to=fewer)
    sentences: list[str] = []
    may = False
    told = 0
    for place, instruction in enumerate(body):
        if place < told or isinstance(instruction, Target) or instruction == OtherAction(UP_TO):
            continue
        if isinstance(instruction, OtherAction) and instruction.gloss == MAY:
            may = True
            continue
        talk = replace(talk, first=talk.first or instruction)
        if isinstance(instruction, Search):
            text, told = search_text(body[place:])
            told += place
        elif isinstance(instruction, Choose) and (text := bolster_text(body[place:])):
            told = place + 2
        elif isinstance(instruction, ChooseWord) and (done := on_the_way(instruction, body[place + 1 :])):
            told = place + 2
            before = talk
            text, talk = _instruction(done, talk)
            # Or: choose a word, and then the word "that is chosen".
            text = unmodelled(for_each_player(by_name(text, done, talk), talk, before))
        else:
            before = talk
            text, talk = _instruction(instruction, talk)
            text = for_each_player(by_name(text, instruction, talk), talk, before)
        text, may = _allowed(text) if may else text, False
        joined = _joined(sentences[-1], text) if sentences else None
        if joined is not None:
            sentences[-1] = joined
        elif text:
            sentences.append(sentence(text))
    return " ".join(sentences), talk


def _allowed(text: str) -> str:
    """The sentence as something that the controller may do."""
    if text.startswith("you "):
        return f"you may {text[4:]}"
    if " becomes a copy" in text:
        return f"you may have {text.replace(' becomes a copy', ' become a copy', 1)}"
    return doubtful(f"you may have {text}") if text.startswith(SELF) else f"you may {text}"


def _joined(before: str, text: str) -> str | None:
    """Two short sentences that today's templating makes one of, or None."""
    if (before == "Draw a card." and text.startswith("discard")) or before == "Discard your hand.":
        return f"{before.removesuffix('.')}, then {text}."
    if text.startswith(("you gain ", "you lose ")) and before.count(".") == 1:
        start = "you draw " + before[5:] if before.startswith("Draw ") else before
        both = f"{start.removesuffix('.')} and {text}."
        return doubtful(both) if start is not before or "deals" not in both else both
    return None


def _instruction(instruction: Instruction, talk: Talk) -> tuple[str, Talk]:
    match instruction:
        case Begin(effect):
            return effect_text(effect, talk)
        case PutCounters(kind, on, number, player):
            verb = "put" if player is None else doubtful(f"{player_words(player, talk)} puts")
            talk = talk if player is None else player_said(player, talk)
            where, many, _, after = scope_words(on, talk)
            if many and isinstance(on, All):
                where, _ = of_whom(noun(on.filter).each(), on.filter, talk)
            return f"{verb} {counters_words(kind, number)} on {where}", after
        case Designate("suspected", on):
            what, talk = thing(on, talk)
            return f"suspect {what}", talk
        case RemoveCounters(kind, from_, number):
            where, _, after = everything(from_, talk)
            counters = f"all {kind} counters" if number is None else counters_words(kind, number)
            return f"remove {counters} from {where}", after
        case Draw(number, player):
            text = f"{_verb(player, 'draw', talk)} {cards_words(number)}"
            return (doubtful(text) if player.kind == "active" else text), player_said(player, talk)
        case GainLife(number, player):
            verb, amount = "gain", number
            if isinstance(number, Minus):
                verb, amount = "lose", number.value
            elif isinstance(number, int) and number < 0:
                verb, amount = "lose", -number
            who = player_words(player, talk)
            form = verb if who == "you" else verb + "s"
            return f"{who} {form} {life_words(amount)}", player_said(player, talk)
        case Damage(number, to, from_):
            source, talk = thing(from_, talk)
            where, many, _, after = scope_words(to, talk)
            if isinstance(to, All):
                where, _ = of_whom(noun(to.filter, to.zones).each(), to.filter, talk)
            if instruction.divided:
                return doubtful(
                    f"{source} deals {damage_words(number)} damage divided as you choose among {where}"
                ), after
            return f"{source} deals {damage_words(number)} damage to {where}", after
        case SetStatus(status, affects, as_):
            return _status(status, affects, as_, talk)
        case Move():
            return move_text(instruction, talk)
        case CreateToken():
            text = _create(instruction, talk)
            # Investigating is creating such a token, and texts say that.
            return (doubtful(text) if instruction.subtypes == ("Clue",) else text), talk
        case MoveCounters(from_, to):
            first, talk = thing(from_, talk)
            second, talk = thing(to, talk)
            return f"move all counters from {first} onto {second.replace('target', 'another target')}", talk
        case CopySpell(of, exceptions):
            what, after = thing(of, talk)
            return doubtful(f"copy {what}{exceptions_text(exceptions, (), talk.render)}"), after
        case ForEach(each, then):
            phrase, _, _, after = scope_words(each, talk)
            return doubtful(f"for each of {phrase}, {small(body_text(then, after)).removesuffix('.')}"), after
        case Modes(modes, choose):
            rows = [f"• {body_text(each.body, talk)}" for each in modes]
            return "\n".join([f"choose {choose} —", *rows]), talk
        case CreateCopyToken(of, exceptions, number):
            what, after = thing(of, talk)
            what += exceptions_text(exceptions, (), talk.render)
            manner = " and ".join(["tapped"] * instruction.tapped + ["attacking"] * instruction.attacking)
            manner = doubtful(f"{manner} ") if manner else ""
            who = _verb(instruction.player, "create", talk)
            if number == 1:
                return f"{who} {with_article(f'{manner}token')} that's a copy of {what}", after
            count = number_word(number) if isinstance(number, int) else doubtful("X")
            text = f"{who} {count} {manner}tokens that are copies of {what}"
            return (doubtful(text) if exceptions else text), after
        case Manifest(as_):
            return f"{as_} the top card of your library", talk
        case Attach(what, to):
            first, talk = thing(what, talk)
            second, talk = thing(to, talk)
            return f"attach {first} to {second}", talk
        case If(held, then, otherwise):
            clause = condition(held, talk.host)
            if (about := _spoken_of(held)) is not None and "that object" in clause:
                words, talk = thing(about, talk)
                clause = clause.replace("that object", words)
            done, after = told_body(then, talk)
            undone, after = told_body(otherwise, after)
            begins = talk.first is instruction
            talk = replace(after, targets=talk.targets, up_to=talk.up_to)
            if then == NOT_NAMED:
                return "", talk
            text = branch_text(clause, held, *(small(each).removesuffix(".") for each in (done, undone)))
            return (text if begins and not otherwise else doubtful(text)), talk
        case OtherAction(gloss):
            words = f"{SELF} {gloss}" if gloss.startswith("deals ") else gloss
            return (words if _OFFICIAL.fullmatch(gloss) else unmodelled(words)), talk
        case Reflexive(gloss, then):
            done = small(body_text(then, replace(talk, said=frozenset()))) if then else ""
            return doubtful(f"{gloss}, {done.removesuffix('.')}" if done else gloss), talk
        case ChooseWord():
            return choice_text(instruction), talk
        case Shuffle(player):
            return doubtful("shuffle" if player.kind == "you" else "that player shuffles"), talk
        case CreateEmblem(abilities, player):
            quoted = [talk.render(each, frozenset({"emblem"})) for each in abilities]
            quoted = [each if each.startswith('"') else f'"{each}"' for each in quoted]
            return (
                f"{_verb(player, 'get', talk) if player.kind != 'you' else 'you get'} an emblem with {listed(quoted)}",
                talk,
            )
        case KeywordAction(action):
            return action, talk
        case Delayed(when, then):
            text = f"{when}, {small(body_text(then, talk)).removesuffix('.')}"
            # Where texts put the event is not always before what is done.
            return doubtful(text), talk
        case Pays(_, then, otherwise):
            told = [body_text(each, talk) if each else "" for each in (then, otherwise)]
            return paying_text(instruction, *told), talk
        case Sacrifice() | Discard() | Mill() | Scry() | Fight() | Populate() | Designate() | Choose():
            return keyword_action_text(instruction, talk), talk
        case ExchangeControl(first, second):
            one, after = thing(first, talk)
            other, after = thing(second, after)
            return f"exchange control of {one} and {other}", after
        case ExchangeLife(stat, of, player):
            what, after = thing(of, talk)
            whose = "your" if player == Player("you") else f"{player_words(player, talk)}'s"
            return f"exchange {whose} life total with {what}'s {stat}", after
        case SetLevel(level):
            return doubtful(f"level {level}"), talk
        case _:
            return unmodelled("do something"), talk


def _spoken_of(held: Condition) -> Ref | None:
    """The one target of which a condition speaks, None where it is of no or of several objects."""
    one = set(named_in(held)) - {Ref("self"), Ref("host")}
    return one.pop() if len(one) == 1 and next(iter(one)).kind == "target" else None


def _verb(player: Player, verb: str, talk: Talk) -> str:
    who = player_words(player, talk)
    return verb if who == "you" else f"{who} {verb}s"


def _status(status: str, affects: Scope, as_: str | None, talk: Talk) -> tuple[str, Talk]:
    what, _, after = everything(affects, talk)
    verbs = {"tapped": "tap", "untapped": "untap", "flipped": "flip", "transformed": "transform"}
    if status in verbs:
        return f"{verbs[status]} {what}", after
    if status in ("face_down", "face_up"):
        return doubtful(f"turn {what} {status.replace('_', ' ')}"), after
    if status == "unattached":
        return doubtful(f"unattach {what}"), after
    if status == "unsuspected":
        return doubtful(f"{what} is no longer suspected"), after
    words = {
        "undamaged": f"remove all damage from {what}",
        "out_of_combat": f"remove {what} from combat",
        "phased_out": f"{what} phases out",
    }
    return (doubtful(words[status]) if status in words else unmodelled(f"{what}: {status}")), after


def _create(token: CreateToken, talk: Talk) -> str:
    colors = listed(list(token.colors)) if token.colors else "" if "creature" not in token.types else "colorless"
    points = "" if token.power is None else f"{point(token.power)}/{point(token.toughness)}"
    words = " ".join(
        each
        for each in (listed(token.supertypes), points, colors, " ".join(token.subtypes), " ".join(token.types))
        if each
    )
    predefined = token.types == ("artifact",) and len(token.subtypes) == 1 and token.power is None
    predefined = predefined and not token.colors and token.subtypes != ("Equipment",)
    noun_ = f"{token.subtypes[0] if predefined else words} token"
    named = bool(token.name) and not predefined
    tapped = "tapped " if token.tapped and not token.attacking else ""
    many = token.number != 1
    count = number_word(token.number) if isinstance(token.number, int) else "X"
    if many and not isinstance(token.number, int | X):
        noun_ = unmodelled(noun_)
    text = f"{count} {tapped}{plural(noun_)}" if many else with_article(f"{tapped}{noun_}")
    if named and "legendary" in token.supertypes and not many:
        text = f"{token.name}, {text}"
    elif named:
        text = f"{text} named {token.name}"
    if token.abilities and not predefined:
        text += f" with {listed([talk.render(each, frozenset({'token'})) for each in token.abilities])}"
    if token.attacking:
        text += f"{' that are' if many else _THAT_IS} {'tapped and ' if token.tapped else ''}attacking"
        text = text if token.tapped and not token.abilities and not named else doubtful(text)
    if token.power is not None and not isinstance(token.power, int | X):
        text += f", where X is {quantity(token.power)}"
    verb = _verb(token.player, "create", talk)
    return f"{verb} {text}"


__all__ = ["MAY", "UP_TO", "body_text"]
