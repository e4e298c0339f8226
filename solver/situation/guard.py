"""What may interfere: abilities, counters and effects that are not modelled and concern what is about to happen.

Replacement effects, prevention and prohibitions that are not modelled must not be passed over in silence. Before an
event of a sort happens, everything in play that is only known by its words is asked whether it speaks of that sort, and
the objects concerned are asked for keyword abilities that would change it.
"""

from __future__ import annotations

import re

from layerproof.kb.keywords.meaning import interferes
from layerproof.kb.model.ability import Keyword, Opaque
from layerproof.kb.model.modification import Forbids, RuleEffect
from layerproof.kb.notation.restrictions import BE_SACRIFICED
from layerproof.kb.rulebook.turn_words import skipped_step
from layerproof.solver.layers.functioning import is_emblem
from layerproof.solver.layers.participants import static_effects
from layerproof.solver.layers.scene import Scene, Undecided
from layerproof.solver.situation.game import Game

SPEAKS_OF = {
    "draw": re.compile(r"\bdraws?\b|\bdrawn\b"),
    "life": re.compile(r"\blife\b"),
    "damage": re.compile(r"\bdamage\b"),
    "enter": re.compile(r"\benters?\b|\bentering\b|\bbecome a copy\b"),
    "die": re.compile(r"\bdies?\b|\bdying\b|\bgraveyards?\b|\bleaves?\b"),
    "destroy": re.compile(r"\bdestroy"),
    "counters": re.compile(r"\bcounters\b|\bcounter on\b"),
    "lose": re.compile(r"\blos(?:e|es|ing|s)\b"),
    "token": re.compile(r"\btokens?\b|\bcreates?\b"),
    "attach": re.compile(r"\battach|\benchant(?:ed)?\b|\bequipped\b"),
    "transform": re.compile(r"\btransform|\bconvert"),
    "face": re.compile(r"\bturned? face\b|\bface[- ](?:up|down)\b"),
    "untap": re.compile(r"\buntap"),
    "search": re.compile(r"\bsearch|\bshuffl"),
    "explore": re.compile(r"\bexplor"),
    "connive": re.compile(r"\bconniv"),
    "sacrifice": re.compile(r"\bsacrific"),
    "tap": re.compile(r"\bcan't (?:be|become) tapped\b"),
    "exile": re.compile(r"\bcan't\b[^.]*\bexile"),
    "phase": re.compile(r"\bcan't phase\b"),
}
_WATCHES = re.compile(r"(?:when|whenever|at) ", re.IGNORECASE)
_WHILE = re.compile(r"as long as [^,]*,", re.IGNORECASE)
_ACTIVATED = re.compile(r"[^.\"]*: ")
_CHANGES = re.compile(
    r"\bwould\b|\binstead\b|\bprevent|\bcan't\b|\bdoesn't\b|\bdon't\b|\bdouble\b|\benters?\b|\bskips?\b|\bleaves\b"
    r"|\bno more\b|\bno damage\b|\bduring\b|\bonly\b"
)
# What makes abilities trigger more often changes no event; who counts them asks for it.
_MORE_TRIGGERS = re.compile(
    r"(?:as long as [^,.\"]*, )?if (?!.*\bwould\b)[^.\"]*, (?:that ability|it) triggers an additional time\.?",
    re.IGNORECASE,
)
# How an object itself enters; with a choice by which nothing else happens nothing is changed.
OWN_ENTERING = re.compile(r"(?:as )?~ enters?(?: the battlefield)?\b", re.IGNORECASE)
_CHOICE_ONLY = re.compile(r"as ~ enters(?: the battlefield)?, choose [^.]+\.", re.IGNORECASE)


def makes_more_triggers(gloss: str) -> bool:
    """Whether words say nothing but that abilities trigger more often, so that they are no triggered ability."""
    return _MORE_TRIGGERS.fullmatch(gloss) is not None


def enters_in_words(ability: object) -> bool:
    """Whether an ability is known by its words only and says how its object enters, other than by a choice."""
    gloss = ability.gloss if isinstance(ability, Opaque) else ""
    return OWN_ENTERING.match(gloss) is not None and _CHOICE_ONLY.fullmatch(gloss) is None


def unhindered(game: Game, sort: str, of: int | None = None) -> None:
    """Go on only if nothing that is not modelled concerns a sort of event that is about to happen.

    sort: draw, life, damage, enter, die, destroy, counters, lose, token, attach, transform, face, untap, search,
    sacrifice, tap, exile or phase. of: the object to which it is about to happen, whose attachments are asked too.
    Raises Undecided with what may interfere. Triggered abilities are passed over, since a scenario lists those that
    resolve.
    """
    scene = game.scene()
    words = SPEAKS_OF[sort]
    for identifier, entry in scene.view.items():
        item = scene.items[identifier]
        if sort == "draw" and item.zone in ("graveyard", "library"):
            unchanged(game, identifier, sort)
        if item.zone != "battlefield" and not is_emblem(item):
            continue
        near = of is not None and (identifier == of or item.attached_to == of)
        for instance in entry.abilities:
            ability = instance.ability
            if isinstance(ability, Keyword):
                if near and sort in interferes(ability.keyword):
                    raise Undecided(f"the keyword ability {ability.keyword} of {game.name(identifier)} is not modelled")
                continue
            gloss = ability.gloss if isinstance(ability, Opaque) else ""
            if (sort == "enter" and OWN_ENTERING.match(gloss)) or _MORE_TRIGGERS.fullmatch(gloss):
                continue
            if skipped_step(gloss) is not None:
                continue
            if gloss and _speaks(gloss, words):
                raise Undecided(f"an ability of {game.name(identifier)} is not modelled ({gloss})")
            for effect in static_effects(ability):
                for mod in effect.effect.mods:
                    _ask(mod, words, game.name(identifier))
    for in_force in game.situation.effects:
        for mod in in_force.mods:
            _ask(mod, words, in_force.origin)


def _speaks(gloss: str, words: re.Pattern[str]) -> bool:
    """Whether words of an ability that is neither triggered nor activated may change an event of a sort; of what they
    say for as long as something holds, whether they change anything."""
    if _WATCHES.match(gloss) or _ACTIVATED.match(gloss):
        return False
    said = _WHILE.sub("", gloss.lower(), count=1) if _WHILE.match(gloss) else gloss.lower()
    return words.search(said) is not None and (said == gloss.lower() or _CHANGES.search(said) is not None)


# Words about an event of a sort that is asked for as such an event comes.
_ASKED_AS_IT_COMES = re.compile(
    r"\bdamage|\blegend rule\b|^as ~ enters\b|\bwould lose unspent mana\b|\bcauses you to discard\b"
    r"|\bwould (?:draw|die|create|roll|assemble|be created|be put into a graveyard)\b"
    r"|\bcan't cause you to (?:discard cards or )?sacrifice\b"
)


def course_is_known(game: Game) -> None:
    """Go on only if no permanent has an ability, known by its words only, that changes what happens to objects for as
    long as it is there. Raises Undecided with its words."""
    scene = game.scene()
    for identifier, entry in scene.view.items():
        item = scene.items[identifier]
        if item.zone != "battlefield" and not is_emblem(item):
            continue
        for ability in (each.ability for each in entry.abilities):
            if not isinstance(ability, Opaque) or "objects" not in ability.touches:
                continue
            words = ability.gloss.lower()
            rests = "untap" in words and not any(each.tapped for each in scene.items.values())
            if not rests and not _ASKED_AS_IT_COMES.search(words):
                raise Undecided(f"an ability of {game.name(identifier)} is not modelled ({ability.gloss})")


_LETHAL = re.compile(r"\blethal damage\b", re.IGNORECASE)


def lethal_is_known(scene: Scene) -> None:
    """Go on only if nothing in play says, in words that are not read, what lethal damage is.

    Raises Undecided with the words. Source: rule key state_based.lethal_damage.
    """
    said = [mod for each in scene.situation.effects for mod in each.mods]
    for identifier, entry in scene.view.items():
        if scene.items[identifier].zone == "battlefield" or is_emblem(scene.items[identifier]):
            for instance in entry.abilities:
                if isinstance(instance.ability, Opaque) and _LETHAL.search(instance.ability.gloss):
                    raise Undecided(f"what lethal damage is (an ability says: {instance.ability.gloss})")
                said += [mod for effect in static_effects(instance.ability) for mod in effect.effect.mods]
    for mod in said:
        if isinstance(mod, RuleEffect) and _LETHAL.search(mod.gloss):
            raise Undecided(f"what lethal damage is (an effect says: {mod.gloss})")


def unchanged(game: Game, identifier: int, sort: str) -> None:
    """Go on only if no keyword ability of a card that is no permanent changes what happens to it in a way that is not
    stated, as it is discarded or drawn. Raises Undecided with what does."""
    for instance in game.entry(identifier).abilities:
        if isinstance(instance.ability, Keyword) and sort in interferes(instance.ability.keyword):
            keyword = instance.ability.keyword
            raise Undecided(f"the keyword ability {keyword} of {game.name(identifier)} is not modelled")


def _ask(mod: object, words: re.Pattern[str], of: str) -> None:
    if isinstance(mod, RuleEffect) and Forbids(BE_SACRIFICED) in mod.says:
        # What cannot be sacrificed is asked where something would be.
        return
    if isinstance(mod, RuleEffect) and "leaves" in mod.gloss and "attached" in mod.gloss:
        # What this says of an Aura's own protection is looked at where attachments are judged.
        return
    if isinstance(mod, RuleEffect) and words.search(mod.gloss.lower()) and _CHANGES.search(mod.gloss.lower()):
        raise Undecided(f"an effect of {of} is not modelled ({mod.gloss})")
