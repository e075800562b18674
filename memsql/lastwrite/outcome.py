"""Outcomes of other systems, scored by the official metric, split by the audit's classes (paper section 3.4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import polars as pl

from memsql.errors import DataError, shown
from memsql.lastwrite.audit import Audit, Class
from memsql.lastwrite.metric import ABSTAIN, is_right, is_right_strict, official
from memsql.lastwrite.records import Place, Row, cell, place, read, system_of
from memsql.lastwrite.source import list_sha256
from memsql.lastwrite.words import normal

ALL = "all"
HOLDS = ("gold", "prediction", "both", "neither")
"""What an output holds: the gold alone, the resolver's answer alone, both, neither."""


def load_outcomes(paths: Path | Sequence[Path], audit: Audit) -> pl.DataFrame:
    """Columns system, list, hop, index, output, is_right, is_right_strict, class, holds, is_first_write, is_named.

    A row has ``set`` (a name, or the number of a row of the file), ``index`` (or ``question_index``) and ``output``;
    ``system`` where the file has several. An empty output is a wrong one. Raises DataError for a question that the
    benchmark does not have, or one given twice, in all the files together; and where a row says that it answers
    another question (``question``) or comes from another list (``list_sha256``). is_named: whether it says so at all.
    """
    items = {(r["list"], r["hop"], r["index"]): r for r in audit.items.iter_rows(named=True)}
    hashes = {each.name: list_sha256(each) for each in audit.benchmark.lists}
    seen: dict[tuple[str, Place], str] = {}
    made: list[dict[str, Any]] = []
    for path in [paths] if isinstance(paths, Path) else paths:
        before = len(made)
        for where, row in read(path):
            asked = place(row, where, audit.benchmark.sets)
            if asked not in items:
                advice = "correct set or index"
                raise DataError(
                    f"{where}: list {shown(asked[0], 40)}, {asked[1]}-hop has no question {asked[2]}; {advice}"
                )
            system = system_of(row, where, path.stem)
            key = (system, asked)
            if key in seen:
                said = f"{shown(system)} has an outcome for this question at {seen[key]}"
                raise DataError(f"{where}: {said}; keep one of them")
            seen[key] = where
            item = items[asked]
            is_named = _is_named(row, where, item["question"], hashes[asked[0]])
            made.append(
                _scored(system, asked, cell(row, where, "output", is_line=False), item) | {"is_named": is_named}
            )
        if len(made) == before:
            raise DataError(f"{path}: no outcome; a row has set, index and output")
    return pl.DataFrame(made, infer_schema_length=None)


def _is_named(row: Row, where: str, question: str, list_hash: str) -> bool:
    """Whether a row says which question it answers. Raises DataError where it is another one."""
    for name in ("question", "list_sha256"):
        if row.get(name) is not None and not isinstance(row[name], str):
            raise DataError(f"{where}: {name} is {shown(row[name], 40)}, no text; give it in quotes, or leave it out")
    said = row.get("question") or None
    if said is not None and normal(said) != normal(question):
        found = f"answers {shown(said)}, where the benchmark asks {shown(question)}"
        raise DataError(f"{where}: {found}; give outputs for its questions")
    given = row.get("list_sha256") or None
    if given is not None and given != list_hash:
        raise DataError(f"{where}: comes from another list of this name; run again on this file")
    return said is not None


def _scored(system: str, asked: Place, output: str, item: dict[str, Any]) -> dict[str, Any]:
    """One outcome with its verdicts."""
    holds_gold, holds_prediction = is_right(output, item["golds"]), _holds(output, item["prediction"])
    return {
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


def notes(outcomes: pl.DataFrame, audit: Audit) -> list[str]:
    """What a person has to know of the counts, a line each: questions without outcome, rows that name no question."""
    made = []
    asked = audit.items.height
    for system, count in outcomes.group_by("system", maintain_order=True).len().iter_rows():
        if count < asked:
            made.append(f"{system} has outcomes for {count:,} of {asked:,} questions; the others are not counted.")
    unnamed = outcomes.filter(~pl.col("is_named")).height
    if unnamed:
        said = f"{unnamed:,} of {outcomes.height:,} outcomes do not say which question they answer (question)"
        made.append(f"{said}; that they answer these is taken on trust.")
    return made


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
