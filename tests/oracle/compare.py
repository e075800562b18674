"""Gold beside the oracle: which answers of an exported suite of the three domains differ.

``python -m tests.oracle.compare data/gold/<suite>`` prints them; the exit code says whether there are any.
"""

from __future__ import annotations

import sys
from pathlib import Path

import polars as pl

from memsql import Scenario
from memsql.gold.suite import answers_of as answers_of_gold
from memsql.model import Scenario as Model
from tests.conftest import value_of
from tests.oracle.domains import Line, answers_of, queries_of, read_suite
from tests.oracle.oracle import Answer


def plain(answer: Answer) -> tuple[str, str, object]:
    """Label, kind of value and value: true is not 1, and an unknown answer has no value."""
    label, value = answer
    if label == "unknown":
        return label, "none", None
    kind = type(value).__name__
    return label, "number" if kind in {"int", "Decimal"} else kind, value


def unchecked(folder: Path) -> dict[str, Answer]:
    """Gold's answers of a folder, without the check of witnesses."""
    rows = Scenario.load(folder).answers().iter_rows(named=True)
    return {row["query_id"]: (row["label"], value_of(row)) for row in rows}


def answered(part: Model) -> dict[str, Answer]:
    """As :func:`unchecked`, of a scenario that is read already."""
    rows = answers_of_gold([part], part.scenario_id).to_pylist()
    return {row["query_id"]: (row["label"], value_of(row)) for row in rows}


def differences(queries: list[Line], found: dict[str, Answer], wanted: dict[str, Answer]) -> list[str]:
    """One line for each query that the two answer differently."""
    return [
        f"{name} {query['relation']} {query.get('key') or query['scope']} at "
        f"{query.get('known_at') or query['cutoff_at']}: gold says {found[name]}, the oracle {wanted[name]}"
        for query in queries
        if plain(found[name := query["query_id"]]) != plain(wanted[name])
    ]


def suite_differences(folder: Path) -> tuple[int, list[str]]:
    """How many queries an exported suite has, and the differences."""
    answer = pl.read_parquet(folder / "answer.parquet")
    gold = {row["query_id"]: (row["label"], value_of(row)) for row in answer.iter_rows(named=True)}
    parts = read_suite(folder).values()
    asked = {query["query_id"] for part in parts for query in part.queries}
    assert asked == gold.keys(), f"queries with one answer only: {sorted(asked ^ gold.keys())[:5]}"
    return len(asked), [line for part in parts for line in differences(part.queries, gold, answers_of(part))]


def tracked_differences(folder: Path) -> tuple[int, list[str]]:
    """How many answers the trajectories of a generated suite have, and the differences."""
    tables = {n: pl.read_parquet(folder / f"{n}.parquet") for n in ("tracked", "tracked_answer", "checkpoint")}
    gold = {
        f"{row['tracked_id']}@{row['checkpoint']}": (row["label"], value_of(row))
        for row in tables["tracked_answer"].iter_rows(named=True)
    }
    lines = []
    for scenario_id, part in read_suite(folder).items():
        points = tables["checkpoint"].filter(pl.col("scenario_id") == scenario_id)
        asked = tables["tracked"].filter(pl.col("scenario_id") == scenario_id)
        rows = (
            row | {"query_id": f"{row['tracked_id']}@{number}", "cutoff_at": at, "known_at": at}
            for row in asked.iter_rows(named=True)
            for number, at in points.select("checkpoint", "cutoff_at").iter_rows()
        )
        again = part._replace(queries=queries_of(rows))
        lines += differences(again.queries, gold, answers_of(again))
    return len(gold), lines


def main(folder: str) -> int:
    """Print the differences of a suite, its trajectories too; 0 where there are none."""
    total = 0
    for what, found in (("queries", suite_differences), ("tracked answers", tracked_differences)):
        count, lines = found(Path(folder))
        print(*lines, f"{len(lines)} of {count} {what} differ", sep="\n")
        total += len(lines)
    return 1 if total else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
