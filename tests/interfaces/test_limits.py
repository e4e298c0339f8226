"""Everything that is read has a limit, and a message says the limit: no file keeps a run busy for hours."""

from __future__ import annotations

import gzip
import json
import os
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from layerproof.kb.cards.card_sources import use_sources
from layerproof.kb.cards.formats import json_stream
from layerproof.kb.errors import KnowledgeError
from layerproof.kb.rulebook.texts import rules_text as rules_text
from layerproof.kb.scenario import size_limits
from layerproof.kb.scenario.scenario_file import parse_scenarios, read_plain
from layerproof.queries import cli
from layerproof.queries.answer.claim_answers import answer_all
from tests.interfaces.test_hostile_files import in_time

BEARS = {"enters": "Grizzly Bears", "as": "bears"}
CLAIMS = [{"bears": {"pt": "2/2"}}]
DIGITS = "9" * 5000


def scenario(*entries: Any, claims: Any = CLAIMS, **more: Any) -> dict[str, Any]:
    """The plain data of a scenario of Grizzly Bears with more entries."""
    return {"scenario": "Much", "timeline": [BEARS, *entries], "claims": claims, **more}


def token(**more: Any) -> dict[str, Any]:
    return {"token": {"name": "Elf", "types": ["creature"], "pt": "1/1", **more}, "as": "elf"}


LEVELER = {"enters": "Beastbreaker of Bala Ged", "as": "beast"}
# What is too much, and the limit that the message says.
EXCESS: dict[str, tuple[dict[str, Any], str]] = {
    "times": (scenario(LEVELER, {"activates": "beast", "ability": 1, "times": 1_000_000}), "at most 100"),
    "times within others": (
        scenario(LEVELER, {"together": [{"activates": "beast", "ability": 1, "times": 101}]}), "at most 100",
    ),
    "entries": (scenario(*[{"tap": "bears"}] * 1000), "at most 1000"),
    "entries with times": (scenario(LEVELER, *[{"activates": "beast", "times": 100}] * 10), "at most 1000"),
    "claims": (scenario(claims=CLAIMS * 1001), "at most 1000"),
    "players": (scenario(players=["you", *(f"p{number}" for number in range(20))]), "at most 20"),
    "braces in a pool": (scenario(mana={"you": "{R}" * 100_000}), "at most 2000 characters"),
    "symbols in a pool": (scenario(mana={"you": "{R}" * 201}), "at most 200 symbols"),
    "braces in a cost": (scenario(token(abilities=["{" * 100_000 + ": Draw a card."])), "at most 2000 characters"),
    "symbols in a cost": (scenario(token(abilities=["{R}" * 300 + ": Draw a card."])), "at most 200 symbols"),
    "braces in a claim": (scenario(claims=[{"bears": {"mana_cost": "{" * 100_000}}]), "at most 2000 characters"),
    "braces in a piece of text": (scenario(claims=[{"bears": {"lacks": ["{" * 1000]}}]), "at most 200 symbols"),
    "digits in a size": (scenario(token(pt=f"{DIGITS}/1")), "at most 2000 characters"),
    "digits in a cost": (scenario(token(abilities=["{" + "9" * 30 + "}: Draw a card."])), "at most 18 digits"),
    "digits in a claim": (scenario(claims=[{"bears": {"pt": "9" * 30 + "/1"}}]), "at most 18 digits"),
    "digits in an effect": (scenario({"effect": f"This creature gets +{'9' * 30}/+0.", "on": "bears"}), "18 digits"),
    "digits in a range": (scenario({"put": {"level": {"any": "0.." + "9" * 30}}, "on": "bears"}), "at most 18 digits"),
    "digits in a constraint": (scenario(constraints=["counters(bears, level) < " + "9" * 30]), "at most 18 digits"),
    "a number": (scenario({"put": {"level": 10**18}, "on": "bears"}), "at most 18 digits"),
    "a long effect": (scenario({"effect": "This creature gets +1/+1 and " * 3000, "on": "bears"}), "2000 characters"),
    "a long label": (scenario({"enters": "Forest", "as": "f" * 3000}), "at most 2000 characters"),
    "a long key": (scenario({"put": {"k" * 3000: 1}, "on": "bears"}), "at most 2000 characters"),
    "a long title": ({**scenario(), "scenario": "x" * 30_000}, "at most 20000 characters"),
}  # fmt: skip


@pytest.mark.parametrize("what", EXCESS)
def test_too_much_is_refused_at_once(what: str) -> None:
    data, limit = EXCESS[what]
    with in_time(what):
        found = read_plain(data)
        (fault,) = found.unreadable
    assert not found.scenarios and limit in fault.message
    assert len(fault.message) < 700 and "\n" not in fault.message
    assert parse_scenarios(json.dumps(data)).unreadable


def test_what_is_within_the_limits_is_answered() -> None:
    pumped = scenario(
        LEVELER, {"activates": "beast", "ability": 1, "times": 100}, {"put": {"+1/+1": 10**17}, "on": "bears"},
        claims=[{"beast": {"pt": "6/6", "counters": {"level": 100}}}, {"bears": {"power": 10**17 + 2}}],
        question="Long. " * 3000, mana={"you": "{R}" * 200},
    )  # fmt: skip
    with in_time("within the limits"):
        (read,) = read_plain(pumped).scenarios
        assert [each.verdict for each in answer_all(read)] == ["proved", "proved"]


def test_a_typed_effect_of_the_full_length_is_answered_in_time() -> None:
    effect = {"effect": "This creature gets +1/+1 and " * 65 + "has flying.", "on": "bears"}
    with in_time("a long effect"):
        (read,) = read_plain(scenario(effect)).scenarios
        assert answer_all(read)[0].verdict in ("proved", "undecided", "refuted")


CARDS = [
    {"name": "Many Tokens", "type_line": "Sorcery", "mana_cost": "{X}{G}",
     "oracle_text": "Create X 1/1 green Snake creature tokens."},
    {"name": "Many Cards", "type_line": "Sorcery", "mana_cost": "{X}{U}", "oracle_text": "Draw X cards."},
]  # fmt: skip


@pytest.mark.parametrize("name", [each["name"] for each in CARDS])
def test_one_instruction_makes_not_too_much(name: str, tmp_path: Path) -> None:
    file = tmp_path / "cards.json"
    file.write_text(json.dumps(CARDS), encoding="utf-8")
    use_sources([file])
    try:
        for number, verdict in ((3, "proved"), (10**17, "undecided")):
            with in_time(name):
                (read,) = read_plain(scenario({"resolves": name, "as": "spell", "x": number})).scenarios
                (answer,) = answer_all(read)
            assert answer.verdict == verdict, answer.message
        assert f"at most {size_limits.MOST_AT_ONCE}" in answer.message
    finally:
        use_sources()


# --- files that are none, and that grow


def pipe(path: Path) -> None:
    os.mkfifo(path)


def bound(path: Path) -> None:
    here = os.getcwd()
    os.chdir(path.parent)  # the name of a socket must be short
    try:
        with socket.socket(socket.AF_UNIX) as opened:
            opened.bind(path.name)
    finally:
        os.chdir(here)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names here")
@pytest.mark.parametrize("make", [pipe, bound])
@pytest.mark.parametrize(
    "words",
    [
        ["check", "FILE"], ["prove", "FILE"], ["verify", "FILE"], ["cards", "import", "FILE"], ["since", "FILE"],
        ["cards", "coverage", "FILE"], ["show", "Grizzly Bears", "--cards", "FILE"], ["outcomes", "FILE"],
        ["check", "FOLDER"], ["check", "GOOD", "--resume", "FILE"],
    ],
    ids=" ".join,
)  # fmt: skip
def test_a_pipe_is_no_file(
    make: Callable[[Path], None], words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "folder").mkdir()
    strange, good = tmp_path / "folder" / "p.yaml", tmp_path / "good.yaml"
    make(strange)
    good.write_text(json.dumps(scenario()), encoding="utf-8")
    names = {"FILE": str(strange), "FOLDER": str(strange.parent), "GOOD": str(good)}
    with in_time(" ".join(words)):
        assert cli.main([names.get(word, word) for word in words]) == 3
    use_sources()
    captured = capsys.readouterr()
    assert "not a file" in captured.out + captured.err and str(strange) in captured.out + captured.err


BOMBS = {
    "spaces": (b"[" + b" " * (1 << 27), "100 times"),
    "one text": (b'[{"name": "' + b"a" * (1 << 25), "16777216 characters"),
    "nothing but lists": (b"[" * (1 << 20), "too deep"),
    "digits": (b'[{"name": "A", "x": ' + b"9" * (1 << 20), "too many digits"),
}


@pytest.mark.parametrize("what", BOMBS)
def test_what_grows_without_end(what: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    content, said = BOMBS[what]
    file = tmp_path / "cards.json.gz"
    file.write_bytes(gzip.compress(content, 9))
    with in_time(what):
        assert cli.main(["cards", "coverage", str(file)]) == 3
    assert said in capsys.readouterr().err
    use_sources()


def test_a_plain_file_that_is_too_long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_stream, "MOST_BYTES", 1000)
    file = tmp_path / "cards.json"
    file.write_text(json.dumps([{"name": "A", "type_line": "Land", "oracle_text": "x" * 2000}]), encoding="utf-8")
    with pytest.raises(KnowledgeError, match="more than 1000 bytes"):
        json_stream.JsonStream(file).value()


def test_a_rules_text_that_grows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules_text, "MAX_BYTES", 1 << 20)
    file = tmp_path / "2026-01-16.txt.gz"
    file.write_bytes(gzip.compress(b"1" * (1 << 24)))
    with pytest.raises(KnowledgeError, match="longer than"):
        rules_text.read_rules(file)


LARGE = {
    "a cost of braces": {"mana_cost": "{" * 100_000},
    "a cost of digits": {"mana_cost": "{" + DIGITS + "}"},
    "a size of digits": {"power": DIGITS},
    "a text of many words": {"oracle_text": "Flying, " * 50_000 + "flying"},
    "many types": {"type_line": "Creature — " + "Bear " * 50_000},
    "a long name": {"name": "A" * 100_000},
}


@pytest.mark.parametrize("what", LARGE)
def test_a_card_that_is_too_large_is_left_out(
    what: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LAYERPROOF_HOME", str(tmp_path / "home"))
    plain = {"name": "Plain Example", "type_line": "Creature — Bear", "mana_cost": "{1}", "power": "1"}
    file = tmp_path / "cards.json"
    file.write_text(json.dumps([{**plain, **LARGE[what]}, {**plain, "name": "Other Example"}]), encoding="utf-8")
    with in_time(what):
        assert cli.main(["cards", "import", str(file)]) == 0
    printed = capsys.readouterr().out
    assert "1 cards (1 faces)" in printed and "left out: " in printed and len(printed) < 1000
    file.write_text(json.dumps([{**plain, **LARGE[what]}]), encoding="utf-8")
    assert cli.main(["cards", "import", str(file)]) == 3
    assert "every card of the file has " in capsys.readouterr().err
    use_sources()
