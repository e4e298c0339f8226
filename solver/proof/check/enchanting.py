"""What Auras enchant that enter by anything but their own resolution as spells, seen by the checker."""

from __future__ import annotations

from layerproof.kb.model.ability import Keyword
from layerproof.kb.model.expression import InZone
from layerproof.kb.model.node import mentions
from layerproof.kb.scenario import event as ev
from layerproof.solver.proof.check.ahead import Arrives
from layerproof.solver.proof.check.attaching import protected
from layerproof.solver.proof.check.deriving import derive
from layerproof.solver.proof.check.game import Game
from layerproof.solver.proof.check.incomplete import ForbiddenChoice, Incomplete
from layerproof.solver.proof.check.interfering import refuse_change
from layerproof.solver.proof.check.phrasing import keyword_lets
from layerproof.solver.proof.check.reading import Reader
from layerproof.solver.proof.check.view import Entry
from layerproof.solver.proof.check.world import Says


def hosts_named(event: ev.Event) -> tuple[str, ...]:
    """The labels and players of which an entry says that what enters by it enchants them."""
    return tuple(str(word) for key, words in getattr(event, "choices", ()) if key == "attached_to" for word in words)


def is_aura_put(how: Arrives, entry: Entry) -> bool:
    """Whether it has to be chosen what an entering object enchants: it is an Aura, and nothing says what."""
    return "Aura" in entry.subtypes and how.attached_to is None


def host_chosen(game: Game, identifier: int, how: Arrives, entry: Entry) -> int | str | None:
    """What an Aura enchants as its controller-to-be chooses, None where there is nothing that it can enchant.

    entry: the Aura as it would be on the battlefield. Nothing that enters at the same moment can be chosen. Raises
    Incomplete where several could be chosen and the scenario names none, or too many of them, and where it is not known
    what the Aura enchants; ForbiddenChoice for a choice against the rules.
    """
    spell = game.known.get(how.was or 0)
    if how.came_from == "stack" and spell is not None and "Aura" in spell.subtypes:
        raise Incomplete("what an Aura spell that resolves has as its target")
    enchant = [
        each.ability
        for each in entry.abilities
        if isinstance(each.ability, Keyword) and keyword_lets(each.ability.keyword, "says what is enchanted")
    ]
    if "creature" in entry.types or not enchant:
        raise Incomplete("an Aura that enters as a creature, or without an ability that says what it enchants")
    if {each.quality for each in enchant if each.filter is None} - {None, "player", "opponent"}:
        raise Incomplete("an Aura that enchants what is known by words only")
    refuse_change(game, "attach")
    can: list[int | str] = [*_permanents(game, identifier, entry, enchant), *_players(game, entry, enchant)]
    if not can:
        return None
    named = {game.target(each) for each in game.hosts}
    if named and named.isdisjoint(can):
        raise ForbiddenChoice("an Aura put onto what it cannot enchant")
    left = [each for each in can if not named or each in named]
    if len(left) != 1:
        raise Incomplete("which of several objects or players an Aura enchants as it enters")
    game.done("enchants", entry.controller, identifier, *(each for each in left if isinstance(each, int)))
    return left[0]


def _permanents(game: Game, identifier: int, aura: Entry, enchant: list[Keyword]) -> list[int]:
    """The objects that an Aura can enchant, of those that were there before this moment."""
    new = frozenset(each for each in {*game.objects} - {*game.before} | game.arriving if each != identifier)
    world = game.world(left_out=new)
    view = derive(world).view
    mine = view[identifier]
    if (mine.types, mine.subtypes, mine.colors) != (aura.types, aura.subtypes, aura.colors):
        raise Incomplete("an Aura that is something else while it is chosen what it enchants")
    if mine.controller != aura.controller:
        raise Incomplete("whose control an Aura enters under")
    reader = Reader(world, view, Says(identifier))
    found = []
    for host in sorted(view):
        if host == identifier:
            continue
        for each in enchant:
            elsewhere = each.filter is not None and mentions(each.filter, lambda part: isinstance(part, InZone))
            if each.filter is None or not (view[host].battlefield or elsewhere):
                break
            if not reader.fits(each.filter, view[host]):
                break
        else:
            if not protected(game, view[host], mine):
                found.append(host)
    return found


def _players(game: Game, aura: Entry, enchant: list[Keyword]) -> list[str]:
    if any(each.filter is not None for each in enchant):
        return []
    others_only = "opponent" in {each.quality for each in enchant}
    names = [name for name, player in game.players.items() if not player.lost]
    return [name for name in names if not (others_only and name == aura.controller)]
