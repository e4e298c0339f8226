"""Cards and faces: the printed characteristics that the rules start from."""

from __future__ import annotations

from layerproof.kb.model.ability import Ability
from layerproof.kb.model.node import Node


class Face(Node, frozen=True, tag="face"):
    """One set of printed characteristics.

    name: None for an object without a name. mana_cost: symbols such as `{2}{G}`, None where there is none. colors:
    given only where neither mana cost nor color indicator tells them (tokens, copies); color_indicator: the printed
    one. power, toughness: a number, or the printed text with a star (`*`, `1+*`). loyalty, defense: printed numbers.
    """

    name: str | None
    types: tuple[str, ...] = ()
    mana_cost: str | None = None
    colors: tuple[str, ...] | None = None
    color_indicator: tuple[str, ...] = ()
    supertypes: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()
    power: int | str | None = None
    toughness: int | str | None = None
    loyalty: int | str | None = None
    defense: int | None = None
    abilities: tuple[Ability, ...] = ()


class Card(Node, frozen=True, tag="card"):
    """A card: its layout and its faces or halves, the front, upper, left or main one first.

    layout: `normal`, `leveler`, `class`, `saga`, `case`, `flip` (second: the lower half), `transform` and `modal_dfc`
    (second: the back face), `split`, `room`, `adventure` (second: the Adventure), `prototype` (second: the frame of
    the prototype, of which only mana cost, power and toughness count), `meld`, `mutate`, `token`. A card with one face
    may be written without `faces`, its characteristics standing directly in the card.
    """

    faces: tuple[Face, ...]
    layout: str = "normal"

    @property
    def name(self) -> str | None:
        """The name of the first face (of a split card: of its first half)."""
        return self.faces[0].name
