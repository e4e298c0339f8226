"""Almost right files of every kind: each is answered or refused, with no traceback, no internal error and no hang."""

from __future__ import annotations

import contextlib
import gzip
import io
import json
import os
import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from layerproof.kb.cards.card_index import CardIndex
from layerproof.kb.cards.data_places import installed_index
from layerproof.kb.errors import KnowledgeError
from layerproof.kb.rulebook.texts.rules_text import read_rules
from layerproof.kb.scenario.scenario_file import parse_scenarios
from layerproof.queries import cli
from layerproof.queries.answer.claim_answers import answer_all
from layerproof.solver.proof.check.checker import check
from tests.helpers.hostile_files import inputs, mutated, pieces, scrambled
from tests.proof.test_payment_proofs import pays

SCENARIOS = sorted((Path(__file__).parents[1] / "scenarios").rglob("*.yaml"))
SECONDS = 20


@contextlib.contextmanager
def in_time(what: str) -> Iterator[None]:
    """Let nothing take longer than it may; where there is no alarm, nothing is bounded."""
    if not hasattr(signal, "SIGALRM"):
        yield
        return

    def late(*_: object) -> None:
        raise AssertionError(f"{what}: not done after {SECONDS} s")

    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(SECONDS)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


@cache
def scenarios() -> list[Any]:
    """The documents of the project's scenario files, as plain data."""
    found: list[Any] = []
    for path in SCENARIOS:
        with contextlib.suppress(yaml.YAMLError):
            found += [each for each in yaml.safe_load_all(path.read_text(encoding="utf-8")) if isinstance(each, dict)]
    return [json.loads(json.dumps(each, default=str)) for each in found if len(json.dumps(each, default=str)) < 3000]


@cache
def parts() -> list[Any]:
    """Parts of all scenarios, which a fuzzed one may get."""
    return [piece for each in scenarios() for piece in pieces(each.get("timeline") or [], 40)]


def run(*words: str) -> tuple[int, str]:
    """Run the command line in this process; its exit code and all that it printed."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
        code = cli.main(list(words))
    return code, out.getvalue()


@pytest.mark.long
def test_scenarios_that_are_almost_right() -> None:
    def make(chance: random.Random) -> Any:
        return mutated(chance.choice(scenarios()), chance, parts())

    faults = []
    for number, data in inputs(300, 1, make):
        text = json.dumps(data)
        with in_time(f"scenario {number}"):
            try:
                read = parse_scenarios(text)
                answers = [answer for each in read.scenarios for answer in answer_all(each)]
                assert all(answer.verdict in ("proved", "refuted", "undecided", "invalid") for answer in answers)
                wrong = [each.message for each in answers if "internal error" in each.message]
            except Exception as error:
                wrong = [f"{type(error).__name__}: {error}"]
        faults += [f"{number}: {each[:200]} in {text[:1500]}" for each in wrong]
    assert not faults, "\n".join(faults[:5])


@pytest.mark.long
def test_scenario_files_of_changed_bytes(tmp_path: Path) -> None:
    sources = [path.read_bytes() for path in SCENARIOS if path.stat().st_size < 3000]
    file = tmp_path / "scenario.yaml"
    faults = []
    for number, data in inputs(120, 2, lambda chance: scrambled(chance.choice(sources), chance)):
        file.write_bytes(data)
        with in_time(f"file {number}"):
            code, said = run("check", str(file))
        if "internal error" in said or "Traceback" in said or code not in (0, 1, 2, 3):
            faults.append(f"{number}: {code} {said[:400]}")
    assert not faults, "\n".join(faults[:5])


@cache
def proofs() -> list[dict[str, Any]]:
    """Proofs of a few scenarios of different kinds."""
    chance = random.Random(7)
    found: list[dict[str, Any]] = []
    for data in chance.sample(scenarios(), 60):
        if len(found) >= 25:
            break
        for each in parse_scenarios(json.dumps(data)).scenarios:
            with contextlib.suppress(KnowledgeError):
                given = [answer.proof for answer in answer_all(each) if answer.proof is not None]
                found += [json.loads(json.dumps(proof)) for proof in given[:1] if len(json.dumps(proof)) < 60_000]
    return found


@pytest.mark.long
def test_proofs_that_are_almost_right() -> None:
    """None but the proof itself is valid; what a change leaves equal is the same proof."""
    faults = []
    known = [piece for proof in proofs()[:5] for piece in pieces(proof, 60)]

    def make(chance: random.Random) -> tuple[Any, Any]:
        proof = chance.choice(proofs())
        return proof, mutated(proof, chance, known)

    for number, (proof, data) in inputs(300, 3, make):
        with in_time(f"proof {number}"):
            try:
                checked = check(data)
            except Exception as error:
                faults.append(f"{number}: {type(error).__name__}: {error}")
                continue
        if checked.verdict == "valid" and json.dumps(data) != json.dumps(proof) and not _says_the_same(proof, data):
            faults.append(f"{number}: accepted")
    assert not faults, "\n".join(faults[:5])


def _says_the_same(proof: Any, other: Any) -> bool:
    """Whether two proofs differ only in the order of words of a set, in fields of a card that need not be told, or in
    a payment, each of which pays what is asked."""
    return bool(_plain(proof) == _plain(other)) and all(map(pays, [*_payments(proof), *_payments(other)]))


def _payments(data: Any) -> Iterator[dict[str, Any]]:
    """All within plain data that has a payment."""
    if isinstance(data, dict) and "payment" in data:
        yield data
    for each in data.values() if isinstance(data, dict) else data if isinstance(data, list) else ():
        yield from _payments(each)


def _plain(data: Any) -> Any:
    if isinstance(data, dict):
        # Fields of a record that are as they are where nothing is said.
        data = {key: each for key, each in data.items() if each not in (None, [], False, ["battlefield"])}
        return {
            key: sorted(each) if key in ("subtypes", "types", "supertypes") and isinstance(each, list) else _plain(each)
            for key, each in data.items()
            if key != "payment"
        }
    return [_plain(each) for each in data] if isinstance(data, list) else data


@pytest.mark.long
def test_proof_files_of_changed_bytes(tmp_path: Path) -> None:
    sources = [json.dumps(proof).encode() for proof in proofs()]
    file = tmp_path / "proof.json"
    for number, data in inputs(60, 4, lambda chance: scrambled(chance.choice(sources), chance)):
        file.write_bytes(data)
        with in_time(f"proof file {number}"):
            code, said = run("verify", str(file))
        assert "internal error" not in said and "Traceback" not in said, f"{number}: {said[:400]}"
        assert code in (0, 1, 2, 3)


ENTRIES: list[dict[str, Any]] = [
    {
        "object": "card",
        "layout": "normal",
        "name": "Glorious Example",
        "mana_cost": "{1}{W}{W}",
        "cmc": 3.0,
        "type_line": "Enchantment — Aura",
        "oracle_text": "Enchant creature\nEnchanted creature gets +1/+1.",
        "colors": ["W"],
    },
    {
        "object": "card",
        "layout": "transform",
        "name": "One // Other",
        "type_line": "Creature — Human // Creature — Wolf",
        "card_faces": [
            {
                "name": "One",
                "mana_cost": "{G}",
                "type_line": "Creature — Human",
                "oracle_text": "Vigilance",
                "power": "1",
                "toughness": "1",
            },
            {
                "name": "Other",
                "mana_cost": "",
                "type_line": "Creature — Wolf",
                "oracle_text": "",
                "color_indicator": ["G"],
                "power": "*",
                "toughness": "1+*",
            },
        ],
    },
    {
        "object": "card",
        "layout": "normal",
        "name": "Walker",
        "mana_cost": "{2}{U}",
        "type_line": "Legendary Planeswalker — Example",
        "oracle_text": "+1: Draw a card.\n−2: Target creature gets -2/-0 until end of turn.",
        "loyalty": "3",
    },
]
ATOMIC: dict[str, Any] = {
    "meta": {"date": "2026-01-01"},
    "data": {
        "Glorious Example": [
            {
                "name": "Glorious Example",
                "layout": "normal",
                "manaCost": "{1}{W}",
                "types": ["Enchantment"],
                "supertypes": [],
                "subtypes": [],
                "text": "Creatures you control get +1/+1.",
                "type": "Enchantment",
                "colors": ["W"],
            }
        ]
    },
}


@pytest.mark.long
@pytest.mark.parametrize("source", ["scryfall", "mtgjson"])
def test_card_files_that_are_almost_right(source: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LAYERPROOF_HOME", str(tmp_path / "home"))
    whole: Any = ENTRIES if source == "scryfall" else ATOMIC
    known = pieces(whole)
    file = tmp_path / "cards.json"
    for number, data in inputs(80, 5, lambda chance: mutated(whole, chance, known)):
        file.write_text(json.dumps(data), encoding="utf-8")
        with in_time(f"card file {number}"):
            code, said = run("cards", "import", str(file))
        assert "internal error" not in said and "Traceback" not in said, f"{number}: {said[:400]} in {data}"
        assert code in (0, 1, 2, 3)
        if code == 0:
            _, said = run("cards", "show", "Glorious Example")
            assert "internal error" not in said, f"{number}: {said[:400]} in {data}"


def test_card_files_of_changed_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LAYERPROOF_HOME", str(tmp_path / "home"))
    plain = json.dumps(ENTRIES).encode()
    sources = [plain, gzip.compress(plain), json.dumps(ATOMIC).encode()]
    for number, data in inputs(120, 6, lambda chance: scrambled(chance.choice(sources), chance)):
        file = tmp_path / ("cards.json.gz" if data[:2] == b"\x1f\x8b" else "cards.json")
        file.write_bytes(data)
        with in_time(f"card file {number}"):
            code, said = run("cards", "import", str(file))
        assert "internal error" not in said and "Traceback" not in said, f"{number}: {said[:400]}"
        assert code in (0, 1, 2, 3)


RULES = (
    "Made-up Rules\n\nThese rules are effective as of January 16, 2026.\n\nContents\n\n1. Concepts\n\n1. Concepts\n\n"
    "100. General\n\n100.1. A made-up rule.\n\n100.1a Another one, see rule 100.1.\nExample: None.\n\n"
    "Glossary\n\nThing\nA thing.\n\nCredits\n"
)


def test_rules_texts_of_changed_bytes(tmp_path: Path) -> None:
    file = tmp_path / "2026-01-16.txt"
    for number, data in inputs(200, 8, lambda chance: scrambled(RULES.encode(), chance)):
        file.write_bytes(data)
        with in_time(f"rules text {number}"), contextlib.suppress(KnowledgeError):
            assert isinstance(read_rules(file).rules, dict)


@pytest.mark.parametrize(
    "name", ["../../../../tmp/escape", "/etc/passwd", "a/b", "..", ".", "CON", "\u202egnp.exe", "a" * 3000, "x\u0000y"]
)
def test_names_are_no_paths(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever a card is called, nothing is written outside the project's own data folder."""
    home, beside = tmp_path / "home", tmp_path / "beside"
    beside.mkdir()
    monkeypatch.setenv("LAYERPROOF_HOME", str(home))
    monkeypatch.chdir(beside)
    file = tmp_path / "cards.json"
    file.write_text(json.dumps([{**ENTRIES[0], "name": name}]), encoding="utf-8")
    code, said = run("cards", "import", str(file))
    assert "internal error" not in said and code in (0, 3)
    run("cards", "show", name)
    run("show", name)
    assert sorted(each.name for each in tmp_path.iterdir()) == ["beside", "cards.json", "home"]
    assert list(beside.iterdir()) == []
    assert all(each.name.startswith("cards") for each in home.iterdir())


def test_a_data_folder_that_is_a_link_is_followed_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, link = tmp_path / "real", tmp_path / "link"
    real.mkdir()
    try:
        link.symlink_to(real, target_is_directory=True)
    except OSError:
        pytest.skip("this platform makes no symbolic links")
    victim = tmp_path / "victim.txt"
    victim.write_text("untouched", encoding="utf-8")
    # The index itself is a link to somebody's file: an import replaces the link, not the file.
    (real / "cards.sqlite").symlink_to(victim)
    monkeypatch.setenv("LAYERPROOF_HOME", str(link))
    file = tmp_path / "cards.json"
    file.write_text(json.dumps(ENTRIES), encoding="utf-8")
    code, said = run("cards", "import", str(file))
    assert code == 0, said
    assert victim.read_text(encoding="utf-8") == "untouched"
    assert not (real / "cards.sqlite").is_symlink()


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="this platform has no full device")
def test_a_full_disk_is_told(tmp_path: Path) -> None:
    file = tmp_path / "one.yaml"
    file.write_text("timeline: [{enters: Grizzly Bears}]\nclaims: [{grizzly-bears: {pt: 2/2}}]\n", encoding="utf-8")
    for option in ("--junit", "--html", "--proofs"):
        code, said = run("check", str(file), option, "/dev/full")
        assert "internal error" not in said and code == 3, said


TWICE = """
import sys
from layerproof.kb.cards.card_import import import_file
print("ready", flush=True)
sys.stdin.readline()
import_file(sys.argv[1])
"""


def test_two_imports_at_once_leave_one_whole_index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = tmp_path / "home"
    monkeypatch.setenv("LAYERPROOF_HOME", str(home))
    files = []
    for number in range(2):
        file = tmp_path / f"cards{number}.json"
        entries = [{**ENTRIES[0], "name": f"Example {number} {place}"} for place in range(300)]
        file.write_text(json.dumps([*entries, ENTRIES[0]]), encoding="utf-8")
        files.append(file)
    pipe = subprocess.PIPE
    command = [sys.executable, "-c", TWICE]
    both = [subprocess.Popen([*command, str(file)], stdin=pipe, stdout=pipe, text=True) for file in files]
    # Both begin when both are there.
    assert [each.stdout.readline() for each in both if each.stdout is not None] == ["ready\n"] * 2
    for each in both:
        assert each.stdin is not None
        each.stdin.write("go\n")
        each.stdin.flush()
    for each in both:
        each.communicate(timeout=60)
    assert [each.returncode for each in both] == [0, 0]
    assert [each.name for each in home.iterdir()] == ["cards.sqlite"]
    index = CardIndex(installed_index())
    found = [number for number in range(2) if index.find(f"Example {number} 299") is not None]
    assert len(found) == 1, "the index of one of the two, whole"
    assert index.find(f"Example {found[0]} 0") is not None and index.find("Glorious Example") is not None
