"""Drawings of which effects depended on which, row by row, from the steps of a proof."""

from __future__ import annotations

from typing import Any

from layerproof.queries.words.names_in_proofs import Names, layer_name, of_one_world

Edge = tuple[str, str, str]
_WHY = {"exists": "whether it is there", "text": "its text", "affects": "what it applies to", "does": "what it does"}


def edges_by_row(proof: dict[str, Any]) -> dict[str, list[Edge]]:
    """Give for each row the pairs of participants of which the first depends on the second, and what would change."""
    rows: dict[str, list[Edge]] = {}
    for step in proof["steps"]:
        if step["kind"] == "waits":
            said = step["conclusion"]
            rows.setdefault(said["row"], []).append((said["part"], said["for"], said["because"]))
    return rows


def graph_lines(proof: dict[str, Any], form: str) -> list[str]:
    """Draw the dependencies of a derivation.

    proof: plain data. form: `mermaid` or `dot`. Returns the lines of a drawing in which an arrow leads from an effect
    to the one it depends on, a box for each row that has any. It does not promise a drawing of effects that depend on
    nothing and on which nothing depends.

    >>> graph_lines({"edition": "current", "steps": []}, "dot")
    ['digraph dependencies {', '  // no effect depends on another', '}']
    """
    one = of_one_world(proof)
    return _mermaid(one) if form == "mermaid" else _dot(one)


def _numbered(rows: dict[str, list[Edge]], names: Names) -> dict[str, dict[str, tuple[str, str]]]:
    """For each row its participants with a node name and words."""
    found: dict[str, dict[str, tuple[str, str]]] = {}
    count = 0
    for row, edges in rows.items():
        parts = dict.fromkeys(part for one, other, _ in edges for part in (one, other))
        found[row] = {}
        for part in parts:
            count += 1
            found[row][part] = (f"n{count}", names.long(part))
    return found


def _mermaid(proof: dict[str, Any]) -> list[str]:
    names, rows = Names(proof), edges_by_row(proof)
    lines = ["flowchart LR"]
    if not rows:
        lines.append("  %% no effect depends on another")
    for number, (row, nodes) in enumerate(_numbered(rows, names).items(), 1):
        lines.append(f'  subgraph row{number}["{layer_name(names.edition, row)}"]')
        for node, words in nodes.values():
            text = words.replace('"', "#quot;")
            lines.append(f'    {node}["{text}"]')
        for one, other, because in rows[row]:
            lines.append(f'    {nodes[one][0]} -- "depends on: {_WHY[because]}" --> {nodes[other][0]}')
        lines.append("  end")
    return lines


def _dot(proof: dict[str, Any]) -> list[str]:
    names, rows = Names(proof), edges_by_row(proof)
    lines = ["digraph dependencies {"]
    if not rows:
        lines.append("  // no effect depends on another")
    for number, (row, nodes) in enumerate(_numbered(rows, names).items(), 1):
        lines += [f"  subgraph cluster_{number} {{", f"    label={_quoted(layer_name(names.edition, row))};"]
        lines += [f"    {node} [label={_quoted(words)}];" for node, words in nodes.values()]
        for one, other, because in rows[row]:
            lines.append(f"    {nodes[one][0]} -> {nodes[other][0]} [label={_quoted(_WHY[because])}];")
        lines.append("  }")
    return [*lines, "}"]


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
