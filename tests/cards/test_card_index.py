"""The card index is whole or as it was before, finds cards as people name them, and agrees with the embedded facts."""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
import yaml

from layerproof.kb.cards import card_import, card_sources
from layerproof.kb.cards.card_import import import_file, index_for
from layerproof.kb.cards.card_index import CardIndex
from layerproof.kb.cards.card_sources import EMBEDDED, find_card, preferred, use_sources
from layerproof.kb.cards.data_places import cache_folder, data_folder, installed_index
from layerproof.kb.cards.embedded_facts import FACTS, read_card
from layerproof.kb.cards.formats.compiled_card import compiled_card
from layerproof.kb.cards.formats.merged_card import completed, is_whole
from layerproof.kb.cards.store import face_of, load_card
from layerproof.kb.cards.written_facts import card_text
from layerproof.kb.errors import KnowledgeError
from layerproof.kb.model.card import Card
from layerproof.kb.model.raw_card import RawCard
from layerproof.kb.notation.plain_data import decode
from layerproof.kb.scenario.scenario_file import parse_scenarios
from layerproof.queries.answer.claim_answers import answer_all
from layerproof.queries.commands import cards_command

SHARED = Path(__file__).resolve().parents[3] / "shared" / "cards"
CORPORA = ("oracle-corpus-2026.json.gz", "scryfall-oracle-cards-2019.json.gz")


def entry(name: str, **more: Any) -> dict[str, Any]:
    """A made-up card in the words of Scryfall."""
    return {"object": "card", "name": name, "layout": "normal", "mana_cost": "{G}", "type_line": "Creature — Elf",
            "power": "1", "toughness": "1", **more}  # fmt: skip


def split(first: str, second: str, **more: Any) -> dict[str, Any]:
    """A made-up split card."""
    faces = [{"name": name, "mana_cost": "{R}", "type_line": "Instant"} for name in (first, second)]
    return {"object": "card", "name": f"{first} // {second}", "layout": "split", "card_faces": faces, **more}


CARDS = [
    entry("Glorious Example"),
    entry("Élan-Vítal's Æther, the Odd"),
    split("Zurb Ash", "Zurb Ember"),
    entry("Zurb Ember", layout="token", mana_cost="", colors=["B"]),
    split("Glorious Example", "Zurb Third"),
]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Keep everything that is made in a folder of the test, and the sources of the run as they were."""
    folder = tmp_path / "home"
    monkeypatch.setenv("LAYERPROOF_HOME", str(folder))
    monkeypatch.delenv("LAYERPROOF_CARDS", raising=False)
    use_sources()
    yield folder
    use_sources()


def card_file(folder: Path, cards: list[dict[str, Any]], name: str = "cards.json") -> Path:
    """Write a made-up card file."""
    file = folder / name
    file.write_text("[\n" + ",\n".join(json.dumps(card) for card in cards) + "\n]\n", "utf-8")
    return file


def found(index: CardIndex, name: str) -> RawCard | None:
    """The card that an index has under a name."""
    hit = index.find(name)
    return None if hit is None else hit[1]


def test_an_import_reports_what_it_did(tmp_path: Path) -> None:
    steps: list[tuple[int, int | None]] = []
    file = card_file(tmp_path, [*CARDS, entry("Starry", power="*")])
    report = import_file(file, lambda done, total: steps.append((done, total)))
    assert (report.format, report.entries, report.cards, report.faces) == ("scryfall", 6, 6, 8)
    assert report.odd == {"power or toughness with a star": ("Starry (*)",)}
    assert Path(report.index) == installed_index() and len(report.digest) == 64
    assert steps[-1] == (file.stat().st_size, file.stat().st_size)
    index = CardIndex(installed_index())
    assert len(index) == 6 and index.label == "cards.json"
    assert msgspec.json.decode(index.about["report"], type=card_import.ImportReport) == report
    assert [card.name for card in index.cards()][:2] == ["Glorious Example", "Élan-Vítal's Æther, the Odd"]


def test_half_characters_are_no_hindrance(tmp_path: Path) -> None:
    odd = {**entry("Half \ud800 Mark"), "\ud801": 1}
    assert import_file(card_file(tmp_path, [odd])).odd == {"unknown key": ("Half \ufffd Mark (\ufffd)",)}
    atomic = tmp_path / "atomic.json"
    atomic.write_text(json.dumps({"data": {"Half \ud800": [{"type": "Land"}], "\ud801": []}}))
    assert import_file(atomic).cards == 1


@pytest.mark.parametrize(
    ("name", "whole"),
    [
        ("Glorious Example", "Glorious Example"),
        ("glorious  EXAMPLE", "Glorious Example"),
        ("Elan-Vital's Aether, the Odd", "Élan-Vítal's Æther, the Odd"),
        ("elan vitals aether the odd", "Élan-Vítal's Æther, the Odd"),
        ("Zurb Ash", "Zurb Ash // Zurb Ember"),
        ("zurb ember", "Zurb Ash // Zurb Ember"),
        ("Zurb Ash // Zurb Ember", "Zurb Ash // Zurb Ember"),
        ("zurb ash/zurb ember", "Zurb Ash // Zurb Ember"),
        ("Zurb Third", "Glorious Example // Zurb Third"),
        ("Glorious", None),
        ("", None),
    ],
)
def test_a_card_is_found_whole_by_face_and_without_marks(tmp_path: Path, name: str, whole: str | None) -> None:
    card = found(index_for(card_file(tmp_path, CARDS)), name)
    assert (card and card.name) == whole


def test_the_nearest_names_are_told_on_a_miss(tmp_path: Path) -> None:
    use_sources([card_file(tmp_path, CARDS)])
    assert index_for(card_file(tmp_path, CARDS)).nearest("Gloriuos Exampel")[0] == "Glorious Example"
    with pytest.raises(KnowledgeError, match="did you mean Zurb Ember"):
        load_card("Zurb Embr")
    with pytest.raises(KnowledgeError) as caught:
        load_card("qqq")
    assert not caught.value.mend


def test_a_failed_import_leaves_the_old_index(tmp_path: Path, home: Path) -> None:
    import_file(card_file(tmp_path, CARDS))
    before = installed_index().read_bytes()
    wrong = tmp_path / "wrong.json"
    wrong.write_bytes(card_file(tmp_path, [entry(f"Example {n}") for n in range(500)]).read_bytes()[:-30])
    with pytest.raises(KnowledgeError, match=r"wrong\.json:\d+: the file ends too early"):
        import_file(wrong)
    assert installed_index().read_bytes() == before
    assert [file.name for file in home.iterdir()] == ["cards.sqlite"]


@pytest.mark.parametrize("fault", [KeyboardInterrupt, MemoryError, OSError])
def test_an_import_that_is_interrupted_leaves_the_old_index(
    tmp_path: Path, home: Path, fault: type[BaseException]
) -> None:
    import_file(card_file(tmp_path, CARDS))
    before = installed_index().read_bytes()

    def interrupt(done: int, total: int | None) -> None:
        raise fault

    with pytest.raises((fault, KnowledgeError)):
        import_file(card_file(tmp_path, [entry("Other")], "other.json"), interrupt)
    assert installed_index().read_bytes() == before
    assert [file.name for file in home.iterdir()] == ["cards.sqlite"]


KILLED = """
import os, signal, sys
from layerproof.kb.cards import card_import as importing, card_index as index
def kill(self, about): self._rows.execute("COMMIT"); os.kill(os.getpid(), signal.SIGKILL)
index.IndexWriter.finish = kill
importing.import_file(sys.argv[1])
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this platform cannot kill a process so")
def test_an_import_that_is_killed_leaves_the_old_index(
    tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import_file(card_file(tmp_path, CARDS))
    before = installed_index().read_bytes()
    other = card_file(tmp_path, [entry("Other")], "other.json")
    run = subprocess.run([sys.executable, "-c", KILLED, str(other)], env=dict(os.environ), timeout=60)
    assert run.returncode == -signal.SIGKILL
    assert installed_index().read_bytes() == before
    assert found(CardIndex(installed_index()), "Glorious Example") is not None
    # What it left is removed by an import, once it is surely nobody's any more.
    assert len(list(home.glob("*.part"))) == 1
    monkeypatch.setattr(card_import, "_STALE", -1.0)
    import_file(other)
    assert [file.name for file in home.iterdir()] == ["cards.sqlite"]
    assert found(CardIndex(installed_index()), "Other") is not None


def test_who_reads_the_old_index_is_not_disturbed_by_an_import(tmp_path: Path) -> None:
    import_file(card_file(tmp_path, CARDS))
    old = CardIndex(installed_index())
    import_file(card_file(tmp_path, [entry("Other")]))
    assert found(old, "Glorious Example") is not None
    assert found(CardIndex(installed_index()), "Glorious Example") is None


def test_an_index_that_cannot_be_read_is_told(tmp_path: Path, home: Path) -> None:
    home.mkdir()
    for content in (b"", b"no database", b"SQLite format 3\0" + b"x" * 500):
        installed_index().write_bytes(content)
        with pytest.raises(KnowledgeError, match="layerproof cards import FILE"):
            find_card("Glorious Example")
    import_file(card_file(tmp_path, CARDS))
    assert load_card("Glorious Example").name == "Glorious Example"


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path, home: Path) -> None:
    home.write_text("a file where the folder should be")
    with pytest.raises(KnowledgeError, match="set LAYERPROOF_HOME to another folder"):
        import_file(card_file(tmp_path, CARDS))


def test_a_file_is_used_without_installing_it_and_again_when_it_changed(tmp_path: Path) -> None:
    file = card_file(tmp_path, CARDS)
    use_sources([file])
    assert load_card("Glorious Example").faces[0].power == 1
    assert not installed_index().exists()
    (cached,) = cache_folder().iterdir()
    before = cached.stat().st_mtime_ns
    index_for(file)
    assert cached.stat().st_mtime_ns == before
    card_file(tmp_path, [entry("Glorious Example", power="5")])
    use_sources([file])
    assert load_card("Glorious Example").faces[0].power == 5
    cached.write_bytes(b"damaged")
    card_file(tmp_path, CARDS)
    assert found(index_for(file), "Zurb Ash") is not None


def test_answers_rest_on_the_facts_of_the_sources_in_use(tmp_path: Path) -> None:
    """Nothing that was kept under the name of a card outlives the facts that it had."""
    read = parse_scenarios(
        "scenario: s\ntimeline: [{enters: Made-up Bears, as: bears}]\nclaims: [{bears: {pt: 2/2}}]\n---\n"
        "scenario: any\ntimeline: [{enters: {any: {cards: creature with power 9 and toughness 9}}, as: one}]\n"
        "claims: [{one: {pt: 9/9}}]\n"
    )
    bears, giants = read.scenarios
    before = answer_all(giants)
    for power, verdict in (("2", "proved"), ("5", "refuted"), ("2", "proved")):
        use_sources([card_file(tmp_path, [entry("Made-up Bears", power=power, toughness="2")])])
        (found_answer,) = answer_all(bears)
        assert (found_answer.verdict, found_answer.message if found_answer.verdict != verdict else "") == (verdict, "")
    use_sources([card_file(tmp_path, [entry("Made-up Giant", power="9", toughness="9")])])
    (one,) = answer_all(giants)
    assert one.verdict == "proved"
    use_sources([])
    assert [each.verdict for each in answer_all(giants)] == [each.verdict for each in before]


def test_only_some_indexes_are_cached(tmp_path: Path) -> None:
    for number in range(card_import.CACHED + 3):
        index_for(card_file(tmp_path, [entry(f"Example {number}")]))
    assert len(list(cache_folder().iterdir())) == card_import.CACHED


def test_sources_are_asked_in_their_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def file(power: str, *names: str) -> Path:
        return card_file(tmp_path, [entry(name, power=power) for name in names], f"{power}.json")

    import_file(file("3", "Named A", "Named B", "Named C"))
    monkeypatch.setenv("LAYERPROOF_CARDS", str(file("2", "Named A", "Named B")))
    use_sources([file("1", "Named A")])
    assert [load_card(name).faces[0].power for name in ("Named A", "Named B", "Named C")] == [1, 2, 3]
    assert [index.label for index in card_sources.sources()] == ["1.json", "2.json", "3.json"]
    use_sources([], installed=False)
    with pytest.raises(KnowledgeError):
        load_card("Named C")


def test_a_whole_name_in_a_later_source_goes_before_a_face(tmp_path: Path) -> None:
    first = card_file(tmp_path, [split("Some Half", "Other Half")], "first.json")
    use_sources([first, card_file(tmp_path, [entry("Other Half")], "second.json")])
    assert load_card("Other Half").layout == "normal"
    card = load_card("some half")
    assert (card.layout, face_of(card, "OTHER-HALF")) == ("split", 1)


def test_a_later_source_gives_what_the_first_one_lacks(tmp_path: Path) -> None:
    flat = tmp_path / "flat.json"
    flat.write_text(json.dumps([{"name": "Zurb Ash // Zurb Ember", "layout": "split", "manaCost": "{U}",
                                 "type": "Instant", "types": ["Instant"]}]))  # fmt: skip
    use_sources([flat, card_file(tmp_path, CARDS)])
    card = load_card("Zurb Ember")
    assert [face.mana_cost for face in card.faces] == ["{U}", "{R}"] and not card.faces[1].abilities


def test_the_embedded_facts_are_taken_where_the_compiler_disagrees(tmp_path: Path) -> None:
    name = "Grizzly Bears"
    embedded = load_card(name)
    use_sources([card_file(tmp_path, [entry(name, power="7"), entry("Ice")])])
    assert load_card(name) == embedded
    hit = find_card(name)
    assert hit is not None and hit.source == EMBEDDED and hit.raw is not None
    # Another card, which a file has under the name of a face of an embedded one, is that card all the same.
    assert load_card("Ice").faces[0].power == 1
    assert load_card("Fire").layout == "split"
    assert preferred(embedded, embedded) is embedded


def test_the_folders_are_those_of_the_platform(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert data_folder() == tmp_path / "home" and cache_folder() == tmp_path / "home" / "cache"
    monkeypatch.delenv("LAYERPROOF_HOME")
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", "relative")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "c"))
    assert data_folder() == tmp_path / ".local/share/layerproof" and cache_folder() == tmp_path / "c/layerproof"
    monkeypatch.setattr(sys, "platform", "darwin")
    assert cache_folder() == tmp_path / "Library/Caches/layerproof"
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "local"))
    assert data_folder() == tmp_path / "local" / "layerproof"


def test_the_commands_import_show_and_count(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    top = argparse.ArgumentParser()
    cards_command.add_parser(top.add_subparsers(dest="command"))

    def printed(*words: str) -> str:
        assert cards_command.run(top.parse_args(["cards", *words])) == 0
        return capsys.readouterr().out

    file = str(card_file(tmp_path, CARDS))
    assert printed("import", file).startswith("5 cards (7 faces) from the 5 entries")
    use_sources()
    assert "Creature — Elf  1/1" in printed("show", "glorious example")
    assert decode(yaml.safe_load(printed("show", "--notation", "zurb ash")), Card) == load_card("Zurb Ash")
    assert "5" in printed("coverage").splitlines()[0] or printed("coverage")
    assert printed("coverage", file)
    use_sources(installed=False)
    with pytest.raises(KnowledgeError, match="no cards to count"):
        cards_command.run(top.parse_args(["cards", "coverage"]))


def test_facts_written_in_the_notation_are_read_back_the_same() -> None:
    for file in sorted(FACTS.glob("*/*.yaml")):
        card = read_card(file)
        assert decode(yaml.safe_load(card_text(card)), Card) == card, file.name


@pytest.mark.long
def test_the_corpora_agree_with_the_embedded_facts_in_what_is_printed() -> None:
    files = [SHARED / name for name in CORPORA]
    if not all(file.exists() for file in files):
        pytest.skip(f"the corpora are not in {SHARED}")
    indexes = [index_for(file) for file in files]
    compared, wrong = 0, []
    for file in sorted(FACTS.glob("*/*.yaml")):
        embedded = read_card(file)
        whole = " // ".join(dict.fromkeys(face.name or "" for face in embedded.faces))
        raws = [raw for index in indexes if (raw := found(index, whole)) is not None and raw.name == whole]
        raw = raws[0]
        for other in raws[1:]:
            raw = raw if is_whole(raw) else completed(raw, other)
        if is_whole(raw):
            compared += 1
            if _printed(compiled_card(raw)) != _printed(embedded):
                wrong.append(whole)
    assert compared > 450 and not wrong


def _printed(card: Card) -> Card:
    """A card without its abilities."""
    faces = tuple(msgspec.structs.replace(face, abilities=()) for face in card.faces)
    return msgspec.structs.replace(card, faces=faces)


def test_an_exact_name_comes_before_one_that_only_folds_to_the_same(tmp_path: Path) -> None:
    """Two cards of the game differ by a space alone, two others by a stroke; each is found by its own name."""
    names = ["Zurb Land", "Zurbland", "Zurb Mash-Up", "Zurb Mashup", "Grizzly, Bears"]
    file = card_file(tmp_path, [entry(name, power=str(at)) for at, name in enumerate(names)])
    index = index_for(file)
    assert [found(index, name) for name in names] == [found(index, name.lower()) for name in names]
    assert [card and card.name for card in (found(index, name) for name in names)] == names
    use_sources([file])
    assert [load_card(name).faces[0].name for name in names] == names
    assert find_card("ZURBLAND") == find_card("Zurbland")
    # Another card is neither completed by an embedded one nor taken for it.
    assert load_card("Grizzly, Bears").faces[0].power == 4 and load_card("Grizzly Bears").faces[0].power == 2
    assert load_card("grizzly bears").faces[0].power == 2


def test_a_spelling_that_may_mean_two_cards_is_asked_about(tmp_path: Path) -> None:
    use_sources([card_file(tmp_path, [entry("Zurb Growth"), entry("Zurb, Growth")])])
    assert load_card("zurb growth").faces[0].name == "Zurb Growth"
    with pytest.raises(KnowledgeError, match=r"may mean several cards.*Zurb Growth or Zurb, Growth"):
        load_card("Zurb! Growth")
