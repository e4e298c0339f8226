"""The commands: each asks its question and prints the answer. What a command needs is imported only by it."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from layerproof.queries.terminal import say, say_json, say_lines, width, wrapped

if TYPE_CHECKING:
    from layerproof.queries.commands.prove_command import Wanted


def _wanted(chosen: argparse.Namespace) -> Wanted:
    from layerproof.queries.commands.prove_command import Wanted

    return Wanted(chosen.why, chosen.graph, getattr(chosen, "proof", False), width())


def _load(edition: str | None) -> None:
    """Raise KnowledgeError for an edition that is not there, before anything is done."""
    if edition is not None:
        from layerproof.kb.rulebook.edition import load_edition

        load_edition(edition)


def prove(chosen: argparse.Namespace) -> int:
    """Show the objects of scenarios and the verdicts on their claims."""
    from layerproof.queries.commands.prove_command import prove_files

    _load(chosen.edition)
    return prove_files(chosen.files, _wanted(chosen), chosen.edition, chosen.save_proof)


def show(chosen: argparse.Namespace) -> int:
    """Show what cards are that enter in this order."""
    from layerproof.queries.commands.show_command import show_cards

    _load(chosen.edition)
    return show_cards(chosen.cards, _wanted(chosen), chosen.edition, chosen.save_proof, chosen.any_order)


def check(chosen: argparse.Namespace) -> int:
    """Check the claims of many scenarios."""
    from layerproof.queries.commands.check_command import run

    return run(chosen)


def verify(chosen: argparse.Namespace) -> int:
    """Check saved proofs with the independent checker."""
    from layerproof.queries.answer.saved_proofs import Against, read_proofs, sentence, verify

    against = None if chosen.against is None else Against(chosen.against)
    verdicts: list[str] = []
    for file in chosen.proofs:
        for number, proof in enumerate(read_proofs(file), 1):
            checked = verify(proof)
            if against is not None:
                checked = against.judged(checked, proof)
            verdicts.append(checked.verdict)
            say(f"{file}: proof {number}: {sentence(checked, proof)}")
    if "invalid" in verdicts:
        return 1
    return 2 if "incomplete" in verdicts else 0


def rules(chosen: argparse.Namespace) -> int:
    """Show a rule, or list the rules that can be cited."""
    from layerproof.kb.rulebook.editions.edition_asked_for import used_instead
    from layerproof.queries.commands.rule_lookup import rule_lines, rules_listed

    asked = None if chosen.about == "list" else " ".join(chosen.rule)
    lines = rules_listed(chosen.edition) if asked is None else rule_lines(asked, chosen.edition)
    say_lines(wrapped(lines, width()))
    if (remark := used_instead(chosen.edition)) is not None:
        say(f"({remark})")
    return 0


def words(chosen: argparse.Namespace) -> int:
    """List the words of scenario files, or say which entry a word means."""
    from layerproof.queries.commands.word_lists import run

    say_lines(run(chosen.words, width()))
    return 0


def completion(parser: argparse.ArgumentParser, shell: str) -> int:
    """Print the script by which a shell completes the command line."""
    from layerproof.queries.completion import script

    say_lines(script(parser, shell).splitlines(), fit=False)
    return 0


def schema(chosen: argparse.Namespace) -> int:
    """Print the JSON Schema of a format."""
    from layerproof.queries.commands.card_schema import card_schema
    from layerproof.queries.commands.scenario_schema import scenario_schema

    made: dict[str, Any] = card_schema() if chosen.format == "card" else scenario_schema()
    say_json(made)
    return 0
