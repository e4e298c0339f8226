"""What waits to be put on the stack in a timeline in which players act, and what is being asked of them."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace

from layerproof.kb.model.ability import Chapter, Triggered


@dataclass(frozen=True)
class Due:
    """A triggered ability that has triggered: its source, its name in proofs, the ability, who controls it, the object
    that its event was about and how much it was about, X, who granted it; rank: its place among the others, for the
    labels; on: what the source was attached to then."""

    source: int
    name: str
    ability: Triggered | Chapter
    you: str
    that: int | str | None = None
    amount: int | None = None
    x: int | None = None
    granter: int | None = None
    rank: tuple[int, int, str, str, str, int] = (0, 0, "", "", "", 0)
    on: int | str | None = None


@dataclass(frozen=True)
class Following:
    """A reflexive ability that resolves right behind its entry, in a timeline without actions: its targets, None where
    they are not told apart from others, and the choices that are its own."""

    due: Due
    targets: tuple[int | str, ...] | None
    choices: tuple[tuple[str, tuple[str | int, ...]], ...] = ()


@dataclass
class Agenda:
    """The things that are on it.

    played: whether anybody acts in this timeline; acting: whether an action is being taken. due: what has triggered,
    perhaps: what may have, by its source and why that is not known; unclear: the same with the timestamp after which it
    would have been put on the stack. offered: reflexive abilities of the present resolution; following:
    those that resolve right behind the entry. beats: how many beats of
    the present chronicle have been looked through. spent: the places of delayed abilities that have triggered; once:
    what triggers once a turn and has. asked: what is on the stack and asks for choices now, open: of what the targets
    were not said; ordered: entries of the timeline that have stated an order. left: sources of what was left behind,
    later: the labels of what further entries say triggers; resolving: whether what is left behind resolves, checking:
    whether state-based actions are performed. acted: whether an action comes before the present entry; until_turn: the
    turn that the present entry ends, 0 where it ends none; listing: whether the entry is the first turn or step before
    any action, which tells when all is that was listed; unnamed: how many entries ago a turn began without a named
    step.
    """

    played: bool = False
    acting: bool = False
    due: list[Due] = field(default_factory=list)
    perhaps: list[tuple[int, str]] = field(default_factory=list)
    unclear: list[tuple[int, int, str]] = field(default_factory=list)
    offered: list[Due] = field(default_factory=list)
    following: list[Following] = field(default_factory=list)
    beats: int = 0
    spent: set[int] = field(default_factory=set)
    once: set[tuple[int, str, int]] = field(default_factory=set)
    asked: set[int] = field(default_factory=set)
    open: set[int] = field(default_factory=set)
    ordered: set[int] = field(default_factory=set)
    left: list[int] = field(default_factory=list)
    later: list[str] = field(default_factory=list)
    resolving: bool = False
    checking: bool = True
    acted: bool = False
    listing: bool = False
    until_turn: int = 0
    unnamed: int | None = None

    def twin(self) -> Agenda:
        """An agenda like this one, that changes by itself."""
        other = replace(self)
        for each in fields(self):
            value = getattr(self, each.name)
            if isinstance(value, list | set):
                setattr(other, each.name, value.copy())
        return other

    def clear(self) -> None:
        """Nothing waits, nothing is asked, and nothing is unclear any more."""
        for each in (self.due, self.perhaps, self.unclear, self.offered):
            each.clear()
        self.asked.clear()
        self.open.clear()

    def doubt(self, source: int, words: str) -> None:
        """An ability of an object may have triggered."""
        if (source, words) not in self.perhaps:
            self.perhaps.append((source, words))

    def settle_doubts(self, now: int) -> None:
        """What may have triggered is from now on something that may be on the stack."""
        self.unclear.extend((now, *each) for each in self.perhaps)
        self.perhaps.clear()
