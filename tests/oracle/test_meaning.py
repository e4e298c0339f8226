"""The compiler's meaning: compiled text and embedded facts of the same card are the same facts."""

from __future__ import annotations

import gzip
import json
import os
import re
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from layerproof.kb.cards.embedded_facts import FACTS, read_card
from layerproof.kb.files.yaml_source import read_document
from layerproof.kb.model import ability as ab
from layerproof.kb.model import expression as ex
from layerproof.kb.model import instruction as ins
from layerproof.kb.model import modification as mo
from layerproof.kb.model.card import Card, Face
from layerproof.kb.model.costs.cost import OtherCost
from layerproof.kb.model.effect import All, Effect, Only, Several, Union
from layerproof.kb.model.node import Node
from layerproof.kb.model.raw_card import RawFace
from layerproof.kb.oracle.compiler import compile_face
from layerproof.kb.oracle.concerns.possible_effects import touches_of
from layerproof.kb.oracle.words.open_references import found, joined, rewrite
from tests.helpers.made_up_cards import parts

HERE = Path(__file__).resolve().parents[1]
EXCEPTIONS = HERE / "oracle_exceptions.yaml"


@cache
def shared() -> Path | None:
    """The folder of card corpora, None where it is absent."""
    given = os.environ.get("LAYERPROOF_SHARED")
    folders = [Path(given)] if given else [parent / "shared" for parent in HERE.parents]
    return next((folder / "cards" for folder in folders if (folder / "cards").is_dir()), None)


@cache
def corpus() -> dict[str, str]:
    """The rules text of every face by name: today's wording, else that of the older file."""
    folder = shared()
    if folder is None:
        pytest.skip("the card corpora are absent: set LAYERPROOF_SHARED to the folder that holds cards/")
    texts: dict[str, str] = {}
    with gzip.open(folder / "oracle-corpus-2026.json.gz") as file:
        for entry in json.load(file):
            name = entry["name"].split(" // ")[0]
            texts.setdefault(name, entry["text"] or "")
    with gzip.open(folder / "scryfall-oracle-cards-2019.json.gz") as file:
        for entry in json.load(file):
            for face in entry.get("card_faces", [entry]):
                texts.setdefault(face["name"], face.get("oracle_text", ""))
    return texts


def raw_of(face: Face, card: Card, text: str) -> RawFace:
    """The face as a card file would give it."""
    return RawFace(
        name=face.name or "",
        supertypes=face.supertypes,
        types=face.types,
        subtypes=face.subtypes,
        oracle_text=text,
        power=None if face.power is None else str(face.power),
        toughness=None if face.toughness is None else str(face.toughness),
        layout=card.layout,
    )


# --- sameness: what card facts may word in several ways ---------------------------------------------------------------


def same_form(abilities: tuple[Any, ...]) -> tuple[Any, ...]:
    """Abilities without glosses and free choices of notation, so that equal meanings are equal records."""
    found: tuple[Any, ...] = rewrite(abilities, _plain)
    return found


def _plain(part: Any) -> Any:
    match part:
        case mo.RuleEffect():
            return mo.RuleEffect("", part.says)
        case mo.BecomeCopy() if "this ability" in part.keep:
            keep = tuple(each for each in part.keep if each != "this ability")
            return mo.BecomeCopy(part.of, (*part.exceptions, mo.AddAbilities((ab.Keyword("this ability"),))), keep)
        case ex.Exists(filter=ex.AllOf(filters=filters)) if any(isinstance(each, ex.Same) for each in filters):
            return _matches(filters)
        case ex.Matches():
            return ex.Matches(part.ref, _sorted(part.filter, ()))
        case ins.Move(under=ex.Player("you")):
            fields = {field: getattr(part, field) for field in part.__struct_fields__}
            return ins.Move(**{**fields, "under": None})
        case ab.Shape():
            return ab.Shape("", part.mods)
        case ins.OtherAction():
            return ins.OtherAction("")
        case ex.OpaqueCondition():
            return ex.OpaqueCondition("")
        case ex.Compares(left=ex.PerPlayer()):
            return ex.OpaqueCondition("")
        case ex.PerPlayer():
            return ex.PerPlayer("")
        case ab.Keyword(cost=cost) if cost and not re.fullmatch(r"(\{[^}]+\})+", cost):
            return ab.Keyword(part.keyword, part.number, "words", part.quality, part.filter)
        case ex.AllOf():
            return _sorted(part, ())
        case ex.AnyOf(filters=filters):
            return ex.AnyOf(tuple(sorted(filters, key=repr)))
        case All(filter=filter_, zones=zones):
            return All(_sorted(filter_, zones), tuple(sorted(zones)))
        case ex.Count(filter=filter_, zones=zones):
            return ex.Count(_sorted(filter_, zones), tuple(sorted(zones)))
        case ex.Exists(filter=filter_, zones=zones):
            return ex.Exists(_sorted(filter_, zones), tuple(sorted(zones)))
        case ex.Distinct(what=what, among=filter_, zones=zones):
            return ex.Distinct(what, _sorted(filter_, zones), zones)
        case mo.CopyAbilities() if part.among is not None:
            return mo.CopyAbilities(part.abilities, _sorted(part.among, part.zones), part.zones, part.of, part.keywords)
        case ab.EntersAsCopy():
            fields = {field: getattr(part, field) for field in part.__struct_fields__}
            return ab.EntersAsCopy(**{**fields, "of": _sorted(part.of, part.zones)})
        case ins.Target() if part.filter is not None:
            filter_ = _sorted(part.filter, part.zones)
            return msgspec.structs.replace(part, filter=filter_, zones=tuple(sorted(part.zones)))
        case Effect():
            return _effect(part)
        case ab.Static():
            return _static(part)
        case ab.Opaque():
            return ab.Opaque("")
        case ab.Mode(body=body):
            return ab.Mode("", _body(body))
        case ab.Activated():
            costs = tuple(OtherCost("") if isinstance(each, OtherCost) else each for each in part.cost)
            return ab.Activated(costs, _body(part.body), part.adds, None, part.zones)
        case ab.Triggered():
            return ab.Triggered("", _body(part.body), part.condition, part.zones)
        case ab.Spell() | ab.Loyalty() | ab.Chapter():
            fields = {field: getattr(part, field) for field in part.__struct_fields__}
            return type(part)(**{**fields, "body": _body(part.body)})
        case ins.If():
            return ins.If(part.condition, _body(part.then), _body(part.else_))
        case _:
            return part


def _matches(filters: tuple[Any, ...]) -> Any:
    """`exists: [same: X, …]` says of X what `matches` says."""
    same = next(each for each in filters if isinstance(each, ex.Same))
    others = tuple(each for each in filters if each is not same)
    return ex.Matches(same.ref, _sorted(joined((ex.InZone(("battlefield",)), *others)), ()))


def _sorted(filter_: Any, zones: tuple[str, ...]) -> Any:
    filters = filter_.filters if isinstance(filter_, ex.AllOf) else (filter_,)
    silent: set[Any] = set()
    if zones == ("battlefield",):
        silent = {ex.State("permanent"), ex.State("card"), ex.InZone(("battlefield",)), ex.FitsChosen()}
    elif zones == ("stack",):
        silent = {ex.State("spell")}
    elif zones and "battlefield" not in zones:
        silent = {ex.State("card")}
    left = tuple(sorted((each for each in filters if each not in silent), key=repr))
    return joined(left) if left else ex.FitsChosen()


def _effect(effect: Effect) -> Effect:
    order = ("copy", "control", "text", "type", "color", "ability", "define_pt", "set_pt", "modify_pt", "switch_pt")
    me = effect.affects.ref if isinstance(effect.affects, Only) else None
    own = [m if me is None else rewrite(m, lambda p: me if p == ex.Ref("it") else p) for m in effect.mods]
    mods = sorted((m for m in own if m.kind in order), key=lambda mod: order.index(mod.kind))
    return Effect(effect.affects, tuple(mods), effect.condition, effect.duration)


def _static(static: ab.Static) -> Any:
    effects = tuple(
        Effect(each.affects, each.mods, each.condition or static.condition) for each in static.effects if each.mods
    )
    return ab.Static(effects, None, static.zones, static.cda) if effects else ab.Opaque("")


def _body(body: tuple[Any, ...]) -> tuple[Any, ...]:
    """A body without instructions of no account, and with what "may" be done as if it were done."""
    out: list[Any] = []
    for each in body:
        if isinstance(each, ins.If) and each.condition == ex.Chose("may") and not each.else_:
            out += _body(each.then)
        elif isinstance(each, ins.PutCounters) and isinstance(each.on, Union):
            out += [ins.PutCounters(each.kind, one, each.number) for one in each.on.scopes]
        elif (isinstance(each, ins.Begin) and not each.effect.mods) or isinstance(each, ins.OtherAction):
            continue
        else:
            out.append(each)
    targets = [each for each in out if isinstance(each, ins.Target)]
    return (*targets, *(each for each in out if not isinstance(each, ins.Target)))


# --- the test ---------------------------------------------------------------------------------------------------------


def cases() -> list[Path]:
    """The files of all embedded facts."""
    return sorted(FACTS.glob("*/*.yaml"))


@cache
def exceptions() -> dict[str, str]:
    """The faces whose compiled text is not the same as the facts, each with the reason."""
    return dict(read_document(EXCEPTIONS).value)  # type: ignore[arg-type]


def differences(file: Path) -> list[tuple[str, tuple[Any, ...], tuple[Any, ...]]]:
    """The faces of a card whose compiled text is not the same as its facts."""
    card = read_card(file)
    out = []
    for face in card.faces:
        text = corpus().get(face.name or "")
        if text is None or not face.types:
            continue
        compiled = same_form(compile_face(raw_of(face, card, text)))
        embedded = same_form(face.abilities)
        if compiled != embedded:
            out.append((face.name or "", compiled, embedded))
    return out


@pytest.mark.parametrize("file", cases(), ids=lambda file: file.stem)
def test_compiled_text_is_the_embedded_fact(file: Path) -> None:
    for name, compiled, embedded in differences(file):
        assert name in exceptions(), f"{name}\ncompiled {compiled}\nembedded {embedded}"


def test_no_exception_is_needless() -> None:
    differing = {name for file in cases() for name, _, _ in differences(file)}
    assert set(exceptions()) <= differing, f"the same by now: {sorted(set(exceptions()) - differing)}"


def test_sameness_keeps_meanings_apart() -> None:
    one = ab.Static((Effect(Only(ex.Ref("self")), (mo.ModifyPT(1, 1),)),))
    two = ab.Static((Effect(Only(ex.Ref("self")), (mo.ModifyPT(1, 2),)),))
    assert same_form((one,)) != same_form((two,))
    assert isinstance(one, Node)


# --- meanings that have once gone wrong -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "Target player draws two cards, then discards a card.",
        "Target player gains 3 life and draws a card.",
        "Target player draws two cards and loses 2 life.",
    ],
)
def test_a_verb_without_subject_has_the_player_before_it(text: str) -> None:
    done = parts(text, ins.Draw | ins.Discard | ins.GainLife)
    assert len(done) == 2 and {each.player for each in done} == {ex.Player("target")}


@pytest.mark.parametrize(
    "text",
    [
        "This creature gets +2/+1 and creatures you control gain haste until end of turn.",
        "Until end of turn, target creature gets +3/+3, another target creature gets +2/+2, and you gain control of "
        "target land.",
        "Until end of turn, target creature gets +X/+0 and target land gets -0/-X, where X is the number of Elves.",
        "Target creature gets -1/-1 until end of turn. That creature gets -4/-4 instead if you control an Elf.",
    ],
)
def test_what_is_joined_lasts_as_long(text: str) -> None:
    begun = parts(f"When this creature enters, {text[0].lower()}{text[1:]}", ins.Begin, ("creature",))
    assert len(begun) > 1 and {each.effect.duration.when for each in begun} == {"end of turn"}


def test_who_was_controlled_is_not_asked_again() -> None:
    text = "Gain control of all creatures target opponent controls until end of turn. Untap those creatures."
    (untapped,) = parts(text, ins.SetStatus)
    assert len(parts(text, ins.Begin)) == 1 and untapped.affects == Several("affected")


def test_a_card_that_is_copied_is_no_spell() -> None:
    text = "Exile target instant card from your graveyard. Copy it."
    assert not parts(text, ins.CopySpell) and parts(text, ins.OtherAction)[0].touches
    assert parts("Copy target instant spell.", ins.CopySpell)


def test_what_is_enchanted_is_one_even_where_it_sounds_like_many() -> None:
    begun = parts("{2}: Until end of turn, enchanted Plains becomes a 2/5 creature.", ins.Begin, ("enchantment",))
    assert [each.effect.affects for each in begun] == [Only(ex.Ref("host"))]


def test_three_protections_are_three_abilities() -> None:
    assert len(parts("Protection from red, from Elves, and from white", ab.Keyword, ("creature",))) == 3


def test_what_escapes_with_counters_enters_with_them() -> None:
    (escaped,) = parts("This creature escapes with two +1/+1 counters on it.", ab.EntersWith, ("creature",))
    assert (escaped.number, escaped.condition) == (2, ex.CastFor("escape"))


def test_what_happens_instead_stands_for_all_that_is_alike() -> None:
    text = "Draw a card, then discard a card. If you control an Elf, instead draw two cards, then discard a card."
    (choice,) = parts(text, ins.If)
    assert len(choice.then) == len(choice.else_) == 2 and len(parts(text, ins.Draw)) == 2


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("The same is true for flying and trample.", "any"),
        ("Conjure a card named Made Up onto the battlefield.", "objects"),
        ("This creature is the chosen color.", "color"),
    ],
)
def test_words_that_change_objects_are_not_inert(text: str, kind: str) -> None:
    assert kind in touches_of(text)


def test_a_bonus_is_not_given_to_what_was_sacrificed() -> None:
    text = "Whenever this creature attacks, you may sacrifice an Elf. If you do, it gets +2/+2 until end of turn."
    assert ex.Ref("chosen") not in [each.effect.affects for each in parts(text, ins.Begin, ("creature",))]
    assert not found(parts(text, ins.Begin, ("creature",)), lambda part: part == ex.Ref("chosen"))


def test_what_is_left_out_is_not_meant_besides() -> None:
    text = "Choose a creature an opponent controls. Until end of turn, creatures other than ~ and the chosen creature "
    assert not parts(f"When ~ enters, {text}get -2/-2.", Union, ("creature",))


def test_a_bonus_at_max_speed_is_a_static_ability() -> None:
    (static,) = parts("Max speed — This creature gets +1/+1 and has menace.", ab.Static, ("creature",))
    assert static.condition and parts("Max speed — This creature gets +1/+1.", mo.ModifyPT, ("creature",))


def test_a_cost_in_words_takes_no_spell_ability_in() -> None:
    text = (
        "Kicker—Sacrifice a creature.\nTarget creature gets -2/-2 until end of turn. "
        "If this spell was kicked, that creature gets -5/-5 until end of turn instead."
    )
    assert [each.cost for each in parts(text, ab.Keyword)] == ["sacrifice a creature"]
    assert len(parts(text, mo.ModifyPT)) == 2
