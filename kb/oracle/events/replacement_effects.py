"""Replacement effects: paragraphs of static abilities that change events before they happen, prevent damage, or forbid
events.

Each is read whole, as an event and what becomes of it; what is left over makes it no such paragraph.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from layerproof.kb.model.ability import Static
from layerproof.kb.model.effect import Effect, One, Only, Players, Scope, Union
from layerproof.kb.model.expression import (
    AllOf,
    AnyOf,
    Chose,
    Condition,
    Filter,
    FitsChosen,
    OwnedBy,
    PerPlayer,
    Player,
    Ref,
    Same,
    ThatMuch,
    Turn,
)
from layerproof.kb.model.instruction import Body, Move, OtherAction, Target
from layerproof.kb.model.modification import Cant, PreventDamage, Regeneration, Replace, RuleEffect
from layerproof.kb.model.replacement import (
    DealtTo,
    DoBesides,
    DoInstead,
    GoesTo,
    HalfOfIt,
    Instead,
    LeavesLife,
    MoreOfIt,
    OfThisMuch,
    TimesAsMuch,
    TurnsInto,
    Would,
)
from layerproof.kb.notation.number_words import NUMBERS
from layerproof.kb.oracle.bodies.ability_bodies import body_of
from layerproof.kb.oracle.events.as_others_enter import others_entering
from layerproof.kb.oracle.events.replaced_events import event_of, filter_of, recipients, scope_of, source_of, whom
from layerproof.kb.oracle.events.trigger_conditions import condition_of
from layerproof.kb.oracle.words.open_references import found, is_mark, rewrite

Result = tuple[Instead, ...]
EVERYWHERE = ("battlefield", "stack", "hand", "library", "graveyard", "exile", "command")
_SELF = Only(Ref("self"))
_THAT = Ref("that")

_IF = re.compile(r"(?:As long as ([^,]+), i|I)f (.+? would .+?), (.+)\.$", re.DOTALL)
_ALL_DEALT = re.compile(
    r"All (combat |noncombat )?damage that would be dealt to (.+?) is dealt to (~|enchanted creature) instead\.$"
)
_LEAVES = re.compile(
    r"(?:If (you control an? [a-z ]+), d|D)amage that would reduce your life total to less than (\d+) reduces it to \2 "
    r"instead\.$"
)
_FROM_SOURCE = re.compile(
    r"If (.+? source(?: .+?)?) would deal (combat )?damage to (.+?), "
    r"prevent (\d+|that damage|X) ?(?:of that damage)?\.$"
)
_PREVENT_BY = re.compile(r"Prevent all (combat )?damage that would be dealt to (.+?) by (.+)\.$")
_PREVENT_TO = re.compile(r"Prevent all (combat )?damage that would be dealt to (you|you and .+|.+ and you)\.$")
_PREVENT_AND = re.compile(
    r"If damage would be dealt to (~|enchanted creature)( while it has [^,]+)?, prevent that damage(?: and |\. )(.+)\.$"
)
_REGENERATES = re.compile(r"If (~|enchanted creature) would be destroyed, regenerate it\.$")


def replacement_of(text: str) -> Static | None:
    """The static ability of a paragraph that changes, prevents or forbids events, None for any other paragraph.

    text: normalised, one paragraph. The whole paragraph is read, or nothing of it.

    >>> replacement_of("If you would gain life, you gain twice that much life instead.").effects[0].mods[0].instead
    (TimesAsMuch(times=2),)
    """
    for read in (_forbids, _prevents, _by_rule, _replaces):
        static = read(text)
        if static is not None and not found(static, lambda part: is_mark(part) or part == Player("team")):
            return static
    return None


def _static(
    *mods: Any, affects: Scope = _SELF, condition: Condition | None = None, zones: tuple[str, ...] = ("battlefield",)
) -> Static:
    return Static((Effect(affects, mods),), condition, zones)


# --- what can't happen ----------------------------------------------------------------------------------------------


def _forbids(text: str) -> Static | None:
    gain = re.match(r"(Players|Your opponents|You|Each opponent) can't gain life\.$", text)
    if gain:
        return _static(Cant(Would("gain_life", player=_plural(gain[1]))))
    lose = re.match(r"You can't lose the game and your opponents can't win the game\.$", text)
    if lose:
        mine = _static(Cant(Would("lose_game", player=Player("you"))))
        theirs = Effect(Players(Player("opponent")), (RuleEffect("can't win the game"),))
        return Static((*mine.effects, theirs), mine.condition, mine.zones)
    if re.match(r"Damage can't be prevented\.$", text):
        return _static(Cant(Would("prevent")))
    dealt = re.match(r"(Combat d|D)amage that would be dealt by (.+) can't be prevented\.$", text)
    if dealt:
        source = source_of(dealt[2])
        combat = True if dealt[1] == "Combat d" else None
        return None if source is None else _static(Cant(Would("prevent", source=source, combat=combat)))
    return _forbids_objects(text)


def _forbids_objects(text: str) -> Static | None:
    enters = re.match(
        r"([A-Z][a-z]+(?: [a-z]+)*?)( cards)?(?: in (graveyards|libraries))? can't enter(?: the battle.*)?\.$", text
    )
    if enters and not (enters[2] and not enters[3]):
        what = filter_of(enters[1][:1].lower() + enters[1][1:])
        zones = {"graveyards": "graveyard", "libraries": "library"}
        return None if what is None else _static(Cant(Would("enter", object=what, from_=zones.get(enters[3] or ""))))
    put = re.match(r"(.+?) can't have ([+\-\w/]+ )?counters put on (?:it|them)\.$", text)
    if put:
        what = filter_of(put[1][:1].lower() + put[1][1:])
        kind = None if put[2] is None else put[2].strip()
        return None if what is None else _static(Cant(Would("put_counters", object=what, kind=kind)))
    on = re.match(r"Counters can't be put on ([^.]+)\.$", text)
    if on:
        parts = [filter_of(each) for each in re.split(r", (?:and |or )?| and | or ", on[1])]
        known = tuple(each for each in parts if each is not None)
        return _static(Cant(Would("put_counters", object=AnyOf(known)))) if len(known) == len(parts) > 1 else None
    poison = re.match(r"(You|Players) can't get poison counters\.$", text)
    if poison:
        return _static(Cant(Would("put_counters", player=_plural(poison[1]), kind="poison")))
    if re.match(r"Players can't get counters\.$", text):
        return _static(Cant(Would("put_counters", player=Player("any"))))
    return None


def _plural(words: str) -> Player:
    return {"Players": Player("any"), "You": Player("you")}.get(words, Player("opponent"))


# --- prevention -----------------------------------------------------------------------------------------------------


def _scope(words: str) -> Scope | None:
    """The scope of those to whom damage would be dealt."""

    return scope_of(words)


def _prevents(text: str) -> Static | None:
    some = _FROM_SOURCE.match(text)
    if some:
        source, scope = source_of(some[1]), _scope(some[3])
        if source is None or scope is None or some[4] == "X":
            return None
        amount = None if some[4] == "that damage" else int(some[4])
        where = None if source == FitsChosen() else source
        mod = PreventDamage(amount, combat=bool(some[2]), each=amount is not None, source=where)
        return _static(mod, affects=scope)
    by = _PREVENT_BY.match(text)
    if by:
        source, scope = source_of(by[3], many=True), _scope(by[2])
        if source is None or scope is None:
            return None
        return _static(PreventDamage(combat=bool(by[1]), source=source), affects=scope)
    to = _PREVENT_TO.match(text)
    if to:
        scope = _scope(to[2])
        return None if scope is None else _static(PreventDamage(combat=bool(to[1])), affects=scope)
    also = _PREVENT_AND.match(text)
    if also:
        return _prevents_and(*also.groups())
    return None


def _prevents_and(whom_: str, condition: str | None, then: str) -> Static | None:
    scope, body = _scope(whom_), _body(then)
    held = None if condition is None else condition_of(condition.removeprefix(" while ").replace("it has", "~ has"))
    if scope is None or body is None or (condition is not None and held is None):
        return None
    return _static(PreventDamage(then=body), affects=scope, condition=held)


# --- sentences of their own kind ------------------------------------------------------------------------------------


def _by_rule(text: str) -> Static | None:
    regenerates = _REGENERATES.match(text)
    if regenerates:
        scope = _scope(regenerates[1])
        return None if scope is None else _static(Regeneration(), affects=scope)
    leaves = _LEAVES.match(text)
    if leaves:
        condition = None if leaves[1] is None else condition_of(leaves[1])
        if leaves[1] is not None and condition is None:
            return None
        would = Would("lose_life", player=Player("you"), by_damage=True)
        return _static(Replace(would, (LeavesLife(int(leaves[2])),)), condition=condition)
    moved = _ALL_DEALT.match(text)
    if moved:
        to = recipients(moved[2].replace(" and ", " or "))
        combat = None if moved[1] is None else moved[1] == "combat "
        at = Ref("self") if moved[3] == "~" else Ref("host")
        return None if to is None else _static(Replace(Would("damage", *to, combat=combat), (DealtTo(at),)))
    return others_entering(text)


# --- if … would …, … instead -----------------------------------------------------------------------------------------


@lru_cache(maxsize=8192)
def _replaces(text: str) -> Static | None:
    match = _IF.match(text)
    if match is None:
        return None
    condition = None if match[1] is None else condition_of(match[1])
    if match[1] is not None and condition is None:
        return None
    event, during, _ = match[2].partition(" during your turn")
    if during:
        if condition is not None or not match[2].endswith(during):
            return None
        condition = Turn(Player("you"))
    would = event_of(event)
    becomes = match[3]
    if would is None or not re.search(r"\binstead\b", becomes):
        return None
    words = re.sub(r"^instead |,? instead(?=$|, rounded)", "", becomes)
    if "instead" in words:
        return None
    result = _result(would, words)
    if result is None:
        return None
    own = would.what == "move" and would.object == Same(Ref("self")) and would.from_ is None
    return _static(Replace(would, result), condition=condition, zones=EVERYWHERE if own else ("battlefield",))


def _result(would: Would, words: str) -> Result | None:
    reader = _RESULTS.get(would.what)
    read = None if reader is None else reader(would, words)
    if read is not None:
        return read
    body = _body(words)
    if body is None or would.what not in ("gain_life", "lose_life", "draw", "lose_game", "create", "move", "destroy"):
        return None
    if would.what == "move":
        # It is sent elsewhere; what more is said of it there is not read.
        one = body[0]
        sent = len(body) == 1 and isinstance(one, Move) and one == Move(Only(_THAT), one.to, one.how)
        return (GoesTo(one.to),) if sent and isinstance(one, Move) and one.to in ("hand", "exile") else None
    return (DoInstead(body),)


def _life(would: Would, words: str) -> Result | None:
    verb = "gains?" if would.what == "gain_life" else "loses?"
    twice = re.match(rf"(?:you|they|that player) {verb} (twice|double) that much life$", words)
    if twice:
        return (TimesAsMuch(2),)
    plus = re.match(rf"(?:you|they|that player) {verb} that much life plus (\d+)$", words)
    if plus:
        return (MoreOfIt(int(plus[1])),)
    other = "loses?" if would.what == "gain_life" else "gains?"
    if re.match(rf"(?:you|they|that player) {other} that much life$", words):
        return (TurnsInto("lose_life" if would.what == "gain_life" else "gain_life"),)
    return (OfThisMuch(0),) if re.match(r"that player gains no life$", words) else None


def _damage(would: Would, words: str) -> Result | None:
    to = r"(?: to that (?:permanent or player|player|permanent|creature|planeswalker|creature or player)(?: or \w+)?)?"
    times = re.match(rf"(?:it|that source|~) deals (double|twice|triple|three times) that (?:much )?damage{to}$", words)
    if times:
        return (TimesAsMuch(3 if times[1] in ("triple", "three times") else 2),)
    plus = re.match(rf"(?:it|that source|~) deals that much damage (plus|minus) (\d+){to}$", words)
    if plus:
        return (MoreOfIt(int(plus[2]) if plus[1] == "plus" else -int(plus[2])),)
    return None


def _counters(would: Would, words: str) -> Result | None:
    kind = r"(?:of (?:each of )?those (?:kinds of )?counters|[+\-\w/]+ counters)"
    on = r"(?: (?:are put )?on (?:it|that (?:permanent|creature|planeswalker|artifact)(?: or (?:\w+))*))?"
    twice = re.match(rf"(?:it puts |they put |put )?twice that many {kind}{on}$", words)
    if twice:
        return (TimesAsMuch(2),)
    plus = re.match(rf"(?:it puts |put )?that many plus (one|two) {kind}{on}$", words)
    if plus:
        return (MoreOfIt(NUMBERS[plus[1]]),)
    half = re.match(rf"they put half that many {kind}{on}, rounded down$", words)
    return (HalfOfIt(),) if half else None


def _tokens(would: Would, words: str) -> Result | None:
    if re.match(
        r"(?:(?:it|that effect) creates |you create |create )?twice that many of those tokens(?: are created)?$", words
    ):
        return (TimesAsMuch(2),)
    if re.match(r"three times that many of those tokens are created$", words):
        return (TimesAsMuch(3),)
    others = re.match(r"that many (.+) tokens (with .+ )?are created$", words)
    if others:
        body = _body(f"create that many {others[1]} tokens {others[2] or ''}".strip())
        return None if body is None else (DoInstead(body),)
    more = re.match(r"those tokens plus (.+?)(?: are created)?$", words)
    if more is None:
        return None
    body = _body(f"create {more[1]}")
    return None if body is None else (DoBesides(body),)


def _moves(would: Would, words: str) -> Result | None:
    if re.match(r"exile (?:it|that card|~|that creature|that permanent)$", words):
        return (GoesTo("exile"),)
    also = re.match(r"exile (?:it|that card|~|that creature) and (.+)$", words)
    if also is None:
        return None
    body = _body(also[1])
    return None if body is None or _speaks_of_it(body) else (GoesTo("exile"), DoBesides(body))


def _speaks_of_it(body: Body) -> bool:
    return bool(found(body, lambda part: part == _THAT))


_RESULTS: dict[str, Callable[[Would, str], Result | None]] = {
    "gain_life": _life,
    "lose_life": _life,
    "damage": _damage,
    "put_counters": _counters,
    "create": _tokens,
    "move": _moves,
}
_RETURN = re.compile(r"return an? ((?:[a-z]+ )?card) from your graveyard to (?:your hand|the battlefield)$")


def _body(words: str) -> Body | None:
    """The instructions of a piece of text, None where one is not understood, has a target or leaves a choice open."""

    back = _RETURN.match(words)
    if back:
        what = filter_of(back[1])
        zone = "hand" if words.endswith("hand") else "battlefield"
        if what is None:
            return None

        one = One(AllOf((what, OwnedBy(Player("you")))), ("graveyard",))
        return (Move(one, zone, "return"),)
    body = body_of(f"{words[:1].upper()}{words[1:]}.", ("enchantment",), _THAT)

    def settle(part: Any) -> Any:
        return ThatMuch() if part in (PerPlayer("that many"), PerPlayer("that much")) else part

    body = rewrite(body, settle)

    def unclear(part: Any) -> bool:
        open_ = isinstance(part, OtherAction | Target | PerPlayer | Chose) or part == Player("team")
        return open_ or is_mark(part) or (isinstance(part, Ref) and part.kind == "chosen")

    return None if not body or found(body, unclear) else body


__all__ = ["Filter", "Players", "Union", "replacement_of", "whom"]
