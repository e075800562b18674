"""From statements to tuples, versions, graphs, mentions and what they reach, on lists of a few lines."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from memsql.lastwrite.graph import Graphs, build
from memsql.lastwrite.source import load
from memsql.lastwrite.tables import forms
from tests.lastwrite.conftest import Made, row


def graphs(made: Made, said: Sequence[str], *questions: str) -> Graphs:
    path: Path = made(row(said, [(q, "Gold") for q in questions or ("Foo?",)]))
    return build(load(path))


def tuples(found: Graphs, table: str = "parsed") -> list[tuple[object, ...]]:
    return found.db.rows(f"select p.number, p.subject, p.object from lw.{table} as p order by all")


def reached(found: Graphs, world: str, question: int = 0) -> set[object]:
    rows = found.db.rows(
        "select n.text from lw.reach as r inner join lw.node as n on n.node_id = r.node_id "
        f"where r.world = '{world}' and r.question_id = {question}"
    )
    return {text for (text,) in rows}


def mentions(found: Graphs, question: int = 0) -> set[object]:
    rows = found.db.rows(
        "select n.text from lw.mention as m inner join lw.node as n on n.node_id = m.node_id "
        f"where m.world = 'all' and m.question_id = {question}"
    )
    return {text for (text,) in rows}


def test_thirty_five_patterns_have_thirty_four_keys() -> None:
    patterns = [f for f in forms() if f.is_pattern]
    assert len(patterns) == 35
    assert len({f.relation for f in patterns}) == 34
    assert [f.relation for f in patterns if f.is_second] == ["head_of_government"]


def test_each_pattern_reads_its_own_statement(made: Made) -> None:
    patterns = [f for f in forms() if f.is_pattern]
    found = graphs(made, [f"{f.prefix}Some Thing{f.middle}An Other" for f in patterns])
    rows = found.db.rows("select p.number, p.form_id, p.subject, p.object from lw.parsed as p order by all")
    assert rows == [(n, n, "Some Thing", "An Other") for n in range(len(patterns))]


def test_what_no_pattern_reads_is_described(made: Made) -> None:
    said = ["The head coach of Foo F.C. is Bar", "The Queen of Foo is Baz", "Foo likes Bar"]
    found = graphs(made, said)
    assert tuples(found) == []
    rows = found.db.rows("select u.relation, u.subject, u.object from lw.unparsed as u order by u.number")
    assert rows == [("head_coach", "Foo F.C.", "Bar"), ("titled_office", "Queen of Foo", "Baz"), (None, None, None)]


# Two patterns, or two places where one could be cut: a reading would be a guess.
def test_a_statement_with_two_readings_has_none(made: Made) -> None:
    said = ["The author of Foo is married to Bar is Baz", "The capital of What is Love is Bar"]
    assert tuples(graphs(made, said)) == []


def test_the_newest_of_a_key_is_last_and_the_oldest_first(made: Made) -> None:
    said = ["The capital of Foo is A", "The capital of Foo is B", "The capital of Foo is A"]
    found = graphs(made, said, "What is the capital of Foo?")
    assert reached(found, "last") == {"A"}
    assert reached(found, "first") == {"A"}
    assert reached(found, "all") == {"A", "B"}
    columns = "v.number, v.superseded_by, v.is_last, v.is_first"
    rows = found.db.rows(f"select {columns} from lw.version as v where not v.is_separate order by all")
    assert rows == [(0, 1, False, True), (1, 2, False, False), (2, None, True, False)]


def test_the_prime_minister_shares_the_key_of_the_head_of_government(made: Made) -> None:
    said = ["The name of the current head of the Foo government is A", "The Prime Minister of Foo is B"]
    found = graphs(made, said, "Who is the Prime Minister of Foo?")
    assert reached(found, "last") == {"B"}
    assert reached(found, "separate") == {"A", "B"}


def test_names_that_begin_and_end_in_signs(made: Made) -> None:
    said = ["Born in the U.S.A. was performed by Foo F.C.", "\u00a1Ay! was performed by Zed"]
    found = graphs(made, said, "Who performed Born in the U.S.A.?", "Does Foo F.C. play?", "Foo F.C.X?", "\u00a1Ay!")
    assert mentions(found, 0) == {"Born in the U.S.A."}
    assert mentions(found, 1) == {"Foo F.C."}
    assert mentions(found, 2) == set(), "a letter follows"
    assert mentions(found, 3) == {"\u00a1Ay!"}


def test_a_longer_mention_wins_where_two_overlap(made: Made) -> None:
    said = ["Foo is famous for A", "Foo Bar is famous for B", "Bar Baz Long is famous for C"]
    found = graphs(made, said, "Foo Bar?", "Foo Bar Baz Long and Foo?", "xFoo?")
    assert mentions(found, 0) == {"Foo Bar"}
    assert mentions(found, 1) == {"Bar Baz Long", "Foo"}
    assert mentions(found, 2) == set()


def test_questions_are_grounded_whatever_case_width_quotes_and_spaces(made: Made) -> None:
    said = ["Foo's Bar is famous for A"]
    found = graphs(made, said, "FOO\u2019S   bar?", "\uff26oo's Bar?")
    assert mentions(found, 0) == mentions(found, 1) == {"Foo's Bar"}


def test_six_edges_and_no_more_and_no_way_back(made: Made) -> None:
    chain = [f"N{n} is married to N{n + 1}" for n in range(8)]
    found = graphs(made, [*chain, "N2's child is N0"], "And N0?")
    assert reached(found, "last") == {f"N{n}" for n in range(1, 7)}


def test_an_unparsed_statement_is_an_edge_in_one_world_alone(made: Made) -> None:
    found = graphs(made, ["The head coach of Foo is Bar", "Bar is a citizen of Baz"], "The head coach of Foo?")
    assert reached(found, "loose") == {"Bar", "Baz"}
    assert reached(found, "all") == set()
