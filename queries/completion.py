"""Completion of commands and options for shells, by shtab."""

from __future__ import annotations

import argparse

from layerproof.queries.usage import commands


def script(parser: argparse.ArgumentParser, shell: str) -> str:
    """Write the script by which a shell completes the command line of a parser.

    parser: it is changed: what takes a file says so. shell: bash, zsh or fish. Source: shtab.

    >>> "prove" in script(argparse.ArgumentParser(prog="prove"), "bash")
    True
    """
    import shtab  # nothing else needs it

    # What stands for a file or a folder in the help.
    files = {"FILE": shtab.FILE, "PATH": shtab.FILE, "PROOF": shtab.FILE, "DIR": shtab.DIRECTORY}
    for each in (parser, *(below for _, below in commands(parser))):
        for action in each._actions:
            if action.metavar in files:
                action.complete = files[action.metavar]  # type: ignore[attr-defined]
    return str(shtab.complete(parser, shell))
