"""The command `since`: the edition since which each claim of scenario files has another verdict, and why."""

from __future__ import annotations

import argparse
import textwrap
from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from layerproof.queries.reports.worker_processes import in_order
from layerproof.queries.terminal import say_json, say_lines, watched, width

if TYPE_CHECKING:
    from layerproof.queries.answer.verdict_history import (
        Change,
        History,
        ListChange,
        PolicyChange,
        RowChange,
        RuleChange,
    )
    from layerproof.queries.reports.batch import Found

# How many words of a list that changed are shown; creature types come by the dozen.
_MOST_WORDS = 8
LISTS = "lists"
INVALID = 3


def add_parser(subparsers: Any) -> None:
    """Add `since` to the parser of the command line.

    subparsers: what `add_subparsers` of the parser above gave. Source: argparse. It does not promise to set anything
    but the arguments that `run` reads.

    >>> top = argparse.ArgumentParser()
    >>> add_parser(top.add_subparsers(dest="command"))
    >>> top.parse_args(["since", "a.yaml"]).paths
    ['a.yaml']
    """
    about = "name the edition since which each claim has another verdict, and what of the rules changed there"
    since = subparsers.add_parser(
        "since", help=about, description=about[0].upper() + about[1:] + ".", allow_abbrev=False
    )
    since.add_argument(
        "paths", metavar="PATH", nargs="+", help="a scenario file, or a folder that is searched for them"
    )
    since.add_argument("--json", action="store_true", help="print the histories as JSON")
    since.add_argument("--changed", action="store_true", help="show only the claims whose verdict changes")
    since.add_argument(
        "--bisect",
        action="store_true",
        help="ask only the editions that bisection needs; what changed and changed back may be missed",
    )
    since.add_argument("-j", "--jobs", metavar="N", type=count, default=1, help="work in N processes (default: 1)")
    since.add_argument(
        "--cards",
        metavar="FILE",
        dest="card_files",
        action="append",
        default=[],
        help="take cards from this card file first (it may be given more than once)",
    )


def count(text: str) -> int:
    """Read a number of processes. Raises ArgumentTypeError for what is none.

    >>> count("2")
    2
    """
    if not text.isdigit() or not 1 <= int(text) <= 256:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of processes from 1 to 256")
    return int(text)


def run(args: argparse.Namespace) -> int:
    """Print since when the claims of scenario files have their verdicts.

    args: as parsed by what `add_parser` added. Returns 0, or 3 where a file or a claim cannot be read. Source: the
    embedded editions. It does not promise more than `layerproof.queries.answer.verdict_history.histories`.
    """
    from layerproof.queries.reports.batch import NO_SCENARIO_IN, find_files, without_scenarios

    files = find_files(args.paths)
    found: list[History] = []
    unreadable: list[str] = []
    left_out: list[bool] = []
    work = partial(_file_histories, thorough=not args.bisect)
    for one, wrong in watched(in_order(work, _crashed, files, args.jobs, args.card_files), len(files), "files"):
        found += one
        unreadable += wrong
        left_out.append(not one and not wrong)
    unreadable += [f"{folder}: {NO_SCENARIO_IN}" for folder in without_scenarios(args.paths, files, left_out)]
    shown = [each for each in found if each.changes or not args.changed]
    if args.json:
        say_json({"version": 1, "claims": [each.plain() for each in shown], "unreadable": unreadable})
    else:
        say_lines(text_lines(shown, width()) if shown else ["No claim has a verdict that changes."])
        say_lines(unreadable)
    return INVALID if unreadable else 0


def _file_histories(file: Found, thorough: bool) -> tuple[tuple[History, ...], tuple[str, ...]]:
    """The histories of the claims of a file, and what of it cannot be read."""
    from layerproof.kb.scenario.scenario_file import read_scenarios
    from layerproof.queries.answer.verdict_history import histories

    read = read_scenarios(file.file)
    wrong = tuple(each.message for each in read.unreadable) if file.named or read.scenarios else ()
    return tuple(each for scenario in read.scenarios for each in histories(scenario, thorough)), wrong


def _crashed(file: Found, why: str) -> tuple[tuple[History, ...], tuple[str, ...]]:
    return (), (f"{file.file}: {why}",)


def text_lines(found: Sequence[History], width: int) -> Iterator[str]:
    """Give the lines that tell some histories in words, wrapped to a width."""
    from layerproof.kb.rulebook.editions.edition_asked_for import used_instead

    for number, each in enumerate(found):
        if number:
            yield ""
        name = f" ({each.id})" if each.id else ""
        yield from _wrapped(f"{each.file}:{each.line}: claim {each.claim}{name}: {_spans(each)}", width, "")
        for asked in each.editions:
            if (remark := used_instead(asked)) is not None:
                yield from _wrapped(f"{asked} in the file is answered {remark}", width, "  ")
        for change in each.changes:
            yield from _change_lines(change, width)


def _spans(history: History) -> str:
    """The verdicts and the editions between which each held, both counted."""
    points, changes = history.points, history.changes
    if not changes:
        return f"{points[0].verdict} in every edition since {points[0].edition}"
    spans = [f"{points[0].verdict} until {changes[0].before.edition}"]
    spans += [
        f"{this.after.verdict} since {this.after.edition}"
        if following is None
        else f"{this.after.verdict} from {this.after.edition} to {following.before.edition}"
        for this, following in zip(changes, (*changes[1:], None), strict=True)
    ]
    return ", ".join(spans)


def _change_lines(change: Change, width: int) -> Iterator[str]:
    before, after = change.before, change.after
    yield f"  changed by the edition of {after.edition} (the one before: {before.edition})"
    yield from _wrapped(f"{before.verdict}: {before.message}", width, "    before  ")
    yield from _wrapped(f"{after.verdict}: {after.message}", width, "    since   ")
    for policy in change.policies:
        yield from _wrapped(_policy_words(policy), width, "    policy  ")
    for row in change.rows:
        yield from _wrapped(_row_words(row), width, "    row     ")
    # Lists grow with almost every edition; they are told where they matter, and always as JSON.
    for words in change.lists if LISTS in change.turning or not change.turning else ():
        yield from _wrapped(_list_words(words), width, "    list    ")
    for rule in change.rules:
        yield from _wrapped(_rule_words(rule), width, "    rule    ")
    turns = " together with ".join(change.turning)
    said = f"it turns with {turns}, and with nothing less" if turns else "no single change that we know of turns it"
    yield from _wrapped(said, width, "    by trial  ")


def _policy_words(policy: PolicyChange) -> str:
    mark = " (turns the verdict)" if policy.turns else ""
    words = f"{policy.name}{mark}: {policy.before} -> {policy.after}. {policy.gloss}"
    return f"{words} Before: {policy.meant} Since: {policy.means}" if policy.turns or policy.cited else words


def _row_words(row: RowChange) -> str:
    before = "not there" if row.before is None else ", ".join(row.before)
    after = "not there" if row.after is None else ", ".join(row.after)
    return f"{row.key}: {before} -> {after}" if before != after else f"{row.key}: the order within it is another"


def _list_words(words: ListChange) -> str:
    parts = []
    for verb, several in (("came", words.added), ("went", words.removed)):
        if several:
            more = f" and {len(several) - _MOST_WORDS} more" if len(several) > _MOST_WORDS else ""
            parts.append(f"{', '.join(several[:_MOST_WORDS])}{more} {verb}")
    return f"{words.name}: {'; '.join(parts)}"


def _rule_words(rule: RuleChange) -> str:
    if rule.before is None:
        number = f"new as {rule.after}"
    elif rule.after is None:
        number = f"{rule.before} -> no such rule"
    else:
        number = f"{rule.before} -> {rule.after}" if rule.before != rule.after else rule.before
        number += ", reworded" if rule.reworded else ""
    cited = "" if rule.cited else " (not cited; the policy rests on it)"
    return f"{rule.key}{cited}: {number}. {rule.gloss}"


def _wrapped(text: str, width: int, head: str) -> list[str]:
    indent = " " * (len(head) or 4)
    return textwrap.wrap(text, width, initial_indent=head, subsequent_indent=indent, break_on_hyphens=False)
