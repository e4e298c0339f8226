"""The command line: which questions may be asked, and how faults are told."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from layerproof import __version__
from layerproof.kb.errors import KnowledgeError
from layerproof.queries.commands import (
    cards_command,
    check_command,
    faq_command,
    since_command,
    worlds_commands,
)
from layerproof.queries.terminal import complain
from layerproof.queries.usage import WRONG_USAGE, Parser, with_examples

INTERRUPTED = 130
NOBODY_READS = 141
_VERDICTS = """\
exit codes:
  0 everything is proved
  1 something is refuted
  2 nothing is refuted but something is undecided
  3 something is invalid or the command was used wrongly
"""


def parser() -> Parser:
    """Make the parser of the command line.

    >>> parser().parse_args(["check", "a.yaml", "--json"]).paths
    ['a.yaml']
    """
    top = Parser(
        prog="layerproof",
        description="Proves what Magic: The Gathering objects are, what may be done and what triggers, by which rules.",
        epilog=_VERDICTS,
        allow_abbrev=False,
    )
    top.add_argument("--version", action="version", version=f"layerproof {_version()}")
    commands = top.add_subparsers(dest="command", metavar="COMMAND", required=True)

    def command(name: str, about: str, group: argparse._SubParsersAction[Parser] = commands) -> Parser:
        return group.add_parser(name, help=about, description=about[0].upper() + about[1:] + ".", allow_abbrev=False)

    prove = command("prove", "show each object of scenarios and the verdict on each claim")
    prove.add_argument("files", metavar="FILE", nargs="+", help="a scenario file")
    _add_why(prove)
    prove.add_argument("--save-proof", metavar="FILE", help="write the proofs to this file, as a JSON list")

    check = command("check", "check the claims of many scenarios")
    check.add_argument(
        "paths", metavar="PATH", nargs="+", help="a scenario file, or a folder that is searched for them"
    )
    check.add_argument("--json", action="store_true", help="print the report as JSON")
    check.add_argument(
        "--edition", metavar="DATE", help="check under this edition of the rules, whatever the files name"
    )
    check.add_argument(
        "-j", "--jobs", metavar="N", type=since_command.count, default=1, help="work in N processes (default: 1)"
    )
    check.add_argument("--proofs", metavar="DIR", help="save each proof in this folder")
    check_command.add_arguments(check)

    since_command.add_parser(commands)
    worlds_commands.add_parsers(commands)
    faq_command.add_parser(commands)

    show = command("show", "show what cards are that enter the battlefield in this order")
    show.add_argument(
        "cards", metavar="CARD", nargs="+", help='a card: NAME, or "NAME: key=value,…" (level=1, +1/+1=2, …)'
    )
    _add_why(show)
    show.add_argument("--proof", action="store_true", help="explain every characteristic of every object")
    show.add_argument("--save-proof", metavar="FILE", help="write the proof to this file, as JSON")
    show.add_argument("--any-order", action="store_true", help="they entered in an unknown order: show every end")

    verify = command("verify", "check saved proofs with the independent checker")
    verify.add_argument("proofs", metavar="PROOF", nargs="+", help="a file of one proof or of a list of them")
    verify.add_argument("--against", metavar="FILE", help="the proofs must be of scenarios of this file as it is now")

    cards_command.add_parser(commands)

    rules = command("rules", "look up rules").add_subparsers(dest="about", metavar="COMMAND", required=True)
    rule = command("show", "show a rule by its number, by its key or by words", rules)
    rule.add_argument("rule", metavar="NUMBER|KEY|WORD", nargs="+", help="a number, a key, or words of it")
    rule.add_argument(
        "--edition", metavar="DATE", default="current", help="the edition of the rules (default: current)"
    )
    listed = command("list", "list the rules that can be cited", rules)
    listed.add_argument(
        "--edition", metavar="DATE", default="current", help="the edition of the rules (default: current)"
    )

    for reader in (prove, check, show, verify):
        reader.add_argument(
            "--cards",
            metavar="FILE",
            dest="card_files",
            action="append",
            default=[],
            help="take cards from this card file first (it may be given more than once)",
        )

    words = command("words", "list the words of scenario files, or name the entry that a word means")
    words.add_argument("words", metavar="LIST|WORD", nargs="*", help="entries, facts, choices, claims…; or any word")

    schema = command("schema", "print the JSON Schema of a format, for editors")
    schema.add_argument("format", nargs="?", choices=("scenario", "card"), default="scenario")

    completion = command("completion", "print the script by which a shell completes commands and options")
    completion.add_argument("shell", choices=("bash", "zsh", "fish"))
    return with_examples(top)


def _add_why(command: Parser) -> None:
    command.add_argument(
        "--why",
        metavar="LABEL[.CHARACTERISTIC]",
        action="append",
        default=[],
        help="explain, with the rule of each step",
    )
    command.add_argument("--graph", choices=("mermaid", "dot"), help="draw which effects depend on which")
    command.add_argument("--edition", metavar="DATE", help="the edition of the rules, whatever the scenario names")


def _version() -> str:
    return __version__


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line.

    argv: the arguments after the name of the command; by default those of the process. Returns the exit code: those
    of verdicts (docs/scenario-format.md), 3 also for wrong usage and faults of the program, 130 after Ctrl-C. It
    never ends with a traceback; LAYERPROOF_DEBUG=1 shows one before the message.

    >>> main(["schema", "nothing"])
    3
    """
    try:
        chosen = parser().parse_args(argv)
        code = _run(chosen)
        sys.stdout.flush()
        return code
    except SystemExit as leaving:
        return leaving.code if isinstance(leaving.code, int) else WRONG_USAGE
    except KnowledgeError as error:
        for number, each in enumerate(error.errors):
            complain(f"layerproof: {each}" if not number else str(each))
        for line in getattr(error, "lines", ()):
            complain(f"  {line}")
        return WRONG_USAGE
    except KeyboardInterrupt:
        complain("layerproof: interrupted")
        return INTERRUPTED
    except BrokenPipeError:
        # Nobody reads any more; what is still buffered must not fail again when Python ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return NOBODY_READS
    except Exception as error:
        if os.environ.get("LAYERPROOF_DEBUG") == "1":
            import traceback

            traceback.print_exc()
        complain(f"layerproof: internal error: {type(error).__name__}: {error} (please report)")
        return WRONG_USAGE


def _run(chosen: argparse.Namespace) -> int:
    """Ask the question that was chosen; what it needs is imported only here."""
    from layerproof.queries.commands import common_commands

    if getattr(chosen, "card_files", None):
        from layerproof.kb.cards.card_sources import sources, use_sources

        use_sources(chosen.card_files)
        sources()
    match chosen.command:
        case "prove":
            return common_commands.prove(chosen)
        case "check":
            return common_commands.check(chosen)
        case "since":
            return since_command.run(chosen)
        case "outcomes" | "counterexample" | "why-depends" | "actions":
            return worlds_commands.run(chosen)
        case "faq":
            return faq_command.run(chosen)
        case "show":
            return common_commands.show(chosen)
        case "verify":
            return common_commands.verify(chosen)
        case "cards":
            return cards_command.run(chosen)
        case "rules":
            return common_commands.rules(chosen)
        case "words":
            return common_commands.words(chosen)
        case "completion":
            return common_commands.completion(parser(), chosen.shell)
        case _:
            return common_commands.schema(chosen)


if __name__ == "__main__":
    sys.exit(main())
