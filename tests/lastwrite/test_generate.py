"""Generated lists: same seed, same rows; names that no other name holds; more of everything at a scale."""

from __future__ import annotations

import json
import re

from memsql.lastwrite.generate import SIZES, generate, relations
from memsql.lastwrite.statements import statements


def test_same_seed_same_rows() -> None:
    assert json.dumps(generate(3)) == json.dumps(generate(3))
    assert json.dumps(generate(3)) != json.dumps(generate(4))


def test_rows_are_in_the_order_of_the_benchmark() -> None:
    rows, labels = generate(1)
    sources = [r["metadata"]["source"] for r in rows]
    assert sources == [f"factconsolidation_{hop}_{size.name}" for hop in ("mh", "sh") for size in SIZES]
    assert len(labels) == 800
    assert all(len(r["questions"]) == len(r["answers"]) == 100 for r in rows)


def test_a_scale_multiplies_statements_and_questions() -> None:
    rows, _ = generate(1, scale=2)
    assert len(rows[0]["questions"]) == 200
    assert len(statements(rows[0]["context"], "here")[1]) == 910
    assert len(statements(rows[3]["context"], "here")[1]) == 36664


def test_every_statement_has_a_form_of_the_tables() -> None:
    rows, _ = generate(1)
    known = re.compile(
        "|".join(re.escape(r.statement).replace(r"\{S\}", ".+").replace(r"\{O\}", ".+") for r in relations())
    )
    assert all(known.fullmatch(s.text) for s in statements(rows[1]["context"], "here")[1])


def test_every_pattern_has_a_way_to_be_asked() -> None:
    names = [r.name for r in relations()]
    assert len(names) == len(set(names)) == 37
    assert all("{S}" in r.phrase and "{S}" in r.question for r in relations())
