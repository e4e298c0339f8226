"""Objects that a resolution knows by a sort and not one by one: its targets, what was chosen, what came of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerproof.kb.model.effect import Several
from layerproof.solver.proof.check.incomplete import Incomplete

if TYPE_CHECKING:
    from layerproof.solver.proof.check.reading import Reader


# No identifier: it says that among what was made there are tokens of another effect.
UNTOLD_TOKENS = 0


def came(reader: Reader) -> tuple[int, ...]:
    """The objects that this resolution made or put where they are permanents or spells, in order.

    Raises Incomplete where another effect made tokens of its own, of which it is not said whether they are meant.
    """
    if UNTOLD_TOKENS in reader.says.made:
        raise Incomplete("tokens of which another effect made some")
    there = {each: reader.world.object(each) for each in reader.says.made}
    return tuple(each for each, obj in there.items() if obj is not None and obj.zone in ("battlefield", "stack"))


def several(reader: Reader, scope: Several) -> tuple[int, ...]:
    """The identifiers of all objects of a sort that the resolution knows, from the index-th on.

    Raises Incomplete for the objects of an event, which a scenario names one by one.
    """
    known: tuple[int | str | None, ...]
    if scope.kind == "target":
        known = reader.says.targets
    elif scope.kind == "made":
        known = came(reader)
    elif scope.kind == "chosen":
        known = reader.choice("object")
    else:
        raise Incomplete("several objects that a triggered ability is about")
    return tuple(each for each in known[scope.index - 1 :] if isinstance(each, int))
