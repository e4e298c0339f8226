"""Same is true: what is true of one keyword, "the same is true for" others, spelled out for each of them."""

from __future__ import annotations

import re

from layerproof.kb.keywords.keyword_lines import written_names

_SAME = re.compile(r"(?P<first>[^.\"]+)\. The same is true for (?P<others>[a-z, ]+)\.")
# "As long as a card has a keyword ability, … has it": who has it, and whose ability it is.
_HOLDER = re.compile(
    r"As long as (?:(?P<one>an? (?:(?!\bhas\b|\bwith KEYWORD)[^,.])+) has KEYWORD"
    r"|(?P<card>an? [^,.]*?card) with KEYWORD is (?P<place>in a graveyard)), (?P<who>[^,.]+?) has KEYWORD"
)
# Families of abilities: an object has one of a family and not the word alone.
_FAMILIES = frozenset(["protection", "landwalk", "hexproof from"])


_SHAPES = re.compile(
    r"Choose (?P<many>\w+)\. Until end of turn, (?P<who>target [^.,]+) has that base power and toughness, becomes that "
    r"creature type, and gains that ability\."
)
_SHAPE = re.compile(r"(?P<size>[0-9]+/[0-9]+) (?P<kind>[A-Z]\w+) with (?P<ability>[a-z ]+)\.")


def shapes_spelled_out(text: str) -> str:
    """A choice among shapes, "that base power and toughness, that creature type and that ability", with a whole
    sentence for each; any other text unchanged.

    text: normalised, its modes in lines of their own.

    >>> text = "Choose one. Until end of turn, target creature has that base power and toughness, becomes that "
    >>> text += "creature type, and gains that ability.\\n• 1/3 Bird with flying."
    >>> shapes_spelled_out(text).partition("\\n")[2]
    '• 1/3 Bird with flying — Until end of turn, target creature has base power and toughness 1/3, becomes a Bird, and \
gains flying.'
    """
    head, *shapes = text.split("\n• ")
    said, read = _SHAPES.fullmatch(head), [found for each in shapes if (found := _SHAPE.fullmatch(each))]
    if said is None or len(read) < len(shapes):
        return text
    out = f"Choose {said['many']} —"
    for each in read:
        size, kind, ability = each.groups()
        article = "an" if kind[0] in "AEIOU" else "a"
        done = f"has base power and toughness {size}, becomes {article} {kind}, and gains {ability}"
        out += f"\n• {size} {kind} with {ability} — Until end of turn, {said['who']} {done}."
    return out


_QUOTED = re.compile(r'"[^"]*"')
_VERBS = ("has", "have", "gets", "get")


def _conditions_apart(text: str) -> str | None:
    """ "It has A as long as B, and C as long as D" as one sentence for each condition; None for any other text."""
    quotes = _QUOTED.findall(text)
    masked = _QUOTED.sub("QUOTE", text)
    found = re.fullmatch(r"(?P<who>[^,.]+?) (?P<verb>has|have|gets|get) (?P<rest>[^.]+)\.", masked)
    if found is None:
        return None
    parts = re.split(r", and |, ", found["rest"])
    words = [each for each in (" as long as ", " if ") if all(part.count(each) == 1 for part in parts)]
    if len(parts) < 3 or len(words) != 1:
        return None
    said = [part if part.split(" ")[0] in _VERBS else f"{found['verb']} {part}" for part in parts]
    out = " ".join(f"{found['who']} {part}." for part in said)
    for quote in quotes:
        out = out.replace("QUOTE", quote, 1)
    return out


def spelled_out(text: str) -> str:
    """A text with "The same is true for" a list of keywords replaced by a sentence for each of them.

    text: normalised. It is given back unchanged where a word of the list is no keyword ability with one meaning, or
    where the sentence before does not name exactly one keyword ability, twice: as what is there and as what is given.

    >>> spelled_out("If ~ has flying, it gains flying. The same is true for reach and haste.")
    'If ~ has flying, it gains flying. If ~ has reach, it gains reach. If ~ has haste, it gains haste.'
    """
    listed = _conditions_apart(text)
    if listed is not None:
        return listed
    found = _SAME.search(text)
    if found is None:
        return text
    others = [each for each in re.split(r", and |, | and ", found["others"]) if each]
    first = found["first"]
    if not set(others) <= written_names():
        return text
    named = [word for word in sorted(written_names()) if re.search(rf"\b{re.escape(word)}\b(?! abilit)", first)]
    if len(named) != 1 or named[0] in _FAMILIES or len(re.findall(rf"\b{re.escape(named[0])}\b", first)) != 2:
        return text
    pattern = re.compile(rf"\b{re.escape(named[0])}\b")
    sentence = first.strip()
    head = re.match(r"(?:When|Whenever|At) [^,]*, |[^,]*: ", sentence)
    if head:
        return text
    families = [other for other in others if other in _FAMILIES]
    holder = _HOLDER.fullmatch(pattern.sub("KEYWORD", sentence))
    if families and (holder is None or "hexproof from" in families):
        return text
    each = [sentence, *(pattern.sub(other, sentence) for other in others if other not in families)]
    for family in families if holder is not None else ():
        # An object has abilities of such a family with their qualities: those that the others have.
        of = holder["one"] or f"{holder['card']} {holder['place']}"  # type: ignore[index]
        each.append(f"{holder['who'][:1].upper()}{holder['who'][1:]} has each {family} ability of {of}")  # type: ignore[index]
    return f"{text[: found.start()]}{' ' * first.startswith(' ')}{'. '.join(each)}.{text[found.end() :]}"
