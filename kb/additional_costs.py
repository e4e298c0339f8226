"""Additional costs that an ability known by its words adds to the casting of its own spell."""

from __future__ import annotations

import re
from functools import cache

from layerproof.kb.cost_words import cost_part
from layerproof.kb.model.cost import CostPart
from layerproof.kb.restrictions import described

_ADDITIONAL = re.compile(r"As an additional cost to cast (?:this spell|~), ((?!you may)[^.]+)\.?$", re.IGNORECASE)


@cache
def additional_cost(gloss: str) -> CostPart | None:
    """The cost that an ability adds to the casting of its own spell; None for other words (rule key cost.additional).

    gloss: the words of the ability. A cost that is not understood is OtherCost.

    >>> additional_cost("As an additional cost to cast this spell, discard a card.").number
    1
    """
    found = _ADDITIONAL.match(gloss)
    return None if found is None else cost_part(found[1], described)
