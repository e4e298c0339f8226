"""Bodies: the text after a cost or an event, as instructions in order.

A sentence that is not understood becomes an instruction that says what it could touch; it makes every pronoun after it
unclear.
"""

from __future__ import annotations

import re
from functools import lru_cache

import msgspec

from layerproof.kb.model.ability import Mode
from layerproof.kb.model.costs.cost import Cost, CostPart, OtherCost
from layerproof.kb.model.effect import Several
from layerproof.kb.model.expression import Chose, Filter, PerPlayer, Ref, Told, X
from layerproof.kb.model.instruction import Body, If, Instruction, Modes, OtherAction, Pays, Reflexive, Target
from layerproof.kb.notation.cost_words import cost_part, simple_filter
from layerproof.kb.oracle import grammar
from layerproof.kb.oracle.bodies.added_sentences import (
    excludes,
    of_what_is_chosen,
    of_what_is_made,
    of_what_returns,
    unregenerated,
)
from layerproof.kb.oracle.bodies.body_stretches import copied, is_unsaid, kept, understood
from layerproof.kb.oracle.bodies.delayed_triggers import delayed, row_at
from layerproof.kb.oracle.bodies.dependent_sentences import (
    hung_on,
    if_you_do,
    instead_of,
    parts_of,
    still_is,
)
from layerproof.kb.oracle.bodies.optional_instructions import with_choice, with_chosen_player
from layerproof.kb.oracle.bodies.put_onto_battlefield import as_it_enters, of_face_down, states
from layerproof.kb.oracle.bodies.reflexive_triggers import begins_reflexive, hung, named_before
from layerproof.kb.oracle.bodies.same_is_true import spelled_out
from layerproof.kb.oracle.concerns.possible_effects import touched
from layerproof.kb.oracle.effects.alternative_changes import chosen_of, instead_loosely
from layerproof.kb.oracle.instructions.created_tokens import of_tokens, token_has, token_sized, tokens_verb
from layerproof.kb.oracle.instructions.keyword_actions import countered_to, new_targets
from layerproof.kb.oracle.nouns.reference_kinds import Met, asked_of, go_back, met, rejoin
from layerproof.kb.oracle.nouns.references import Binder
from layerproof.kb.oracle.single_phrases import parse_filter
from layerproof.kb.oracle.words.chosen_words import with_words_chosen
from layerproof.kb.oracle.words.lexical_tokens import Token, plain, tokenize
from layerproof.kb.oracle.words.open_references import found, is_mark, rewrite
from layerproof.kb.oracle.words.parser import Parse
from layerproof.kb.wording.costs.cost_phrases import cost_phrase

# How a part of a cost begins; what follows the comma of a name does not.
_COST_VERB = re.compile(
    r"\{|(?:Sacrifice|Discard|Pay|Remove|Tap|Untap|Exile|Return|Put|Reveal|Mill|Collect|Forage|Blight|Waterbend|Behold)\b"
)


def cost_of(text: str) -> Cost:
    """The parts of a cost in order; a phrase that is not understood whole stays a phrase.

    >>> cost_of("{2}, {T}, Sacrifice ~")
    (ManaPart(symbols='{2}'), TapSelf(), SacrificePart(what=None, number=1))
    """
    if re.search(r"\} or \{", text):
        # Two costs, one of which is paid: neither is owed for itself.
        return (OtherCost(text.strip().replace("~", "self")),)
    parts: list[CostPart] = []
    pieces = list[str]()
    for piece in re.split(r", (?=[A-Z{])", text.strip()):
        if pieces and re.search(r" named [^,]*$", pieces[-1]) and not _COST_VERB.match(piece):
            pieces[-1] += f", {piece}"
        else:
            pieces.append(piece)
    for part in pieces:
        part = part.strip()
        if not part.startswith("{"):
            part = part[:1].lower() + part[1:]
        parts.append(_cost_part(part.replace("~", "self")))
    return tuple(parts)


def _cost_part(phrase: str) -> CostPart:
    """The part that a phrase says, kept as words where writing the part would give another phrase."""

    made = cost_part(phrase, _cost_filter)
    return made if cost_phrase(made) == phrase else OtherCost(phrase)


def _cost_filter(words: str) -> Filter | None:
    plain = simple_filter(words)
    if plain is not None:
        return plain
    read = parse_filter(words)
    return None if read is None or found(read, is_mark) else read


def sentences(tokens: tuple[Token, ...]) -> list[tuple[int, int]]:
    """Where each sentence begins and ends, its full stop left out."""
    spans = []
    start = 0
    for index, token in enumerate(tokens):
        closed = token.word == "." or (token.word == '"' and _ends(token.raw) and _begins(tokens, index + 1))
        if closed or index == len(tokens) - 1:
            end = index if token.word == "." else index + 1
            if end > start:
                spans.append((start, end))
            start = index + 1
    return spans


def _ends(quote: str) -> bool:
    return quote.endswith((".", ".'", "!"))


def _begins(tokens: tuple[Token, ...], at: int) -> bool:
    return at >= len(tokens) or ((tokens[at].raw[:1].isupper() or tokens[at].word == "~") and tokens[at].word != "and")


_CHOOSE_TARGET = re.compile(r"\b[cC]hoose (?:up to one )?(?:an)?(?:other )?target ")
_CHOOSES_ELSE = re.compile(r"\b[cC]hooses? (?!(?:up to one )?(?:an)?(?:other )?target )")


def body_of(text: str, types: tuple[str, ...], about: Ref | None, second: str = "", announced: bool = False) -> Body:
    """The instructions of a body, targets first; of several things that one may do, only the first is an option.

    text: normalised. types: the card types of the source. about: the object that a triggered ability is about, or that
    a cost has named. second: the noun of the other object that its event names. announced: its modes are chosen as it
    is activated (rule key modal.chosen).
    """
    body = with_words_chosen(_body_of(text, types, about, second, announced))
    if _GETS_ENERGY.search(text):
        # What is counted behind that is more than what a scenario tells.
        body = rewrite(body, lambda part: PerPlayer("energy counters") if part == _ENERGY else part)
    if _EXPLAINED.search(text):
        # The X of one sentence that another one explains, which nothing but its words tells.
        body = rewrite(body, lambda part: PerPlayer("X") if isinstance(part, X) else part)
    return body


def of_another_choice(text: str) -> Body:
    """A body that speaks of what another ability chose, which no resolution of its own tells; nothing for any other.

    text: normalised, as it is printed.

    >>> of_another_choice("The chosen creature gains flying.")[0].touches
    ('ability', 'objects')
    >>> of_another_choice("Choose a creature. The chosen creature gains flying.")
    ()
    """
    if _CHOSEN_BEFORE.search(text) and not _CHOOSES.search(text):
        return (OtherAction(text, (*touched(text), "objects")),)
    return ()


_CHOSEN_BEFORE = re.compile(r"\b[Tt]he chosen (?:creature|permanent|card|land|artifact)\b(?! (?:type|name))")
_CHOOSES = re.compile(r"\b[Cc]hoos|\b[Bb]olster")
_ENERGY = Told("energy counters")
_GETS_ENERGY = re.compile(r"\bgets? (?:\{E\}|an amount of \{E\})|\bpay [^.]*\{E\}")
_EXPLAINED = re.compile(r"\bwhere X is\b")


@lru_cache(maxsize=65536)
def _body_of(text: str, types: tuple[str, ...], about: Ref | None, second: str, announced: bool) -> Body:
    """The instructions of a body as they are read."""
    if "\n• " in text:
        modal = modes_in(text, types, about, second, announced)
        if modal is not None:
            return modal
        behind = _modes_behind(text, types, about, second)
        if behind is not None:
            return behind
    aims = len(_CHOOSE_TARGET.findall(text))
    if aims == 1 and not _CHOOSES_ELSE.search(text):
        # What was chosen is that target, not something that is chosen on resolution.
        text = re.sub(r"\b([tT])he chosen (?=(?:creature|permanent|land|artifact|card)\b)", r"\1hat ", text)
    tokens = tokenize(spelled_out(text))
    parse = grammar.parse(tokens)
    binder = Binder(parse.targets, about, bool(set(types) & {"instant", "sorcery"}), second)
    _prepare(binder, parse, types)
    out: list[Instruction] = []
    _read(parse, binder, sentences(tokens), out)
    unsaid = is_unsaid(binder) or (aims > 1 and _CHOSEN_BEFORE.search(text) is not None)
    return (*binder.named, *with_choice(with_chosen_player(tuple(out)), binder.wanted, unsaid))


def _prepare(binder: Binder, parse: Parse, types: tuple[str, ...]) -> None:
    """Tell a binder the types of the source, and what a text says of objects that are chosen."""
    binder.types, binder.choices, binder.first_choice = types, parse.choices, len(parse.tokens) + 1


def _read(parse: Parse, binder: Binder, spans: list[tuple[int, int]], out: list[Instruction]) -> None:
    """Read sentences in order, onto what has been read before."""
    at, held = 0, met(binder)
    targets, hangs = 0, -1
    while at < len(spans):
        row = row_at(parse, spans[at][0])
        if row is None:
            start, end = spans[at]
            if begins_reflexive(parse, start):
                known, inner = named_before(binder), list[Instruction]()
                _read(parse, binder, [(start + 4, end), *spans[at + 1 :]], inner)
                hung(parse, binder, start, known, inner, out, plain(parse.tokens[start : spans[-1][1]]))
                return
            here, before = met(binder), len(binder.named)
            taken, made = _next(parse, binder, spans, at, out, held)
            held = here if made else held
            if made and len(out) == hangs and _aims_at(made, targets) and _hangs_on(out[-1]):
                # What is said afterwards of a target that only "if you do" or "you may choose" names happens only then.
                out[-1] = _longer(out[-1], made)
                made = []
            said = parse.words[slice(*spans[at])]
            stated = states(said) and taken == 1
            listed = of_face_down(out, plain(parse.tokens[slice(*spans[at])])) if stated else None
            if listed is not None:
                made = listed
            elif (taken == 1 and (of_what_returns(said, out, made) or (stated and as_it_enters(out, made)))) or (
                taken == 1 and (of_what_is_chosen(out, made) or of_what_is_made(out, made))
            ):
                made = []
            out += made
            if parse.words[start : start + 3] in (["if", "you", "do"], ["you", "may", "choose"]):
                targets, hangs = before, len(out)
            at += taken
            continue
        # Each row of a table goes on where the text before the table has ended.
        more = next((n for n in range(at + 1, len(spans)) if row_at(parse, spans[n][0])), len(spans))
        trial, inner = copied(binder), list[Instruction]()
        _read(parse, trial, [(row[0], spans[at][1]), *spans[at + 1 : more]], inner)
        binder.named, binder._index = trial.named, trial._index
        # Each row chooses for itself.
        wanted = {number: what for number, what in trial.wanted.items() if number not in binder.wanted}
        out.append(If(row[1], with_choice(tuple(inner), wanted, is_unsaid(trial))))
        at = more


def _hangs_on(last: Instruction) -> bool:
    return isinstance(last, If | Pays) and bool(last.then)


def _aims_at(made: list[Instruction], targets: int) -> bool:
    """Whether instructions speak of a target that was named after so many others."""
    return bool(found(tuple(made), lambda p: isinstance(p, Ref | Several) and p.kind == "target" and p.index > targets))


def _longer(last: Instruction, made: list[Instruction]) -> Instruction:
    """What happens under a condition, with more that happens under it."""
    assert isinstance(last, If | Pays)
    inner = last.then[-1]
    if len(last.then) == 1 and isinstance(inner, If) and not inner.else_:
        return msgspec.structs.replace(last, then=(_longer(inner, made),))
    return msgspec.structs.replace(last, then=(*last.then, *made))


_DONE_CHOOSE = re.compile(r"(?<=\. )When you do, (?=choose [^\n]* —\n• )")


def _modes_behind(text: str, types: tuple[str, ...], about: Ref | None, second: str) -> Body | None:
    """The instructions of a body whose reflexive triggered ability is a choice of modes; None for any other."""
    lead = _DONE_CHOOSE.search(text)
    if lead is None:
        return None
    parse = grammar.parse(tokenize(text[: lead.start()]))
    binder, out = Binder(parse.targets, about, bool(set(types) & {"instant", "sorcery"}), second), list[Instruction]()
    _prepare(binder, parse, types)
    _read(parse, binder, sentences(parse.tokens), out)
    alone = binder.last is None and not binder.seen and not binder.lost and not binder.named
    modal = modes_in("C" + text[lead.end() + 1 :], types, about if alone else None, second if alone else "")
    if modal is None:
        return None
    out += hung_on(out, [Reflexive("when you do", modal)], True)
    return (*binder.named, *with_choice(with_chosen_player(tuple(out)), binder.wanted, is_unsaid(binder)))


_ONE = r"one(?: at random| that hasn't been chosen(?: this turn)?)?"
_SEVERAL = r"one or both|one or more|two|three|up to (?:one|two|three)|any number"
_CHOOSE = re.compile(rf"(?:^|(?<=\. )|(?<=, ))[cC]hoose (?:(?P<one>{_ONE})|{_SEVERAL}) —$")


def modes_in(text: str, types: tuple[str, ...], about: Ref | None, second: str, announced: bool = False) -> Body | None:
    """The instructions of a body that is a choice of modes, each under the condition that it was chosen.

    announced: they are chosen as the ability is activated, and are kept as modes.
    Where modes name targets they keep them to themselves, unless one is chosen and each names the same: a mode that is
    not chosen asks for none. None where such modes could not be told apart by their names.
    """
    head, *texts = text.split("\n• ")
    start = _CHOOSE.search(head)
    if start is None or head[: start.start()].strip():
        return None
    modes: list[tuple[str, Body]] = []
    for mode in texts:
        label, dash, rest = mode.partition(" — ")
        named = bool(dash) and len(label) < 40 and "." not in label
        modes.append((label if named else mode.rstrip("."), body_of(rest if named else mode, types, about, second)))
    targets = [tuple(each for each in body if isinstance(each, Target)) for _, body in modes]
    different = list(dict.fromkeys(each for each in targets if each))
    acts: list[Body] = [tuple(each for each in body if not isinstance(each, Target)) for _, body in modes]
    choose = " ".join(head[start.start() :].lower().split()[1:-1])
    if announced or (different and not (start["one"] and len(different) == 1 and all(targets))):
        return _modes(modes, choose)
    aimed: Body = different[0] if different else ()
    if start["one"] and len({label for label, _ in modes}) == len(modes):
        once = (OtherAction(start["one"]),) if "been chosen" in start["one"] else ()
        return (*aimed, *chosen_of({label: then for (label, _), then in zip(modes, acts, strict=True)}), *once)
    return (*aimed, *(If(Chose(label), then) for (label, _), then in zip(modes, acts, strict=True)))


def _modes(modes: list[tuple[str, Body]], choose: str) -> Body | None:
    """The choice of modes with targets of their own; None where two could not be told apart by their names."""
    if len({label for label, _ in modes}) < len(modes):
        return None
    return (Modes(tuple(Mode(label, body) for label, body in modes), choose),)


# Words that hang on what a player may do or pay.
_IF_DONE = (
    ["if", "you", "do"], ["if", "you", "don't"], ["if", "they", "do"], ["if", "they", "don't"],
)  # fmt: skip
# What three sentences together say.
_OF_THREE = re.compile(r"to end this effect|reveals (?:their|his or her) hand")
# An ability within the text of another.
_INNER = re.compile(r"'([^']*[.}])'")


def _next(
    parse: Parse, binder: Binder, spans: list[tuple[int, int]], at: int, before: list[Instruction], held: Met
) -> tuple[int, list[Instruction]]:
    """The instructions of the next sentence, and how many sentences they took.

    held: what had been mentioned before the last instruction so far.
    """
    start, end = spans[at]
    if token_has(parse, start, end, before) or unregenerated(parse, start, end, before):
        return 1, []
    if excludes(plain(parse.tokens[start:end]), before):
        return 1, []
    if token_sized(parse, binder, start, end, before, held):
        return 1, []
    if of_tokens(parse, start, before):
        # It says what the tokens are and begins no effect: only what their abilities would do counts.
        verb = tokens_verb(parse, start) or start
        said, given = kept(parse, binder, start, end), plain(parse.tokens[verb + 1 : end])
        return 1, [OtherAction(said.gloss, (*touched(_INNER.sub(r'"\1"', given)), "objects"))]
    for more in (2, 1, 0):
        if more == 2 and not _OF_THREE.search(" ".join(parse.words[start:])):
            continue
        if at + more < len(spans):
            done = understood(parse, binder, start, spans[at + more][1])
            if done is not None:
                return more + 1, done
    if parse.words[start : start + 3] in _IF_DONE and parse.word(start + 3) == ",":
        return 1, if_you_do(parse, binder, start, end, before)
    if parse.words[start : start + 2] == ["otherwise", ","] and before and isinstance(last := before[-1], If | Pays):
        if not last.else_:
            after = met(binder)
            go_back(binder, held)
            if isinstance(last, If):
                asked_of(binder, last.condition)
            inner = understood(parse, binder, start + 2, end) or [kept(parse, binder, start + 2, end)]
            rejoin(binder, held, [after, met(binder)])
            before[-1] = msgspec.structs.replace(last, else_=tuple(inner))
            return 1, []
    if any(happens(parse, binder, start, end, before, held) for happens in (instead_of, instead_loosely)):
        return 1, []
    if any(belongs(parse, start, end, before) for belongs in (still_is, countered_to, new_targets)):
        return 1, []
    later = delayed(parse, binder, start, end, lambda text, about, noun: body_of(text, binder.types, about, noun))
    if later is not None:
        return 1, later
    return 1, parts_of(parse, binder, start, end, before, held)
