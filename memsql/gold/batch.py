"""Gold for a batch of scenarios of one domain: from events to exported tables, with the check of every witness.

A batch is the unit of work and of memory. It shares nothing with another batch, so that any executor can take
it, and what it returns depends on its own scenarios alone.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

import polars as pl
import pyarrow as pa

from memsql.db import Database
from memsql.errors import DataError, GoldError, MemsqlError, shown
from memsql.gold.counters import check_counters
from memsql.gold.evaluate import Evaluation
from memsql.gold.graph import build_graph
from memsql.gold.keyed import check_keyed
from memsql.gold.solve import LISTED, Check, Solved, check, members, solve
from memsql.gold.stages import Progress, Stages
from memsql.gold.store import load_ground
from memsql.gold.tables import GENERATED, TABLES, arrow_schema, conform
from memsql.gold.worlds import Worlds
from memsql.model import Label, Scenario
from memsql.resources import sql_text
from memsql.rules.program import Program
from memsql.rules.relation import Kind
from memsql.rules.targets import target_columns
from memsql.scenario.casts import canonical, reason
from memsql.scenario.queries import query_named


@dataclass(slots=True)
class Batch:
    """Scenarios of one domain with an open database.

    ``also`` and ``explained`` are handed to the evaluation: more relations, and a world to explain whole.
    """

    program: Program
    scenarios: Sequence[Scenario]
    db: Database = field(default_factory=Database)
    worlds: Worlds = field(default_factory=Worlds)
    queries: pa.Table | None = None
    seconds: dict[str, float] = field(default_factory=dict)
    also: tuple[str, ...] = ()
    explained: int | None = None
    checked: Check | None = None

    def answers(self) -> pa.Table:
        """Return the exported table ``answer`` alone: no derivations, no witnesses, nothing checked by worlds."""
        self.load()
        assert self.queries is not None
        needed = Evaluation(self.db, self.program, self.worlds, self.queries).run()
        check_counters(self.db, self.program, needed, self.scenarios)
        check_keyed(self.db, needed, self.scenarios)
        return conform("answer", self.db.arrow(sql_text("engine/export/answer")))

    def gold(self, is_checked: bool = True, progress: Progress | None = None) -> dict[str, pa.Table]:
        """Return the exported tables by name.

        Raises DataError for a query that cannot be asked, GoldError where a check of gold fails.
        """
        stages = Stages(self.seconds, progress)
        with stages("load"):
            if self.queries is None:
                self.load()
        assert self.queries is not None
        needed = Evaluation(
            self.db,
            self.program,
            self.worlds,
            self.queries,
            with_lineage=True,
            also=self.also,
            explained=self.explained,
            stages=stages,
        ).run()
        check_counters(self.db, self.program, needed, self.scenarios)
        check_keyed(self.db, needed, self.scenarios)
        with stages("graph"):
            graphs = build_graph(self.db, self.program, needed)
        with stages("witnesses"):
            solved = self._answered(solve(graphs))
        with stages("export"):
            tables = self._export(solved)
        if is_checked:
            with stages("check"):
                tables["measure"] = self._checked(tables["measure"], solved)
        return tables

    def proved(self, kept: Mapping[str, pa.Table], witnesses: Callable[[], Sequence[Solved]]) -> dict[str, pa.Table]:
        """Return the exported tables where those in ``kept`` are derived already, with every witness checked.

        ``witnesses`` is asked for once worlds and queries are loaded.
        """
        self.load()
        assert self.queries is not None
        numbered = self.queries.select(["query", "_w"])
        columns = kept["answer"].drop_columns(["query_id"])
        for name in columns.column_names:
            numbered = numbered.append_column(name, columns[name])
        self.db.load("ground", "answer", numbered)
        tables = {n: kept[n] if n in kept else self._exported(n) for n in TABLES if n not in GENERATED}
        tables["measure"] = self._checked(tables["measure"], witnesses())
        return tables | {n: arrow_schema(n).empty_table() for n in GENERATED}

    def _checked(self, measure: pa.Table, solved: Sequence[Solved]) -> pa.Table:
        """The table ``measure`` after a check of every witness. Raises GoldError where one does not hold."""
        assert self.queries is not None
        self.checked = check(self.db, self.program, self.worlds, self.queries, solved)
        self._refuse(self.checked)
        return self._measured(measure, solved, self.checked)

    def _measured(self, measure: pa.Table, solved: Sequence[Solved], checked: Check) -> pa.Table:
        """Fill in whether witnesses stand on their own."""
        flags: list[bool | None] = [None] * measure.num_rows
        for item in solved:
            if item.witnesses is not None:
                flags[item.query] = item.query not in checked.misleading
        index = measure.schema.get_field_index("is_literal_sufficient")
        return measure.set_column(index, measure.schema.field(index), pa.array(flags, pa.bool_()))

    def load(self) -> None:
        """Load ground state, worlds and queries; two queries with one cutoff share a world.

        Where no event lies between two cutoffs they are one, unless a query reads what is in force on its day.
        """
        load_ground(self.db, self.program, self.scenarios)
        self._load_texts()
        rows: dict[str, list[object]] = {c: [] for c in ("query", "_w", "relation", "is_collection", "key")}
        world_of: dict[tuple[int, int, date | None], int] = {}
        number = 0
        for index, scenario in enumerate(self.scenarios):
            times = scenario.events["observed_at"].to_pylist()
            for query in scenario.queries.to_pylist():
                known_at = bisect_right(times, query["known_at"])
                relation = self._asked(scenario, query)
                day = query["known_at"].date() if self.program.is_dated(relation) else None
                world = world_of.get((index, known_at, day))
                if world is None:
                    world = world_of[index, known_at, day] = self.worlds.cutoff(index, known_at, day)
                for column, value in zip(
                    rows,
                    (number, world, relation, query["is_collection"], query["key"]),
                    strict=True,
                ):
                    rows[column].append(value)
                number += 1
        types = (pa.int32(), pa.int32(), pa.string(), pa.bool_(), pa.list_(pa.string()))
        arrays = [pa.array(v, t) for v, t in zip(rows.values(), types, strict=True)]
        self.queries = pa.table(dict(zip(rows, arrays, strict=True)))
        self._check_casts()

    def _check_casts(self) -> None:
        """Refuse a query with a value that is none of its column's type, as events are refused: nothing is rounded."""
        asked = pl.from_arrow(self.queries)
        assert isinstance(asked, pl.DataFrame)
        for (name, flag), rows in asked.partition_by("relation", "is_collection", as_dict=True).items():
            relation = self.program.by_name[str(name)]
            for place, column in enumerate(target_columns(relation, bool(flag))):
                type_ = relation.types[column]
                texts = rows["key"].list.get(place)
                bad = texts.is_not_null() & canonical(texts, type_).is_null() if type_ != "VARCHAR" else None
                if bad is not None and bad.any():
                    query, text = rows["query"].filter(bad)[0], texts.filter(bad)[0]
                    found, advice = reason(text, type_)
                    raise DataError(f"{self._place(query)}: {column} of {name} is {shown(text)}, {found}; {advice}")

    def _asked(self, scenario: Scenario, query: dict[str, object]) -> str:
        """Return the relation that a query asks, after checking that it can be asked that way."""
        try:
            return self._askable(query)
        except MemsqlError as error:
            raise DataError(f"{query_named(scenario, str(query['query_id']))}: {error}") from None

    def _askable(self, query: dict[str, object]) -> str:
        """Return the relation that a query asks. Raises MemsqlError, without the place, where it cannot be asked."""
        relation = self.program.relation(str(query["relation"]))
        if relation.signature.kind is Kind.ASKED:
            raise MemsqlError(f"{relation.name} holds parameters; ask a relation that reads it")
        is_collection, key = bool(query["is_collection"]), query["key"]
        assert isinstance(key, list)
        if is_collection and relation.signature.scope is None:
            advice = f"ask for a key ({', '.join(relation.signature.key)})"
            raise MemsqlError(f"{relation.name} has no closing scope to ask for; {advice}")
        columns = target_columns(relation, is_collection)
        if len(key) != len(columns):
            what = "scope" if is_collection else "key"
            raise MemsqlError(f"{what} of {len(key)} values for {relation.name}; give {', '.join(columns)}")
        return relation.name

    def _load_texts(self) -> None:
        """Scenario, event and query texts for the export."""
        scenarios = self.scenarios
        ids = {
            "scenario": pa.array(range(len(scenarios)), pa.int32()),
            **{
                c: pa.array([getattr(s, a) for s in scenarios], pa.string())
                for c, a in (
                    ("scenario_id", "scenario_id"),
                    ("domain", "domain"),
                    ("title", "title"),
                    ("origin", "origin"),
                    ("licence", "licence"),
                )
            },
            "seed": pa.array([None] * len(scenarios), pa.int64()),
        }
        self.db.load("ground", "scenario", pa.table(ids))
        self.db.load(
            "ground",
            "event",
            pa.concat_tables(
                [_numbered(i, s.events.rename_columns({"position": "event"})) for i, s in enumerate(scenarios)]
            ),
        )
        self.db.load(
            "ground",
            "given_action",
            pa.concat_tables(
                [_numbered(i, s.actions.rename_columns({"position": "event"})) for i, s in enumerate(scenarios)]
            ),
        )
        asked = pa.concat_tables([_numbered(i, s.queries) for i, s in enumerate(scenarios)])
        number = pa.array(range(asked.num_rows), pa.int32())
        self.db.load("ground", "asked", asked.append_column("query", number))

    def _answered(self, solved: list[Solved]) -> list[Solved]:
        """Check that exactly the known answers have derivations."""
        labels = {r[0]: r[1] for r in self.db.rows("select query, label from ground.answer")}
        for item in solved:
            is_unknown = labels[item.query] == Label.UNKNOWN
            if is_unknown == (item.witnesses is not None):
                found = "unknown, yet derivable" if is_unknown else "known, yet nothing derives it"
                raise GoldError(f"{self._place(item.query)}: the answer is {found}; this is a bug")
        return solved

    def _place(self, query: int) -> str:
        """A query as messages name it."""
        found = "select scenario, query_id from ground.asked where query = $query"
        ((scenario, query_id),) = self.db.rows(found, {"query": query})
        return query_named(self.scenarios[int(str(scenario))], str(query_id))

    def _refuse(self, checked: Check) -> None:
        """Fail on a witness that does not hold."""
        if checked.insufficient:
            more = len(checked.insufficient)
            raise GoldError(
                f"{self._place(checked.insufficient[0])}: a witness does not give the answer "
                f"({more} such of {checked.world_count} worlds); this is a bug, please report the scenario"
            )
        if checked.reducible:
            query, event = checked.reducible[0]
            more = len(checked.reducible)
            raise GoldError(
                f"{self._place(query)}: a witness still gives the answer without event number {event} "
                f"({more} such of {checked.world_count} worlds); this is a bug, please report the scenario"
            )

    def _export(self, solved: Sequence[Solved]) -> dict[str, pa.Table]:
        """Return every exported table."""
        self.db.reset(("export",))
        _load_witnesses(self.db, solved)
        for name in ("node_text", "fact", "age"):
            self.db.run(f"create table export.{name} as {sql_text(f'engine/export/{name}')}")
        derived = [n for n in TABLES if n not in GENERATED]
        return {n: self._exported(n) for n in derived} | {n: arrow_schema(n).empty_table() for n in GENERATED}

    def _exported(self, name: str) -> pa.Table:
        """One exported table."""
        return conform(name, self.db.arrow(sql_text(f"engine/export/{name}")))


def _numbered(index: int, table: pa.Table) -> pa.Table:
    """The table with the scenario's number."""
    return table.append_column("scenario", pa.array([index] * table.num_rows, pa.int32()))


def _load_witnesses(db: Database, solved: Sequence[Solved]) -> None:
    """Write listed witnesses, their events, the factorised parts and the sizes as tables."""
    listed: list[tuple[int, int, int]] = []
    events: list[tuple[int, int, int]] = []
    parts: list[tuple[int, int, int, int]] = []
    sizes: list[tuple[int, int, int, int, int, bool]] = []
    for item in solved:
        found = item.witnesses
        if found is None:
            continue
        shown = found.enumerate(LISTED)
        for number, bits in enumerate(shown, 1):
            listed.append((item.query, number, bits.bit_count()))
            events += [(item.query, number, e) for e in members(bits)]
        parts += [(item.query, 0, 0, e) for e in members(found.core)]
        for component, choices in enumerate(found.components, 1):
            for choice, bits in enumerate(choices):
                parts += [(item.query, component, choice, e) for e in members(bits)]
        count = min(found.count, 10**38 - 1)
        sizes.append((item.query, found.size_min, found.size_max, count, len(shown), found.is_truncated))
    _load(db, "listed", ("query", "witness_id", "size"), listed)
    _load(db, "listed_event", ("query", "witness_id", "event"), events)
    _load(db, "part", ("query", "component", "choice", "event"), parts)
    names = ("query", "size_min", "size_max", "witness_count", "listed_count", "is_truncated")
    types = {"witness_count": pa.decimal128(38, 0), "is_truncated": pa.bool_()}
    _load(db, "size", names, sizes, types)


def _load(
    db: Database,
    name: str,
    columns: Sequence[str],
    rows: Sequence[tuple[object, ...]],
    types: dict[str, pa.DataType] | None = None,
) -> None:
    """Create a table of schema ``export`` from rows of integers."""
    values = zip(*rows, strict=True) if rows else [()] * len(columns)
    arrays = {c: pa.array(v, (types or {}).get(c, pa.int32())) for c, v in zip(columns, values, strict=True)}
    db.load("export", name, pa.table(arrays))
