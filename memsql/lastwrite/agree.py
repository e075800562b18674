"""How far two sets of labels agree: percent and Cohen's kappa."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from memsql.errors import DataError, shown
from memsql.lastwrite.records import Place, cell, place, read

SHOWN = 8
"""Labels that a message names."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """Over the questions that both labelled. ``kappa`` is None where chance alone agrees always."""

    count: int
    same: int
    percent: float
    kappa: float | None
    table: tuple[tuple[str, str, int], ...]
    """Label of the first, label of the second, questions: the most frequent first."""
    alone: tuple[tuple[str, ...], tuple[str, ...]]
    """Labels that the first alone uses, and the second alone: they can agree nowhere."""
    left_out: tuple[int, int]
    """Questions that the first alone has, and the second alone: they are not compared."""


def labels(path: Path) -> dict[Place, str]:
    """Labels by question; a row has ``label`` (or ``class``) and what names the question. Raises DataError."""
    made: dict[Place, str] = {}
    for where, row in read(path):
        asked = place(row, where)
        if asked in made:
            raise DataError(f"{where}: a second label for {asked[0]} {asked[1]} {asked[2]}; keep one of them")
        made[asked] = cell(row, where, "label", "class").strip()
        if not made[asked]:
            raise DataError(f"{where}: an empty label; give one, or leave the row out")
    if not made:
        raise DataError(f"{path}: no label; a row has set, index and label")
    return made


def agree(first: dict[Place, str], second: dict[Place, str]) -> Agreement:
    """Compare labels. Raises DataError where no question has both, or no label stands in both: none could agree."""
    both = sorted(first.keys() & second.keys())
    if not both:
        raise DataError("no question has a label in both files; give labels of the same questions")
    pairs = Counter((first[asked], second[asked]) for asked in both)
    count = len(both)
    same = sum(n for (a, b), n in pairs.items() if a == b)
    left, right = Counter(first[asked] for asked in both), Counter(second[asked] for asked in both)
    alone = tuple(sorted(left.keys() - right.keys())), tuple(sorted(right.keys() - left.keys()))
    if not left.keys() & right.keys():
        said = f"the first file has {_listed(alone[0])}, the second {_listed(alone[1])}"
        raise DataError(f"no label stands in both files: {said}; write one in the words of the other")
    chance = sum((Fraction(left[label] * right[label], count * count) for label in left), Fraction())
    kappa = None if chance == 1 else float((Fraction(same, count) - chance) / (1 - chance))
    ordered = sorted(pairs.items(), key=lambda kv: (-kv[1], kv[0]))
    table = tuple((a, b, n) for (a, b), n in ordered)
    left_out = len(first) - count, len(second) - count
    return Agreement(count, same, 100 * same / count, kappa, table, alone, left_out)


def notes(found: Agreement, first: str, second: str) -> list[str]:
    """What a person has to know of the figure, a line each: labels of one file alone, and questions that one lacks."""
    made = []
    if any(found.alone):
        said = [
            f"{name} has {_listed(words)}" for name, words in zip((first, second), found.alone, strict=True) if words
        ]
        made.append(f"The files use different labels, which can agree nowhere: {' alone, '.join(said)} alone.")
    if any(found.left_out):
        said = [f"{n:,} of {name}" for name, n in zip((first, second), found.left_out, strict=True) if n]
        made.append(f"Not compared, as the other file has no label for them: {', '.join(said)}.")
    return made


def _listed(words: tuple[str, ...]) -> str:
    return ", ".join(shown(word, 40) for word in words[:SHOWN]) + (", ..." if len(words) > SHOWN else "")
