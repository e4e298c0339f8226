"""The command line: what each command prints, its exit codes, and that it starts quickly."""

from __future__ import annotations

import doctest
import importlib
import json
import os
import pkgutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import layerproof
import layerproof.kb
import layerproof.queries
import layerproof.solver
from layerproof.queries import cli
from layerproof.queries.answer.verdicts import exit_code
from layerproof.queries.reports.batch import check_file, find_files, results_of
from layerproof.queries.reports.report import FIELDS

GODHEAD = """\
scenario: A leveled-up creature and an older Godhead of Awe
timeline:
  - {enters: Godhead of Awe, as: godhead, controller: opponent}
  - {enters: Beastbreaker of Bala Ged, as: beast}
  - {put: {level: 1}, on: beast}
claims:
  - beast: {pt: 4/4}
    id: level-1
  - godhead: {pt: 4/4, has: [flying]}
"""
REFUTED = GODHEAD.replace("beast: {pt: 4/4}", "beast: {pt: 1/1}")


@pytest.fixture
def files(tmp_path: Path) -> Path:
    """A folder with a scenario whose claims hold and one with a claim that does not."""
    (tmp_path / "a.yaml").write_text(GODHEAD, encoding="utf-8")
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "b.yml").write_text(REFUTED, encoding="utf-8")
    return tmp_path


def run(*arguments: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the command as a person would."""
    script = Path(sys.executable).with_name("layerproof")
    return subprocess.run(
        [str(script), *map(str, arguments)],
        env={**os.environ, "COLUMNS": "120", **environment},
        capture_output=True,
        encoding="utf-8",
        timeout=60,
    )


def test_prove_shows_objects_and_verdicts(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["prove", str(files / "a.yaml")]) == 0
    printed = capsys.readouterr().out
    assert "Godhead of Awe            4/4  white, blue" in printed
    assert "  · LEVEL 1-3: 4/4" in printed
    assert f"{files / 'a.yaml'}:7: proved: " in printed


def test_prove_says_what_was_found_instead(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["prove", str(files / "sub" / "b.yml")]) == 1
    assert "refuted: what is claimed of beast does not hold: beast has pt 4/4" in capsys.readouterr().out


def test_prove_under_another_edition(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["prove", str(files / "a.yaml"), "--edition", "2012-12-24", "--why", "beast.pt"]) == 0
    printed = capsys.readouterr().out
    assert "under the rules of 2012-10-01" in printed and "[613.3b]" in printed


def test_proofs_are_saved_and_verified(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    saved = files / "proofs.json"
    assert cli.main(["prove", str(files / "a.yaml"), "--save-proof", str(saved)]) == 0
    assert cli.main(["verify", str(saved)]) == 0
    assert 'proof 2: valid: claim 2 of the scenario "A leveled-up creature' in capsys.readouterr().out
    proofs = json.loads(saved.read_text(encoding="utf-8"))
    proofs[0]["steps"][7]["conclusion"]["values"]["power"] = 3
    saved.write_text(json.dumps(proofs[0]), encoding="utf-8")
    assert cli.main(["verify", str(saved)]) == 1
    assert "proof 1: invalid at step" in capsys.readouterr().out


def test_check_prints_the_json_of_the_format(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["check", str(files), "--json"]) == 1
    report = json.loads(capsys.readouterr().out)
    assert report["version"] == 1
    assert list(report["results"][0]) == list(FIELDS)
    first = report["results"][0]
    assert (first["claim"], first["id"], first["line"], first["verdict"]) == (1, "level-1", 7, "proved")
    assert "613.4b" in first["rules"] and first["worlds"] == 1
    summary = report["summary"]
    assert (summary["proved"], summary["refuted"], summary["undecided"], summary["invalid"]) == (3, 1, 0, 0)
    assert summary["seconds"] >= 0


def test_check_prints_what_is_not_proved(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["check", str(files)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 2
    assert lines[0].startswith(f"{files / 'sub' / 'b.yml'}:7: claim 1 refuted: ")
    assert lines[1].startswith("4 claims: 3 proved, 1 refuted, 0 undecided, 0 invalid (")


def test_check_in_several_processes_gives_the_same(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for number in range(20):
        (files / f"c{number:02}.yaml").write_text(REFUTED if number % 3 else GODHEAD, encoding="utf-8")
    results = []
    for jobs in ("1", "3"):
        cli.main(["check", str(files), "--json", "-j", jobs])
        results.append(json.loads(capsys.readouterr().out)["results"])
    assert results[0] == results[1]


def test_check_saves_proofs(files: Path) -> None:
    assert cli.main(["check", str(files / "a.yaml"), "--proofs", str(files / "out")]) == 0
    saved = sorted((files / "out").iterdir())
    assert len(saved) == 2
    assert cli.main(["verify", *map(str, saved)]) == 0


def test_a_claim_under_several_editions_has_a_result_for_each(files: Path) -> None:
    text = GODHEAD.replace("    id: level-1", "    edition: [2012-10-01, current]")
    (files / "a.yaml").write_text(text, encoding="utf-8")
    results = check_file(find_files([files / "a.yaml"])[0]).results
    assert [(each.claim, each.edition) for each in results[:2]] == [(1, "2012-10-01"), (1, "2026-01-16")]
    assert len({each.edition for each in check_file(find_files([files / "a.yaml"])[0], "current").results}) == 1


def test_a_folder_may_hold_other_yaml(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (files / "INDEX.yaml").write_text("- a\n- b\n", encoding="utf-8")
    assert cli.main(["check", str(files)]) == 1
    assert capsys.readouterr().err == f"{files / 'INDEX.yaml'}: holds no scenario, skipped\n"
    assert cli.main(["check", str(files / "INDEX.yaml")]) == 3


def test_exit_codes_follow_the_format() -> None:
    assert exit_code(["proved"]) == 0
    assert exit_code(["proved", "refuted", "undecided"]) == 1
    assert exit_code(["proved", "undecided"]) == 2
    assert exit_code(["refuted", "invalid"]) == 3


def test_show_needs_no_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["show", "Godhead of Awe", "Beastbreaker of Bala Ged: level=1", "--why", "godhead-of-awe"]) == 0
    printed = capsys.readouterr().out
    assert "Beastbreaker of Bala Ged  4/4" in printed
    assert "The checker accepted the proof" in printed
    assert "godhead-of-awe: power and toughness 4/4" in printed


def test_show_takes_keys_of_entering_objects(capsys: pytest.CaptureFixture[str]) -> None:
    cards = ["Grizzly Bears: +1/+1=2, as=bear", "Mind Control: attached_to=bear, controller=opponent"]
    assert cli.main(["show", *cards]) == 0
    line = next(line for line in capsys.readouterr().out.splitlines() if line.startswith("bear "))
    assert "4/4" in line and "opponent" in line and "2 +1/+1" in line


def test_show_prints_what_changes_costs(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["show", "Sphere of Resistance"]) == 0
    assert "Spells cost {1} more to cast." in capsys.readouterr().out


def test_show_in_any_order_shows_every_end(capsys: pytest.CaptureFixture[str]) -> None:
    cli.main(["show", "Godhead of Awe", "Beastbreaker of Bala Ged: level=1", "--any-order"])
    printed = capsys.readouterr().out
    assert "where the order is Beastbreaker of Bala Ged, Godhead of Awe" in printed
    assert "Beastbreaker of Bala Ged  1/1" in printed and "Beastbreaker of Bala Ged  4/4" in printed


def test_cards_and_rules_are_looked_up(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["cards", "show", "beastbreaker of bala ged"]) == 0
    assert "  LEVEL 4+: 6/6, trample" in capsys.readouterr().out
    assert cli.main(["rules", "show", "613.7", "--edition", "current"]) == 0
    by_number = capsys.readouterr().out
    assert cli.main(["rules", "show", "order.timestamp"]) == 0
    assert capsys.readouterr().out.splitlines()[0] == by_number.splitlines()[0]
    assert cli.main(["rules", "list"]) == 0
    assert by_number.splitlines()[0] in capsys.readouterr().out.splitlines()


@pytest.mark.parametrize("form", ["scenario", "card"])
def test_schemas_are_printed(form: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["schema", form]) == 0
    assert json.loads(capsys.readouterr().out)["$schema"].endswith("2020-12/schema")


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["prov"],
        ["prove"],
        ["check", "--jason", "a.yaml"],
        ["check", "a", "-j", "0"],
        ["prove", "a", "--graph", "x"],
    ],
)
def test_wrong_usage_is_one_line_and_code_3(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(arguments) == 3
    captured = capsys.readouterr()
    assert not captured.out and captured.err.count("\n") == 1 and captured.err.startswith("layerproof")


def test_version_and_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["--version"]) == 0
    assert capsys.readouterr().out == f"layerproof {layerproof.__version__}\n"
    assert cli.main(["--help"]) == 0
    assert "exit codes:\n  0 everything is proved\n" in capsys.readouterr().out


def test_a_fault_of_the_program_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(chosen: object) -> int:
        raise ZeroDivisionError("by zero")

    monkeypatch.setattr(cli, "_run", fail)
    assert cli.main(["check", "a.yaml"]) == 3
    message = "layerproof: internal error: ZeroDivisionError: by zero (please report)\n"
    assert capsys.readouterr().err == message
    monkeypatch.setenv("LAYERPROOF_DEBUG", "1")
    assert cli.main(["check", "a.yaml"]) == 3
    assert "Traceback" in capsys.readouterr().err


def test_a_fault_in_one_claim_leaves_the_others(files: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from layerproof.kb.scenario.scenario_file import read_scenarios
    from layerproof.queries.answer import scenario_answers
    from layerproof.queries.answer.claim_answers import answer as right

    def fail(scenario: Any, claim: Any, *rest: Any) -> Any:
        if claim.number == 1:
            raise KeyError("lost")
        return right(scenario, claim, *rest)

    monkeypatch.setattr(scenario_answers, "answer", fail)
    results = results_of(read_scenarios(files / "a.yaml"))
    assert [each.verdict for each in results] == ["undecided", "proved"]
    assert results[0].message == "internal error: KeyError: 'lost' (please report)"


def test_nobody_reading_is_no_fault(files: Path) -> None:
    script = Path(sys.executable).with_name("layerproof")
    with subprocess.Popen([script, "rules", "list"], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(30) == 141


@pytest.mark.skipif(os.name == "nt", reason="Ctrl-C is another thing there")
def test_ctrl_c_prints_what_is_known(tmp_path: Path) -> None:
    files, journal = tmp_path / "files", tmp_path / "journal"
    files.mkdir()
    for number in range(1500):
        (files / f"{number:04}.yaml").write_text(REFUTED, encoding="utf-8")
    script = Path(sys.executable).with_name("layerproof")
    # What starts the tests in the background may have the signal ignored, which every process would inherit.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    with subprocess.Popen(
        [script, "check", files, "--resume", journal], stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8"
    ) as process:
        signal.signal(signal.SIGINT, before)
        # However slow the machine is just now: the journal tells when some files have been checked.
        until = time.monotonic() + 240
        while time.monotonic() < until and process.poll() is None:
            if journal.exists() and journal.read_bytes().count(b"\n") > 3:
                break
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=240)
    assert process.returncode == 130
    assert "Traceback" not in err and "interrupted after" in err
    assert "refuted" in out and out.splitlines()[-1].split()[1] == "claims:"


def test_colors_only_where_they_can_be_seen(files: Path) -> None:
    assert "\x1b" not in run("check", files).stdout


def test_starting_imports_no_more_than_it_needs() -> None:
    code = (
        "import sys; from layerproof.queries.cli import main\n"
        "code = main(['--help'])\n"
        "late = [name for name in ('networkx', 'constraint', 'msgspec', 'yaml', 'sqlite3') if name in sys.modules]\n"
        "assert code == 0 and not late, late\n"
        "code = main(['show', 'Godhead of Awe', 'Beastbreaker of Bala Ged: level=1'])\n"
        "late = [name for name in ('networkx', 'constraint', 'jsonschema', 'hypothesis') if name in sys.modules]\n"
        "assert code == 0 and not late, late\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", timeout=60)
    assert done.returncode == 0, done.stderr


def test_the_facade_has_what_it_promises(files: Path) -> None:
    for name in layerproof.__all__:
        assert getattr(layerproof, name) is not None
    answers = layerproof.prove(files / "a.yaml")
    assert [each.verdict for each in answers] == ["proved", "proved"]
    proof = answers[0].proof
    assert proof is not None and layerproof.verify(proof).verdict == "valid"
    assert layerproof.check([files]).exit_code() == 1
    with pytest.raises(layerproof.KnowledgeError, match="Grizzly Bears"):
        layerproof.show("Grizly Bears")


PARTS = (layerproof.kb, layerproof.solver, layerproof.queries)
MODULES = [each.name for part in PARTS for each in pkgutil.walk_packages(part.__path__, f"{part.__name__}.")]


@pytest.mark.long
@pytest.mark.parametrize("part", ["layerproof", *(part.__name__ for part in PARTS)])
def test_examples_in_docstrings_run(part: str) -> None:
    options = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    names = [part] if part == "layerproof" else [each for each in MODULES if each.startswith(f"{part}.")]
    results = {name: doctest.testmod(importlib.import_module(name), optionflags=options) for name in names}
    assert not [name for name, each in results.items() if each.failed]
    assert sum(each.attempted for each in results.values()) > 0
