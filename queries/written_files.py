"""Files that the program writes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from layerproof.kb.errors import KnowledgeError


def write_json(file: str | Path, data: Any) -> None:
    """Write plain data as JSON. Raises KnowledgeError when the file cannot be written."""
    try:
        with open(file, "w", encoding="utf-8") as handle:
            json.dump(data, handle, ensure_ascii=False, indent=1)
            handle.write("\n")
    except OSError as error:
        raise KnowledgeError(f"the file cannot be written: {error.strerror}", file=str(file)) from None
