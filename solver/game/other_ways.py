"""Words, known as such only, by which a cost might be paid otherwise, or a spell be cast for another one (rule keys
cost.definition, cost.alternative)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from layerproof.kb.keywords.verbs import verb_of
from layerproof.kb.model.ability import Ability, Activated, Keyword, Opaque
from layerproof.kb.model.instruction import OtherAction
from layerproof.kb.model.modification import RuleEffect
from layerproof.solver.layers.participants import static_effects
from layerproof.solver.layers.scene import Undecided
from layerproof.solver.situation.game import Game

_OTHERWISE = re.compile(r"\b(?:rather than|instead of|by) pay|\bwithout paying\b")
_LATER = re.compile(r"(?:when|whenever|at) |[^.\"]*: ", re.IGNORECASE)
_OF_MANA_COST = re.compile(r"\bmana costs?\b")
_OF_SPELLS = re.compile(r"\bspells?\b|\bmana costs?\b|\bcast\b")


def paid_otherwise(game: Game, of: int | None = None) -> Undecided | None:
    """Why it is not known that a cost of an ability, of a special action or of an effect cannot be paid; None where no
    words say that something else may be paid for it.

    of: the object whose ability it is, whose own words count wherever it is. It is asked where a cost cannot be paid;
    the costs of spells are another matter, for what is paid instead is announced with them.
    """
    for words in _words(game, of):
        said = words.lower()
        if _OTHERWISE.search(said) and not _OF_SPELLS.search(said):
            return Undecided(f"whether something else may be paid is not modelled ({words})")
    return None


def offered_in_words(game: Game, of: int | None = None, mana_cost: bool = True) -> Undecided | None:
    """Why it is not known that nothing offers to cast a spell otherwise, or to play a card from where it is; None where
    no words speak of that beside another cost, or none.

    of: the spell or card, whose own words count wherever it is. Triggered and activated abilities offer nothing by
    being there. mana_cost: whether what may be paid rather than a mana cost counts, and not only what may be paid
    rather than the cost of a keyword ability.
    """
    for words in _words(game, of):
        said = words.lower()
        if _OTHERWISE.search(said) and not _LATER.match(words) and (mana_cost or not _OF_MANA_COST.search(said)):
            return Undecided(f"whether something offers another cost is not modelled ({words})")
    return None


def changed_in_words(game: Game, of: int, keyword: str) -> Undecided | None:
    """Why it is not known that a keyword ability by which a spell is cast, or for which more is paid, is not there or
    cannot be paid for; None where no words speak of it.

    of: the card or spell, whose own words count wherever it is ("KEYWORD from QUALITY COST"); words in play may let
    something else be used for the cost of the keyword ability.
    """
    named = re.compile(rf"\b{re.escape(verb_of(keyword))}\b", re.IGNORECASE)
    for words in _words(game, of):
        if named.search(words) and not _LATER.match(words):
            return Undecided(f"what is said of {keyword} is not modelled ({words})")
    return None


def _words(game: Game, of: int | None) -> Iterator[str]:
    scene = game.scene()
    for identifier, entry in scene.view.items():
        if identifier == of or scene.items[identifier].zone in ("battlefield", "command"):
            for instance in entry.abilities:
                yield from _of_ability(instance.ability, identifier == of)
    for in_force in game.situation.effects:
        yield from _unread(in_force.mods)
    yield from game.unheeded


def _of_ability(ability: Ability, own: bool) -> Iterator[str]:
    if isinstance(ability, Opaque):
        yield ability.gloss
    elif isinstance(ability, Activated):
        # What an ability says of its own cost stands among its instructions.
        yield from (each.gloss for each in ability.body if own and isinstance(each, OtherAction))
    elif not isinstance(ability, Keyword):
        for effect in static_effects(ability):
            yield from _unread(effect.effect.mods)


def _unread(mods: Iterable[object]) -> Iterator[str]:
    yield from (each.gloss for each in mods if isinstance(each, RuleEffect) and not each.says)
