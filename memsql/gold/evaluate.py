"""Evaluate a program in many worlds at once: lift, answers and, where asked for, edges.

The evaluator knows nothing of what the worlds are for: gold cutoffs, witness checks, what-if and contexts all
come through here. Its tables live in schemas of the connection until the next evaluation.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field
from functools import partial

import pyarrow as pa
import pyarrow.compute as pc

from memsql.db import DERIVED, EXPLAINED, VALUE_ERRORS, Database
from memsql.errors import DataError, at
from memsql.gold.computed import VALUES_ADVICE, computing
from memsql.gold.lookups import Lookups
from memsql.gold.needs import Needs
from memsql.gold.overrides import Overrides
from memsql.gold.stages import Stages
from memsql.gold.worlds import Worlds
from memsql.model import REFERS_TO
from memsql.resources import sql_text
from memsql.rules import build as b
from memsql.rules.answers import VALUES, answer_type, answers
from memsql.rules.build import Statement
from memsql.rules.ground import lift_ground
from memsql.rules.program import Program
from memsql.rules.relation import Asked, Ground, Recursion, Relation
from memsql.rules.targets import asked_rows, need_tables, roots, seed, seed_world

QUERIES = pa.schema(
    [
        ("query", pa.int32()),
        ("_w", pa.int32()),
        ("relation", pa.string()),
        ("is_collection", pa.bool_()),
        ("key", pa.list_(pa.string())),
    ]
)
AT_ONCE = 16
"""Ways of asking that one statement answers: planning costs more than the rows do."""
INNER_ROW = "_w integer, node varchar, relation varchar, kind varchar, is_internal boolean, key varchar, truth boolean"
ANSWER = ", ".join(f"{c} {t}" for c, t in VALUES.items())


@dataclass(slots=True)
class Evaluation:
    """One evaluation; ``run`` leaves ``ground.answer`` (query, _w, label, ...) and the state in the database.

    queries: columns of QUERIES; a query may stand in many worlds. With ``with_lineage`` also
    ``lineage.edge`` (_w, head, alternative, body) and ``ground.root`` (query, _w, root). ``also``: relations to
    evaluate though no query asks them; ``explained``: a world in which every row of them gets its edges.
    ``has_references``: some key value is a reference, or looks like one.
    """

    db: Database
    program: Program
    worlds: Worlds
    queries: pa.Table
    with_lineage: bool = False
    overrides: Overrides | None = None
    also: tuple[str, ...] = ()
    explained: int | None = None
    is_bound: bool = False
    stages: Stages = field(default_factory=Stages)
    has_references: bool = field(init=False)

    def __post_init__(self) -> None:
        values = pc.list_flatten(self.queries["key"])
        self.has_references = bool(pc.any(pc.starts_with(values.cast(pa.string()), "@")).as_py())

    def run(self) -> list[Relation]:
        """Evaluate all queries in all their worlds; return the relations that took part."""
        with self.stages("lift"):
            queried, needed = self._prepare()
            self._lift(needed, queried)
        with self.stages("answers"):
            self._answer(queried)
        if self.with_lineage:
            with self.stages("lineage"):
                self._explain(needed, queried)
        return needed

    def _prepare(self) -> tuple[list[tuple[str, bool]], list[Relation]]:
        """Worlds, queries, declared relations and parameters; return what is asked and what takes part."""
        self.db.drop(EXPLAINED)
        self.db.reset((*DERIVED, *EXPLAINED) if self.with_lineage else DERIVED)
        self.worlds.load(self.db)
        if self.overrides is not None:
            self.overrides.load(self.db, self.program, self.worlds)
        self.db.load("ground", "query", self.queries.cast(QUERIES))
        queried = self._queried()
        needed = self._needed({n for n, _ in queried} | set(self.also))
        self._choose_versions(needed)
        how = self.worlds.has_resolved, self.with_lineage, self.worlds.are_cutoffs
        for relation in needed:
            if isinstance(relation.body, Ground):
                self._run(
                    self.program.sql((f"ground {how}", relation.name), partial(lift_ground, relation, *how)), relation
                )
        self._resolve()
        for relation in needed:
            if isinstance(relation.body, Asked):
                self.db.run(asked_rows(self.program, relation, queried).sql())
        return queried, needed

    def _queried(self) -> list[tuple[str, bool]]:
        return sorted(set(zip(*(self.queries[c].to_pylist() for c in ("relation", "is_collection")), strict=True)))

    def _needed(self, names: set[str]) -> list[Relation]:
        """Relations that some query stands on, and refers_to where a query has a reference."""
        wanted = set(names)
        if REFERS_TO in self.program.by_name:
            wanted.add(REFERS_TO)
        return self.program.needed(wanted)

    def _choose_versions(self, needed: list[Relation]) -> None:
        """``ground.chosen``, and ``chosen_first`` where it is read; of cutoffs only what is no plain interval."""
        bodies = [r.body for r in needed if isinstance(r.body, Ground)]
        if self.worlds.are_cutoffs:
            if any(body.declaration.has_valid_time for body in bodies):
                self.db.run(f"create or replace table ground.chosen as {sql_text('engine/chosen_at_cutoff')}")
            if any(body.is_first for body in bodies):
                first = sql_text("engine/chosen_first_at_cutoff")
                self.db.run(f"create or replace table ground.chosen_first as {first}")
            return
        self._load_relevant()
        self.db.run(f"create table if not exists ground.replacement as {sql_text('engine/replacement')}")
        names = ["touched", "visible", "rechosen", "literal", "chosen"]
        if any(body.is_first for body in bodies):
            names += ["literal_first", "chosen_first"]
        for name in names:
            self.db.run(f"create or replace table ground.{name} as {sql_text(f'engine/{name}')}")

    def _load_relevant(self) -> None:
        """``ground.relevant``: the declared relations that the target of a world can read."""
        rows: set[tuple[int, str, bool]] = set()
        for name, number in self.worlds.targets.items():
            for reached in self.program.reaches(name) | {REFERS_TO}:
                body = self.program.by_name[reached].body if reached in self.program.by_name else None
                if isinstance(body, Ground):
                    rows.add((number, body.declaration.name, body.is_first))
        columns = zip(*sorted(rows), strict=True) if rows else ((), (), ())
        types = {"target": pa.int32(), "relation": pa.string(), "is_first": pa.bool_()}
        arrays = {n: pa.array(c, t) for (n, t), c in zip(types.items(), columns, strict=True)}
        self.db.load("ground", "relevant", pa.table(arrays))

    def _run(self, statements: Iterable[str], relation: Relation) -> None:
        """Run the statements of a relation, with its overrides put in place before its scopes are closed."""
        signature = relation.signature
        waiting = self.overrides.on_rows(signature) if self.overrides else []
        for sql in statements:
            if waiting and sql.startswith(f'create table "closed"."{relation.name}"'):
                for override in waiting:
                    self.db.run(override)
                waiting = []
            self.db.run(sql)
        for override in [*waiting, *(self.overrides.on_scopes(signature) if self.overrides else [])]:
            self.db.run(override)

    def _insert(self, target: str, name: str) -> None:
        """Add the rows of ``sql/engine/<name>.sql`` to a table."""
        self.db.run(f"insert into {target} by name {sql_text(f'engine/{name}')}")

    def _resolve(self) -> None:
        """``ground.resolved_query``: the queries with their references resolved."""
        if self.has_references:
            if REFERS_TO not in self.program.by_name:
                self.db.run(f"create table state.{REFERS_TO} (_w integer, phrase varchar, entity varchar, _ok boolean)")
            resolved = sql_text("engine/resolved_query")
        else:
            resolved = sql_text("engine/plain_query")
        self.db.run(f"create or replace table ground.resolved_query as {resolved}")

    def _lift(self, needed: list[Relation], queried: list[tuple[str, bool]]) -> None:
        """Evaluate all rules, those that stand on no recursion first where recursions are bound."""
        keyed = {n for n, is_collection in queried if not is_collection}
        if not self.is_bound:
            self._lift_in_order(needed, keyed, frozenset())
            return
        wanted = self.program.wanted(queried)
        self._lift_in_order([r for r in needed if r.name in wanted.first], keyed, frozenset())
        place = ("wanted", ", ".join(f"{name} {flag}" for name, flag in queried))
        for sql in self.program.sql(place, lambda: wanted.statements):
            self.db.run(sql)
        self._lift_in_order([r for r in needed if r.name not in wanted.first], keyed, wanted.bound)

    def _lift_in_order(self, needed: list[Relation], keyed: set[str], bound: Collection[str]) -> None:
        lookups = Lookups(self.db, self.program, self.overrides)
        steps = steps_of(needed)
        for relation in needed:
            if isinstance(relation.body, Ground | Asked) or relation.name in steps:
                continue
            with computing(relation):
                self._lift_one(relation, lookups, relation.name in bound)
                lookups.of_queries(relation, relation.name in keyed)

    def _lift_one(self, relation: Relation, lookups: Lookups, is_bound: bool) -> None:
        lookups.of_rows(relation)
        statements = self.program.lift_sql(relation, is_bound)
        if isinstance(relation.body, Recursion):
            self.db.run(statements[0])
            if lookups.of_steps(relation.body):
                self.db.run(f'drop table state."{relation.name}"')
                self.db.run(statements[0])
            statements = statements[1:]
        self._run(statements, relation)
        if relation.name in self.program.averaging:
            self._check_means(relation)

    def _check_means(self, relation: Relation) -> None:
        """Refuse a row that holds and has no value: a mean over a count of 0."""
        signature = relation.signature
        nulls = [b.is_null(b.col("r", c)) for c in signature.value]
        query = b.select([b.col("r", c) for c in signature.key], b.table("state", signature.name, "r"))
        query.filter(b.col("r", b.OK), b.either(nulls) if nulls else b.FALSE)
        for key in self.db.rows(query.done().sql("duckdb") + " order by all limit 1"):
            row = f"{signature.name}({', '.join(map(str, key))})"
            place = at(relation.path) if relation.path is not None else row
            raise DataError(f"{place}: {row} is a mean over a count of 0; write where <count> > 0")

    def _answer(self, queried: list[tuple[str, bool]]) -> None:
        self.db.run(
            "create or replace table ground.answer "
            f"(query integer, _w integer, label varchar, answer_type varchar, {ANSWER})"
        )
        asked = [(self.program.by_name[name], is_collection) for name, is_collection in queried]
        for start in range(0, len(asked), AT_ONCE):
            part = asked[start : start + AT_ONCE]
            place = ("answers", ", ".join(f"{r.name} {flag}" for r, flag in part))
            (sql,) = self.program.sql(place, partial(answers, part))
            try:
                self.db.run(sql)
            except VALUE_ERRORS:
                for one in part:
                    with computing(one[0]):
                        self.db.run(answers([one])[0].sql())
        types = [(r.name, flag, answer_type(r, flag)) for r, flag in asked]
        if any(kind == "date" for _, _, kind in types):
            self._check_dates()
        if self.has_references:
            self._answer_unresolved(types)

    def _answer_unresolved(self, types: list[tuple[str, bool, str]]) -> None:
        """Queries whose reference is not resolved; ``types``: relation, whether a collection, and type of answer."""
        names, flags, kinds = zip(*types, strict=True)
        columns = {
            "relation": pa.array(names, pa.string()),
            "is_collection": pa.array(flags, pa.bool_()),
            "answer_type": pa.array(kinds, pa.string()),
        }
        self.db.load("ground", "queried", pa.table(columns))
        self._insert("ground.answer", "unresolved_answer")

    def _check_dates(self) -> None:
        """Refuse an answer that is a day which neither Python nor a calendar of people has: 64758-02-20."""
        for name, day in self.db.rows(sql_text("engine/day_outside")):
            relation = self.program.by_name[str(name)]
            place = at(relation.path) if relation.path is not None else relation.name
            raise DataError(f"{place}: the day {day}, outside the years 1 to 9999; {VALUES_ADVICE}")

    def _explain(self, needed: list[Relation], queried: list[tuple[str, bool]]) -> None:
        """Write the edges of everything that the queries need, from the queries down."""
        self.db.run("create table lineage.edge (_w integer, head varchar, alternative varchar, body varchar)")
        self.db.run(f"create table lineage.inner_row ({INNER_ROW})")
        needs = Needs(self.db)
        self._seed(needs, needed, queried)
        self._roots(queried)
        if self.has_references:
            if REFERS_TO in self.program.by_name:
                needs.run(f'insert into "need"."{REFERS_TO}" by name {sql_text("engine/reference_need")}')
            self._insert("lineage.edge", "reference_edge")
        steps = steps_of(needed)
        for relation in reversed(needed):
            if relation.name not in steps:
                with computing(relation):
                    needs.explain(relation, self.program.lineage_sql(relation))

    def _seed(self, needs: Needs, needed: list[Relation], queried: list[tuple[str, bool]]) -> None:
        """Needs of the queries, and of the explained world."""
        for relation in needed:
            if not isinstance(relation.body, Asked):
                self._statements("need tables", relation, need_tables)
        for name, flag in queried:
            (sql,) = self.program.sql((f"seed {flag}", name), partial(_seeded, self.program.by_name[name], flag))
            needs.run(sql)
        if self.explained is not None:
            for name in self.also:
                for statement in seed_world(self.program.by_name[name], self.explained):
                    needs.run(statement.sql())

    def _roots(self, queried: list[tuple[str, bool]]) -> None:
        """``ground.root``: the node that each query asks for."""
        self.db.run("create or replace table ground.target_root (query integer, _w integer, root varchar)")
        asked = [(self.program.by_name[name], flag) for name, flag in queried]
        place = ("roots", ", ".join(f"{r.name} {flag}" for r, flag in asked))
        for sql in self.program.sql(place, partial(roots, asked)):
            self.db.run(sql)
        self.db.run(f"create or replace table ground.root as {sql_text('engine/root')}")

    def _statements(self, what: str, relation: Relation, make: Callable[[Relation], Iterable[Statement]]) -> None:
        """Run statements made for a relation; their text is kept for the next batch."""
        for sql in self.program.sql((what, relation.name), partial(make, relation)):
            self.db.run(sql)


def _seeded(relation: Relation, is_collection: bool) -> list[Statement]:
    return [seed(relation, is_collection)]


def steps_of(relations: list[Relation]) -> set[str]:
    """Names of the step relations of recursions, which are evaluated and explained with them."""
    return {s.name for r in relations if isinstance(r.body, Recursion) for s in r.body.steps}
