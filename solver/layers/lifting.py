"""Lifting: words, known as such only, that let be done what a rule forbids, as though the rule were not there."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from layerproof.kb.legality.legal_actions import lifting_words
from layerproof.kb.model.ability import Keyword, Opaque
from layerproof.kb.model.modification import RuleEffect
from layerproof.solver.layers.participants import static_effects
from layerproof.solver.layers.scene import Scene, Undecided

# How words speak of each action.
_DEEDS = {
    "attack": re.compile(r"\battack"),
    "block": re.compile(r"\bblock"),
    "be targeted": re.compile(r"\btarget"),
    "activate": re.compile(r"\bactivate"),
}
# Triggered and activated abilities let nothing be done by being there.
_LATER = re.compile(r"(?:when|whenever|at) |[^.\"]*: ", re.IGNORECASE)


def lifted(scene: Scene, action: str, key: str, unheeded: Iterable[str] = ()) -> Undecided | None:
    """Why it is not known whether a prohibition of the rules counts; None where no words may lift it.

    action: `attack`, `block`, `be targeted` or `activate`. key: the rule key of the prohibition, which may be one of a
    keyword ability (`keyword.defender.attack`). unheeded: words of instructions that were followed. It is not for what
    an effect forbids, which no permission lifts (rule key cant_beats_can).
    """
    how = lifting_words(key)
    names = "|".join(how.words) or r"\b\B"
    named = re.compile("|".join((rf"\bas though\b.*(?:{names})", rf"(?:{names}).*\bas though\b", *how.phrases)))
    for words in (*_words(scene), *unheeded):
        said = words.lower()
        # What simply can do it ("tapped creatures can block") can do it against any rule.
        if said.rstrip(".") == f"can {action}" or (_DEEDS[action].search(said) and named.search(said)):
            return Undecided(f"whether it may be done nevertheless is not modelled ({words})")
    return None


def _words(scene: Scene) -> Iterator[str]:
    for identifier, entry in scene.view.items():
        if scene.items[identifier].zone not in ("battlefield", "command"):
            continue
        for instance in entry.abilities:
            ability = instance.ability
            if isinstance(ability, Opaque) and not _LATER.match(ability.gloss):
                yield ability.gloss
            elif not isinstance(ability, Keyword | Opaque):
                for effect in static_effects(ability):
                    yield from _unread(effect.effect.mods)
    for in_force in scene.situation.effects:
        yield from _unread(in_force.mods)


def _unread(mods: Iterable[object]) -> Iterator[str]:
    yield from (each.gloss for each in mods if isinstance(each, RuleEffect) and not each.says)
