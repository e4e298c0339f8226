"""Dependency by its definition: what applying one effect would change about another (rule key order.dependency)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from layerproof.solver.layers.affected_now import applies_to_others
from layerproof.solver.layers.changing import work_out
from layerproof.solver.layers.participants import Part
from layerproof.solver.layers.view import Entry, View

if TYPE_CHECKING:
    from layerproof.solver.layers.derive import Derivation


class Trial(NamedTuple):
    """What applying a participant would do now: to which objects, their entries after it, those of them that differ,
    and the view."""

    objects: tuple[int, ...]
    after: dict[int, Entry]
    differing: dict[int, Entry]
    view: View


def edges(
    candidates: list[Part], number: int, derivation: Derivation, trials: dict[str, Trial] | None = None
) -> dict[str, dict[str, str]]:
    """Which participants wait for which, and what would change: `exists`, `text`, `affects` or `does`.

    candidates: participants of one row, of which none or all are characteristic-defining where that matters. trials:
    is filled with what applying those would do that had to be tried. Pairs
    whose footprints cannot meet are skipped unless the derivation says otherwise. Source: rule key
    order.dependency.definition.
    """
    found: dict[str, dict[str, str]] = {}
    trials = {} if trials is None else trials
    apart = derivation.scene.edition.policy("cda_dependency") == "none"
    for first in candidates:
        needed = needs(first, number, derivation)
        if derivation.skip and not needed:
            continue
        now: tuple[Any, Any] | None = None
        for other in candidates:
            if other is first or first.cda != other.cda or (apart and first.cda):
                continue
            if derivation.skip and not needed & other.rows[number].writes:
                continue
            if now is None:
                now = _state(first, number, derivation)
            trial = trials.get(other.name)
            if trial is None:
                trial = trials[other.name] = _trial(other, number, derivation)
            if not trial.differing:
                continue
            why = _difference(first, number, derivation, now, trial)
            if why is not None:
                found.setdefault(first.name, {})[other.name] = why
    return found


def _trial(part: Part, number: int, derivation: Derivation) -> Trial:
    now = derivation.scene.view
    objects, _ = derivation.objects_of(part)
    after = derivation.applied(part, number, objects)
    differing = differing_from(now, after)
    return Trial(objects, after, differing, {**now, **differing})


def differing_from(view: View, after: dict[int, Entry]) -> dict[int, Entry]:
    """Those of some new entries that are not as in a view."""
    return {it: entry for it, entry in after.items() if entry is not view[it] and entry != view[it]}


def needs(part: Part, number: int, derivation: Derivation) -> int:
    """What the participant's existence, objects and doings depend on in this row, as a footprint."""
    does = part.rows[number].does
    if part.name in derivation.began or part.objects is not None:
        return does
    return does | part.reads


def _state(part: Part, number: int, derivation: Derivation) -> tuple[tuple[int, ...], dict[int, Any]]:
    """What a participant applies to and what it does to each, in the view as it is."""
    objects, _ = derivation.objects_of(part)
    if part.rows[number].settled:
        return objects, {}
    return objects, {it: _doings(part, number, derivation, it, objects) for it in objects}


def _doings(part: Part, number: int, derivation: Derivation, it: int, objects: tuple[int, ...]) -> Any:
    if derivation.skip and not part.rows[number].does:
        return ()
    return tuple(work_out(mod, derivation.scene, part.source, it, objects) for mod in part.rows[number].mods)


def _difference(part: Part, number: int, derivation: Derivation, now: tuple[Any, Any], trial: Trial) -> str | None:
    """What differs for a participant in another view: whether it exists, its text, its objects, what it does."""
    from layerproof.solver.layers.derive import conditions_hold

    scene, kept, view = derivation.scene, derivation.scene.view, trial.view
    scene.view = view
    try:
        if part.name not in derivation.began and part.instance is not None:
            entry = view.get(part.source.id) if part.source.id is not None else None
            there = None if entry is None else _instance(entry.abilities, part.instance.name)
            if there is None:
                return "exists"
            if there.ability != part.instance.ability:
                return "text"
        if part.name not in derivation.began and not conditions_hold(part, scene):
            return "exists"
        objects = now[0]
        if part.name not in derivation.began and part.objects is None and part.scope is not None:
            if applies_to_others(part, scene, objects, kept, trial.differing, derivation.skip):
                return "affects"
        for it, before in now[1].items():
            if before != _doings(part, number, derivation, it, objects):
                return "does"
        return None
    finally:
        scene.view = kept


def _instance(abilities: Any, name: str) -> Any:
    return next((each for each in abilities if each.name == name), None)


def free_participants(
    candidates: list[Part], edges_: dict[str, dict[str, str]]
) -> tuple[list[Part], tuple[tuple[str, ...], ...]]:
    """The participants that may be applied next, in order, and the loops among them.

    Participants of a strongly connected component that waits for nothing outside itself are free; a loop is such a
    component of several (rule key order.dependency.loop).
    """
    import networkx

    graph = networkx.DiGraph()
    graph.add_nodes_from(part.name for part in candidates)
    graph.add_edges_from((first, other) for first, others in edges_.items() for other in others)
    free: set[str] = set()
    loops: list[tuple[str, ...]] = []
    for component in networkx.strongly_connected_components(graph):
        if all(other in component for name in component for other in graph.successors(name)):
            free |= component
            if len(component) > 1:
                loops.append(tuple(sorted(component)))
    return [part for part in candidates if part.name in free], tuple(sorted(loops))
