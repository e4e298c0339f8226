"""The report of a batch as one HTML page, which opens offline and asks nothing of any other place."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterable, Sequence
from html import escape as html_escape
from pathlib import Path

import msgspec

from layerproof.kb.rulebook.edition import edition_names
from layerproof.queries.answer.verdicts import VERDICTS
from layerproof.queries.printable import printable
from layerproof.queries.reports.file_report import FileReport
from layerproof.queries.reports.report import Result
from layerproof.queries.reports.report_entries import Branch, Entry, Stated, Told

_HERE = Path(__file__).parent
_MARKS = {"proved": "\N{CHECK MARK}", "refuted": "\N{BALLOT X}", "undecided": "?", "invalid": "!"}
# What is to be looked at first.
_URGENCY = ("stale", "refuted", "invalid", "undecided", "proved", "empty")
# How long a claim may be to be seen as a whole, and how much of a longer one is seen.
_LONG, _SEEN = 320, 200
_FILTERS = ("stale", "changed", *VERDICTS)


Pairs = tuple[tuple[Result, Told], ...]


class Shown(msgspec.Struct, frozen=True):
    """An entry as the page shows it: a scenario, and those after it in the file that belong to the same question.

    parts: each scenario with its results, and the proof of each in words where there is one.
    """

    file: str
    parts: tuple[tuple[Entry, Pairs], ...]

    @property
    def results(self) -> tuple[Result, ...]:
        """All its results."""
        return tuple(result for _, pairs in self.parts for result, _ in pairs)

    @property
    def marks(self) -> tuple[str, ...]:
        """By what it can be filtered: the verdicts that occur, whether it is stale, and whether a verdict changed."""
        claims = [[result for result, _ in group] for _, pairs in self.parts for group in grouped(pairs).values()]
        found = {result.verdict for result in self.results}
        found |= {"stale"} if any(is_stale(each) for each in claims) else set()
        found |= {"changed"} if any(len({each.verdict for each in claim}) > 1 for claim in claims) else set()
        return tuple(mark for mark in _FILTERS if mark in found)

    @property
    def mark(self) -> str:
        """What is most urgent about it."""
        return next((mark for mark in _URGENCY if mark in self.marks), "empty")


def is_stale(results: Sequence[Result]) -> bool:
    """Say whether one claim shows a stale answer: proved under its oldest edition, refuted under its newest.

    results: of one claim, one for each edition, in any order.
    """
    order = sorted((each for each in results if each.edition in edition_names()), key=_age)
    return len(order) > 1 and order[0].verdict == "proved" and order[-1].verdict == "refuted"


def _age(result: Result) -> int:
    return edition_names().index(result.edition) if result.edition in edition_names() else -1


def grouped(results: Iterable[tuple[Result, Told]]) -> dict[int, list[tuple[Result, Told]]]:
    """Gather results by their claims, in the order of the file, those of one claim by the age of the edition."""
    groups: dict[int, list[tuple[Result, Told]]] = {}
    for result, words in results:
        groups.setdefault(result.claim, []).append((result, words))
    for group in groups.values():
        group.sort(key=lambda pair: _age(pair[0]))
    return dict(sorted(groups.items()))


def shown_entries(reports: Iterable[FileReport]) -> tuple[Shown, ...]:
    """Give the entries of several files as the page shows them: stale ones first, then by what is to be looked at.

    reports: of files, with their entries. A result belongs to the last scenario that begins at or above its line; those
    of a file that cannot be read get an entry of their own. A scenario without a question belongs to the question
    before it in its file.
    """
    found: list[Shown] = []
    for report in reports:
        words = report.told or tuple(Told() for _ in report.results)
        pairs = list(zip(report.results, words, strict=True))
        entries = report.entries or ((Entry("", 0),) if pairs else ())
        parts: list[tuple[Entry, Pairs]] = []
        for number, entry in enumerate(entries):
            start = entry.line if number else 0
            end = entries[number + 1].line if number + 1 < len(entries) else None
            own = [pair for pair in pairs if start <= pair[0].line and (end is None or pair[0].line < end)]
            if parts and (entry.question or not parts[0][0].question):
                found.append(Shown(report.file, tuple(parts)))
                parts = []
            parts.append((entry, tuple(own)))
        if parts:
            found.append(Shown(report.file, tuple(parts)))
    return tuple(sorted(found, key=lambda shown: _URGENCY.index(shown.mark)))


def html_page(reports: Sequence[FileReport], title: str = "Checked answers", made: str = "") -> str:
    """Write the report of a batch as an HTML page.

    reports: one for each file, with their entries and their proofs in words. title: of the page. made: when and with
    what it was made. Returns the text of the page: for each entry the question, the answer, the claims, the verdict
    under each edition with the proof folded in, and what happened; stale answers first. The page holds all it needs,
    and a policy in it forbids any other script, style or request. All texts of files are escaped. Source: the results
    and the files that were checked. It does not promise that a proof is told in full; `--proofs` saves whole ones.

    >>> "No entry fits." in html_page([])
    True
    """
    entries = shown_entries(reports)
    style, script = _asset("page.css"), _asset("page.js")
    values = {
        "title": escape(title),
        "about": escape(_about(entries)),
        "filters": _filters(entries),
        "entries": "\n".join(_entry_html(each) for each in entries),
        "made": escape(made),
        "style": style,
        "style_hash": _hash(style),
        "script": script,
        "script_hash": _hash(script),
    }
    # One pass: what looks like a place to fill in within a text is left as it is.
    return re.sub(r"\{\{(\w+)\}\}", lambda match: values[match[1]], _asset("page.html"))


def escape(text: str) -> str:
    """A text of a file within the page: neither a part of the page nor anything that turns what is seen round."""
    return html_escape(printable(text, keep="\n\t"))


def _asset(name: str) -> str:
    return (_HERE / name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def _about(entries: Sequence[Shown]) -> str:
    results = [result for each in entries for result in each.results]
    said = f"{_counted(len(entries), 'entry', 'entries')}, {_counted(len(results), 'verdict', 'verdicts')}"
    editions = sorted({result.edition for result in results if result.edition})
    if not editions:
        return said
    listed = ", ".join(editions[:-1]) + " and " + editions[-1] if len(editions) > 1 else editions[0]
    return f"{said} under the rules of {listed}"


def _counted(number: int, one: str, several: str) -> str:
    return f"{number} {one if number == 1 else several}"


def _filters(entries: Sequence[Shown]) -> str:
    counts = {mark: sum(mark in each.marks for each in entries) for mark in _FILTERS}
    return "".join(
        f'<button type="button" data-mark="{mark}" aria-pressed="false">{mark} <span>{count}</span></button>'
        for mark, count in counts.items()
        if count
    )


def _entry_html(shown: Shown) -> str:
    head = shown.parts[0][0]
    titles = [_title(entry, pairs) for entry, pairs in shown.parts]
    badge = ' <span class="badge stale">stale</span>' if "stale" in shown.marks else ""
    place = f"{shown.file}:{head.line}" if head.line else shown.file
    lines = [f'<article class="entry {shown.mark}" data-marks="{escape(" ".join(shown.marks))}">']
    lines.append(f"<h2><span data-s>{escape(head.question or titles[0] or shown.file)}</span>{badge}</h2>")
    lines += [f'<p class="answer" data-s>{escape(head.answer)}</p>'] if head.answer else []
    source = f"<span data-s>{escape(head.source)}</span> · " if head.source else ""
    lines.append(f'<p class="place">{source}<span data-s>{escape(place)}</span></p>')
    for title, (entry, pairs) in zip(titles, shown.parts, strict=True):
        if title and (head.question or len(titles) > 1):
            lines.append(f"<h3 data-s>{escape(title)}</h3>")
        lines.append('<ol class="claims">')
        stated = {claim.number: claim for claim in entry.claims}
        for number, group in grouped(pairs).items():
            lines += _claim_html(number, stated.get(number), group)
        lines.append("</ol>")
        if entry.timeline:
            events = "".join(f"<li><code>{escape(event)}</code></li>" for event in entry.timeline)
            lines.append(f'<details class="more"><summary>The situation</summary><ol>{events}</ol></details>')
    lines.append("</article>")
    return "\n".join(lines)


def _title(entry: Entry, pairs: Pairs) -> str:
    return entry.title or next((result.scenario for result, _ in pairs if result.scenario), "")


def _claim_html(number: int, stated: Stated | None, group: Sequence[tuple[Result, Told]]) -> list[str]:
    identifier = group[0][0].id
    name = f'<span class="name" data-s>{escape(identifier)}</span>' if identifier else ""
    lines = ['<li class="claim">', _stated_html(number, stated, name)]
    for result, words in group:
        verdict = result.verdict
        edition = f"<time>{escape(result.edition)}</time>" if result.edition else "<span>–</span>"
        row = (
            f'{edition}<span class="badge {verdict}">{_MARKS[verdict]} {verdict}</span>'
            f'<span class="message" data-s>{escape(result.message)}</span>'
        )
        if words.trees or words.rules:
            proof = f'<div class="proof">{_proof_html(words)}</div>'
            lines.append(
                f'<details class="verdict"><summary>{row}<span class="fold">proof</span></summary>{proof}</details>'
            )
        else:
            lines.append(f'<p class="verdict">{row}</p>')
    return [*lines, "</li>"]


def _stated_html(number: int, stated: Stated | None, name: str) -> str:
    """A claim as written; of a long one only the beginning is seen at first."""
    if stated is None:
        return f'<p class="says">{f"claim {number}" if number else "the scenario"}{name}</p>'
    text = stated.text
    if len(text) <= _LONG:
        return f'<p class="says"><code data-s>{escape(text)}</code>{name}</p>'
    start = text[:_SEEN].rsplit(" ", 1)[0]
    rest = f"<code data-s>{escape(text)}</code>"
    return f'<details class="says long"><summary><code>{escape(start)} …</code>{name}</summary>{rest}</details>'


def _proof_html(words: Told) -> str:
    trees = "".join(_tree_html(tree) for tree in words.trees)
    rules = "".join(f"<dt>{escape(rule.number)}</dt><dd>{escape(rule.gloss)}</dd>" for rule in words.rules)
    return (f'<ul class="tree">{trees}</ul>' if trees else "") + (f'<dl class="rules">{rules}</dl>' if rules else "")


def _tree_html(tree: Branch) -> str:
    inner = "".join(_tree_html(part) for part in tree.parts)
    return f"<li><span>{escape(tree.text)}</span>" + (f"<ul>{inner}</ul>" if inner else "") + "</li>"
