"""Mana that a resolution pours into pools, followed by the checker; and what its words leave open about mana."""

from __future__ import annotations

import re

from layerproof.kb.model.costs.mana import TYPES
from layerproof.kb.model.costs.payment import Unit
from layerproof.solver.proof.check.game import Game
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.purse import put_in
from layerproof.solver.proof.check.reading import Reader

_COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven")
_HEAD = re.compile(r"(?:You add|Add|add) (?P<what>.+?)\.?")
_BRACED = re.compile(r"\{([WUBRGC])\}")


def pours(game: Game, reader: Reader, gloss: str) -> bool:
    """Whether the words add mana of which all is known; it goes into the pool of the player, where one is followed."""
    colors = [str(each) for key, values in reader.says.choices if key == "color" for each in values]
    kinds = _kinds(gloss, colors)
    if kinds is None:
        return False
    source = reader.says.source
    snow = False
    if source is not None:
        entry = game.view.get(source) or game.known.get(source)
        if entry is None:
            raise Incomplete("mana of a source of which nothing is known")
        snow = "snow" in entry.supertypes
    player = reader.you()
    if player is None:
        raise Incomplete("whose mana is added")
    put_in(game, player, tuple(Unit(kind, snow) for kind in kinds))
    return True


def _kinds(gloss: str, colors: list[str]) -> list[str] | None:
    """The types of the mana that is added, one for each mana; None where they are not known."""
    head = _HEAD.fullmatch(gloss)
    if head is None:
        return None
    what = head["what"]
    number, _, rest = what.partition(" ")
    times = _COUNTS.index(number) if number in _COUNTS else 0
    if not _BRACED.sub("", what):
        return [TYPES[letter] for letter in _BRACED.findall(what)]
    if times and re.fullmatch(_BRACED, rest):
        return [TYPES[rest[1]]] * times
    if re.fullmatch(r"\{[WUBRG]\}(?:,? (?:or )?\{[WUBRG]\})+", what):
        offered = {TYPES[letter] for letter in _BRACED.findall(what)}
        return colors if len(colors) == 1 and set(colors) <= offered else None
    one = rest in ("mana of any color", "mana of any one color")
    if not times or not (one or rest == "mana in any combination of colors"):
        return None
    if not set(colors) <= set(TYPES.values()) - {"colorless"}:
        return None
    if len(colors) == 1:
        return colors * times
    return colors if len(colors) == times and not one else None


def ask_about_mana(game: Game) -> None:
    """Incomplete where instructions that were passed over may have made mana, or said what mana may be spent on."""
    if any(_on_mana(words) for words in game.skipped):
        raise Incomplete("instructions about mana")


def _on_mana(words: str) -> bool:
    lowered = re.sub(r"mana (?:value|cost)s?", "", words.lower())
    if lowered.startswith(("spend only ", "only ")) and lowered.endswith((" on x", " to activate this ability")):
        # This is about a cost that is paid already.
        return False
    about = re.search(r"\b(?:mana|produces?)\b", lowered) or re.search(r"\badds?\b.*\{", lowered)
    return about is not None


def pools_are_empty(game: Game) -> None:
    """What was said of mana that was in the pools is of no account when these have emptied."""
    game.skipped[:] = [words for words in game.skipped if not (_on_mana(words) and _of_this_step(words.lower()))]


def _of_this_step(words: str) -> bool:
    """Whether words do nothing but add mana, or say on what mana that they add may be spent."""
    stays = ("until", "when", "next", "beginning", "would", "produce", "though", "lose", "step")
    if any(each in words for each in stays):
        return False
    plain = re.sub(r"^(?:you |its controller )?(?:may )?(?:instead )?", "", words)
    return plain.startswith(("add ", "adds ", "spend this mana only "))
