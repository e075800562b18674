"""Which statements of a relation's lineage have anything to write.

Lineage goes from what is needed to what that needs in turn: every statement starts from needs. A program has hundreds
of them, planning one costs more than its rows do, and a quarter start from needs that no query has.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from memsql.db import Database
from memsql.rules.relation import Relation
from memsql.rules.targets import need_tables

NEEDS = re.compile(r'"(?:need|need_closed|need_domain|why)"\."(?:[^"]|"")+"')
HEAD = re.compile(r"(?:insert into|create table) (\S+) (?:by name|as) ")


def with_needs(db: Database, relation: Relation, statements: Sequence[str]) -> Iterator[str]:
    """Yield the lineage statements of a relation that start from a need which is there, to be run one by one.

    Tables of other relations count as filled. A table ``why`` is left out only with all that reads it.
    """
    if not statements:
        return
    own = [f'"{s.schema}"."{s.relation}"' for s in need_tables(relation)]
    (filled,) = db.rows("select " + ", ".join(f"exists (select 1 from {table})" for table in own))
    empty = {table for table, is_filled in zip(own, filled, strict=True) if not is_filled}
    is_idle = len(empty) == len(own)
    for sql in statements:
        head = HEAD.match(sql)
        assert head is not None, f"a lineage statement creates a table or adds to one: {sql}"
        needs = set(NEEDS.findall(sql, head.end()))
        is_insert = sql.startswith("insert")
        if needs and needs <= empty and (is_insert or is_idle):
            if not is_insert:
                empty.add(head[1])
            continue
        yield sql
        empty.discard(head[1])
