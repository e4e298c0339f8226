"""Abilities rendered as text in today's templating: the entry to the package."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from functools import cache

from msgspec import structs

from layerproof.kb.keywords.keyword_files import keyword_ability
from layerproof.kb.model.ability import (
    Ability,
    Activated,
    AsEnters,
    Chapter,
    ClassLevel,
    EntersAsCopy,
    EntersDoing,
    EntersShape,
    EntersTapped,
    EntersWith,
    Keyword,
    LevelBand,
    Loyalty,
    Modal,
    Opaque,
    OthersEnterAsCopy,
    OthersEnterTapped,
    Solved,
    Spell,
    Static,
    StationBand,
    Triggered,
    TurnedUpDoing,
)
from layerproof.kb.model.costs.cost import CostPart
from layerproof.kb.model.costs.cost_ability import AdditionalCost, AlternativeCost, ChangesCost
from layerproof.kb.model.effect import Effect, Only
from layerproof.kb.model.expression import Ref, X
from layerproof.kb.model.instruction import Instruction
from layerproof.kb.model.modification import AddAbilities
from layerproof.kb.wording.amounts.values import condition
from layerproof.kb.wording.bodies.ability_bodies import body_text
from layerproof.kb.wording.costs.cost_phrases import cost_phrase
from layerproof.kb.wording.costs.mana_abilities import mana_text
from layerproof.kb.wording.costs.spell_costs import costing_text
from layerproof.kb.wording.effects.copy_exceptions import exceptions_text
from layerproof.kb.wording.effects.predicates import Subject, predicate
from layerproof.kb.wording.effects.static_sentences import static_text
from layerproof.kb.wording.nouns.antecedents import Talk
from layerproof.kb.wording.nouns.noun_phrases import noun, reference
from layerproof.kb.wording.trusted_wording import Trust, Wording, worded
from layerproof.kb.wording.words.english import (
    DOUBT,
    GIVER,
    SELF,
    capital,
    doubtful,
    listed,
    number_word,
    sentence,
    small,
    unmodelled,
    with_article,
)
from layerproof.kb.wording.words.keyword_abilities import keyword_phrase

_OWN_WORDS = ("Aura", "Equipment", "Vehicle", "Saga", "Class", "Case", "Siege", "Spacecraft", "Fortification")
_OWN_TYPES = ("creature", "land", "artifact", "enchantment", "planeswalker", "battle")
_NAMED = frozenset({"legendary", "planeswalker", "instant", "sorcery"})
_RESTRICTIONS = {
    "only as a sorcery": "Activate only as a sorcery.",
    "only once each turn": "Activate only once each turn.",
    "this ability": "Any player may activate this ability.",
}


def ability_text(
    ability: Ability,
    types: Iterable[str],
    name: str | None = None,
    trust: Trust = Trust.ONE_WORDING,
    giver: str | None = None,
) -> Wording:
    """Render one ability as rules text in today's templating.

    ability: a record of the model. types: the card types of the object that has it, by which it calls itself (this
    creature, this land…); words such as Aura, Equipment or Vehicle among them go before, and an object with legendary
    among them calls itself by its name. name: the name of the object, where it has one. trust: when a text without
    doubt counts as the official one. giver: the name of the object whose effect granted the ability, which the ability
    may mean by it (rule key name.self_reference.granting). Source: the records of card facts. Raises nothing.
    It does not promise the official wording unless `exact` is true; keyword abilities are in
    lower case, and what stands under a level, Class, station or case symbol is not in it, being the object's only
    while it is granted.

    >>> from layerproof.kb.model.ability import Activated, Mana
    >>> from layerproof.kb.model.costs.cost import TapSelf
    >>> ability_text(Activated((TapSelf(),), adds=Mana("{G}")), ("creature",)).text
    '{T}: Add {G}.'
    """
    return _wording(ability, frozenset(types), name, trust, giver)


@cache
def _wording(ability: Ability, words: frozenset[str], name: str | None, trust: Trust, giver: str | None) -> Wording:
    written = _ability(ability, words)
    calls = [_short(name), name] if name else []
    named = bool(calls) and (bool(words & _NAMED) or (isinstance(ability, Static) and ability.cda))
    defining = isinstance(ability, Static) and ability.cda
    first = self_word(words) if not named else calls[1] if defining else calls[0]
    others = [each for each in (*calls, self_word(words)) if each != first]
    sure = _about_itself(ability)
    texts: list[str] = []
    for raw in _with_giver(written, name, giver):
        texts += [_spoken(raw, each, sure) for each in (first, *(others if SELF in raw else ()))]
    text, *also = dict.fromkeys(texts)
    return worded(ability, text, tuple(also), trust)


def _with_giver(text: str, name: str | None, giver: str | None) -> list[str]:
    """The text with the name of the object that grants for the mark of it, in each way in which it may be called.

    Within quotation marks the object itself grants. Whether it says its name each time is not certain; a name that is
    not known might be any.
    """
    if GIVER not in text:
        return [text]
    forms = []
    for place in (0, 1):
        parts = text.split('"')
        for index, part in enumerate(parts):
            said = name if index % 2 else giver
            called = None if said is None else (_short(said), said)[place]
            parts[index] = part.replace(GIVER, unmodelled("that permanent") if called is None else doubtful(called))
        forms.append('"'.join(parts))
    return list(dict.fromkeys(forms))


def self_word(types: frozenset[str]) -> str:
    """How an object of these types calls itself.

    >>> self_word(frozenset({"artifact", "creature"}))
    'this creature'
    """
    for word in (*_OWN_WORDS, *_OWN_TYPES):
        if word in types:
            return f"this {word}"
    return "this spell" if types & {"instant", "sorcery"} else "this permanent"


def _short(name: str) -> str:
    """The part of a name by which a legendary object is called in its own text."""
    return re.split(r", | of the | the ", name)[0] if "," in name or " the " in name else name


def _spoken(raw: str, word: str, subject: bool = False) -> str:
    """The text with the object's word for itself; after its first mention outside quotations it is `it`.

    subject: the object is the subject of the trigger, so that the pronoun is certain.
    """
    said = False
    done: list[str] = []
    for part in re.split(r'("[^"]*")', raw):
        if part.startswith('"') or SELF not in part:
            done.append(part)
            continue
        head, mark, rest = ("", "", part) if said else part.partition(SELF)
        in_cost = not said and ": " in rest
        done.append(head + mark + _pronouns(rest, not (subject or in_cost)))
        said = True
    text = "".join(done).replace(SELF, word)
    if not re.search(r"[.:]", text):
        return text
    return "".join(capital(each) for each in re.split(r"(?<=[.:] )", text))


def _pronouns(text: str, unsure: bool) -> str:
    """Later mentions of the object: `it`, unless a target has been named, which the pronoun might mean."""
    before, *rest = text.split(SELF)
    mark = DOUBT if unsure else ""
    for after in rest:
        own = re.search(r"(?<!the )target ", before, re.IGNORECASE) is not None
        possessive = after.startswith("'s") and not own
        word = SELF if own else "its" if possessive else "it"
        before += mark + word + (after[2:] if possessive else after)
    return before


def _ability(ability: Ability, types: frozenset[str]) -> str:
    host = _host_word(types)
    talk = Talk(granted_text, host, types=types)
    match ability:
        case Keyword():
            return keyword_phrase(ability)
        case Static(behind=str(word)) | Activated(behind=str(word)) | Triggered(behind=str(word)):
            return f"{capital(word)} — {_ability(_written_behind(ability), types)}"
        case Static():
            return static_text(ability, host, types, granted_text)
        case Activated():
            return _activated(ability, talk)
        case Loyalty(cost, body):
            sign = "−X" if cost is None else f"+{cost}" if cost > 0 else f"−{-cost}" if cost < 0 else "0"
            return f"[{sign}]: {body_text(body, talk)}"
        case Triggered():
            return _triggered(ability, talk)
        case Spell(body):
            return body_text(body, talk)
        case Modal(modes, choose):
            return f"Choose {choose} —\n" + "\n".join(f"• {body_text(mode.body, talk) or mode.label}" for mode in modes)
        case EntersTapped(life=int(life)):
            return f"As {SELF} enters, you may pay {life} life. If you don't, it enters tapped."
        case EntersTapped(None):
            return f"{SELF} enters tapped."
        case EntersTapped(held):
            return f"{SELF} enters tapped unless {condition(held)}." if held is not None else ""
        case EntersWith(kind, number, held):
            return _enters_with(kind, number) + (f" {doubtful('if')} {condition(held)}." if held is not None else ".")
        case EntersAsCopy():
            return _enters_as_copy(ability)
        case OthersEnterAsCopy(who, of):
            return f"{capital(noun(who).some())} enter as a copy of {reference(of, host)}."
        case OthersEnterTapped(who):
            return f"{capital(noun(who).some())} enter tapped."
        case AsEnters(choose, before_game, opponent=opponent, never=never, tapped=tapped, only=only):
            said = ["opponent" if opponent and each == "player" else each for each in choose]
            others = f" other than {listed(never, 'or')}" if never else ""
            start = f"{SELF} enters tapped. As it enters" if tapped else f"As {SELF} enters"
            said = [listed(only, "or")] if only else [with_article(each) for each in said]
            words = f"{start}, choose {listed(said)}{others}."
            return doubtful(words) if {"player", "mode"} & set(choose) or before_game else words
        case EntersDoing(body):
            return doubtful(f"As {SELF} enters, {small(body_text(body, talk))}")
        case TurnedUpDoing(body):
            return doubtful(f"As {SELF} is turned face up, {small(body_text(body, talk))}")
        case EntersShape(options):
            shapes = [predicate(Subject(SELF, False, frozenset(), True), each.mods, granted_text) for each in options]
            choices = listed([each.replace("becomes ", "", 1) for each in shapes], "or")
            return doubtful(f"As {SELF} enters, it becomes your choice of {choices}.")
        case AdditionalCost() | AlternativeCost() | ChangesCost():
            return costing_text(ability)
        case Chapter(numbers, body):
            return f"{', '.join(_roman(each) for each in numbers)} — {body_text(body, talk)}"
        case Opaque(gloss):
            return unmodelled(sentence(gloss))
        case ClassLevel(level, cost):
            return f"{cost}: Level {level}"
        case LevelBand(least, most):
            return f"LEVEL {least}+" if most is None else f"LEVEL {least}-{most}"
        case StationBand(least):
            return f"{least}+ |"
        case Solved():
            return "Solved —"


def _written_behind(ability: Static | Activated | Triggered) -> Ability:
    """What is written behind the keyword of an ability: the ability without what the keyword says by itself."""
    plain = structs.replace(ability, behind=None)
    match plain:
        case Activated(restriction=str(limits)):
            own = getattr(keyword_ability(ability.behind or ""), "limit", None) or ""
            left = limits.removesuffix(own).removesuffix("; ") if own else limits
            return structs.replace(plain, restriction=left or None)
        case Static((Effect(Only(Ref("self")), (AddAbilities((Activated() | Triggered() as inner,)),)),)):
            return inner
        case Static():
            return structs.replace(plain, condition=None)
        case Triggered():
            return Spell(plain.body)
    return plain


def granted_text(ability: Ability, types: frozenset[str]) -> str:
    """A granted ability within the text of another: a keyword as it is, others in quotation marks."""
    if isinstance(ability, Keyword):
        return keyword_phrase(ability)
    inner = _spoken(_ability(ability, types), self_word(types), _about_itself(ability))
    return f'"{_inner_quotes(inner)}"'


def _inner_quotes(text: str) -> str:
    return text.replace('"', "'")


def _about_itself(ability: Ability) -> bool:
    return isinstance(ability, Triggered) and re.match(rf"when(?:ever)? {SELF} ", ability.when) is not None


def _host_word(types: frozenset[str]) -> str:
    """What the object is attached to; an enchantment that has become an artifact too is still an Aura."""
    equips = "Aura" not in types and ("Equipment" in types or types & {"artifact", "enchantment"} == {"artifact"})
    return "equipped creature" if equips else "enchanted creature"


def _roman(number: int) -> str:
    return ("0", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")[number]


def _activated(ability: Activated, talk: Talk) -> str:
    cost = ", ".join(_cost(part) for part in ability.cost)
    sentences: list[str] = []
    if ability.adds is not None:
        sentences.append(mana_text(ability.adds))
    body: tuple[Instruction, ...] = ability.body
    if body:
        text = body_text(body, replace(talk, zone=ability.zones[0]))
        # After a cost that names the object it is not called `it` here.
        sentences.append(doubtful(text) if SELF in cost and f"egenerate {SELF}" in text else text)
    sentences += [_limit(each) for each in (ability.restriction or "").split("; ") if each]
    return f"{cost}: {' '.join(sentences)}"


def _limit(words: str) -> str:
    """A limit on activating as a sentence."""
    if words in _RESTRICTIONS:
        return _RESTRICTIONS[words]
    if words.startswith("not "):
        return unmodelled(f"You can't activate this ability {words[4:]}.")
    whole = "this ability" in words
    return unmodelled(sentence(words if whole else f"activate {words}"))


def _cost(part: CostPart) -> str:
    words = re.sub(r"\bself\b", SELF, cost_phrase(part))
    return capital(words)


def _triggered(ability: Triggered, talk: Talk) -> str:
    clause = f", if {condition(ability.condition, talk.host)}" if ability.condition is not None else ""
    body = body_text(ability.body, replace(talk, about=_about(ability.when), zone=ability.zones[0]))
    when = re.sub(rf"^when(ever)? you (cast|cycle) {SELF}", lambda m: m[0].replace(SELF, _CALLED[m[2]]), ability.when)
    when = doubtful(when) if "this face" in when else when
    return f"{capital(when)}{clause}, {small(body)}"


_CALLED = {"cast": "this spell", "cycle": "this card"}
_ABOUT = re.compile(
    r"\b(?:an?|another|nontoken|enchanted)\b.*?\b(creature|land|artifact|permanent|spell|Vehicle|card)\b"
)


def _about(when: str) -> str:
    """What the object that a trigger is about is called in the body."""
    if re.search(r" dies$|into a graveyard", when):
        return "that card"
    found = _ABOUT.search(when)
    return f"that {found[1]}" if found else "that creature"


def _enters_as_copy(ability: EntersAsCopy) -> str:
    what = noun(ability.of, ability.zones)
    where = " on the battlefield" if ability.zones == ("battlefield",) and "you control" not in what.after else ""
    how = "enter tapped" if ability.tapped else "enter"
    tail = exceptions_text(ability.exceptions, ability.keep, granted_text)
    of = f"any {what.singular()}" if where else what.one()
    text = sentence(f"you may have {SELF} {how} as a copy of {of}{where}{tail}")
    more = ability.counters or ability.exceptions_if or ability.condition or ability.then
    return unmodelled(text) if more or ability.until else text


def _enters_with(kind: str, number: object) -> str:
    if number == 1:
        return f"{SELF} enters with {with_article(f'{kind} counter')} on it"
    if isinstance(number, int):
        return f"{SELF} enters with {number_word(number)} {kind} counters on it"
    if isinstance(number, X):
        return f"{SELF} enters with X {kind} counters on it"
    return unmodelled(f"{SELF} enters with a number of {kind} counters on it")
