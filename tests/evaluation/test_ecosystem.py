"""What others use opens what we write: datasets, pandas, polars, DuckDB; Inspect runs Q1."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path

import pytest

from memsql.evaluation.exam import Exam
from memsql.gold.tables import TABLES
from tests.evaluation.outside import READERS, opened

INSPECT = importlib.util.find_spec("inspect_ai") is not None


def test_the_folder_opens_everywhere(generated_suite: Path) -> None:
    pytest.importorskip("datasets")
    found = opened(generated_suite)
    assert set(found) == set(TABLES)
    for name, table in found.items():
        assert set(table) == set(READERS)
        for reader, (rows, columns, first) in table.items():
            assert [rows, columns, first] == table["polars"], (name, reader)
        assert table["polars"][1] == [f.name for f in TABLES[name].fields]


@pytest.mark.filterwarnings("default")  # what Inspect's own code warns of is not ours to mend
@pytest.mark.skipif(not INSPECT, reason="inspect-ai is not installed here: pip install 'memsql-gold[inspect]'")
def test_inspect_runs_the_task_with_a_mock_model(generated_suite: Path, tmp_path: Path) -> None:
    from inspect_ai import eval as evaluate
    from inspect_ai.model import ModelOutput, ModelUsage, get_model

    from memsql.evaluation.inspect_task import memsql_reliability

    exam = Exam(generated_suite)
    task = memsql_reliability(suite=str(generated_suite), sut="supporting_events", limit=12)
    gold = {r["query_id"]: r for r in exam.table("answer").iter_rows(named=True)}
    outputs, expected = [], 0
    for number, sample in enumerate(task.dataset):
        row = gold[str(sample.id)]
        value = row["value_set"] if row["answer_type"] in ("set", "tuple") else row[f"value_{row['answer_type']}"]
        said = {"label": row["label"], "answer": value, "cited_event_ids": []}
        expected += number % 3 != 0
        text = json.dumps(said, default=str) if number % 3 else "no idea"
        output = ModelOutput.from_content("mockllm/model", text)
        output.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)  # else a tokenizer is fetched
        outputs.append(output)
    model = get_model("mockllm/model", custom_outputs=outputs)
    (log,) = evaluate(task, model=model, log_dir=str(tmp_path), display="none", max_connections=1)
    assert log.status == "success", log.error
    samples = log.samples or []
    right = [s for s in samples if s.scores and next(iter(s.scores.values())).value == "C"]
    assert (len(samples), len(right)) == (12, expected)
