"""Ad-hoc SQL over a scenario: the authors' views, the lifted views, derivations, gold (ENGINE: "For people").

Everything that can be asked stands there from the start, empty; a statement fills what it reads, and nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from memsql.db import Database, DatabaseError, Rows, first_line
from memsql.errors import DataError
from memsql.gold.batch import Batch
from memsql.gold.evaluate import QUERIES, Evaluation
from memsql.gold.graph import build_graph
from memsql.gold.suite import answers_of, program_of, run_batch
from memsql.gold.tables import GENERATED, TABLES, arrow_schema, conform
from memsql.gold.worlds import Worlds
from memsql.people.explain import states_of
from memsql.people.scenario import Moment, Scenario, moment
from memsql.people.values import readable
from memsql.resources import sql_text
from memsql.rules import build as b
from memsql.rules.program import Program, view_text
from memsql.rules.relation import Ground, Relation

if TYPE_CHECKING:
    from datetime import datetime

    from memsql.model import Scenario as Model

SECONDS = 120.0
"""A statement that runs longer is stopped."""
AS_READ = ("scenario", "event", "action", "query", "fact_version")
"""Exported tables that hold what was read: nothing has to be derived for them."""
STATES = pa.schema(
    [
        ("root", pa.string()),
        ("place", pa.int32()),
        ("depth", pa.int32()),
        ("node_id", pa.string()),
        ("kind", pa.string()),
        ("is_true", pa.bool_()),
        ("value", pa.string()),
    ]
)
WHY = re.compile(
    r"""(?P<skipped>"(?:[^"]|"")*"|--[^\n]*|/\*.*?\*/)|\bwhy\s*\(\s*(?:'(?P<node>(?:[^']|'')*)'\s*\)|(?P<other>))"""
    r"""|(?P<text>'(?:[^']|'')*')""",
    re.IGNORECASE | re.DOTALL,
)
ONE_SELECT = "give one SELECT (or FROM, WITH, VALUES, DESCRIBE, SHOW, SUMMARIZE)"

Told = Callable[[str], None]


@dataclass(slots=True)
class Session:
    """A database that a person can ask. Made by :func:`open_session`.

    Schemas: ``main`` has every declared relation as it stands at the cutoff and every rule as the author's own
    view; ``lift`` the lifted relations, at the cutoff, with ``_ok``, ``_node`` and, on declared ones, ``_event``;
    ``gold`` the exported tables; ``now`` the derivations of every state at the cutoff. Macros: ``why(node)`` and
    ``current_fact(observed_until, valid_on)``. ``told`` hears what is being derived.
    """

    db: Database
    program: Program
    part: Model
    at: datetime
    known_at: int
    told: Told
    filled: set[str] = field(default_factory=set)
    explained: dict[str, list[dict[str, Any]]] = field(default_factory=dict)

    def sql(self, text: str) -> Rows:
        """Return the result of one query, every value as text, a number, true, false or null, or a list of them.

        Raises DataError with DuckDB's first line for one that fails, and for anything but one query.
        """
        try:
            self._check(text)
            self._explain(text)
            self._fill(self._read(text))
            self.told("the statement")
            with self.db.deadline(SECONDS):
                return readable(self.db, text)
        except DatabaseError as error:
            raise DataError(f"sql: {first_line(error)}; correct the statement") from None

    def _check(self, text: str) -> None:
        """Refuse what is not exactly one query."""
        kinds = self.db.kinds(text)
        if not kinds:
            raise DataError(f"sql: no statement; {ONE_SELECT}")
        if len(kinds) > 1 and "MULTI" not in kinds:
            raise DataError(f"sql: {len(kinds)} statements; {ONE_SELECT}")
        if kinds != ["SELECT"]:
            found = "PIVOT without its columns" if "MULTI" in kinds else kinds[0]
            raise DataError(f"sql: found {found}; {ONE_SELECT}")

    def _read(self, text: str) -> set[str]:
        """Tables that the statement reads; where DuckDB does not say, all that it has the words of."""
        found = self.db.reads(text)
        if found is not None:
            return found
        words = set(re.findall(r"\w+", text.lower()))
        named = [r for r in words if r in self.program.named]
        found = {name for r in named for name in self.program.reaches(r)}
        found |= {f"lift.{r}" for r in named if "lift" in words}
        found |= {f"gold.{name}" for name in TABLES if name in words}
        return found | {f"now.{name}" for name in ("node", "edge") if "now" in words}

    def _explain(self, text: str) -> None:
        """Derive the nodes that ``why('...')`` names; every state where it is asked of a column or an expression."""
        calls = [found for found in WHY.finditer(text) if found["node"] is not None or found["other"] is not None]
        nodes = [found["node"].replace("''", "'") for found in calls if found["node"] is not None]
        new = [n for n in dict.fromkeys(nodes) if n not in self.explained]
        if new:
            self.told(f"the derivation of {', '.join(new)}")
            self.explained |= states_of(self.part, new, self.at)
            rows = [
                {"root": node, "place": place, **row}
                for node, states in self.explained.items()
                for place, row in enumerate(states)
            ]
            self.db.load("now", "why", pa.Table.from_pylist(rows, schema=STATES))
        if len(nodes) < len(calls):
            if "now" not in self.filled:
                self._derive_all()
            self.db.run(f"create or replace macro why(wanted) as table {sql_text('reports/why_any')}")

    def _fill(self, names: set[str]) -> None:
        """Fill the tables of these names that are empty so far."""
        relations = self.program.named
        declared = {n for n in names & relations.keys() if isinstance(relations[n].body, Ground)} - self.filled
        lifted = {n for n in relations if f"lift.{n}" in names - self.filled}
        if declared or lifted:
            self._evaluate(declared, lifted)
        if names & {"now.node", "now.edge"} and "now" not in self.filled:
            self._derive_all()
        for name in TABLES:
            if f"gold.{name}" in names - self.filled:
                self._export(name)

    def _evaluate(self, declared: set[str], lifted: set[str]) -> None:
        """Evaluate relations at the cutoff: declared ones as they stand, others with their truth."""
        self.told(f"{', '.join(sorted(lifted)[:3]) or 'facts'} at the cutoff")
        self._run(declared | lifted, with_events=any(isinstance(self.program.named[n].body, Ground) for n in lifted))
        for name in sorted(declared):
            signature = self.program.named[name].signature
            query = b.select([b.col("r", c) for c in signature.columns], b.table("state", name, "r"), True)
            self.db.run(
                f'create or replace table main."{name}" as {query.filter(b.col("r", b.OK)).done().sql("duckdb")}'
            )
        for name in sorted(lifted):
            _lift(self.db, self.program.named[name])
        self.filled |= declared | {f"lift.{n}" for n in lifted}

    def _run(self, names: Iterable[str], with_events: bool = False, explained: bool = False) -> list[Relation]:
        """Evaluate relations in the world of the cutoff, number 0."""
        worlds = Worlds()
        world = worlds.cutoff(0, self.known_at, self.at.date())
        return Evaluation(
            self.db,
            self.program,
            worlds,
            QUERIES.empty_table(),
            with_lineage=with_events or explained,
            also=tuple(sorted(names)),
            explained=world if explained else None,
        ).run()

    def _derive_all(self) -> None:
        """Fill ``now``: nodes and edges of every state at the cutoff."""
        self.told("the derivation of every state; why('...') of one is quicker")
        needed = self._run(self.program.named, explained=True)
        self.told("the graph of every state")
        build_graph(self.db, self.program, needed)
        self.db.reset(("export",))
        self.db.run(f"create table export.node_text as {sql_text('engine/export/node_text')}")
        self.db.run(
            "create or replace table now.node as "
            "select t.node_id, n.kind, n.relation, n.key, n.truth as is_true, n.value from graph.node as n "
            "inner join export.node_text as t on t.vertex = n.vertex where n.kind <> 'given'"
        )
        self.db.run(
            "create or replace table now.edge as select h.node_id as head, e.alternative, b.node_id as body "
            "from graph.edge as e inner join export.node_text as h on h.vertex = e.head "
            "inner join export.node_text as b on b.vertex = e.body"
        )
        self.filled.add("now")

    def _export(self, name: str) -> None:
        """Fill an exported table, and those that come with it."""
        if name in AS_READ:
            found = {name: conform(name, self.db.arrow(sql_text(f"engine/export/{name}")))}
        elif name == "answer":
            self.told(f"the answers of {self.part.queries.num_rows:,} queries")
            found = {name: answers_of([self.part], self.part.scenario_id)}
        elif name in GENERATED:
            return
        else:
            self.told(f"the gold of {self.part.queries.num_rows:,} queries")
            found = run_batch([self.part], is_checked=False)[0]
        for table, rows in found.items():
            self.db.load("gold", table, rows)
            self.filled.add(f"gold.{table}")


def open_session(
    scenario: Scenario, at: Moment | None = None, scenario_id: str | None = None, told: Told = lambda _: None
) -> Session:
    """Open a session on a scenario at a cutoff (default: after its last event); nothing is derived yet.

    Raises DataError where the suite has several scenarios and none is named.
    """
    part = scenario.part(scenario_id)
    program = program_of(part)
    told("the facts")
    batch = Batch(program, [part])
    batch.load()
    times = part.events["observed_at"].to_pylist()
    cutoff = moment(at) if at is not None else max(times, default=moment("1970-01-01"))
    known_at = sum(1 for t in times if t <= cutoff)
    db = batch.db
    db.reset(("gold", "lift", "now"))
    for name in TABLES:
        db.load("gold", name, arrow_schema(name).empty_table())
    for relation in program.relations:
        if not relation.signature.is_internal:
            _stand(db, program, relation)
    for name in TABLES:
        db.run(f'create view main."{name}" as from gold."{name}"')
    db.load("now", "why", STATES.empty_table())
    db.run("create table now.node (node_id text, kind text, relation text, key text, is_true boolean, value text)")
    db.run("create table now.edge (head text, alternative integer, body text)")
    for name in ("why", "current_fact"):
        arguments = {"why": "wanted", "current_fact": "observed_until, valid_on"}[name]
        db.run(f"create macro {name}({arguments}) as table {sql_text(f'reports/{name}')}")
    return Session(db, program, part, cutoff, known_at, told)


def _stand(db: Database, program: Program, relation: Relation) -> None:
    """Put an empty table where a relation and its lifted one will stand; a rule is the author's view at once."""
    name, types = relation.name, relation.types
    columns = [f'"{c}" {types.get(c, "varchar")}' for c in relation.signature.columns]
    columns += [
        '"_ok" boolean',
        '"_node" varchar',
        *(['"_event" varchar'] if isinstance(relation.body, Ground) else []),
    ]
    db.run(f'create table lift."{name}" ({", ".join(columns)})')
    if name in program.rules:
        db.run(f'create view main."{name}" as {view_text(program.rules[name])}')
        return
    db.run(f'create table main."{name}" ({", ".join(columns[: len(relation.signature.columns)])})')


def _lift(db: Database, relation: Relation) -> None:
    """The lifted rows of a relation, with their node ids and, on ground relations, their events."""
    signature = relation.signature
    columns = [b.col("r", c) for c in (*signature.columns, b.OK)]
    node = b.node_id(signature.name, [b.col("r", c) for c in signature.key])
    query = b.select([*columns, b.named(node, "_node")], b.table("state", signature.name, "r"))
    if isinstance(relation.body, Ground):
        query.columns.append(b.col("e", "event_id").as_("_event"))
        query.join(b.table("asserted", signature.name, "a"), b.on_columns("a", "r", signature.key))
        on = [b.equal(b.col("e", "event"), b.col("a", b.EVENT))]
        query.join(b.table("ground", "event", "e"), on)
    db.run(f'create or replace table lift."{signature.name}" as {query.done().sql("duckdb")}')
