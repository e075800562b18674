"""The check of items against a file: each fault that it looks for is planted and found."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from memsql.errors import DataError
from memsql.evaluation.paired.check import check
from memsql.evaluation.paired.history import load
from memsql.evaluation.paired.item import load_items
from memsql.evaluation.paired.run import open_study
from tests.evaluation.paired.conftest import PAIRED, Written, changed, example_items, example_rows

DIFFERENCE, COMPARE = example_items()


def findings(items_file: Written, *items: dict[str, Any]) -> list[str]:
    """What is found, as text."""
    found = check(load(PAIRED / "example.json"), load_items(items_file(*items)))
    return [f"{finding.item_id}: {finding.problem}" for finding in found.findings]


def test_the_example_has_none(items_file: Written) -> None:
    assert findings(items_file, DIFFERENCE, COMPARE) == []


ALL = DIFFERENCE["left"]["gold"]
PLANTED = [
    (changed(DIFFERENCE, "conversation", to="x"), "no conversation x"),
    (changed(DIFFERENCE, "original", "index", to=2), "original: no question 2; the conversation has 2"),
    (changed(DIFFERENCE, "original", "type", to="number"), "original: the file's answer is no number"),
    (changed(DIFFERENCE, "left", "gold", 0, "support", to=["D9:9"]), "left: Otterbend: cites D9:9, which is no turn"),
    (changed(DIFFERENCE, "left", "gold", 0, "support", to=["D1:1"]), "left: Otterbend: its words stand in no turn"),
    (changed(DIFFERENCE, "left", "gold", 0, "inferred", to=True), "left: Otterbend: is called inferred"),
    (changed(DIFFERENCE, "right", "gold", to=[]), "difference: the state is the left intermediate state"),
    (changed(DIFFERENCE, "right", "gold", to=ALL), "difference: the state is empty"),
    (
        changed(DIFFERENCE, "state", to={"question": "Both?", "operator": "intersection"}),
        "intersection: the state is the right intermediate state",
    ),
    (
        changed(DIFFERENCE, "state", to={"question": "Any?", "operator": "union"}),
        "union: the state is the left intermediate state",
    ),
    (
        changed(
            changed(DIFFERENCE, "right", "gold", to=ALL),
            "state",
            to={"question": "How many?", "operator": "count", "of": "difference"},
        ),
        "count: the state is 0",
    ),
    (
        changed(DIFFERENCE, "state", "question", to="Say: it rained from the first bridge to the last, on what?"),
        "copies the file: 'it rained from the first bridge to the'",
    ),
    (
        changed(DIFFERENCE, "left", "gold", 0, "aliases", to=["Otterbend trail, and it rained from the first"]),
        "copies the file: 'otterbend trail and it rained from the first'",
    ),
    (
        changed(DIFFERENCE, "state", "question", to="What did the doctor say about Ilka's knee? Nothing new?"),
        "copies the file: 'what did the doctor say about ilka s'",
    ),
]


@pytest.mark.parametrize(("item", "said"), PLANTED, ids=[said for _, said in PLANTED])
def test_a_planted_fault_is_found(items_file: Written, item: dict[str, Any], said: str) -> None:
    found = findings(items_file, item)
    assert any(said in each for each in found), found


def test_seven_words_in_common_are_no_copy(items_file: Written) -> None:
    words = "rained from the first bridge to the"
    assert findings(items_file, changed(DIFFERENCE, "state", "question", to=f"It {words}?")) != []
    assert findings(items_file, changed(DIFFERENCE, "state", "question", to=f"Who {words} end?")) == []


def test_original_questions_need_an_answer_and_turns(history_file: Written, items_file: Written) -> None:
    rows = example_rows()
    del rows[0]["qa"][0]["answer"]
    rows[1]["qa"][0]["evidence"] = ["D1:99"]
    found = check(load(history_file(rows)), load_items(items_file(DIFFERENCE, COMPARE)))
    assert [finding.problem for finding in found.findings] == [
        "original: question 0 has no answer in the file",
        "original: its evidence 'D1:99' is no turn",
    ]
    rows[1]["qa"][0]["evidence"] = []
    found = check(load(history_file(rows)), load_items(items_file(COMPARE)))
    assert [finding.problem for finding in found.findings] == ["original: question 0 names no turn"]


def test_members_that_are_told_are_counted(items_file: Written) -> None:
    made = changed(DIFFERENCE, "left", "gold", 0, to={"value": "a wet one", "support": ["D1:3"], "inferred": True})
    found = check(load(PAIRED / "example.json"), load_items(items_file(made)))
    assert found == ((), 6, 1)


def test_a_study_with_a_fault_does_not_open(items_file: Written) -> None:
    bad: Sequence[dict[str, Any]] = [changed(each, "conversation", to="x") for each in (DIFFERENCE, COMPARE)]
    with pytest.raises(DataError, match="example-1: no conversation x in the file and 1 more; memsql paired check"):
        open_study(PAIRED / "example.json", items_file(*bad))
