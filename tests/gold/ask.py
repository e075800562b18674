"""Ask the engine: scenarios loaded, questions evaluated in worlds, answers as values that can be compared."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

import pyarrow as pa

from memsql.db import Database
from memsql.gold.batch import Batch
from memsql.gold.evaluate import QUERIES, Evaluation
from memsql.gold.overrides import Overrides
from memsql.gold.worlds import Worlds
from memsql.model import Scenario
from memsql.rules.program import Program
from memsql.rules.relation import Keyed, Relation
from tests.conftest import value_of

UNKNOWN = "unknown"
Row = tuple[int, int, str, bool, list[str]]
"""A question put to a world: number, world, relation, whether the collection is asked, key."""


class Answer(NamedTuple):
    """An answer; ``kind`` because true is not 1."""

    label: str
    kind: str
    value: object

    @property
    def is_unknown(self) -> bool:
        """Whether nothing is said."""
        return self.label == UNKNOWN


def answer_of(row: dict[str, Any]) -> Answer:
    """The answer in a row of the table ``answer``."""
    value = value_of(row)
    is_number = row["answer_type"] == "number" and value is not None
    kind = "number" if is_number else type(value).__name__
    return Answer(row["label"], kind, None if row["label"] == UNKNOWN else value)


@contextmanager
def loaded(program: Program, scenarios: Sequence[Scenario]) -> Iterator[Batch]:
    """A batch with its scenarios in an open database."""
    batch = Batch(program, scenarios)
    try:
        batch.load()
        yield batch
    finally:
        batch.db.close()


def asked(batch: Batch, overrides: Overrides | None = None, also: tuple[str, ...] = ()) -> list[Answer]:
    """The answers of a loaded batch's own queries, in their order."""
    assert batch.queries is not None
    return _evaluated(Evaluation(batch.db, batch.program, batch.worlds, batch.queries, overrides=overrides, also=also))


def asked_in(db: Database, program: Program, worlds: Worlds, rows: Iterable[Row]) -> list[Answer]:
    """The answers to questions in worlds of a database with ground state, in their order."""
    columns = list(zip(*rows, strict=True)) or [()] * len(QUERIES)
    table = pa.table(dict(zip(QUERIES.names, map(list, columns), strict=True)), schema=QUERIES)
    return _evaluated(Evaluation(db, program, worlds, table))


def _evaluated(evaluation: Evaluation) -> list[Answer]:
    evaluation.run()
    return [answer_of(r) for r in evaluation.db.frame("select * from ground.answer order by query").to_dicts()]


def doubtful(db: Database, relations: Iterable[Relation]) -> set[int]:
    """Worlds in which a declared key has two values: gold refuses such a history."""
    return {
        int(str(row[0]))
        for r in relations
        if isinstance(r.body, Keyed)
        for row in db.rows(f'select distinct _w from state."{r.name}" where _ok is null')
    }
