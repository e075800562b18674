"""One row a failure: paths, where the gold stands, what the resolver chose and why, what was overwritten."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import polars as pl

from memsql.db import Database
from memsql.lastwrite.audit import Audit, Class
from memsql.lastwrite.graph import make

ROUTE_WORLD = {Class.REACHABLE_MISS: "last", Class.UNREACHABLE: "all", Class.PARSE_SCOPE: "loose"}
"""The graph in which a failure's gold is reached: the newest tuples, all tuples, all and the unparsed ones."""

PARTS = ("covered", "edges", "mention", "preference", "opening", "asked")
STEP = pl.Struct(
    {
        "number": pl.Int32,
        "relation": pl.String,
        "statement": pl.String,
        "winner_number": pl.Int32,
        "winner": pl.String,
    }
)
"""An edge: its statement, and where that one was overwritten the statement that won the key."""

SCHEMA: dict[str, pl.DataType | type[pl.DataType]] = {
    "list": pl.String,
    "hop": pl.String,
    "index": pl.Int32,
    "question": pl.String,
    "golds": pl.List(pl.String),
    "class": pl.String,
    "prediction": pl.String,
    "reason": pl.String,
    "predicted_path": pl.List(STEP),
    "gold_paths": pl.List(pl.List(STEP)),
    "overwritten": pl.String,
    "gold_parsed": pl.List(pl.Int32),
    "gold_unparsed": pl.List(pl.Int32),
}


def workbench(found: Audit) -> pl.DataFrame:
    """The failures in the order of the benchmark.

    predicted_path: the path chosen, empty for ABSTAIN. gold_paths: up to five shortest paths to a gold, in the graph
    that has one (see ROUTE_WORLD). overwritten: ``gold`` where a path's last edge is overwritten, ``intermediate``
    where only others are, null for other classes. gold_parsed, gold_unparsed: numbers of statements with a gold.
    """
    db = found.db
    if not db.rows("select 1 from information_schema.tables where table_schema = 'lw' and table_name = 'ranked'"):
        make(db, "ranked")
    ranked = _ranked(db)
    routes = _grouped(db, "select r.question_id, r.world, r.numbers, r.relations from lw.route as r order by all")
    places = _grouped(db, "select o.question_id, o.is_parsed, o.number from lw.gold_occurrence as o order by all")
    steps = _Steps(found)
    made = []
    for item in found.items.filter(pl.col("class") != Class.SOLVED.value).iter_rows(named=True):
        question_id, kind = item["question_id"], Class(item["class"])
        paths = ranked.get(question_id, ())
        world = ROUTE_WORLD.get(kind)
        made.append(
            {
                "list": item["list"],
                "hop": item["hop"],
                "index": item["index"],
                "question": item["question"],
                "golds": item["golds"],
                "class": kind.value,
                "prediction": item["prediction"],
                "reason": reason(paths),
                "predicted_path": steps.of(item["list"], paths[0]["numbers"], paths[0]["relations"]) if paths else [],
                "gold_paths": [
                    steps.of(item["list"], numbers, relations)
                    for where, numbers, relations in routes.get(question_id, ())
                    if where == world
                ],
                "overwritten": _overwritten(item) if kind is Class.UNREACHABLE else None,
                "gold_parsed": [n for is_parsed, n in places.get(question_id, ()) if is_parsed],
                "gold_unparsed": [n for is_parsed, n in places.get(question_id, ()) if not is_parsed],
            }
        )
    return pl.DataFrame(made, schema=SCHEMA)


def reason(paths: Sequence[Mapping[str, Any]]) -> str:
    """Why the first of the ranked paths won, in a sentence."""
    if not paths:
        return "no path starts from a mention in the question"
    best = paths[0]
    parts = ", ".join(f"{name} {best[name]:+d}" for name in PARTS if best[name])
    said = f"{best['origin']}: {' > '.join(best['relations'])}; {parts}; score {best['score']}"
    other = next((p for p in paths[1:] if p["answer"] != best["answer"]), None)
    return said if other is None else f"{said}; next {other['answer']} with {other['score']}"


def _overwritten(item: Mapping[str, Any]) -> str:
    return "gold" if item["is_gold_overwritten"] else "intermediate"


def _ranked(db: Database) -> dict[int, list[dict[str, Any]]]:
    made: dict[int, list[dict[str, Any]]] = {}
    for row in db.frame("from lw.ranked order by question_id, rank").iter_rows(named=True):
        made.setdefault(row["question_id"], []).append(row)
    return made


def _grouped(db: Database, sql: str) -> dict[int, list[tuple[Any, ...]]]:
    """Rows by their first column."""
    made: dict[int, list[tuple[Any, ...]]] = {}
    for first, *rest in db.rows(sql):
        made.setdefault(int(str(first)), []).append(tuple(rest))
    return made


class _Steps:
    """Turns numbers of statements into steps."""

    def __init__(self, found: Audit) -> None:
        lists = found.benchmark.lists
        self._said = {each.name: [s.text for s in each.statements] for each in lists}
        self._winner = {
            (lists[int(str(list_id))].name, int(str(number))): int(str(winner))
            for list_id, number, winner in found.db.rows("select w.list_id, w.number, w.winner from lw.winner as w")
        }

    def of(self, name: str, numbers: Sequence[int], relations: Sequence[str]) -> list[dict[str, Any]]:
        """The steps of a path in a list."""
        made = []
        for number, relation in zip(numbers, relations, strict=True):
            winner = self._winner.get((name, number))
            made.append(
                {
                    "number": number,
                    "relation": relation,
                    "statement": self._said[name][number],
                    "winner_number": winner,
                    "winner": None if winner is None else self._said[name][winner],
                }
            )
        return made
