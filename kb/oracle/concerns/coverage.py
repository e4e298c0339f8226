"""Coverage: how much of the text that touches characteristics was understood, counted by meaning and not by parsing.

Which abilities touch characteristics is told by the detector, not by what the grammar found.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from layerproof.kb.model.ability import Ability, Keyword, Opaque, Static, Triggered
from layerproof.kb.model.instruction import OtherAction
from layerproof.kb.model.raw_card import RawCard, RawFace
from layerproof.kb.model.trigger_event import OpaqueEvent
from layerproof.kb.oracle.abilities import without_ability_word
from layerproof.kb.oracle.concerns.possible_effects import KINDS, touched
from layerproof.kb.oracle.effects.perpetual_effects import PERPETUAL
from layerproof.kb.oracle.events.trigger_events import event_of
from layerproof.kb.oracle.faces import paragraphs_of
from layerproof.kb.oracle.overrides import override_of
from layerproof.kb.oracle.words.open_references import found, keeps_words

# Cards that are no part of a game of ordinary cards.
_OUTSIDE = frozenset({"planar", "scheme", "vanguard", "host", "augment"})
_OUTSIDE_TYPES = frozenset({"conspiracy", "stickers", "plane", "phenomenon", "scheme", "vanguard"})
_KINDS = frozenset({*KINDS, "any"})


# Words of digital play that the Comprehensive Rules do not define.
_DIGITAL = re.compile(
    r"\b(?:perpetual(?:ly)?|conjures?|boon|specializ(?:e|es|ed)|seeks?|heists?|intensity|spellbook|incorporate"
    r"|double team)\b",
    re.IGNORECASE,
)


@dataclass
class Row:
    """How many abilities of one sort there are, how many of them are lowered, and how many of these are never decided.

    with_words: how many keep a condition, an amount or a duration as its words. with_steps: how many keep an
    instruction that touches no characteristic as its words, so that it is undecided what is so after they have
    resolved.
    """

    abilities: int = 0
    lowered: int = 0
    with_words: int = 0
    with_steps: int = 0

    @property
    def whole(self) -> int:
        """How many are lowered with every condition, amount and duration."""
        return self.lowered - self.with_words

    @property
    def share(self) -> float:
        """The share that is lowered, one where there is none."""
        return self.lowered / self.abilities if self.abilities else 1.0

    @property
    def whole_share(self) -> float:
        """The share that is lowered with every condition, amount and duration, one where there is none."""
        return self.whole / self.abilities if self.abilities else 1.0


@dataclass
class Report:
    """Coverage of a set of cards: rows by sort, by kind and by layout, and the gaps with the cards that they hold back.

    rows: `static` and `one-shot`, `other` for what touches no characteristic. kinds: each kind under each of both.
    digital: of `static` and `one-shot`, those with words of digital play that the rules do not define.
    covered: of the same sorts, those to which the rules give a meaning: neither with such words nor on a card that its
    file marks as one that the rules do not cover (rule key cards.not_covered). casual: how many are on such a card;
    unmarked: how many cards come from a file without that mark.
    triggered: triggered abilities, those within other abilities too; events: those of which the event is read as
    data; sorts: those of the rest of which it is known which occurrences could be the event. gaps: a template of
    text with the names of the cards whose only gap it is, and of all cards that have it.
    """

    cards: int = 0
    triggered: int = 0
    events: int = 0
    sorts: int = 0
    rows: dict[str, Row] = field(default_factory=lambda: defaultdict(Row))
    kinds: dict[tuple[str, str], Row] = field(default_factory=lambda: defaultdict(Row))
    layouts: dict[tuple[str, str], Row] = field(default_factory=lambda: defaultdict(Row))
    digital: dict[str, Row] = field(default_factory=lambda: defaultdict(Row))
    covered: dict[str, Row] = field(default_factory=lambda: defaultdict(Row))
    casual: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    unmarked: int = 0
    gaps: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    cards_with_gaps: int = 0

    def ranked_gaps(self) -> list[tuple[str, int]]:
        """The templates of text that is not understood, with how many cards each holds back, the most first."""
        return Counter({template: len(names) for template, names in self.gaps.items()}).most_common()


def coverage(cards: Iterable[RawCard]) -> Report:
    """Count what of the cards' rules text is lowered whole.

    cards: as the importers give them. Returns the report. An ability counts as lowered where no effect in it that could
    touch a characteristic was kept as words; whether a condition, an amount, a duration or another step was is counted
    apart. Planes, schemes, vanguards and the like are left out. It does not promise that what is lowered is right.
    """
    report = Report()
    for card in cards:
        if card.layout in _OUTSIDE or set(card.faces[0].types) & _OUTSIDE_TYPES:
            continue
        report.cards += 1
        report.unmarked += card.casual is None
        gaps = [gap for face in card.faces for gap in _face(report, face, card)]
        if gaps:
            report.cards_with_gaps += 1
        for gap in dict.fromkeys(template(each) for each in gaps):
            report.gaps[gap].append(card.name)
    return report


def touching(card: RawCard) -> frozenset[str]:
    """The sorts (`static`, `one-shot`) of the abilities of a card that touch characteristics; none for a card that is
    no part of a game of ordinary cards."""
    if card.layout in _OUTSIDE or set(card.faces[0].types) & _OUTSIDE_TYPES:
        return frozenset()
    sorts = {judged(text, abilities)[0] for face in card.faces for text, abilities in paragraphs_of(face)}
    return frozenset(sorts - {"other"})


def _face(report: Report, face: RawFace, card: RawCard) -> list[str]:
    """Count the abilities of one face; the texts of its gaps."""
    gaps = []
    written = override_of(face.name)
    for text, abilities in paragraphs_of(face):
        _count_events(report, abilities)
        sort, kinds, lowered = judged(text, abilities)
        if written is not None:
            # Facts written by hand stand for the whole text of the face.
            abilities, lowered = written, not found(written, _gap)
        words, steps = bool(found(abilities, _never_decided)), bool(found(abilities, _open_step))
        rows = [report.rows[sort], report.layouts[(card.layout, sort)], *(report.kinds[(sort, kind)] for kind in kinds)]
        digital = _DIGITAL.search(text) is not None
        if digital:
            rows.append(report.digital[sort])
        if not digital and not card.casual:
            rows.append(report.covered[sort])
        report.casual[sort] += bool(card.casual)
        for row in rows:
            row.abilities += 1
            row.lowered += lowered
            row.with_words += lowered and words
            row.with_steps += lowered and steps
        if not lowered and sort != "other":
            gaps.append(text)
    return gaps


def _never_decided(part: Any) -> bool:
    """Whether a part is only known by its words, or lasts for as long as no rule says."""
    return keeps_words(part) or part == PERPETUAL


def _count_events(report: Report, abilities: tuple[Ability, ...]) -> None:
    """Count of the triggered abilities in a paragraph how many have an event that is read as data."""
    for each in found(abilities, lambda part: isinstance(part, Triggered)):
        event = event_of(each)
        report.triggered += 1
        report.events += not isinstance(event, OpaqueEvent)
        report.sorts += isinstance(event, OpaqueEvent) and bool(event.sorts)


def judged(text: str, abilities: tuple[Ability, ...]) -> tuple[str, tuple[str, ...], bool]:
    """The sort of a paragraph (`static`, `one-shot`, `other`), the kinds it touches, whether it is lowered whole."""
    text = without_ability_word(text)
    kinds = touched(text)
    if not kinds or all(isinstance(each, Keyword) for each in abilities):
        return "other", (), True
    static = not re.match(r"(Max speed — )?(When|Whenever|At) |[^\".]*: ", text) and all(
        isinstance(a, Static | Opaque) for a in abilities
    )
    entering = re.match(r"(As ~|You may have ~ enter|~ enters|If )", text)
    sort = "static" if static or entering else "one-shot"
    return sort, kinds, not any(_gap(part) for part in found(abilities, _gap))


def _gap(part: Any) -> bool:
    """Whether a part of an ability is text that was not understood and could touch a characteristic."""
    return isinstance(part, Opaque | OtherAction) and bool(set(part.touches) & _KINDS)


def _open_step(part: Any) -> bool:
    """Whether a part of an ability is an instruction of which only the words are known, and that something hangs on."""
    return isinstance(part, OtherAction) and bool(part.touches)


_MASKS = (
    (re.compile(r'"[^"]*"'), '"Q"'),
    (re.compile(r"(?:\{[^}]+\})+"), "{M}"),
    (re.compile(r"[+-][0-9X]+/[+-][0-9X]+"), "±N/±N"),
    (re.compile(r"\b[0-9X]+/[0-9X]+\b"), "N/N"),
    (re.compile(r"\b(?:[0-9]+|X|one|two|three|four|five|six|seven|eight|nine|ten)\b"), "N"),
    (re.compile(r"\b(?:white|blue|black|red|green)\b"), "COLOR"),
    (re.compile(r"\b[A-Z][a-z]+s?\b(?<!^)(?=[^.]*$|.)"), "WORD"),
)


def template(text: str) -> str:
    """The text with numbers, symbols, colors and capitalised words masked, so that gaps of one shape count together."""
    for pattern, mask in _MASKS:
        text = pattern.sub(mask, text)
    return text


def coverage_lines(cards: Iterable[RawCard], gaps: int = 40) -> list[str]:
    """Give the coverage report of a set of cards as lines, with the gaps that hold back the most cards.

    cards: as the importers give them. gaps: how many gaps to list. Returns a line for each sort, kind and layout, then
    the gaps with the number of cards that each holds back.

    >>> coverage_lines([])[0]
    'cards 0'
    """
    report = coverage(cards)
    lines = [f"cards {report.cards}", f"cards with a gap {report.cards_with_gaps}"]
    for sort in ("static", "one-shot"):
        lines.append(_line(f"{sort}, all", report.rows[sort]))
        lines += _covered_lines(report, sort)
        lines += [_line(f"{sort}, {kind}", row) for (s, kind), row in sorted(report.kinds.items()) if s == sort]
    share = report.events / report.triggered if report.triggered else 1.0
    lines.append(
        f"{'triggered abilities':28} {report.triggered:6} abilities, {report.events:6} with an event read as data "
        f"({share:6.1%}), of the rest {report.sorts} with the sorts of occurrences it could be"
    )
    lines += [
        _line(f"{sort}, digital-only words", row) for sort, row in sorted(report.digital.items()) if sort != "other"
    ]
    lines += [
        _line(f"{layout}, {sort}", row) for (layout, sort), row in sorted(report.layouts.items()) if sort != "other"
    ]
    return lines + [f"{count:5}  {text[:160]}".replace("\n", " ") for text, count in report.ranked_gaps()[:gaps]]


def _covered_lines(report: Report, sort: str) -> list[str]:
    """What is left when those are left out to which the rules give no meaning, and by which signs they were."""
    row, digital = report.covered[sort], report.digital[sort].abilities
    mark = f"{report.casual[sort]} on cards that the file marks as not covered by the rules"
    if report.unmarked == report.cards:
        mark = "cards that the rules do not cover are counted, since the file does not mark them"
    return [
        _line(f"{sort}, given a meaning", row),
        f"{'':28} left out: {digital} with words of digital play that the rules do not define; {mark}",
    ]


def _line(name: str, row: Row) -> str:
    return (
        f"{name:28} {row.abilities:6} abilities, {row.lowered:6} lowered ({row.share:6.1%}), "
        f"{row.with_words} with a condition, amount or duration kept as words, {row.whole} wholly "
        f"({row.whole_share:6.1%}), of the lowered {row.with_steps} with a step kept as words that leaves open what "
        "they do"
    )
