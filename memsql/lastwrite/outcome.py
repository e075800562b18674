"""Outcomes of other systems, scored by the official metric, split by the audit's classes (paper section 3.4)."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import polars as pl

from memsql.errors import DataError
from memsql.lastwrite.audit import Audit, Class
from memsql.lastwrite.metric import ABSTAIN, is_right, is_right_strict, official
from memsql.lastwrite.records import Place, cell, place, read

ALL = "all"
HOLDS = ("gold", "prediction", "both", "neither")
"""What an output holds: the gold alone, the resolver's answer alone, both, neither."""


def load_outcomes(path: Path, audit: Audit) -> pl.DataFrame:
    """Columns system, list, hop, index, output, is_right, is_right_strict, class, holds, is_first_write.

    A row has ``set`` (a name, or the number of a row of the file), ``index`` (or ``question_index``) and ``output``;
    ``system`` where the file has several. An empty output is a wrong one. Raises DataError for a question that the
    benchmark does not have, or one given twice.
    """
    items = {(r["list"], r["hop"], r["index"]): r for r in audit.items.iter_rows(named=True)}
    seen: dict[tuple[str, Place], str] = {}
    made = []
    for where, row in read(path):
        asked = place(row, where, audit.benchmark.sets)
        if asked not in items:
            raise DataError(f"{where}: {asked[0]}, {asked[1]}-hop has no question {asked[2]}; correct set or index")
        system = str(row.get("system") or path.stem)
        key = (system, asked)
        if key in seen:
            raise DataError(f"{where}: {system} has an outcome for this question at {seen[key]}; keep one of them")
        seen[key] = where
        item, output = items[asked], cell(row, where, "output")
        holds_gold, holds_prediction = is_right(output, item["golds"]), _holds(output, item["prediction"])
        made.append(
            {
                "system": system,
                "list": asked[0],
                "hop": asked[1],
                "index": asked[2],
                "output": output,
                "is_right": holds_gold,
                "is_right_strict": is_right_strict(output, item["golds"]),
                "class": item["class"],
                "holds": HOLDS[(0 if holds_gold else 3) if not holds_prediction else (2 if holds_gold else 1)],
                "is_first_write": _holds(output, item["first_prediction"]),
            }
        )
    if not made:
        raise DataError(f"{path}: no outcome; a row has set, index and output")
    return pl.DataFrame(made)


def _holds(output: str, answer: str) -> bool:
    """Whether an output holds an answer, by the metric's substring; nothing holds an abstention."""
    said = official(answer)
    return answer != ABSTAIN and bool(said) and said in official(output)


def by_class(outcomes: pl.DataFrame) -> pl.DataFrame:
    """Right and given outcomes, a row a (system, list, hop, class); ``all`` stands for all lists, or both hops."""
    right: Counter[tuple[str, str, str, str]] = Counter()
    given: Counter[tuple[str, str, str, str]] = Counter()
    for row in outcomes.iter_rows(named=True):
        for name in (ALL, row["list"]):
            for hop in (ALL, row["hop"]):
                for kind in (ALL, row["class"]):
                    key = (row["system"], name, hop, kind)
                    given[key] += 1
                    right[key] += row["is_right"]
    lists = [ALL, *dict.fromkeys(outcomes["list"])]
    kinds = [ALL, *(c.value for c in Class)]
    rows = [
        {
            "system": system,
            "list": name,
            "hop": hop,
            "class": kind,
            "right": right[key],
            "count": given[key],
            "percent": round(100 * right[key] / given[key], 1),
        }
        for system in dict.fromkeys(outcomes["system"])
        for name in lists
        for hop in (ALL, "single", "multi")
        for kind in kinds
        if given[key := (system, name, hop, kind)]
    ]
    return pl.DataFrame(rows)


def table(outcomes: pl.DataFrame) -> pl.DataFrame:
    """The same for people: a row a (system, list, hop), a column a class, cells like ``8/10 80.0%``."""
    counted = by_class(outcomes)
    there = set(counted["class"])
    kinds = [kind for kind in (ALL, *(c.value for c in Class)) if kind in there]
    made: dict[tuple[str, str, str], dict[str, str]] = {}
    for row in counted.iter_rows(named=True):
        cells = made.setdefault((row["system"], row["list"], row["hop"]), dict.fromkeys(kinds, ""))
        cells[row["class"]] = f"{row['right']}/{row['count']} {row['percent']:.1f}%"
    rows = [(*key, *cells.values()) for key, cells in made.items()]
    heads = ["system", "list", "hop", *(kind.replace("_", " ") if kind != ALL else "all classes" for kind in kinds)]
    return pl.DataFrame(rows, schema=heads, orient="row")


def contents(outcomes: pl.DataFrame) -> pl.DataFrame:
    """What the outputs hold, a row a (system, class): gold, prediction, both, neither, and first_write beside them."""
    counted: dict[tuple[str, str], Counter[str]] = {}
    for row in outcomes.iter_rows(named=True):
        for kind in (ALL, row["class"]):
            counter = counted.setdefault((row["system"], kind), Counter())
            counter.update([row["holds"], *(["first_write"] if row["is_first_write"] else []), "count"])
    kinds = [ALL, *(c.value for c in Class)]
    rows = [
        {"system": system, "class": kind, **{name: found[name] for name in (*HOLDS, "first_write", "count")}}
        for system in dict.fromkeys(outcomes["system"])
        for kind in kinds
        if (found := counted.get((system, kind), Counter()))
    ]
    return pl.DataFrame(rows)
