"""The SQL that the compiler makes of a relation, for people."""

from __future__ import annotations

from enum import StrEnum

from memsql.rules.ground import lift_ground
from memsql.rules.lift import lift
from memsql.rules.lineage import lineage
from memsql.rules.program import Program, view_text
from memsql.rules.relation import Asked, Ground, Relation


class Show(StrEnum):
    """``verbatim``: the author's text. ``lifted``: for all worlds, with truth. ``lineage``: its edges."""

    VERBATIM = "verbatim"
    LIFTED = "lifted"
    LINEAGE = "lineage"


def shown_sql(program: Program, name: str, show: Show) -> str:
    """Return the SQL of a relation, its internal relations included. Raises MemsqlError for an unknown name."""
    relation = program.relation(name)
    if show is Show.VERBATIM:
        if relation.name in program.rules:
            rule = program.rules[relation.name]
            return f"create view {relation.name} as\n{view_text(rule)}"
        return relation.path.read_text(encoding="utf-8").rstrip() if relation.path else ""
    texts = [s.sql(pretty=True) for r in _with_inner(relation) for s in _statements(r, show)]
    return ";\n\n".join(texts) + ";"


def _with_inner(relation: Relation) -> list[Relation]:
    """The relation's internal ones, then itself."""
    return [*(x for r in relation.inner() for x in _with_inner(r)), relation]


def _statements(relation: Relation, show: Show) -> list:  # type: ignore[type-arg]
    if isinstance(relation.body, Asked):
        return []
    if show is Show.LINEAGE:
        return lineage(relation)
    return lift_ground(relation, False, True, False) if isinstance(relation.body, Ground) else lift(relation)
