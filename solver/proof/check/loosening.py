"""Permissions of which only the words are known ("as though it had haste"), so that a prohibition may not count."""

from __future__ import annotations

import re
from typing import NamedTuple

from layerproof.kb.legality.legal_actions import lifting_words
from layerproof.kb.model.ability import Keyword, Opaque
from layerproof.kb.model.modification import Modification, RuleEffect
from layerproof.solver.proof.check.deontic import Findings
from layerproof.solver.proof.check.game import Game
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.participants import templates

_VERB = {"attack": "attack", "block": "block", "target": "target", "activate": "activat"}
_NOT_THERE = re.compile(r"(?:when|whenever|at)\b|[^.\"]*: ")


class Bar(NamedTuple):
    """What the rules forbid: to do what, and how a permission would have to speak of it: with one of the stems beside
    "as though", or in one of these turns of speech."""

    verb: str
    stems: tuple[str, ...]
    turns: tuple[str, ...]


def bar(action: str, rules: tuple[str, ...] | str) -> Bar:
    """The prohibition that a rule key stands for, of an action."""
    spoken = lifting_words(rules if isinstance(rules, str) else rules[0])
    return Bar(action, spoken.words, spoken.phrases)


def loosened(game: Game, *bars: Bar) -> Incomplete | None:
    """Why one of these prohibitions may not count, None where no words speak of that.

    Words of static abilities of what is on the battlefield or in the command zone count, those of effects, and of
    instructions that were passed over.
    """
    for words in _said(game):
        told = words.lower()
        for one in bars:
            if re.search(rf"\b{_VERB[one.verb]}", told) is None:
                continue
            as_if = re.search(r"\bas though\b", told) and any(each in told for each in one.stems)
            bare = re.fullmatch(rf"can {one.verb}\.?", told) is not None
            if as_if or bare or any(each in told for each in one.turns):
                return Incomplete(f"a permission of which only the words are known: {words}")
    return None


def bar_or_open(
    found: Findings,
    game: Game,
    action: str,
    rules: tuple[str, ...] | str,
    source: int | None,
    about: object = None,
    because: str = "forbidden",
) -> None:
    """What forbids a deed; open where the rules alone forbid it and words may let it be done all the same."""
    why = loosened(game, bar(action, rules)) if source is None else None
    if why is None:
        found.no(because, rules, source, about)
    else:
        found.unsure(why)


def _said(game: Game) -> list[str]:
    found: list[str] = []
    for entry in game.view.values():
        if entry.battlefield or game.objects[entry.id].zone == "command":
            for instance in entry.abilities:
                if isinstance(instance.ability, Opaque):
                    gloss = instance.ability.gloss
                    found += [] if _NOT_THERE.match(gloss.lower()) else [gloss]
                elif not isinstance(instance.ability, Keyword):
                    for template in templates(instance.ability):
                        found += _unread(template.effect.mods)
    for effect in game.effects.values():
        found += _unread(effect.mods)
    return found + game.skipped


def _unread(mods: tuple[Modification, ...]) -> list[str]:
    return [each.gloss for each in mods if isinstance(each, RuleEffect) and not each.says]
