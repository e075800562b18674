"""Gold for a suite: its scenarios by domain, in batches, through one process or several."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import BrokenExecutor, Executor
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import pyarrow as pa

from memsql.errors import DataError, GoldError, RuleError
from memsql.gold.batch import Batch
from memsql.gold.export import locked, write_suite
from memsql.gold.recall import recall_of
from memsql.gold.tables import TABLES
from memsql.gold.workers import worker_pool
from memsql.model import Declaration, Scenario
from memsql.rules.program import Program, compile_program

if TYPE_CHECKING:
    import polars as pl

BATCH = 20
"""Scenarios of one batch: bounds memory, and fixes the bytes whatever the number of workers."""

Report = Callable[[str, int, int], None]


Tables = dict[str, pa.Table]


@dataclass(frozen=True)
class Gold:
    """Gold of a suite in memory. ``batches``: tables by name, per batch; ``seconds``: processor time per stage."""

    suite: str
    batches: tuple[Tables, ...]
    seconds: dict[str, float] = field(default_factory=dict)

    @cached_property
    def tables(self) -> Tables:
        """Exported table name to Arrow table."""
        return {name: pa.concat_tables([b[name] for b in self.batches]).combine_chunks() for name in TABLES}

    def table(self, name: str) -> pl.DataFrame:
        """Return an exported table as a polars frame. Raises GoldError for an unknown name."""
        import polars as pl

        if name not in self.tables:
            raise GoldError(f"{self.suite}: no table {name}; there are {', '.join(self.tables)}")
        found = pl.from_arrow(self.tables[name])
        assert isinstance(found, pl.DataFrame)
        return found

    def recall(self, cited: Mapping[str, Iterable[str]]) -> dict[str, Fraction | None]:
        """Return r_W per query for the events that somebody cites; see :func:`memsql.gold.recall.recall_of`."""
        return recall_of(self.table("witness_part"), self.table("measure"), cited)

    def write(self, out: Path | str) -> Path:
        """Write ``out/<suite>/``, whole or not at all; return the folder."""
        with locked(Path(out)):
            return write_suite(Path(out), self.suite, self.batches)


@cache
def _compiled(declarations: tuple[Declaration, ...], rule_paths: tuple[Path, ...], _: tuple[float, ...]) -> Program:
    return compile_program(declarations, rule_paths)


def program_of(scenario: Scenario) -> Program:
    """Return the compiled program of a scenario; compiled once for as long as its files do not change."""
    try:
        changed = tuple(p.stat().st_mtime for p in scenario.rule_paths)
        return _compiled(scenario.declarations, scenario.rule_paths, changed)
    except OSError as error:
        raise RuleError(f"{error.filename}: cannot be read ({error.strerror}); check the file") from None
    except RecursionError:
        raise RuleError(f"{scenario.scenario_id}: a rule is nested too deeply; name its parts as rules") from None


def gold_of(
    scenarios: Sequence[Scenario],
    suite: str,
    *,
    is_checked: bool = True,
    workers: int = 1,
    executor: Executor | None = None,
    report: Report | None = None,
) -> Gold:
    """Return the gold of a suite.

    ``is_checked``: re-derive every witness, and without each of its events; a failure raises GoldError.
    ``workers``: processes; any ``executor`` takes the same batches. ``report(stage, done, total)`` is told of
    finished batches. The tables do not depend on workers. Raises DataError where query or scenario ids repeat.
    """
    check_ids(scenarios, suite)
    batches: list[Tables] = []
    seconds: dict[str, float] = {}
    for tables, spent in _results(suite, list(batches_of(scenarios)), is_checked, workers, executor, report):
        batches.append(tables)
        for stage, value in spent.items():
            seconds[stage] = seconds.get(stage, 0.0) + value
    return Gold(suite, tuple(batches), seconds)


def _results(
    suite: str,
    batches: Sequence[tuple[Scenario, ...]],
    is_checked: bool,
    workers: int,
    executor: Executor | None,
    report: Report | None,
) -> Iterator[tuple[Tables, dict[str, float]]]:
    """Yield the results of the batches in their order."""
    if executor is None and workers > 1 and len(batches) > 1:
        try:
            with worker_pool(min(workers, len(batches))) as pool:
                yield from _results(suite, batches, is_checked, 1, pool, report)
        except BrokenExecutor:
            found = "a worker ended before its batch did (killed, or out of memory)"
            raise GoldError(f"{suite}: {found}; run it again, with fewer --workers") from None
        return
    if executor is not None:
        results = iter(executor.map(run_batch, batches, [is_checked] * len(batches)))
    else:
        results = (run_batch(b, is_checked) for b in batches)
    for done, result in enumerate(results, 1):
        if report is not None:
            report("batch", done, len(batches))
        yield result


def write_gold(
    scenarios: Sequence[Scenario],
    suite: str,
    out: Path,
    *,
    is_checked: bool = True,
    workers: int = 1,
    report: Report | None = None,
) -> Path:
    """Derive and write ``out/<suite>/`` batch by batch, in bounded memory; return the folder.

    The caller holds the lock of ``out``. As :func:`gold_of` otherwise.
    """
    check_ids(scenarios, suite)
    results = _results(suite, list(batches_of(scenarios)), is_checked, workers, None, report)
    return write_suite(out, suite, (tables for tables, _ in results))


def batches_of(scenarios: Sequence[Scenario], size: int = BATCH) -> Iterator[tuple[Scenario, ...]]:
    """Yield batches of at most ``size`` scenarios of one domain; domains in the order of their first scenario."""
    by_domain: dict[tuple[object, object], list[Scenario]] = {}
    for scenario in scenarios:
        by_domain.setdefault((scenario.declarations, scenario.rule_paths), []).append(scenario)
    for run in by_domain.values():
        for start in range(0, len(run), size):
            yield tuple(run[start : start + size])


def run_batch(scenarios: Sequence[Scenario], is_checked: bool = True) -> tuple[dict[str, pa.Table], dict[str, float]]:
    """Gold of one batch: (tables, seconds per stage). A function of its arguments, for any executor."""
    batch = Batch(program_of(scenarios[0]), scenarios)
    try:
        return batch.gold(is_checked), batch.seconds
    finally:
        batch.db.close()


def answers_of(scenarios: Sequence[Scenario], suite: str) -> pa.Table:
    """Return the table ``answer`` of a suite without deriving why: several times faster than gold."""
    check_ids(scenarios, suite)
    found: list[pa.Table] = []
    for scenarios_ in batches_of(scenarios):
        batch = Batch(program_of(scenarios_[0]), scenarios_)
        try:
            found.append(batch.answers())
        finally:
            batch.db.close()
    return pa.concat_tables(found).combine_chunks()


def check_ids(scenarios: Sequence[Scenario], suite: str) -> None:
    """Refuse a suite without scenarios, and scenario and query ids that are not unique in it. Raises DataError."""
    if not scenarios:
        raise DataError(f"{suite}: no scenario; a scenario is a folder with events.jsonl and queries.jsonl")
    seen: dict[str, str] = {}
    names: set[str] = set()
    for scenario in scenarios:
        if scenario.scenario_id in names:
            raise DataError(f"{suite}: scenario {scenario.scenario_id} twice; give each its own scenario_id")
        names.add(scenario.scenario_id)
        for query_id in scenario.queries["query_id"].to_pylist():
            if query_id in seen:
                where = f"{seen[query_id]} and {scenario.scenario_id}"
                raise DataError(f"{suite}: query {query_id} in {where}; give each query of a suite its own id")
            seen[query_id] = scenario.scenario_id
