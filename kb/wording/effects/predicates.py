"""Continuous effects as sentences: whom they affect, what they do to it, while or until when."""

from __future__ import annotations

import re
from dataclasses import dataclass

from layerproof.kb.model.effect import Duration, Until, While
from layerproof.kb.model.expression import Minus, Times, Value, X
from layerproof.kb.model.modification import (
    AddAbilities,
    AddColors,
    AddForEach,
    AddKeyword,
    AddName,
    AddTypes,
    BecomeCopy,
    CantHave,
    CopyAbilities,
    Modification,
    ModifyPT,
    RemoveAbilities,
    RemoveAllAbilities,
    RemoveKeyword,
    RemoveSubtypes,
    RemoveTypes,
    RuleEffect,
    SetBasePT,
    SetColors,
    SetController,
    SetName,
    SetSubtypes,
    SetTypes,
    SwitchPT,
)
from layerproof.kb.wording.amounts.values import condition, each_of, point, quantity
from layerproof.kb.wording.effects.copy_exceptions import exceptions_text
from layerproof.kb.wording.granted_abilities import Render
from layerproof.kb.wording.nouns.noun_phrases import PERMANENT_TYPES, noun, player_name, reference
from layerproof.kb.wording.words.chosen_words import OF_CHOICE
from layerproof.kb.wording.words.english import doubtful, listed, plural, signed, unmodelled, with_article

# Sentences on what an object may do whose gloss in the facts is the official phrase.
_RULES = (
    "can't block", "can't be blocked", "can't attack", "can't attack or block", "can't be countered",
    "can't be the target of spells or abilities", "can't be blocked except by two or more creatures",
    "can block only creatures with flying", "attacks each combat if able", "can't be regenerated",
)  # fmt: skip
_BLOCKED = re.compile(r"can't be blocked (?:by [A-Z][a-z]+|except by creatures with [a-z ]+)")
_UNTIL = {
    "end of turn": "until end of turn",
    "end of combat": "until end of combat",
    "your next turn": "until your next turn",
    "end of your next turn": "until the end of your next turn",
    "source leaves": "until ~ leaves the battlefield",
    "its next untap step": "until its controller's next untap step",
    "your next upkeep": "until your next upkeep",
    "end of your next upkeep": "until the end of your next upkeep",
    "its next upkeep": "until its controller's next upkeep",
    "your next end step": "until your next end step",
    "next end step": "until the next end step",
    "source is cast": "until ~ is cast from exile",
    "perpetual": "perpetually",
}
_CARD_TYPES = frozenset(PERMANENT_TYPES) - {"creature"}
_MANY = {"is": "are", "has": "have", "doesn't": "don't"}
_IN_SHAPE = AddTypes | SetTypes | SetSubtypes | SetBasePT | SetColors | AddAbilities | RemoveAllAbilities
_ODD_IN_COMPANY = AddTypes | SetTypes | SetColors | AddColors | SetSubtypes | RemoveTypes


@dataclass(frozen=True)
class Subject:
    """The grammatical subject of an effect: its words, whether it is plural, the card types it certainly has.

    lasting: the effect comes from a resolution (gains, becomes) and not from a static ability (has, is).
    """

    words: str
    many: bool = False
    types: frozenset[str] = frozenset()
    lasting: bool = False

    def verb(self, one: str, many: str, lasting_one: str = "", lasting_many: str = "") -> str:
        """The form of the verb that fits the subject."""
        if self.lasting and lasting_one:
            return lasting_many if self.many else lasting_one
        return many if self.many else one


def duration_words(duration: Duration) -> str:
    """The phrase of a duration, empty where the effect has no end."""
    match duration:
        case Until(when):
            return _UNTIL.get(when, "" if when == "never" else doubtful(f"until {when}"))
        case While(held):
            return re.sub(r" is (on the battlefield|tapped)\b", r" remains \1", f"for as long as {condition(held)}")


def predicate(subject: Subject, mods: tuple[Modification, ...], render: Render) -> str:
    """What is said of the subject, from its verb on, without duration: `gets +2/+0 and has trample`.

    subject: gives number and tense. render: the text of an ability that the effect grants, with its quotation marks
    where it needs them. It does not promise the official wording where the mark of doubt stands in the result.

    >>> predicate(Subject("enchanted creature"), (ModifyPT(2, 0), RemoveKeyword("flying")), lambda one, types: "")
    'gets +2/+0 and loses flying'
    """
    shaped = _shape(subject, mods, render)
    if shaped is not None:
        return shaped
    mods = _in_order(mods)
    clauses = [_clause(subject, mod, render) for mod in mods]
    text = listed(clauses)
    company = [mod for mod in mods[1:] if isinstance(mod, _ODD_IN_COMPANY)]
    every = AddTypes((), ("every creature type",))
    odd = len(mods) > 2 or any(mod != every for mod in company)
    odd = odd or (len(mods) > 1 and isinstance(mods[0], AddTypes))
    return doubtful(text) if odd or (subject.lasting and "for each" in text) else text


def _in_order(mods: tuple[Modification, ...]) -> tuple[Modification, ...]:
    """A color and types added together are said in one phrase."""
    colors = [mod for mod in mods if isinstance(mod, AddColors)]
    types = [mod for mod in mods if isinstance(mod, AddTypes)]
    if len(colors) == 1 and len(types) == 1 and not types[0].supertypes:
        joined = AddTypes(types[0].types, (*colors[0].colors, *types[0].subtypes))
        return tuple(joined if mod is types[0] else mod for mod in mods if mod is not colors[0])
    return mods


def _shape(subject: Subject, mods: tuple[Modification, ...], render: Render) -> str | None:
    """The phrase for effects that make the object something: `becomes a 2/2 green Ape creature with trample`."""
    base = next((mod for mod in mods if isinstance(mod, SetBasePT)), None)
    made = [mod for mod in mods if isinstance(mod, AddTypes | SetTypes | SetSubtypes)]
    if base is None or not made or base.power is None or base.toughness is None:
        return None
    creature = "creature" in subject.types or any(isinstance(mod, RemoveAllAbilities) for mod in mods)
    if creature and all(isinstance(mod, AddTypes) for mod in made):
        return None
    counted = not (isinstance(base.power, int | X) and isinstance(base.toughness, int | X))
    colors = [color for mod in mods if isinstance(mod, SetColors) for color in mod.colors]
    given = [each for mod in mods if isinstance(mod, AddAbilities) for each in mod.abilities]
    granted = [render(each, frozenset({"creature"})) for each in given]
    subtypes = [word for mod in made if not isinstance(mod, SetTypes) for word in mod.subtypes]
    types = [word for mod in made if not isinstance(mod, SetSubtypes) for word in mod.types]
    others = [mod for mod in mods if not isinstance(mod, _IN_SHAPE)]
    bare = [each for each in subtypes if not each.startswith("every")]
    words = [_color_words(tuple(colors))] * any(isinstance(mod, SetColors) for mod in mods) + bare
    kinds = types or ([] if creature and bare else ["creature"])
    if counted and subject.lasting and subject.types == {"artifact"} and "artifact" not in kinds:
        kinds = ["artifact", *kinds]
    points = f"{point(base.power)}/{point(base.toughness)}"
    artifact = subject.lasting and subject.types == {"artifact"} and "noncreature" not in subject.words
    apart = creature or counted or artifact
    above = [word for mod in made if isinstance(mod, AddTypes) for word in mod.supertypes]
    noun_ = " ".join([*above, *([] if apart else [points]), *words, *kinds])
    copula = subject.verb("is", "are", "becomes", "become")
    text = f"{copula} {plural(noun_) if subject.many else with_article(noun_)}"
    tail = ["all creature types"] if len(bare) < len(subtypes) else []
    if counted:
        size = f" with {_each(base.power, base.toughness)}"
        text += doubtful(size) if subject.lasting else size
    elif apart:
        tail = [f"base power and toughness {points}", *tail]
    tail += granted
    if tail:
        text += f" with {listed(tail)}"
    # A land that is made a creature is said to be still a land instead.
    if any(isinstance(mod, AddTypes) and mod.subtypes for mod in made) and subject.types & _CARD_TYPES != {"land"}:
        text = doubtful(f"{text} in addition to {'their' if subject.many else 'its'} other types")
    loses = f"{subject.verb('loses', 'lose')} all abilities"
    if isinstance(mods[-1], RemoveAllAbilities):
        text = f"{text} and {loses}"
    elif any(isinstance(mod, RemoveAllAbilities) for mod in mods):
        text = f"{loses} and {text}"
    for mod in others:
        text = doubtful(f"{text} and {_clause(subject, mod, render)}")
    becoming = creature and not counted and not granted and not any(isinstance(mod, AddTypes) for mod in made)
    odd = (
        (apart and not becoming)
        or len(colors) > 2
        or (subject.lasting and subject.many)
        or (subject.types - {"creature"} and len(subtypes) > 1)
    )
    return doubtful(text) if odd else text


def _color_words(colors: tuple[str, ...]) -> str:
    if len(colors) == 5:
        return "all colors"
    return listed(list(colors)) if colors else "colorless"


def _clause(subject: Subject, mod: Modification, render: Render) -> str:
    match mod:
        case ModifyPT(power, toughness):
            return f"{subject.verb('gets', 'get')} {bonus(power, toughness, subject.lasting)}"
        case AddAbilities(abilities):
            given = [render(each, subject.types) for each in abilities]
            if len(given) > 4:
                # As in "protection from each color".
                return doubtful(f"{subject.verb('has', 'have', 'gains', 'gain')} {listed(given)}")
            return f"{subject.verb('has', 'have', 'gains', 'gain')} {listed(given)}"
        case AddKeyword(keyword, number):
            return f"{subject.verb('has', 'have')} {keyword} X, where X is {quantity(number)}"
        case AddForEach(keyword, what, among):
            return doubtful(f"{subject.verb('has', 'have')} {keyword} from each {what} of {noun(among).some()}")
        case RemoveKeyword("landwalk"):
            return f"{subject.verb('loses', 'lose')} all landwalk abilities"
        case RemoveKeyword(keyword):
            return f"{subject.verb('loses', 'lose')} {keyword}"
        case RemoveAllAbilities(()):
            return f"{subject.verb('loses', 'lose')} all abilities"
        case RemoveAllAbilities(("mana",)):
            return f"{subject.verb('loses', 'lose')} all abilities except mana abilities"
        case RemoveAbilities(abilities, this):
            lost = ["this ability"] * this + [render(each, frozenset()) for each in abilities]
            return f"{subject.verb('loses', 'lose')} {listed(lost)}"
        case CantHave(keyword):
            return f"{subject.verb('loses', 'lose')} {keyword} and can't have or gain {keyword}"
        case SetColors(colors):
            words = _color_words(colors)
            if colors == ("chosen",):
                words = "the chosen color"
            elif colors and colors[0].endswith(OF_CHOICE):
                words = f"the {colors[0]}"
            return f"{subject.verb('is', 'are', 'becomes', 'become')} {words}"
        case AddColors(colors):
            its = "their" if subject.many else "its"
            copula = subject.verb("is", "are", "becomes", "become")
            words = "the chosen color" if colors == ("chosen",) else _color_words(colors)
            return f"{copula} {words} in addition to {its} other colors"
        case AddTypes(types, subtypes, supertypes):
            return _added(subject, types, subtypes, supertypes)
        case SetTypes(types):
            return f"{subject.verb('is', 'are', 'becomes', 'become')} {_a(subject, ' '.join(types))}"
        case SetSubtypes(subtypes, family):
            return _set_subtypes(subject, subtypes, family)
        case RemoveTypes(types, supertypes):
            words = listed([*supertypes, *types], "or")
            return f"{subject.verb('is', 'are')}n't {with_article(words) if types and not subject.many else words}"
        case RemoveSubtypes((), family):
            return f"{subject.verb('loses', 'lose')} all {family} types"
        case RemoveSubtypes(subtypes):
            words = listed(subtypes, "or")
            return doubtful(f"{subject.verb('is', 'are')}n't {words if subject.many else with_article(words)}")
        case SetBasePT(power, toughness):
            return _base(subject, power, toughness)
        case SetName(name):
            return f"{doubtful('has no name' if name is None else f'is named {name}')}"
        case AddName(name):
            return doubtful(f"has the name {name}")
        case BecomeCopy(of, exceptions, keep):
            text = f"{subject.verb('is', 'are', 'becomes', 'become')} a copy of {reference(of)}"
            return doubtful(text + exceptions_text(exceptions, keep, render))
        case CopyAbilities(kind, among, zones):
            everything = noun(among, zones).some() if among is not None else "the exiled card"
            return doubtful(f"{subject.verb('has', 'have', 'gains', 'gain')} all {kind} abilities of {everything}")
        case SetController(player):
            return doubtful(f"is controlled by {player.name or player_name(player)}")
        case SwitchPT():
            return doubtful("has its power and toughness switched")
        case RuleEffect(gloss):
            one = gloss.split(" ", 1)[0]
            if (subject.many or subject.words == "you") and one in _MANY:
                gloss = f"{_MANY[one]}{gloss[len(one) :]}"
            return gloss if gloss in _RULES or _BLOCKED.fullmatch(gloss) else unmodelled(gloss)
        case _:
            return unmodelled("changes")


def _a(subject: Subject, words: str) -> str:
    return plural(words) if subject.many else with_article(words)


def _added(subject: Subject, types: tuple[str, ...], subtypes: tuple[str, ...], supertypes: tuple[str, ...]) -> str:
    copula = subject.verb("is", "are", "becomes", "become")
    its = "their" if subject.many else "its"
    if subtypes in (("every creature type",), ("every basic land type",), ("every land type",)) and not types:
        family = "land types" if "land" in subtypes[0] else "types"
        tail = "" if subtypes[0] == "every creature type" else f" in addition to {its} other {family}"
        text = f"{copula} {subtypes[0]}{tail}"
        return doubtful(text) if tail or subject.many or subject.lasting else text
    if subtypes == ("chosen",) or (subtypes and subtypes[0].endswith(OF_CHOICE)):
        words = "chosen type" if subtypes[0] == "chosen" else subtypes[0]
        text = f"{copula} the {words} in addition to {its} other types"
        return doubtful(text) if subject.many else text
    if supertypes and not types and not subtypes:
        return f"{copula} {' '.join(supertypes)}"
    words = " ".join([*supertypes, *subtypes, *types])
    if subtypes and subtypes[0] in ("white", "blue", "black", "red", "green"):
        return f"{copula} {_a(subject, words)} in addition to {its} other colors and types"
    if subject.types == {"land"} and not types and not subject.many:
        return doubtful(f"{copula} {_a(subject, words)} in addition to {its} other land types")
    return f"{copula} {_a(subject, words)} in addition to {its} other types"


def _set_subtypes(subject: Subject, subtypes: tuple[str, ...], family: str | None) -> str:
    copula = subject.verb("is", "are", "becomes", "become")
    if subtypes == ("chosen",):
        return f"{copula} {'that' if family == 'land' and subject.lasting else 'the chosen'} type"
    if subtypes and subtypes[0].endswith(OF_CHOICE):
        return f"{copula} the {subtypes[0]}"
    if not subtypes:
        return f"{subject.verb('loses', 'lose')} all {family} types"
    words = " ".join(subtypes)
    return f"{copula} {_a(subject, words)}"


def _base(subject: Subject, power: Value | None, toughness: Value | None) -> str:
    verb = subject.verb("has", "have")
    if power is None or toughness is None:
        stat, value = ("toughness", toughness) if power is None else ("power", power)
        return f"{verb} base {stat} {quantity(value) if value is not None else ''}"
    if isinstance(power, int | X) and isinstance(toughness, int | X):
        return f"{verb} base power and toughness {point(power)}/{point(toughness)}"
    if subject.lasting and power == toughness:
        return f"{verb} base power and toughness X/X, where X is {quantity(power)}"
    return f"{verb} base {_each(power, toughness)}"


def _each(power: Value, toughness: Value | None) -> str:
    """A counted power and toughness: equal to one number, or each to its own."""
    if power == toughness or toughness is None:
        return f"power and toughness each equal to {quantity(power)}"
    return doubtful(f"power equal to {quantity(power)} and toughness equal to {quantity(toughness)}")


def bonus(power: Value, toughness: Value, lasting: bool = False) -> str:
    """The change of power and toughness as written: `+1/+1`, `-X/-0`, `+1/+1 for each Swamp you control`.

    >>> bonus(2, 0), bonus(-1, 0)
    ('+2/+0', '-1/-0')
    """
    if isinstance(power, int) and isinstance(toughness, int):
        low = power < 0 or toughness < 0
        one = "-0" if power == 0 and low and toughness <= 0 else signed(power)
        two = "-0" if toughness == 0 and low and power <= 0 else signed(toughness)
        return f"{one}/{two}"
    value = power if not isinstance(power, int) else toughness
    if isinstance(value, Minus):
        if value.value in (power, toughness):
            one, two = ("-X" if each == value else "+X" for each in (power, toughness))
            return f"{one}/{two}" + ("" if isinstance(value.value, X) else f", where X is {quantity(value.value)}")
        one, two = ("-X" if each == value else "-0" if each == 0 else _small(each) for each in (power, toughness))
        return f"{one}/{two}" + ("" if isinstance(value.value, X) else f", where X is {quantity(value.value)}")
    if isinstance(value, X):
        one, two = (
            "+X" if each == value else "-X" if each == Minus(value) else _small(each) for each in (power, toughness)
        )
        return f"{one}/{two}"
    times, of = _taken_apart(value)
    counted = None if lasting else each_of(of)
    if counted is not None:
        one, two = (signed(times) if each == value else _small(each) for each in (power, toughness))
        return f"{one}/{two} for each {counted}"
    one, two = (
        "+X" if each == value else "-X" if each == Minus(value) else _small(each) for each in (power, toughness)
    )
    return f"{one}/{two}, where X is {quantity(value)}"


def _taken_apart(value: Value) -> tuple[int, Value]:
    """How often something is counted, and what: `+2/+0 for each` counts each twice."""
    if isinstance(value, Times) and len(value.values) == 2 and isinstance(value.values[0], int):
        return value.values[0], value.values[1]
    return 1, value


def _small(value: Value) -> str:
    if isinstance(value, int):
        return signed(value)
    return doubtful("-X" if isinstance(value, Minus) else "+X")
