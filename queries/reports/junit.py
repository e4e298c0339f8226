"""The report of a batch as JUnit XML, for continuous integration."""

from __future__ import annotations

import re
import xml.etree.ElementTree as xml
from collections.abc import Sequence
from pathlib import PurePath

from layerproof.queries.printable import printable
from layerproof.queries.reports.file_report import INTERNAL, FileReport
from layerproof.queries.reports.report import Result

# What XML cannot hold, not even escaped.
_UNFIT = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_ELEMENTS = {"refuted": "failure", "invalid": "error", "undecided": "skipped"}


def junit_xml(reports: Sequence[FileReport]) -> str:
    """Write the report of a batch as JUnit XML.

    reports: one for each file. Returns the text of the document: a test suite for each file, in it a test case for
    each claim and edition; a refuted claim is a failure, an invalid one an error, an undecided one skipped. Where the
    program itself failed the undecided claim is an error. Source: the shape that readers of JUnit reports have in
    common. It does not promise the proofs: those are in the other reports.

    >>> junit_xml([FileReport("a.yaml")]).count("testsuite ")
    1
    """
    root = xml.Element("testsuites", {"name": "layerproof"})
    total = {"tests": 0, "failures": 0, "errors": 0, "skipped": 0}
    for report in reports:
        if report.skipped is not None:
            continue
        suite = xml.SubElement(root, "testsuite", {"name": _fit(report.file)})
        counts = dict.fromkeys(total, 0)
        for result in report.results:
            case = xml.SubElement(suite, "testcase", _case(result, report.seconds / len(report.results)))
            kind = _kind(result)
            counts["tests"] += 1
            if kind is not None:
                counts[{"failure": "failures", "error": "errors"}.get(kind, kind)] += 1
                said = xml.SubElement(case, kind, {"message": _fit(result.message)})
                if kind != "skipped":
                    said.set("type", result.verdict)
                said.text = _fit(result.sentence())
        _count(suite, counts, report.seconds)
        total = {name: total[name] + counts[name] for name in total}
    _count(root, total, sum(report.seconds for report in reports))
    xml.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + xml.tostring(root, encoding="unicode") + "\n"


def _kind(result: Result) -> str | None:
    if result.verdict == "undecided" and result.message.startswith(INTERNAL):
        return "error"
    return _ELEMENTS.get(result.verdict)


def _case(result: Result, seconds: float) -> dict[str, str]:
    """The attributes of a test case; name and class together are different for each claim and edition."""
    what = f"claim {result.claim}" if result.claim else "the scenario"
    name = f"{what} ({result.id})" if result.id else what
    edition = f", {result.edition}" if result.edition else ""
    edition += f" (asked for {result.asked})" if result.asked else ""
    title = f": {result.scenario}" if result.scenario else ""
    return {
        "name": _fit(f"line {result.line}, {name}{edition}{title}"),
        "classname": _fit(".".join(part for part in PurePath(result.file).with_suffix("").parts if part.strip("./"))),
        "file": _fit(result.file),
        "line": str(result.line),
        "time": f"{seconds:.3f}",
    }


def _count(element: xml.Element, counts: dict[str, int], seconds: float) -> None:
    for name, number in counts.items():
        element.set(name, str(number))
    element.set("time", f"{seconds:.3f}")


def _fit(text: str) -> str:
    return _UNFIT.sub("\N{REPLACEMENT CHARACTER}", printable(text))
