"""Whether the instructions of a resolution let anybody choose a word, a number, a mode or a division."""

from __future__ import annotations

from typing import Any, Final

from layerproof.kb.model import instruction as ins
from layerproof.kb.model.ability import Keyword, Spell

# Keys of `choices` that only the instructions themselves, or what enters by them, could ask for.
OF_INSTRUCTIONS: Final = (
    "color", "creature type", "card type", "type", "land type", "basic land type", "nonbasic land type", "subtype",
    "card name", "number", "mode", "divided", "new_targets",
)  # fmt: skip
# Instructions by which nothing enters, nothing is copied and no mana is added.
_PLAIN: Final = (ins.Target, ins.Begin, ins.PutCounters, ins.Damage, ins.GainLife, ins.Draw)
# Words by which a record may let something be chosen, or read what was; a text may say it in its own words.
_SPOKEN: Final = ("chos", "choose", "choice", "divided=true", "opaque", "changetext", "names", "x'")


def asks_for_nothing(body: Any) -> bool:
    """Whether a body certainly asks for none of these choices.

    body: a tuple of instructions. Where there are none, or any of them is of another sort or speaks of what is
    chosen, it may ask.

    >>> from layerproof.kb.model.effect import Only
    >>> from layerproof.kb.model.expression import Player, Ref
    >>> asks_for_nothing((ins.GainLife(3, Player("you")),))
    True
    """
    spoken = repr(body).lower()
    plain = bool(body) and all(isinstance(each, _PLAIN) for each in body)
    return plain and not any(word in spoken for word in _SPOKEN)


def spell_asks_for_nothing(abilities: Any, body: Any) -> bool:
    """Whether an instant or sorcery certainly asks for none of these choices as it resolves. abilities: its abilities;
    body: what it follows. Abilities that are neither instructions nor keywords may ask.

    >>> spell_asks_for_nothing((Spell((ins.Draw(2),)),), (ins.Draw(2),))
    True
    """
    return all(isinstance(each, Spell | Keyword) for each in abilities) and asks_for_nothing(body)


def told_key(choices: Any) -> str | None:
    """The first key of choices for which only instructions, or what enters by them, could ask; None without any."""
    return next((key for key, _ in choices if key in OF_INSTRUCTIONS), None)
