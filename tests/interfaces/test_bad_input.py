"""What people get wrong: one clear message with its place, code 3, no traceback, and the rest is still answered."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from layerproof.kb.cards.card_sources import use_sources
from layerproof.queries import cli

GOOD = "scenario: Good\ntimeline: [{enters: Grizzly Bears, as: bear}]\nclaims: [{bear: {pt: 2/2}}]\n"


def scenario(timeline: str, claims: str = "bear: {pt: 2/2}", top: str = "") -> str:
    """Write a scenario whose events begin in line 4 and whose first claim stands two lines after the last event."""
    events = "".join(f"  - {event}\n" for event in timeline.split("\n"))
    return f"scenario: Bad\n{top or 'edition: current'}\ntimeline:\n{events}claims:\n  - {claims}\n"


BEAR = "{enters: Grizzly Bears, as: bear}"
# The text, the line of the fault, and what the message must say.
FAULTS: dict[str, tuple[str, int, str]] = {
    "an unknown card": (
        scenario(f"{BEAR}\n{{enters: Grizly Bears}}"), 5, "did you mean Grizzly Bears?",
    ),
    "an unknown key": (scenario("{enters: Grizzly Bears, as: bear, controler: you}"), 4, "unknown key 'controler'"),
    "an unknown event": (scenario(f"{BEAR}\n{{entres: Grizzly Bears}}"), 5, "unknown event 'entres'"),
    "an unknown key at the top": (scenario(BEAR, top="editon: current"), 2, "unknown key 'editon'"),
    "an unknown key of a claim": (scenario(BEAR, "bear: {pw: 2}"), 6, "unknown key 'pw'"),
    "a claim about no object": (scenario(BEAR, "beer: {pt: 2/2}"), 6, "no object has the label 'beer'"),
    "a wrong value of a claim": (scenario(BEAR, "bear: {pt: two}"), 6, "power/toughness such as 4/4"),
    "an event about no object": (scenario(f"{BEAR}\n{{tap: beer}}"), 5, "no object has the label 'beer'"),
    "a counter on nothing": (scenario(f"{BEAR}\n{{put: {{level: 1}}, on: it}}"), 5, "no object has the label 'it'"),
    "a counter that is no number": (scenario(f"{BEAR}\n{{put: {{level: one}}, on: bear}}"), 5, "a whole number"),
    "an unknown player": (scenario("{enters: Grizzly Bears, as: bear, controller: nobody}"), 4, "no player 'nobody'"),
    "an edition that is not there": (scenario(BEAR, top="edition: 1993-08-05"), 6, "no edition that was in force"),
    "an edition that is no date": (scenario(BEAR, top="edition: yesterday"), 6, "there is no edition 'yesterday'"),
    "broken YAML": ("scenario: Bad\ntimeline: [{enters: Grizzly Bears\nclaims: []\n", 3, ""),
    "a key given twice": ("scenario: Bad\nscenario: Again\ntimeline: []\n", 2, "twice"),
    "no scenario": ("- one\n- two\n", 1, "a list of 2"),
    "only a word": ("bear\n", 1, "found 'bear'"),
    "an empty file": ("", 1, "the file holds no scenario"),
    "only comments": ("# nothing yet\n", 1, "the file holds no scenario"),
    "a timeline that is no list": ("scenario: Bad\ntimeline: {enters: Grizzly Bears}\n", 2, "a list of events"),
    "deep nesting": ("scenario: Bad\ntimeline: " + "[" * 3000 + "]" * 3000 + "\n", 2, "deep"),
    "deep nesting of JSON": ('{"scenario": ' + '{"a": ' * 3000 + "1" + "}" * 3001 + "\n", 1, "deep"),
}  # fmt: skip


def checked(capsys: pytest.CaptureFixture[str], *paths: Path) -> tuple[int, list[dict[str, Any]]]:
    """Run a batch check; gives the exit code and the results."""
    code = cli.main(["check", "--json", *map(str, paths)])
    captured = capsys.readouterr()
    assert "Traceback" not in captured.out + captured.err
    results: list[dict[str, Any]] = json.loads(captured.out)["results"]
    return code, results


def one_fault(results: list[dict[str, Any]], file: Path) -> dict[str, Any]:
    """Give the only result of a file that is at fault."""
    of_file = [each for each in results if each["file"] == str(file)]
    assert len(of_file) == 1 and of_file[0]["verdict"] == "invalid", of_file
    message = of_file[0]["message"]
    assert message and "\n" not in message and len(message) < 1500
    fault: dict[str, Any] = of_file[0]
    return fault


@pytest.mark.parametrize("what", FAULTS)
def test_a_fault_is_one_clear_message(what: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text, line, message = FAULTS[what]
    first, bad, last = tmp_path / "a.yaml", tmp_path / "b.yaml", tmp_path / "c.yaml"
    first.write_text(GOOD, encoding="utf-8")
    bad.write_text(text, encoding="utf-8")
    last.write_text(GOOD, encoding="utf-8")
    code, results = checked(capsys, first, bad, last)
    assert code == 3
    fault = one_fault(results, bad)
    assert message in fault["message"]
    assert fault["line"] == line
    assert [each["verdict"] for each in results if each["file"] != str(bad)] == ["proved", "proved"]


@pytest.mark.parametrize("what", FAULTS)
def test_prove_names_the_place_too(what: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad = tmp_path / "b.yaml"
    bad.write_text(FAULTS[what][0], encoding="utf-8")
    assert cli.main(["prove", str(bad)]) == 3
    captured = capsys.readouterr()
    assert str(bad) in captured.out and "Traceback" not in captured.out + captured.err
    assert FAULTS[what][2] in captured.out


def test_a_fault_in_one_claim_leaves_the_others(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "a.yaml"
    file.write_text(scenario(BEAR, "bear: {pt: 2/2}\n  - beer: {pt: 2/2}\n  - bear: {power: 2}"), encoding="utf-8")
    code, results = checked(capsys, file)
    assert code == 3
    assert [(each["claim"], each["verdict"]) for each in results] == [(1, "proved"), (2, "invalid"), (3, "proved")]


def test_a_fault_in_one_scenario_leaves_the_others(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "a.yaml"
    file.write_text(GOOD + "---\nscenario: [\n---\n" + GOOD, encoding="utf-8")
    code, results = checked(capsys, file)
    assert code == 3
    assert [each["verdict"] for each in results] == ["proved", "invalid", "proved"]


def test_a_scenario_without_claims_is_followed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "a.yaml"
    file.write_text("scenario: Bad\ntimeline:\n  - {enters: Grizly Bears}\n", encoding="utf-8")
    code, results = checked(capsys, file)
    fault = one_fault(results, file)
    assert (code, fault["claim"], fault["line"]) == (3, 0, 3)


def test_attaching_in_a_circle_is_no_endless_loop(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "a.yaml"
    events = "\n".join(
        [
            "{enters: Bonesplitter, as: one}",
            "{enters: Bonesplitter, as: two}",
            BEAR,
            "{attach: one, to: two}",
            "{attach: two, to: one}",
        ]
    )
    file.write_text(scenario(events), encoding="utf-8")
    code, results = checked(capsys, file)
    assert code in (0, 2, 3) and len(results) == 1 and "internal error" not in results[0]["message"]


def test_attaching_to_itself_is_no_endless_loop(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "a.yaml"
    file.write_text(scenario(f"{BEAR}\n{{enters: Bonesplitter, as: one}}\n{{attach: one, to: one}}"), encoding="utf-8")
    code, results = checked(capsys, file)
    assert code in (0, 2, 3) and len(results) == 1 and "internal error" not in results[0]["message"]


def test_an_unknown_where_none_is_understood(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "a.yaml"
    file.write_text(scenario(f"{BEAR}\n{{effect: {{any: [a, b]}}, on: bear}}"), encoding="utf-8")
    code, results = checked(capsys, file)
    assert code in (2, 3) and results[0]["verdict"] in ("undecided", "invalid")
    assert "internal error" not in results[0]["message"]


def test_a_binary_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "a.yaml"
    file.write_bytes(b"scenario: Bad\n\xff\xfe\x00\x01")
    code, results = checked(capsys, file)
    fault = one_fault(results, file)
    assert (code, fault["line"]) == (3, 2) and "UTF-8" in fault["message"]


def test_ten_megabytes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "a.yaml"
    file.write_text("scenario: Bad\ntimeline:\n" + "  - {enters: Grizzly Bears}\n" * 380_000, encoding="utf-8")
    assert file.stat().st_size > 10_000_000
    code, results = checked(capsys, file)
    assert code == 3 and "too large" in one_fault(results, file)["message"]


def test_a_file_that_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good, missing = tmp_path / "a.yaml", tmp_path / "missing.yaml"
    good.write_text(GOOD, encoding="utf-8")
    code, results = checked(capsys, missing, good)
    assert code == 3 and "there is no such file" in one_fault(results, missing)["message"]
    assert results[1]["verdict"] == "proved"


def test_a_folder_where_a_file_is_expected(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["prove", str(tmp_path)]) == 3
    assert f"{tmp_path}: this is a folder" in capsys.readouterr().out
    assert cli.main(["verify", str(tmp_path)]) == 3
    assert "this is a folder" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["check", "since"])
@pytest.mark.parametrize(
    "holds", [{}, {"notes.txt": "scenario: A text"}, {"a/list.yaml": "- one", "b.json": "{}", "c.yml": "timeline: []"}]
)
def test_a_folder_without_scenarios(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str, holds: dict[str, str]
) -> None:
    for name, text in holds.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert cli.main([command, str(tmp_path)]) == 3
    assert f"{tmp_path}: " in (said := capsys.readouterr().out) and "no file in it holds a scenario with claims" in said


def test_a_folder_without_scenarios_beside_others(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    full, empty = tmp_path / "full", tmp_path / "empty"
    full.mkdir()
    empty.mkdir()
    (full / "good.yaml").write_text(GOOD, encoding="utf-8")
    report, page = tmp_path / "report.xml", tmp_path / "report.html"
    paths = ["check", str(full), str(empty), "--junit", str(report), "--html", str(page)]
    assert cli.main([*paths, "--json"]) == 3
    verdicts = {each["file"]: each["verdict"] for each in json.loads(capsys.readouterr().out)["results"]}
    assert verdicts == {str(full / "good.yaml"): "proved", str(empty): "invalid"}
    for written in (report, page):
        assert "no file in it holds a scenario with claims" in written.read_text(encoding="utf-8")
    assert cli.main(["check", str(full)]) == 0


@pytest.mark.parametrize("content", ["", "[]", "{}", "not JSON", "[1]", '{"steps": 3}', "[" * 100_000])
def test_what_is_no_proof(content: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "proof.json"
    file.write_text(content, encoding="utf-8")
    assert cli.main(["verify", str(file)]) in (1, 3)
    captured = capsys.readouterr()
    said = captured.out + captured.err
    assert said.count("\n") == 1 and str(file) in said and "internal error" not in said


@pytest.mark.parametrize(
    ("card", "said"),
    [
        ("Xyzzyx", "no card named 'Xyzzyx' is known"),
        ("Grizzly Bears: controler=opponent", "Try: controller"),
        ("Grizzly Bears: +1/+1=-2", "a whole number of counters"),
        ("Grizzly Bears: tapped=maybe", "tapped=true or tapped=false"),
        ("Grizzly Bears: as=", "key=value"),
        ("Grizzly Bears: copy_of=nothing", "has this label"),
        ("Grizzly Bears: controller=nobody", "no player 'nobody'"),
        (": level=1", "a card without a name"),
        ("", "a card without a name"),
    ],
)
def test_show_says_what_is_wrong_with_a_card(card: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["show", card]) == 3
    captured = capsys.readouterr()
    printed = captured.out + captured.err
    assert said in printed and printed.count("\n") == 1 and "internal error" not in printed


def test_a_card_file_that_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    missing = tmp_path / "cards.json"
    for arguments in (["show", "Grizzly Bears"], ["check", str(tmp_path)], ["prove", "a.yaml"]):
        assert cli.main([*arguments, "--cards", str(missing)]) == 3
        captured = capsys.readouterr()
        assert not captured.out and captured.err.count("\n") == 1 and str(missing) in captured.err
    use_sources()


def test_why_asks_for_what_is_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for what, said in (("beer.pt", "no object has the label 'beer'"), ("bear.might", "'might' is no characteristic")):
        assert cli.main(["show", "Grizzly Bears: as=bear", "--why", what]) == 3
        assert said in capsys.readouterr().err


@pytest.mark.parametrize("rule", ["order.timestmp", "999.9", "."])
def test_a_rule_that_is_not_there(rule: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["rules", "show", rule]) == 3
    captured = capsys.readouterr()
    assert not captured.out and captured.err.count("\n") == 1 and "internal error" not in captured.err


def test_a_place_where_nothing_can_be_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "a.yaml"
    file.write_text(GOOD, encoding="utf-8")
    assert cli.main(["prove", str(file), "--save-proof", str(tmp_path / "no" / "proof.json")]) == 3
    assert "cannot be written" in capsys.readouterr().err
    assert cli.main(["check", str(file), "--proofs", str(file / "no")]) == 3
    assert "cannot be made" in capsys.readouterr().err
