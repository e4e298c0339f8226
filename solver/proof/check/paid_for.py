"""For which keyword abilities additional costs were paid as an object was cast, and for which of several of them."""

from __future__ import annotations

from collections.abc import Sequence

from layerproof.kb.keywords.casting_costs import counts_as
from layerproof.kb.keywords.keyword_files import KICKS, does
from layerproof.kb.model import expression as ex
from layerproof.kb.model.ability import Keyword
from layerproof.kb.model.situation import GameObject
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.view import Entry, Instance


def payments(phrase: ex.CastFor | ex.TimesPaid, obj: GameObject | None, entry: Entry | None) -> int:
    """The number of payments of which a phrase speaks, for the object that says it.

    obj, entry: that object and what it is. A phrase that names neither a cost nor a place speaks of all costs of the
    keyword, those of variants among them. Incomplete where payments and instances do not go together one by one, and
    where a cost stands after several instances.
    """
    if obj is None:
        return 0
    cost = phrase.cost if isinstance(phrase, ex.CastFor) else None
    if cost is None and phrase.which is None:
        return sum(times for name, times in obj.paid if counts_as(name, phrase.keyword))
    made = tuple(times for name, times in obj.paid if name == phrase.keyword)
    if sum(made) == 0:
        return 0
    there = alike(entry.abilities if entry else (), phrase.keyword)
    if len(there) != len(made):
        raise Incomplete("for which of several abilities of one keyword a cost was paid")
    if cost is None:
        place = phrase.which or 0
        if not 0 < place <= len(made):
            raise Incomplete("an instance of a keyword that was not there as the spell was cast")
        return made[place - 1]
    with_cost = [place for place, each in enumerate(there) if getattr(each.ability, "cost", None) == cost]
    if len(with_cost) != 1:
        raise Incomplete("which of several abilities with a cost is meant")
    return made[with_cost[0]]


def kept(announced: Sequence[tuple[str, int]]) -> tuple[tuple[str, int], ...]:
    """What an object keeps of the additional costs that were announced: those paid, and those not paid where another
    instance of the same keyword is told of besides."""
    names = [name for name, _ in announced]
    return tuple((name, times) for name, times in announced if times > 0 or names.count(name) > 1)


def has_kicker(abilities: Sequence[Instance]) -> bool:
    """Whether one of some abilities has kicker costs."""
    return any(isinstance(each.ability, Keyword) and does(each.ability.keyword, KICKS) for each in abilities)


def alike(abilities: Sequence[Instance], keyword: str) -> list[Instance]:
    """The instances of a keyword ability among the abilities of an object."""
    return [each for each in abilities if isinstance(each.ability, Keyword) and each.ability.keyword == keyword]


def which_of(abilities: Sequence[Instance], instance: Instance) -> int | None:
    """The place of an instance among those of its keyword, the first being 1; None where there is no other."""
    if not isinstance(instance.ability, Keyword):
        return None
    names = [each.name for each in alike(abilities, instance.ability.keyword)]
    return None if len(names) == 1 else 1 + names.index(instance.name)
