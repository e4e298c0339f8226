"""What was chosen: in a resolution, or as an object entered."""

from __future__ import annotations

from layerproof.kb.model.ability import AsEnters, Opaque
from layerproof.kb.model.card import Card
from layerproof.kb.model.situation import GameObject
from layerproof.kb.notation.cost_words import chosen_to_cast
from layerproof.solver.layers.scene import Scene, Source, Undecided
from layerproof.solver.layers.telling import of_object

# What effects are called that an object has from entering as a copy.
ENTERS_AS_COPY = "enters as a copy"


def chosen(scene: Scene, source: Source, key: str) -> tuple[str | int, ...]:
    """What was chosen under a key, in the resolution or for the source.

    Raises Undecided where the source asks for the choice as it enters and the scenario does not tell it.
    """
    for name, values in source.choices:
        if name == key:
            return values
    item = None if source.id is None else scene.item(source.id)
    if item is None:
        return ()
    entry = scene.entry(item.id)
    if entry is not None and key not in dict(item.choices) and _asked(scene, item, entry.card, key):
        raise Undecided(f"which {key} was chosen for {item.label or item.card.name} is not given")
    # A choice belongs to the abilities that asked for it: not to those of a later copy (rule key
    # linked.undefined_choice).
    if item.chosen_as is not None and entry is not None and entry.card.faces[0].name != item.chosen_as:
        return ()
    return next((values for name, values in item.choices if name == key), ())


def _asked(scene: Scene, item: GameObject, now: Card, key: str) -> bool:
    """Whether a permanent had this choice made as it entered (rule key choice.as_enters), or may have as it was cast.

    What has become a copy only later was never asked. now: its copiable values, which decide if it entered as a copy.
    """
    entered_as_copy = any(
        each.objects == (item.id,) and each.origin == ENTERS_AS_COPY for each in scene.situation.effects
    )
    if item.card is not None and _asks(item.card, key, before_game=True):
        return bool(of_object(scene, item.id, "commander"))
    if item.zone != "battlefield":
        return False
    by_cost = not entered_as_copy and not item.token and _asks_to_cast(item.card, key)
    return by_cost or _asks(now if entered_as_copy else item.card, key)


def _asks(card: Card, key: str, before_game: bool = False) -> bool:
    return any(
        isinstance(ability, AsEnters) and key in ability.choose and ability.before_game == before_game
        for face in card.faces
        for ability in face.abilities
    )


def _asks_to_cast(card: Card, key: str) -> bool:
    """Whether the choice is a cost of casting a card, so that it was made if the permanent was cast."""
    abilities = [each for face in card.faces for each in face.abilities]
    return any(isinstance(each, Opaque) and chosen_to_cast(each.gloss) == key for each in abilities)


def chosen_word(scene: Scene, source: Source, family: str) -> tuple[str, ...]:
    """The words chosen for a family: `creature`, `land`, `color`, `card`."""
    keys = {
        "creature": ("creature type", "subtype"),
        "land": ("land type", "basic land type", "nonbasic land type", "subtype"),
        "color": ("color",),
        "card": ("card type", "type"),
    }.get(family, ("creature type", "land type", "basic land type", "nonbasic land type", "subtype"))
    for key in keys:
        values = chosen(scene, source, key)
        if values:
            return tuple(str(each) for each in values)
    return ()
