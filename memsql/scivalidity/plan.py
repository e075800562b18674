"""The evaluation matrices by name: which worlds, views and readers, and how many decisions that makes."""

from __future__ import annotations

import tomllib
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from memsql.errors import DataError, did_you_mean
from memsql.scivalidity.compile import VIEWS
from memsql.scivalidity.corrupt import compatible
from memsql.scivalidity.taskspec import TaskSpec, folder, load


@dataclass(frozen=True, slots=True)
class Plan:
    """A matrix. ``original``, ``companion``: views of the two worlds of a pair; ``corrupted``: the damaged view."""

    name: str
    title: str
    readers: int
    seeds: int
    blocks: tuple[int, ...]
    original: tuple[str, ...] = ()
    companion: tuple[str, ...] = ()
    corrupted: str = ""
    specs_a_family: int = 0
    catalogue: str = ""

    def load(self) -> tuple[TaskSpec, ...]:
        """The catalogue of the matrix: the one that ships, or the one in the folder that the plan names."""
        return load(folder() / self.catalogue if self.catalogue else None)

    def specs(self, catalogue: tuple[TaskSpec, ...]) -> tuple[TaskSpec, ...]:
        """The TaskSpecs of the matrix, in the order of the catalogue."""
        if self.corrupted:
            damaged = {name for name, _ in compatible()}
            return tuple(s for s in catalogue if s.taskspec_id in damaged)
        if not self.specs_a_family:
            return catalogue
        seen: Counter[str] = Counter()
        made = []
        for spec in catalogue:
            seen[spec.family.name] += 1
            if seen[spec.family.name] <= self.specs_a_family:
                made.append(spec)
        return tuple(made)

    def decisions(self, catalogue: tuple[TaskSpec, ...], readers: int | None = None, seeds: int | None = None) -> int:
        """Number of decisions, with other numbers of readers and seeds where they are given."""
        readers = self.readers if readers is None else readers
        worlds = (self.seeds if seeds is None else seeds) * len(self.blocks)
        if self.corrupted:
            own = {s.taskspec_id for s in catalogue}
            pairs = [name for name, _ in compatible() if name in own]
            return readers * worlds * (len(set(pairs)) + 3 * len(pairs))
        return readers * worlds * len(self.specs(catalogue)) * (len(self.original) + len(self.companion))


def plans(path: Path | None = None) -> dict[str, Plan]:
    """The plans of ``plan.toml``. Raises DataError for a view that there is not."""
    path = path or folder() / "plan.toml"
    made: dict[str, Plan] = {}
    for name, found in tomllib.loads(path.read_text(encoding="utf-8")).items():
        fields: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in found.items()}
        plan = Plan(name=name, **fields)
        for view in (*plan.original, *plan.companion, *((plan.corrupted,) if plan.corrupted else ())):
            if view not in VIEWS:
                raise DataError(f"{path}: {name}: no view {view}; {did_you_mean(view, VIEWS)}")
        made[name] = plan
    return made


def plan_of(name: str) -> Plan:
    """A plan by its name. Raises DataError for an unknown one."""
    known = plans()
    if name not in known:
        raise DataError(f"plan {name}: not known; {did_you_mean(name, list(known))}")
    return known[name]
