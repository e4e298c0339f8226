"""Which rule a step of a proof cites: keys by the sort of step, and the first of several that an edition has."""

from __future__ import annotations

from collections.abc import Sequence

from layerproof.kb.model import occurrence as oc
from layerproof.kb.model import trigger_event as te
from layerproof.kb.model.situation import GameObject
from layerproof.kb.rulebook.edition import Edition

# Where an effect's place in the order comes from, by the sort of participant.
EXISTS: dict[str, tuple[str, ...]] = {
    "static": ("order.timestamp.static_ability",),
    "band": ("leveler.band",),
    "class": ("class.level_abilities", "order.timestamp.static_ability"),
    "station": ("station.symbol", "order.timestamp.static_ability"),
    "solved": ("case.solved_ability", "order.timestamp.static_ability"),
    "effect": ("order.timestamp.resolution",),
    "counter": ("order.timestamp.counter", "counter.power_toughness"),
    "keyword_counter": ("counter.keyword", "order.timestamp.counter", "counter.definition"),
    "merged": ("merge.topmost", "order.timestamp"),
    "face_down": ("face_down.characteristics",),
}
AFFECTS = {"live": ("effect.static_live",), "fixed": ("effect.fixed_set",), "began": ("effect.parts_in_layers",)}
NEXT = {
    "cda": ("order.cda_first", "ability.cda"),
    "dependency": ("order.dependency",),
    "loop": ("order.dependency.loop",),
    "timestamp": ("order.timestamp",),
}
# By which rule something leaves its zone, by the way in which it is moved.
LEAVES_BY = {
    "destroyed": "destroy",
    "sacrificed": "sacrifice",
    "discarded": "discard",
    "countered": "counter_spell",
    "drawn": "draw",
}
# By which rule a permanent gets a status or face.
STATUS_BY = {
    "tapped": "tap",
    "untapped": "untap",
    "flipped": "flip.flipped",
    "transformed": "transform",
    "face_down": "face_down.default",
    "face_up": "face_down.turned_up",
    "phased_out": "phasing.out",
    "phased_in": "phasing.in",
    "merged": "merge.definition",
    "unlocked": "room.unlock",
    "solved": "case.solved_designation",
}
# Which rule says that a turn has a step or phase.
_STEPS: dict[str, tuple[str, ...]] = {
    "untap": ("turn.beginning_phase",),
    "upkeep": ("turn.upkeep",),
    "draw": ("turn.beginning_phase",),
    "main": ("turn.main_phase",),
    "combat": ("turn.combat_phase",),
    "beginning of combat": ("turn.combat_phase",),
    "declare attackers": ("turn.declare_attackers",),
    "declare blockers": ("turn.declare_blockers",),
    "combat damage": ("turn.combat_damage",),
    "end of combat": ("turn.end_of_combat",),
    "second main": ("turn.main_phase",),
    "end": ("turn.end_step",),
    "cleanup": ("turn.ending_phase",),
}


def step_rule(step: str | None) -> tuple[str, ...]:
    """The rule keys that say that a turn has this step or phase; of a turn without a named step those of its phases.

    >>> step_rule("second main")
    ('turn.main_phase',)
    """
    return _STEPS[step] if step is not None else ("turn.phases",)


def occurrence_rule(what: oc.Occurrence) -> tuple[str, ...]:
    """The rule keys of which an `occurs` step cites the first that the edition has.

    What entered the battlefield is seen with all effects applied; for the rest only what did happen counts.
    """
    if isinstance(what, oc.ZoneChange) and what.to == "battlefield":
        return ("trigger.enters_as_modified",)
    return ("trigger.occurs",)


def trigger_rule(event: te.TriggerEvent | None, back: bool) -> tuple[str, ...]:
    """The rule keys of which the steps about a trigger event cite the first that the edition has.

    event: None for a reflexive triggered ability. back: it looks at things as they were just before.
    """
    if back:
        return ("trigger.looks_back",)
    match event:
        case te.AtOnce(event=inner):
            return trigger_rule(inner, back)
        case None:
            return ("trigger.reflexive", "trigger.delayed")
        case te.Moves(to=("battlefield",)):
            return ("trigger.enters",)
        case te.Moves():
            return ("trigger.zone_change",)
        case te.Begins():
            return ("trigger.step",)
        case te.Becomes(status="unblocked"):
            return ("trigger.not_blocked",)
        case te.Becomes() | te.Attaches() | te.Targets() | te.IsBlocked():
            return ("trigger.becomes",)
        case te.Chapter():
            return ("saga.chapter_trigger", "trigger.definition")
        case te.Becoming():
            return ("trigger.state",)
    return ("trigger.definition",)


def first_citable(edition: Edition, keys: Sequence[str]) -> str:
    """The first of these rule keys that the edition has; the last one if it has none (citing it then fails).

    >>> from layerproof.kb.rulebook.edition import load_edition
    >>> first_citable(load_edition("2012-10-01"), ("order.timestamp.counter", "counter.power_toughness"))
    'counter.power_toughness'
    """
    for key in keys:
        if key in edition.numbers:
            return key
    return keys[-1]


def printed_rule(edition: Edition, item: GameObject) -> str:
    """The rule key that a `printed` step cites for an object: that of a double-faced permanent, not modal, with its
    back face up; of any other object none, which is `printed`."""
    up = item.face == 1 and item.zone == "battlefield" and item.face_down is None and not item.components
    return first_citable(edition, ("double_faced.back",)) if up and item.card.layout == "transform" else "printed"


# Which rule an application of a replacement or prevention effect rests on, by its sort.
REPLACED: dict[str, tuple[str, ...]] = {
    "replacement": ("replacement.definition",),
    "prevention": ("prevention.definition",),
    "protection": ("keyword.protection_damage",),
    "redirection": ("replacement.redirection",),
    "draw": ("replacement.draw",),
    "cant": ("replacement.cant", "cant_beats_can"),
    "regeneration": ("regenerate",),
    "shield": ("counter.shield", "counter.definition"),
    "stun": ("counter.stun", "counter.definition"),
    "finality": ("counter.finality", "counter.definition"),
    "umbra armor": ("keyword.umbra_armor",),
}


# Which rule a step about what was chosen or done in a resolution cites, by its word.
RESOLVED: dict[str, tuple[str, ...]] = {
    "illegal targets": ("resolve.illegal_targets",),
    "some targets illegal": ("resolve.illegal_targets",),
    "condition fails": ("resolve.intervening_if",),
    "chooses": ("resolve.choices",),
    "does not choose": ("resolve.choices",),
    "cannot choose": ("resolve.choices",),
    "casts": ("resolve.casting",),
    "does not cast": ("resolve.casting",),
    "cannot cast": ("resolve.casting",),
    "pays": ("cost.on_resolution",),
    "does not pay": ("cost.on_resolution",),
    "cannot pay": ("cost.resources",),
    "sacrifices": ("sacrifice",),
    "discards": ("discard.choice",),
    "exiles": ("resolve.instructions_in_order",),
    "mills": ("mill", "resolve.instructions_in_order"),
    "scries": ("scry",),
    "surveils": ("surveil", "resolve.instructions_in_order"),
    "explores": ("explore", "resolve.instructions_in_order"),
    "connives": ("connive", "resolve.instructions_in_order"),
    "fights": ("fight",),
    "fights itself": ("fight.itself",),
    "does not fight": ("fight.no_creature",),
    "copies": ("copy.spell",),
    "chooses targets": ("copy.new_targets",),
    "populates": ("populate", "copy.definition"),
    "populates nothing": ("populate.nothing", "copy.definition"),
    "blocks a band": ("keyword.banding.block",),
    "searches": ("search.stated_quality", "search"),
    "chooses new targets": ("target.final_set",),
    "names a card": ("name.chosen", "choice.card_name"),
    "exchanges": ("keyword.aura_swap",),
    "enchants": ("attach.aura_enters",),
    "enchants nothing": ("attach.aura_nothing_to_enchant",),
    "cannot exchange": ("keyword.aura_swap.whole",),
    "shuffles": ("shuffle.specific", "shuffle"),
    "melds": ("meld",),
    "cannot meld": ("meld.stays", "impossible_ignored"),
    "counters": ("counter_spell",),
    "does not counter": ("counter_spell",),
    "has no life left": ("state_based.life",),
    "drew from an empty library": ("state_based.empty_library",),
    "has ten poison counters": ("state_based.poison",),
}


def replaced_keys(sort: str, because: str) -> tuple[str, ...]:
    """The rule keys of which a step about an effect that changed an event cites the first that the edition has.

    sort: a key of REPLACED. because: `only`, where one effect applied; `any order` or `chosen`, where one of several
    was applied, which the rule on their choice allows; `cant`, where the event can't happen.
    """
    return ("replacement.choice",) if because in ("any order", "chosen") else REPLACED[sort]


def resolved_rule(edition: Edition, what: str) -> str:
    """The rule key that a `resolved` step cites. what: a word of RESOLVED."""
    return first_citable(edition, RESOLVED[what])


def replaced_rule(edition: Edition, sort: str, because: str) -> str:
    """The rule key that a `replaced` step cites: of `replaced_keys` the first that the edition has."""
    return first_citable(edition, replaced_keys(sort, because))


def applied_rule(row: str, sets_land_type: bool, abilities_changed: bool) -> str:
    """The rule key that an `applied` step cites: that of its row, or of setting a basic land type where it took effect.

    sets_land_type: the part sets a basic land type. abilities_changed: the list of abilities of the object changed.
    """
    return "land.subtype_set" if sets_land_type and abilities_changed else row
