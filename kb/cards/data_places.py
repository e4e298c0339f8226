"""Where Layerproof keeps what it makes on a machine: the card index of the user, and the cache of other card files."""

from __future__ import annotations

import os
import sys
from pathlib import Path

INDEX_NAME = "cards.sqlite"


def data_folder() -> Path:
    """The folder of the user's own data: `LAYERPROOF_HOME`, or the place that the platform has for it."""
    home = os.environ.get("LAYERPROOF_HOME")
    if home:
        return Path(home).expanduser()
    return _platform_folder("XDG_DATA_HOME", ".local/share", "Library/Application Support")


def cache_folder() -> Path:
    """The folder of what can be made again: `cache` in `LAYERPROOF_HOME`, or the place that the platform has for it."""
    home = os.environ.get("LAYERPROOF_HOME")
    if home:
        return Path(home).expanduser() / "cache"
    return _platform_folder("XDG_CACHE_HOME", ".cache", "Library/Caches")


def installed_index() -> Path:
    """The file of the card index that `layerproof cards import` makes, whether or not it exists."""
    return data_folder() / INDEX_NAME


def _platform_folder(variable: str, ordinary: str, mac: str) -> Path:
    platform: str = sys.platform  # as a text, or a type checker takes one platform for the only one
    if platform == "win32":
        local = os.environ.get("LOCALAPPDATA")
        return (Path(local) if local else Path.home() / "AppData" / "Local") / "layerproof"
    if platform == "darwin":
        return Path.home() / mac / "layerproof"
    given = os.environ.get(variable, "")
    # A relative path in these variables is to be ignored, by their own specification.
    return (Path(given) if Path(given).is_absolute() else Path.home() / ordinary) / "layerproof"
