"""Finding: what people type of a card, a rule, a command or an entry, and what is said of what it is taken for."""

from __future__ import annotations

import io
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from layerproof.kb.cards.name_search import meant, with_words
from layerproof.kb.errors import KnowledgeError
from layerproof.kb.rulebook.edition import edition_names, load_edition
from layerproof.kb.rulebook.numbering import all_numbers, numbered
from layerproof.kb.scenario import timeline
from layerproof.kb.scenario.scenario_file import Read, parse_scenarios
from layerproof.kb.scenario.usual_words import entries_meant, mend_for, usual_words
from layerproof.queries import terminal
from layerproof.queries.cli import main, parser
from layerproof.queries.commands.rule_lookup import rule_lines
from layerproof.queries.usage import EXAMPLES, commands
from tests.helpers.rules_texts import rules_folder, rules_of


def said(capsys: pytest.CaptureFixture[str], *argv: str) -> tuple[int, str, str]:
    """Run a command: its exit code, what it printed, and what it complained of."""
    code = main(argv)
    printed = capsys.readouterr()
    return code, printed.out, printed.err


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("emrakul aeons", "Emrakul, the Aeons Torn"),
        ("aeons emrakul", "Emrakul, the Aeons Torn"),
        ("urborg, tomb", "Urborg, Tomb of Yawgmoth"),
        ("BEASTBR", "Beastbreaker of Bala Ged"),
        ("mogoyf", "Tarmogoyf"),
        ("godhead awe", "Godhead of Awe"),
        ("Godhed of Awe", "Godhead of Awe"),
    ],
)
@pytest.mark.parametrize("command", [("show",), ("cards", "show")])
def test_words_of_a_name_or_a_name_with_a_slip_show_the_card_and_say_what_is_taken(
    typed: str, name: str, command: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    for arguments in ([typed], typed.split()):
        code, out, _ = said(capsys, *command, *arguments)
        assert code == 0
        assert out.splitlines()[0].endswith(f"“{typed}” is taken for {name}.")
        assert ("No card named" in out.splitlines()[0]) == (typed == "Godhed of Awe")
        assert name in out.partition("\n")[2]


@pytest.mark.parametrize("command", [("show",), ("cards", "show")])
def test_a_name_itself_is_taken_without_a_word_though_other_names_begin_with_it(
    command: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, _ = said(capsys, *command, "jace", "BELEREN")
    assert code == 0 and "is taken for" not in out and "Jace Beleren" in out
    assert with_words(("forest",), ["Forest Bear", "Forest"]) == ("Forest", "Forest Bear")
    assert meant("forest").how == "name"


@pytest.mark.parametrize("command", [("show",), ("cards", "show")])
def test_several_hits_are_listed_with_what_tells_them_apart(
    command: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = said(capsys, *command, "bolt")
    assert code == 3 and not out
    assert "may mean" in err
    assert "  Lightning Bolt  {R}  Instant\n" in err and "  Rift Bolt  {2}{R}  Sorcery\n" in err


def test_what_is_like_several_names_is_not_taken_for_one(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = said(capsys, "show", "emrakl aeons")
    assert code == 3 and not out
    assert "  Emrakul, the Aeons Torn  {15}" in err


def test_names_without_quotation_marks_are_told_apart(capsys: pytest.CaptureFixture[str]) -> None:
    together = ["Grizzly", "Bears", "Godhead", "of", "Awe:", "as=awe"]
    code, out, _ = said(capsys, "show", *together)
    quoted = said(capsys, "show", "Grizzly Bears", "Godhead of Awe: as=awe")
    assert (code, out) == (0, quoted[1]) and "\nawe " in out
    assert said(capsys, "show", "Opalescence", "Humility")[1].count("non-Aura") == 1
    _, out, _ = said(capsys, "show", "beastbreaker", "godhead")
    assert "“beastbreaker” is taken for Beastbreaker of Bala Ged." in out
    assert "“godhead” is taken for Godhead of Awe." in out


def read_one(entry: str, before: str = "") -> Read:
    """Read a scenario of one entry, with others before it."""
    return parse_scenarios(f"scenario: x\ntimeline:\n{before}  - {entry}\n")


@pytest.mark.parametrize("name", ["Urborg, Tomb of Yawgmoth", "Emrakul, the Aeons Torn", "Niv-Mizzet, Parun"])
@pytest.mark.parametrize("entry", ["enters: {}, as: x", "as: x, enters: {}", "in: hand, card: {}, as: x", "cast: {}"])
def test_a_name_with_a_comma_is_understood_without_quotation_marks(name: str, entry: str) -> None:
    bare = read_one("{" + entry.format(name) + "}")
    quoted = read_one("{" + entry.format(f'"{name}"') + "}")
    assert not bare.unreadable
    assert bare.scenarios[0].timeline == quoted.scenarios[0].timeline
    assert bare.scenarios[0].source == quoted.scenarios[0].source, "the checker reads what the solver reads"


@pytest.mark.parametrize("entry", ["{enters: Grizzly Bears, tappd}", "{enters: Grizzly Bears, tapped}"])
def test_a_key_without_its_value_is_no_part_of_a_name(entry: str) -> None:
    assert "tapp" in read_one(entry).unreadable[0].message


def test_a_name_that_is_no_whole_name_is_refused_in_a_file_and_the_card_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "a.yaml"
    for name in ("grizzly", "Grizly Bears", "Bears, Grizzly"):
        file.write_text(f"scenario: x\ntimeline:\n  - {{enters: {name}, as: bear}}\nclaims:\n  - bear: {{pt: 2/2}}\n")
        code, out, err = said(capsys, "check", str(file))
        assert code == 3 and "did you mean Grizzly Bears?" in out + err


@pytest.mark.parametrize("word", sorted(usual_words()))
def test_a_word_of_judges_names_entries_that_can_be_read(word: str) -> None:
    assert word not in timeline.KEYS
    message = read_one(f"{{{word}: bear}}").unreadable[0].message if " " not in word else mend_for(word, "bear")
    meant, _ = entries_meant(word, "bear")
    assert meant
    for each in meant:
        assert each in message
        assert not read_one(each.replace("{+1/+1: 1}", '{"+1/+1": 1}')).unreadable
    assert len(message) < 500


def test_words_lists_the_words_and_names_the_entry_that_is_meant(capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, "words", "dies")[1] == "dies: {leaves: LABEL, to: graveyard}\n"
    assert "monstrous" in said(capsys, "words", "facts")[1]
    assert "entries (" in said(capsys, "words")[1]
    code, _, err = said(capsys, "words", "xyzzy")
    assert code == 3 and len(err) < 300


@pytest.mark.parametrize(
    "entry", ["{xyzzy: bear}", "{told: {xyzzy: 1}, of: bear}", "{enters: Grizzly Bears, choices: {xyzzy: 1}}"]
)
def test_no_message_is_a_wall_of_words(entry: str) -> None:
    message = read_one(entry, "  - {enters: Grizzly Bears, as: bear}\n").unreadable[0].message
    assert len(message) < 250 and "layerproof words" in message


def test_rules_are_found_by_words_of_their_key_gloss_or_title(capsys: pytest.CaptureFixture[str]) -> None:
    for words, key in (
        (["legend", "rule"], "state_based.legend"),
        (["the legend rule"], "state_based.legend"),
        (["summoning", "sickness"], "creature.summoning_sickness"),
        (["Prowl"], "keyword.prowl"),
    ):
        code, out, _ = said(capsys, "rules", "show", *words)
        assert code == 0 and out.split()[1] == key
    code, out, err = said(capsys, "rules", "show", "xyzzy", "rule")
    assert code == 3 and not out and err.count("\n") == 1


@pytest.mark.parametrize("day", [edition_names()[0], "2012-10-01", edition_names()[-1]])
def test_every_number_of_an_edition_is_known_whether_cited_or_not(day: str) -> None:
    book = load_edition(day)
    every = {each.number: each for each in all_numbers(day)}
    assert set(book.numbers.values()) <= set(every)
    bare = [number for number in every if number not in set(book.numbers.values())]
    assert bare
    for number in [*bare[::97], *sorted(set(book.numbers.values()))[::97]]:
        assert number in "\n".join(rule_lines(number, day))
    for number in ("099", "704.99", "704.5zz"):
        with pytest.raises(KnowledgeError, match="has no rule"):
            rule_lines(number, day)


@pytest.mark.parametrize("day", edition_names()[::13])
def test_the_numbers_are_those_of_the_text(day: str) -> None:
    text = rules_of(day, rules_folder())
    assert {each.number for each in all_numbers(day) if "." in each.number} == set(text.rules)


def test_lines_on_rules_fit_on_a_phone(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    for asked in ("704.5", "legend", "101"):
        assert max(map(len, said(capsys, "rules", "show", asked)[1].splitlines())) <= 40


LEAVES = {typed: each for typed, each in commands(parser()) if not list(commands(each))}


@pytest.mark.parametrize("typed", sorted(LEAVES))
def test_each_command_has_examples_in_its_help_that_can_be_typed(typed: str) -> None:
    help_said = LEAVES[typed].format_help()
    assert "\nexamples:\n" in help_said
    for example, about in EXAMPLES[typed]:
        assert about
        words = shlex.split(example.removeprefix('eval "$(').removesuffix(')"').partition(" | ")[0].partition(" > ")[0])
        assert words[0] == "layerproof"
        parser().parse_args(words[1:])


def test_examples_are_of_commands_that_there_are() -> None:
    assert set(EXAMPLES) == {"layerproof", *LEAVES}


@pytest.mark.parametrize("typed", ["layerproof", *sorted(LEAVES)])
def test_help_fits_on_a_phone(typed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    every = {"layerproof": parser(), **LEAVES}
    wide = [line for line in every[typed].format_help().splitlines() if len(line) > 40]
    assert not [line for line in wide if len(line.split()) > 1], wide


@pytest.mark.parametrize(
    ("argv", "meant"),
    [
        (["shwo", "x"], "did you mean 'show'?"),
        (["cards", "lit"], "one of import, show, coverage"),
        (["why-depend", "x"], "did you mean 'why-depends'?"),
        (["rules", "lst"], "did you mean 'list'?"),
        (["show", "x", "--editon", "2012-10-01"], "did you mean '--edition'?"),
        (["show", "x", "--any-ordr"], "did you mean '--any-order'?"),
    ],
)
def test_what_is_misspelt_on_the_command_line_names_what_is_near(
    argv: list[str], meant: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = said(capsys, *argv)
    assert code == 3 and not out
    assert meant in err and err.count("\n") == 1 and len(err) < 200


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_shells_complete_commands_and_options(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("shtab")
    code, out, _ = said(capsys, "completion", shell)
    assert code == 0
    for word in ("why-depends", "any-order", "counterexample", "notation"):
        assert word in out
    if shutil.which(shell):
        assert subprocess.run([shell, "-n"], input=out, text=True, check=False).returncode == 0


def test_tables_and_explanations_fit_on_a_phone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "a.yaml"
    file.write_text(
        "scenario: A leveled-up creature and an older one that sets power and toughness\ntimeline:\n"
        "  - {enters: Godhead of Awe, as: godhead, controller: opponent}\n"
        "  - {enters: Beastbreaker of Bala Ged, as: beast}\n"
        "  - {put: {level: 1}, on: beast}\n"
        "claims:\n  - beast: {pt: 5/4}\n"
    )
    monkeypatch.setenv("COLUMNS", "40")
    for argv in (
        ["show", "Emrakul, the Aeons Torn", "Godhead of Awe", "--proof"],
        ["prove", str(file), "--why", "beast.pt"],
        ["cards", "show", "Emrakul, the Aeons Torn"],
    ):
        screen = Screen()
        monkeypatch.setattr("sys.stdout", screen)
        main(argv)
        lines = re.sub(r"\x1b\[\d+m", "", screen.getvalue()).splitlines()
        assert len(lines) > 5
        assert not [line for line in lines if len(line) > 40 and str(file) not in line]


class Screen(io.StringIO):
    """A terminal that remembers what it shows."""

    def isatty(self) -> bool:
        return True


def test_what_is_piped_is_not_wrapped(monkeypatch: pytest.MonkeyPatch) -> None:
    line = " ".join(["word"] * 60)
    monkeypatch.setenv("COLUMNS", "40")
    for stream, widest in ((io.StringIO(), len(line)), (Screen(), 40)):
        terminal.say(line, stream=stream)
        assert widest - 6 < max(map(len, stream.getvalue().splitlines())) <= widest
        assert stream.getvalue().split() == line.split()


ROOT = Path(__file__).resolve().parents[2]
FIRST_SCREEN = 40


def readme_answers() -> list[tuple[str, str]]:
    """Who asks, and what to type, from the table at the beginning of the README."""
    first = "\n".join((ROOT / "README.md").read_text(encoding="utf-8").splitlines()[:FIRST_SCREEN])
    return re.findall(r"^\| ([^|`]+) \| `([^`]+)` \|", first, re.MULTILINE)


def test_the_first_screen_of_the_readme_answers_everybody() -> None:
    assert [who.split()[-1] for who, _ in readme_answers()] == ["judge", "FAQ", "engine", "Python"]


@pytest.mark.long
@pytest.mark.parametrize(("who", "typed"), readme_answers())
def test_what_the_readme_says_to_type_answers(who: str, typed: str, tmp_path: Path) -> None:
    for entry in ROOT.iterdir():
        if not entry.name.startswith("."):
            (tmp_path / entry.name).symlink_to(entry)
    words = [Path(sys.executable).with_name(word) if not at else word for at, word in enumerate(shlex.split(typed))]
    run = subprocess.run(words, cwd=tmp_path, capture_output=True, encoding="utf-8", timeout=120, check=False)
    assert run.returncode in (0, 1), run.stderr
    assert len(run.stdout) > 50 and not run.stderr


def test_why_takes_a_label_that_is_not_typed_whole_where_it_is_clear(capsys: pytest.CaptureFixture[str]) -> None:
    whole = said(capsys, "show", "godhead", "grizzly", "--why", "grizzly-bears.pt")
    for what in ("grizzly.pt", "bears.pt", "griz.pt"):
        assert said(capsys, "show", "godhead", "grizzly", "--why", what) == whole
    assert said(capsys, "show", "grizzly", "grizzly", "--why", "grizzly.pt")[0] == 3
    assert "no object has the label 'beer'" in said(capsys, "show", "grizzly", "--why", "beer.pt")[2]


def test_of_a_large_section_the_heads_are_shown_and_of_a_small_one_all(capsys: pytest.CaptureFixture[str]) -> None:
    large, small = (said(capsys, "rules", "show", number)[1].splitlines() for number in ("702", "704"))
    keywords = numbered("702")
    assert keywords is not None and len(large) == 1 + len(keywords.parts)
    assert [line.split()[0] for line in large[1:]] == list(keywords.parts)
    assert any("state_based.legend" in line for line in small)
