"""What a comparison found: counts that add up, and what was wrong."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Self


@dataclass
class Counts:
    """The base of all reports. ``wrong``: a line per contradiction; the other fields are counts, Counters and sets."""

    wrong: list[str] = field(default_factory=list)

    def add(self, other: Self) -> Self:
        """Add another report."""
        for each in fields(self):
            mine, theirs = getattr(self, each.name), getattr(other, each.name)
            setattr(self, each.name, mine | theirs if isinstance(mine, set) else mine + theirs)
        return self


@dataclass
class Compared(Counts):
    """Answers compared with those of another way to get them; ``known``: those that are not unknown."""

    answers: int = 0
    known: int = 0

    def compare(self, what: str, given: object, wanted: object, is_known: bool) -> None:
        """Count an answer, and what is wrong with it."""
        self.answers += 1
        self.known += is_known
        if given != wanted:
            self.wrong.append(f"{what}: {given}, wanted {wanted}")

    def __str__(self) -> str:
        return f"{self.answers:,} answers ({self.known:,} known), {len(self.wrong)} different"
