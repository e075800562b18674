"""The 30 items over LoCoMo, against its real file where that is found."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from memsql.evaluation.paired.answer import EvidenceReader
from memsql.evaluation.paired.arms import Arm
from memsql.evaluation.paired.check import RUN_WORDS, check, runs
from memsql.evaluation.paired.gold import sides, state_golds
from memsql.evaluation.paired.history import load
from memsql.evaluation.paired.item import Item, Operator, load_items
from memsql.evaluation.paired.retrieve import retriever_of
from memsql.evaluation.paired.run import Study, open_study, run
from tests.evaluation.paired.conftest import PAIRED
from tests.house import files

ITEMS = load_items(PAIRED / "locomo.jsonl")
CONVERSATIONS = {f"conv-{n}" for n in (26, 30, 41, 42, 43, 44, 47, 48, 49, 50)}


@pytest.fixture(scope="module")
def study(real_path: Path) -> Study:
    return open_study(real_path, PAIRED / "locomo.jsonl")


def test_items_are_spread() -> None:
    assert len(ITEMS) == 30
    assert Counter(item.conversation for item in ITEMS) == dict.fromkeys(CONVERSATIONS, 3)
    assert Counter(item.state.operator for item in ITEMS) == {
        Operator.DIFFERENCE: 7,
        Operator.INTERSECTION: 6,
        Operator.COMPARE: 6,
        Operator.COUNT: 6,
        Operator.UNION: 5,
    }


def test_most_states_rest_on_several_sessions() -> None:
    """Gathered from several records: what one record says would be an original question."""

    def sessions(item: Item) -> set[str]:
        return {turn_id.split(":")[0] for _, sub in sides(item) for turn_id in sub.support}

    assert all(len(item.left.support | item.right.support) > 1 for item in ITEMS)
    assert sum(len(sessions(item)) > 1 for item in ITEMS) >= 28


def test_gold_stands_in_no_file() -> None:
    text = (PAIRED / "locomo.jsonl").read_text(encoding="utf-8")
    assert '"state": {"question"' in text
    golds = state_golds(ITEMS)
    assert golds["locomo-11"].text == "7"
    assert golds["locomo-22"].text == "no"
    assert golds["locomo-28"].text == "Miami; Boston; San Francisco; Detroit"


def test_the_check_finds_nothing(study: Study) -> None:
    found = check(study.history, study.items)
    assert found.findings == ()
    assert (found.told, found.untold) == (136, 8)


def test_no_file_of_the_house_copies_locomo(study: Study) -> None:
    own = {
        run: path
        for path in files(".json", ".jsonl", ".md", ".txt", ".py", ".sql")
        if "paired" in path.parts
        for run in runs(path.read_text(encoding="utf-8"))
    }
    # The names of months in a row are no sentence of anybody's.
    shared = {" ".join(run): own[run] for text in study.history.texts for run in runs(text) if run in own}
    assert not shared, f"{RUN_WORDS} words in a row: {shared}"


def test_evidence_suffices_where_all_of_it_is_given(study: Study, tmp_path: Path) -> None:
    reader = EvidenceReader(study.history, study.items)
    made = run(study, tmp_path / "run", reader, retriever_of(), k=10)
    cells = {f"{cell['role']}/{cell['arm']}": cell for cell in made["accuracy"]}
    for cell in ("original/whole_history", "state/whole_history", "state/gold_sub_answers"):
        assert (cells[cell]["correct_count"], cells[cell]["count"]) == (30, 30)
    assert cells["state/direct"]["value"] < cells["state/per_sub_question"]["value"]
    assert cells["state/per_sub_question"]["value"] < cells["original/direct"]["value"]
    contrast = {(c["first"], c["second"]): c for c in made["contrast"]}
    assert contrast["original direct", "state direct"]["low"] > 0
    assert made["run"]["arms"] == [arm.value for arm in Arm]


def test_every_conversation_is_read(real_path: Path) -> None:
    history = load(real_path)
    assert set(history.conversations) == CONVERSATIONS
    assert sum(len(c.turns) for c in history.conversations.values()) == 5882
    assert sum(len(c.originals) for c in history.conversations.values()) == 1986
