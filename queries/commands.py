"""The commands: each asks its question and prints the answer. What a command needs is imported only by it."""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import time
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from layerproof.queries.batch import Checked
    from layerproof.queries.proving import Wanted
    from layerproof.queries.report import Report


def _wanted(chosen: argparse.Namespace) -> Wanted:
    from layerproof.queries.proving import Wanted

    return Wanted(chosen.why, chosen.graph, getattr(chosen, "proof", False), width())


def width() -> int:
    """Give the width of the lines that are printed."""
    return min(max(shutil.get_terminal_size((120, 24)).columns, 60), 160)


def _load(edition: str | None) -> None:
    """Raise KnowledgeError for an edition that is not there, before anything is done."""
    if edition is not None:
        from layerproof.kb.rulebook.edition import load_edition

        load_edition(edition)


def prove(chosen: argparse.Namespace) -> int:
    """Show the objects of scenarios and the verdicts on their claims."""
    from layerproof.queries.proving import prove_files

    _load(chosen.edition)
    return prove_files(chosen.files, _wanted(chosen), chosen.edition, chosen.save_proof)


def show(chosen: argparse.Namespace) -> int:
    """Show what cards are that enter in this order."""
    from layerproof.queries.showing import show_cards

    _load(chosen.edition)
    return show_cards(chosen.cards, _wanted(chosen), chosen.edition, chosen.save_proof, chosen.any_order)


def check(chosen: argparse.Namespace) -> int:
    """Check the claims of many scenarios."""
    from layerproof.queries.batch import check_files, find_files, report_of
    from layerproof.queries.terminal import watched

    _load(chosen.edition)
    start = time.perf_counter()
    files = find_files(chosen.paths)
    checked: list[Checked] = []
    interrupted = False
    try:
        each = check_files(files, chosen.edition, chosen.jobs, chosen.proofs is not None, chosen.card_files)
        for one in watched(each, len(files), "files"):
            checked.append(one)
    except KeyboardInterrupt:
        interrupted = True
    report = report_of(checked, time.perf_counter() - start)
    for line in report.skipped:
        print(line, file=sys.stderr)
    if chosen.proofs is not None:
        _save(report, chosen.proofs)
    if chosen.json:
        print(json.dumps(report.plain(), ensure_ascii=False, indent=1))
    else:
        _print(report)
    if interrupted:
        print(f"layerproof: interrupted after {len(checked)} of {len(files)} files", file=sys.stderr)
        return 130
    return report.exit_code()


def _print(report: Report) -> None:
    from layerproof.queries.terminal import colored, paint

    on = colored()
    for result in report.results:
        if result.verdict != "proved":
            line = result.sentence()
            print(line.replace(f" {result.verdict}: ", f" {paint(result.verdict, result.verdict, on)}: ", 1))
    if not report.results:
        print("No claim was found.")
    print(report.summary())


def _save(report: Report, folder: str) -> None:
    """Write each proof into a file named for its scenario file, the line of the claim and the edition."""
    from pathlib import Path

    from layerproof.kb.errors import KnowledgeError
    from layerproof.queries.proving import write_json

    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise KnowledgeError(f"the folder cannot be made: {error.strerror}", file=folder) from None
    for result in report.results:
        if result.proof is not None:
            stem = "-".join(part for part in Path(result.file).with_suffix("").parts if part not in ("/", ".", ".."))
            write_json(Path(folder) / f"{stem}-{result.line}-{result.claim}-{result.edition}.json", result.proof)


def verify(chosen: argparse.Namespace) -> int:
    """Check saved proofs with the independent checker."""
    from layerproof.queries.verifying import read_proofs, sentence, verify

    verdicts: list[str] = []
    for file in chosen.proofs:
        for number, proof in enumerate(read_proofs(file), 1):
            checked = verify(proof)
            verdicts.append(checked.verdict)
            print(f"{file}: proof {number}: {sentence(checked, proof)}")
    if "invalid" in verdicts:
        return 1
    return 2 if "incomplete" in verdicts else 0


def rules(chosen: argparse.Namespace) -> int:
    """Show a rule, or list the rules that can be cited."""
    from layerproof.queries.looking_up import rule_lines, rules_listed

    lines = rules_listed(chosen.edition) if chosen.about == "list" else rule_lines(chosen.rule, chosen.edition)
    print("\n".join(lines))
    return 0


def schema(chosen: argparse.Namespace) -> int:
    """Print the JSON Schema of a format."""
    from layerproof.queries.scenario_schema import scenario_schema
    from layerproof.queries.schema import card_schema

    made: dict[str, Any] = card_schema() if chosen.format == "card" else scenario_schema()
    print(json.dumps(made, ensure_ascii=False, indent=1))
    return 0
