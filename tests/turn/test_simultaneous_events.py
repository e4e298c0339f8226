"""The log of a game: what is reported as having happened, and what is simultaneous."""

from __future__ import annotations

from layerproof.kb.model.occurrence import CounterChange, Damaged, StatusChange, StepBegan, ZoneChange
from layerproof.kb.rulebook.edition import load_edition
from layerproof.kb.scenario.scenario_file import parse_scenarios
from layerproof.solver.situation.log import Happened
from layerproof.solver.situation.timeline import follow


def latest(timeline: str) -> list[Happened]:
    """The moments of the last event of a timeline."""
    scenario = parse_scenarios(f"scenario: a log\ntimeline:\n{timeline}").scenarios[0]
    moments = follow(scenario, load_edition("current"))[0].log.latest()
    return [each for each in moments if each.what]


def test_what_enters_tapped_does_not_become_tapped() -> None:
    """Entering tapped is part of the zone change; only a later change is a change of status."""
    entering = latest("  - {enters: Grizzly Bears, as: bear, tapped: true}\n")
    assert [each.what for each in entering] == [(ZoneChange(None, (1,), "unknown", "battlefield"),)]
    again = latest("  - {enters: Grizzly Bears, as: bear, tapped: true}\n  - {tap: bear}\n")
    assert again == []
    tapping = latest("  - {enters: Grizzly Bears, as: bear}\n  - {tap: bear}\n")
    assert [each.what for each in tapping] == [(StatusChange(1, "tapped"),)]


def test_what_state_based_actions_do_belongs_to_the_event() -> None:
    """Damage and the destruction that follows are two moments of one event; two that die do so at one of them."""
    bears = "".join(f"  - {{enters: Grizzly Bears, as: {name}}}\n" for name in ("one", "two"))
    found = latest(f"{bears}  - {{resolves: Pyroclasm}}\n")
    kinds = [[type(what).__name__ for what in each.what] for each in found]
    assert kinds[1] == ["Damaged", "Damaged"]
    assert kinds[-1] == ["ZoneChange", "ZoneChange"]
    dying = found[-1].what
    assert all(isinstance(what, ZoneChange) and what.how == "destroyed" for what in dying)
    assert {item.id for item in found[-1].before.objects} >= {1, 2}
    assert not {item.id for item in found[-1].after.objects} & {1, 2}


def test_prevented_damage_is_not_reported() -> None:
    """What is prevented does not happen."""
    bear = "  - {enters: Grizzly Bears, as: bear}\n"
    plain = latest(f"{bear}  - {{damage: 1, to: bear, from: bear}}\n")
    assert plain[0].what == (Damaged(1, 1, 1),)
    shielded = latest(f"{bear}  - {{resolves: Ethereal Haze}}\n  - {{damage: 1, to: bear, from: bear}}\n")
    assert shielded == []


def test_steps_and_counters() -> None:
    """A step that begins and counters that are put or cancel each other are told."""
    bear = "  - {enters: Grizzly Bears, as: bear}\n"
    assert latest(f"{bear}  - {{turn: you, step: upkeep}}\n")[-1].what == (StepBegan("upkeep", "you"),)
    pairs = latest(f'{bear}  - {{put: {{"+1/+1": 1}}, on: bear}}\n  - {{put: {{"-1/-1": 1}}, on: bear}}\n')
    assert pairs[0].what == (CounterChange(1, "-1/-1", 1),)
    assert pairs[1].what == (CounterChange(1, "+1/+1", -1), CounterChange(1, "-1/-1", -1))
