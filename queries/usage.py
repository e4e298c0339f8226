"""How the command line is explained: near matches for what was misspelt, and examples in the help of each command."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from typing import Any, Final, NoReturn

from layerproof.kb.errors import nearest
from layerproof.queries.terminal import complain, wrapped

WRONG_USAGE = 3

# By the command, as it is typed: examples, each with what it does.
EXAMPLES: Final[dict[str, tuple[tuple[str, str], ...]]] = {
    "layerproof": (
        ("layerproof show CARD CARD", "what cards are that enter one after the other"),
        ("layerproof prove FILE --why LABEL.pt", "a scenario, its verdicts, and why"),
        ("layerproof check FOLDER", "all claims of a folder"),
        ("layerproof rules show legend rule", "a rule by words"),
    ),
    "layerproof prove": (
        ("layerproof prove god.yaml", "the objects at the end, and each claim"),
        ("layerproof prove god.yaml --why beast.pt", "why, with the rule of each step"),
        ("layerproof prove god.yaml --edition 2012-10-01", "under the rules of that day"),
    ),
    "layerproof check": (
        ("layerproof check scenarios -j 4", "a folder, in four processes"),
        ("layerproof check scenarios --json", "the report as JSON"),
        ("layerproof check faq --html faq.html", "the report as a page"),
    ),
    "layerproof since": (("layerproof since faq.yaml", "since which edition an answer is another, and why"),),
    "layerproof outcomes": (
        ("layerproof outcomes open.yaml", "every outcome, and when it occurs"),
        ("layerproof outcomes open.yaml --of beast.pt", "of one characteristic"),
    ),
    "layerproof counterexample": (
        ("layerproof counterexample open.yaml", "the smallest world in which a claim fails"),
        ("layerproof counterexample open.yaml --save small.yaml", "written as a scenario"),
    ),
    "layerproof why-depends": (("layerproof why-depends god.yaml", "the facts on which each answer rests"),),
    "layerproof actions": (
        ("layerproof actions turn.yaml", "what the first player may do at the end"),
        ("layerproof actions turn.yaml --player opponent", "what another player may do"),
    ),
    "layerproof faq new": (
        (
            'layerproof faq new mana-cost-01 --question "Has a land a mana cost?" --answer "No."',
            "a new entry, to be filled in",
        ),
    ),
    "layerproof show": (
        ("layerproof show grizzly", "a card by a word of its name"),
        ('layerproof show grizzly "humility: as=hum" --why hum.types', "two cards, and why"),
        ('layerproof show "grizzly: +1/+1=2, controller=opponent"', "with counters"),
        ("layerproof show opalescence humility --any-order", "every end"),
    ),
    "layerproof verify": (
        ("layerproof verify proof.json", "check a saved proof again"),
        ("layerproof verify proof.json --against god.yaml", "it must be of this scenario"),
    ),
    "layerproof cards import": (("layerproof cards import oracle-cards.json", "know all cards of that file"),),
    "layerproof cards show": (
        ("layerproof cards show emrakul aeons", "a card by words of its name"),
        ('layerproof cards show grizzly --notation', "its facts"),
    ),
    "layerproof cards coverage": (("layerproof cards coverage oracle-cards.json", "how much of it is understood"),),
    "layerproof rules show": (
        ("layerproof rules show 704", "all rules of a section"),
        ("layerproof rules show legend rule", "rules by words"),
        ("layerproof rules show order.timestamp --edition 2012-10-01", "by key, on a day"),
    ),
    "layerproof rules list": (("layerproof rules list --edition 2012-10-01", "the rules that can be cited"),),
    "layerproof words": (
        ("layerproof words bounce", "which entry of a scenario says it"),
        ("layerproof words facts", "all facts that may be told"),
    ),
    "layerproof schema": (("layerproof schema scenario", "for an editor"),),
    "layerproof completion": (
        ('eval "$(layerproof completion bash)"', "in .bashrc"),
        ("layerproof completion zsh > _layerproof", "in a folder of fpath"),
        ("layerproof completion fish | source", "in config.fish"),
    ),
}
_CHOICE: Final = re.compile(r"argument [^:]+: invalid choice: ('[^']*'|\"[^\"]*\") \(choose from (.*)\)")


class Formatter(argparse.HelpFormatter):
    """Help of which each line keeps its place, and is wrapped where the terminal is narrower."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return "\n".join(f"{indent}{line}" for line in wrapped(text.splitlines(), width - len(indent)))

    def _format_usage(self, *given: Any) -> str:
        told = super()._format_usage(*given)
        if max(map(len, told.splitlines())) <= self._width:
            return told
        return "\n".join(wrapped([" ".join(told.split())], self._width)) + "\n\n"


class Parser(argparse.ArgumentParser):
    """A parser whose complaint is one line, with the nearest word and the exit code of what is invalid."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **{"formatter_class": Formatter, **named})

    def error(self, message: str) -> NoReturn:
        """Say what is wrong with the arguments, and leave."""
        complain(f"{self.prog}: {self._nearer(message)} Try: {self.prog} --help.")
        raise SystemExit(WRONG_USAGE)

    def _nearer(self, message: str) -> str:
        """The complaint with the nearest command or option, in place of a list of all."""
        chosen = _CHOICE.search(message)
        if chosen is not None:
            word, listed = chosen[1][1:-1], re.findall(r"[\w-]+", chosen[2])
            close = nearest(word, listed, 1)
            meant = f"did you mean {close[0]!r}?" if close else "one of " + ", ".join(listed) + "."
            return f"there is no {word!r} here: {meant}"
        odd = message.partition("unrecognized arguments: ")[2].split()
        close = nearest(odd[0], sorted(set(options(self))), 1) if odd and odd[0].startswith("-") else []
        return f"{message}: did you mean {close[0]!r}?" if close else f"{message}."


def options(parser: argparse.ArgumentParser) -> Iterator[str]:
    """Give the options of a parser and of all commands below it."""
    for each in (parser, *(below for _, below in commands(parser))):
        for action in each._actions:
            yield from action.option_strings


def commands(parser: argparse.ArgumentParser) -> Iterator[tuple[str, argparse.ArgumentParser]]:
    """Give the commands below a parser, each with how it is typed.

    >>> list(commands(Parser(prog="alone")))
    []
    """
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for below in action.choices.values():
                yield below.prog, below
                yield from commands(below)


def with_examples(parser: Parser) -> Parser:
    """Put the examples of each command at the end of its help; gives the parser back.

    >>> "examples:" in with_examples(Parser(prog="layerproof")).format_help()
    True
    """
    for typed, each in ((parser.prog, parser), *commands(parser)):
        lines = [f"  {example}\n      {about}" for example, about in EXAMPLES.get(typed, ())]
        if lines:
            each.epilog = "\n".join(["examples:", *lines, *(["", each.epilog] if each.epilog else [])])
    return parser
