"""Keyword abilities that players have: what they forbid and prevent, as effects on the rules about the player."""

from __future__ import annotations

from layerproof.kb.model.ability import Ability, Keyword
from layerproof.kb.model.costs.mana import COLORS
from layerproof.kb.model.expression import ControlledBy, Filter, FitsChosen, Is, Named, Player
from layerproof.kb.model.modification import Forbids, Modification, PreventDamage, RuleEffect

_CHOSEN_NAME = ("the chosen name", "the chosen card name")
_FROM = "protection from "
TARGETED = "be targeted"
_YOU = Player("you")
_BY_OPPONENTS = ControlledBy(Player("opponent"))


def shield(words: str) -> tuple[Forbids, ...] | None:
    """What a keyword ability of a player forbids; None where its words are not understood.

    words: `shroud`, `hexproof`, `protection from red`, `… from everything`, `… from the chosen name`.

    >>> shield("protection from red")[0].by
    Is(category='color', word='red')
    """
    if words == "shroud":
        return (Forbids(TARGETED),)
    if words == "hexproof":
        return (Forbids(TARGETED, by=_BY_OPPONENTS),)
    by = _from(words.removeprefix(_FROM)) if words.startswith(_FROM) else None
    return None if by is None else (Forbids(TARGETED, by=by),)


def as_player(abilities: tuple[Ability, ...], player: Player = _YOU) -> tuple[Modification, ...]:
    """What keyword abilities that a player has say of that player.

    abilities: keyword abilities, as in "you have hexproof". player: who has them, seen from the effect. Returns effects
    on rules, for an effect that affects players: shroud and hexproof forbid that the player is the target, protection
    from a color, from everything or from a chosen name also prevents damage. Attaching is left open where it matters,
    and so is every other ability, and the hexproof of others than you, whose opponents are not those of the effect's
    controller: the words say what it may hinder. Source: rule keys keyword.shroud, keyword.hexproof,
    keyword.protection.

    >>> [type(each).__name__ for each in as_player((Keyword("protection", quality="red"),))]
    ['RuleEffect', 'RuleEffect', 'PreventDamage']
    """
    found: list[Modification] = []
    for each in abilities:
        words = ""
        if isinstance(each, Keyword):
            words = f"{each.keyword} from {each.quality}" if each.quality else each.keyword
        says = shield(words)
        if says is None or (player != _YOU and says[0].by == _BY_OPPONENTS):
            # Words that leave open whatever a keyword ability of a player may hinder; a colon would make them a cost's.
            named = words or "an ability"
            found.append(RuleEffect(f"has {named}, can't be the target, can't be enchanted, damage may be prevented"))
            continue
        found.append(RuleEffect(f"has {words}", says))
        if words.startswith(_FROM):
            found += (RuleEffect("can't be enchanted by that"), PreventDamage(source=says[0].by))
    return tuple(found)


def is_shield(mod: RuleEffect) -> bool:
    """Whether an effect on rules is a keyword ability of a player that is understood."""
    return bool(mod.says) and mod.gloss.startswith("has ") and shield(mod.gloss.removeprefix("has ")) == mod.says


def _from(quality: str) -> Filter | None:
    """What the sources are from which a player has protection; None where that is not read."""
    if quality == "everything":
        return FitsChosen()
    if quality in COLORS:
        return Is("color", quality)
    return Named("chosen") if quality in _CHOSEN_NAME else None
