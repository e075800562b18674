"""The form of queries, and every refusal with its whole message."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from memsql.scenario import query_place
from memsql.scenario.queries import QUERIES
from tests.scenario.folder import Folder, query

END = datetime(2026, 8, 31, 23, 59, 59, 999_999)


def test_a_query_has_the_columns_and_types_of_the_model(folder: Folder) -> None:
    folder.write("queries.jsonl", [query("q1", family="set_quant", question="How many?")])
    queries = folder.load().queries
    assert queries.schema == QUERIES
    assert queries.to_pylist() == [
        {
            "query_id": "q1",
            "relation": "outside_count",
            "key": ["vera"],
            "is_collection": False,
            "cutoff_at": END,
            "known_at": END,
            "family": "set_quant",
            "question": "How many?",
        }
    ]


def test_scope_asks_for_a_collection_and_views_of_the_store_by_their_form(folder: Folder) -> None:
    lines = [
        query("q2", relation="first(dest)"),
        query("q1", key=None, scope=["vera"]),
        query("q3", key=None, scope=[]),
        query("q4", relation="current(price)"),
    ]
    folder.write("queries.jsonl", lines)
    queries = folder.load().queries.to_pylist()
    assert [(q["relation"], q["key"], q["is_collection"]) for q in queries] == [
        ("outside_count", ["vera"], True),
        ("first_dest", ["vera"], False),
        ("outside_count", [], True),
        ("current_price", ["vera"], False),
    ]
    assert (queries[0]["family"], queries[0]["question"]) == (None, None)


def test_a_day_means_its_end_and_a_time_means_itself(folder: Folder) -> None:
    lines = [
        query("q1", cutoff_at="2026-08-31T12:00"),
        query("q2", known_at="2026-08-31"),
        query("q3", known_at="2026-07-01"),
        query("q4", known_at="2026-07-01T08:00:00"),
    ]
    folder.write("queries.jsonl", lines)
    queries = folder.load().queries
    assert queries["cutoff_at"].to_pylist() == [datetime(2026, 8, 31, 12), END, END, END]
    assert queries["known_at"].to_pylist() == [
        datetime(2026, 8, 31, 12),
        END,
        datetime(2026, 7, 1, 23, 59, 59, 999_999),
        datetime(2026, 7, 1, 8),
    ]


def test_queries_come_out_in_the_natural_order_of_their_ids(folder: Folder) -> None:
    folder.write("queries.jsonl", [query(i) for i in ("q10", "q9", "q1")])
    assert folder.load().queries["query_id"].to_pylist() == ["q1", "q9", "q10"]


def test_references_and_doubled_signs_stay_as_written(folder: Folder) -> None:
    refers_to = "create table refers_to (phrase text, entity text, primary key (phrase));"
    folder.write("schema/refers_to.sql", refers_to)
    folder.write("queries.jsonl", [query("q1", key=["@the boss", "@@home", "a, [b]"])])
    assert folder.load().queries["key"].to_pylist() == [["@the boss", "@@home", "a, [b]"]]


def test_a_message_about_a_query_can_name_its_line(folder: Folder) -> None:
    path = folder.write("queries.jsonl", [query("q2"), query("q1")])
    assert query_place(path, "q1") == f"{path}:2"
    assert query_place(path, "q7") is None
    assert query_place(path.with_name("none.jsonl"), "q1") is None


FORM = "write YYYY-MM-DD or YYYY-MM-DDTHH:MM:SS, without a zone"
KNOWN = "write what is known, or leave the fact out"
ONE_OF = "write key to ask for one fact, or scope to ask for a collection"
DECLARE = "declare refers_to (phrase text, entity text, primary key (phrase)), or write @@ for the sign"
REFUSED = [
    (query(None), "field query_id is missing; write query_id, relation, cutoff_at"),
    (query("q2", relation=None), "field relation is missing; write query_id, relation, cutoff_at"),
    (query("q2", cutoff_at=None), "field cutoff_at is missing; write query_id, relation, cutoff_at"),
    (query("q2", cutof="x"), 'field "cutof" is not known; did you mean cutoff_at?'),
    (query(""), "query_id is empty; give each query an id of its own"),
    (query(2), "query_id is a number (2); write it as text in quotes"),
    (query("q1"), 'query "q1" stands on line 1 too; give each query an id of its own'),
    (query("q2", key=None), f"neither key nor scope; {ONE_OF}"),
    (query("q2", scope=["vera"]), f"both key and scope; {ONE_OF}"),
    (query("q2", key=[]), "key is empty; write the key of the fact, or ask for a collection with scope"),
    (query("q2", key="vera"), 'key is a text ("vera"); write an array of texts'),
    (query("q2", key=["vera", 3]), "entry 2 of key is a number (3); write it as text in quotes"),
    (query("q2", key=[None]), f"entry 1 of key is null; {KNOWN}"),
    (query("q2", key=None, scope=[True]), "entry 1 of scope is a boolean (true); write it as text in quotes"),
    (
        query("q2", key=["@"]),
        "@ without a phrase in key; write @phrase for a reference, @@ for the sign itself",
    ),
    (query("q2", key=["vera", "@the boss"]), f'the reference "@the boss", which nothing resolves; {DECLARE}'),
    (query("q2", key=None, scope=["@ada"]), f'the reference "@ada", which nothing resolves; {DECLARE}'),
    (
        query("q2", relation="last(dest)"),
        'relation is "last(dest)", no name; write a relation, first(relation) or current(relation)',
    ),
    (
        query("q2", relation="Dest"),
        'relation is "Dest", no name; write a relation, first(relation) or current(relation)',
    ),
    (
        query("q2", relation="dest "),
        'relation is "dest ", no name; write a relation, first(relation) or current(relation)',
    ),
    (query("q2", family="TEMPORAL"), 'unknown family "TEMPORAL"; did you mean temporal?'),
    (query("q2", family="temproal"), 'unknown family "temproal"; did you mean temporal?'),
    (
        query("q2", family="x"),
        'unknown family "x"; known are: closure, rules, semantic, set_quant, temporal',
    ),
    (query("q2", question=3), "question is a number (3); write it as text in quotes"),
    (query("q2", cutoff_at="2026-13-01"), f'cutoff_at is "2026-13-01", no time; {FORM}'),
    (
        query("q2", cutoff_at="2026-08-31T10:00+02:00"),
        f'cutoff_at is "2026-08-31T10:00+02:00", no time; {FORM}',
    ),
    (query("q2", known_at="then"), f'known_at is "then", no time; {FORM}'),
    (
        query("q2", known_at="2026-09-01T00:00"),
        ("known_at 2026-09-01T00:00:00 is after cutoff_at 2026-08-31; ask for an earlier one, or leave it out"),
    ),
]


@pytest.mark.parametrize(("line", "found"), REFUSED)
def test_a_query_out_of_form_is_refused(folder: Folder, line: dict[str, Any], found: str) -> None:
    folder.write("queries.jsonl", [query("q1"), line])
    assert folder.refusal() == f"queries.jsonl:2: {found}"


def test_a_null_is_refused(folder: Folder) -> None:
    folder.write("queries.jsonl", [query("q1") | {"known_at": None}])
    assert folder.refusal() == f"queries.jsonl:1: known_at is null; {KNOWN}"


def test_a_file_that_is_cut_off_is_refused(folder: Folder) -> None:
    folder.write("queries.jsonl", '{"query_id": "q1", "relation": "dest", "key"')
    assert folder.refusal() == (
        "queries.jsonl:1: the file ends in the middle of a line (Expecting ':' delimiter at column 45); "
        "write the whole file again"
    )
