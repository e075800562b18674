"""Declared keys: two true values for one key make the state undecided, and fail gold with both named."""

from __future__ import annotations

from collections.abc import Sequence

from memsql.db import Database
from memsql.errors import GoldError
from memsql.model import Scenario
from memsql.rules import build as b
from memsql.rules.relation import Keyed, Relation


def check_keyed(db: Database, needed: Sequence[Relation], scenarios: Sequence[Scenario]) -> None:
    """Raise GoldError for the first declared key with two values in a gold world."""
    for relation in needed:
        if not isinstance(relation.body, Keyed) or not relation.signature.value:
            continue
        signature, inner = relation.signature, relation.body.inner.signature
        query = b.select(
            [
                b.col("x", "scenario"),
                *(b.col("i", c) for c in signature.key),
                *(b.col("i", c) for c in signature.value),
            ],
            b.table("state", relation.name, "r"),
            True,
        )
        query.join(b.table("ground", "world", "x"), [b.equal(b.col("x", b.WORLD), b.col("r", b.WORLD))])
        query.join(b.table("state", inner.name, "i"), [*b.on_columns("i", "r", signature.key), b.col("i", b.OK)])
        query.filter(b.is_null(b.col("r", b.OK)))
        rows = db.rows(query.done().sql("duckdb") + " order by all limit 2")
        if len(rows) < 2:
            continue
        count = len(signature.key)
        key = ", ".join(map(str, rows[0][1 : count + 1]))
        values = " and ".join("(" + ", ".join(map(str, r[count + 1 :])) + ")" for r in rows)
        scenario = rows[0][0]
        assert isinstance(scenario, int)
        where = f"{scenarios[scenario].scenario_id}: {relation.name}({key})"
        raise GoldError(f"{where}: two values {values} for the declared key; correct the rule or the key")
