"""Saved proofs, read again and given to the independent checker."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from layerproof.kb.errors import KnowledgeError
from layerproof.solver.proof.check.checker import Checked, check

MAX_BYTES = 50_000_000


def verify(proof: dict[str, Any]) -> Checked:
    """Let the independent checker judge a proof.

    proof: plain data, as a saved proof holds it. Returns the checker's verdict: `valid`, `invalid` with the step and
    the reason, or `incomplete` with what it does not model. Raises nothing for what a proof holds. It does not
    promise that a proof of an older version is still accepted: card facts and editions are compared by digest.

    >>> verify({}).verdict
    'invalid'
    """
    return check(proof)


def read_proofs(file: str | Path) -> list[dict[str, Any]]:
    """Read the proofs of a file: one proof, or a list of them.

    Raises KnowledgeError for a file that cannot be read, is no JSON, or holds something else.
    """
    name = str(file)
    try:
        path = Path(file)
        if path.is_dir():
            raise KnowledgeError("this is a folder", file=name, expected="a file of proofs")
        if path.stat().st_size > MAX_BYTES:
            raise KnowledgeError("the file is too large", file=name, expected=f"at most {MAX_BYTES // 1_000_000} MB")
        data = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise KnowledgeError("there is no such file", file=name, mend="check the path") from None
    except OSError as error:
        raise KnowledgeError(f"the file cannot be read: {error.strerror}", file=name) from None
    except json.JSONDecodeError as error:
        raise KnowledgeError(
            f"this is not JSON: {error.msg}",
            file=name,
            line=error.lineno,
            expected="a proof as written by --save-proof",
        ) from None
    except (UnicodeDecodeError, RecursionError):
        raise KnowledgeError("this is not JSON", file=name, expected="a proof as written by --save-proof") from None
    proofs = data if isinstance(data, list) else [data]
    if not proofs or any(not isinstance(each, dict) or not {"steps", "proofs"} & each.keys() for each in proofs):
        raise KnowledgeError(
            "this is no proof", file=name, expected="a proof as written by --save-proof, with its steps"
        )
    return proofs


def sentence(checked: Checked, proof: dict[str, Any]) -> str:
    """Say in a sentence what the checker found about a proof."""
    if checked.verdict == "valid":
        return f"valid: claim {proof.get('claim')} is {proof.get('verdict')} under the edition {proof.get('edition')}"
    where = f" at step {checked.step}" if checked.step else ""
    return f"{checked.verdict}{where}: {checked.reason}"
