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
    from layerproof.queries.answer import Answer
    from layerproof.queries.batch import check
    from layerproof.queries.explain import explain
    from layerproof.queries.proving import prove
    from layerproof.queries.report import Report, Result
    from layerproof.queries.showing import show
    from layerproof.queries.verifying import verify

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
    "Answer": "layerproof.queries.answer",
    "KnowledgeError": "layerproof.kb.errors",
    "Report": "layerproof.queries.report",
    "Result": "layerproof.queries.report",
    "check": "layerproof.queries.batch",
    "explain": "layerproof.queries.explain",
    "prove": "layerproof.queries.proving",
    "show": "layerproof.queries.showing",
    "verify": "layerproof.queries.verifying",
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
