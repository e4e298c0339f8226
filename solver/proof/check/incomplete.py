"""What the checker says when something that could matter is not modelled."""

from __future__ import annotations


class Incomplete(Exception):
    """Something is read or happens that the checker does not interpret; `what` names it in our words."""

    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.what = what


class ForbiddenChoice(Incomplete):
    """A player is said to have chosen what a rule does not let them choose: no world is so."""
