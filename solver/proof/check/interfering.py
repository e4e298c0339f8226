"""What is not modelled and may change what is about to happen: abilities and effects known only by their words, keyword
abilities, and counters."""

from __future__ import annotations

import re
from collections.abc import Iterator

from layerproof.kb.keywords.meaning import interferes
from layerproof.kb.model.ability import Keyword, Opaque
from layerproof.kb.model.modification import Forbids, RuleEffect
from layerproof.kb.model.node import mentions
from layerproof.kb.model.permissions.abilities_of_players import is_shield
from layerproof.kb.notation.restrictions import BE_SACRIFICED
from layerproof.solver.proof.check.elsewhere import speaks
from layerproof.solver.proof.check.game import Game
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.participants import templates
from layerproof.solver.proof.check.view import Entry

_WORDS = {
    "life": ("life",),
    "draw": ("draw",),
    "discard": ("discard", "hand"),
    "loss": ("lose", "loss", "losing", "life total"),
}
_SPEAKS_OF = {
    "enter": re.compile(r"\benter|\bbecome a copy"),
    "die": re.compile(r"\bdie|\bdying|\bgraveyard|\bleave"),
    "leave": re.compile(r"\bleave"),
    "graveyard": re.compile(r"\bgraveyard"),
    "destroy": re.compile(r"\bdestr"),
    "damage": re.compile(r"\bdamage"),
    "counters": re.compile(r"\bcounters?\b"),
    "token": re.compile(r"\btokens?\b|\bcreat(?:e|es|ed)\b"),
    "attach": re.compile(r"\battach|\benchanted\b|\bequipped\b"),
    "transform": re.compile(r"\btransform|\bconvert"),
    "face": re.compile(r"\bface[- ](?:up|down)\b"),
    "untap": re.compile(r"\buntap"),
    "search": re.compile(r"\bsearch|\bshuffl|\blibrar"),
    "sacrifice": re.compile(r"\bsacrific"),
    "tap": re.compile(r"\bcan't (?:become|be) tapped"),
    "exile": re.compile(r"\bcan't [^.]*\bexile"),
    "phase": re.compile(r"\b(?:can't|cannot) phase (?:in|out)"),
    "explore": re.compile(r"\bexplore"),
    "connive": re.compile(r"\bconnive"),
    "target": re.compile(r"\btarget|\bhexproof|\bshroud|\bprotection from"),
}
_TRIGGERS = re.compile(r"(?:when|whenever|at) ")
_ACTIVATED = re.compile(r"[^.\"]*: ")
_FORBIDS_OR_REPLACES = re.compile(
    r"\bwould\b|\binstead\b|\bprevent|\bcan't\b|\bcannot\b|\bdoesn't\b|\bdon't\b|\bdouble|\btwice\b|\benters?\b|\bskip"
    r"|\bno\b|\bduring\b|\bonly\b|\bmay\b|\badditional|\bmore\b|\bhexproof\b|\bshroud\b|\bprotection from\b"
    r"|\blasts\b"
)

_WHILE = re.compile(r"^as long as [^,]*, ")
_OWN_ENTERING = re.compile(r"(?:as )?~ enters\b")
_ONLY_CHOOSES = re.compile(r"as ~ enters(?: the battlefield)?, choose [^.]+\.")
# What must block, may be cast or may be played changes nothing that happens otherwise.
_BLOCKED = re.compile(r"all creatures able to block (?:it|~|enchanted creature) do so\.?")
_LETS_CAST = re.compile(r"(?:^|(?<=\. ))you may (?:cast|play) (?![^.]*\b(?:instead|would)\b)[^.]*\.")
_IN_COMBAT = re.compile(r"can(?:'t)? (?:attack|block|be blocked)\b(?!.*\b(?:would|instead|prevent)\b)[^.]*\.?")
_PERMITS = re.compile(r"may (?:cast|play) [^.]*$(?<!instead)")


def refuse(game: Game, what: str) -> None:
    """Raise Incomplete where an ability on the battlefield or an effect in force speaks of what is about to happen, and
    only its words are known; what: `life`, `draw`, `discard` or `loss`."""

    def speaks(node: object) -> bool:
        known = isinstance(node, RuleEffect) or (isinstance(node, Opaque) and bool(node.touches))
        return known and any(word in node.gloss.lower() for word in _WORDS[what])  # type: ignore[attr-defined]

    if what == "draw":
        for obj in game.objects.values():
            if obj.zone not in ("battlefield", "hand", "exile", "stack"):
                refuse_card(game, obj.id, what)
    speaking = (entry for entry in game.view.values() if _in_force(game, entry))
    abilities = tuple(each.ability for entry in speaking for each in entry.abilities)
    if mentions(abilities, speaks) or mentions(tuple(each.mods for each in game.effects.values()), speaks):
        raise Incomplete(f"an ability or effect of which only the words are known, about {what}")


def refuse_card(game: Game, identifier: int, sort: str) -> None:
    """Raise Incomplete where a keyword ability of a card says what else happens as it is drawn or discarded."""
    entry = game.view.get(identifier)
    said = () if entry is None else tuple(getattr(each.ability, "keyword", "") for each in entry.abilities)
    if any(sort in interferes(each) for each in said):
        raise Incomplete(f"what a keyword ability of a card makes of a {sort}")


def refuse_change(game: Game, sort: str, of: int | str | None = None) -> None:
    """Raise Incomplete where something that is not modelled may change an event of a sort that is about to happen.

    sort: enter, die, leave, graveyard, destroy, damage, counters, token, attach, transform, face, untap, search,
    sacrifice, tap, exile, phase or target. of: the object it happens to, of which, and of what is attached to it,
    keyword abilities are asked too. Triggered and activated abilities change nothing by themselves.
    """
    obj = game.objects.get(of) if isinstance(of, int) else None
    view = game.before
    for entry in view.values():
        if not entry.battlefield:
            continue
        there = game.objects.get(entry.id)
        near = obj is not None and (entry.id == of or (there is not None and there.attached_to == of))
        for instance in entry.abilities if near else ():
            ability = instance.ability
            if isinstance(ability, Keyword) and sort in interferes(ability.keyword):
                raise Incomplete(f"the keyword ability {ability.keyword}")
    for speaker, words in _texts(game):
        own = speaker is not None and sort == "enter" and _OWN_ENTERING.match(words)
        if own and (speaker != of or _ONLY_CHOOSES.fullmatch(words)):
            # How another object has entered, or a choice that by itself does nothing.
            continue
        if _BLOCKED.fullmatch(words) or _IN_COMBAT.fullmatch(words) or only_repeats_triggers(words):
            continue
        if sort == "damage" and only_assigns(words):
            continue
        if _SPEAKS_OF[sort].search(words):
            raise Incomplete(f"an ability or effect of which only the words are known: {words}")


def only_assigns(words: str) -> bool:
    """Whether words only say how a creature assigns combat damage, which changes nothing about damage that is dealt."""
    lower = words.lower()
    others = ("would", "prevent", "instead", "dealt", "deals")
    return "assign" in lower and not any(word in lower for word in others)


def refuse_lethal(game: Game) -> None:
    """Raise Incomplete where words alone are known of what says how much damage is lethal, in play or in force."""

    def defines(node: object) -> bool:
        return isinstance(node, Opaque | RuleEffect) and "lethal damage" in node.gloss.lower()

    there = tuple(each.ability for entry in game.view.values() if _in_force(game, entry) for each in entry.abilities)
    if mentions(there, defines) or any(mentions(each.mods, defines) for each in game.effects.values()):
        raise Incomplete("how much damage is lethal, by words that are not read")


def speaks_of_bands(entry: Entry) -> bool:
    """Whether words alone are known of an ability that lets a creature band with others of a quality."""
    return any(
        isinstance(each.ability, Opaque) and each.ability.gloss.lower().startswith("bands with other")
        for each in entry.abilities
    )


def only_repeats_triggers(words: str) -> bool:
    """Whether words say nothing but that abilities trigger an additional time, which changes no event."""
    if not words.startswith("if ") or " would " in words or words.rstrip(".").count(".") or '"' in words:
        return False
    return re.search(r", (?:that ability|it) triggers an additional time\.?$", words) is not None


def _texts(game: Game) -> Iterator[tuple[int | None, str]]:
    """The words of what is known by its words only and could forbid or replace an event, and the object that says
    them; a condition before them is left out."""
    for entry in game.before.values():
        for instance in entry.abilities if _in_force(game, entry) else ():
            if isinstance(instance.ability, Opaque):
                gloss = instance.ability.gloss.lower()
                if not _TRIGGERS.match(gloss) and not _ACTIVATED.match(gloss):
                    yield entry.id, _LETS_CAST.sub("", _WHILE.sub("", gloss))
                continue
            for template in templates(instance.ability):
                yield from ((entry.id, words) for words in _rules(template.effect.mods))
    for effect in game.effects.values():
        yield from ((None, words) for words in _rules(effect.mods))


def _in_force(game: Game, entry: Entry) -> bool:
    obj = game.objects.get(entry.id)
    return entry.battlefield or (obj is not None and speaks(obj, False))


def _rules(mods: tuple[object, ...]) -> Iterator[str]:
    for mod in mods:
        if isinstance(mod, RuleEffect) and Forbids(BE_SACRIFICED) in mod.says:
            # What nobody can sacrifice is left out where something is sacrificed.
            continue
        if isinstance(mod, RuleEffect) and is_shield(mod):
            # Whether a player may be a target is read where targets are looked at.
            continue
        if isinstance(mod, RuleEffect) and _PERMITS.match(mod.gloss.lower()):
            continue
        if isinstance(mod, RuleEffect) and _FORBIDS_OR_REPLACES.search(mod.gloss.lower()):
            yield mod.gloss.lower()
