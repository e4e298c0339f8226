"""What of the rules texts is kept as words and treated as inert, to be read by a person.

python benchmarks/inert.py CARDS (abilities|instructions|rules) [NUMBER] [SEED]: a random sample of so many, each with
the name of its card; without a number every template of them, in which numbers, symbols, colors and capitalised words
are masked, with how many cards have it and one text. `abilities` are opaque abilities that touch nothing,
quoted ones too; `instructions` those within bodies that are understood otherwise; `rules` words that forbid, allow or
ask for something, which a static ability or an effect keeps. docs/card-notation.md says what counts as inert.
"""

from __future__ import annotations

import random
import sys
from collections import defaultdict
from collections.abc import Iterator

from layerproof.kb.cards.card_import import index_for
from layerproof.kb.cards.formats.compiled_card import compiled_card
from layerproof.kb.model.ability import Opaque
from layerproof.kb.model.instruction import OtherAction
from layerproof.kb.model.modification import RuleEffect
from layerproof.kb.oracle.concerns.coverage import template
from layerproof.kb.oracle.words.open_references import found

SORTS = {"abilities": Opaque, "instructions": OtherAction, "rules": RuleEffect}


def inert(file: str, sort: str) -> Iterator[tuple[str, str]]:
    """What cards of a file have of a sort that is treated as inert: the name of the card and the words, once each."""
    kind = SORTS[sort]
    for card in sorted(index_for(file).cards(), key=lambda each: each.name):
        parts = found(
            tuple(face.abilities for face in compiled_card(card).faces),
            lambda part: isinstance(part, kind) and not getattr(part, "touches", ()),
        )
        for gloss in dict.fromkeys(part.gloss for part in parts):
            yield card.name, gloss


def main() -> None:
    """Print a sample of what is treated as inert, or every template of it."""
    file, sort = sys.argv[1:3]
    lines = list(inert(file, sort))
    if len(sys.argv) > 3:
        number, seed = int(sys.argv[3]), int(sys.argv[4]) if len(sys.argv) > 4 else 1
        print(f"{number} of {len(lines)} {sort}, seed {seed}")
        for name, gloss in random.Random(seed).sample(lines, min(number, len(lines))):
            print(f"{name}: {gloss!r}")
        return
    templates: dict[str, list[str]] = defaultdict(list)
    for _, gloss in lines:
        templates[template(gloss)].append(gloss)
    print(f"{len(lines)} {sort}, {len(templates)} templates")
    for _, glosses in sorted(templates.items(), key=lambda each: -len(each[1])):
        print(f"{len(glosses):5} {glosses[0]!r}")


if __name__ == "__main__":
    main()
