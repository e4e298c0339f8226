"""The command `check`: many scenario files, checked in several processes, resumed where a run ended, reported."""

from __future__ import annotations

import argparse
import contextlib
import time
from collections.abc import Generator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from layerproof import __version__
from layerproof.kb.errors import KnowledgeError
from layerproof.queries.reports.worker_processes import as_made
from layerproof.queries.terminal import colored, complain, paint, say, say_json, watched

if TYPE_CHECKING:
    from layerproof.queries.reports.batch import Found
    from layerproof.queries.reports.file_report import FileReport, Wishes
    from layerproof.queries.reports.journal import Journal
    from layerproof.queries.reports.report import Report

INTERRUPTED = 130


def add_arguments(check: argparse.ArgumentParser) -> None:
    """Add the arguments of reports and of resuming to the parser of `check`.

    check: the parser, which has the paths, `--json`, `--edition`, `--jobs`, `--proofs` and `--cards`. Source: argparse.
    It does not promise to set anything but what `run` reads.

    >>> parser = argparse.ArgumentParser()
    >>> add_arguments(parser)
    >>> parser.parse_args(["--html", "report.html"]).html
    'report.html'
    """
    check.add_argument("--junit", metavar="FILE", help="write the report to this file as JUnit XML")
    check.add_argument("--html", metavar="FILE", help="write the report to this file as one HTML page")
    check.add_argument("--title", metavar="TEXT", default="Checked answers", help="the title of the HTML page")
    check.add_argument(
        "--resume",
        metavar="JOURNAL",
        help="note what each file gave in this file, and check only what it does not hold yet",
    )


def run(chosen: argparse.Namespace) -> int:
    """Check the claims of many scenarios, and write the reports that are wished.

    chosen: the arguments of `check`. Returns the exit code of the verdicts, or 130 after Ctrl-C; what was checked until
    then stands in the journal, if there is one. Raises KnowledgeError for an edition that is not there and where a
    report, a proof or the journal cannot be written. Source: the files. It does not promise reports of a run that was
    interrupted.
    """
    from layerproof.kb.rulebook.edition import load_edition
    from layerproof.queries.reports.batch import Checked, empty_folder, find_files, report_of, without_scenarios
    from layerproof.queries.reports.file_report import FileReport, Wishes, save_proofs
    from layerproof.queries.reports.journal import Journal, ground

    if chosen.edition is not None:
        load_edition(chosen.edition)
    for file in (chosen.junit, chosen.html):
        _check_writable(file)
    if chosen.proofs is not None:
        save_proofs((), chosen.proofs)
        _check_empty(chosen.proofs, chosen.resume is not None)
    wishes = Wishes(chosen.edition, told=chosen.html is not None, proofs=chosen.proofs)
    start = time.perf_counter()
    files = find_files(chosen.paths)
    reports: list[FileReport] = []
    interrupted = False
    with contextlib.ExitStack() as stack:
        journal = None
        if chosen.resume is not None:
            journal = stack.enter_context(Journal(chosen.resume, ground(wishes)))
        each = stack.enter_context(
            contextlib.closing(file_reports(files, wishes, chosen.jobs, chosen.card_files, journal))
        )
        try:
            for one in watched(each, len(files), "files"):
                reports.append(one)
        except KeyboardInterrupt:
            interrupted = True
    if not interrupted:
        empty = without_scenarios(chosen.paths, files, (one.skipped is not None for one in reports))
        reports += [FileReport(folder, (empty_folder(folder),)) for folder in empty]
    seconds = time.perf_counter() - start
    report = report_of((Checked(one.results, one.skipped) for one in reports), seconds)
    for line in report.skipped:
        complain(line)
    if not interrupted:
        _write_reports(chosen, reports, seconds)
    if chosen.json:
        say_json(report.plain())
    else:
        print_report(report)
    if interrupted:
        complain(f"layerproof: interrupted after {len(reports)} of {len(files)} files")
        return INTERRUPTED
    return report.exit_code()


def file_reports(
    files: Sequence[Found],
    wishes: Wishes,
    jobs: int = 1,
    cards: Sequence[str] = (),
    journal: Journal | None = None,
) -> Generator[FileReport, None, None]:
    """Give the report of each file, in the order of the files.

    files: from `find_files`. wishes: what is wanted of each. jobs: how many processes work. cards: card files that
    they use. journal: where what each file gave is noted as soon as it is there, and taken from if it is there already.
    What ends a process that works on a file is that file's error alone, if there are two processes or more. Raises
    KnowledgeError where the journal cannot be written.
    """
    from layerproof.queries.reports.file_report import crashed_report, report_file

    keys = [None if journal is None else journal.key(found.file) for found in files]
    waiting: dict[int, FileReport] = {}
    if journal is not None:
        kept = {place: journal.get(key) for place, key in enumerate(keys)}
        waiting = {place: report for place, report in kept.items() if report is not None}
    left = [place for place in range(len(files)) if place not in waiting]
    following = 0
    work = partial(report_file, wishes=wishes)
    making = as_made(work, crashed_report, [files[place] for place in left], jobs, cards)
    while following < len(files):
        while following in waiting:
            yield waiting.pop(following)
            following += 1
        for number, report in making:
            if journal is not None:
                journal.add(keys[left[number]], report)
            waiting[left[number]] = report
            break


def print_report(report: Report) -> None:
    """Print what is not proved, one line for each, and the summary."""
    from layerproof.kb.rulebook.editions.edition_asked_for import used_instead

    on = colored()
    for result in report.results:
        if result.verdict != "proved":
            before, _, after = result.sentence().partition(f" {result.verdict}: ")
            say(f"{before} ", paint(result.verdict, result.verdict, on), f": {after}")
    if not report.results:
        say("No claim was found.")
    for asked in dict.fromkeys(result.asked for result in report.results if result.asked):
        say(f"Asked for {asked}: answered {used_instead(asked)}.")
    say(report.summary())


def _write_reports(chosen: argparse.Namespace, reports: Sequence[FileReport], seconds: float) -> None:
    if chosen.junit is not None:
        from layerproof.queries.reports.junit import junit_xml

        _write(chosen.junit, junit_xml(reports))
    if chosen.html is not None:
        from layerproof.queries.page.report_page import html_page

        day = time.strftime("%Y-%m-%d")
        made = f"Made by layerproof {__version__} on {day}, in {seconds:.1f} seconds."
        _write(chosen.html, html_page(reports, chosen.title, made))


def _check_empty(folder: str, resumed: bool) -> None:
    """Raise KnowledgeError for a folder of proofs in which something is; a run that is resumed goes on in its own."""
    if not resumed and any(Path(folder).iterdir()):
        raise KnowledgeError(
            "there is something in the folder already, which the proofs of this run would be mixed with",
            expected="a new or an empty folder",
            mend="name another folder, or empty this one; with --resume a run goes on in its own folder",
            file=folder,
        )


def _check_writable(file: str | None) -> None:
    """Raise KnowledgeError for a report that cannot be written, before anything is done for it."""
    if file is not None and (Path(file).is_dir() or not Path(file).absolute().parent.is_dir()):
        raise KnowledgeError("the report cannot be written there", file=file, expected="a file in a folder that exists")


def _write(file: str, text: str) -> None:
    try:
        Path(file).write_text(text, encoding="utf-8", errors="replace")
    except OSError as error:
        raise KnowledgeError(f"the report cannot be written: {error.strerror}", file=file) from None
