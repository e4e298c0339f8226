"""Write which numbers the rules of every edition have, cited or not, and the titles that head them.

`python -m layerproof.kb.rulebook.texts.all_numbers RULES` reads the text of each embedded edition in the folder RULES,
and writes `history/all_numbers.yaml`. Of the text only numbers and titles are kept.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path

from layerproof.kb.rulebook.edition import edition_names
from layerproof.kb.rulebook.numbering import NUMBERS, parent_of, spans
from layerproof.kb.rulebook.texts.rules_text import RulesText, read_rules, section_titles

_HEAD = """\
# Every number of the rules, cited or not: of each section and of each rule, from which edition on it has which parts
# (rules by number, subrules by letter; - for none), and its title if it has one; `gone` where there is no such number.
"""
_MOST_WORDS = 6


def parts_in(text: RulesText, titles: Mapping[str, str]) -> dict[str, str]:
    """Give the parts and the title of each section and each rule of a text, as a line of the history has them."""
    parts: dict[str, list[str]] = {}
    for number in text.rules:
        parent = parent_of(number)
        parts.setdefault(parent, []).append(number[len(parent) :].lstrip("."))
        if not number[-1].isalpha():
            parts.setdefault(number, [])
    heads = {**titles, **text.headings}
    return {
        number: f"{spans(found)} {_title(heads.get(number, ''))}".rstrip()
        for number, found in sorted(parts.items(), key=lambda pair: _place(pair[0]))
    }


def _title(text: str) -> str:
    return text if len(text.split()) <= _MOST_WORDS else ""


def _place(number: str) -> tuple[int, int]:
    section, _, rule = number.partition(".")
    return int(section), int(rule or 0)


def history_of(texts: Sequence[tuple[str, Mapping[str, str]]]) -> dict[str, list[str]]:
    """Give the lines of each number's history: one for each edition in which its parts or its title changed.

    >>> history_of([("2010-07-16", {"100": "1-7"}), ("2011-01-01", {"100": "1-7"}), ("2012-01-01", {})])
    {'100': ['2010-07-16 1-7', '2012-01-01 gone']}
    """
    lines: dict[str, list[str]] = {}
    last: dict[str, str] = {}
    for day, found in texts:
        for number in sorted({*found, *last}, key=_place):
            now = found.get(number, "gone")
            if last.get(number, "gone") != now:
                lines.setdefault(number, []).append(f"{day} {now}")
            last[number] = now
    return lines


def main(argv: Sequence[str] | None = None) -> int:
    """Run the tool; see the beginning of this file."""
    parser = argparse.ArgumentParser(prog="all_numbers", description=__doc__)
    parser.add_argument("rules", metavar="RULES", help="the folder of rules texts, each named by its day")
    folder = Path(parser.parse_args(argv).rules)
    texts = []
    for day in edition_names():
        file = next(folder.glob(f"{day}.txt*"))
        texts.append((day, parts_in(read_rules(file), section_titles(file))))
    history = history_of(texts)
    written = [_HEAD]
    for number in sorted(history, key=_place):
        lines = "".join(f"  {line}\n" for line in history[number])
        written.append(f"'{number}': |-\n{lines}" if len(history[number]) > 1 else f"'{number}': '{_one(lines)}'\n")
    NUMBERS.write_text("".join(written), encoding="utf-8")
    print(f"{len(history)} sections and rules of {len(texts)} editions in {NUMBERS}")
    return 0


def _one(lines: str) -> str:
    return lines.strip().replace("'", "''")


if __name__ == "__main__":
    raise SystemExit(main())
