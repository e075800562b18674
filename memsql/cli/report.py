"""``memsql report`` and its kin: the tables of runs, scored again, compared, written as a page."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from memsql.cli.evaluation import RUNS, SUITE
from memsql.cli.output import echo, echo_text, print_json, print_table
from memsql.errors import MemsqlError

if TYPE_CHECKING:
    from memsql.evaluation.people import Sheet

RunsOption = Annotated[Path, typer.Option(help="Where run folders are kept.")]
SuiteOption = Annotated[Path, typer.Option(help="Exported folder of the suite that the runs answered.")]
RunArgument = Annotated[str, typer.Argument(metavar="RUN", help="Name of a run, or its unique beginning.")]
UNPAIRED = (
    "Paired by scenario alone are measures of which each run has its own n: p_E (answers that cite), shares of "
    "frontier nodes, recoveries, refresh, preservation, staleness, bins of contexts; all others are over the same "
    "questions."
)
JsonOption = Annotated[bool, typer.Option("--json", help="Print this part of the summary as JSON.")]


def report_command(
    run: Annotated[list[str] | None, typer.Argument(metavar="[RUN]...", help="Runs; none: all of the folder.")] = None,
    runs: RunsOption = RUNS,
    suite: SuiteOption = SUITE,
    out: Annotated[Path | None, typer.Option(help="Folder of report.md and report.html; else RUNS/report.")] = None,
    is_full: Annotated[bool, typer.Option("--full", help="Also print each run by its dimensions.")] = False,
) -> None:
    """Set runs of one suite side by side: tables here, and a page with plots and a failing derivation."""
    from memsql.evaluation.people import sheets, side_by_side
    from memsql.evaluation.repeats import together
    from memsql.evaluation.report import write_report
    from memsql.evaluation.report.write import same_suite
    from memsql.evaluation.results import run_folders

    found = run_folders(runs, run or ())
    same_suite(found)
    for one in found:
        one.check()
    exam = found[0].exam(suite)
    written = write_report(exam, found, out or runs / "report")
    _print([*(sheets(found) if is_full else side_by_side(found)), *together(exam, found)])
    for path in written:
        echo(str(path))


def score_command(
    run: RunArgument, runs: RunsOption = RUNS, suite: SuiteOption = SUITE, is_json: JsonOption = False
) -> None:
    """Score a run again from what it left, compare with what it says, and print Q1: answer reliability."""
    _again(run, runs, suite, "q1", is_json)


def diagnose_command(
    run: RunArgument,
    runs: RunsOption = RUNS,
    suite: SuiteOption = SUITE,
    query: Annotated[str, typer.Option(help="Print the derivation of this probed query, node by node.")] = "",
    is_json: JsonOption = False,
) -> None:
    """Score a run again and print Q2, where it fails and why; or one query's derivation with what was answered."""
    if not query:
        _again(run, runs, suite, "q2", is_json)
        return
    from memsql.evaluation.report.failure import Failures, tree
    from memsql.evaluation.results import run_folders

    (found,) = run_folders(runs, [run])
    exam = found.exam(suite)
    if found.summary["invalid"]:
        raise MemsqlError(f"{found.folder}: the run is INVALID; nothing of it is diagnosed")
    failure = Failures(found, exam).of(query)
    if is_json:
        from dataclasses import asdict

        print_json(asdict(failure))
        return
    for line in tree(failure):
        echo_text(line)


def maintain_command(
    run: RunArgument, runs: RunsOption = RUNS, suite: SuiteOption = SUITE, is_json: JsonOption = False
) -> None:
    """Score a run again and print Q3: whether derived state is kept right as the history grows."""
    _again(run, runs, suite, "q3", is_json)


def compare_command(
    first: RunArgument,
    second: RunArgument,
    runs: RunsOption = RUNS,
    suite: SuiteOption = SUITE,
    is_full: Annotated[bool, typer.Option("--full", help="Every dimension, not only all and families.")] = False,
    is_json: Annotated[bool, typer.Option("--json", help="Print every row as JSON.")] = False,
) -> None:
    """Differences of two runs, the first minus the second, with intervals clustered by scenario."""
    from memsql.evaluation.people import intervals
    from memsql.evaluation.report.write import same_suite
    from memsql.evaluation.results import run_folders
    from memsql.evaluation.summary import compare

    pair = run_folders(runs, [first, second])
    same_suite(pair)
    exam = pair[0].exam(suite)
    rows = compare(exam, pair[0].run(), pair[1].run(), exam.scenario_ids)
    if is_json:
        print_json(rows)
        return
    kept = [r for r in rows if is_full or r["dimension"] in ("all", "family")]
    heads = ("part", "metric", "dimension", "bin", "first", "second", "first - second", "n", "paired by")
    print_table(heads, [_difference(r) for r in kept if r["n"]])
    echo(f"first: {pair[0].folder.name}; second: {pair[1].folder.name}; shares in points of percent")
    echo(f"{UNPAIRED} {intervals(pair)}")


def _difference(row: dict[str, Any]) -> list[object]:
    scale = 1 if row["metric"] == "staleness" else 100
    interval = "" if row["low"] is None else f" [{scale * row['low']:+.1f}, {scale * row['high']:+.1f}]"
    ends = ("-" if row[k] is None else f"{scale * row[k]:.1f}" for k in ("first", "second"))
    found = "-" if row["value"] is None else f"{scale * row['value']:+.1f}{interval}"
    counts = row["n"] if row["first_n"] == row["second_n"] else f"{row['first_n']}, {row['second_n']}"
    paired = "question" if row["is_paired"] else "scenario"
    return [row["part"], row["metric"], row["dimension"], row["bin"], *ends, found, counts, paired]


def _again(name: str, runs: Path, suite: Path, part: str, is_json: bool) -> None:
    from memsql.evaluation.people import by_dimension, side_by_side
    from memsql.evaluation.report.again import again, differences
    from memsql.evaluation.results import run_folders

    (stored,) = run_folders(runs, [name])
    found = again(stored, stored.exam(suite))
    if found.summary["invalid"]:
        reason = found.summary["invalid"][0]
        raise MemsqlError(f"{stored.folder}: the run is INVALID ({reason['canary']}: {reason['found']})")
    if found.summary[part] is None:
        raise MemsqlError(f"{stored.folder}: nothing of {part.upper()} was run; run it over a suite that asks for it")
    if is_json:
        print_json(found.summary[part])
    else:
        _print([*side_by_side([found], part), *by_dimension(found, part)])
    odd = differences(stored, found)
    if odd:
        raise MemsqlError(f"{stored.folder}: scored again it differs from what it says: {odd[0]} ({len(odd)} in all)")
    if not is_json:
        echo("as the run says")


def _print(found: Sequence[Sheet]) -> None:
    for sheet in found:
        echo_text(sheet.title)
        print_table(sheet.heads, sheet.rows)
        if sheet.note:
            echo_text(sheet.note)
        echo("")
