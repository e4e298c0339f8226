"""Reports of a batch: JUnit XML, the HTML page, and runs that are taken up where they ended."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import re
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as xml
from html.parser import HTMLParser
from pathlib import Path

import pytest

from layerproof.queries import cli
from layerproof.queries.commands.check_command import file_reports
from layerproof.queries.page.report_page import html_page, shown_entries
from layerproof.queries.reports.batch import Found, find_files
from layerproof.queries.reports.file_report import FileReport, Wishes, crashed_report, report_file
from layerproof.queries.reports.journal import Journal, _program, ground
from layerproof.queries.reports.junit import junit_xml
from layerproof.queries.reports.report import Result
from layerproof.queries.reports.worker_processes import as_made, in_order

HOSTILE = "<script>alert('1')</script> \" & {{script}} ]]> \u202e"
SEEN = HOSTILE.replace("\u202e", "\\u202e")
STALE = """\
scenario: Two legends of one name, each of another player
question: Do both stay?
answer: No.
source: an FAQ
timeline:
  - {token: {name: Ada, types: [creature], supertypes: [legendary], pt: 2/2}, as: mine}
  - {token: {name: Ada, types: [creature], supertypes: [legendary], pt: 2/2}, as: theirs, controller: opponent}
claims:
  - mine: {on_battlefield: false}
    id: legend-1
    edition: [current, 2012-10-01]
---
scenario: One legend
timeline:
  - {token: {name: Ada, types: [creature], supertypes: [legendary], pt: 2/2}, as: mine}
claims:
  - mine: {pt: 2/2}
    edition: [2012-10-01, current]
"""
BEAR = """\
scenario: A bear
timeline: [{enters: Grizzly Bears, as: bear}]
claims:
  - bear: {pt: 2/2}
"""
VOID = {"meta", "input", "br", "link", "img", "hr"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Files with a claim of each verdict, one with a hostile title, and one that is stale."""
    hostile = json.dumps(HOSTILE)
    (tmp_path / "faq").mkdir()
    for name, text in {
        "a-bear.yaml": BEAR,
        "hostile.yaml": BEAR.replace("A bear", hostile)
        + f"question: {hostile}\nanswer: {hostile}\nsource: {hostile}\n",
        "invalid.yaml": BEAR.replace("Grizzly Bears", "<b>None</b>"),
        "refuted.yaml": BEAR.replace("2/2", "3/3"),
        "stale.yaml": STALE,
        "undecided.yaml": BEAR.replace("bear: {pt: 2/2}", "not_modelled: what a bear is for"),
        "unreadable.yaml": "scenario: x\ntimelin: []\n",
    }.items():
        (tmp_path / "faq" / name).write_text(text, encoding="utf-8")
    return tmp_path / "faq"


def reports(folder: Path, told: bool = True, jobs: int = 1) -> list[FileReport]:
    """The reports of all files of a folder."""
    return list(file_reports(find_files([folder]), Wishes(told=told), jobs))


# --- JUnit


def test_junit_counts_each_claim_by_its_verdict(folder: Path, tmp_path: Path) -> None:
    target = tmp_path / "report.xml"
    assert cli.main(["check", str(folder), "--junit", str(target)]) == 3
    root = xml.parse(target).getroot()
    assert root.tag == "testsuites"
    suites = {Path(suite.attrib["name"]).name: suite for suite in root}
    assert set(suites) == {file.name for file in folder.iterdir()}

    def counted(name: str) -> tuple[int, ...]:
        return tuple(int(suites[name].attrib[key]) for key in ("tests", "failures", "errors", "skipped"))

    assert counted("a-bear.yaml") == (1, 0, 0, 0)
    assert counted("refuted.yaml") == (1, 1, 0, 0)
    assert counted("invalid.yaml") == (1, 0, 1, 0)
    assert counted("undecided.yaml") == (1, 0, 0, 1)
    assert counted("stale.yaml") == (4, 1, 0, 0)
    for name in ("tests", "failures", "errors", "skipped"):
        assert int(root.attrib[name]) == sum(int(suite.attrib[name]) for suite in root)
    for suite in root:
        found = {"failure": "failures", "error": "errors", "skipped": "skipped"}
        for tag, attribute in found.items():
            assert len(suite.findall(f"testcase/{tag}")) == int(suite.attrib[attribute])
    cases = [(case.attrib["classname"], case.attrib["name"]) for case in root.iter("testcase")]
    assert len(set(cases)) == len(cases)
    (failure,) = suites["refuted.yaml"].iter("failure")
    assert "2/2" in failure.attrib["message"] and "refuted.yaml:4" in (failure.text or "")


def test_junit_escapes_and_leaves_out_what_xml_cannot_hold() -> None:
    bad = Result("a\x00.yaml", HOSTILE + "\x1b\ufffe\ud800", 1, 1, "", "refuted", HOSTILE + "\x01")
    root = xml.fromstring(junit_xml([FileReport("a\x00.yaml", (bad,))]).encode("utf-8"))
    assert f"{SEEN}\\x1b\ufffd\\ud800" in root[0][0].attrib["name"]
    assert root[0][0][0].attrib["message"] == SEEN + "\\x01"


def test_a_fault_of_the_program_is_an_error_of_its_file() -> None:
    report = crashed_report(Found("a.yaml"), "out of memory")
    root = xml.fromstring(junit_xml([report]).encode())
    assert (root.attrib["errors"], root.attrib["skipped"]) == ("1", "0")


# --- the page


class Page(HTMLParser):
    """A page as a reader sees it: its elements with their attributes, its texts outside of scripts and styles."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.texts: list[str] = []
        self.raw: dict[str, str] = {}
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] in ("script", "style"):
            self.raw[self.open[-1]] = self.raw.get(self.open[-1], "") + data
        else:
            self.texts.append(data)

    def tags(self, tag: str) -> list[dict[str, str | None]]:
        """The attributes of all elements of a name."""
        return [attributes for name, attributes in self.elements if name == tag]


@pytest.fixture
def text(folder: Path) -> str:
    """The page of the folder."""
    return html_page(reports(folder), HOSTILE, "made <now>")


def test_all_texts_of_the_page_are_escaped(text: str) -> None:
    page = Page(text)
    assert len(page.tags("script")) == 1 and len(page.tags("style")) == 1
    assert not page.tags("b") and not page.tags("img")
    assert "alert(" not in page.raw["script"]
    seen = "".join(page.texts)
    assert seen.count(SEEN) >= 6 and HOSTILE not in seen
    assert "<b>None</b>" in seen and "made <now>" in seen


def test_the_page_asks_nothing_of_other_places(text: str) -> None:
    page = Page(text)
    assert not re.search(r"(?:https?|ftp|wss?|file):|//[a-z]|url\(|@import|fetch\(|XMLHttp", text, re.IGNORECASE)
    for tag, attributes in page.elements:
        assert tag not in ("link", "iframe", "object", "embed", "form", "a", "base", "img")
        assert not {"src", "href", "style", "action"} & attributes.keys()
        assert not any(name.startswith("on") for name in attributes)


def test_the_policy_of_the_page_allows_its_own_script_and_style_alone(text: str) -> None:
    page = Page(text)
    (policy,) = [each["content"] for each in page.tags("meta") if each.get("http-equiv") == "Content-Security-Policy"]
    hashes = {
        kind: base64.b64encode(hashlib.sha256(page.raw[kind].encode()).digest()).decode()
        for kind in ("style", "script")
    }
    assert policy == (
        f"default-src 'none'; style-src 'sha256-{hashes['style']}'; script-src 'sha256-{hashes['script']}'"
    )
    assert text.index("Content-Security-Policy") < text.index("<style>") < text.index("<script>")


def test_stale_answers_come_first_and_each_entry_can_be_filtered(text: str) -> None:
    marks = [str(each["data-marks"]).split() for each in Page(text).tags("article")]
    assert marks[0] == ["stale", "changed", "proved", "refuted"]
    assert sorted(map(tuple, marks[1:])) == [
        ("invalid",), ("invalid",), ("proved",), ("proved",), ("refuted",), ("undecided",),
    ]  # fmt: skip
    assert marks[1] == ["refuted"] and marks[-1] == ["proved"]
    buttons = [each["data-mark"] for each in Page(text).tags("button")]
    assert buttons == ["stale", "changed", "proved", "refuted", "undecided", "invalid"]


def test_an_entry_shows_its_question_its_scenarios_and_its_proofs(folder: Path) -> None:
    found = reports(folder)
    (stale,) = [each for each in shown_entries(found) if each.mark == "stale"]
    assert [entry.title for entry, _ in stale.parts] == [
        "Two legends of one name, each of another player", "One legend",
    ]  # fmt: skip
    article = html_page([each for each in found if each.file.endswith("stale.yaml")]).split("<article", 1)[1]
    places = [
        article.index(words)
        for words in ("Do both stay?", "No.", "an FAQ", "mine: {on_battlefield: false}", "legend-1", "2012-10-01")
    ]
    assert places == sorted(places)
    assert article.index("<time>2012-10-01") < article.index("<time>2026") < article.index("One legend")
    assert "power and toughness 2/2" in article and '<dl class="rules">' in article
    assert article.count("<details") == 4 + 2


def test_an_empty_page_and_one_without_proofs_are_pages(folder: Path) -> None:
    assert not Page(html_page([])).tags("article")
    assert len(Page(html_page(reports(folder, told=False))).tags("article")) == 7


def test_a_report_that_cannot_be_written_is_told_at_once(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["check", str(folder), "--html", str(folder / "none" / "r.html")]) == 3
    assert cli.main(["check", str(folder), "--junit", str(folder)]) == 3
    assert capsys.readouterr().err.count("cannot be written there") == 2


# --- processes, and runs that end early


def _work(number: int) -> int:
    if number == 3:
        os._exit(9)
    if number == 5:
        raise ValueError("five")
    return number * number


def test_what_ends_a_process_costs_the_one_thing_it_was_at() -> None:
    found = list(in_order(_work, lambda number, why: -number, range(12), jobs=2))
    assert found == [-number if number in (3, 5) else number * number for number in range(12)]
    assert dict(as_made(_work, lambda number, why: -1, [5, 2])) == {0: -1, 1: 4}


def test_several_processes_give_the_same_report(folder: Path) -> None:
    def plain(found: list[FileReport]) -> list[object]:
        return [(each.file, each.results, each.entries, each.told) for each in found]

    assert plain(reports(folder, jobs=2)) == plain(reports(folder))


def test_a_journal_takes_up_what_is_known_and_checks_the_rest(folder: Path, tmp_path: Path) -> None:
    path, wishes, files = tmp_path / "journal.jsonl", Wishes(told=True), find_files([folder])
    with Journal(path, ground(wishes)) as journal:
        first = list(file_reports(files, wishes, journal=journal))
    lines = path.read_bytes().splitlines(keepends=True)
    assert len(lines) == 1 + len(files)  # the first says that it is a journal, and of which run
    # The last line is cut off, as by a kill; one file has changed.
    path.write_bytes(b"".join(lines[:-1]) + lines[-1][:40])
    (folder / "refuted.yaml").write_text(BEAR, encoding="utf-8")
    with Journal(path, ground(wishes)) as journal:
        assert len(journal) == len(files) - 1
        again = list(file_reports(files, wishes, journal=journal))
    for one, other in zip(first, again, strict=True):
        if one.file.endswith("refuted.yaml"):
            assert other.results[0].verdict == "proved"
        else:
            assert other.results == one.results and other.told == one.told
            assert (other.seconds == one.seconds) is (not one.file.endswith(Path(files[-1].file).name))
    assert all(json.loads(line) for line in path.read_bytes().splitlines() if line != lines[-1][:40])


def test_a_journal_holds_for_the_same_wishes_only(folder: Path, tmp_path: Path) -> None:
    grounds = [ground(wishes) for wishes in (Wishes(), Wishes(told=True), Wishes("2012-10-01"), Wishes())]
    assert len(set(grounds)) == 3 and grounds[0] == grounds[-1]
    file = str(folder / "a-bear.yaml")
    with Journal(tmp_path / "j", grounds[0]) as journal, Journal(tmp_path / "k", grounds[1]) as other:
        assert journal.key(file) != other.key(file) != None  # noqa: E711
        assert journal.key(str(folder / "none.yaml")) is None
        journal.add(journal.key(file), crashed_report(Found(file), "out of memory"))
        assert len(journal) == 0
        journal.add(journal.key(file), report_file(Found(file), Wishes()))
        assert len(journal) == 1


def test_a_killed_run_is_taken_up(tmp_path: Path) -> None:
    many = tmp_path / "many"
    many.mkdir()
    for number in range(300):
        (many / f"{number:03}.yaml").write_text(BEAR.replace("A bear", f"Bear {number}"), encoding="utf-8")
    journal = tmp_path / "journal.jsonl"
    command = [
        str(Path(sys.executable).with_name("layerproof")),
        "check",
        str(many),
        "--json",
        "--resume",
        str(journal),
    ]
    program = _program.__wrapped__()
    run = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    end = time.monotonic() + 60
    while run.poll() is None and time.monotonic() < end:
        if journal.exists() and journal.read_bytes().count(b"\n") >= 3:
            break
        time.sleep(0.002)
    run.send_signal(signal.SIGKILL)
    run.wait()
    kept = journal.read_bytes().count(b"\n") - 1
    assert 2 <= kept < 300
    if _program.__wrapped__() != program:
        pytest.skip("the program was changed meanwhile, so that the journal is of another run")
    done = subprocess.run(command, stdout=subprocess.PIPE, timeout=120)
    report = json.loads(done.stdout)
    assert done.returncode == 0 and report["summary"]["proved"] == 300
    assert [each["scenario"] for each in report["results"]] == [f"Bear {number}" for number in range(300)]
    keys = [json.loads(line)["key"] for line in journal.read_bytes().splitlines()[1:] if line.endswith(b"}")]
    assert len(keys) == len(set(keys)) == 300


def test_a_journal_that_cannot_be_used_is_told(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["check", str(folder), "--resume", str(folder)]) == 3
    assert "the journal cannot be used" in capsys.readouterr().err
