"""What the rules allow and forbid players to do: `kb/rulebook/legality.yaml`, and what keyword abilities add to it."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from layerproof.kb.files.yaml_source import read_document
from layerproof.kb.keywords.keyword_files import keyword_ability, keywords_with
from layerproof.kb.model.permissions.permission import LegalityRules, Lifted, Permission, Prohibition
from layerproof.kb.notation.plain_data import decode

FILE = Path(__file__).parents[1] / "rulebook" / "legality.yaml"


@cache
def _rules() -> LegalityRules:
    rules: LegalityRules = decode(read_document(FILE).value, LegalityRules)
    return rules


def casts_in_other_ways(keyword: str) -> bool:
    """Whether a keyword ability may let its card be cast from elsewhere in a way that no permission here states.

    >>> casts_in_other_ways("emerge"), casts_in_other_ways("flashback")
    (True, False)
    """
    record = keyword_ability(keyword)
    return keyword in _rules().other_ways or (record is not None and "casting" in record.leaves_open)


def is_unread_ability(keyword: str) -> bool:
    """Whether a keyword ability stands for an activated ability whose meaning is not stated.

    >>> is_unread_ability("power-up"), is_unread_ability("equip")
    (True, False)
    """
    record = keyword_ability(keyword)
    return keyword in _rules().other_abilities or (record is not None and "activating" in record.leaves_open)


@cache
def lifting_words(key: str) -> Lifted:
    """How the words of a permission would speak of what a rule forbids, as in "as though it had reach".

    key: the rule key of the prohibition. Source: the file beside this one; else the second part of the key, which names
    the keyword ability where the rule is one of such an ability.

    >>> lifting_words("keyword.flying.block").words, lifting_words("keyword.defender.attack").words
    (('flying', 'reach'), ('defender',))
    """
    stated = next((each for each in _rules().lifted if f"{key}.".startswith(f"{each.rule}.")), None)
    return stated if stated is not None else Lifted(key, (key.split(".")[1].replace("_", " "),))


@cache
def permissions(action: str, gives: str) -> tuple[Permission, ...]:
    """The permissions for an action, those that keyword abilities give before the others.

    action: such as `cast`. gives: `time` or `place`. Source: the file beside this one, and the files of keyword
    abilities. It does not promise that cards allow nothing more.

    >>> permissions("activate", "time")[0].rule
    ('timing.activate',)
    """
    all_of_them = *(each for keyword in keywords_with("permits") for each in keyword.permits), *_rules().permissions
    return tuple(each for each in all_of_them if (each.action, each.gives) == (action, gives))


@cache
def prohibitions(action: str) -> tuple[Prohibition, ...]:
    """The prohibitions on an action, those of keyword abilities last; of `be blocked` those on the attacker.

    >>> [each.rule[0] for each in prohibitions("be targeted")]
    ['keyword.shroud.permanent']
    """
    all_of_them = *_rules().prohibitions, *(each for keyword in keywords_with("forbids") for each in keyword.forbids)
    return tuple(each for each in all_of_them if each.action == action)
