"""Saved proofs, read again and given to the independent checker."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from layerproof.kb.errors import KnowledgeError
from layerproof.kb.files.ordinary_files import refuse_strange_file
from layerproof.kb.files.strict_json import read_json
from layerproof.kb.scenario.scenario_file import read_scenarios
from layerproof.queries.words.reached_steps import cites
from layerproof.solver.proof.check.checker import Checked, check, scenario_digest

MAX_BYTES = 50_000_000


def verify(proof: dict[str, Any]) -> Checked:
    """Let the independent checker judge a proof.

    proof: plain data, as a saved proof holds it. Returns the checker's verdict: `valid`, `invalid` with the step and
    the reason, or `incomplete` with what it does not model. A proof that does not cite the rule under `because` of its
    claim is `invalid`: of that claim it is none. Raises nothing for what a proof holds. It does not promise that a
    proof of an older version is still accepted: card facts and editions are compared by digest.

    >>> verify({}).verdict
    'invalid'
    """
    checked = check(proof)
    if checked.verdict == "valid":
        rule = _claim_of(proof).get("because")
        if rule is not None and not cites(proof, str(rule)):
            return Checked("invalid", reason=f"it does not cite {rule}, as its claim demands (because)")
    return checked


class Against:
    """The scenarios of a file, to which proofs must belong.

    file: of scenarios. Raises KnowledgeError where it cannot be read as a whole: a claim that is wrong does not matter.
    """

    def __init__(self, file: str | Path) -> None:
        read = read_scenarios(file)
        broken = [each for each in read.unreadable if not each.claim]
        if broken:
            raise KnowledgeError(f"the scenarios cannot be read: {broken[0].message}", file=str(file))
        self.file = str(file)
        self._scenarios = {scenario_digest(json.loads(each.source)): each for each in read.scenarios}

    def judged(self, checked: Checked, proof: dict[str, Any]) -> Checked:
        """The verdict on a proof, which must be about a scenario of the file just as it stands there."""
        if checked.verdict == "invalid":
            return checked
        if scenario_digest(proof["scenario"]) in self._scenarios:
            return checked
        title = proof["scenario"].get("scenario", "")
        alike = any(each.title == title for each in self._scenarios.values())
        what = "has another scenario of that title" if alike else "does not have the scenario of the proof"
        return Checked("invalid", reason=f"{self.file} {what}")


def read_proofs(file: str | Path) -> list[dict[str, Any]]:
    """Read the proofs of a file: one proof, or a list of them.

    Raises KnowledgeError for a file that cannot be read, is no JSON, or holds something else.
    """
    name = str(file)
    refuse_strange_file(file, "a file of proofs")
    try:
        path = Path(file)
        if path.is_dir():
            raise KnowledgeError("this is a folder", file=name, expected="a file of proofs")
        if path.stat().st_size > MAX_BYTES:
            raise KnowledgeError("the file is too large", file=name, expected=f"at most {MAX_BYTES // 1_000_000} MB")
        data = read_json(path.read_text(encoding="utf-8"))
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
    except ValueError as error:
        raise KnowledgeError(f"{error}", file=name, expected="a proof as written by --save-proof") from None
    proofs = data if isinstance(data, list) else [data]
    if not proofs or any(not isinstance(each, dict) or not {"steps", "proofs"} & each.keys() for each in proofs):
        raise KnowledgeError(
            "this is no proof", file=name, expected="a proof as written by --save-proof, with its steps"
        )
    return proofs


def sentence(checked: Checked, proof: dict[str, Any]) -> str:
    """Say in a sentence what the checker found about a proof: of which scenario, which claim and which edition.

    checked: its verdict. proof: plain data. It does not promise that what an invalid proof says of itself is so.
    """
    where = f" at step {checked.step}" if checked.step else ""
    scenario = proof.get("scenario")
    title = scenario.get("scenario") if isinstance(scenario, dict) else None
    about = f"claim {proof.get('claim')} of the scenario {json.dumps(title or '', ensure_ascii=False)}"
    under = f"under the edition {proof.get('edition')}"
    if checked.verdict == "valid":
        said = json.dumps(_claim_of(proof), ensure_ascii=False)
        return f"valid: {about} is {proof.get('verdict')} {under}: {said}"
    return f"{checked.verdict}{where}: {checked.reason} ({about} {under})"


def _claim_of(proof: dict[str, Any]) -> dict[str, Any]:
    """The claim of a proof that is valid, as its scenario writes it."""
    claim: dict[str, Any] = proof["scenario"]["claims"][proof["claim"] - 1]
    return claim
