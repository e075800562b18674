"""Which statements of a relation's lineage have anything to write.

Lineage goes from what is needed to what that needs in turn: every statement starts from needs. A program has hundreds
of them, planning one costs more than its rows do, and a quarter start from needs that no query has.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from memsql.db import Database
from memsql.rules.relation import Relation
from memsql.rules.targets import need_tables

NEEDS = re.compile(r'"(?:need|need_closed|need_domain|why)"\."(?:[^"]|"")+"')
HEAD = re.compile(r"(?:insert into|create table) (\S+) (?:by name|as) ")


@dataclass(slots=True)
class Needs:
    """What is needed while lineage is written; ``filled``: tables that statements have put rows into."""

    db: Database
    filled: set[str] = field(default_factory=set)

    def run(self, sql: str) -> None:
        """Run a statement that creates a table or adds to one, and note whether it wrote a row."""
        head = HEAD.match(sql)
        assert head is not None, f"a lineage statement creates a table or adds to one: {sql}"
        if self.db.rows(sql)[0][0]:
            self.filled.add(head[1])

    def explain(self, relation: Relation, statements: Sequence[str]) -> None:
        """Run the lineage statements of a relation that start from a need which is there.

        Tables of other relations count as filled. A table ``why`` is left out only with all that reads it.
        """
        own = [f'"{s.schema}"."{s.relation}"' for s in need_tables(relation)] if statements else []
        is_idle = self.filled.isdisjoint(own)
        left_out: set[str] = set()
        for sql in statements:
            needs = set(NEEDS.findall(sql, sql.index(" ", len("insert into "))))
            is_insert = sql.startswith("insert")
            empty = {table for table in own if table not in self.filled} | left_out
            if needs and needs <= empty and (is_insert or is_idle):
                if not is_insert:
                    head = HEAD.match(sql)
                    assert head is not None
                    left_out.add(head[1])
                continue
            self.run(sql)
