"""Linear conditions on which candidates are chosen: built one by one, solved as an integer program, and, where they
cannot be met together, asked which of them give way for the least.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from scipy.sparse import coo_array

# The solver is imported where it solves: processes that derive candidates alone do without it.
INFINITY = inf
GAP = 0.3
"""How far from the cheapest a choice may be: any that meets the conditions will do, costs only tell them apart."""
SECONDS = 300.0
"""A choice that takes longer is given up: what was found by then would depend on the machine."""
FELT = 1e-6
"""Slack of less than this many columns is arithmetic."""


class Condition(NamedTuple):
    """A weighted sum of columns between two bounds. ``what`` says it in words, as the object of "has"."""

    what: str
    terms: Mapping[int, float]
    low: float
    high: float

    @property
    def scale(self) -> float:
        """What one column weighs on average: slack of this condition, counted in columns."""
        return sum(abs(v) for v in self.terms.values()) / len(self.terms) or 1.0


@dataclass(slots=True)
class Conditions:
    """Conditions under construction over so many columns, each of which is in or out."""

    columns: int
    rows: list[Condition] = field(default_factory=list)
    extra: int = 0

    def add(self, what: str, terms: Mapping[int, float], low: float, high: float = INFINITY) -> None:
        """Bound a weighted sum of columns; without columns it is 0."""
        self.rows.append(Condition(what, terms or {0: 0.0}, low, high))

    def flag(self) -> int:
        """A further yes-or-no column."""
        self.extra += 1
        return self.columns + self.extra - 1

    def matrix(self) -> coo_array:
        """The weights, a row per condition."""
        from scipy.sparse import coo_array

        entries = [(i, j, v) for i, row in enumerate(self.rows) for j, v in row.terms.items()]
        rows, columns, values = zip(*entries, strict=True)
        return coo_array((values, (rows, columns)), shape=(len(self.rows), self.columns + self.extra))

    def bounds(self) -> tuple[list[float], list[float]]:
        """The lower and the upper bounds."""
        return [r.low for r in self.rows], [r.high for r in self.rows]


def solve(conditions: Conditions, costs: Sequence[float]) -> list[int] | None:
    """Return the columns of a cheap choice that meets the conditions, or None."""
    import numpy as np
    from scipy.optimize import Bounds, LinearConstraint, milp

    found = milp(
        np.array([*costs, *([0.0] * conditions.extra)]),
        integrality=np.ones(len(costs) + conditions.extra),
        bounds=Bounds(0, 1),
        constraints=LinearConstraint(conditions.matrix().tocsr(), *conditions.bounds()),
        options={"mip_rel_gap": GAP, "time_limit": SECONDS},
    )
    if found.x is None or found.status != 0:
        return None
    return [i for i in range(conditions.columns) if found.x[i] > 0.5]


def shortfalls(conditions: Conditions) -> list[str]:
    """Return the conditions that give way, in words, the one that lacks most first: with shares of candidates in
    the place of whole ones, they are missed by as little as possible in all. Empty where shares meet everything.
    """
    import numpy as np
    from scipy.optimize import Bounds, LinearConstraint, milp
    from scipy.sparse import hstack, identity

    count, weights = len(conditions.rows), conditions.matrix()
    scales = np.array([r.scale for r in conditions.rows])
    columns = weights.shape[1]
    found = milp(
        np.concatenate([np.zeros(columns), 1 / scales, 1 / scales]),
        bounds=Bounds(0, np.concatenate([np.ones(columns), np.full(2 * count, INFINITY)])),
        constraints=LinearConstraint(
            hstack([weights, identity(count), -identity(count)]).tocsr(), *conditions.bounds()
        ),
    )
    slack = (found.x[columns : columns + count] + found.x[columns + count :]) / scales
    missed = [i for i in np.argsort(-slack, kind="stable") if slack[i] > FELT]
    return [conditions.rows[i].what for i in missed]
