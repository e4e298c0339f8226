"""What files hold is shown with escapes: no title, label, name or file name breaks a line or moves the cursor."""

from __future__ import annotations

import ast
import json
import unicodedata
from pathlib import Path

import pytest

from layerproof.kb.cards.card_sources import use_sources
from layerproof.queries import cli
from layerproof.queries.printable import printable
from layerproof.queries.terminal import paint, say

QUERIES = Path(__file__).resolve().parents[2] / "queries"
# A line break and a forged verdict, a color, a bell, a C1 control, a line separator and a turn of direction.
NASTY = "A bear\nfake.yaml:1: claim 1 proved: it is so\r\x1b[32mproved\x1b[0m\x07\x9b1A\u2028\u202e"
SCENARIO = {
    "scenario": NASTY,
    "question": f"Is it {NASTY}?",
    "answer": NASTY,
    "source": NASTY,
    "timeline": [{"enters": "Grizzly Bears", "as": NASTY}, {"enters": "Wind Drake", "as": "drake"}],
    "claims": [
        {NASTY: {"pt": "2/2"}, "id": NASTY},
        {NASTY: {"pt": "3/3"}, "drake": {"pt": "2/2"}},
        {"drake": {"attached_to": NASTY}},
        {"no such" + NASTY: {"pt": "2/2"}},
    ],
}
OPEN = {
    "scenario": NASTY,
    "timeline": [
        {"enters": "Grizzly Bears", "as": NASTY},
        {"put": {"+1/+1": {"any": "0..2"}}, "on": NASTY},
    ],
    "claims": [{NASTY: {"pt": "2/2"}}],
}


def unfit(text: str) -> list[str]:
    """The characters of a printed text that may not be there."""
    bad = ("Cc", "Cf", "Zl", "Zp", "Cs")
    return [each for each in text if each != "\n" and unicodedata.category(each) in bad]


@pytest.fixture
def files(tmp_path: Path) -> tuple[str, str]:
    names = ("a\nb\x1b[31m.yaml", "open.yaml")
    for name, data in zip(names, (SCENARIO, OPEN), strict=True):
        (tmp_path / name).write_text(json.dumps(data), encoding="utf-8")
    return str(tmp_path / names[0]), str(tmp_path / names[1])


COMMANDS = [
    ["prove", "FILE"], ["prove", "FILE", "--why", NASTY], ["prove", "FILE", "--graph", "dot"], ["check", "FILE"],
    ["check", "FILE", "--json"], ["since", "FILE"], ["since", "FILE", "--json"], ["outcomes", "OPEN"],
    ["outcomes", "OPEN", "--of", NASTY], ["outcomes", "OPEN", "--json"], ["counterexample", "OPEN"],
    ["counterexample", "OPEN", "--json"], ["why-depends", "OPEN"], ["why-depends", "OPEN", "--json"],
    ["actions", "FILE"], ["actions", "FILE", "--json"], ["prove", NASTY], ["show", NASTY], ["cards", "show", NASTY],
    ["rules", "show", NASTY], ["verify", NASTY], ["check", "FILE", "--edition", NASTY], [NASTY],
    ["cards", "import", NASTY], ["show", "Grizzly Bears", "--cards", NASTY],
]  # fmt: skip


@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: " ".join(words).encode("unicode_escape").decode()[:40])
def test_nothing_that_is_printed_moves_the_cursor(
    words: list[str], files: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    cli.main([{"FILE": files[0], "OPEN": files[1]}.get(word, word) for word in words])
    use_sources()
    captured = capsys.readouterr()
    assert captured.out or captured.err
    for printed in (captured.out, captured.err):
        assert not unfit(printed)
        assert not [line for line in printed.splitlines() if line.startswith(("fake.yaml", "b\x1b"))]
        assert "Traceback" not in printed and "internal error" not in printed


def test_a_verdict_cannot_be_forged(files: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    cli.main(["check", files[0]])
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(" ")[-2:] for line in lines if " proved: " in line[:20]] == []
    assert len(lines) == 4 and lines[-1].startswith("4 claims: 1 proved, 2 refuted, 0 undecided, 1 invalid")


def test_reports_hold_no_such_text(files: tuple[str, str], tmp_path: Path) -> None:
    page, report = tmp_path / "page.html", tmp_path / "report.xml"
    cli.main(["check", files[0], "--html", str(page), "--junit", str(report), "--title", NASTY])
    assert not [each for each in unfit(page.read_text(encoding="utf-8")) if each != "\t"]
    written = report.read_text(encoding="utf-8")
    assert not unfit(written) and "&#10;" not in written and "A bear\\nfake.yaml" in written


def test_json_means_the_same(files: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    cli.main(["check", files[0], "--json"])
    result = json.loads(capsys.readouterr().out)["results"][0]
    assert (result["scenario"], result["id"], result["file"]) == (NASTY, NASTY, files[0])


@pytest.mark.parametrize("text", ["plain", "é — “quoted” ✓", "a\\nb", "C:\\new", "日本語"])
def test_what_can_be_shown_is_shown_as_it_is(text: str) -> None:
    assert printable(text) == text


def test_what_is_escaped_once_stays_so() -> None:
    assert printable(printable(NASTY)) == printable(NASTY) and not unfit(printable(NASTY))


def test_a_file_cannot_bring_colors(capsys: pytest.CaptureFixture[str]) -> None:
    say("a ", paint("b\x1b[31m", "proved", on=True), "\x1b[32mc")
    assert capsys.readouterr().out == "a \x1b[32mb\\x1b[31m\x1b[0m\\x1b[32mc\n"


def test_only_one_place_prints() -> None:
    found = []
    for file in sorted(QUERIES.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            called = node.func if isinstance(node, ast.Call) else None
            if isinstance(called, ast.Name) and called.id == "print":
                found.append(file.name)
    assert set(found) == {"terminal.py"}
