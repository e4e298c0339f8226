"""What the text of a spell or an activated ability says of the X that is announced for its cost: which numbers it
cannot be, and what mana may be spent on it (rule keys number.x_announced, cant_beats_can)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from layerproof.kb.model.ability import Ability, Modal, Opaque, Spell
from layerproof.kb.model.costs.cost import Cost, ManaPart
from layerproof.kb.model.costs.mana import COLORED
from layerproof.kb.model.instruction import Body, Modes, OtherAction
from layerproof.solver.game.judgement import Judging
from layerproof.solver.layers.scene import Undecided

_LETTERS = {color: letter for letter, color in COLORED.items()}
_COLOR = "|".join(_LETTERS)
_NOT_ZERO = re.compile(r"\bx can't be 0\b")
_NOT_GREATER = re.compile(r"\bx can't be greater than (?P<what>.*)")
_LIMITS_MANA = re.compile(r"\bspend only\b|\bonly [^.]*\bmana may be spent\b")
_ON_X = re.compile(rf"(?:spend )?only ({_COLOR})(?: and/or ({_COLOR}))? mana (?:may be spent )?on x")
_PLAYERS = "the number of players in the game"


def said_by_spell(abilities: Iterable[Ability]) -> tuple[str, ...]:
    """The words of a spell's own instructions and abilities that are not read otherwise."""
    found: list[str] = []
    for ability in abilities:
        match ability:
            case Opaque(gloss=gloss):
                found.append(gloss)
            case Spell(body=body):
                found += said_by(body)
            case Modal(modes=modes):
                found += said_by((Modes(modes),))
    return tuple(found)


def said_by(body: Body) -> Iterator[str]:
    """The words of instructions that are not read otherwise, those of its modes among them.

    >>> list(said_by((OtherAction("X can't be 0"),)))
    ["X can't be 0"]
    """
    for each in body:
        match each:
            case OtherAction(gloss=gloss):
                yield gloss
            case Modes(modes=modes):
                for mode in modes:
                    yield from said_by(mode.body)


def judge_x(judging: Judging, said: Iterable[str], x: int | None, way: str | None = None) -> None:
    """Look at whether the number that is announced for X is one that the words let it be (rule key cant_beats_can).

    said: words of the spell or ability. way: how a spell is cast, if not for its mana cost. Where no number is
    announced one that is possible is meant, which is not known where something else is paid.
    """
    for gloss in said:
        words = gloss.lower().rstrip(".")
        if x is None:
            if way is not None and _NOT_ZERO.search(words):
                judging.unsure(Undecided(f"what X is where the mana cost is not paid is not modelled ({gloss})"))
            continue
        if x == 0 and _NOT_ZERO.search(words):
            judging.forbid("cost", ("cant_beats_can",), about="X")
        most = _NOT_GREATER.search(words)
        if most is None or x == 0:
            continue
        if most["what"] != _PLAYERS:
            judging.unsure(Undecided(f"how great X can be is not modelled ({gloss})"))
        elif x > sum(not each.lost for each in judging.game.situation.players):
            judging.forbid("cost", ("cant_beats_can",), about="X")


def with_mana_for_x(cost: Cost, said: Iterable[str], x: int | None) -> Cost:
    """A cost in which mana of the colors that may be spent on X stands for it (rule key number.x_announced).

    said: words of the spell or ability. Raises Undecided where words say otherwise what mana may be spent.

    >>> with_mana_for_x((ManaPart("{X}{1}{B}"),), ["Spend only black mana on X"], 2)
    (ManaPart(symbols='{B}{B}{1}{B}'),)
    """
    for gloss in said:
        words = gloss.lower().rstrip(".")
        if _LIMITS_MANA.search(words) is None:
            continue
        if not x and re.search(r" on x\b", words):
            continue
        colors = _ON_X.fullmatch(words)
        if colors is None:
            raise Undecided(f"what mana may be spent is not modelled ({gloss})")
        symbol = "{" + "/".join(_LETTERS[each] for each in colors.groups() if each) + "}"
        cost = tuple(
            replace(part, symbols=part.symbols.replace("{X}", symbol * (x or 0)))
            if isinstance(part, ManaPart)
            else part
            for part in cost
        )
    return cost


def refuse_changes_of_x(before: Cost, after: Cost) -> None:
    """Raise Undecided where the mana for X is limited, of a cost that is reduced or has a least amount."""
    if before != after:
        raise Undecided("what a cost comes to of which only some mana may be spent on X")
