"""A continuous effect as the slow statement of the layers sees it, and the row that each modification belongs to."""

from __future__ import annotations

from dataclasses import dataclass

from layerproof.kb.model import ability as ab
from layerproof.kb.model import effect as ef
from layerproof.kb.model import modification as mo

Kinds = frozenset[str]


@dataclass(frozen=True)
class Acting:
    """One continuous effect: its name and place in timestamp order, its source, what it says."""

    name: str
    place: tuple[int, int, int, int]
    source: int
    effect: ef.Effect
    ability: ab.Ability | None = None
    condition: object = None
    cda: bool = False
    counters: bool = False
    fixed: frozenset[int] | None = None

    def part(self, kinds: Kinds) -> tuple[mo.Modification, ...]:
        """Its modifications that belong to a row."""
        return tuple(mod for mod in self.effect.mods if kind_of(mod, self) in kinds)


def kind_of(mod: mo.Modification, acting: Acting) -> str:
    """To which row a modification belongs; only characteristic-defining abilities define P/T in 7a."""
    if acting.counters:
        return "keyword_counter" if isinstance(mod, mo.AddAbilities) else "pt_counter"
    if isinstance(mod, mo.DefinePT) and not acting.cda:
        return "set_pt"
    return mod.kind
