"""The text of the rules as numbered rules, and the masked form by which one rule is known again in another edition.

A rules text is read from the disk of the person who has it. Nothing of it is kept: only numbers and digests are.
"""

from __future__ import annotations

import gzip
import hashlib
import re
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from functools import cached_property
from pathlib import Path

from layerproof.kb.errors import KnowledgeError
from layerproof.kb.files.ordinary_files import refuse_strange_file

DIGEST_LENGTH = 12
MAX_BYTES = 20_000_000

_RULE_LINE = re.compile(r"^(\d{3}\.\d+[a-z]?)\.?\s+(\S.*)$")
_SECTION_LINE = re.compile(r"^(\d{3})\. ([A-Z][^\r\n]*)\r?$", re.MULTILINE)
_RULE_NUMBER = re.compile(r"\b\d{3}\.\d+[a-z]*(?:[-–][0-9.]*[a-z]*)?")
_SECTION_NUMBER = re.compile(r"\b(rules?|section) \d{3}\b")
_PUBLISHED = re.compile(r"effective as of (\w+ \d+, ?\d{4})")
_SAME = str.maketrans({"“": '"', "”": '"', "‘": "'", "’": "'", "—": "-", "–": "-", "−": "-", "®": "", "™": "", "_": ""})


@dataclass(frozen=True)
class RulesText:
    """One edition as text: the date of its publication and the rules by number, in the order of the book."""

    published: date
    rules: Mapping[str, str]

    @cached_property
    def masked(self) -> Mapping[str, str]:
        """The masked text of each rule, by number; a rule that is only a heading includes its subrules."""
        return {number: mask(self._whole(number)) for number in self.rules}

    @cached_property
    def headings(self) -> Mapping[str, str]:
        """The rules that are only headings, such as the name of a keyword, by number."""
        return {
            number: text
            for number, text in self.rules.items()
            if number[-1].isdigit() and not text.endswith((".", '"', ")", ":"))
        }

    def _whole(self, number: str) -> str:
        text = self.rules[number]
        if number not in self.headings:
            return text
        # A heading alone says nothing that a review could compare.
        parts = [rule for other, rule in self.rules.items() if other[:-1] == number and other[-1].isalpha()]
        return " ".join([text, *parts])


def read_rules(path: str | Path) -> RulesText:
    """Read a rules text, packed with gzip or not, as numbered rules.

    Examples, the contents and the glossary are left out. The date is that of the file's name (`2026-01-16.txt.gz`),
    else the one in the text. Raises `KnowledgeError` for a file that cannot be read, that says no date, or in which
    there are no numbered rules. It does not promise that every line is understood: a line
    that belongs to no rule is skipped.
    """
    text = _text_of(path)
    rules = split_rules(text)
    if not rules:
        raise KnowledgeError(
            "there are no numbered rules in this text", file=str(path), expected="lines that begin with a rule number"
        )
    return RulesText(_published(Path(path), text), rules)


def section_titles(path: str | Path) -> dict[str, str]:
    """Give the titles of the sections of a rules text by their numbers of three digits. Raises as `read_rules` does."""
    found = _SECTION_LINE.findall(_text_of(path).translate(_SAME))
    return {number: title.strip() for number, title in found}


def _text_of(path: str | Path) -> str:
    """The text of a file, packed or not."""
    file = Path(path)
    refuse_strange_file(file, "a text of the rules")
    try:
        with gzip.open(file) if file.suffix == ".gz" else file.open("rb") as opened:
            data = opened.read(MAX_BYTES + 1)
        if len(data) > MAX_BYTES:
            what = f"the rules text is longer than {MAX_BYTES // 1_000_000} MB"
            raise KnowledgeError(what, file=str(path), expected="the Comprehensive Rules as text")
        text = data.decode("utf-8-sig")
    except (OSError, EOFError, zlib.error, UnicodeDecodeError) as error:
        raise KnowledgeError(
            f"the rules text cannot be read: {error}",
            file=str(path),
            expected="a text in UTF-8, packed with gzip or not",
            mend="check the path",
        ) from None
    return text


def split_rules(text: str) -> dict[str, str]:
    """Split a rules text into its numbered rules, in the order of the book.

    The result maps a number to the text of the rule with straight quotation marks; a list that belongs to a rule is
    part of it, an example is not. A number that stands twice keeps its first text.

    >>> number = ".".join(["707", "2"])
    >>> split_rules(f"7. Rules\\n{number}. The copy “acquires” values.\\nExample: A Clone.")[number]
    'The copy "acquires" values.'
    """
    rules: dict[str, str] = {}
    current: str | None = None
    for raw in text.splitlines():
        line = raw.strip().translate(_SAME)
        match = _RULE_LINE.match(line)
        if match:
            number, rest = match.groups()
            current = number if number not in rules else None
            if current is not None:
                rules[current] = " ".join(rest.split())
        elif not line or line.startswith("Example:"):
            current = None
        elif current is not None:
            rules[current] += " " + " ".join(line.split())
    return rules


def mask(text: str) -> str:
    """Hide what changes in a rule without a change of its meaning: rule numbers, kinds of quotation marks, spaces.

    >>> mask("See rule 613,  “Interaction of Continuous Effects.”")
    'See rule #, "Interaction of Continuous Effects."'
    """
    plain = " ".join(text.translate(_SAME).split())
    return _SECTION_NUMBER.sub(r"\1 #", _RULE_NUMBER.sub("#", plain))


def digest(masked: str) -> str:
    """Name a masked text by the beginning of its SHA-256, in hexadecimal digits.

    >>> digest("")
    'e3b0c44298fc'
    """
    return hashlib.sha256(masked.encode()).hexdigest()[:DIGEST_LENGTH]


def _published(file: Path, text: str) -> date:
    # Archives name a text by the day of its publication; it may say that it is effective some days later.
    try:
        return date.fromisoformat(file.name.split(".")[0])
    except ValueError:
        pass
    match = _PUBLISHED.search(text[:2000])
    if match:
        try:
            return datetime.strptime(match[1].replace(", ", ",").replace(",", ", "), "%B %d, %Y").date()
        except ValueError:
            pass
    raise KnowledgeError(
        "the rules text does not say its date",
        file=str(file),
        expected="a file name such as 2026-01-16.txt.gz, or 'effective as of' with a date in the text",
    )
