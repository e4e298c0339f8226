"""What spells and abilities say of the X of their costs, read anew by the checker."""

from __future__ import annotations

import re
from collections.abc import Iterable

from layerproof.kb.model import ability as ab
from layerproof.kb.model import instruction as ins
from layerproof.kb.model.costs.cost import Cost, ManaPart
from layerproof.kb.model.costs.mana import COLORED
from layerproof.solver.proof.check.deontic import Findings
from layerproof.solver.proof.check.game import Game
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.view import Entry


def words_of_spell(abilities: Iterable[ab.Ability]) -> list[str]:
    """All words of a spell that are kept as such."""
    words: list[str] = []
    for ability in abilities:
        if isinstance(ability, ab.Opaque):
            words.append(ability.gloss)
        elif isinstance(ability, ab.Spell):
            words.extend(words_of_body(ability.body))
        elif isinstance(ability, ab.Modal):
            for mode in ability.modes:
                words.extend(words_of_body(mode.body))
    return words


def words_of_body(body: ins.Body) -> list[str]:
    """All words that instructions keep as such, those of modes too."""
    words = [each.gloss for each in body if isinstance(each, ins.OtherAction)]
    for each in body:
        if isinstance(each, ins.Modes):
            for mode in each.modes:
                words.extend(words_of_body(mode.body))
    return words


def said_of_its_time(entry: Entry) -> Incomplete | None:
    """What a spell says of casting it as though it had flash, where that is among its instructions."""
    words = words_of_spell(each.ability for each in entry.abilities)
    if any("as though" in each and "had flash" in each for each in words):
        return Incomplete("words of a spell about when it may be cast")
    return None


def look_at_x(found: Findings, game: Game, words: Iterable[str], x: int | None, way: str | None = None) -> None:
    """Find whether an announced number is forbidden for X (rule key cant_beats_can). way: how a spell is cast."""
    for said in words:
        _, cant, limit = said.rstrip(".").partition("X can't be ")
        if not cant:
            continue
        if x is None:
            if way and limit.startswith("0"):
                found.unsure(Incomplete("an X that can't be 0, of a spell for which something else is paid"))
        elif re.match(r"0\b", limit):
            if x == 0:
                found.no("cost", "cant_beats_can", about="X")
        elif limit.startswith("greater than ") and x > 0:
            if limit != "greater than the number of players in the game":
                found.unsure(Incomplete(f"the greatest number for X: {limit}"))
            elif x > len([player for player in game.players.values() if not player.lost]):
                found.no("cost", "cant_beats_can", about="X")


def paid_in_colors(cost: Cost, words: Iterable[str], x: int | None) -> Cost:
    """The cost with symbols of the colors in which X is to be paid in the place of X."""
    for said in words:
        folded = said.lower().removesuffix(".")
        if folded.startswith("only ") and " mana may be spent " in folded:
            folded = "spend " + folded.replace(" may be spent ", " ", 1)
        if "spend only" not in folded:
            continue
        between = folded.removeprefix("spend only ").removesuffix(" mana on x")
        colors = between.split(" and/or ")
        letters = [letter for color in colors for letter, name in COLORED.items() if name == color]
        if folded.endswith(" on x") or " on x." in folded:
            if not x:
                continue
        plain = folded == f"spend only {between} mana on x" and len(letters) == len(colors) <= 2
        if not plain:
            raise Incomplete(f"what mana may be spent: {said}")
        one = f"{{{'/'.join(letters)}}}" * (x or 0)
        cost = tuple(
            ManaPart(part.symbols.replace("{X}", one)) if isinstance(part, ManaPart) else part for part in cost
        )
    return cost
