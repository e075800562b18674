"""Words that cannot name a relation or a column, and names that no relation of a scenario can have.

Source of the words: ``duckdb_keywords()`` of DuckDB 2.0.1 (categories ``reserved`` and ``type_function``), and the
words that DuckDB takes but that sqlglot 30 does not read back as a name in every place where a rule uses one
(``create table``, ``select``, ``join``, ``where``, ``group by``). Both lists were found by trying every
keyword of both in each of these places.
"""

from __future__ import annotations

OF_DUCKDB = """
    all analyse analyze and anti any array as asc asof asymmetric at authorization binary both by case cast
    check collate collation column concurrently constraint create cross default deferrable desc describe
    distinct do else end except false fetch for foreign freeze from full glob group having ilike in initially
    inner intersect into is isnull join lambda lateral leading left like limit natural not notnull null offset
    on only or order outer overlaps pivot pivot_longer pivot_wider placing positional primary qualify
    references returning right select semi show similar some summarize symmetric table tablesample then to
    trailing true union unique unpack unpivot using variadic verbose when where window with
"""
OF_SQLGLOT = """
    alter between columns connect_by_root cube current_catalog current_date current_role current_time
    current_timestamp current_user drop exclude force function generated grant if insert install localtime
    localtimestamp lock macro map regexp revoke rlike rollback rollup session_user struct try_cast tuple
    uncache user values xor
"""

RESERVED = frozenset((OF_DUCKDB + OF_SQLGLOT).split())

OF_GOLD = """
    scenario event action fact_version query answer node edge dag_node dag_edge support witness witness_event
    witness_part obsolete measure reference distractor probe checkpoint tracked tracked_answer transition
"""
OF_SQL = "why current_fact"

TAKEN = frozenset((OF_GOLD + OF_SQL).split())
"""What ``memsql sql`` shows beside the relations of a scenario: the tables of gold, and its own two macros. A relation
of such a name would hide the table without a word."""
TAKEN_ADVICE = "rename it (data/README.md lists the reserved names)"


def taken(name: str) -> str | None:
    """Return what a name of `TAKEN` stands for, as the words that follow it in a message; None for another name."""
    if name in OF_SQL.split():
        return "is the name of a macro of memsql sql"
    return "is the name of a table of gold, which memsql sql shows under it" if name in TAKEN else None
