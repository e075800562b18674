"""Gold beside the oracle: which answers of an exported suite of the three domains differ.

``python -m tests.oracle.compare data/gold/<suite>`` prints them; the exit code says whether there are any.
"""

from __future__ import annotations

import sys
from pathlib import Path

import polars as pl

from memsql import Scenario
from tests.conftest import value_of
from tests.oracle.domains import Line, answers_of, read_suite
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


def main(folder: str) -> int:
    """Print the differences of a suite; 0 where there are none."""
    count, lines = suite_differences(Path(folder))
    print(*lines, f"{len(lines)} of {count} queries differ", sep="\n")
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
