"""What a file may ask for: work that would take all memory is refused in one line, before it starts."""

from __future__ import annotations

from itertools import product

import pytest

import memsql.db
from memsql.errors import DataError, MemsqlError
from memsql.lastwrite import limits, resolve
from memsql.lastwrite.audit import Audit, audit
from memsql.lastwrite.graph import build
from memsql.lastwrite.limits import span_signs
from memsql.lastwrite.people import answers
from memsql.lastwrite.source import load
from memsql.lastwrite.tables import forms
from memsql.lastwrite.words import normal
from memsql.lastwrite.workbench import workbench
from tests.lastwrite.conftest import Made, row

# Each of 40 people says 30 things of others: a thousand million paths of six edges.
PATTERNS = [f for f in forms() if f.is_pattern and not f.is_second][:30]
DENSE = [
    f"{f.prefix}Person{n:02}{f.middle}Person{(n + i + 1) % 40:02}" for n in range(40) for i, f in enumerate(PATTERNS)
]
ASKED = [("Who is Person00?", "Nobody"), ("Who is Person?", "Nobody")]


def test_a_list_made_to_hurt_is_refused(made: Made) -> None:
    path = made(row(DENSE, ASKED))
    for ask in (audit, answers):
        with pytest.raises(DataError, match=r"list 6k, single-hop, question 0: [\d,]{13,} walks of up to six edges"):
            ask(path)


def test_a_resolver_that_takes_too_long_is_stopped(made: Made, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_WALKS", 10**12)
    monkeypatch.setattr(resolve, "LONGEST_SECONDS", 0.3)
    with pytest.raises(MemsqlError, match=r"ran for more than 0\.3 s; it was stopped"):
        audit(made(row(DENSE, ASKED)))


def test_there_are_no_more_paths_than_walks(generated: Audit) -> None:
    counted = generated.db.frame(
        "select w.walks, count(*) as paths from lw.walk_count as w "
        "inner join lw.path as p on p.question_id = w.question_id group by w.question_id, w.walks"
    )
    assert counted.filter(counted["walks"] < counted["paths"]).height == 0
    assert generated.db.rows("select count(distinct p.question_id) from lw.path as p") == [(counted.height,)]
    assert counted["walks"].sum() < limits.MOST_WALKS / 100


@pytest.mark.parametrize("text", ["Who?", "a b, c d.", "?!? ?", "Beyonce\u0301's U.S.A. \u00b2 4-x", ""])
def test_signs_of_spans_are_those_of_the_table(made: Made, text: str) -> None:
    found = build(load(made(row(["The capital of Foo is Bar"], [(f"Q {text}", "Bar")])))).db
    assert found.rows("select sum(length(s.norm)) from lw.span as s") == [(span_signs(normal(f"Q {text}")),)]


def test_questions_that_are_nothing_but_word_ends(made: Made) -> None:
    path = made(row(["The capital of Foo is Bar"], [("?" * 2000, "Bar")]))
    with pytest.raises(DataError, match=r"the parts of its questions have 1,335,\d{3},\d{3} signs"):
        audit(path)


def test_memory_that_does_not_do_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    class Full:
        def execute(self, sql: str) -> None:
            raise memsql.db.duckdb.OutOfMemoryException(  # type: ignore[attr-defined]
                f"Out of Memory Error: {sql}\n\nPossible solutions:\n* more"
            )

    found = memsql.db.Database()
    monkeypatch.setattr(found, "_con", Full())
    with pytest.raises(MemsqlError) as caught:
        found.run("could not allocate")
    assert str(caught.value) == (
        "a statement needs more memory than there is (could not allocate); give less data at once, or free some memory"
    )


# Layers of 4 nodes, each node married to all of the next layer: 4^5 shortest paths, of which the first five are shown.
def test_routes_are_the_first_of_all_shortest_paths(made: Made) -> None:
    layers = range(6)
    said = [f"L{layer}x{a} is married to L{layer + 1}x{b}" for layer in layers for a, b in product(range(4), repeat=2)]
    said.reverse()
    number = {text: n for n, text in enumerate(said)}
    found = workbench(audit(made(row(said, [("Who is L0x1?", "L6x2")]))))
    assert found["class"].to_list() == ["unreachable"]
    ways = sorted(
        [
            number[f"L{layer}x{a} is married to L{layer + 1}x{b}"]
            for layer, (a, b) in enumerate(zip((1, *inner), (*inner, 2), strict=True))
        ]
        for inner in product(range(4), repeat=5)
    )
    assert [[step["number"] for step in path] for path in found["gold_paths"][0]] == ways[:5]
