"""The influence graph: which objects and effects can reach what is asked, so that all others may be left out.

Nodes are objects and the parts of effects; an edge says that the one may influence the other. It is read off the
records and printed characteristics, for every order of timestamps at once.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from layerproof.kb.model import expression as e
from layerproof.kb.model.effect import All, Only, Players, Union
from layerproof.solver.layers.participants import Part
from layerproof.solver.worlds.reach import Reach, records

_OF_THE_OBJECT = (
    e.Is,
    e.Not,
    e.AllOf,
    e.AnyOf,
    e.ControlledBy,
    e.OwnedBy,
    e.CastBy,
    e.InZone,
    e.HasKeyword,
    e.HasAnyAbility,
    e.HasCounter,
    e.Same,
    e.Named,
    e.Player,
    e.Ref,
    All,
    Only,
    Union,
    Players,
)
_NUMBERS = (
    e.Compare, e.CountersOn, e.Stat, e.Sum, e.Times, e.Minus, e.Half, e.AtLeast, e.X, e.Compares, e.Matches, e.Both,
    e.Either, e.Unless,
)  # fmt: skip
_EXPRESSIONS = (e.__name__, e.Player.__module__)
_OF_OTHERS_STATES = {"equipped", "enchanted", "modified", "attacking_alone"}


def influence_graph(reach: Reach) -> Any:
    """The graph of what may influence what at the end of a timeline.

    reach: of its situation. Returns a networkx.DiGraph with a node `("object", id)` for each object and `("part",
    name)` for each part of an effect. It is an estimate from above, for all orders. Source: rule keys
    layers.continual, order.dependency.definition. It does not tell how one influences the other.
    """
    import networkx

    graph = networkx.DiGraph()
    graph.add_nodes_from(("object", each) for each in reach.items)
    for part in reach.parts.values():
        node = ("part", part.name)
        graph.add_node(node)
        for each in reach.objects(part):
            graph.add_edge(node, ("object", each))
        for each in _read_by(part, reach):
            graph.add_edge(("object", each), node)
    for one, other in _other_influences(reach):
        graph.add_edge(("object", one), ("object", other))
    return graph


def relevant_objects(reach: Reach, asked: Iterable[int]) -> frozenset[int]:
    """The objects that can have a say in the characteristics of those asked about: these and their ancestors.

    reach: of the situation. asked: identifiers. Where abilities may come to be that are not printed, all objects.
    """
    if not reach.closed:
        return frozenset(reach.items)
    # The ancestors in the influence graph, without making it: a test compares the two.
    by_object: dict[int, set[int]] = {each: set() for each in reach.items}
    for part in reach.parts.values():
        read = _read_by(part, reach)
        for each in reach.objects(part):
            by_object[each] |= read
    for one, other in _other_influences(reach):
        by_object[other].add(one)
    found: set[int] = set()
    left = [each for each in asked if each in reach.items]
    while left:
        each = left.pop()
        if each not in found:
            found.add(each)
            left.extend(by_object[each])
    return frozenset(found)


def _other_influences(reach: Reach) -> list[tuple[int, int]]:
    """Pairs of objects of which the first may influence the second by state-based actions alone."""
    pairs: list[tuple[int, int]] = []
    for identifier, item in reach.items.items():
        # What an object is attached to decides whether it may stay attached.
        if isinstance(item.attached_to, int) and item.attached_to in reach.items:
            pairs.append((item.attached_to, identifier))
    # Legendary permanents of one name are compared.
    legends = [each for each, entry in reach.printed.items() if "legendary" in entry.supertypes]
    return pairs + [(one, other) for one in legends for other in legends if one != other]


def _read_by(part: Part, reach: Reach) -> frozenset[int]:
    """The objects whose characteristics decide whether a part exists, where it applies and what it does."""
    source = part.source.id
    own = frozenset({source} & reach.items.keys()) if source is not None else frozenset()
    said: list[Any] = [part.conditions]
    if part.objects is None:
        said.append(part.scope)
    for row in part.rows.values():
        said += [mod for mod in row.mods if row.does]
    found: set[int] = set()
    if part.instance is not None or part.conditions or part.objects is None:
        found |= own
    for record in (one for each in said for one in records(each)):
        if isinstance(record, e.Ref) and record.kind == "host" and source in reach.items:
            host = reach.items[source].attached_to
            found |= {host} if isinstance(host, int) and host in reach.items else set()
        elif isinstance(record, e.Ref) and record.kind not in ("self", "it", "host"):
            return frozenset(reach.items)
        elif isinstance(record, e.State):
            if record.word in _OF_OTHERS_STATES:
                return frozenset(reach.items)
        elif isinstance(record, _NUMBERS):
            continue
        elif not isinstance(record, _OF_THE_OBJECT) and type(record).__module__ in _EXPRESSIONS:
            return frozenset(reach.items)
    return frozenset(found)
