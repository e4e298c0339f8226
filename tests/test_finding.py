"""Finding: what people type of a card, a rule, a command or an entry, and what is said of what it is taken for."""

from __future__ import annotations

import pytest

from layerproof.kb.cards.name_search import meant, with_words
from layerproof.queries.cli import main


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
        assert out.splitlines()[0] == f"“{typed}” is taken for {name}."
        assert name in out.splitlines()[1 if command[0] == "cards" else 3]


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
