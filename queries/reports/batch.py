"""The batch check: the claims of many scenario files, answered one file after the other or in several processes."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path

import msgspec

from layerproof.kb.errors import KnowledgeError
from layerproof.kb.files.yaml_source import read_documents
from layerproof.kb.scenario.scenario import Scenario
from layerproof.kb.scenario.scenario_file import Read, Unreadable, read_scenarios
from layerproof.queries.answer.claim_answers import Answer
from layerproof.queries.answer.scenario_answers import answered, under, unplaced
from layerproof.queries.reports.report import Report, Result
from layerproof.queries.reports.worker_processes import in_order

ENDINGS = (".yaml", ".yml", ".json")
NO_SCENARIO_IN = (
    "nothing in this folder was checked: no file in it holds a scenario with claims. Expected: files that end in .yaml,"
    " .yml or .json, in them scenario:, timeline: and claims:."
)


class Found(msgspec.Struct, frozen=True):
    """A file to check; named: it was named itself rather than found in a folder."""

    file: str
    named: bool = True


class Checked(msgspec.Struct, frozen=True):
    """What a file gave: its results, or why it was skipped."""

    results: tuple[Result, ...] = ()
    skipped: str | None = None


def find_files(paths: Iterable[str | Path]) -> tuple[Found, ...]:
    """Find the scenario files that paths mean: files themselves, and in folders all `*.yaml`, `*.yml` and `*.json`.

    paths: files and folders. Returns the files of each folder sorted, each file once. It does not promise that a file
    exists or holds a scenario. Folders whose names begin with a dot are not looked into.
    """
    found: dict[str, Found] = {}

    def closed(error: OSError) -> None:
        # What cannot be looked into is told as a file that cannot be read.
        found.setdefault(str(error.filename), Found(str(error.filename)))

    for path in map(Path, paths):
        if not path.is_dir():
            found.setdefault(str(path), Found(str(path)))
            continue
        for folder, folders, files in os.walk(path, onerror=closed):
            folders[:] = sorted(each for each in folders if not each.startswith("."))
            for name in sorted(files):
                if name.endswith(ENDINGS) and not name.startswith("."):
                    file = str(Path(folder) / name)
                    found.setdefault(file, Found(file, named=False))
    return tuple(found.values())


def without_scenarios(paths: Iterable[str | Path], files: Sequence[Found], skipped: Iterable[bool]) -> tuple[str, ...]:
    """Give the folders among some paths in which no file holds a scenario with claims, so that nothing was checked.

    paths: as given to `find_files`. files: what it found. skipped: for each file whether it was left out because it
    holds no scenario, or claims nothing. A path that is no folder is a file of its own and not among them.

    >>> without_scenarios(["no-such-folder"], (), ())
    ()
    """
    held = [Path(found.file) for found, left_out in zip(files, skipped, strict=True) if not left_out]
    folders = dict.fromkeys(str(path) for path in map(Path, paths) if path.is_dir())
    return tuple(each for each in folders if not any(Path(each) in file.parents for file in held))


def empty_folder(folder: str) -> Result:
    """Give the result of a folder in which no file holds a scenario with claims."""
    return Result(folder, "", 0, 0, "", "invalid", NO_SCENARIO_IN)


def check_files(
    files: Sequence[Found],
    edition: str | None = None,
    jobs: int = 1,
    keep_proofs: bool = False,
    cards: Sequence[str] = (),
) -> Iterator[Checked]:
    """Check files in their order.

    files: from `find_files`. edition: checks every claim under this edition instead of those named. jobs: how many
    processes work. keep_proofs: whether the results hold the proofs. cards: the card files of this run, of which the
    other processes must be told. Gives what each file gave, in the order of the files; one that cannot be read, or on
    which the program fails, does not hinder the others.
    """
    work = partial(check_file, edition=edition, keep_proofs=keep_proofs)
    return in_order(work, _crashed, files, jobs, cards)


def _crashed(found: Found, why: str) -> Checked:
    return Checked((Result(found.file, "", 0, 1, "", "undecided", why),))


def check(paths: Iterable[str | Path], edition: str | None = None, jobs: int = 1, keep_proofs: bool = False) -> Report:
    """Check the claims of scenario files and folders.

    paths: files, and folders that are searched for scenarios. edition: a date or `current`, instead of the editions
    that the files name. jobs: how many processes work. keep_proofs: whether each result holds its proof. Returns the
    report; what is wrong with a file becomes a result `invalid`, so nothing is raised for what files hold. `proved`
    and `refuted` are only given after the independent checker accepted the proof.

    >>> check(["no-such-file.yaml"]).exit_code()
    3
    """
    start = time.perf_counter()
    listed = tuple(paths)
    files = find_files(listed)
    checked = list(check_files(files, edition, jobs, keep_proofs))
    empty = without_scenarios(listed, files, (each.skipped is not None for each in checked))
    checked += [Checked((empty_folder(folder),)) for folder in empty]
    return report_of(checked, time.perf_counter() - start)


def report_of(checked: Iterable[Checked], seconds: float) -> Report:
    """Make the report of what files gave."""
    parts = tuple(checked)
    results = tuple(result for each in parts for result in each.results)
    return Report(results, tuple(each.skipped for each in parts if each.skipped), seconds)


def check_file(found: Found, edition: str | None = None, keep_proofs: bool = False) -> Checked:
    """Check the claims of one file. It never raises for what the file holds."""
    read = read_scenarios(found.file)
    if not read.scenarios and not found.named and not _holds_scenario(found.file):
        return Checked(skipped=f"{found.file}: holds no scenario, skipped")
    if not read.scenarios and not read.unreadable:
        message = "the file holds no scenario. Expected: a mapping with scenario:, timeline: and claims:."
        return Checked((Result(found.file, "", 0, 1, "", "invalid", message),))
    results = results_of(read, edition)
    if not results:
        return Checked(skipped=f"{found.file}: claims nothing, so nothing of it was checked")
    return Checked(results if keep_proofs else tuple(msgspec.structs.replace(each, proof=None) for each in results))


def _holds_scenario(file: str) -> bool:
    """Whether a file found in a folder means to hold a scenario: one of its documents is a mapping with a scenario's
    keys, or it is broken YAML in which such a key stands."""
    try:
        documents = read_documents(file)
    except KnowledgeError:
        return True
    keys = {"scenario", "timeline", "claims"}
    if any(isinstance(each.value, dict) and keys & each.value.keys() for each in documents.documents):
        return True
    return bool(documents.errors)


def results_of(read: Read, edition: str | None = None) -> tuple[Result, ...]:
    """Answer the scenarios that were read, and report what could not be read as `invalid`, in the order of the file."""
    placed: list[tuple[int, int, Result]] = []
    for scenario in read.scenarios:
        for line, each in answered(under(scenario, edition)):
            placed.append((line, each.claim, as_result(scenario, each)))
    placed += [(each.line, each.claim, _invalid(each)) for each in read.unreadable]
    placed.sort(key=lambda place: place[:2])
    return tuple(result for _, _, result in placed)


def as_result(scenario: Scenario, given: Answer) -> Result:
    """Give an answer as a result of the report."""
    return Result(
        file=scenario.file,
        scenario=scenario.title,
        claim=given.claim,
        line=given.line,
        edition=given.edition,
        verdict=given.verdict,
        message=given.message,
        id=given.id,
        worlds=given.worlds if given.verdict in ("proved", "refuted") else 0,
        rules=given.rules,
        proof=given.proof,
        asked=given.asked,
    )


def _invalid(each: Unreadable) -> Result:
    return Result(
        each.file, each.title, each.claim, each.line, "", "invalid", unplaced(each.message, each.file, each.line)
    )
