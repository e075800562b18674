"""The evaluation matrices by name: which worlds, views and readers, and how many decisions that makes."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path

from memsql.errors import DataError, did_you_mean, shown
from memsql.scivalidity import FIRST_MAX, SEEDS_MAX
from memsql.scivalidity.compile import VIEWS
from memsql.scivalidity.intervene import SHOWN
from memsql.scivalidity.reading import NAME, Table, toml
from memsql.scivalidity.taskspec import TaskSpec, folder, load


@dataclass(frozen=True, slots=True)
class Plan:
    """A matrix. ``original``, ``companion``: views of the two worlds of a pair; ``corrupted``: the damaged view.

    ``readers``: how many the paper had. ``blocks``: first seeds. ``catalogue``: a folder, None for the one that ships.
    """

    name: str
    title: str
    readers: int
    seeds: int
    blocks: tuple[int, ...]
    original: tuple[str, ...] = ()
    companion: tuple[str, ...] = ()
    corrupted: str = ""
    specs_a_family: int = 0
    catalogue: Path | None = None

    def sized(self, seeds: int | None) -> Plan:
        """The plan with another number of seeds a block. Raises DataError where blocks would share seeds."""
        if seeds is None:
            return self
        if any(after - first < seeds for first, after in pairwise(sorted(self.blocks))):
            firsts = " and ".join(map(str, self.blocks))
            raise DataError(
                f"plan {self.name}: blocks begin at {firsts} and share seeds if they have {seeds}; ask fewer"
            )
        return replace(self, seeds=seeds)

    def load(self) -> tuple[TaskSpec, ...]:
        """The catalogue of the matrix: the one that ships, or the one in the folder that the plan names."""
        return load(self.catalogue)

    def specs(self, catalogue: tuple[TaskSpec, ...]) -> tuple[TaskSpec, ...]:
        """The TaskSpecs of the matrix, in the order of the catalogue. Raises DataError where there is none."""
        if self.corrupted:
            damaged = tuple(s for s in catalogue if s.operators)
            if not damaged:
                raise DataError(f"plan {self.name}: no TaskSpec has an operator; write corruption.csv in the catalogue")
            return damaged
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
        specs = self.specs(catalogue)
        if self.corrupted:
            return readers * worlds * sum(1 + 3 * len(s.operators) for s in specs)
        return readers * worlds * len(specs) * (len(self.original) + len(self.companion))


def plans(path: Path | None = None) -> dict[str, Plan]:
    """The plans of a file, ``plan.toml`` of the catalogue that ships without one. Raises DataError in one line."""
    found = toml(path or folder() / "plan.toml")
    if not found.found:
        raise DataError(f"{found.where}: no plan; write [name] and its fields")
    return {name: _plan(name, found.table(name), Path(found.where).parent) for name in found.found}


def _plan(name: str, found: Table, root: Path) -> Plan:
    if not NAME.fullmatch(name):
        raise DataError(f"{found.where}: the name has other signs; write letters, digits, _ and -")
    found.need("title", "readers", "seeds", "blocks")
    found.allow(*(field for field in Plan.__dataclass_fields__ if field != "name"))
    blocks = found.found["blocks"]
    if not isinstance(blocks, list) or not blocks or any(type(b) is not int for b in blocks):
        raise DataError(f"{found.where}: blocks is {shown(blocks)}; write a list of first seeds")
    seeds = found.number("seeds", 1, SEEDS_MAX)
    if min(blocks) < 0 or max(blocks) > FIRST_MAX or any(b - a < seeds for a, b in pairwise(sorted(blocks))):
        raise DataError(f"{found.where}: blocks is {shown(blocks)}; write first seeds from 0, {seeds} or more apart")
    corrupted = found.text("corrupted") if "corrupted" in found.found else ""
    plan = Plan(
        name,
        found.text("title"),
        found.number("readers", 1),
        seeds,
        tuple(blocks),
        _views(found, "original"),
        _views(found, "companion"),
        corrupted,
        found.number("specs_a_family", 1) if "specs_a_family" in found.found else 0,
        root / found.text("catalogue") if "catalogue" in found.found else None,
    )
    if bool(corrupted) == bool(plan.original or plan.companion):
        raise DataError(f"{found.where}: corrupted, or original and companion; give one of the two")
    if corrupted and corrupted not in SHOWN:
        raise DataError(f"{found.where}: corrupted is {shown(corrupted)}; {did_you_mean(corrupted, SHOWN)}")
    return plan


def _views(found: Table, field: str) -> tuple[str, ...]:
    if field not in found.found:
        return ()
    made = found.texts(field)
    for view in made:
        if view not in VIEWS:
            raise DataError(f"{found.where}: no view {view}; {did_you_mean(view, VIEWS)}")
    return made


def plan_of(name: str, path: Path | None = None) -> Plan:
    """A plan by its name. Raises DataError for an unknown one."""
    known = plans(path)
    if name not in known:
        raise DataError(f"plan {shown(name)}: not known; {did_you_mean(name, list(known))}")
    return known[name]
