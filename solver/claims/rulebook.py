"""Whether a claim about the rulebook itself holds, and the steps that show it."""

from __future__ import annotations

from typing import Any

from layerproof.kb.rulebook.edition import Edition
from layerproof.kb.rulebook.policies import policy_notes
from layerproof.kb.rulebook.step_rules import first_citable
from layerproof.kb.rulebook.vocabulary import Vocabulary
from layerproof.kb.scenario.claims.rulebook_claim import CHOICES, LISTS, WORDS, RulebookPart
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
    for other in part.apart_from:
        common = _folded(found) & _folded(list_words(other, edition.vocabulary))
        says += [f"shares {', '.join(_few(common))} with {other}"] if common else []
    return f"the list of {_list_of(part)} {' and '.join(says)}" if says else ""


def rulebook_steps(claim: Claim, edition: Edition, first: int) -> tuple[list[Raw], tuple[int, ...]]:
    """The steps that state what the rulebook says where a claim asks, and the numbers of those it rests on.

    first: the number of the first step. Returns for each list a `list` step that cites the rule which gives it, after
    it a `word` step for each word that it has by a rule of its own, if it is asked for, or a `choice` step that cites
    the rule on choosing; for a policy a `policy` step. A list that no rule of the edition gives cites nothing.
    """
    steps: list[Raw] = []
    needed: list[int] = []
    for part in claim.rulebook:
        found = _policy_step(part, edition) if part.sort == "policy" else _of_list(part, edition, first + len(steps))
        # What may be chosen from a list says what is on it.
        said = found[1:] if part.sort == "choice" else found
        needed += range(first + len(steps) + len(found) - len(said), first + len(steps) + len(found))
        steps += found
    return steps, tuple(needed)


def _policy_step(part: RulebookPart, edition: Edition) -> list[Raw]:
    rule = first_citable(edition, policy_notes()[part.name].keys)
    rule = rule if rule in edition.numbers else "given"
    return [("policy", rule, {"policy": part.name, "value": edition.policy(part.name)}, ())]


def _of_list(part: RulebookPart, edition: Edition, held: int) -> list[Raw]:
    """The steps of a part about a list or a choice; held: the number of the first, which gives the list."""
    name = _list_of(part)
    steps = [_list_step(name, edition)]
    on_it = _words(part, edition)
    for word in sorted(on_it if part.exactly is not None else on_it & {*part.includes, *part.excludes}):
        key = WORDS.get(name, {}).get(word, "")
        if key in edition.numbers:
            steps.append(("word", key, {"word": word, "of": name}, (held,)))
    if part.sort == "choice":
        steps.append(("choice", CHOICES[part.name][1], {"choose": part.name, "from": name}, (held,)))
    return [*steps, *(_list_step(other, edition) for other in part.apart_from)]


def _list_step(name: str, edition: Edition) -> Raw:
    rule = LISTS[name] if LISTS[name] in edition.numbers else "given"
    return "list", rule, {"list": name, "words": sorted(list_words(name, edition.vocabulary))}, ()


def list_words(name: str, words: Vocabulary) -> frozenset[str]:
    """The words of a list of the rulebook, by the name that claims give it; empty for one that the edition lacks."""
    whole: dict[str, Any] = {
        "card types": words.card_types,
        "supertypes": words.supertypes,
        "colors": words.colors,
        "mana types": (*words.colors, "colorless"),
        "basic land types": words.basic_land_types,
        "keyword abilities": words.keyword_abilities,
        "keyword actions": words.keyword_actions,
        "keyword counters": words.keyword_counters,
        "ability words": words.ability_words,
        "italic labels": words.italic_labels,
        "printed without function": words.without_game_function,
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


def _folded(words: frozenset[str]) -> frozenset[str]:
    return frozenset(word.casefold() for word in words)


def _few(words: frozenset[str]) -> list[str]:
    shown = sorted(words)
    return shown if len(shown) <= 5 else [*shown[:5], f"{len(shown) - 5} more"]
