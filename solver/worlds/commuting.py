"""Which modifications may be applied in either order, and which make an earlier one forgotten.

Both are told from the worked-out modifications alone, for every state of the object; where it cannot be told they count
as ones whose order matters.
"""

from __future__ import annotations

from typing import Any

from layerproof.kb.model import modification as m
from layerproof.kb.rulebook.editions.later_subtypes import known_families
from layerproof.kb.rulebook.vocabulary import Vocabulary
from layerproof.solver.layers.changing import Granted
from layerproof.solver.layers.participants import static_effects

Acts = tuple[Any, ...]


def commute(one: Acts, other: Acts, words: Vocabulary) -> bool:
    """Whether two sequences of modifications of one object give the same in either order, whatever the object is."""
    return all(_pair(a, b, words) or _pair(b, a, words) for a in one for b in other)


def absorbs(later: Acts, earlier: Acts, words: Vocabulary) -> bool:
    """Whether after `later` it cannot be told that `earlier` was applied before it, whatever the object is."""
    for each in earlier:
        over = next((act for act in later if _overwrites(act, each, words)), None)
        if over is None or any(act is not over and not commute((act,), (each,), words) for act in later):
            return False
    return True


def _pair(a: Any, b: Any, words: Vocabulary) -> bool:
    match a, b:
        case (m.RuleEffect(), _) | (m.ModifyPT(), m.ModifyPT()) | (m.SwitchPT(), m.SwitchPT()):
            return True
        case (m.AddColors(), m.AddColors()):
            return True
        case (m.SetBasePT() | m.DefinePT(), m.SetBasePT() | m.DefinePT()):
            both_power = a.power is not None and b.power is not None and a.power != b.power
            both_toughness = a.toughness is not None and b.toughness is not None and a.toughness != b.toughness
            return not both_power and not both_toughness
        case (m.AddAbilities(), m.AddAbilities() | Granted()) | (Granted(), Granted()):
            return not any(static_effects(each) for each in (*_abilities(a), *_abilities(b)))
        case (m.RemoveKeyword() | m.CantHave() | m.RemoveAllAbilities(), m.RemoveKeyword() | m.CantHave()):
            return True
        case (m.SetSubtypes(), m.SetSubtypes()):
            return a == b or not _families(a, words) & _families(b, words)
        case (
            m.SetColors() | m.SetController() | m.RemoveAllAbilities() | m.AddTypes() | m.SetTypes() | m.SetName(),
            _,
        ):
            return bool(a == b)
    return False


def _abilities(act: Any) -> Acts:
    return act.abilities if isinstance(act, m.AddAbilities) else tuple(ability for _, ability in act.abilities)


def _overwrites(later: Any, earlier: Any, words: Vocabulary) -> bool:
    match later, earlier:
        case (m.SetBasePT() | m.DefinePT(), m.SetBasePT() | m.DefinePT()):
            return (later.power is not None or earlier.power is None) and (
                later.toughness is not None or earlier.toughness is None
            )
        case (m.SetColors(), m.SetColors() | m.AddColors()):
            return True
        case (
            m.RemoveAllAbilities(except_=()),
            m.AddAbilities() | Granted() | m.RemoveKeyword() | m.RemoveAllAbilities(),
        ):
            return True
        case (m.SetController(player=player), m.SetController()):
            return bool(player.name)
        case (m.SetSubtypes(), m.SetSubtypes()):
            families = _families(later, words)
            same = families == _families(earlier, words) and len(families) == 1 and "land" not in families
            return same and bool(later.subtypes) and bool(earlier.subtypes)
        case (m.RuleEffect(), m.RuleEffect()):
            return True
    return isinstance(earlier, m.RuleEffect)


def _families(act: m.SetSubtypes, words: Vocabulary) -> frozenset[str]:
    if act.family:
        return frozenset({act.family})
    return frozenset(each for word in act.subtypes for each in known_families(words, word))
