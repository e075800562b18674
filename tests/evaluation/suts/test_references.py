"""The references on a suite written by hand: what each returns for a query, a probe and a tracked query."""

from __future__ import annotations

from pathlib import Path

import pytest

from memsql.evaluation.collect import Collected, collect
from memsql.evaluation.exam import Exam, Kind
from memsql.evaluation.registry import spec
from tests.evaluation.suts.small import small_exam


@pytest.fixture(scope="module")
def exam(tmp_path_factory: pytest.TempPathFactory) -> Exam:
    return small_exam(tmp_path_factory.mktemp("small"))


def returned(found: Collected) -> dict[str, str]:
    ids = {str(r["ask_id"]): r["event_ids"] for r in found.context}
    assert all(isinstance(i, list) for i in ids.values())
    return {ask: " ".join(i) for ask, i in ids.items() if isinstance(i, list)}


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        # The probe's node has e1 below it alone; one_q3 is unknown and has no support.
        ("supporting_events", {"one_q1": "e1 e4", "one_q2": "e3", "one_q1_p1": "e1", "one_q3": ""}),
        # Witness 2 of one_q1 is smaller than witness 1; the probe gets what its query gets.
        ("one_witness", {"one_q1": "e4", "one_q2": "e3", "one_q1_p1": "e4", "one_q3": ""}),
        # e4 wrote Vera's boat after e1; e2 stays, since e7 only cancels; at the end e6 has overwritten the fare of e3.
        (
            "last_write",
            {"one_q1": "e2 e3 e4", "one_q2": "e2 e3 e4", "one_q1_p1": "e2 e3 e4", "one_q3": "e2 e4 e5 e6 e8"},
        ),
    ],
)
def test_a_reference_returns_what_it_is_lent(exam: Exam, name: str, expected: dict[str, str]) -> None:
    assert spec(name).is_reference
    found = returned(collect(exam, "one", spec(name), "run/one"))
    assert {a: found[a] for a in expected} == expected
    if name != "last_write":
        assert (found["one_t1@1"], found["one_t1@2"]) == ("e1 e2 e3", "e1 e2 e3 e4 e5 e6 e7 e8")
    other = returned(collect(exam, "two", spec(name), "run/two"))
    assert other == {"two_q1": {"supporting_events": "e2", "one_witness": "", "last_write": "e1 e2"}[name]}


# On a generated suite: what a table says is what is returned, and nothing that was not yet ingested.
def test_supporting_events_of_a_generated_suite(generated_suite: Path) -> None:
    exam = Exam(generated_suite)
    (scenario,) = exam.scenario_ids
    support: dict[str, set[str]] = {}
    for query_id, event_id in exam.table("support").select("query_id", "event_id").iter_rows():
        support.setdefault(query_id, set()).add(event_id)
    known = {r.event_id: r.observed_at for r in exam.records[scenario]}
    found = collect(exam, scenario, spec("supporting_events"), "run/one")
    probes = 0
    for row in found.context:
        ids = row["event_ids"]
        assert isinstance(ids, list) and row["as_of"] is not None
        if row["kind"] == Kind.QUERY:
            assert set(ids) == support.get(str(row["ask_id"]), set())
        elif row["kind"] == Kind.PROBE:
            probes += bool(ids)
            query_id = str(row["ask_id"]).rpartition("_p")[0]
            assert set(ids) <= support.get(query_id, set()), "what is below a node is below its query"
        else:
            assert set(ids) == {e for e, at in known.items() if at <= row["as_of"]}  # type: ignore[operator]
    assert probes > 100


# A class of one's own is never lent gold, whatever methods it has.
def test_only_what_ships_as_a_reference_is_lent_anything(exam: Exam) -> None:
    found = collect(exam, "one", spec("memsql.evaluation.suts.references:SupportingEvents"), "run/one")
    assert set(returned(found).values()) == {""}
