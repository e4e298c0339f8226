"""Reports: the results of many claims, their summary, and the exit code that follows from them."""

from __future__ import annotations

from typing import Any

import msgspec

from layerproof.queries.answer.verdicts import VERDICTS, exit_code

FIELDS = ("file", "scenario", "claim", "id", "line", "edition", "verdict", "worlds", "rules", "message")


class Result(msgspec.Struct, frozen=True):
    """The result of one claim under one edition, as the batch check reports it.

    file, scenario: where the claim stands. claim: its place in the scenario, from 1; 0 is the scenario as a whole.
    id: as written. verdict: `proved`, `refuted`, `undecided` or `invalid`. rules: the numbers of the rules that the
    proof cites. proof: the accepted proof, where it is kept; it is no part of the printed report. asked: the date that
    was asked for, where the edition in its place is of another day.
    """

    file: str
    scenario: str
    claim: int
    line: int
    edition: str
    verdict: str
    message: str
    id: str | None = None
    worlds: int = 0
    rules: tuple[str, ...] = ()
    proof: dict[str, Any] | None = None
    asked: str | None = None

    def plain(self) -> dict[str, Any]:
        """Give the result as plain data, with the fields of the scenario format in their order, and the date that was
        asked for where the edition is of another day."""
        plain = {field: list(self.rules) if field == "rules" else getattr(self, field) for field in FIELDS}
        return plain if self.asked is None else {**plain, "asked": self.asked}

    def sentence(self) -> str:
        """Give the result in one line: where, the verdict, and what is to be said of it."""
        where = f"{self.file}:{self.line}" if self.line else self.file
        claim = f" claim {self.claim}" if self.claim else ""
        return f"{where}:{claim} {self.verdict}: {self.message}"


class Report(msgspec.Struct, frozen=True):
    """The results of a batch, in the order of the files, what was skipped and why, and how long it took."""

    results: tuple[Result, ...]
    skipped: tuple[str, ...] = ()
    seconds: float = 0.0

    def count(self, verdict: str) -> int:
        """Count the results with a verdict."""
        return sum(1 for result in self.results if result.verdict == verdict)

    def exit_code(self) -> int:
        """Give the exit code: 3 when anything is invalid, else 1 when anything is refuted, else 2 when anything is
        undecided, else 0.

        >>> Report(()).exit_code()
        0
        """
        return exit_code(result.verdict for result in self.results)

    def plain(self) -> dict[str, Any]:
        """Give the report as plain data, in the form that the scenario format fixes."""
        summary: dict[str, Any] = {verdict: self.count(verdict) for verdict in VERDICTS}
        summary["seconds"] = round(self.seconds, 3)
        return {"version": 1, "results": [result.plain() for result in self.results], "summary": summary}

    def summary(self) -> str:
        """Give the summary in one line."""
        counts = ", ".join(f"{self.count(verdict)} {verdict}" for verdict in VERDICTS)
        claims = "1 claim" if len(self.results) == 1 else f"{len(self.results)} claims"
        return f"{claims}: {counts} ({self.seconds:.2f} s)"
