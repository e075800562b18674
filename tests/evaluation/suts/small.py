"""A suite of eight records written by hand, as its exported folder: just the tables that the systems are driven by."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import date, datetime
from pathlib import Path

import polars as pl

from memsql.evaluation.exam import Exam

DAY = datetime(2026, 5, 1, 9, 30)
TEXTS = (
    "Vera keeps a red boat in Corby.",
    "Nils keeps a green cart in Ashwick.",
    "The fare to Corby is 12 from 1 May 2026 on.",
    "Vera's boat is in Denholm now.",
    "These are all boats of Vera.",
    "The fare to Corby is 14 from 1 July 2026 on.",
    "Nils sold the cart.",
    "Vera's boat is painted blue.",
)
SAYS: tuple[tuple[str, str, list[str], list[str]], ...] = (
    ("assert", "place", ["vera", "boat"], ["corby"]),
    ("assert", "place", ["nils", "cart"], ["ashwick"]),
    ("declare", "fare", ["corby", "2026-05-01"], ["12"]),
    ("assert", "place", ["vera", "boat"], ["denholm"]),
    ("complete", "place", ["vera"], []),
    ("declare", "fare", ["corby", "2026-07-01"], ["14"]),
    ("cancel", "place", ["nils", "cart"], []),
    ("assert", "colour", ["vera", "boat"], ["blue"]),
)
"""What record e1 to e8 says: verb, predicate, key, value."""


def at(place: int) -> datetime:
    """When record e<place> was observed."""
    return DAY.replace(day=place)


def small_exam(folder: Path) -> Exam:
    """Write the folder: scenario ``one`` has all records, scenario ``two`` the first two."""
    events = [("one", f"e{n}", at(n), text) for n, text in enumerate(TEXTS, 1)]
    events += [("two", f"e{n}", at(n), TEXTS[n - 1]) for n in (1, 2)]
    actions = [("one", f"e{n}", 1, v, p, json.dumps(k), json.dumps(x)) for n, (v, p, k, x) in enumerate(SAYS, 1)]
    actions += [("two", *a[1:]) for a in actions[:2]]
    dated = [("fare", json.dumps(k), date.fromisoformat(k[1])) for v, p, k, _ in SAYS if p == "fare"]
    queries = [
        ("one_q1", "one", "place", '["vera","boat"]', at(4), "Where is Vera's boat?"),
        ("one_q2", "one", "fare", '["corby","2026-05-03"]', at(4), "What is the fare to Corby?"),
        ("one_q3", "one", "owner", '["moon"]', at(8), "Who owns the moon?"),
        ("two_q1", "two", "place", '["nils","cart"]', at(2), "Where is the cart of Nils?"),
    ]
    edges = [
        ("one_q1", "place(vera,boat)", "event:e4"),
        ("one_q1", "place(vera,boat)", "known(vera)"),
        ("one_q1", "known(vera)", "event:e1"),
        ("one_q2", "fare(corby,2026-05-03)", "event:e3"),
    ]
    tables = {
        "scenario": pl.DataFrame({"scenario_id": ["one", "two"]}),
        "event": _frame(events, "scenario_id event_id observed_at record"),
        "action": _frame(actions, "scenario_id event_id ordinal verb predicate key value"),
        "fact_version": _frame(dated, "relation key valid_from"),
        "query": _frame(
            [(*q[:4], False, q[4], q[4], q[5]) for q in queries],
            "query_id scenario_id relation key is_collection cutoff_at known_at question",
        ),
        "dag_edge": _frame(edges, "query_id head body"),
        "dag_node": _frame([("one_q1", "known(vera)", "known", '["vera"]')], "query_id node_id relation key"),
        "probe": _frame(
            [("one_q1_p1", "one_q1", "known(vera)", "Is Vera known?")], "probe_id query_id node_id question"
        ),
        "tracked": _frame(
            [("one_t1", "one", "place", '["vera","boat"]', False, "Where is the boat of Vera?")],
            "tracked_id scenario_id relation key is_collection question",
        ),
        "checkpoint": _frame([("one", 1, at(3)), ("one", 2, at(8))], "scenario_id checkpoint cutoff_at"),
        "support": _frame(
            [("one_q1", "e1"), ("one_q1", "e4"), ("one_q2", "e3"), ("two_q1", "e2")], "query_id event_id"
        ),
        "witness": _frame([("one_q1", 1, 2), ("one_q1", 2, 1), ("one_q2", 1, 1)], "query_id witness_id size"),
        "witness_event": _frame(
            [("one_q1", 1, "e1"), ("one_q1", 1, "e4"), ("one_q1", 2, "e4"), ("one_q2", 1, "e3")],
            "query_id witness_id event_id",
        ),
    }
    folder.mkdir(parents=True, exist_ok=True)
    for name, frame in tables.items():
        with (folder / f"{name}.parquet").open("wb") as file:
            frame.write_parquet(file)
    return Exam(folder)


def _frame(rows: Sequence[tuple[object, ...]], names: str) -> pl.DataFrame:
    return pl.DataFrame(list(rows), schema=names.split(), orient="row")
