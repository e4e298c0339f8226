"""What reading needs besides the view: the situation, quick look-up of objects, and who says what is read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from layerproof.kb.model.ability import AsEnters
from layerproof.kb.model.situation import GameObject, PlayerState, Situation
from layerproof.kb.rulebook.edition import Edition
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.view import Entry

Choices = tuple[tuple[str, tuple[str | int, ...]], ...]


class World:
    """A situation with its objects by identifier, and the last known characteristics of what is gone.

    known: entries of objects that have left, as they last were. own_effects_of: while the look-ahead of an edition
    that leaves out other effects is made, the object whose own effects alone count. entering: what is about to enter,
    which is in no zone yet though it is read. unsure: what an instruction
    without a model may have changed (`players`), and choices that were made as something entered and that the scenario
    does not tell, so that nothing reads it.
    """

    def __init__(
        self,
        situation: Situation,
        edition: Edition,
        known: Mapping[int, Entry],
        unsure: frozenset[str] = frozenset(),
        own_effects_of: int | None = None,
        left_out: frozenset[int] = frozenset(),
    ) -> None:
        self.situation, self.edition, self.known = situation, edition, known
        self.unsure, self.own_effects_of, self.left_out = unsure, own_effects_of, left_out
        self.entering: int | None = None
        self.objects: dict[int, GameObject] = {each.id: each for each in situation.objects}
        self.gone: dict[int, GameObject] = {each.id: each for each in situation.gone}

    def object(self, identifier: int | None) -> GameObject | None:
        """The object of an identifier, also one that is gone."""
        if identifier is None:
            return None
        return self.objects.get(identifier) or self.gone.get(identifier)

    def told_choices(self, obj: GameObject, key: str) -> dict[str, tuple[str | int, ...]]:
        """The choices of an object. Raises Incomplete where that of the key was made as it entered but is not told."""
        if not_chosen(obj.id, key) in self.unsure:
            raise Incomplete(f"which {key} was chosen as {obj.label or obj.card.name} entered")
        told = dict(obj.choices)
        if key not in told and dict(obj.told).get("commander"):
            before = [each for face in obj.card.faces for each in face.abilities if isinstance(each, AsEnters)]
            if any(each.before_game and key in each.choose for each in before):
                raise Incomplete(f"which {key} was chosen before the game for {obj.label or obj.card.name}")
        return told

    def player(self, name: str) -> PlayerState | None:
        """The player of a name."""
        return next((each for each in self.situation.players if each.name == name), None)


def earlier_too(choices: Choices, earlier: Choices) -> Choices:
    """Choices of a resolution, and those made before for whatever it does not tell."""
    return choices + tuple(pair for pair in earlier if pair[0] not in dict(choices))


def not_chosen(identifier: int, key: str) -> str:
    """The word under which a choice is kept in `unsure` that an object asked for as it entered and nothing tells."""
    return f"choice of {key} for {identifier}"


@dataclass(frozen=True)
class Says:
    """Who says what is read, and what a resolution has filled in.

    source: the object of the ability; controller: given where it is not that of the source in the view; targets,
    made, that, choices, x: of the resolution. granter: the object whose effect granted the ability. each: the player
    looked at where players are looked at one by one. amount: how much an event was about that
    is replaced. died: what has died in the resolution. lost: how much life it has made players lose. by_rules: it is a
    resolution that the rules bring about. mays: how many things were met that somebody may do. done_to: what its last
    instruction about objects was about, None before one.
    """

    source: int | None
    controller: str | None = None
    granter: int | None = None
    targets: tuple[int | str | None, ...] = ()
    made: tuple[int, ...] = ()
    that: int | str | None = None
    each: str | None = None
    choices: Choices = ()
    x: int | None = None
    amount: int | None = None
    died: tuple[int, ...] = ()
    lost: int = 0
    by_rules: bool = False
    done_to: tuple[int, ...] | None = None
    mays: int = 0
    resolving: bool = field(default=False)
