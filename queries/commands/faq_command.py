"""The command `faq new`: the file of a new entry of an FAQ, ready to be filled in."""

from __future__ import annotations

import argparse
import re
import textwrap
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from layerproof.kb.errors import KnowledgeError
from layerproof.queries.terminal import say

_ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*$")
_CURRENT = "current"
_WIDTH = 116


def add_parser(subparsers: Any) -> None:
    """Add `faq` with its command `new` to the parser of the command line.

    subparsers: what `add_subparsers` of the parser above gave. Source: argparse. It does not promise to set anything
    but the arguments that `run` reads.

    >>> top = argparse.ArgumentParser()
    >>> add_parser(top.add_subparsers(dest="command"))
    >>> top.parse_args(["faq", "new", "flip-09"]).id
    'flip-09'
    """
    about = "keep an FAQ whose answers are claims"
    faq = subparsers.add_parser("faq", help=about, description=about[0].upper() + about[1:] + ".", allow_abbrev=False)
    commands = faq.add_subparsers(dest="faq_command", metavar="COMMAND", required=True)
    made = "write the file of a new entry, to be filled in"
    new = commands.add_parser("new", help=made, description=made[0].upper() + made[1:] + ".", allow_abbrev=False)
    new.add_argument("id", metavar="ID", help="the name of the entry, such as flip-09")
    new.add_argument("--topic", help="the folder under which it stands (default: the ID without its number)")
    new.add_argument("--question", default="", help="the question")
    new.add_argument("--answer", default="", help="the answer")
    new.add_argument("--source", default="", help="where question and answer come from")
    new.add_argument(
        "--edition",
        metavar="DATE",
        dest="editions",
        action="append",
        default=[],
        help="an edition under which its claims are checked; it may be given more than once "
        "(default: today's by its date, and current)",
    )
    new.add_argument("--folder", default="faq", help="the folder of the FAQ (default: faq)")


def run(args: argparse.Namespace) -> int:
    """Write the file of a new entry and print where it is.

    args: as parsed by what `add_parser` added. Returns 0. Raises KnowledgeError as `create` does, and then writes
    nothing. Source: the format of scenario files. It does not promise that the new entry says anything yet.
    """
    say(str(create(args.folder, args.id, args.topic, args.question, args.answer, args.source, args.editions)))
    return 0


def create(
    folder: str | Path,
    name: str,
    topic: str | None = None,
    question: str = "",
    answer: str = "",
    source: str = "",
    editions: Sequence[str] = (),
) -> Path:
    """Write the file of a new entry of an FAQ, FOLDER/TOPIC/ID.yaml.

    folder: of the FAQ; it is made where it is not there. name: the ID of the entry; topic: its folder, by default the
    ID without its number. The rest is as in `scaffold`. Returns the path. Raises KnowledgeError for an ID or a topic
    that is no name, an edition that is none, a file that is there already and a folder in which nothing can be written.
    """
    text = scaffold(name, topic, question, answer, source, editions)
    path = Path(folder) / (topic or _topic(name)) / f"{name}.yaml"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise KnowledgeError(f"there is an entry {name!r} already", expected="a new ID", file=str(path)) from None
    except OSError as error:
        raise KnowledgeError(f"the file cannot be written: {error}", file=str(path)) from None
    return path


def scaffold(
    name: str,
    topic: str | None = None,
    question: str = "",
    answer: str = "",
    source: str = "",
    editions: Sequence[str] = (),
) -> str:
    """Make the text of a new entry of an FAQ: a scenario file with places to be filled in.

    name: the ID; the first claim has it with an `a`. question, answer, source: what is not given is left to be filled
    in. editions: dates or `current`; by default the newest edition by its date, which dates the entry, and `current`.
    Returns YAML that is invalid, and says why, until its title, each text and the claim are filled in. Raises
    KnowledgeError for a name or an edition that is none. Source: the format of scenario files.

    >>> scaffold("flip-09", question="Does it flip?").splitlines()[1:4]
    ['topic: flip', 'question: >-', '  Does it flip?']
    """
    from layerproof.kb.rulebook.edition import load_edition
    from layerproof.kb.scenario.placeholders import TODO

    for each in (name, topic or _topic(name)):
        if not _ID.match(each):
            expected = "lower case letters, digits and single hyphens, such as flip-09"
            raise KnowledgeError(f"{each!r} is no name of an entry", expected=expected)
    dates = list(editions) or [load_edition(_CURRENT).name, _CURRENT]
    for date in dates:
        load_edition(date)
    listed = ", ".join(dict.fromkeys(dates))
    lines = [
        f"scenario: '{TODO} a title of {name} in one line'",
        f"topic: {topic or _topic(name)}",
        *_block("question", question, TODO),
        *_block("answer", answer, TODO),
        *_block("source", source, TODO),
        "timeline: []                    # what happened, oldest first; a claim about lists of the rules needs none",
        "#  - {enters: NAME OF A CARD, as: LABEL}",
        "claims:",
        f"  - id: {name}a                # one claim for each thing that the answer says",
        f"    edition: [{listed}]",
        f"    not_modelled: '{TODO} what the answer says of what happened, such as the next line, in place of this'",
        "    # LABEL: {pt: 3/2, has: [flying]}",
    ]
    return "\n".join(lines) + "\n"


def _topic(name: str) -> str:
    return re.sub(r"-[0-9]+$", "", name)


def _block(key: str, text: str, unfilled: str) -> list[str]:
    """A key with a folded text under it, or with words that begin with `unfilled` where there is no text."""
    words = " ".join(text.split()) or f"{unfilled} the {key}, in your own words"
    return [f"{key}: >-", *(f"  {line}" for line in textwrap.wrap(words, _WIDTH))]
