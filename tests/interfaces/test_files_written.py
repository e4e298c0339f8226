"""What is written never takes the place of something else without a word: journals, proofs, the card index."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from layerproof.kb.cards.card_sources import use_sources
from layerproof.kb.cards.data_places import installed_index
from layerproof.queries import cli
from layerproof.queries.reports.journal import digest_of

BEAR = "scenario: A bear\ntimeline: [{enters: Grizzly Bears, as: bear}]\nclaims: [{bear: {pt: 2/2}}]\n"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    made = tmp_path / "a.yaml"
    made.write_text(BEAR, encoding="utf-8")
    return made


# --- journals


@pytest.mark.parametrize("content", ["notes of mine\n", "{}\n", "scenario: x\n", '{"key": "k"}\n', "\n"])
def test_a_file_that_is_no_journal_is_left_alone(content: str, file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = file.with_name("notes.txt")
    other.write_text(content, encoding="utf-8")
    assert cli.main(["check", str(file), "--resume", str(other)]) == 3
    assert "this is no journal" in capsys.readouterr().err
    assert other.read_text(encoding="utf-8") == content


def test_a_scenario_file_is_no_journal(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["check", str(file), "--resume", str(file)]) == 3
    assert "this is no journal" in capsys.readouterr().err and file.read_text(encoding="utf-8") == BEAR


def test_a_journal_of_another_run(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    journal = file.with_name("journal")
    assert cli.main(["check", str(file), "--resume", str(journal)]) == 0
    kept = journal.read_bytes()
    assert cli.main(["check", str(file), "--resume", str(journal)]) == 0
    assert journal.read_bytes() == kept  # taken up, and nothing new
    assert cli.main(["check", str(file), "--resume", str(journal), "--edition", "2012-10-01"]) == 3
    assert "the journal is of another run" in capsys.readouterr().err
    assert journal.read_bytes() == kept


def test_an_empty_file_becomes_a_journal(file: Path) -> None:
    journal = file.with_name("journal")
    journal.touch()
    assert cli.main(["check", str(file), "--resume", str(journal)]) == 0
    assert journal.read_bytes().count(b"\n") == 2


def test_a_changed_line_is_not_believed(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    journal = file.with_name("journal")
    wrong = BEAR.replace("2/2", "3/3")
    file.write_text(wrong, encoding="utf-8")
    assert cli.main(["check", str(file), "--resume", str(journal)]) == 1
    text = journal.read_text(encoding="utf-8")
    journal.write_text(text.replace('"verdict":"refuted"', '"verdict":"proved"'), encoding="utf-8")
    assert journal.read_text(encoding="utf-8") != text
    capsys.readouterr()
    assert cli.main(["check", str(file), "--resume", str(journal)]) == 3
    captured = capsys.readouterr()
    assert "not as it was written" in captured.err and "proved" not in captured.out


def test_a_file_that_has_changed_is_checked_again(file: Path) -> None:
    journal = file.with_name("journal")
    assert cli.main(["check", str(file), "--resume", str(journal)]) == 0
    file.write_text(BEAR.replace("2/2", "3/3"), encoding="utf-8")
    assert cli.main(["check", str(file), "--resume", str(journal)]) == 1


def test_digests_of_parts_differ() -> None:
    assert digest_of([b"a", b"b"]) != digest_of([b"ab", b""])


# --- proofs


def test_proofs_are_not_mixed_with_what_is_there(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    proofs = file.with_name("proofs")
    assert cli.main(["check", str(file), "--proofs", str(proofs)]) == 0
    (saved,) = proofs.iterdir()
    kept = saved.read_bytes()
    file.write_text(BEAR.replace("A bear", "Another bear"), encoding="utf-8")
    assert cli.main(["check", str(file), "--proofs", str(proofs)]) == 3
    assert "something in the folder already" in capsys.readouterr().err
    assert saved.read_bytes() == kept


def test_a_resumed_run_goes_on_in_its_folder(file: Path) -> None:
    proofs, journal = file.with_name("proofs"), file.with_name("journal")
    words = ["--proofs", str(proofs), "--resume", str(journal)]
    assert cli.main(["check", str(file), *words]) == 0
    other = file.with_name("b.yaml")
    other.write_text(BEAR, encoding="utf-8")
    assert cli.main(["check", str(file), str(other), *words]) == 0
    assert len(list(proofs.iterdir())) == 2


def test_files_whose_names_come_to_the_same_words(tmp_path: Path) -> None:
    (tmp_path / "x" / "a").mkdir(parents=True)
    for name in ("x/a/b.yaml", "x/a-b.yaml", "x/a-b.json", "x/a-b.yml"):
        (tmp_path / name).write_text(BEAR, encoding="utf-8")
    assert cli.main(["check", str(tmp_path / "x"), "--proofs", str(tmp_path / "proofs")]) == 0
    assert len(list((tmp_path / "proofs").iterdir())) == 4


# --- the card index


def cards(folder: Path, name: str) -> Path:
    made = folder / f"{name}.json"
    made.write_text(json.dumps([{"name": f"{name} Example", "type_line": "Land"}]), encoding="utf-8")
    return made


def test_a_second_import_says_what_it_takes_the_place_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LAYERPROOF_HOME", str(tmp_path / "home"))
    use_sources()
    assert cli.main(["cards", "import", str(cards(tmp_path, "First"))]) == 0
    assert "take the place" not in capsys.readouterr().out
    assert cli.main(["cards", "import", str(cards(tmp_path, "Second"))]) == 0
    printed = capsys.readouterr().out
    assert "They take the place of the 1 cards of First.json that were imported before." in printed
    assert "--cards FILE" in printed
    installed_index().write_bytes(b"nothing")
    assert cli.main(["cards", "import", str(cards(tmp_path, "Third"))]) == 0
    assert "an index that could not be read" in capsys.readouterr().out
    use_sources()


STOPPED = """
import os, signal, sys
from layerproof.kb.cards import card_import as importing, card_index as index
def stop(self, about): os.kill(os.getpid(), signal.SIGKILL)
index.IndexWriter.finish = stop
importing.import_file(sys.argv[1])
"""


@pytest.mark.skipif(os.name != "posix", reason="whether a process is over is asked here alone")
def test_the_part_of_a_killed_import_goes_with_the_next(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = tmp_path / "home"
    monkeypatch.setenv("LAYERPROOF_HOME", str(home))
    file = cards(tmp_path, "First")
    run = subprocess.run([sys.executable, "-c", STOPPED, str(file)], env=dict(os.environ), timeout=60)
    assert run.returncode == -signal.SIGKILL
    (part,) = home.glob("*.part")
    long_ago = time.time() - 60
    os.utime(part, (long_ago, long_ago))
    # That of a process that is still there stays: it may be at work.
    mine = part.with_name(f"cards-{os.getpid()}-0.part")
    mine.touch()
    os.utime(mine, (long_ago, long_ago))
    assert cli.main(["cards", "import", str(file)]) == 0
    assert sorted(each.name for each in home.iterdir()) == sorted(["cards.sqlite", mine.name])
    use_sources()
