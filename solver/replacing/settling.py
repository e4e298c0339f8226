"""Several effects at once: which apply, in which order, and whether the order makes a difference."""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING

from layerproof.kb.model import replacement as r
from layerproof.kb.model.modification import Cant, PreventDamage, Regeneration, Replace
from layerproof.solver.layers.scene import Scene, Undecided
from layerproof.solver.layers.speaking import speaks_of
from layerproof.solver.replacing.applying import apply, limit
from layerproof.solver.replacing.fitting import applies
from layerproof.solver.replacing.happening import Applied, Following, Happening, Outcome
from layerproof.solver.replacing.standing import Standing, by_protection, of_itself, speaks_of_regenerating, standing

if TYPE_CHECKING:
    from layerproof.solver.situation.game import Game

# With more applications than this the orders are not followed.
_MOST = 20000


def settle(game: Game, events: tuple[Happening, ...], control: bool = False) -> Outcome:
    """What becomes of events that would happen at one moment.

    What can't happen does not. Then effects apply one after the other until none is left that applies; where several
    do, the affected player or the controller of the affected object chooses. Every order is followed: if all come to
    the same, no choice is needed, else the scenario must name the effects that go first (`replacement` under the
    choices). control: only what changes under whose control an object enters is asked. Sources: rule keys
    replacement.choice, replacement.once, replacement.cant. Raises Undecided where a choice is left open.
    """
    not_there = game.not_yet | (game.arriving or set())
    there, scene = _scenes(game, events[0].object if events else None)
    ready = [each for each in standing(game, there) if each.source.id is None or each.source.id not in not_there]
    if events and scene is not there:
        ready += of_itself(scene, int(events[0].object or 0))
    if control:
        ready = [each for each in ready if isinstance(each.mod, Replace) and _control(each.mod)]
    ready += dict.fromkeys(each for event in events for each in by_protection(event))
    _ask_what_is_one_loss(scene, ready, events)
    if not ready:
        return Outcome(tuple(each for each in events if each.number > 0))
    search = _Search(game, scene, tuple(ready))
    events = tuple(each._replace(place=place) for place, each in enumerate(events) if each.number > 0)
    orders = [events]
    if len(events) > 1 and search.contested(events):
        if len(events) > 5:
            raise Undecided("which of many events a limited effect changes")
        orders = list(permutations(events))
    found: Outcome | None = None
    for order in orders:
        for outcome in search.outcomes(order, ()):
            if found is None:
                found = outcome
            elif not outcome.same_as(found, search.limited):
                if not search.met:
                    raise Undecided("which of several events at one moment is changed by an effect that is used up")
                raise Undecided(f"which of several replacement effects applies first ({search.names()})")
    assert found is not None
    return found._replace(follows=_applied_once(found.follows))


def _applied_once(follows: tuple[Following, ...]) -> tuple[Following, ...]:
    """The instructions with those of one prevention effect put together, which is applied once to all damage that would
    be dealt at one moment (rule key prevention.additional).

    Raises Undecided where they speak of what would have been dealt damage, and that are several.
    """
    kept: dict[object, Following] = {}
    for number, each in enumerate(follows):
        before = kept.get(each.once)
        if not each.once or before is None:
            kept[each.once or number] = each
            continue
        that = each.source.that if each.source.that == before.source.that else None
        if that is None and speaks_of(each.body, "that"):
            raise Undecided("what a prevention effect does for several objects or players at one moment")
        amount = (before.source.amount or 0) + (each.source.amount or 0)
        source = before.source._replace(that=that, amount=amount)
        kept[each.once] = before._replace(source=source, used=before.used | each.used)
    return tuple(kept.values())


def _ask_what_is_one_loss(scene: Scene, ready: list[Standing], events: tuple[Happening, ...]) -> None:
    """Stop where a player loses life at one moment to several sources, and an effect changes a loss otherwise than by
    multiplying it: no rule says whether that is one loss."""
    losses = [each for each in events if each.what == "lose_life"]
    if len({each.player for each in losses}) == len(losses):
        return
    for each in ready:
        if isinstance(each.mod, Replace) and not all(
            isinstance(part, r.TimesAsMuch | r.LeavesLife) for part in each.mod.instead
        ):
            names = [one.player for one in losses if applies(scene, each, one)]
            if len(set(names)) < len(names):
                raise Undecided(f"whether the life that {names[0]} loses at one moment to several sources is one loss")


def _scenes(game: Game, about: int | None) -> tuple[Scene, Scene]:
    """The scene of which the effects may change events, and the one in which these ask about them: both as all was
    before the moment. Of what is about to enter, with it as it would be on the battlefield (rule keys
    replacement.definition, entering.lookahead)."""
    from layerproof.solver.situation.arriving import about_to_enter

    if about is not None and about in game.not_yet and about in game.entering:
        return game.entering[about], about_to_enter(game, about, game.scene().view[about])
    scene = game.scene_before(about)
    return scene, scene


class _Search:
    """The search over the orders of effects."""

    def __init__(self, game: Game, scene: Scene, ready: tuple[Standing, ...]) -> None:
        self.game, self.scene, self.ready, self.count = game, scene, ready, 0
        self.met: dict[str, None] = {}
        self.limited = frozenset(
            each.name for each in ready if not isinstance(each.mod, Cant) and limit(each) is not None
        )

    def names(self) -> str:
        """The effects of which several applied at once, in words."""
        return ", ".join(self.met)

    def contested(self, events: tuple[Happening, ...]) -> bool:
        """Whether a limited effect applies to several of the events, so that their order counts: as they are, or as it
        may be once damage is redirected (rule keys prevention.shield, replacement.redirection)."""
        limited = [each for each in self.ready if not isinstance(each.mod, Cant) and limit(each) is not None]
        if any(sum(applies(self.scene, each, event) for event in events) > 1 for each in limited):
            return True
        redirecting = [each for each in self.ready if redirects(each)]
        return any(_of_damage(each) for each in limited) and any(
            applies(self.scene, each, event) for each in redirecting for event in events
        )

    def outcomes(self, events: tuple[Happening, ...], left: tuple[tuple[str, int], ...]) -> list[Outcome]:
        """What events come to, in every order of effects: the first is that in which the earliest applies each time."""
        if not events:
            return [Outcome(left=left, alike=self._alike(dict(left)))]
        self.count += 1
        if self.count > _MOST:
            raise Undecided("the orders of very many replacement effects")
        event, rest = events[0], events[1:]
        if event.what == "draw" and event.number > 1:
            # Each card is drawn by itself (rule key draw.one_at_a_time).
            one = event._replace(number=1)
            return self.outcomes((*[one] * event.number, *rest), left)
        forbidden = self._forbidden(event)
        if forbidden is not None:
            log = Applied(forbidden.name, "cant", "cant", event.plain(), ())
            return [each._replace(applied=(log, *each.applied)) for each in self.outcomes(rest, left)]
        options, several = self._options(event, dict(left))
        if not options:
            return [each._replace(happens=(event, *each.happens)) for each in self.outcomes(rest, left)]
        found: list[Outcome] = []
        for option in options:
            for outcome in self._applied(option, event, rest, left, several):
                if not any(outcome.same_as(other, self.limited) for other in found):
                    found.append(outcome)
        return found

    def _alike(self, left: dict[str, int]) -> tuple[tuple[str, int], ...]:
        """How much is left of each limited effect, without telling apart those that say the same of the same."""
        found = []
        for each in self.ready:
            number = None if isinstance(each.mod, Cant) else limit(each)
            if number is not None and each.effect is not None:
                words = (each.effect.mods, each.scope, each.objects, each.conditions, each.effect.duration)
                found.append((repr((words, each.effect.controller)), left.get(each.name, number)))
        return tuple(sorted(found))

    def _applied(
        self,
        option: Standing,
        event: Happening,
        rest: tuple[Happening, ...],
        left: tuple[tuple[str, int], ...],
        several: bool,
    ) -> list[Outcome]:
        remaining = dict(left)
        now = remaining.get(option.name, limit(option))
        became = apply(self.game, self.scene, option, event, now, self._preventable(event))
        if became.left is not None:
            remaining[option.name] = became.left
        instead = (*[each.plain() for each in became.events], *[{"what": "instructions"} for _ in became.follows])
        because = "only" if not several else "chosen" if self.game.preferred else "any order"
        log = Applied(option.name, sort_of(option), because, event.plain(), instead)
        return [
            each._replace(follows=(*became.follows, *each.follows), applied=(log, *each.applied))
            for each in self.outcomes((*became.events, *rest), tuple(remaining.items()))
        ]

    def _forbidden(self, event: Happening) -> Standing | None:
        return next(
            (each for each in self.ready if isinstance(each.mod, Cant) and applies(self.scene, each, event)), None
        )

    def _preventable(self, event: Happening) -> bool:
        asked = event._replace(what="prevent")
        return not any(isinstance(each.mod, Cant) and applies(self.scene, each, asked) for each in self.ready)

    def _options(self, event: Happening, left: dict[str, int]) -> tuple[list[Standing], bool]:
        """The effects of which one must be chosen now, and whether there are several.

        Protection is asked of what would be dealt the damage now, to which it may have been redirected. Sources: rule
        keys replacement.choice, replacement.control_first, keyword.protection_damage. Where the scenario names what
        goes first, only that is left.
        """
        found = [
            each
            for each in (*self.ready, *(one for one in by_protection(event) if one not in self.ready))
            if not isinstance(each.mod, Cant)
            and each.name not in event.used
            and left.get(each.name, 1) > 0
            and not _floor(each)
            and applies(self.scene, each, event)
            and self._wanted(each)
        ]
        if any(isinstance(each.mod, Regeneration) for each in found) and speaks_of_regenerating(self.scene):
            raise Undecided("an effect on the rules that speaks of regenerating")
        control = [each for each in found if isinstance(each.mod, Replace) and _control(each.mod)]
        found = control or found
        several = len(found) > 1
        if several:
            self.met |= dict.fromkeys(self.game.name(each.source.id) for each in found if each.source.id is not None)
        if several and self.game.preferred:
            ranks = [(self._rank(each), each) for each in found]
            first = min(rank for rank, _ in ranks)
            found = [each for rank, each in ranks if rank == first]
        return found, several

    def _wanted(self, each: Standing) -> bool:
        """Whether an effect is applied that a player need not apply: where the scenario names it.

        Raises Undecided where the scenario does not tell which effects are applied.
        """
        if not isinstance(each.mod, Replace) or not each.mod.optional:
            return True
        if not self.game.preferred:
            words = "an effect" if each.source.id is None else self.game.name(each.source.id)
            raise Undecided(f"whether what {words} may replace is replaced is not told (choices: replacement)")
        return each.source.id is not None and self.game.item(each.source.id).label in self.game.preferred

    def _rank(self, each: Standing) -> int:
        name = None if each.source.id is None else self.game.item(each.source.id).label
        order = self.game.preferred
        return order.index(name) if name in order else len(order)


def _control(mod: Replace) -> bool:
    return any(isinstance(each, r.UnderControl) for each in mod.instead)


def _floor(each: Standing) -> bool:
    """Whether an effect looks at the whole of what happens to a life total; it is applied to that."""
    return isinstance(each.mod, Replace) and any(isinstance(part, r.LeavesLife) for part in each.mod.instead)


def redirects(each: Standing) -> bool:
    """Whether an effect has damage dealt to another instead (rule key replacement.redirection)."""
    return isinstance(each.mod, Replace) and any(isinstance(part, r.DealtTo) for part in each.mod.instead)


def _of_damage(each: Standing) -> bool:
    return isinstance(each.mod, PreventDamage) or (isinstance(each.mod, Replace) and each.mod.would.what == "damage")


def sort_of(each: Standing) -> str:
    """The sort of an application, by which a step cites its rule (REPLACED of kb/rulebook/step_rules.py)."""
    if each.protects is not None:
        return "protection"
    if " counters." in each.name:
        return each.name.split()[1]
    if isinstance(each.mod, Regeneration):
        return "regeneration"
    if isinstance(each.mod, PreventDamage):
        return "prevention"
    if redirects(each):
        return "redirection"
    return "draw" if each.mod.would.what == "draw" else "replacement"
