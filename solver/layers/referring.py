"""References to objects and players, read against a view."""

from __future__ import annotations

from typing import Any

from layerproof.kb.keywords.casting_costs import used_to_pay
from layerproof.kb.model import expression as e
from layerproof.kb.model.ability import Keyword, Opaque
from layerproof.kb.model.costs.cost import ExilePart, OtherCost
from layerproof.kb.model.node import mentions
from layerproof.kb.model.replacement import GoesTo
from layerproof.kb.model.situation import GameObject, Situation
from layerproof.kb.wording.plain_words import in_words
from layerproof.solver.layers.choosing import chosen
from layerproof.solver.layers.scene import Scene, Source, Undecided
from layerproof.solver.layers.telling import defender_against, of_player
from layerproof.solver.layers.view import Entry

# Stands among what was made for tokens that an effect has created instead of others, or besides.
OTHERS = -1
# Stands there where another number of tokens has come to be than the instruction says.
OTHER_NUMBER = -2


def refer(ref: e.Ref, scene: Scene, source: Source) -> int | None:
    """The object that a reference means, or None if there is none (or it means a player)."""
    found = refer_any(ref, scene, source)
    return found if isinstance(found, int) else None


def refer_any(ref: e.Ref, scene: Scene, source: Source) -> int | str | None:
    """The object or player that a reference means, or None."""
    kind, index = ref.kind, ref.index - 1
    if kind == "self":
        return source.id
    if kind == "it":
        return source.it
    if kind == "object":
        return ref.index
    if kind == "host":
        item = None if source.id is None else scene.item(source.id)
        return None if item is None else item.attached_to
    if kind == "that":
        return source.that
    if kind == "granter":
        return source.granter
    if kind in ("target", "chosen", "made"):
        if kind == "made" and OTHER_NUMBER in source.made:
            raise Undecided("which of the tokens is meant, of which effects made another number")
        if kind == "chosen" and not source.chosen and source.you is None:
            return _chosen_on_entering(scene, source, index)
        listed = came(scene, source) if kind == "made" else {"target": source.targets, "chosen": source.chosen}[kind]
        return listed[index] if index < len(listed) else None
    if kind == "moved":
        return _moved(scene, source, index)
    if kind == "tapped":
        used = [each for each in chosen(scene, source, "tapped") if isinstance(each, int)]
        if any(_otherwise_counted(entry) for entry in scene.view.values()):
            raise Undecided("which number of a tapped creature counts")
        if index >= len(used):
            raise Undecided("what was tapped for the cost of an ability is not told")
        return used[index]
    if kind == "haunted":
        item = None if source.id is None else scene.item(source.id)
        return None if item is None else item.haunts
    if kind == "linked":
        item = None if source.id is None else scene.item(source.id)
        if item is not None and index >= len(item.linked):
            ask_what_was_exiled(item, scene)
        return _in_exile(item.linked[index], scene, source) if item is not None and index < len(item.linked) else None
    if kind == "last_linked":
        item = None if source.id is None else scene.item(source.id)
        return _in_exile(item.linked[-1], scene, source) if item is not None and item.linked else None
    if kind == "paired":
        item = None if source.id is None else scene.item(source.id)
        return None if item is None else item.paired
    if kind == "top_of_graveyard":
        return _top(scene, "graveyard", scene.you(source))
    if kind == "top_of_library":
        return _top(scene, "library", scene.you(source))
    raise Undecided(f"what is meant by “{in_words(ref)}” is not modelled")


def _in_exile(card: int, scene: Scene, source: Source) -> int | None:
    """A card that was exiled with an object, as long as it is in exile; what resolves may have moved it on itself (rule
    key linked.definition)."""
    there = scene.items.get(card)
    return card if source.resolving or (there is not None and there.zone == "exile") else None


def _chosen_on_entering(scene: Scene, source: Source, index: int) -> int | None:
    """The object that was chosen as the source entered, of which its static abilities speak (rule key linked.choice).

    Raises Undecided where the scenario does not tell it.
    """
    item = None if source.id is None else scene.item(source.id)
    if item is None:
        return None
    if "object" not in dict(item.choices):
        raise Undecided(f"which object was chosen for {item.label or item.card.name} is not given")
    told = [each for each in chosen(scene, source, "object") if isinstance(each, int)]
    return told[index] if index < len(told) else None


def ask_what_was_exiled(item: GameObject, scene: Scene) -> None:
    """Raise Undecided where cards may have been exiled with an object for a cost or by a replacement effect (rule key
    linked.definition).

    item: the object, asked about by the abilities that are printed on it and by those that it has as a copy.
    """

    def exiles(node: Any) -> bool:
        match node:
            case ExilePart(itself=itself):
                return not itself
            case OtherCost(text=text):
                return "exile" in text
            case GoesTo(zone=zone):
                return zone == "exile"
            case Keyword(keyword=keyword):
                # Cards that are exiled to pay, as for delve.
                return (tool := used_to_pay(keyword)) is not None and tool.zone == "graveyard"
        return False

    entry = scene.entry(item.id)
    cards = (item.card,) if entry is None else (item.card, entry.card)
    if any(mentions(face.abilities, exiles) for card in cards for face in card.faces):
        raise Undecided(f"which cards were exiled with {item.label or item.card.name} is not followed")


def ask_exiles_counted(filter_: e.Filter, scene: Scene, source: Source) -> None:
    """Raise Undecided where cards that were exiled with an object are counted, and some may have been exiled with it
    that are not followed: also where no card is listed in exile (rule key linked.definition)."""

    def asks(node: Any) -> bool:
        if isinstance(node, e.ExiledWith):
            exiler = refer(node.ref, scene, source)
            item = None if exiler is None else scene.item(exiler)
            if item is not None:
                ask_what_was_exiled(item, scene)
        return False

    mentions(filter_, asks)


def _otherwise_counted(entry: Entry) -> bool:
    """Whether words of an object may let another number than its power count for what was tapped for a cost."""
    abilities = [each.ability for each in entry.abilities]
    return any("rather than its power" in each.gloss for each in abilities if isinstance(each, Opaque))


def came(scene: Scene, source: Source) -> tuple[int, ...]:
    """What a resolution has created, or put onto the battlefield or the stack; not what it put elsewhere.

    Raises Undecided where an effect has created other tokens instead or besides: the rules do not say whether what is
    said of the tokens is said of those too.
    """
    if OTHERS in source.made:
        raise Undecided("what is done to tokens where an effect has created others instead or besides")
    return tuple(
        each for each in source.made if (item := scene.item(each)) is not None and item.zone in ("battlefield", "stack")
    )


def _moved(scene: Scene, source: Source, index: int) -> int | None:
    """The one object that a resolution has put into a graveyard or into exile (rule key zone_change.effect_finds).

    Raises Undecided where it has put several somewhere, or this one where nobody may look.
    """
    items = [item for each in source.made if (item := scene.item(each)) is not None]
    there = [item for item in items if item.zone not in ("battlefield", "stack")]
    if not there:
        return None
    if index or len(there) > 1 or there[0].zone not in ("graveyard", "exile"):
        raise Undecided("which of the objects that were put elsewhere is spoken of")
    return there[0].id


def all_moved(scene: Scene, source: Source) -> tuple[int, ...]:
    """All cards that a resolution has put into exile, or into graveyards (rule key zone_change.effect_finds).

    Raises Undecided where it has put some into one of these zones and others elsewhere: the words may mean one zone.
    """
    items = [item for each in source.made if (item := scene.item(each)) is not None]
    there = [item for item in items if item.zone not in ("battlefield", "stack")]
    if {item.zone for item in there} not in (set(), {"exile"}, {"graveyard"}):
        raise Undecided("which of the objects that were put into several zones are spoken of")
    return tuple(item.id for item in there)


def _top(scene: Scene, zone: str, player: str) -> int | None:
    """The top card of a zone: the one that got there last. None in an empty one.

    Raises Undecided where a library has cards, or may have, and none of them is listed.
    """
    if zone == "library":
        top = top_of_library(scene.situation, player)
        if top is None and scene.situation.player_state(player).unlisted != 0:
            raise Undecided(f"the top card of the library of {player}, which is not listed")
        return top
    if scene.situation.player_state(player).buried:
        raise Undecided(f"the top card of the graveyard of {player}, where some are not listed")
    cards = [each for each in scene.in_zones((zone,)) if scene.items[each].owner == player]
    return max(cards, key=lambda each: scene.items[each].timestamp, default=None)


def top_of_library(situation: Situation, player: str) -> int | None:
    """The listed card on top of a library: the one that got there last; None where none is listed.

    Raises Undecided where the library was shuffled since.
    """
    cards = [each for each in situation.objects if each.zone == "library" and each.owner == player]
    if not cards:
        return None
    top = max(cards, key=lambda each: each.timestamp)
    shuffled = situation.player_state(player).shuffled
    if top.timestamp <= shuffled:
        raise Undecided(f"the top card of the library of {player}, which was shuffled, is not known")
    return top.id


def players(player: e.Player, scene: Scene, source: Source) -> tuple[str, ...]:
    """The names of the players that a phrase means."""
    kind = player.kind
    every = [each.name for each in scene.situation.players if not each.lost]
    if kind == "you":
        return (scene.you(source),)
    if kind == "named":
        return (player.name,)
    if kind == "any":
        return tuple(every)
    if kind == "opponent":
        of = scene.you(source)
        if player.of is not None:
            other = refer(player.of, scene, source)
            of = (None if other is None else scene.controller_of(other)) or of
        return tuple(name for name in every if name != of)
    if kind == "active":
        return (scene.situation.active,)
    if kind == "each":
        return () if source.each is None else (source.each,)
    if kind == "monarch":
        return tuple(name for name in every if of_player(scene, name, "monarch"))
    if kind in ("left", "right"):
        if len(every) != 2:
            raise Undecided("who sits next to a player is not told")
        return tuple(name for name in every if name != scene.you(source))
    if kind == "team":
        return (scene.you(source),)
    if kind == "defending":
        attacker = source.id if player.of is None else refer(player.of, scene, source)
        attacked = None if attacker is None else defender_against(scene, attacker)
        if attacked is None:
            raise Undecided("the scenario does not tell who the defending player is")
        return (attacked,)
    if kind in ("controller", "owner"):
        of_ref = refer_any(player.of or e.Ref("it"), scene, source)
        if isinstance(of_ref, str):
            return (of_ref,)
        if of_ref is None:
            return ()
        item = scene.item(of_ref)
        name = scene.controller_of(of_ref) if kind == "controller" else (None if item is None else item.owner)
        return () if name is None else (name,)
    if kind == "target":
        listed = source.targets[player.index - 1 : player.index]
        return tuple(each for each in listed if isinstance(each, str))
    if kind == "host":
        host = refer_any(e.Ref("host"), scene, source)
        return (host,) if isinstance(host, str) else ()
    if kind == "that" and isinstance(source.that, str):
        return (source.that,)
    if kind == "chosen":
        return tuple(str(each) for each in chosen(scene, source, "player"))
    raise Undecided(f"which players “{in_words(kind)}” are is not modelled")
