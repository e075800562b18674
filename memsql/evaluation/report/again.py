"""A run scored again from what it left, and whether it is what it says."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from memsql.evaluation.exam import Exam
from memsql.evaluation.journal import as_frame
from memsql.evaluation.results import RunFolder
from memsql.evaluation.summary import SCORED, Scored, evaluate

PARTS = ("invalid", "q1", "q2", "q3", "cost", "method")


@dataclass(frozen=True)
class Again(RunFolder):
    """A run with the scores that were computed now in the place of its own."""

    scored: Scored

    @cached_property
    def summary(self) -> dict[str, Any]:
        """What came of it, as it is scored now."""
        return self.scored.summary


def again(stored: RunFolder, exam: Exam) -> Again:
    """Score a run again over its suite, from the tables that the run itself wrote."""
    (found,) = evaluate(exam, [stored.run()], exam.scenario_ids)
    return Again(stored.folder, found)


def differences(stored: RunFolder, found: Again) -> list[str]:
    """Where the summary and the tables of scores are not what the run's folder has; empty: they are the same."""
    odd = [line for part in PARTS for line in _unlike(part, stored.summary.get(part), found.summary[part])]
    for name in SCORED:
        if name in found.scored.tables:
            kept = as_frame(name, stored.table(name))
            if not kept.equals(found.scored.tables[name].select(kept.columns)):
                odd.append(f"table {name}")
    return odd


def _unlike(place: str, one: Any, other: Any) -> Iterator[str]:
    """Where two JSON values differ, by the way that leads there."""
    if isinstance(one, dict) and isinstance(other, dict):
        for key in {**one, **other}:
            yield from _unlike(f"{place}.{key}", one.get(key), other.get(key))
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for i, (a, b) in enumerate(zip(one, other, strict=True)):
            yield from _unlike(f"{place}[{i}]", a, b)
    elif one != other:
        yield f"{place} is {other!r}, the run says {one!r}"
