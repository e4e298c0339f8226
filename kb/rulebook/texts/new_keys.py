"""Add rule keys to all editions: where each new key's rule stands in every embedded edition.

`python -m layerproof.kb.rulebook.texts.new_keys NEW.yaml RULES` reads a file that maps each new key to its `number` in
the newest edition and its `gloss`, follows the rules through all texts of the folder RULES, from the newest to the
oldest, and writes the history of each key into its file, and the gloss into `keys.yaml`. It lists each place where the
text changed on the way, and where a key is lost, for a person to read (`reading.py`) and sign off as docs/editions.md
says.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path

import yaml

from layerproof.kb.errors import KnowledgeError
from layerproof.kb.rulebook.dated_values import HISTORY, Histories, histories
from layerproof.kb.rulebook.edition import KEYS, load_edition
from layerproof.kb.rulebook.texts.history_files import lines_of, write_histories
from layerproof.kb.rulebook.texts.new_edition import Found, digests_of, follow, texts_between
from layerproof.kb.rulebook.texts.rules_text import RulesText


def through_editions(numbers: Mapping[str, str], texts: Sequence[RulesText]) -> dict[str, dict[str, Found]]:
    """Find the rule of each key in each of several texts, from the newest to the oldest.

    numbers: the number of each key in the first text. texts: every text on the way, neighbours side by side. The result
    maps the day of each text to what is found there; a key that is lost in one text stays lost in the older ones.
    """
    found = {key: Found(key, number, number, 1.0) for key, number in numbers.items()}
    result = {texts[0].published.isoformat(): found}
    for old, new in pairwise(texts):
        step = follow({key: place.number for key, place in found.items() if place.number is not None}, old, new)
        found = {
            key: Found(key, place.old, step[key].number, min(place.likeness, step[key].likeness))
            if key in step
            else Found(key, place.old, None, 0.0)
            for key, place in found.items()
        }
        result[new.published.isoformat()] = found
    return result


def with_keys(found: Histories, places: Mapping[str, Mapping[str, Found]], texts: Mapping[str, RulesText]) -> Histories:
    """Put new keys into the histories, at the places found for them.

    places: what was found in the text of each day. texts: these texts. A key that is there already raises
    `KnowledgeError`.
    """
    numbers = dict(found.numbers)
    for key in places[found.days[-1]]:
        if key in numbers:
            raise KnowledgeError(f"the key {key} is there already", expected="a key that no edition has")
        here = {day: places[day][key].number for day in found.days}
        digests = {day: digests_of({key: number}, texts[day])[key] if number else None for day, number in here.items()}
        numbers[key] = lines_of(here, digests)
    return found._replace(numbers=numbers)


def with_glosses(text: str, glosses: Mapping[str, str]) -> str:
    """Put glosses into the file of keys, each behind the last one whose key begins alike.

    text: the file. Raises `KnowledgeError` for a key that is there already.

    >>> print(with_glosses("a.b: One.\\nc: Two.\\n", {"a.c": "It: says."}), end="")
    a.b: One.
    a.c: 'It: says.'
    c: Two.
    """
    lines = text.rstrip("\n").split("\n")
    for key, gloss in glosses.items():
        quoted = "'" + gloss.replace("'", "''") + "'" if ": " in gloss or "'" in gloss else gloss
        lines.insert(_behind(lines, key), f"{key}: {quoted}")
    return "\n".join(lines) + "\n"


def _behind(lines: Sequence[str], key: str) -> int:
    """The place behind the last key of the same family: of its rule first, else of its section, else the end."""
    if any(line.startswith(f"{key}:") for line in lines):
        raise KnowledgeError(f"the key {key} is there already", expected="a key that no edition has")
    parts = key.split(".")
    for length in range(len(parts) - 1, 0, -1):
        stem = ".".join(parts[:length])
        alike = [at for at, line in enumerate(lines) if line.startswith((f"{stem}.", f"{stem}:", f"{stem}_"))]
        if alike:
            return alike[-1] + 1
    return len(lines)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the tool; gives 0, or 1 with a message where a file cannot be used."""
    parser = argparse.ArgumentParser(
        prog="layerproof.kb.rulebook.texts.new_keys", description=(__doc__ or "").split("\n")[0]
    )
    parser.add_argument("new", type=Path, help="a YAML file: KEY: {number: NUMBER, gloss: SENTENCE}")
    parser.add_argument("rules", type=Path, help="the folder of rules texts, DATE.txt.gz")
    arguments = parser.parse_args(argv)
    try:
        new = yaml.safe_load(arguments.new.read_text(encoding="utf-8"))
        edition = load_edition("current")
        texts = texts_between(edition, arguments.rules / f"{histories().days[0]}.txt.gz")
        found = through_editions({key: str(each["number"]) for key, each in new.items()}, texts)
        grown = with_keys(histories(), found, {text.published.isoformat(): text for text in texts})
        text = with_glosses(KEYS.read_text(encoding="utf-8"), {key: each["gloss"] for key, each in new.items()})
        write_histories(grown, HISTORY)
        KEYS.write_text(text, encoding="utf-8")
    except KnowledgeError as error:
        print(error, file=sys.stderr)
        return 1
    print("\n".join(_review_lines(found)), file=sys.stderr)
    return 0


def _review_lines(found: Mapping[str, Mapping[str, Found]]) -> list[str]:
    """Each change of likeness or loss of a key, with the day of the text in which it shows first, going back."""
    lines = []
    last: dict[str, tuple[bool, float]] = {}
    for day, places in found.items():
        for key, place in places.items():
            state = (place.number is None, place.likeness)
            if state != last.get(key, (False, 1.0)):
                where = "lost" if place.number is None else f"{place.number}, {place.likeness:.0%} alike"
                lines.append(f"  {day} {key}: {place.old} -> {where}")
            last[key] = state
    return [f"{len(lines)} changes to sign off:", *lines]


if __name__ == "__main__":
    sys.exit(main())
