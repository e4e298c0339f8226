"""The commands on cards: importing a card file, showing a card, counting what is understood of a file."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from layerproof.kb.errors import KnowledgeError
from layerproof.queries.terminal import say, say_lines, width, wrapped

if TYPE_CHECKING:
    from layerproof.kb.cards.card_import import ImportReport
    from layerproof.kb.model.raw_card import RawCard

_BAR = 30
_SHOWN = 3


def add_parser(subparsers: Any) -> None:
    """Add `cards` with its commands to the parser of the command line.

    subparsers: what `add_subparsers` of the parser above gave. Source: argparse. It does not promise to set anything
    but the arguments that `run` reads.

    >>> top = argparse.ArgumentParser()
    >>> add_parser(top.add_subparsers(dest="command"))
    >>> top.parse_args(["cards", "import", "cards.json"]).file
    'cards.json'
    """
    about = "import a card file, look up cards"
    cards = subparsers.add_parser("cards", help=about, description=about[0].upper() + about[1:] + ".")
    commands = cards.add_subparsers(dest="about", metavar="COMMAND", required=True)

    def command(name: str, about: str) -> Any:
        return commands.add_parser(name, help=about, description=about[0].upper() + about[1:] + ".")

    imported = command("import", "import a card file of Scryfall or MTGJSON, so that its cards are known")
    imported.add_argument("file", metavar="FILE", help="oracle-cards or AtomicCards, plain or compressed by gzip")
    imported.add_argument("--progress", action="store_true", help="show progress also where no terminal is seen")
    imported.add_argument("--all", action="store_true", help="name every card that something is odd about")

    shown = command("show", "show what is known of a card")
    shown.add_argument("name", metavar="NAME", nargs="+", help="its English name, or that of a face, or words of it")
    shown.add_argument(
        "--cards",
        metavar="FILE",
        dest="card_files",
        action="append",
        default=[],
        help="take cards from this card file first (it may be given more than once)",
    )
    shown.add_argument("--notation", action="store_true", help="show its facts in the notation of this project")

    coverage = command("coverage", "count which abilities are understood, and which are not")
    coverage.add_argument("file", metavar="FILE", nargs="?", help="a card file (default: the cards that are in use)")


def run(args: argparse.Namespace) -> int:
    """Run a command on cards.

    args: as parsed by what `add_parser` added. Returns the exit code 0. Raises KnowledgeError when a file cannot be
    used or a card is not known; an import that fails leaves the old cards in place. Source: the sources of cards of
    this run. It does not promise that what is shown is understood.
    """
    if args.about == "import":
        return _import(args.file, args.progress, args.all)
    if args.about == "show":
        return _show(" ".join(args.name), getattr(args, "notation", False))
    return _coverage(args.file)


def _import(file: str, progress: bool, every: bool) -> int:
    from layerproof.kb.cards.card_import import import_file

    shows = progress or sys.stderr.isatty()
    before = replaced_words()
    try:
        report = import_file(file, bar("read") if shows else None)
    finally:
        if shows:
            sys.stderr.write("\r\x1b[K" if sys.stderr.isatty() else "\n")
            sys.stderr.flush()
    for line in report_lines(report, None if every else _SHOWN):
        say(line)
    if before is not None:
        say(before)
    return 0


def replaced_words() -> str | None:
    """Say which cards an import takes the place of; None where none were imported before."""
    from layerproof.kb.cards.card_index import CardIndex
    from layerproof.kb.cards.data_places import installed_index

    if not installed_index().exists():
        return None
    try:
        index = CardIndex(installed_index())
    except KnowledgeError:
        return "They take the place of an index that could not be read."
    count, label = len(index), index.label
    index.close()
    return (
        f"They take the place of the {count:,} cards of {label} that were imported before. "
        "To use the cards of several files, name each with --cards FILE, or list them in LAYERPROOF_CARDS."
    )


def bar(what: str) -> Callable[[int, int | None], None]:
    """Make a progress bar on the standard error: to be called with how much is done and how much there is.

    >>> callable(bar("read"))
    True
    """
    last = [-1]

    def step(done: int, total: int | None) -> None:
        percent = 100 * done // total if total else 0
        if percent != last[0]:
            last[0] = percent
            filled = _BAR * percent // 100
            sys.stderr.write(f"\r[{'#' * filled}{'.' * (_BAR - filled)}] {percent:3} % {what}")
            sys.stderr.flush()

    return step


def report_lines(report: ImportReport, limit: int | None = _SHOWN) -> list[str]:
    """Tell what an import did, and what is odd about which cards.

    report: of the import. limit: how many cards are named of each kind, None for all. Returns lines. Source: the
    report. It does not promise that what is odd is wrong.

    >>> from layerproof.kb.cards.card_import import ImportReport
    >>> odd = {"unknown layout": ("Glorious Example (round)",)}
    >>> print("\\n".join(report_lines(ImportReport("a.json", "flat", "", 1, 1, 1, odd, 0.5, "b.sqlite"))))
    1 cards (1 faces) from the 1 entries of a.json (flat) in 0.5 s
    index: b.sqlite
    noticed:
      1 unknown layout: Glorious Example (round)
    """
    lines = [
        f"{report.cards:,} cards ({report.faces:,} faces) from the {report.entries:,} entries of {report.file} "
        f"({report.format}) in {report.seconds:.1f} s",
        f"index: {report.index}",
    ]
    if report.odd:
        lines.append("noticed:")
    for kind, names in sorted(report.odd.items(), key=lambda pair: (-len(pair[1]), pair[0])):
        named = ", ".join(names[:limit]) + (", …" if limit is not None and len(names) > limit else "")
        lines.append(f"  {len(names):,} {kind}: {named}")
    return lines


def _show(name: str, notation: bool) -> int:
    from layerproof.kb.cards.card_sources import EMBEDDED, find_card
    from layerproof.kb.cards.store import load_card
    from layerproof.kb.cards.written_facts import card_text
    from layerproof.queries.commands.lookup import card_lines
    from layerproof.queries.commands.named_cards import card_meant

    name, remark = card_meant(name)
    card = load_card(name)  # which complains of a name that is not known
    if remark is not None:
        say(remark, stream=sys.stderr if notation else None)
    if notation:
        say_lines(card_text(card).splitlines(), fit=False)
        return 0
    say_lines(wrapped(card_lines(name, width()), width()))
    found = find_card(name)
    if found is not None and found.source != EMBEDDED:
        say(f"From: {found.source}")
    return 0


def _coverage(file: str | None) -> int:
    from layerproof.kb.cards.card_import import index_for
    from layerproof.kb.cards.card_sources import sources

    index = index_for(file) if file is not None else next(iter(sources()), None)
    if index is None:
        raise KnowledgeError(
            "there are no cards to count", expected="a card file", mend="layerproof cards coverage FILE"
        )
    for line in coverage_lines(index.cards()):
        say(line)
    return 0


def coverage_lines(cards: Iterable[RawCard]) -> list[str]:
    """Count which abilities are understood, as `layerproof.kb.oracle.concerns.coverage` says.

    cards: raw cards. Returns lines. Source: the compiler. It does not promise that an ability that was understood was
    understood rightly.

    >>> coverage_lines([])[0]
    'cards 0'
    """
    from layerproof.kb.oracle.concerns import coverage

    return coverage.coverage_lines(cards)
