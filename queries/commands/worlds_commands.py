"""The commands that ask about worlds, on the command line: their arguments, and which question each asks."""

from __future__ import annotations

import argparse
from typing import Any


def add_parsers(commands: Any) -> None:
    """Add the commands `outcomes`, `counterexample`, `why-depends` and `actions` to the subparsers of a parser."""
    _outcomes(_command(commands, "outcomes", "show every outcome of scenarios with unknowns, and when each occurs"))
    _counterexample(_command(commands, "counterexample", "search for the smallest world in which a claim fails"))
    about = "show on which facts of a scenario the answer to each claim depends"
    depends = _command(commands, "why-depends", about)
    depends.add_argument("file", metavar="FILE", help="a scenario file")
    _add_common(depends)
    may = _command(commands, "actions", "show what a player may do at the end of scenarios, and why not the rest")
    may.add_argument("file", metavar="FILE", help="a scenario file")
    may.add_argument("--player", metavar="PLAYER", help="who acts (default: the first player)")
    _add_common(may)


def run(chosen: argparse.Namespace) -> int:
    """Ask the question of the command that was chosen; returns the exit code. What it needs is imported only here."""
    if chosen.edition is not None:
        from layerproof.kb.rulebook.edition import load_edition

        load_edition(chosen.edition)
    if chosen.command == "outcomes":
        from layerproof.queries.answer import all_outcomes

        return all_outcomes.run(chosen)
    if chosen.command == "counterexample":
        from layerproof.queries.answer import counterexample

        return counterexample.run(chosen)
    if chosen.command == "actions":
        from layerproof.queries.answer import possible_actions

        return possible_actions.run(chosen)
    from layerproof.queries.answer import needed_facts as depends

    return depends.run(chosen)


def _command(commands: Any, name: str, about: str) -> Any:
    return commands.add_parser(name, help=about, description=about[0].upper() + about[1:] + ".", allow_abbrev=False)


def _add_common(parser: Any) -> None:
    parser.add_argument("--edition", metavar="DATE", help="the edition of the rules, whatever the scenario names")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    parser.add_argument(
        "--cards",
        metavar="FILE",
        dest="card_files",
        action="append",
        default=[],
        help="take cards from this card file first (it may be given more than once)",
    )


def _outcomes(parser: Any) -> None:
    parser.add_argument("file", metavar="FILE", help="a scenario file")
    parser.add_argument(
        "--of",
        metavar="LABEL[.KEY]",
        action="append",
        default=[],
        help="what is asked, such as beast.pt (default: what the claims ask)",
    )
    _add_common(parser)


def _counterexample(parser: Any) -> None:
    parser.add_argument("file", metavar="FILE", help="a scenario file whose claims leave something open")
    parser.add_argument("--limit", metavar="SECONDS", type=_seconds, help="stop after so many seconds for each claim")
    parser.add_argument("--save", metavar="FILE", help="write the counterexample into this file, as a scenario")
    parser.add_argument("--save-proof", metavar="FILE", help="write the proof of the opposite into this file, as JSON")
    _add_common(parser)


def _seconds(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0 < number < 1e9:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of seconds")
    return number
