"""The checker's own reading of claims about the rulebook: its lists, what may be chosen, which way a rule decides."""

from __future__ import annotations

from typing import Any

from layerproof.kb.rulebook.edition import Edition
from layerproof.kb.rulebook.policies import policy_notes
from layerproof.kb.scenario.claims.rulebook_claim import CHOICES, LISTS, WORDS, RulebookPart
from layerproof.kb.scenario.scenario import Claim

Step = tuple[str, str, Any]


def rulebook_truth(claim: Claim, edition: Edition) -> bool:
    """Whether what a claim says of the lists, choices and policies of an edition is so.

    claim: of mode `rulebook`; it is true when every part of it is. An edition that does not have a list has no words
    of it. Source: the edition alone.
    """
    for part in claim.rulebook:
        if part.sort == "policy":
            if part.exactly != (edition.policies[part.name],):
                return False
            continue
        have = words_in(source_of(part), edition)
        if part.exactly is not None and sorted(part.exactly) != have:
            return False
        if any(word not in have for word in part.includes) or any(word in have for word in part.excludes):
            return False
        lowered = {word.lower() for word in have}
        if any(word.lower() in lowered for other in part.apart_from for word in words_in(other, edition)):
            return False
    return True


def rulebook_expected(claim: Claim, edition: Edition) -> list[Step]:
    """The steps that a proof of a claim about the rulebook must have before its last one, in the order of the claim."""
    steps: list[Step] = []
    for part in claim.rulebook:
        if part.sort == "policy":
            keys = [key for key in policy_notes()[part.name].keys if key in edition.numbers]
            says: Any = {"policy": part.name, "value": edition.policies[part.name]}
            steps.append(("policy", keys[0] if keys else "given", says))
            continue
        source = source_of(part)
        steps.append(_given_list(source, edition))
        own = WORDS.get(source, {})
        for word in words_in(source, edition):
            asked = part.exactly is not None or word in part.includes or word in part.excludes
            if asked and own.get(word) in edition.numbers:
                steps.append(("word", own[word], {"word": word, "of": source}))
        if part.sort == "choice":
            steps.append(("choice", CHOICES[part.name][1], {"choose": part.name, "from": source}))
        steps.extend(_given_list(each, edition) for each in part.apart_from)
    return steps


def _given_list(name: str, edition: Edition) -> Step:
    rule = LISTS[name] if LISTS[name] in edition.numbers else "given"
    return "list", rule, {"list": name, "words": words_in(name, edition)}


def source_of(part: RulebookPart) -> str:
    """The list that a part of a claim is about; of a choice the list from which one chooses."""
    return part.name if part.sort == "list" else CHOICES[part.name][0]


def words_in(source: str, edition: Edition) -> list[str]:
    """The words of a list in an edition, sorted; none where the edition has no such list."""
    words = edition.vocabulary
    match source:
        case "card types":
            return sorted(words.card_types)
        case "supertypes":
            return sorted(words.supertypes)
        case "colors":
            return sorted(words.colors)
        case "mana types":
            return sorted([*words.colors, "colorless"])
        case "basic land types":
            return sorted(words.basic_land_types)
        case "keyword abilities":
            return sorted(words.keyword_abilities)
        case "keyword actions":
            return sorted(words.keyword_actions)
        case "keyword counters":
            return sorted(words.keyword_counters)
        case "ability words":
            return sorted(words.ability_words)
        case "italic labels":
            return sorted(words.italic_labels)
        case "printed without function":
            return sorted(words.without_game_function)
    family, _, _ = source.rpartition(" ")
    return sorted(words.subtypes[family]) if family in words.subtypes else []
