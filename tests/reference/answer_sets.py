"""The layers of one situation by the answer-set program, moment by moment, and what it says of every object."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import clingo

from layerproof.kb.model.situation import Situation
from layerproof.kb.rulebook.edition import Edition
from tests.reference.facts import OTHERS, Facts

MOST = 200


class Said(NamedTuple):
    """What is said of one object; where all words of a family are there, the family stands for those not named."""

    names: frozenset[str]
    mana_value: int
    colors: frozenset[str]
    supertypes: frozenset[str]
    types: frozenset[str]
    subtypes: frozenset[str]
    abilities: tuple[str, ...]
    power: int | None
    toughness: int | None
    base: tuple[int | None, int | None]
    controller: str
    bare: bool


class AnswerSets:
    """One run of the program: the parts are grounded as the moments need them, and what is certain is kept as fact."""

    def __init__(self, situation: Situation, edition: Edition, reading: str = "requeue") -> None:
        self.facts = Facts(situation, edition, reading)
        self.control = clingo.Control(["--warn=none"], logger=lambda code, message: None)
        self.control.add("base", [], program())
        self.control.add("base", [], "\n".join(self.facts.lines))
        self.ground("base")
        self.last, self.base_at = 0, 0
        self.order: list[str] = []

    def ground(self, part: str, *arguments: clingo.Symbol) -> None:
        """Ground one part; what follows for certain becomes a fact for the next."""
        self.control.ground([(part, list(arguments))])
        assert self.control.solve().satisfiable, "the rules and the facts contradict each other"
        self.control.cleanup()

    def known(self, name: str, arity: int) -> list[list[clingo.Symbol]]:
        """The arguments of all atoms of a name, which must be facts."""
        found = []
        for atom in self.control.symbolic_atoms.by_signature(name, arity):
            assert atom.is_fact, f"{atom.symbol} is not certain"
            found.append(atom.symbol.arguments)
        return found

    def run(self) -> dict[int, Said]:
        """From the printed values through all rows."""
        moving = bool(self.known("row", 2))
        for moment in range(MOST):
            if not moving:
                break
            self.last, moving = moment, self.step(moment)
        return {item.id: self.said(item.id) for item in self.facts.items}

    def step(self, moment: int) -> bool:
        """One effect applied, or one row closed; whether anything is left to do."""
        t = clingo.Number(moment)
        now = clingo.Function("now", [t])
        self.ground("begin", t)
        self.ground("look", now)
        self.ground("candidates", t)
        lengths = [(part, number.number) for at, part, number in self.known("steps", 3) if at == t]
        if not lengths:
            self.ground("close", t)
            if any(at == t for (at,) in self.known("base_at", 1)):
                self.base_at = moment
            return not any(at == t for (at,) in self.known("last", 1))
        for number in range(1, max(length for _, length in lengths) + 1):
            self.ground("apply", t, clingo.Number(number))
        self.ground("trial", t)
        if len(lengths) > 1:
            for part, length in lengths:
                self.ground("look", clingo.Function("made", [t, part, clingo.Number(length)]))
        self.ground("choose", t)
        chosen = [part for at, part in self.known("next", 2) if at == t]
        assert len(chosen) == 1, f"not one next effect but {chosen}"
        self.order.append(str(chosen[0]))
        return True

    def said(self, one: int) -> Said:
        """The characteristics of an object at the end (208.3, 208.5)."""
        words: dict[str, set[str]] = {}
        for world, thing, category, word in self.known("word", 4):
            if thing.number == one and self.at(world, self.last):
                words.setdefault(category.name, set()).add(word.string)
        abilities = {number: record for (sort, record), number in self.facts.numbers.items() if sort == "ability"}
        listed = sorted(
            repr(abilities[ability.number])
            for world, thing, _, ability, _, _ in self.known("ability", 6)
            if thing.number == one and self.at(world, self.last)
        )
        (controller,) = (player.string for world, thing, player in self.known("control", 3)
                         if thing.number == one and self.at(world, self.last))  # fmt: skip
        bare = any(thing.number == one and flag.name == "bare" and self.at(world, self.last)
                   for world, thing, flag in self.known("flag", 3))  # fmt: skip
        numbers, base = self.numbers(one, self.last), self.numbers(one, self.base_at)
        size = [numbers.get("power"), numbers.get("toughness")]
        base_size = [base.get("power"), base.get("toughness")]
        item = next(each for each in self.facts.items if each.id == one)
        if "creature" in words.get("type", ()):
            size, base_size = [each or 0 for each in size], [each or 0 for each in base_size]
        elif item.zone == "battlefield":
            size = base_size = [None, None]
        found = {each: frozenset(words.get(each, ())) for each in ("name", "color", "supertype", "type", "subtype")}
        return Said(
            found["name"], numbers["mana_value"], found["color"], found["supertype"], found["type"], found["subtype"],
            tuple(listed), size[0], size[1], (base_size[0], base_size[1]), controller, bare,
        )  # fmt: skip

    def numbers(self, one: int, moment: int) -> dict[str, int]:
        """The numbers of an object at a moment."""
        return {
            stat.name: number.number
            for world, thing, stat, number in self.known("num", 4)
            if thing.number == one and self.at(world, moment)
        }

    @staticmethod
    def at(world: clingo.Symbol, moment: int) -> bool:
        """Whether a world is the present one of a moment."""
        return world.name == "now" and world.arguments[0].number == moment


@cache
def program() -> str:
    """The text of the program."""
    return (Path(__file__).parent / "layers.lp").read_text(encoding="utf-8")


def derived(situation: Situation, edition: Edition, reading: str = "requeue") -> dict[int, Said]:
    """What the answer-set program says of every object. Raises NotStated for what it does not state."""
    return AnswerSets(situation, edition, reading).run()


def simplified(entry: Any, facts: Facts) -> frozenset[str]:
    """The subtypes of an entry of another statement, with one word for all that nothing in the situation names."""
    known, words = facts.edition.vocabulary, set(entry.subtypes)
    for family, all_words in (("creature", known.creature_types), ("land", known.land_types)):
        others = set(all_words) - set(facts.universe)
        if others <= words:
            words = (words - others) | {OTHERS[family]}
    return frozenset(words)
