"""Layerproof proves what a Magic: The Gathering object is in a given situation, under the rules of a chosen date.

The verbs are those of the command line:

>>> from layerproof import show
>>> show("Grizzly Bears: +1/+1=2")["grizzly-bears"]["power"]
4

`prove` answers the claims of one scenario, `check` those of many files, `verify` lets the independent checker judge a
saved proof, and `explain` says in words how a characteristic came to be. Each is imported when it is first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from layerproof.kb.errors import KnowledgeError
    from layerproof.queries.answer.claim_answers import Answer
    from layerproof.queries.answer.saved_proofs import verify
    from layerproof.queries.answer.scenario_answers import prove
    from layerproof.queries.commands.show_command import show
    from layerproof.queries.reports.batch import check
    from layerproof.queries.reports.report import Report, Result
    from layerproof.queries.words.explanation import explain

__version__ = "0.1.0"

__all__ = [
    "Answer",
    "KnowledgeError",
    "Report",
    "Result",
    "__version__",
    "check",
    "explain",
    "prove",
    "show",
    "verify",
]

_WHERE = {
    "Answer": "layerproof.queries.answer.claim_answers",
    "KnowledgeError": "layerproof.kb.errors",
    "Report": "layerproof.queries.reports.report",
    "Result": "layerproof.queries.reports.report",
    "check": "layerproof.queries.reports.batch",
    "explain": "layerproof.queries.words.explanation",
    "prove": "layerproof.queries.answer.scenario_answers",
    "show": "layerproof.queries.commands.show_command",
    "verify": "layerproof.queries.answer.saved_proofs",
}


def __getattr__(name: str) -> object:
    """Import a public name when it is first used."""
    if name not in _WHERE:
        raise AttributeError(f"module 'layerproof' has no attribute {name!r}")
    from importlib import import_module

    found: object = getattr(import_module(_WHERE[name]), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted(__all__)
