"""The claims of the shared cases that came out right once, and whether each still does.

`tests/held.txt` names one claim a line: file, scenario in it, claim in that, and the date of the edition where it is
not today's. Right is *proved*; below `refused` it is *invalid*, below `undecided` it is *undecided*.

    python tests/held.py ../shared          says which held claims do not come out right any more; exit code 1 if any
    python tests/held.py ../shared --add    adds the claims that come out right for the first time; it never drops one
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from layerproof.kb.rulebook.edition import load_edition

HELD = Path(__file__).with_name("held.txt")
CARD_FILES = ("oracle-corpus-2026.json.gz", "faces-supplement.json.gz")
RIGHT = {"refused": "invalid", "undecided": "undecided"}  # by the folder of the file; elsewhere it is "proved"


def right_verdict(file: str) -> str:
    """The verdict that the claims of a case should have, by the folder in which its file lies.

    >>> right_verdict("faults/refused/choice-key.yaml"), right_verdict("actions/buyback.yaml")
    ('invalid', 'proved')
    """
    return RIGHT.get(Path(file).parent.name, "proved")


def named(results: Iterable[Mapping[str, Any]], cases: Path) -> dict[str, Mapping[str, Any]]:
    """The results of `layerproof check --json`, each by the name of its claim.

    >>> row = {"file": "/cases/a/b.yaml", "scenario": "T", "claim": 2, "edition": "2012-10-01"}
    >>> list(named([row], Path("/cases")))
    ['a/b.yaml 1.2 2012-10-01']
    """
    found: dict[str, Mapping[str, Any]] = {}
    newest = load_edition("current").published
    number, before = 0, ("", "", 0)
    for each in results:
        file = Path(each["file"]).relative_to(cases).as_posix()
        claim = each["claim"] or 0
        if file != before[0]:
            number = 1
        elif each["scenario"] != before[1] or claim < before[2]:
            number += 1
        before = (file, each["scenario"], claim)
        edition = "" if each["edition"] in ("", newest) else f" {each['edition']}"
        found[f"{file} {number}.{claim}{edition}"] = each
    return found


def lost(held: Iterable[str], found: Mapping[str, Mapping[str, Any]], files: set[str]) -> list[str]:
    """What to say of each held claim that is not right any more. A claim whose file is gone is not asked about.

    >>> lost(["a.yaml 1.1"], {"a.yaml 1.1": {"verdict": "refuted", "line": 7, "message": "no"}}, {"a.yaml"})
    ['a.yaml 1.1 (line 7): was proved, is refuted: no']
    >>> lost(["a.yaml 1.1"], {}, {"a.yaml"}), lost(["a.yaml 1.1"], {}, set())
    (['a.yaml 1.1: was proved, and is not answered'], [])
    >>> lost(["refused/a.yaml 1.1"], {"refused/a.yaml 1.0": {"verdict": "invalid"}}, {"refused/a.yaml"})
    []
    """
    said = []
    for name in held:
        file = name.split(" ")[0]
        right = right_verdict(file)
        # A scenario that is refused as a whole is answered without the numbers of its claims.
        now = found.get(name) or (found.get(f"{file} 1.0") if right == "invalid" else None)
        if now is None and file in files:
            said.append(f"{name}: was {right}, and is not answered")
        elif now is not None and now["verdict"] != right:
            said.append(f"{name} (line {now['line']}): was {right}, is {now['verdict']}: {now['message']}")
    return said


def answered(shared: Path) -> dict[str, Mapping[str, Any]]:
    """The answers to all claims of the cases, with the card files that lie beside them."""
    cards = [word for name in CARD_FILES for word in ("--cards", str(shared / "cards" / name))]
    command = ["layerproof", "check", str(shared / "cases"), *cards, "--json", "-j", "2"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    try:
        return named(json.loads(done.stdout)["results"], shared / "cases")
    except (ValueError, KeyError):
        sys.exit(f"the cases gave no report (exit code {done.returncode}):\n{done.stderr[-2000:]}")


def main(arguments: list[str]) -> int:
    """Compare the cases with the list, or add to the list."""
    adding = "--add" in arguments
    shared = Path(next(each for each in arguments if not each.startswith("--"))).resolve()
    held = HELD.read_text(encoding="utf-8").splitlines() if HELD.exists() else []
    found = answered(shared)
    files = {path.relative_to(shared / "cases").as_posix() for path in (shared / "cases").rglob("*.yaml")}
    said = lost(held, found, files)
    new = [name for name, each in found.items() if each["verdict"] == right_verdict(name.split(" ")[0])]
    new = sorted({*new} - {*held})
    print("\n".join(said))
    print(f"cases: {len(found)} claims, {len(held)} held, {len(said)} lost, {len(new)} right for the first time")
    if adding:
        HELD.write_text("".join(f"{name}\n" for name in sorted({*held, *new})), encoding="utf-8")
    return 1 if said else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
