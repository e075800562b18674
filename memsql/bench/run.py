"""`make bench`: measure, compare the answers of the alternatives with ours, print one table."""

from __future__ import annotations

import json
import platform
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from importlib.util import find_spec
from typing import TYPE_CHECKING

from memsql.bench import measure
from memsql.bench.generate import SEED
from memsql.bench.measure import Answered, Run, in_process
from memsql.errors import MemsqlError

if TYPE_CHECKING:
    from rich.table import Table

SCALES = (1, 10, 100)
COMPARED_SCALES = (1, 10)  # at which the alternatives run too
REPEATS = 3  # of what takes a second at 1x: the fastest counts, other programs only ever slow one down
UNPROMISED = ("export", "check")
PACKAGES = ("duckdb", "sqlglot", "clingo")


@dataclass(frozen=True, slots=True)
class Comparison:
    """An alternative beside our answers at the same scale; ``ratio`` is its seconds per query over ours."""

    run: Run
    ours: Run
    compared_count: int

    @property
    def ratio(self) -> float:
        """How many times longer a query takes than with us."""
        return per_query(self.run) / per_query(self.ours)


@dataclass(frozen=True, slots=True)
class Report:
    """All measurements of one call."""

    seed: int
    gold: tuple[Run, ...]
    answers: tuple[Run, ...]
    comparisons: tuple[Comparison, ...]

    def growth(self, low: int, high: int) -> float | None:
        """Seconds at one scale over those at another, all stages; None where one was not measured."""
        seconds = {r.scale: r.seconds() for r in self.gold}
        return seconds[high] / seconds[low] if {low, high} <= seconds.keys() else None


def per_query(run: Run) -> float:
    """Seconds per query, all stages."""
    return run.seconds() / run.query_count


def bench(scales: Sequence[int] = SCALES, seed: int = SEED, note: Callable[[str], None] | None = None) -> Report:
    """Measure gold at every scale, and the alternatives at the small ones, each in a process of its own.

    ``note`` is told what is measured next. Raises MemsqlError where an alternative answers otherwise.
    """
    if find_spec("clingo") is None:
        raise MemsqlError("clingo is not installed; install it, the benchmark compares with it")
    say = note or (lambda _: None)
    golds: list[Run] = []
    answers: list[Run] = []
    comparisons: list[Comparison] = []
    for scale in scales:
        say(f"gold at {scale}x")
        golds.append(in_process(measure.gold, scale, seed))
    for scale in (s for s in scales if s in COMPARED_SCALES):
        say(f"answers and the alternatives at {scale}x")
        ours, *found = _answered(scale, seed)
        answers.append(ours.run)
        comparisons += [Comparison(f.run, ours.run, compare(ours, f)) for f in found]
    return Report(seed, tuple(golds), tuple(answers), tuple(comparisons))


def _answered(scale: int, seed: int) -> list[Answered]:
    """Our answers and those of the alternatives, measured in turns; the fastest of each."""
    rounds = []
    for _ in range(REPEATS if scale == 1 else 1):
        made = [in_process(measure.answers_only, scale, seed)]
        if scale == 1:
            made.append(in_process(measure.plain_views, scale, seed))
        made += [in_process(measure.logic_program, scale, seed, labels) for labels in (False, True)]
        rounds.append(made)
    return [min(turns, key=lambda a: a.run.seconds()) for turns in zip(*rounds, strict=True)]


def compare(ours: Answered, other: Answered) -> int:
    """The number of queries whose answers were compared; without labels, those that the history decides.

    Raises MemsqlError for the first difference.
    """
    assert ours.known is not None
    compared = 0
    for query_id, answer in other.answers.items():
        is_known = query_id in ours.known
        if other.known is not None and is_known != (query_id in other.known):
            found = "known here and unknown there" if is_known else "unknown here and known there"
            raise MemsqlError(f"{other.run.name}: the label of {query_id} differs, {found}; report this bug")
        if is_known and answer != ours.answers[query_id]:
            shown = f"{ours.answers[query_id]!r} here and {answer!r} there"
            raise MemsqlError(f"{other.run.name}: the answer to {query_id} differs, {shown}; report this bug")
        compared += is_known or other.known is not None
    return compared


def as_json(report: Report) -> str:
    """The report as JSON: seconds of processor time, bytes, and ratios without rounding."""

    def shown(run: Run) -> dict[str, object]:
        return {
            "name": run.name,
            "scale": run.scale,
            "query_count": run.query_count,
            "world_count": run.world_count or None,
            "peak_bytes": run.peak_bytes,
            "seconds": run.seconds(),
            "stages": [{"stage": s.name, "seconds": s.seconds, "rows": s.rows} for s in run.stages.values()],
        }

    found = {
        "seed": report.seed,
        "python": platform.python_version(),
        "packages": {p: version(p) for p in PACKAGES},
        "relation_count": relation_count(report),
        "gold": [{**shown(r), "seconds_to_witnesses": r.seconds(*UNPROMISED)} for r in report.gold],
        "growth_10x_to_100x": report.growth(10, 100),
        "answers": [shown(r) for r in report.answers],
        "alternatives": [
            {**shown(c.run), "ratio": c.ratio, "compared_count": c.compared_count} for c in report.comparisons
        ],
    }
    return json.dumps(found, indent=2)


def relation_count(report: Report) -> int:
    """Relations that get statements at 1x, internal ones included; 0 where 1x was not measured."""
    return max((r.relation_count for r in report.gold), default=0)


def as_table(report: Report) -> Table:
    """The report as one table; seconds are processor time on one thread."""
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD)
    for name in ("scale", "stage"):
        table.add_column(name, no_wrap=True)
    for name in ("seconds", "rows", "ms per query", "peak MB", "ratio"):
        table.add_column(name, justify="right")
    for section in _sections(report):
        for row in section:
            table.add_row(*row)
        table.add_section()
    return table


Row = tuple[str, str, str, str, str, str, str]


def _sections(report: Report) -> Iterator[list[Row]]:
    """Rows of the table, a list for each measurement of gold and one for the alternatives of each scale."""
    for run in report.gold:
        rows = list(_stage_rows(run))
        until = run.seconds(*UNPROMISED)
        rows.append(_row(run, "load to witnesses", until))
        growth = report.growth(10, 100) if run.scale == 100 else None
        ratio = f"{growth:.1f} to 10x" if growth else ""
        rows.append(_row(run, "all stages", run.seconds(), peak=True, ratio=ratio))
        yield rows
    for ours in report.answers:
        rows = [_row(ours, ours.name, ours.seconds(), ours.query_count, peak=True, ratio="1")]
        for found in report.comparisons:
            if found.ours is ours:
                run, ratio = found.run, f"{found.ratio:.1f}"
                rows.append(_row(run, run.name, run.seconds(), run.query_count, peak=True, ratio=ratio))
        yield rows


def _stage_rows(run: Run) -> Iterator[Row]:
    for stage in run.stages.values():
        yield _row(run, stage.name, stage.seconds, stage.rows)


def _row(run: Run, name: str, seconds: float, rows: int | None = None, peak: bool = False, ratio: str = "") -> Row:
    return (
        f"{run.scale}x",
        name,
        f"{seconds:.2f}",
        "" if rows is None else f"{rows:,}",
        f"{1000 * seconds / run.query_count:.2f}",
        f"{run.peak_bytes / 1e6:,.0f}" if peak else "",
        ratio,
    )


def summary(report: Report) -> Iterator[str]:
    """What the table says, in sentences."""
    for run in report.gold:
        if run.scale == 1:
            yield (
                f"1x: {run.query_count:,} queries in {run.world_count} worlds, "
                f"{run.relation_count} relations; 10x and 100x are that many more scenarios."
            )
    for scale in sorted({c.run.scale for c in report.comparisons}):
        counts = {c.run.name: c.compared_count for c in report.comparisons if c.run.scale == scale}
        shown = ", ".join(f"{name} {count:,}" for name, count in counts.items())
        yield f"Equal answers at {scale}x, of those that both define: {shown}."
    if report.comparisons:
        yield "Ratio: seconds per query over ours (compile, load, answers; no derivations) at that scale."
