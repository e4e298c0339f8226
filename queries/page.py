"""The report of a batch as one HTML page, which opens offline and asks nothing of any other place."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from pathlib import Path

import msgspec

from layerproof.kb.rulebook.edition import edition_names
from layerproof.queries.entries import Branch, Entry, Stated, Told
from layerproof.queries.file_report import FileReport
from layerproof.queries.report import VERDICTS, Result

_HERE = Path(__file__).parent
_MARKS = {"proved": "\N{CHECK MARK}", "refuted": "\N{BALLOT X}", "undecided": "?", "invalid": "!"}
# What is to be looked at first.
_URGENCY = ("stale", "refuted", "invalid", "undecided", "proved", "empty")


class Shown(msgspec.Struct, frozen=True):
    """An entry as the page shows it: with its results, and the proof of each in words where there is one."""

    file: str
    entry: Entry
    results: tuple[tuple[Result, Told], ...]

    @property
    def verdicts(self) -> frozenset[str]:
        """The verdicts that occur among its results."""
        return frozenset(result.verdict for result, _ in self.results)

    @property
    def stale(self) -> bool:
        """Whether a claim is proved under the oldest edition it is checked under and refuted under the newest."""
        return any(is_stale([result for result, _ in group]) for group in grouped(self.results).values())

    @property
    def mark(self) -> str:
        """What is most urgent about it."""
        found = self.verdicts | ({"stale"} if self.stale else set())
        return next((mark for mark in _URGENCY if mark in found), "empty")


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

    reports: of files, with their entries. A result belongs to the last entry that begins at or above its line; those
    of a file that cannot be read get an entry of their own.
    """
    found: list[Shown] = []
    for report in reports:
        words = report.told or tuple(Told() for _ in report.results)
        pairs = list(zip(report.results, words, strict=True))
        entries = report.entries or ((Entry("", 0),) if pairs else ())
        for number, entry in enumerate(entries):
            start = entry.line if number else 0
            end = entries[number + 1].line if number + 1 < len(entries) else None
            own = [pair for pair in pairs if start <= pair[0].line and (end is None or pair[0].line < end)]
            found.append(Shown(report.file, entry, tuple(own)))
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


def _asset(name: str) -> str:
    return (_HERE / name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def _about(entries: Sequence[Shown]) -> str:
    results = [result for each in entries for result, _ in each.results]
    editions = sorted({result.edition for result in results if result.edition})
    parts = [_counted(len(entries), "entry", "entries"), _counted(len(results), "verdict", "verdicts")]
    if editions:
        parts.append(
            "under the rules of " + " and ".join([", ".join(editions[:-1]), editions[-1]][not editions[:-1] :])
        )
    return ", ".join(parts[:2]) + ("" if len(parts) < 3 else " " + parts[2])


def _counted(number: int, one: str, several: str) -> str:
    return f"{number} {one if number == 1 else several}"


def _filters(entries: Sequence[Shown]) -> str:
    counts: Mapping[str, int] = {
        "stale": sum(each.stale for each in entries),
        **{verdict: sum(verdict in each.verdicts for each in entries) for verdict in VERDICTS},
    }
    return "".join(
        f'<button type="button" data-mark="{mark}" aria-pressed="false">{mark} <span>{count}</span></button>'
        for mark, count in counts.items()
        if count
    )


def _entry_html(shown: Shown) -> str:
    entry, mark = shown.entry, shown.mark
    marks = " ".join([*(["stale"] if shown.stale else []), *sorted(shown.verdicts)])
    title = entry.title or next((result.scenario for result, _ in shown.results if result.scenario), "") or shown.file
    lines = [f'<article class="entry {mark}" data-marks="{escape(marks)}">']
    badge = ' <span class="badge stale">stale</span>' if shown.stale else ""
    lines.append(f"<h2><span data-s>{escape(title)}</span>{badge}</h2>")
    place = f"{shown.file}:{entry.line}" if entry.line else shown.file
    lines.append(f'<p class="place" data-s>{escape(place)}</p>')
    for name in ("question", "answer", "source"):
        text = getattr(entry, name)
        if text:
            head = "Source: " if name == "source" else ""
            lines.append(f'<p class="{name}" data-s>{head}{escape(text)}</p>')
    lines.append('<ol class="claims">')
    stated = {claim.number: claim for claim in entry.claims}
    for number, group in grouped(shown.results).items():
        lines += _claim_html(number, stated.get(number), group)
    lines.append("</ol>")
    if entry.timeline:
        events = "".join(f"<li><code>{escape(event)}</code></li>" for event in entry.timeline)
        lines.append(f'<details><summary>The situation</summary><ol class="events">{events}</ol></details>')
    lines.append("</article>")
    return "\n".join(lines)


def _claim_html(number: int, stated: Stated | None, group: Sequence[tuple[Result, Told]]) -> list[str]:
    identifier = group[0][0].id
    name = f'<span class="name" data-s>{escape(identifier)}</span>' if identifier else ""
    text = f"<code data-s>{escape(stated.text)}</code>" if stated else f"claim {number}" if number else "the scenario"
    lines = ['<li class="claim">', f'<p class="says">{text}{name}</p>']
    for result, words in group:
        verdict = result.verdict
        badge = f'<span class="badge {verdict}">{_MARKS[verdict]} {verdict}</span>'
        edition = f"<time>{escape(result.edition)}</time>" if result.edition else "<span>–</span>"
        message = f'<span class="message" data-s>{escape(result.message)}</span>'
        lines.append(f'<div class="verdict"><p>{edition}{badge}{message}</p>')
        if words.trees or words.rules:
            lines.append(f'<details><summary>Proof</summary><div class="proof">{_proof_html(words)}</div></details>')
        lines.append("</div>")
    return [*lines, "</li>"]


def _proof_html(words: Told) -> str:
    trees = "".join(_tree_html(tree) for tree in words.trees)
    rules = "".join(f"<dt>{escape(rule.number)}</dt><dd>{escape(rule.gloss)}</dd>" for rule in words.rules)
    return (f'<ul class="tree">{trees}</ul>' if trees else "") + (f'<dl class="rules">{rules}</dl>' if rules else "")


def _tree_html(tree: Branch) -> str:
    inner = "".join(_tree_html(part) for part in tree.parts)
    return f"<li><span>{escape(tree.text)}</span>" + (f"<ul>{inner}</ul>" if inner else "") + "</li>"
