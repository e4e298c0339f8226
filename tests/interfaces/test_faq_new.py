"""The command `faq new`: what it writes is invalid until it is filled in, and it overwrites nothing."""

from __future__ import annotations

import argparse
from pathlib import Path

import pytest

from layerproof.kb.errors import KnowledgeError
from layerproof.kb.rulebook.edition import load_edition
from layerproof.kb.scenario.scenario_file import parse_scenarios, read_scenarios
from layerproof.queries import cli
from layerproof.queries.answer.claim_answers import answer_all
from layerproof.queries.commands.faq_command import add_parser, create, run, scaffold
from layerproof.queries.usage import WRONG_USAGE


def parsed(*arguments: str) -> argparse.Namespace:
    """The arguments of a command line."""
    top = argparse.ArgumentParser()
    add_parser(top.add_subparsers(dest="command"))
    return top.parse_args(["faq", "new", *arguments])


CLAIM = "not_modelled: 'TODO: what the answer says of what happened, such as the next line, in place of this'"


def filled(text: str, *left: str) -> str:
    """The text of a new entry, filled in but for some of its keys."""
    for key, words in (("scenario", "'TODO: a title of"), ("question", ""), ("answer", ""), ("source", "")):
        if key not in left:
            text = text.replace(words or f"TODO: the {key}", words.replace("TODO: ", "") or "Our words")
    return text if "claim" in left else text.replace(CLAIM, "rulebook: {colors: [white, blue, black, red, green]}")


def test_a_new_entry_is_invalid_until_it_is_filled_in(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(parsed("flip-09", "--folder", str(tmp_path))) == 0
    path = tmp_path / "flip" / "flip-09.yaml"
    assert capsys.readouterr().out.strip() == str(path)
    new = path.read_text(encoding="utf-8")
    (unread,) = read_scenarios(path).unreadable
    assert "scenario, question, answer and source still begin with 'TODO:'" in unread.message
    assert cli.main(["check", str(tmp_path)]) == 3
    for left in ("scenario", "question", "answer", "source"):
        path.write_text(filled(new, left), encoding="utf-8")
        capsys.readouterr()
        assert cli.main(["check", str(path)]) == 3
        assert f"{left} still begins with 'TODO:'" in capsys.readouterr().out
    path.write_text(filled(new, "claim"), encoding="utf-8")
    assert cli.main(["check", str(path)]) == 3
    assert "this claim is not filled in" in capsys.readouterr().out
    path.write_text(filled(new), encoding="utf-8")
    (scenario,) = read_scenarios(path).scenarios
    answers = answer_all(scenario)
    assert [each.verdict for each in answers] == ["proved", "proved"]
    assert {each.id for each in answers} == {"flip-09a"}
    assert answers[0].edition == load_edition("current").name


def test_what_is_given_is_kept() -> None:
    question = 'What of "this": a colon, a # and\nmany ' + "long " * 40 + "lines?"
    text = scaffold("a-1", "some-topic", question, "No.", "Ours", ["2012-10-01"])
    (scenario,) = parse_scenarios(filled(text)).scenarios
    assert scenario.claims[0].editions == ("2012-10-01",)
    assert max(map(len, text.splitlines())) <= 120
    assert " ".join(question.split()) in scenario.source.replace("\\n", " ").replace('\\"', '"')


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    path = create(tmp_path, "flip-09")
    path.write_text("kept", encoding="utf-8")
    with pytest.raises(KnowledgeError, match="already"):
        create(tmp_path, "flip-09")
    assert path.read_text(encoding="utf-8") == "kept"


@pytest.mark.parametrize(
    ("name", "topic", "editions"),
    [("Flip 9", None, []), ("../flip", None, []), ("flip-9", "a/b", []), ("flip-9", None, ["1850-01-01"])],
)
def test_what_is_no_name_or_edition_is_told(tmp_path: Path, name: str, topic: str | None, editions: list[str]) -> None:
    with pytest.raises(KnowledgeError):
        create(tmp_path, name, topic, editions=editions)
    assert not list(tmp_path.iterdir())


def test_the_command_writes_an_entry_of_which_the_rest_is_asked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["faq", "new", "flip-09", "--question", "Does it flip?", "--folder", str(tmp_path)]) == 0
    path = capsys.readouterr().out.strip()
    assert path == str(tmp_path / "flip" / "flip-09.yaml")
    assert cli.main(["check", path]) == 3
    assert "scenario, answer and source still begin with 'TODO:'" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["new", "Flip 9"], "'Flip 9' is no name of an entry"),
        (["new", "flip-9", "--topic", "a/b"], "'a/b' is no name of an entry"),
        (["new", "flip-9", "--edition", "1850-01-01"], "1850-01-01"),
        (["new"], "Try: layerproof faq new --help"),
        (["new", "flip-9", "--nothing"], "Try: layerproof"),
        (["old"], "Try: layerproof faq --help"),
        ([], "Try: layerproof faq --help"),
    ],
)
def test_what_the_command_cannot_do_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], said: str
) -> None:
    given = [*arguments, "--folder", str(tmp_path)] if arguments[:1] == ["new"] else arguments
    assert cli.main(["faq", *given]) == WRONG_USAGE
    out, complaint = capsys.readouterr()
    assert said in complaint and len(complaint.splitlines()) == 1 and not out
    assert not list(tmp_path.iterdir())


def test_the_command_overwrites_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = create(tmp_path, "flip-09")
    before = path.read_bytes()
    assert cli.main(["faq", "new", "flip-09", "--folder", str(tmp_path)]) == WRONG_USAGE
    complaint = capsys.readouterr().err
    assert str(path) in complaint and "already" in complaint and len(complaint.splitlines()) == 1
    assert path.read_bytes() == before
