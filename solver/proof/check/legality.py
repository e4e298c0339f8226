"""Whether an action is legal, worked out anew by the checker: the steps that say why it is, or why it is not."""

from __future__ import annotations

from layerproof.kb.notation.plain_data import tag_of
from layerproof.kb.rulebook.step_rules import first_citable
from layerproof.kb.scenario import action as ac
from layerproof.kb.wording.plain_words import in_words
from layerproof.solver.proof.check.deontic import Step
from layerproof.solver.proof.check.fending import block_steps
from layerproof.solver.proof.check.fighting import attack_steps
from layerproof.solver.proof.check.game import Game
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.legal_activation import activation_steps
from layerproof.solver.proof.check.legal_casting import casting_steps
from layerproof.solver.proof.check.legal_setting_aside import setting_aside_steps
from layerproof.solver.proof.check.legal_special import land_steps, turning_steps
from layerproof.solver.proof.check.legal_suspending import suspending_steps
from layerproof.solver.proof.check.losing import over
from layerproof.solver.proof.check.striking import damage_steps


def legality_steps(game: Game, action: ac.Action) -> list[Step]:
    """The steps about an action: `permitted` ones where it is legal, else all that are `forbidden`.

    game: is not changed. Raises Incomplete where what is not modelled decides. Source: what forbids wins over what
    allows, and the rules of each action.
    """
    from layerproof.solver.proof.check.meantime import could_come

    game = could_come(game, action)
    if over(game):
        return [_too_late(game, action)]
    if any(" or " in obj.zone and obj.label in _named(action) for obj in game.objects.values()):
        raise Incomplete("in which of two zones an object is that an action names")
    return _decided(game, action, _steps(game, action))


def _named(action: ac.Action) -> list[str]:
    """The labels that an action names, of whatever sort."""
    found: list[str] = []
    for value in (getattr(action, field) for field in action.__struct_fields__):
        found += [value] if isinstance(value, str) else [each for each in flat(value) if isinstance(each, str)]
    return found


def flat(value: object) -> list[object]:
    """All that is in tuples within tuples."""
    return [inner for each in value for inner in flat(each)] if isinstance(value, tuple) else [value]


def _too_late(game: Game, action: ac.Action) -> Step:
    """The step that says that nobody does anything in a game that is over."""
    what = getattr(action, "special", None) or tag_of(type(action)).replace("_", " ")
    says: dict[str, object] = {"action": what, "player": getattr(action, "controller", None) or game.active}
    says["object"] = None
    for field in ("cast", "activate", "play_land", "of", "at", "attacker", "attack", "block", "targets", "paying"):
        if (named := getattr(action, field, None)) and "card" not in says:
            says["card"] = named if isinstance(named, str) else named[0]
    for field in ("blockers", "combat_damage"):
        if (pairs := getattr(action, field, ())) and "card" not in says:
            says["card"] = pairs[0][0]
    return "forbidden", first_citable(game.edition, ("game.ends",)), {
        **says, "because": "time", "source": None, "about": None
    }  # fmt: skip


def _steps(game: Game, action: ac.Action) -> list[Step]:
    match action:
        case ac.Cast():
            return casting_steps(game, action)
        case ac.Activate():
            return activation_steps(game, action)
        case ac.PlayLand():
            return land_steps(game, action)
        case ac.SpecialAction():
            if action.special == "turn face up":
                return turning_steps(game, action)
            if action.special == "suspend":
                return suspending_steps(game, action)
            return setting_aside_steps(game, action)
        case ac.Attack():
            return attack_steps(game, action)
        case ac.Block() | ac.Blockers():
            return block_steps(game, action)
        case ac.CombatDamage():
            return damage_steps(game, action)
    raise Incomplete(f"whether an action ({in_words(action)}) is legal")


def _decided(game: Game, action: ac.Action, steps: list[Step]) -> list[Step]:
    """The steps with one about who decides, where the action names who does and that is not simply whose it is."""
    by = getattr(action, "by", None)
    if by is None:
        return steps
    said = next((each for _, _, each in steps if isinstance(each, dict)), None)
    if said is None or by not in game.players:
        raise Incomplete("who decides an action")
    player = str(said["player"])
    entitled = dict(game.players[player].told).get("controlled by", player)
    if by == player == entitled:
        return steps
    about: dict[str, object] = {
        key: said[key] for key in said if key in ("action", "player", "object", "card", "ability")
    }
    about |= {"because": "decides", "source": None, "about": by}
    rule = first_citable(game.edition, ("control_player.decisions",))
    if by == entitled:
        return [*steps, ("permitted", rule, about)] if is_legal(steps) else steps
    return [*([] if is_legal(steps) else steps), ("forbidden", rule, about)]


def is_legal(steps: list[Step]) -> bool:
    """Whether the steps about an action say that it is legal."""
    return all(kind == "permitted" for kind, _, _ in steps)
