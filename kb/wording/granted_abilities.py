"""How the parts of the package hand on the rendering of an ability that another one grants."""

from __future__ import annotations

from collections.abc import Callable

from layerproof.kb.model.ability import Ability

# The ability, and the card types of the objects that are given it, by which it calls them.
Render = Callable[[Ability, frozenset[str]], str]
