"""Abilities: paragraphs of rules text, each as an ability of its kind."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from layerproof.kb.keywords.keyword_files import keyword_ability
from layerproof.kb.keywords.keyword_lines import hides_keywords, keyword_line
from layerproof.kb.model.ability import (
    Ability,
    Activated,
    Keyword,
    Loyalty,
    Modal,
    Mode,
    Opaque,
    Spell,
    Static,
    Triggered,
)
from layerproof.kb.model.costs.cost import OtherCost
from layerproof.kb.model.effect import ELSEWHERE, Effect, Only
from layerproof.kb.model.expression import Both, CastFor, Condition, InZone, Matches, Not, Ref
from layerproof.kb.model.instruction import Delayed, OtherAction
from layerproof.kb.model.modification import (
    AddAbilities,
    AddTypes,
    DefinePT,
    Modification,
    RuleEffect,
    SetBasePT,
    SetColors,
)
from layerproof.kb.oracle import grammar
from layerproof.kb.oracle.amounts.results import with_amount
from layerproof.kb.oracle.bodies.ability_bodies import body_of, cost_of, of_another_choice
from layerproof.kb.oracle.bodies.ability_context import Context
from layerproof.kb.oracle.bodies.same_is_true import shapes_spelled_out, spelled_out
from layerproof.kb.oracle.concerns.possible_effects import opaque_touches, touches_of
from layerproof.kb.oracle.costs.functioning_zones import from_there, stated_in, stated_zones, taken_from
from layerproof.kb.oracle.costs.mana_abilities import mana_of
from layerproof.kb.oracle.costs.spell_costs import chooses_apart, copies_chosen, costs_of
from layerproof.kb.oracle.events.replacement_effects import replacement_of
from layerproof.kb.oracle.events.trigger_conditions import not_to_itself, split_trigger
from layerproof.kb.oracle.nouns.static_pronouns import bind_static
from layerproof.kb.oracle.single_phrases import parse_filter
from layerproof.kb.oracle.words.lexical_tokens import tokenize
from layerproof.kb.oracle.words.open_references import SELF, found, keeps_words

_ABILITY_WORD = re.compile(r"^(?:[A-Z0-9~][\w'!,.-]*(?: [\w'!.~-]+){0,7}) — (?=[A-Z{~\"])")
_NOT_ABILITY_WORDS = ("To solve", "Solved", "Companion", "Partner", "Ward", "Equip", "Kicker", "Escape", "Max speed")
# Keywords that limit the ability behind them and that the newest edition does not define.
_UNKNOWN_LIMITS = {"Power-up — ": "only as its power-up says"}
_LOYALTY = re.compile(r"^\[?([+-]?[0-9X]+|0)\]?: (?=\S)")
_EXERT = re.compile(r"You may exert ~ as (?:it|he|she) attacks\. When you do, (.+)$", re.DOTALL)
_TRIGGER = re.compile(r"^(When|Whenever|At) ")
# What older texts say is done during an upkeep is done once in it, as it begins.
_IN_UPKEEP = re.compile(r"^During (your|each player's) upkeep, ")
# An event that an instant or sorcery has watched for a time: the spell creates a delayed triggered ability.
_LATER = re.compile(
    r"(?:When|Whenever|At the beginning of) [^,]*\b(?:this turn|this combat|next cast)\b"
    r"|At the beginning of (?:your|the) next "
)
# Several sentences behind such a time: all of them are what happens then.
_ALL_LATER = re.compile(r"At the beginning of (?:your|the) next [^,.]*, [^\n]*\. [^\n]*\.$")
_COST = re.compile(
    r"^(?P<cost>[^\".]*?(?:\{[^}]+\}|[Ss]acrifice|[Dd]iscard|[Pp]ay|[Rr]emove|[Tt]ap|[Ee]xile|[Rr]eturn|"
    r"[Pp]ut|[Rr]eveal|[Mm]ill|[Uu]ntap|[Cc]ollect|[Ff]orage)[^\".]*?): (?P<effect>.+)$",
    re.DOTALL,
)


def paragraph(text: str, context: Context) -> tuple[Ability, ...]:
    """The ability of one paragraph, or the keyword abilities of a keyword line.

    text: normalised. Returns one Opaque where the paragraph is not understood as a whole.
    """
    text = text.strip()
    limited = _limited(text, context)
    if limited is not None:
        return (limited,)
    text = without_ability_word(text)
    line = keyword_line(text, parse_filter)
    if line is not None:
        return line
    found = _LOYALTY.match(text)
    if found:
        return (_loyalty(found[1], text[found.end() :], context),)
    exert = _EXERT.match(text)
    if exert:
        return (Triggered("when you exert ~", body_of(_exerted(exert[1]), context.types, SELF)),)
    text = _IN_UPKEEP.sub(r"At the beginning of \1 upkeep, ", text)
    if _TRIGGER.match(text) and not (set(context.types) & {"instant", "sorcery"} and _LATER.match(text)):
        return (triggered(text, context),)
    costs = _COST.match(text)
    if costs:
        return (_activated(costs["cost"], costs["effect"], context),)
    about_costs = costs_of(text)
    if about_costs is not None:
        return (about_costs,)
    if set(context.types) & {"instant", "sorcery"}:
        return (opaque(text) if text.startswith(_WHILE_A_SPELL) else _spell(text, context),)
    static = replacement_of(text) or static_of(spelled_out(text), context)
    return (static if static is not None else opaque(text),)


def _exerted(effect: str) -> str:
    """What happens where an object has been exerted, which then stays tapped once."""
    return f"~ doesn't untap during your next untap step. {effect[:1].upper()}{effect[1:]}"


def without_ability_word(text: str) -> str:
    """A paragraph without the ability word or flavor word before it.

    >>> without_ability_word("Landfall — Whenever a land you control enters, draw a card.")
    'Whenever a land you control enters, draw a card.'
    >>> without_ability_word("Song of ~ — Whenever ~ attacks, draw a card.")
    'Whenever ~ attacks, draw a card.'
    """
    words = _ABILITY_WORD.match(text)
    return text[words.end() :] if words and not words[0].startswith(_NOT_ABILITY_WORDS) else text


def opaque(text: str) -> Opaque:
    """The ability that is not understood, with what it could touch."""
    return Opaque(text, opaque_touches(text) or (("ability",) if hides_keywords(text) else ()))


# What an instant or sorcery says so is a static ability, and no instruction.
_WHILE_A_SPELL = "As long as ~ is on the stack, "
# What is attached to several objects speaks of these, not of all that are enchanted.
_SEVERAL_HOSTS = re.compile(r"(?:Enchanted|Equipped) \w+s each ")


def static_of(text: str, context: Context) -> Static | None:
    """The static ability of a paragraph, None where it is not understood."""
    if _SEVERAL_HOSTS.match(text):
        return None
    for loose in (False, True):
        effects = _static_effects(text, loose)
        if effects:
            break
    if not effects:
        return None
    zones: tuple[str, ...] = ("stack",) if text.startswith("This spell") or _own_flash(effects) else ("battlefield",)
    if text.startswith("~ has power and toughness each equal to "):
        # What a printed ability says of its own object defines it.
        effects = tuple(Effect(e.affects, tuple(map(_defining, e.mods)), e.condition) for e in effects)
    effects, where = _functioning(effects)
    zones = where or zones
    if len(effects) == 1 and effects[0].condition is not None:
        one = effects[0]
        return Static((Effect(one.affects, one.mods),), one.condition, zones)
    return Static(effects, None, zones, _defines(effects))


def _own_flash(effects: tuple[Effect, ...]) -> bool:
    """Whether an object gives itself flash, which functions only on the stack (rule key ability.functions.casting)."""
    flash = AddAbilities((Keyword("flash"),))
    return all(each.affects == Only(SELF) and each.mods == (flash,) for each in effects)


def _defining(mod: Modification) -> Modification:
    return DefinePT(mod.power, mod.toughness) if isinstance(mod, SetBasePT) else mod


def _defines(effects: tuple[Effect, ...]) -> bool:
    """Whether a static ability is characteristic-defining: it states colors, subtypes, power or toughness of its own
    object, whatever else is the case."""
    if len(effects) != 1 or effects[0].affects != Only(SELF) or effects[0].condition is not None:
        return False

    def states(mod: Any) -> bool:
        if isinstance(mod, DefinePT):
            return True
        if isinstance(mod, SetColors):
            return "chosen" not in mod.colors
        return isinstance(mod, AddTypes) and not mod.types and not mod.supertypes and "chosen" not in mod.subtypes

    return all(states(mod) for mod in effects[0].mods)


def _functioning(effects: tuple[Effect, ...]) -> tuple[tuple[Effect, ...], tuple[str, ...] | None]:
    """The effects without a condition that only says where the ability functions, and those zones."""
    zones: set[tuple[str, ...]] = set()
    out = []
    for effect in effects:
        parts = effect.condition.conditions if isinstance(effect.condition, Both) else (effect.condition,)
        left: list[Condition] = []
        for part in parts:
            where = _ZONES.get(part) if isinstance(part, Matches) else None
            if where is None:
                left += [part] if part is not None else []
            else:
                zones.add(where)
        condition = None if not left else left[0] if len(left) == 1 else Both(tuple(left))
        out.append(Effect(effect.affects, effect.mods, condition))
    if len(zones) != 1 or len({each.condition == old.condition for each, old in zip(out, effects, strict=True)}) > 1:
        return effects, None
    return tuple(out), zones.pop()


_ZONES = {
    Matches(SELF, InZone(("graveyard",))): ("graveyard",),
    Matches(SELF, InZone(("hand",))): ("hand",),
    Matches(SELF, InZone(("command",))): ("command",),
    Matches(SELF, InZone(("battlefield",))): ("battlefield",),
    Matches(SELF, InZone(("battlefield", "command"))): ("battlefield", "command"),
    Matches(SELF, Not(InZone(("battlefield",)))): ELSEWHERE,
}


@lru_cache(maxsize=65536)
def _static_effects(text: str, loose: bool) -> tuple[Effect, ...] | None:
    """The effects of all sentences, None where one has no reading or several that mean different things."""
    tokens = tokenize(text)
    if not tokens:
        return None
    parse = grammar.parse(tokens, loose)
    end = len(tokens) - (1 if tokens[-1].word == "." else 0)
    readings = [each for each in (bind_static(found) for found in parse.whole("statements", 0, end)) if each]
    unique = list(dict.fromkeys(readings))
    if len(unique) > 1:
        # A reading that keeps words is one for want of a better one.
        unique = [each for each in unique if not found(each, keeps_words)]
    return unique[0] if len(unique) == 1 else None


def triggered(text: str, context: Context) -> Ability:
    """The triggered ability of a paragraph; its event is kept as words."""

    split = split_trigger(text)
    if split is None:
        return opaque(text)
    read = of_another_choice(split.effect) or body_of(split.effect, context.types, split.about, split.second)
    body = with_amount(not_to_itself(read, split), split.when)
    zones = split.zones
    if zones == ("battlefield",):
        zones = taken_from(text) or stated_zones(split.condition) or zones
    return Triggered(split.when, from_there(body, zones), split.condition, zones)


def _activated(cost: str, effect: str, context: Context) -> Ability:
    costs = cost_of(cost)
    effect, restriction = _restriction(effect)
    elsewhere = of_another_choice(effect)
    if re.search(r"\bexile an? (?!.*\bexile\b)", cost, re.IGNORECASE):
        # What was exiled to pay this time is a choice, as what is sacrificed is, and known as it last was.
        effect = re.sub(
            r"\bthe exiled (?=(?:card|creature)'s)|(?<=of )the exiled (?=card|creature)", "the chosen ", effect
        )
        # What it has become is not followed.
        effect = re.sub(r"\bthe exiled (card|creature)\b", r"the \1 exiled to pay", effect)
    # What an ability that is given says of its own object does not tell where this one functions.
    own = f"{cost}: {effect}"
    zones = _where(own, cost, restriction)
    mana, rest = mana_of(effect)
    about = SELF if "~" in cost else None
    if mana is not None:
        return Activated(costs, body_of(rest, context.types, about) if rest else (), mana, restriction, zones)
    if re.search(r"\b[Ee]xert ~", cost):
        effect = _exerted(effect)
    body = elsewhere or body_of(effect, context.types, about, announced=True)
    unread = any(isinstance(part, OtherCost) for part in costs) and found(body, copies_chosen)
    if unread or (chooses_apart(costs) and found(body, lambda part: part == Ref("chosen") or part == Ref("?C"))):
        # Which of the things chosen for the cost it was is not told apart, nor what words let be chosen.
        body = (OtherAction(effect, tuple(dict.fromkeys((*touches_of(effect), "objects")))),)
    return Activated(costs, from_there(body, zones), None, restriction, zones)


def _where(own: str, cost: str, restriction: str | None = None) -> tuple[str, ...]:
    """The zones in which an activated ability functions, of which its cost or effect says that it moves its object or
    shows it there (rule keys ability.functions.moves_from_zone, ability.functions.stated_zones)."""
    zones = taken_from(own) or stated_in(restriction or "")
    if zones:
        return zones
    return ("hand",) if re.search(r"[Dd]iscard ~", cost) else ("battlefield",)


def _limited(text: str, context: Context) -> Ability | None:
    """The activated ability behind a keyword that limits it and tells in which zones it functions; None for any other
    paragraph."""
    words = _ABILITY_WORD.match(text)
    if words is None:
        return None
    keyword = keyword_ability(words[0].removesuffix(" — ").lower())
    limit = _UNKNOWN_LIMITS.get(words[0]) if keyword is None else keyword.limit
    costs = _COST.match(text[words.end() :])
    if costs is None or limit is None:
        return None
    found = _activated(costs["cost"], costs["effect"], context)
    if not isinstance(found, Activated):
        return found
    functions, name = (("battlefield",), None) if keyword is None else (keyword.functions, keyword.name)
    limits = "; ".join(each for each in (found.restriction, limit) if each)
    zones = found.zones if "battlefield" in functions else functions
    return Activated(found.cost, found.body, found.adds, limits, zones, name)


_RESTRICTION = re.compile(
    r"\s*(?:(?:Activate|Any player may activate|You (?P<not>can't) activate this ability)"
    r" (?P<when>[^.]*?(?:\"[^\"]*\"[^.]*?)?)"
    # Who may activate it and what that costs: the whole sentence is kept.
    r"|(?P<all>Only [^.\"]+ may activate this ability\b[^.\"]*|This ability costs [^.\"]+))\.\s*$"
)


def _restriction(effect: str) -> tuple[str, str | None]:
    # The limit stands before the modes.
    effect = re.sub(r"^(Choose \w+)\. (Activate [^.]*\.)\n(• .*)$", r"\1 —\n\3 \2", effect, flags=re.DOTALL)
    found = _RESTRICTION.search(effect)
    limits: list[str] = []
    while found and found.start() > 0:
        told, whole = found["when"], found["all"]
        limits.insert(0, whole[0].lower() + whole[1:] if whole else f"not {told}" if found["not"] else told)
        effect = effect[: found.start()].strip()
        found = _RESTRICTION.search(effect)
    return effect, "; ".join(limits) or None


def _loyalty(cost: str, effect: str, context: Context) -> Ability:
    if "X" in cost and cost != "-X":
        return opaque(f"{cost}: {effect}")
    return Loyalty(None if "X" in cost else int(cost), body_of(effect, context.types, None, announced=True))


def _spell(text: str, context: Context) -> Ability:
    text = shapes_spelled_out(text)
    later = triggered(text, context) if _ALL_LATER.match(text) else None
    if isinstance(later, Triggered) and later.condition is None:
        return Spell((Delayed(later.when, later.body),))
    modes = modes_of(text)
    if modes is not None and not _ONLY_CHOOSES.fullmatch(text.partition("\n")[0]):
        # Words before the modes do something with what is chosen.
        return Opaque(text, touches_of(text))
    if modes is not None:
        choose = text.partition("\n")[0].rstrip(" —.").lower().removeprefix("choose ")
        return Modal(tuple(Mode(label, body_of(mode, context.types, None)) for label, mode in modes), choose)
    static = static_of(text, context) if re.match(r"(?:~|This spell) (?:can't|costs|has)", text) else None
    split = re.fullmatch(r"If ~ was kicked, it has split second\.", text)
    if split:
        given = AddAbilities((Keyword("split second"),))
        return Static((Effect(Only(SELF), (given,)),), CastFor("kicker"), ("stack",))
    if static is not None and _own_flash(static.effects):
        return static
    own = static_of(text, context) if text.startswith("~ is ") else None
    if own is not None and own.cda:
        # What a spell's text says of the spell itself defines it; nobody has to resolve it.
        return own
    if text.startswith("As long as ") and "~ is in your graveyard, it has " in text:
        there = static_of(text, context)
        if there is not None:
            return Static(there.effects, there.condition, ("graveyard",))
    if static is not None and all(isinstance(mod, RuleEffect) for e in static.effects for mod in e.mods):
        return Static(static.effects, static.condition, ("stack",))
    return Spell(body_of(text, context.types, None))


# What stands before the modes and only says how many are chosen.
_ONLY_CHOOSES = re.compile(
    r"(?:Choose|An opponent chooses) (?:up to )?(?:\w+|one or (?:both|more)|any number|one at random"
    r"|one that hasn't been chosen(?: this turn)?|up to five \{P\} worth of modes|five \{P\} worth of modes)(?: ?—|\.)?"
    r"(?: You may choose the same mode more than once\.?| If [^.]*, (?:you may )?choose [^.]* instead\.?)*"
)


def modes_of(text: str) -> list[tuple[str, str]] | None:
    """The modes of a modal paragraph: the label of each, and its text."""
    head, *modes = text.split("\n• ")
    if not modes or not re.match(r"(Choose|An opponent chooses) ", head):
        return None
    out = []
    for mode in modes:
        label, dash, rest = mode.partition(" — ")
        text = rest if dash and len(label) < 40 and not label.endswith(".") else mode
        out.append((label if dash and text == rest else mode.rstrip("."), text))
    return out


__all__ = ["Context", "Ref", "opaque", "paragraph", "parse_filter", "static_of"]
