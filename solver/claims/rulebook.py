"""Whether a claim about the rulebook itself holds, and the steps that show it."""

from __future__ import annotations

from typing import Any

from layerproof.kb.rulebook.edition import Edition
from layerproof.kb.rulebook.policies import policy_notes
from layerproof.kb.rulebook.step_rules import first_citable
from layerproof.kb.rulebook.vocabulary import Vocabulary
from layerproof.kb.scenario.rulebook_claim import CHOICES, LISTS, RulebookPart
from layerproof.kb.scenario.scenario import Claim

Raw = tuple[str, str, dict[str, Any], tuple[int, ...]]


def rulebook_holds(claim: Claim, edition: Edition) -> bool:
    """Whether the lists, choices and policies of an edition are what a claim says of them.

    claim: of mode `rulebook`. Returns whether all its parts hold. Source: the rules that give each list; a list that
    the edition does not have is empty. It does not promise that a card of that day obeys the list.
    """
    return all(not difference(part, edition) for part in claim.rulebook)


def difference(part: RulebookPart, edition: Edition) -> str:
    """How a list, a choice or a policy of an edition differs from what is claimed of it; empty where it does not.

    part: one part of a claim. Returns the first words that are wrong, such as `card types has battle`.
    """
    found = _words(part, edition)
    claimed = None if part.exactly is None else frozenset(part.exactly)
    if part.sort == "policy":
        return "" if claimed == found else f"{part.name} is {', '.join(found)}"
    surplus = found & frozenset(part.excludes) if claimed is None else found - claimed
    missing = (frozenset(part.includes) if claimed is None else claimed) - found
    says = [f"has {', '.join(_few(surplus))}"] if surplus else []
    says += [f"lacks {', '.join(_few(missing))}"] if missing else []
    return f"the list of {_list_of(part)} {' and '.join(says)}" if says else ""


def rulebook_steps(claim: Claim, edition: Edition, first: int) -> tuple[list[Raw], tuple[int, ...]]:
    """The steps that state what the rulebook says where a claim asks, and the numbers of those it rests on.

    first: the number of the first step. Returns for each list a `list` step that cites the rule which gives it, for a
    choice after it a `choice` step that cites the rule on choosing, for a policy a `policy` step. A list that no rule
    of the edition gives cites nothing.
    """
    steps: list[Raw] = []
    needed: list[int] = []
    for part in claim.rulebook:
        if part.sort == "policy":
            rule = first_citable(edition, policy_notes()[part.name].keys)
            rule = rule if rule in edition.numbers else "given"
            steps.append(("policy", rule, {"policy": part.name, "value": edition.policy(part.name)}, ()))
        else:
            name = _list_of(part)
            rule = LISTS[name] if LISTS[name] in edition.numbers else "given"
            words = sorted(list_words(name, edition.vocabulary))
            steps.append(("list", rule, {"list": name, "words": words}, ()))
            if part.sort == "choice":
                before = (first + len(steps) - 1,)
                steps.append(("choice", CHOICES[part.name][1], {"choose": part.name, "from": name}, before))
        needed.append(first + len(steps) - 1)
    return steps, tuple(needed)


def list_words(name: str, words: Vocabulary) -> frozenset[str]:
    """The words of a list of the rulebook, by the name that claims give it; empty for one that the edition lacks."""
    whole: dict[str, Any] = {
        "card types": words.card_types,
        "supertypes": words.supertypes,
        "colors": words.colors,
        "mana types": (*words.colors, "colorless"),
        "basic land types": words.basic_land_types,
        "keyword abilities": words.keyword_abilities,
        "keyword counters": words.keyword_counters,
        "ability words": words.ability_words,
    }
    if name in whole:
        return frozenset(whole[name])
    return frozenset(words.subtypes.get(name.removesuffix(" types"), ()))


def _list_of(part: RulebookPart) -> str:
    return CHOICES[part.name][0] if part.sort == "choice" else part.name


def _words(part: RulebookPart, edition: Edition) -> frozenset[str]:
    if part.sort == "policy":
        return frozenset((edition.policy(part.name),))
    return list_words(_list_of(part), edition.vocabulary)


def _few(words: frozenset[str]) -> list[str]:
    shown = sorted(words)
    return shown if len(shown) <= 5 else [*shown[:5], f"{len(shown) - 5} more"]
