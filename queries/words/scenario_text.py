"""Scenarios written as YAML, one line for each event and claim, as a person would write them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from layerproof.kb.errors import KnowledgeError
from layerproof.kb.files.yaml_source import parse_documents
from layerproof.queries.words.sentences import flow


def scenario_text(plain: dict[str, Any], comment: str = "") -> str:
    """Write a scenario as YAML.

    plain: its plain data. comment: lines that stand above it. Returns text that reads as the same plain data.

    >>> print(scenario_text({"scenario": "A bear", "timeline": [{"enters": "Grizzly Bears", "as": "bear"}]}), end="")
    scenario: A bear
    timeline:
      - {enters: Grizzly Bears, as: bear}
    """
    lines = [f"# {line}".rstrip() for line in comment.splitlines()]
    for key, value in plain.items():
        if key in ("timeline", "claims", "constraints") and isinstance(value, list):
            lines.append(f"{key}:" if value else f"{key}: []")
            lines += [f"  - {_written(each)}" for each in value]
        else:
            lines.append(f"{key}: {_written(value)}")
    return "\n".join(lines) + "\n"


def _written(value: Any) -> str:
    """Plain data in one line; as JSON where the shorter form would read as something else."""
    text = flow(value)
    try:
        documents = parse_documents(text, "<text>").documents
    except KnowledgeError:
        return json.dumps(value, ensure_ascii=False)
    same = len(documents) == 1 and json.dumps(documents[0].value) == json.dumps(value)
    return text if same else json.dumps(value, ensure_ascii=False)


def save_scenario(file: str | Path, plain: dict[str, Any], comment: str = "") -> None:
    """Write a scenario into a file. Raises KnowledgeError when it cannot be written."""
    try:
        Path(file).write_text(scenario_text(plain, comment), encoding="utf-8")
    except OSError as error:
        raise KnowledgeError(f"the file cannot be written: {error.strerror}", file=str(file)) from None
