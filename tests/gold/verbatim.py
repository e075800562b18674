"""The authors' own views over current facts, compared row by row with the lifted ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from memsql.gold.batch import Batch
from memsql.model import Scenario
from memsql.rules.program import Program
from memsql.rules.relation import Asked, Ground, Relation
from tests.gold.ask import asked, doubtful, loaded
from tests.gold.counts import Counts
from tests.gold.plain_facts import Moment, PlainViews, Rows


@dataclass
class Agreement(Counts):
    """``wrong``: rows that the lifted and the plain view must not disagree on."""

    worlds: int = 0
    relations: set[str] = field(default_factory=set)
    true: int = 0
    false: int = 0
    closed: int = 0
    undecided: Counter[str] = field(default_factory=Counter)
    missing: Counter[str] = field(default_factory=Counter)

    def __str__(self) -> str:
        return (
            f"{len(self.relations)} rules in {self.worlds:,} worlds, {self.true:,} true and {self.false:,} false "
            f"rows, {self.closed:,} closed collections, {len(self.wrong)} contradictions"
        )


def agreement(
    program: Program, scenarios: Sequence[Scenario], is_complete: Callable[[int], bool] = lambda _: False
) -> Agreement:
    """Compare every rule in every world that the scenarios' queries ask for.

    In any history a true row is in the plain view, a false one is not, and a closed collection holds the plain
    view's rows of its scope. For the scenarios (by number) of which all is known ``missing`` counts plain rows
    that are not true, and ``undecided`` the rows that are neither true nor false.
    """
    names = tuple(n for n, r in program.named.items() if not isinstance(r.body, Asked))
    found = Agreement()
    with loaded(program, scenarios) as batch:
        asked(batch, also=names)
        worlds = batch.worlds
        places = list(zip(worlds.scenario, worlds.known_at, worlds.day, strict=True))
        plain = PlainViews(program, [Moment(scenarios[s], known_at, day) for s, known_at, day in places])
        lifted = Lifted(batch, names)
        left_out = doubtful(batch.db, program.named.values())
        for world in set(range(len(batch.worlds))) - left_out:
            plain.show(world)
            _compare(found, lifted, plain, world, is_complete(places[world][0]))
        plain.close()
    return found


class Lifted:
    """The lifted rows of an evaluation, by relation and world."""

    def __init__(self, batch: Batch, names: Sequence[str]) -> None:
        self.relations = {n: batch.program.by_name[n] for n in names}
        self._rows = {n: self._by_world(batch, r) for n, r in self.relations.items()}
        self._closed = {
            n: self._split(batch, f'select _w, {_list(r.signature.scope)} from closed."{n}"')
            for n, r in self.relations.items()
            if r.signature.scope is not None
        }

    def _by_world(self, batch: Batch, relation: Relation) -> dict[int, Rows]:
        schema = "lookup" if relation.signature.is_refutable else "state"
        columns = _list(relation.signature.columns)
        return self._split(batch, f'select _w, _ok, {columns} from {schema}."{relation.name}"')

    @staticmethod
    def _split(batch: Batch, sql: str) -> dict[int, Rows]:
        found: dict[int, Rows] = {}
        for world, *row in batch.db.rows(sql):
            found.setdefault(int(str(world)), set()).add(tuple(row))
        return found

    def rows(self, name: str, world: int, truth: bool | None) -> Rows:
        """Rows with this truth."""
        return {row[1:] for row in self._rows[name].get(world, ()) if row[0] is truth}

    def closed(self, name: str, world: int) -> Rows:
        """Closed scopes; none of a relation that cannot be closed."""
        return self._closed.get(name, {}).get(world, set())


def _list(columns: Sequence[str] | None) -> str:
    return ", ".join(f'"{c}"' for c in columns or ())


def _compare(found: Agreement, lifted: Lifted, plain: PlainViews, world: int, is_complete: bool) -> None:
    found.worlds += 1
    for name, relation in lifted.relations.items():
        rows, true = plain.rows(name), lifted.rows(name, world, True)
        signature = relation.signature
        where = f"world {world}: {name}"
        of_scope = [signature.columns.index(c) for c in signature.scope or ()]
        closed = lifted.closed(name, world)
        lost = [r for r in rows - true if tuple(r[i] for i in of_scope) in closed]
        found.closed += len(closed)
        found.wrong += [f"{where}{row} is in the view, not in the closed collection" for row in lost]
        if isinstance(relation.body, Ground):
            continue
        of_key = [signature.columns.index(c) for c in signature.key]
        false = {tuple(row[i] for i in of_key) for row in lifted.rows(name, world, False)}
        wrong = false & {tuple(row[i] for i in of_key) for row in rows}
        found.wrong += [f"{where}{row} is true, not in the view" for row in true - rows]
        found.wrong += [f"{where}{row} is false, but in the view" for row in wrong]
        found.relations.add(name)
        found.true += len(true)
        found.false += len(false)
        if is_complete:
            found.undecided[name] += len(lifted.rows(name, world, None))
            found.missing[name] += len(rows - true)
