"""Ad-hoc SQL over a scenario: the authors' views, the lifted views, derivations, gold (ENGINE: "For people")."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from memsql.db import Database, DatabaseError, first_line
from memsql.errors import DataError
from memsql.gold.batch import Batch
from memsql.gold.suite import program_of
from memsql.people.scenario import Moment, Scenario, moment
from memsql.resources import sql_text
from memsql.rules import build as b
from memsql.rules.program import Program, view_text
from memsql.rules.relation import Ground, Relation

if TYPE_CHECKING:
    import polars as pl

SECONDS = 120.0
"""A statement that runs longer is stopped."""


@dataclass(frozen=True, slots=True)
class Session:
    """A database that a person can ask. Made by :func:`open_session`.

    Schemas: ``main`` has every declared relation as it stands at the cutoff and every rule as the author's own
    view; ``lift`` the lifted relations, at the cutoff, with ``_ok``, ``_node`` and, on declared ones, ``_event``;
    ``gold`` the exported tables; ``now`` the derivations of every state at the cutoff. Macros: ``why(node)`` and
    ``current_fact(observed_until, valid_on)``.
    """

    db: Database
    program: Program

    def sql(self, text: str) -> pl.DataFrame:
        """Return the result of a query. Raises DataError with DuckDB's first line for one that fails."""
        try:
            with self.db.deadline(SECONDS):
                return self.db.frame(text)
        except DatabaseError as error:
            raise DataError(f"sql: {first_line(error)}; correct the statement") from None


def open_session(scenario: Scenario, at: Moment | None = None) -> Session:
    """Open a session on the first scenario at a cutoff (default: after its last event)."""
    part = scenario.parts[0]
    program = program_of(part)
    batch = Batch(program, [part])
    batch.load()
    times = part.events["observed_at"].to_pylist()
    cutoff = moment(at) if at is not None else None
    known_at = sum(1 for t in times if cutoff is None or t <= cutoff)
    day = cutoff.date() if cutoff is not None else times[-1].date() if times else None
    world = batch.worlds.cutoff(0, known_at, day)
    batch.also = tuple(n for n, r in program.named.items())
    batch.explained = world
    tables = batch.gold(is_checked=False)
    db = batch.db
    db.reset(("gold", "lift", "now"))
    for name, table in tables.items():
        db.load("gold", name, table)
    for relation in program.relations:
        if not relation.signature.is_internal:
            _lifted(db, relation, world)
            _verbatim(db, program, relation, world)
    _derivations(db, world)
    for name in tables:
        if name not in program.by_name:
            db.run(f'create view main."{name}" as from gold."{name}"')
    db.run(f"create macro why(wanted) as table {sql_text('reports/why')}")
    db.run(f"create macro current_fact(observed_until, valid_on) as table {sql_text('reports/current_fact')}")
    return Session(db, program)


def _lifted(db: Database, relation: Relation, world: int) -> None:
    """The lifted view of a relation at the cutoff, with its node id and, on ground relations, its events."""
    signature = relation.signature
    columns = [b.col("r", c) for c in (*signature.columns, b.OK)]
    node = b.node_id(signature.name, [b.col("r", c) for c in signature.key])
    query = b.select([*columns, b.named(node, "_node")], b.table("state", signature.name, "r"))
    query.filter(b.equal(b.col("r", b.WORLD), b.number(world)))
    if isinstance(relation.body, Ground):
        query.columns.append(b.col("e", "event_id").as_("_event"))
        query.join(b.table("asserted", signature.name, "a"), b.on_columns("a", "r", signature.key))
        on = [b.equal(b.col("e", "event"), b.col("a", b.EVENT))]
        query.join(b.table("ground", "event", "e"), on)
    db.run(f'create view lift."{signature.name}" as {query.done().sql("duckdb")}')


def _verbatim(db: Database, program: Program, relation: Relation, world: int) -> None:
    """A declared relation as a table of what holds at the cutoff; a rule as the author's own view."""
    if relation.name in program.rules:
        db.run(f'create view main."{relation.name}" as {view_text(program.rules[relation.name])}')
        return
    signature = relation.signature
    query = b.select([b.col("r", c) for c in signature.columns], b.table("state", relation.name, "r"), True)
    query.filter(b.col("r", b.OK), b.equal(b.col("r", b.WORLD), b.number(world)))
    db.run(f'create table main."{relation.name}" as {query.done().sql("duckdb")}')


def _derivations(db: Database, world: int) -> None:
    """Nodes and edges of every state at the cutoff."""
    db.run(
        "create table now.node as select t.node_id, n.kind, n.relation, n.key, n.truth as is_true, n.value "
        "from graph.node as n inner join export.node_text as t on t.vertex = n.vertex "
        f"where n._w = {int(world)} and n.kind <> 'given'"
    )
    db.run(
        "create table now.edge as select h.node_id as head, e.alternative, b.node_id as body "
        "from graph.edge as e inner join export.node_text as h on h.vertex = e.head "
        f"inner join export.node_text as b on b.vertex = e.body where e._w = {int(world)}"
    )
