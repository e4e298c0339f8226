"""Faces: the whole rules text of one face, paragraph by paragraph, with levels, bands, chapters and the like."""

from __future__ import annotations

import re
from typing import Any

from layerproof.kb.model.ability import (
    Ability,
    AsEnters,
    Chapter,
    ClassLevel,
    Keyword,
    LevelBand,
    Opaque,
    Solved,
    Static,
    StationBand,
    Triggered,
)
from layerproof.kb.model.effect import All, Effect, Only
from layerproof.kb.model.expression import (
    AllOf,
    AnyOf,
    Both,
    Compares,
    ExiledWith,
    Is,
    Matches,
    Not,
    OpaqueCondition,
    PerPlayer,
    Ref,
    Same,
    Told,
    X,
)
from layerproof.kb.model.instruction import If, Move
from layerproof.kb.model.modification import AddAbilities, SetName, SetSubtypes
from layerproof.kb.model.raw_card import RawFace
from layerproof.kb.oracle import quotations  # noqa: F401 (which lets quotations be read)
from layerproof.kb.oracle.abilities import opaque, paragraph, triggered, without_ability_word
from layerproof.kb.oracle.bodies.ability_bodies import body_of
from layerproof.kb.oracle.bodies.ability_context import Context
from layerproof.kb.oracle.events.as_it_enters import entering
from layerproof.kb.oracle.words.chosen_words import unmarked
from layerproof.kb.oracle.words.normalised_text import normalise, station_threshold
from layerproof.kb.oracle.words.open_references import HOST, found, rewrite

_LEVEL = re.compile(r"LEVEL ([0-9]+)(?:-([0-9]+)|\+)$")
_BAND_SIZE = re.compile(r"([0-9]+)/([0-9]+)$")
_STATION = re.compile(r"([0-9]+)\+ \| (.*)$")
_CLASS = re.compile(r"((?:\{[^}]+\})+): Level ([0-9]+)$")
_CHAPTER = re.compile(r"((?:[IVX]+(?:, )?)+)(?: [A-Z][a-z]+)? — (.*)$", re.DOTALL)
# Rows of a table of rolls that stand behind dashes, and the modes or the prize of a visit.
_DASHED_ROW = re.compile(r"^([0-9]+)(?: or ([0-9]+))? — ", re.MULTILINE)
_PRIZE = re.compile(r"\nPrize — (.+)$", re.DOTALL)
_ROMAN = {"I": 1, "II": 2, "III": 3, "IV": 4, "V": 5, "VI": 6, "VII": 7, "VIII": 8}


def abilities_of(raw: RawFace) -> tuple[Ability, ...]:
    """The abilities that the rules text of a face stands for, in the order of the text."""
    lines = lines_of(raw)
    context = Context(raw.types)
    if raw.layout == "leveler" or any(_LEVEL.match(line) for line in lines):
        return _levels(lines, context)
    if "Class" in raw.subtypes and any(_CLASS.match(line) for line in lines):
        return _classes(lines, context)
    threshold = station_threshold(raw.oracle_text)
    out: list[Ability] = []
    striation: int | None = None
    for line in lines:
        band = _STATION.match(line)
        if band or striation is not None:
            # What stands below a station symbol is printed in its striation, until the next symbol.
            striation = int(band[1]) if band else striation
            out = _station(out, striation or 0, band[2] if band else line, threshold, raw, context)
        else:
            out += _line(line, raw, context)
    if any(line.startswith("X is ") for line in lines):
        # The text says what X is: no number is announced for it.
        out = [rewrite(each, lambda part: PerPlayer("X") if isinstance(part, X) else part) for each in out]
    return _linking(_enchanting(tuple(out), lines), lines, raw.name)


def lines_of(raw: RawFace) -> list[str]:
    """The paragraphs of a face's rules text, normalised, modes and dice rows with the paragraph that they belong to."""
    legendary = "legendary" in raw.supertypes or "planeswalker" in raw.types
    text = normalise(raw.oracle_text, raw.name, raw.types, legendary)
    if re.match(r"(?:Spree|Tiered)\n", text) or "\nSpree\n" in text or "\nTiered\n" in text:
        # Modes that stand below the keyword, each behind its own cost.
        text = re.sub(
            r"(Spree|Tiered)\n",
            lambda word: f"{word[1]}\nChoose one{' or more' * (word[1] == 'Spree')} —\n",
            re.sub(r"\n(?:\+ \{[^ ]*|• [^—\n]+ — \{[^ ]*|• \{[^ ]*) — ", "\n• ", text),
        )
    # Modes that cost pawprints stand in lines of their own.
    text = re.sub(r"\n(?:\{P\})+ — ", "\n• ", text)
    if re.search(r"\b[rR]oll an? [a-z]+-sided die\.", text):
        text = _DASHED_ROW.sub(lambda row: f"{row[1]}—{row[2]} | " if row[2] else f"{row[1]} | ", text)
    # "20+ |" is a row of a table of rolls, elsewhere a band of a station.
    more = r"\+?" if re.search(r"\broll an? ", text) else ""
    lines = [line for line in re.split(rf"\n(?!• |Prize — |[0-9]+(?:[-—][0-9]+| or less)?{more} \| )", text) if line]
    return _spell_lines(lines) if set(raw.types) & {"instant", "sorcery"} else lines


# A paragraph of a spell that goes on where the one before ended: it speaks of what that has named.
_GOES_ON = re.compile(r"^(?:[A-Z][\w' -]* — )?(?:If |That |Those |They |It )|\binstead\b")


# A keyword ability with its cost in words: nothing goes on with it.
_COST_LINE = re.compile(r"[A-Z][a-z' ]*[a-z]—")

_LABEL = re.compile(r"^[A-Z]\w*(?: \w+)* — ")


def _spell_lines(lines: list[str]) -> list[str]:
    """The paragraphs of an instant or sorcery, one that goes on with the one before joined to it."""
    out: list[str] = []
    for line in lines:
        before = out[-1] if out else ""
        plain = (
            before.endswith(".")
            and "\n" not in before
            and not before.startswith(("This spell", "As an additional", "~ "))
            and not _COST_LINE.match(before)
        )
        if plain and "\n" not in line and _GOES_ON.search(line) and "would" not in line.split():
            out[-1] = f"{before} {_LABEL.sub('', line)}"
        else:
            out.append(line)
    return out


def paragraphs_of(raw: RawFace) -> list[tuple[str, tuple[Ability, ...]]]:
    """Each paragraph with the abilities that it alone stands for; headers of levels and bands are left out."""
    context = Context(raw.types)
    out = []
    for line in lines_of(raw):
        if _LEVEL.match(line) or _BAND_SIZE.match(line) or _CLASS.match(line):
            continue
        band = _STATION.match(line)
        text = band[2] if band else line
        out.append((text, _line(text, raw, context)))
    return out


def _solving(condition: str, context: Context) -> Ability:
    """The triggered ability that "To solve" stands for (rule key case.to_solve); that a Case is not solved yet is kept
    in words, since no filter asks for it."""
    made = triggered(
        f"At the beginning of your end step, if {condition[0].lower()}{condition[1:]}, ~ becomes solved.", context
    )
    if not isinstance(made, Triggered) or made.condition is None:
        return opaque(f"At the beginning of your end step, if {condition}, ~ becomes solved")
    unsolved = OpaqueCondition("~ is not solved")
    return Triggered(made.when, made.body, Both((made.condition, unsolved)), made.zones)


def _visit(text: str, types: tuple[str, ...]) -> Ability:
    """The triggered ability of an Attraction that is visited, its prize being a part of it."""
    prize = _PRIZE.search(text)
    text = text[: prize.start()] if prize else text
    body = body_of(re.sub(r"^Choose (.+?)\.(?=\n)", r"Choose \1 —", text), types, None)
    if prize is not None:
        body = (*body, If(OpaqueCondition("you claim the prize"), body_of(prize[1], types, None)))
    return Triggered("whenever you roll to visit ~", body, behind="visit")


def _line(line: str, raw: RawFace, context: Context) -> tuple[Ability, ...]:
    chapter = _CHAPTER.match(line)
    if chapter and "Saga" in raw.subtypes:
        numbers = tuple(_ROMAN.get(each.strip(), 0) for each in chapter[1].split(","))
        words = re.match(r"[A-Z][\w' !-]* — ", chapter[2])
        return (Chapter(numbers, body_of(chapter[2][words.end() :] if words else chapter[2], raw.types, None)),)
    if line.startswith("To solve — "):
        return (_solving(line.removeprefix("To solve — ").rstrip("."), context),)
    if line.startswith("Visit — "):
        return (_visit(line[8:], raw.types),)
    if line.startswith("Solved — "):
        return (Solved(_paragraph(line[9:], context)),)
    abilities = _paragraph(line, context)
    hangs = {"Aura", "Equipment"} & set(raw.subtypes) and "creature" not in raw.types
    return tuple(map(_other_than_host, abilities)) if hangs else abilities


def _other_than_host(ability: Ability) -> Ability:
    """What an Aura or Equipment that is no creature says of "other creatures": other than the one it is attached to."""
    if not isinstance(ability, Static):
        return ability
    other = Not(Same(Ref("self")))
    effects = []
    for each in ability.effects:
        scope = each.affects
        if (
            isinstance(scope, All)
            and isinstance(scope.filter, AllOf)
            and Is("type", "creature") in scope.filter.filters
        ):
            filters = tuple(Not(Same(HOST)) if one == other else one for one in scope.filter.filters)
            each = Effect(All(AllOf(filters), scope.zones), each.mods, each.condition, each.duration)
        effects.append(each)
    return Static(tuple(effects), ability.condition, ability.zones, ability.cda, ability.behind)


def _paragraph(line: str, context: Context) -> tuple[Ability, ...]:
    speed = _MAX_SPEED.match(line)
    if speed:
        # A static ability that is there at max speed.
        inner = _paragraph(speed[1], context)
        if len(inner) == 1 and isinstance(inner[0], Static) and inner[0].condition is None:
            return (Static(inner[0].effects, MAX_SPEED, inner[0].zones, behind="max speed"),)
    if line.startswith("Max speed — "):
        # Any other ability is one that the object has at max speed, and what is not understood is so as a whole.
        inner = _paragraph(line[12:], context)
        if len(inner) != 1 or isinstance(inner[0], Opaque | Keyword):
            return (opaque(line),)
        has = Effect(Only(Ref("self")), (AddAbilities(inner),))
        zones = getattr(inner[0], "zones", ("battlefield",))
        return (Static((has,), MAX_SPEED, zones, behind="max speed"),)
    entered = entering(without_ability_word(line), context.types)
    return entered if entered is not None else paragraph(line, context)


MAX_SPEED = Compares(Told("speed"), "=", 4)
_MAX_SPEED = re.compile(r"Max speed — (?!When|At )([^:\"]+)$")


def _levels(lines: list[str], context: Context) -> tuple[Ability, ...]:
    out: list[Ability] = []
    bands: list[tuple[int, int | None, list[str]]] = []
    for line in lines:
        found = _LEVEL.match(line)
        if found:
            bands.append((int(found[1]), int(found[2]) if found[2] else None, []))
        elif bands:
            bands[-1][2].append(line)
        else:
            out += _paragraph(line, context)
    for minimum, maximum, inside in bands:
        size = _BAND_SIZE.match(inside[0]) if inside else None
        power, toughness = (int(size[1]), int(size[2])) if size else (None, None)
        abilities = tuple(a for line in inside[1 if size else 0 :] for a in _paragraph(line, context))
        out.append(LevelBand(minimum, maximum, power, toughness, abilities))
    return tuple(out)


def _classes(lines: list[str], context: Context) -> tuple[Ability, ...]:
    out: list[Ability] = []
    levels: list[tuple[int, str, list[Ability]]] = []
    for line in lines:
        found = _CLASS.match(line)
        if found:
            levels.append((int(found[2]), found[1], []))
        else:
            (levels[-1][2] if levels else out).extend(_paragraph(line, context))
    return (*out, *(ClassLevel(level, cost, tuple(inside)) for level, cost, inside in levels))


def _station(
    out: list[Ability], minimum: int, text: str, threshold: int | None, raw: RawFace, context: Context
) -> list[Ability]:
    """The abilities so far with a paragraph of a striation (rule key station.symbol), put together with those of the
    same symbol."""
    abilities = _line(text, raw, context)
    power, toughness = None, None
    if minimum == threshold and (raw.power or "").isdigit() and (raw.toughness or "").isdigit():
        power, toughness = int(raw.power or 0), int(raw.toughness or 0)
    last = out[-1] if out else None
    if isinstance(last, StationBand) and last.minimum == minimum:
        band = StationBand(minimum, last.power, last.toughness, (*last.abilities, *abilities))
        return [*out[:-1], band]
    return [*out, StationBand(minimum, power, toughness, abilities)]


def _enchanting(abilities: tuple[Ability, ...], lines: list[str]) -> tuple[Ability, ...]:
    """A bonus to the "enchanted creature" holds only while it is one, where the Aura may enchant other things too."""
    enchants = [each.filter for each in abilities if isinstance(each, Keyword) and each.keyword == "enchant"]
    creature = Is("type", "creature")
    if (
        len(enchants) != 1
        or enchants[0] is None
        or not isinstance(enchants[0], AnyOf)
        or creature not in enchants[0].filters
    ):
        return abilities
    starts = [line for line in lines if line.startswith("Enchanted creature ")]
    out = []
    for each in abilities:
        about_host = isinstance(each, Static) and all(effect.affects == Only(HOST) for effect in each.effects)
        if starts and about_host and isinstance(each, Static) and each.condition is None and len(starts) == 1:
            if (
                len(
                    [
                        a
                        for a in abilities
                        if isinstance(a, Static) and a.condition is None and a.effects[0].affects == Only(HOST)
                    ]
                )
                == 1
            ):
                each = Static(each.effects, Matches(HOST, creature), each.zones)
        out.append(each)
    return tuple(out)


_LAND_CHOICE = re.compile(r"\bAs ~ enters\b[^.]*\bchoose an? (?:basic )?land type\b")
# A choice of a card type, and of one of its subtypes: what "the chosen type" is.
_CARD_TYPE = re.compile(
    r"\b[cC]hooses? (?:an? )?(?:(?:card|permanent) type|(?:artifact|creature|enchantment|land|instant)(?:,| or)) ?"
)
_SUBTYPE = re.compile(r"\b(?:creature|land) type\b")


def _speaks_of_exiled(part: Any) -> bool:
    return isinstance(part, ExiledWith) or (isinstance(part, Ref) and part.kind in ("linked", "last_linked"))


def _linking(abilities: tuple[Ability, ...], lines: list[str], name: str) -> tuple[Ability, ...]:
    """Cards that the object exiles are remembered where its abilities speak of them; its own name is put in."""
    speaks = any(re.search(r"\b(?:the exiled card|exiled with (?:~|it)|the exiled cards?)\b", line) for line in lines)
    speaks = speaks or bool(found(abilities, _speaks_of_exiled))

    of_cards = any(_CARD_TYPE.search(line) for line in lines) and not any(_SUBTYPE.search(line) for line in lines)
    chosen = {each for ability in abilities if isinstance(ability, AsEnters) for each in ability.choose}
    # The choice may stand in an ability that is not read whole.
    of_land = bool(chosen & {"basic land type", "land type"}) or any(_LAND_CHOICE.search(line) for line in lines)

    def change(part: Any) -> Any:
        if isinstance(part, SetSubtypes) and part == SetSubtypes(("chosen",), "creature") and of_land:
            return SetSubtypes(("chosen",), "land")
        if of_cards and part == Is("subtype", "chosen"):
            return Is("type", "chosen")
        if isinstance(part, SetName) and part.name == "~":
            return SetName(name)
        if speaks and isinstance(part, Move) and part.to == "exile" and not part.linked:
            fields = {field: getattr(part, field) for field in part.__struct_fields__}
            return Move(**{**fields, "linked": True})
        return part

    return tuple(unmarked(rewrite(abilities, change)))


__all__ = ["Keyword", "abilities_of", "lines_of", "opaque", "paragraphs_of"]
