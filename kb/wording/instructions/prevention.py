"""The wording of shields: damage that is prevented, and regeneration."""

from __future__ import annotations

from layerproof.kb.model.effect import All, Effect, Players, Until
from layerproof.kb.model.expression import AllOf, Filter, Player, Ref, Same, State
from layerproof.kb.model.modification import PreventDamage
from layerproof.kb.wording.amounts.values import quantity
from layerproof.kb.wording.nouns.noun_phrases import noun
from layerproof.kb.wording.words.english import SELF, doubtful, unmodelled, with_article

_TURN = Until("end of turn")
_CHOSEN = Same(Ref("chosen"))


def prevention_text(mod: PreventDamage, effect: Effect, words: str) -> str:
    """The sentence of a resolution that begins to prevent damage.

    mod: the modification. effect: the effect that it is part of. words: whom it is about. Certain are the forms that
    today's templating always has: the next so much damage, all damage by anything, the next damage by a source of a
    player's choice.
    """
    if mod.each or mod.then or effect.duration != _TURN or len(effect.mods) > 1:
        return unmodelled("prevent damage")
    about = "you" if effect.affects == Players(Player("you")) else words.removeprefix("all ")
    combat = "combat damage" if mod.combat else "damage"
    if mod.source is not None:
        source = _of_your_choice(mod.source)
        if source is None or not mod.to or mod.amount is not None:
            return unmodelled("prevent damage")
        if mod.next:
            return f"the next time {source} would deal {combat} to {about} this turn, prevent that damage"
        return doubtful(f"prevent all {combat} {source} would deal to {about} this turn")
    way = f"to {about}" if mod.to else f"by {about}"
    if mod.amount is not None and mod.to:
        many = str(mod.amount) if isinstance(mod.amount, int) else doubtful(quantity(mod.amount))
        text = f"prevent the next {many} {combat} that would be dealt {way} this turn"
        return doubtful(text) if isinstance(effect.affects, All) or about == SELF else text
    if mod.amount is not None or mod.next:
        return unmodelled("prevent damage")
    if effect.affects == All(State("permanent")) and not mod.to:
        return f"prevent all {combat} that would be dealt this turn"
    # Today's templating has several orders of words for this.
    return doubtful(f"prevent all {combat} that would be dealt {way} this turn")


def _of_your_choice(source: Filter) -> str | None:
    """A source that is chosen: `a red source of your choice`; None where it is not chosen."""
    if source == _CHOSEN:
        return "a source of your choice"
    if not isinstance(source, AllOf) or _CHOSEN not in source.filters:
        return None
    rest = noun(AllOf(tuple(each for each in source.filters if each != _CHOSEN)))
    words = " ".join(rest.before)
    if not words or rest.after or rest.heads not in ((), ("permanent",)):
        return doubtful("a source of your choice")
    return with_article(f"{words} source of your choice")
