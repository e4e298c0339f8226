"""Files that are read: ordinary ones. A pipe or a device may never come to an end."""

from __future__ import annotations

import stat
from pathlib import Path

from layerproof.kb.errors import KnowledgeError


def refuse_strange_file(path: str | Path, expected: str) -> None:
    """Refuse what is there and is neither a file nor a folder: a pipe, a socket, a device.

    path: of what is to be read. expected: what it should be, for the message. Raises KnowledgeError. It does not ask
    whether anything is there, nor what it holds.

    >>> refuse_strange_file("no-such-file.yaml", "a YAML file")
    """
    try:
        mode = Path(path).stat().st_mode
    except (OSError, ValueError):
        return
    if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
        sort = "a pipe" if stat.S_ISFIFO(mode) else "a socket" if stat.S_ISSOCK(mode) else "a device"
        mend = "write what it gives into a file first"
        raise KnowledgeError(f"this is {sort}, not a file", expected=expected, mend=mend, file=str(path))
