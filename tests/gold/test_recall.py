"""Citation recall where there is no event to cite: an answer that rules and key alone decide, and an unknown one."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

from memsql.gold.suite import gold_of
from memsql.scenario import load_scenario
from tests.rules.evaluate import FILES, golden
from tests.rules.golden import write

(PATH,) = (p for p in FILES if p.stem == "union_false_by_key")


def test_an_answer_without_events_has_size_0_and_no_recall(tmp_path: Path) -> None:
    found = golden(PATH)
    asked = dict(found.questions())
    gold = gold_of([load_scenario(write(found, tmp_path / "f", found.rules, list(asked.items())))], "f")
    (by_key,) = (i for i, q in asked.items() if q.key == ("ana", "silly"))
    unknown = next(i for i, q in asked.items() if q.label == "unknown")
    cited = next(i for i, q in asked.items() if q.details.get("witness") == ["e5"])
    measure = {r["query_id"]: r for r in gold.table("measure").iter_rows(named=True)}
    assert (measure[by_key]["witness_count"], measure[by_key]["witness_size_min"]) == (1, 0)
    assert (measure[unknown]["witness_count"], measure[unknown]["witness_size_min"]) == (None, None)
    everything = ["e2", "e5", "e6"]
    assert gold.recall({by_key: everything, unknown: everything, cited: everything}) == {
        by_key: None,
        unknown: None,
        cited: Fraction(1),
    }
