"""Random pairs of cards with static abilities that touch characteristics, shown as by `layerproof show`.

python benchmarks/sweep.py CARDS [PAIRS] [SEED]: for each pair a proof that the checker accepted, or an honest
undecided. Printed are the shares, the commonest causes of undecided with a pair to try, and whatever else came of a
pair: an error of the program, a proof that the checker refused, a pair that cannot be. It ends with 1 if there is any
of the latter.
"""

from __future__ import annotations

import random
import re
import sys
import time
from collections import Counter

from layerproof.kb.cards.card_import import index_for
from layerproof.kb.cards.card_sources import use_sources
from layerproof.kb.cards.meld_pairs import meld_pair
from layerproof.kb.errors import KnowledgeError
from layerproof.kb.model.raw_card import RawCard
from layerproof.kb.oracle.concerns.coverage import touching
from layerproof.queries.answer.claim_answers import Answer, case_under
from layerproof.queries.commands.prove_command import proof_of
from layerproof.queries.commands.show_command import problem_of, scenario_of

BAD = ("refused", "error", "invalid")
_ATTACHED = {"Aura", "Equipment", "Fortification"}


def pool(file: str) -> list[RawCard]:
    """The permanent cards of a card file with a static ability that touches characteristics, in order of names."""
    spells = {"instant", "sorcery"}
    # A combined face of a meld pair is no card that could enter by itself.
    cards = (card for card in index_for(file).cards() if meld_pair(card.faces[0].name) is None)
    cards = (card for card in cards if not spells & set(card.faces[0].types))
    return sorted((card for card in cards if "static" in touching(card)), key=lambda card: card.name)


def pair_of(one: RawCard, two: RawCard) -> tuple[str, str]:
    """Two cards as `show` takes them: what is attached to something is attached to the other."""
    first, second = (two, one) if _ATTACHED & set(one.faces[0].subtypes) else (one, two)
    if _ATTACHED & set(second.faces[0].subtypes) and not _ATTACHED & set(first.faces[0].subtypes):
        return f"{first.name}: as=a", f"{second.name}: as=b,attached_to=a"
    return f"{first.name}: as=a", f"{second.name}: as=b"


def verdict_of(pair: tuple[str, str]) -> tuple[str, str]:
    """What came of a pair: `proved`, `undecided`, `invalid`, `refused` (by the checker) or `error`, and the message."""
    try:
        scenario = scenario_of(pair)
        case = case_under(scenario, scenario.edition)
        if not case.worlds:
            given: Answer = problem_of(scenario, case)
            return given.verdict, given.message
        for world in case.worlds:
            proof, given = proof_of(world, case)
            if proof is None:
                return "refused" if given.refused else given.verdict, given.message
    except KnowledgeError as error:
        return "invalid", str(error)
    except Exception as error:
        return "error", repr(error)
    return "proved", ""


def main() -> int:
    """Print what came of the pairs; 1 if the checker refused a proof, a pair was invalid or the program failed."""
    file = sys.argv[1]
    pairs = int(sys.argv[2]) if len(sys.argv) > 2 else 20_000
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    verdicts = swept(file, pairs, seed)
    return int(any(verdicts[each] for each in BAD))


def swept(file: str, pairs: int, seed: int) -> Counter[str]:
    """Show so many random pairs of the cards of a file and print what came of them; how often which verdict."""
    use_sources([file])
    cards = pool(file)
    print(f"{len(cards)} cards with such abilities; {pairs} pairs, seed {seed}")
    drawn = random.Random(seed)
    verdicts: Counter[str] = Counter()
    causes: Counter[tuple[str, str]] = Counter()
    witness: dict[tuple[str, str], tuple[str, tuple[str, str]]] = {}
    start = time.perf_counter()
    for _ in range(pairs):
        one, two = drawn.sample(cards, 2)
        pair = pair_of(one, two)
        verdict, message = verdict_of(pair)
        verdicts[verdict] += 1
        if verdict != "proved":
            cause = (verdict, _masked(message, pair))
            causes[cause] += 1
            witness.setdefault(cause, (message, pair))
    seconds = time.perf_counter() - start
    print(", ".join(f"{verdict} {n} ({n / pairs:.1%})" for verdict, n in verdicts.most_common()), f"in {seconds:.0f} s")
    bad = [each for each in causes.most_common() if each[0][0] in BAD]
    for cause, n in [*bad, *(each for each in causes.most_common(60) if each not in bad)]:
        message, pair = witness[cause]
        print(f"{n:5}  {cause[0]}: {message[:230]}  {pair}")
    return verdicts


def _masked(message: str, pair: tuple[str, str]) -> str:
    """A message without names and numbers, so that causes of one kind count together."""
    for each in pair:
        message = message.replace(each.rpartition(": ")[0], "CARD")
    message = re.sub(r"\ban? (?:ability|trigger) of [^(]*\(", "an ability (", message)
    return re.sub(r"[0-9]+", "N", message)


if __name__ == "__main__":
    sys.exit(main())
