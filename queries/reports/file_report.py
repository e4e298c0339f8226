"""The report of one file: its results with what reports tell of them, made in whichever process works on it."""

from __future__ import annotations

import hashlib
import os
import time
from pathlib import Path

import msgspec

from layerproof.kb.errors import KnowledgeError
from layerproof.kb.scenario.scenario_file import read_scenarios
from layerproof.queries.reports.batch import Found, check_file
from layerproof.queries.reports.report import Result
from layerproof.queries.reports.report_entries import Branch, Entry, Told, entries_of, told
from layerproof.queries.written_files import write_json

INTERNAL = "internal error: "


class Wishes(msgspec.Struct, frozen=True):
    """What is wanted of each file.

    edition: to check every claim under, instead of those named. told: whether questions, answers and proofs are told
    in words. proofs: a folder for the proofs, or none.
    """

    edition: str | None = None
    told: bool = False
    proofs: str | None = None


class FileReport(msgspec.Struct, frozen=True):
    """What one file gave.

    results: in the order of the file, without their proofs. skipped: why it was left out, if it was. seconds: how long
    it took. entries: its scenarios, where they were wanted. told: for each result its proof in words, where that was
    wanted. crashed: the program itself failed on it, so another run may do better.
    """

    file: str
    results: tuple[Result, ...] = ()
    skipped: str | None = None
    seconds: float = 0.0
    entries: tuple[Entry, ...] = ()
    told: tuple[Told, ...] = ()
    crashed: bool = False


def report_file(found: Found, wishes: Wishes) -> FileReport:
    """Check the claims of one file and tell of it what is wished.

    found: a file, from `find_files`. wishes: what is wanted besides the verdicts. Returns the report of the file. It
    raises nothing for what the file holds; KnowledgeError where a proof cannot be saved. Source: the rules of the
    editions that the claims name, by proofs that the checker accepted. It does not promise a proof in words where
    telling it fails: the verdict stands all the same.

    >>> report_file(Found("no-such-file.yaml"), Wishes()).results[0].verdict
    'invalid'
    """
    start = time.perf_counter()
    checked = check_file(found, wishes.edition, keep_proofs=True)
    if wishes.proofs is not None:
        save_proofs(checked.results, wishes.proofs)
    entries: tuple[Entry, ...] = ()
    words: tuple[Told, ...] = ()
    if wishes.told:
        entries = entries_of(read_scenarios(found.file))
        words = tuple(_told(result) for result in checked.results)
    results = tuple(msgspec.structs.replace(each, proof=None) for each in checked.results)
    crashed = any(each.message.startswith(INTERNAL) for each in results)
    return FileReport(found.file, results, checked.skipped, time.perf_counter() - start, entries, words, crashed)


def crashed_report(found: Found, why: str) -> FileReport:
    """Give the report of a file on which the program itself failed: one result that says so, and no other.

    >>> crashed_report(Found("a.yaml"), "out of memory").results[0].message
    'internal error: out of memory'
    """
    message = INTERNAL + why.removeprefix(INTERNAL)
    return FileReport(found.file, (Result(found.file, "", 0, 1, "", "undecided", message),), crashed=True)


def _told(result: Result) -> Told:
    try:
        return told(result)
    except Exception as error:
        return Told((Branch(f"the proof could not be told in words: {type(error).__name__}: {error}"),))


def save_proofs(results: tuple[Result, ...], folder: str) -> None:
    """Write each proof into a file named for its scenario file, the line of the claim and the edition.

    results: those without a proof are left out. folder: is made if it is not there. Raises KnowledgeError when
    something cannot be written.
    """
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise KnowledgeError(f"the folder cannot be made: {error.strerror}", file=folder) from None
    for result in results:
        if result.proof is not None:
            parts = [part for part in Path(result.file).with_suffix("").parts if part not in ("/", ".", "..")]
            # Files in folders of other names, or with another ending, may come to the same words.
            mark = hashlib.sha256(os.fsencode(result.file)).hexdigest()[:8]
            name = f"{'-'.join(parts)}-{mark}-{result.line}-{result.claim}-{result.edition}.json"
            write_json(Path(folder) / name, result.proof)
