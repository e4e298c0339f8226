"""Plain records in one form, where the same values may be written in several ways."""

from __future__ import annotations

from typing import Any

from layerproof.solver.proof.check.printed import cost_colors

_UNORDERED = ("types", "subtypes", "supertypes", "colors")
# Records in which zones must be said, and those in which the player is `you` unless another is said.
_ZONES_SAID = ("zone",)
_BY_YOU = ("create_token", "create_copy_token", "manifest", "gain_life", "draw", "discard")


def canonical(value: Any) -> Any:
    """Plain data of a step with what means nothing left out.

    Words of a type line and colors are sorted; a face has its colors stated instead of those of mana cost and color
    indicator; a zone or player that is the usual one may be left out where the record has a usual one; the origin of an
    effect, which explains it in words, is left out. A layout, a printed number and everything else must be the same.

    >>> canonical({"type": "face", "mana_cost": "{U}", "types": ["creature"]})["colors"]
    ['blue']
    """
    if isinstance(value, list):
        return [canonical(each) for each in value]
    if not isinstance(value, dict):
        return value
    found = {key: canonical(inner) for key, inner in value.items()}
    for key in _UNORDERED:
        if isinstance(found.get(key), list) and all(isinstance(each, str) for each in found[key]):
            found[key] = sorted(found[key])
    # The usual things may be left out.
    if found.get("zones") == ["battlefield"] and found.get("type") not in _ZONES_SAID:
        found.pop("zones")
    if found.get("player") == {"kind": "you", "type": "player"} and found.get("type") in _BY_YOU:
        found.pop("player")
    if isinstance(found.get("counters"), list) and all("timestamp" in each for each in found["counters"]):
        found["counters"] = sorted(found["counters"], key=lambda each: str(each.get("kind")))
    if found.get("type") == "face":
        return _face(found)
    if "id" in found and "mods" in found:
        found.pop("origin", None)
    return found


def _face(face: dict[str, Any]) -> dict[str, Any]:
    if face.get("colors") is None:
        cost = face.get("mana_cost")
        own = cost_colors(cost) if isinstance(cost, str) else frozenset()
        indicator = face.get("color_indicator") or []
        face = {**face, "colors": sorted(own | {each for each in indicator if isinstance(each, str)})}
    return {key: inner for key, inner in face.items() if key != "color_indicator"}
