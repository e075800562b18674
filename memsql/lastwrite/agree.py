"""How far two sets of labels agree: percent and Cohen's kappa."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from memsql.errors import DataError
from memsql.lastwrite.records import Place, cell, place, read


@dataclass(frozen=True, slots=True)
class Agreement:
    """Over the questions that both labelled. ``kappa`` is None where chance alone agrees always."""

    count: int
    same: int
    percent: float
    kappa: float | None
    table: tuple[tuple[str, str, int], ...]
    """Label of the first, label of the second, questions: the most frequent first."""


def labels(path: Path) -> dict[Place, str]:
    """Labels by question; a row has ``label`` (or ``class``) and what names the question. Raises DataError."""
    made: dict[Place, str] = {}
    for where, row in read(path):
        asked = place(row, where)
        if asked in made:
            raise DataError(f"{where}: a second label for {asked[0]} {asked[1]} {asked[2]}; keep one of them")
        made[asked] = cell(row, where, "label", "class").strip()
    return made


def agree(first: dict[Place, str], second: dict[Place, str]) -> Agreement:
    """Compare labels. Raises DataError where no question has both."""
    both = sorted(first.keys() & second.keys())
    if not both:
        raise DataError("no question has a label in both files; give labels of the same questions")
    pairs = Counter((first[asked], second[asked]) for asked in both)
    count = len(both)
    same = sum(n for (a, b), n in pairs.items() if a == b)
    left, right = Counter(first[asked] for asked in both), Counter(second[asked] for asked in both)
    chance = sum((Fraction(left[label] * right[label], count * count) for label in left), Fraction())
    kappa = None if chance == 1 else float((Fraction(same, count) - chance) / (1 - chance))
    ordered = sorted(pairs.items(), key=lambda kv: (-kv[1], kv[0]))
    return Agreement(count, same, 100 * same / count, kappa, tuple((a, b, n) for (a, b), n in ordered))
