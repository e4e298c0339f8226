"""Noun phrases: filters, references and players as rules text words them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import ClassVar

from layerproof.kb.model.effect import ELSEWHERE, All, Only, Players, Scope, Union
from layerproof.kb.model.expression import (
    AllOf,
    AnyOf,
    AttachedTo,
    Attacks,
    Bears,
    CastBy,
    Compare,
    ControlledBy,
    Count,
    Did,
    ExiledWith,
    Filter,
    FirstCast,
    FitsChosen,
    HasAnyAbility,
    HasCounter,
    HasKeyword,
    HostFits,
    InCombatWith,
    InZone,
    Is,
    Named,
    Not,
    OwnedBy,
    Player,
    Ref,
    Same,
    SharesWith,
    Stat,
    State,
    Value,
    X,
)
from layerproof.kb.notation.short_forms import SUPERTYPES
from layerproof.kb.wording.nouns.qualifiers import RELATION, STAT, THAN, quality
from layerproof.kb.wording.nouns.references import attacked, controls, owns, player_name, reference, with_counters
from layerproof.kb.wording.words.chosen_words import OF_CHOICE
from layerproof.kb.wording.words.english import (
    SELF,
    doubtful,
    listed,
    plural,
    unmarked,
    unmodelled,
    with_article,
)


class _Amounts:
    """How an amount within a noun phrase is worded: amounts speak of nouns, so their words are given to nouns here."""

    worded: ClassVar[Callable[[Value], str]]


def words_amounts(worded: Callable[[Value], str]) -> Callable[[Value], str]:
    """Let this function word the amounts that stand within noun phrases, from now on."""
    _Amounts.worded = staticmethod(worded)
    return worded


PERMANENT_TYPES = ("artifact", "creature", "enchantment", "land", "planeswalker", "battle")
_BEFORE = ("tapped", "untapped", "attacking", "blocking", "enchanted", "equipped", "modified", "face_down", "face_up",
           "multicolored", "monocolored", "colorless", "historic", "transformed", "double_faced", "blocked",
           "unblocked", "suspected", "goaded", "foretold")  # fmt: skip


@dataclass(frozen=True)
class Noun:
    """A noun phrase in its parts: `other`, words before, the head (several with `or`), words after.

    types: the card types it names. plain: it is only a type or subtype, so that all of them are meant.
    """

    other: bool = False
    before: tuple[str, ...] = ()
    heads: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    types: frozenset[str] = field(default=frozenset())
    plain: bool = False

    def singular(self) -> str:
        """The phrase without article, in the singular."""
        return self._phrase(False)

    def plural(self) -> str:
        """The phrase in the plural."""
        return self._phrase(True)

    def _phrase(self, many: bool) -> str:
        heads = [plural(head) if many else head for head in self.heads]
        after = [_many(part) if many else part for part in self.after]
        return " ".join([*self.before, listed(heads, "and" if many else "or"), *after])

    def all(self) -> str:
        """The phrase for all of them: `all creatures`, but `creatures you control`."""
        return f"all {self.some()}" if self.plain else self.some()

    def one(self) -> str:
        """The phrase with its article: `a creature`, `another creature`."""
        words = f"another {self.singular()}" if self.other else with_article(self.singular())
        return doubtful(words) if len(self.heads) > 2 else words

    def some(self) -> str:
        """The phrase in the plural, with `other` where it is said."""
        words = f"other {self.plural()}" if self.other else self.plural()
        return doubtful(words) if len(self.heads) > 2 else words

    def each(self) -> str:
        """The phrase after `each`."""
        return f"each other {self.singular()}" if self.other else f"each {self.singular()}"


def _many(part: str) -> str:
    if part == "in a graveyard":
        return "in graveyards"
    plain = unmarked(part)
    if plain.startswith(("that is a ", "that isn't a ")) and len(plain.split()) == 4:
        return plural(part.replace("that is a ", "that are ", 1).replace("that isn't a ", "that aren't ", 1))
    if plain.startswith("that was "):
        return part.replace("that was ", "that were ", 1)
    return part.replace(" on it", " on them").replace("an opponent controls", "your opponents control")


_CAST_BY = {"you control": "you cast", "an opponent controls": "your opponents cast"}


def noun(filter_: Filter | None, zones: tuple[str, ...] = ("battlefield",)) -> Noun:
    """The noun phrase for the objects that fit a filter.

    filter_: None stands for any object. zones: where they are looked for; outside the battlefield and the stack they
    are cards. It does not promise the official order of words where a filter nests alternatives.

    >>> from layerproof.kb.model.expression import AllOf, Is
    >>> noun(AllOf((Is("type", "creature"), Is("subtype", "Sliver")))).plural()
    'Sliver creatures'
    """
    parts = filter_.filters if isinstance(filter_, AllOf) else () if filter_ is None else (filter_,)
    return _assemble(parts, zones)


def _assemble(parts: tuple[Filter, ...], zones: tuple[str, ...]) -> Noun:
    other, token, cast = False, False, False
    states: list[str] = []
    nots: list[str] = []
    supers: list[str] = []
    colors: list[str] = []
    subtypes: list[str] = []
    types: list[str] = []
    alternatives: tuple[str, ...] = ()
    after: list[str] = []
    tail: list[str] = []
    head = ""
    odd = False
    kinds: set[str] = set()
    for part in parts:
        match part:
            case Not(Same(Ref("self"))):
                other = True
            case Is("type", word):
                types.append(word)
                kinds.add(word)
            case Is("color" | "subtype", word) if word.endswith(OF_CHOICE):
                tail.append(f"of the {word}")
            case Is("subtype", "chosen"):
                tail.append("of the chosen type")
            case Is("color", "chosen"):
                tail.append("of the chosen color")
            case Is("subtype", word):
                subtypes.append(word)
            case Is("supertype", word):
                supers.append(word)
            case Is("color", word):
                colors.append(word)
            case Not(Is("subtype", word)):
                nots.append(f"non-{word}")
            case Not(Is(_, word)):
                nots.append(f"non{word}")
            case Not(State("token")):
                nots.append("nontoken")
            case State("token"):
                token = True
            case State("permanent"):
                head = f"permanent {head}" if head == "card" else "permanent"
            case State("spell"):
                head = "spell"
            case State("card"):
                head = "permanent card" if head == "permanent" else "card"
            case Not(State("copy")):
                cast = True
            case AnyOf(filters) if all(isinstance(each, State) and each.word in _BEFORE for each in filters):
                words = listed([each.word for each in filters if isinstance(each, State)], "or")
                # It may stand behind the noun: "tokens you control that are enchanted or equipped".
                states.append(doubtful(words) if "enchanted" in words else words)
            case AnyOf(filters) if all(isinstance(each, Is) and each.category == "color" for each in filters):
                colors.append(listed([each.word for each in filters if isinstance(each, Is)], "or"))
            case State(word) if word in _BEFORE:
                states.append(word.replace("_", "-"))
            case State("entered_this_turn"):
                tail.append("that entered this turn")
            case ExiledWith(ref):
                tail.append(f"exiled with {reference(ref)}")
            case HostFits(inner):
                tail.append(doubtful(f"attached to {noun(inner).some()}"))
            case Bears(inner):
                tail.append(f"that are enchanted by {noun(inner).some()}")
            case FirstCast():
                tail.append(doubtful("cast first"))
            case Attacks(player):
                tail.append(f"attacking {attacked(player)}")
            case State("attacking_alone"):
                tail.append("that's attacking alone")
            case InCombatWith(how, ref):
                tail.append(_in_combat(how, ref))
            case Did(what):
                tail.append(what)
            case ControlledBy(Player("chosen")):
                after.append(doubtful("the chosen player controls"))
            case ControlledBy(player):
                after.append(controls(player))
            case CastBy(player):
                after.append(_CAST_BY.get(controls(player), doubtful("that was cast")))
            case OwnedBy(player):
                after.append(owns(player))
            case HasKeyword(keyword):
                tail.append(f"with {keyword}")
            case Not(HasKeyword(keyword)):
                tail.append(f"without {keyword}")
            case HasAnyAbility():
                tail.append(doubtful("with an ability"))
            case Not(HasAnyAbility()):
                tail.append("with no abilities")
            case HasCounter(kind, least):
                tail.append(with_counters(kind, least))
            case Compare(stat, op, value) if isinstance(value, int) and op in RELATION:
                tail.append(f"with {STAT.get(stat, stat)} {RELATION[op].format(value)}")
            case Named(name):
                tail.append("with the chosen name" if name == "chosen" else f"named {name}")
            case AttachedTo(Ref(kind)):
                tail.append(f"attached to {SELF if kind == 'self' else doubtful('it')}")
            case SharesWith(category, ref):
                tail.append(doubtful(f"that shares {with_article(category)} with {reference(ref)}"))
            case InZone(zones_):
                zones = zones_
            case AnyOf(filters):
                named, clean = _alternatives(filters)
                if types:
                    # An artifact that is a Wall or a Golem: it has to be both.
                    tail.append(doubtful(f"being {listed([with_article(each) for each in named], 'or')}"))
                    continue
                alternatives = (*alternatives, *named)
                odd = odd or not clean
                kinds.update(each.word for each in filters if isinstance(each, Is) and each.category == "type")
            case FitsChosen():
                head = "permanent" if zones == ("battlefield",) else doubtful("object")
            case Not(State(word)) if word in _BEFORE:
                nots.append(doubtful(f"non{word}"))
            case Compare(stat, op, Count(among, counted)) if op in RELATION:
                many = unmodelled(f"the number of {noun(among, counted).some()}")
                tail.append(f"with {STAT.get(stat, stat)} {RELATION[op].format(many)}")
            case Compare(stat, op, value) if op in THAN and not isinstance(value, X | Stat):
                than = unmodelled(THAN[op].format(_Amounts.worded(value)))
                tail.append(f"with {STAT.get(stat, stat)} {than}")
            case Not(AnyOf() | AllOf() as inner):
                tail.append(unmodelled(f"that isn't {noun(inner, zones).one()}"))
            case _:
                tail.append(quality(part))
    if cast:
        after = [_CAST_BY.get(each, doubtful(each)) for each in after] or [doubtful("that was cast")]
    on_card = not set(zones) & {"battlefield", "stack"}
    stem = [*supers_and(nots, supers, colors), *subtypes]
    heads = alternatives or ((" ".join(types),) if types else ())
    if heads:
        if len(heads) == 1 and token:
            heads = (f"{heads[0]} token",)
        elif head in ("spell", "card", "permanent", "permanent card"):
            heads = (*heads[:-1], f"{heads[-1]} {head}")
        elif on_card:
            heads = (*heads[:-1], f"{heads[-1]} card")
        before = [*states, *stem]
    else:
        word = head or ("token" if token else "card" if on_card else "")
        if not word and subtypes:
            word, stem = subtypes[-1], stem[:-1]
        elif on_card and not word.endswith("card"):
            word = f"{word} card"
        heads, before = (word or "permanent",), [*states, *stem]
    if set(zones) == set(ELSEWHERE):
        tail.append("that aren't on the battlefield")
    if zones == ("graveyard",):
        whose = {"you own": "your", "you control": "your", "an opponent owns": "an opponent's"}
        tail.append(f"in {whose.get(' '.join(after), 'a')} graveyard")
        after = [] if not after or after[0] in whose else [doubtful(each) for each in after]
    if odd:
        before = [doubtful(before[0]), *before[1:]] if before else before
        heads = heads if before else (doubtful(heads[0]), *heads[1:])
    plain = not (other or states or nots or supers or colors or after or tail or token) and not on_card
    return Noun(other, tuple(before), heads, (*after, *tail), frozenset(kinds or {"permanent"}), plain)


def supers_and(nots: list[str], supers: list[str], colors: list[str]) -> list[str]:
    """The adjectives of a noun in their order: exclusions, supertypes, colors."""
    exclusions = [", ".join(nots)] if nots else []
    if len(nots) > 1 and any(each.removeprefix("non") in SUPERTYPES for each in nots):
        # Or "nonland permanents that aren't legendary".
        exclusions = [doubtful(exclusions[0])]
    return [*exclusions, *supers, *([listed(colors)] if colors else [])]


def _alternatives(filters: tuple[Filter, ...]) -> tuple[tuple[str, ...], bool]:
    named: list[str] = []
    clean = True
    for each in filters:
        if isinstance(each, Is) and each.category in ("type", "subtype"):
            named.append(each.word)
        elif _zone_word(each) is not None:
            named.append(str(_zone_word(each)))
        else:
            named.append(noun(each).singular())
            clean = clean and isinstance(each, State)
    return tuple(named), clean


def _zone_word(filter_: Filter) -> str | None:
    """`spell` and `permanent` where a filter says only the zone."""
    words = {"stack": "spell", "battlefield": "permanent"}
    return words.get(" ".join(filter_.zones)) if isinstance(filter_, InZone) else None


def _in_combat(how: str, ref: Ref) -> str:
    words = {
        "blocking_or_blocked_by": "blocking or blocked by",
        "banded_with": "banded with",
        "blocked_by": "blocked by",
    }
    if how == "attacking_the_same":
        return "attacking the same player or planeswalker"
    what = "it" if ref.kind in ("that", "target", "it") else reference(ref)
    return f"{words.get(how, how)} {doubtful(what) if what == 'it' else what}"


def scope_noun(scope: Scope) -> Noun | None:
    """The noun phrase of a scope that covers objects by a filter, else None."""
    return noun(scope.filter, scope.zones) if isinstance(scope, All) else None


__all__ = ["Noun", "Only", "Players", "Union", "noun", "player_name", "reference", "scope_noun"]
