"""Looking up rules: by key, by number, whether cited or not, and by words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from layerproof.kb.errors import KnowledgeError, nearest
from layerproof.kb.rulebook.edition import Edition, edition_names, glosses, load_edition
from layerproof.kb.rulebook.numbering import Numbered, all_numbers, numbered, parent_of

_SHOWN = 12
# Of a section with more rules that can be cited only the heads are shown.
_MOST = 60
_WORD = re.compile(r"[a-z0-9+/-]+")
# Words that stand in too many rules to find one.
_EVERYWHERE = frozenset(
    ("a", "an", "and", "for", "in", "is", "of", "on", "or", "rule", "rules", "that", "the", "to", "what", "with")
)
_KEY = re.compile(r"[a-z0-9_]+(?:\.[a-z0-9_]+)*\.?")


def rule_lines(rule: str, edition: str = "current") -> list[str]:
    """Show a rule of an edition by its key or by its number, or the rules that some words are about.

    rule: a rule key, the beginning of one with its dot, a number, or words of what a rule is about. edition: a date or
    `current`. Returns lines of number, key and gloss; a key has below it the other numbers that it has in other
    editions, a number the parts of that rule that no answer cites. Raises KnowledgeError for what is none of these,
    with the nearest keys or numbers, and for a key that this edition does not have. The gloss is in our words: it does
    not promise the text of the rule.

    >>> rule_lines("order.timestamp", "2012-10-01")[0].split()[1]
    'order.timestamp'
    >>> rule_lines("legend rule")[0].split()[1]
    'state_based.legend'
    """
    book = load_edition(edition)
    if rule[:1].isdigit():
        return _by_number(rule.rstrip("."), book)
    if _KEY.fullmatch(rule) and rule not in glosses():
        below = [key for key in book.numbers if key.startswith(rule.rstrip(".") + ".")]
        if below:
            return [_rule_line(book.numbers[key], key) for key in below]
    if rule not in glosses() and (found := _by_words(rule, book)):
        return found
    if rule not in glosses():
        raise KnowledgeError(
            f"no rule that can be cited is about {rule!r}",
            expected="a number, a key or words (layerproof rules list lists all)",
            mend=", ".join(nearest(rule, glosses())) or None,
        )
    cited = book.cite(rule)
    return [_rule_line(cited.number, cited.key), *_elsewhere(rule, cited.number)]


def _by_number(wanted: str, book: Edition) -> list[str]:
    there = numbered(wanted, book.name)
    keys = [key for key, number in book.numbers.items() if number == wanted or _within(number, wanted)]
    keys.sort(key=lambda key: (_place(book.numbers[key]), key))
    if there is None and not keys:
        every = [each.number for each in all_numbers(book.name)]
        raise KnowledgeError(
            f"the edition {book.name} has no rule {wanted}",
            expected="a number of the rules of that day, or words (layerproof rules show legend rule)",
            mend=", ".join(_close(wanted, every)) or None,
        )
    lines = [_titled(there)] if there is not None and there.title else []
    if there is not None and len(keys) > _MOST:
        return lines + list(_heads(there, keys, book))
    lines += [_rule_line(book.numbers[key], key) for key in keys]
    return lines + _uncited(there, set(book.numbers.values()), book)


def _heads(section: Numbered, keys: Sequence[str], book: Edition) -> Iterator[str]:
    """A line for each rule of a section of which too many rules can be cited: its title, and how many they are."""
    for rule in section.parts:
        there = [key for key in keys if book.numbers[key] == rule or _within(book.numbers[key], rule)]
        head = numbered(rule, book.name)
        title = head.title if head is not None and head.title else (glosses()[there[0]] if there else "")
        cited = f"({len(there)} can be cited)" if there else "(no answer cites it)"
        yield " ".join(each for each in (f"{rule:<8}", title, cited) if each)


def _close(wanted: str, every: Sequence[str]) -> list[str]:
    """The nearest numbers: the last one of the rule or section in which it would stand, else those that are like it."""
    last = [each for each in every if each != wanted and parent_of(each) == parent_of(wanted)][-1:]
    return last or nearest(wanted, every)


def _titled(there: Numbered) -> str:
    return f"{there.number:<8} {there.title}"


def _uncited(there: Numbered | None, cited: set[str], book: Edition) -> list[str]:
    """A line on the numbers that no key has: of the rule itself if it has no parts, and of its parts."""
    if there is None:
        return []
    parts = [part for each in there.parts or (there.number,) for part in _with_parts(each, book)]
    bare = [each for each in parts if each not in cited]
    if not bare:
        return []
    named = ", ".join(bare[:_SHOWN]) + (f" and {len(bare) - _SHOWN} more" if len(bare) > _SHOWN else "")
    be = "is a rule" if len(bare) == 1 else "are rules"
    return [f"{named} {be} of the edition {book.name} that no answer cites; Layerproof holds no text of rules."]


def _with_parts(number: str, book: Edition) -> tuple[str, ...]:
    there = numbered(number, book.name)
    return there.parts if there is not None and there.parts else (number,)


def _by_words(text: str, book: Edition) -> list[str]:
    """The rules that words are about: those with each word in key, gloss or title, most of them in the key first."""
    words = [each for each in _words(text) if each not in _EVERYWHERE]
    if not words:
        return []
    titles = {each.number: each.title for each in all_numbers(book.name) if each.title}
    ranked = []
    for key, number in book.numbers.items():
        said, gloss = _words(key.replace("_", " ").replace(".", " ")), _words(glosses()[key])
        heads = _words(" ".join(titles.get(each, "") for each in _above(number)))
        if all(_stands(word, (*said, *gloss, *heads)) for word in words):
            missing = [sum(not _stands(word, part) for word in words) for part in (said, gloss)]
            other = sum(word not in said for word in words)
            ranked.append((missing[0], other, missing[1], len(said), key))
    lines = [_rule_line(book.numbers[key], key) for *_, key in sorted(ranked)]
    under = {parent_of(number) for number in book.numbers.values()} | set(book.numbers.values())
    for number, title in titles.items():
        if number not in under and all(_stands(word, _words(title)) for word in words):
            lines.append(f"{number:<8} {title} (no answer cites it)")
    more = len(lines) - _SHOWN
    return [*lines[:_SHOWN], f"and {more} more; another word tells them apart"] if more > 0 else lines


def _words(text: str) -> tuple[str, ...]:
    return tuple(_WORD.findall(text.lower().replace("’", "'").replace("'s", "")))


def _stands(word: str, there: Iterable[str]) -> bool:
    """Whether a word, or one of which it is a form, begins a word that is there."""
    stem = word.removesuffix("s") if len(word) > 4 else word
    return any(each.startswith(stem) for each in there)


def _above(number: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys((number, parent_of(number), number.partition(".")[0])))


def _within(number: str, wanted: str) -> bool:
    """Whether a number is that of a subrule: a letter or a part after a dot follows."""
    rest = number.removeprefix(wanted)
    return rest != number and bool(rest) and (rest[0].isalpha() or rest[0] == ".")


def _rule_line(number: str, key: str) -> str:
    return f"{number:<8} {key}    {glosses()[key]}"


def _elsewhere(key: str, number: str) -> list[str]:
    """The other numbers that a key has, each with the editions from the first to the last that have it."""
    spans: list[list[str]] = []
    for name in edition_names():
        other = load_edition(name).numbers.get(key, "")
        if spans and spans[-1][0] == other:
            spans[-1][2] = name
        else:
            spans.append([other, name, name])
    if len(spans) == 1:
        return []
    lines = []
    for other, first, last in spans:
        if other != number:
            where = f"in the edition {first}" if first == last else f"in the editions from {first} to {last}"
            lines.append(f"{other or 'no rule':<8} {where}")
    return lines


def rules_listed(edition: str = "current") -> list[str]:
    """List the rules that can be cited, in the order of their numbers in an edition.

    edition: a date or `current`. Returns lines of number, key and gloss. Raises KnowledgeError for an edition that is
    not there.
    """
    book = load_edition(edition)
    ordered = sorted(book.numbers.items(), key=lambda pair: (_place(pair[1]), pair[0]))
    return [_rule_line(number, key) for key, number in ordered]


def _place(number: str) -> tuple[int, int, str]:
    section, _, rest = number.partition(".")
    digits = rest.rstrip("abcdefghijklmnopqrstuvwxyz")
    return int(section) if section.isdigit() else 0, int(digits or 0), rest[len(digits) :]
