"""Write an edition file in the shape that a person can read from top to bottom."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping

from layerproof.kb.rulebook.edition import Edition, LayerRow
from layerproof.kb.rulebook.lists import read_vocabulary
from layerproof.kb.rulebook.text import RulesText

_HEADER = """\
# The rules as published on {name}: numbers and digests of the reviewed rules, layer rows, policies, vocabulary.
# Made with layerproof.kb.rulebook.derive and reviewed as docs/editions.md says. Complete in itself; no rules text.
"""


def write_draft(reference: Edition, rules: RulesText, numbers: Mapping[str, str], digests: Mapping[str, str]) -> str:
    """Write the draft of an edition file: the new numbers, digests and lists, the reference's rows and policies.

    Arguments: the reviewed edition from which the draft started, the new text, and number and digest of each key
    found in it. It does not promise that rows and policies fit: they are the reference's until a person has decided.
    """
    return write_edition(
        rules.published.isoformat(),
        numbers,
        digests,
        [row for row in reference.layers if row.key in numbers],
        reference.policies,
        read_vocabulary(rules, numbers),
    )


def write_edition(
    name: str,
    numbers: Mapping[str, str],
    digests: Mapping[str, str],
    layers: list[LayerRow],
    policies: Mapping[str, str],
    vocabulary: Mapping[str, object],
) -> str:
    """Write an edition file as YAML from its parts; texts that could be read as numbers are quoted."""
    lines = [_HEADER.format(name=name), f'published: "{name}"', "", "numbers:"]
    lines += [f'  {key}: "{number}"' for key, number in numbers.items()]
    lines += ["", "digests:"]
    lines += [f'  {key}: "{digests[key]}"' for key in numbers]
    lines += ["", "layers:"]
    for row in layers:
        accepts = ", ".join(row.accepts)
        lines.append(f"  - {{key: {row.key}, accepts: [{accepts}], cda_first: {str(row.cda_first).lower()}}}")
    lines += ["", "policies:"]
    lines += [f"  {policy}: {value}" for policy, value in policies.items()]
    lines += ["", "vocabulary:"]
    for field, value in vocabulary.items():
        if isinstance(value, Mapping):
            lines.append(f"  {field}:")
            for family, words in value.items():
                lines += _folded(f"    {family}: >-", str(words), 6)
        else:
            lines += _folded(f"  {field}: >-", str(value), 4) if value else [f'  {field}: ""']
    return "\n".join(lines) + "\n"


def _folded(head: str, words: str, indent: int) -> list[str]:
    margin = " " * indent
    wrapped = textwrap.wrap(
        words,
        120 - indent,
        break_on_hyphens=False,
        break_long_words=False,
        initial_indent=margin,
        subsequent_indent=margin,
    )
    return [head, *wrapped]
