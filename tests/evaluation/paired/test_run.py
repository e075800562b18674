"""Runs over the example history: what each arm is given, what is kept, and what a failure comes to."""

from __future__ import annotations

import json
import random
import subprocess
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import polars as pl
import pytest

from memsql.errors import MemsqlError, SutError
from memsql.evaluation.paired.answer import Answerer, EvidenceReader, NoAnswerError, read_sub_answers
from memsql.evaluation.paired.arms import Arm, together
from memsql.evaluation.paired.example_reader import ExampleReader
from memsql.evaluation.paired.history import Conversation, load
from memsql.evaluation.paired.report import write_report
from memsql.evaluation.paired.retrieve import Memory, joined, retriever_of
from memsql.evaluation.paired.run import Study, open_study, run
from memsql.evaluation.registry import spec
from memsql.evaluation.sut import Context
from tests.cli.run import COMMAND, memsql
from tests.conftest import FULL
from tests.docs import environment
from tests.evaluation.paired.conftest import PAIRED, Written, example_rows

FINAL = ("answer.parquet", "manifest.json", "report.md", "summary.json")
CELLS = ("original/direct", "original/whole_history", "state/direct", "state/per_sub_question", "state/own_sub_answers")


@dataclass
class Recording:
    """An answerer around another one that keeps what it was asked, and can fail."""

    inner: Answerer
    fails: Mapping[int, BaseException] = field(default_factory=dict)
    asked: list[tuple[str, str]] = field(default_factory=list)
    says: str | None = None
    name: str = "recording"
    settings: Mapping[str, str] = field(default_factory=dict)

    def answer(self, question: str, context: str) -> str:
        self.asked.append((question, context))
        if len(self.asked) in self.fails:
            raise self.fails[len(self.asked)]
        return self.inner.answer(question, context) if self.says is None else self.says


@dataclass
class Asked:
    """A retriever of one fixed context that keeps its questions."""

    context: Context = field(default_factory=lambda: Context("nothing", None, None))
    failure: SutError | None = None
    questions: list[str] = field(default_factory=list)
    opened: list[str] = field(default_factory=list)
    name: str = "asked"
    settings: Mapping[str, str] = field(default_factory=dict)

    def open(self, conversation: Conversation) -> Memory:
        self.opened.append(conversation.conversation_id)
        system = self

        class Fixed:
            def context(self, question: str, k: int) -> Context:
                assert k == 3
                system.questions.append(question)
                if system.failure:
                    raise system.failure
                return system.context

            def close(self) -> None:
                system.opened.append("closed")

        return Fixed()


def right(made: Mapping[str, object]) -> dict[str, str]:
    """Cell to right answers out of how many."""
    cells = made["accuracy"]
    assert isinstance(cells, list)
    return {f"{c['role']}/{c['arm']}": f"{c['correct_count']}/{c['count']}" for c in cells}


def test_the_example_has_the_shape_of_figure_2(example: Study, tmp_path: Path) -> None:
    made = run(example, tmp_path / "run", ExampleReader(), retriever_of(), k=4)
    assert right(made) == {
        "original/direct": "2/2",
        "original/whole_history": "2/2",
        "state/direct": "0/2",
        "state/per_sub_question": "0/2",
        "state/own_sub_answers": "0/2",
        "state/gold_sub_answers": "2/2",
        "state/whole_history": "2/2",
        "sub-question/own_sub_answers": "2/4",
    }
    wider = run(example, tmp_path / "wider", ExampleReader(), retriever_of(), k=8)
    assert right(wider)["state/own_sub_answers"] == "2/2"
    assert made["failed"] == 0


@pytest.mark.parametrize("k", [1, 4, 8])
def test_two_readers_agree(example: Study, tmp_path: Path, k: int) -> None:
    """One reads sentences without gold, the other ids with gold; a count of evidence or none is where they part."""
    readers = (ExampleReader(), EvidenceReader(example.history, example.items))
    runs = [run(example, tmp_path / reader.name, reader, retriever_of(), k=k) for reader in readers]
    assert right(runs[0]) == right(runs[1])


def test_the_example_reader_reads(history_file: Written, example: Study, tmp_path: Path) -> None:
    rows = example_rows()
    turn = rows[0]["conversation"]["session_3"][2]
    turn["text"] = turn["text"].replace("walked the Fernlow trail", "read of the Fernlow trail")
    changed = Study(load(history_file(rows)), example.items, "x")
    made = run(changed, tmp_path / "run", ExampleReader(), retriever_of(), [Arm.WHOLE_HISTORY])
    assert right(made)["state/whole_history"] == "1/2"
    answers = pl.read_parquet(tmp_path / "run" / "answer.parquet")
    wrong = answers.filter(~pl.col("is_correct"))
    assert wrong.select("item_id", "answer").rows() == [("example-1", "Otterbend; Saltmarrow")]


def test_a_system_is_asked_bare_questions_once(example: Study, tmp_path: Path) -> None:
    system, reader = Asked(), Recording(ExampleReader())
    run(example, tmp_path / "run", reader, system, k=3)
    first, second = example.items
    of_first = [example.history.conversations["moss-lane"].originals[0].question]
    of_first += [first.state.question, first.left.question, first.right.question]
    assert system.questions[:4] == of_first
    assert len(system.questions) == 8
    assert system.opened == ["moss-lane", "closed", "kiln-yard", "closed"]
    assert len(reader.asked) == len(set(reader.asked))
    forms = {question.split("\n")[1] for question, _ in reader.asked if question.startswith(second.state.question)}
    assert forms == {"Answer with one of these: Perrin; Odile; neither."}


def test_what_each_arm_is_given(example: Study, tmp_path: Path) -> None:
    run(example, tmp_path / "run", ExampleReader(), retriever_of(), k=4)
    answers = pl.read_parquet(tmp_path / "run" / "answer.parquet").filter(pl.col("item_id") == "example-1")
    found = {(row["arm"], row["role"]): row for row in answers.iter_rows(named=True)}
    item, history = example.items[0], example.history.conversations["moss-lane"]
    whole = joined([turn.record for turn in history.turns]).text
    assert found["whole_history", "state"]["context"] == found["whole_history", "original"]["context"] == whole
    assert found["whole_history", "state"]["support_share"] == 1
    own = read_sub_answers(found["own_sub_answers", "state"]["context"])
    assert own == {
        item.left.question: found["own_sub_answers", "left"]["answer"],
        item.right.question: found["own_sub_answers", "right"]["answer"],
    }
    gold = read_sub_answers(found["gold_sub_answers", "state"]["context"])
    assert gold[item.right.question] == "Grayback; Thistle"
    assert found["gold_sub_answers", "state"]["support_share"] is None
    both = set(found["per_sub_question", "state"]["context"].split("\n"))
    for side in ("left", "right"):
        assert set(found["own_sub_answers", side]["context"].split("\n")) <= both
    assert found["direct", "state"]["record_count"] == 4
    assert found["direct", "state"]["gold"] == "Otterbend; Fernlow; Saltmarrow"
    # Gold stands in no context but the one that is made of it.
    gold_text = gold[item.left.question]
    assert [key for key, row in found.items() if gold_text in row["context"]] == [("gold_sub_answers", "state")]


def test_two_contexts_together(example: Study) -> None:
    history = example.history.conversations["moss-lane"]
    one, two, three = (turn.record for turn in history.turns[:3])
    assert together([joined([one, three]), joined([one, two])], history) == joined([one, two, three])
    own = [Context("memory A", None, 2), Context("memory B", ("D1:1",), 1)]
    assert together(own, history) == Context("memory A\n\nmemory B", None, 3)
    shortened = [Context("short", ("D1:1",), 1), joined([two])]
    assert together(shortened, history) == Context(f"short\n\n{two.text}", ("D1:1", "D1:2"), 2)


def final(folder: Path) -> dict[str, bytes]:
    """The bytes that a run leaves."""
    return {name: (folder / name).read_bytes() for name in FINAL}


def test_a_stopped_run_goes_on(example: Study, tmp_path: Path) -> None:
    whole = Recording(ExampleReader())
    run(example, tmp_path / "whole", whole, retriever_of(), k=4)
    first = Recording(ExampleReader(), {6: KeyboardInterrupt()})
    with pytest.raises(KeyboardInterrupt):
        run(example, tmp_path / "run", first, retriever_of(), k=4)
    assert not (tmp_path / "run" / "answer.parquet").exists()
    with (tmp_path / "run" / "calls.jsonl").open("a") as file:
        file.write('{"key": "half a li')
    second = Recording(ExampleReader())
    run(example, tmp_path / "run", second, retriever_of(), k=4)
    assert final(tmp_path / "run") == final(tmp_path / "whole")
    assert not set(first.asked[:5]) & set(second.asked)
    assert set(first.asked) | set(second.asked) == set(whole.asked)
    again = Recording(ExampleReader())
    run(example, tmp_path / "run", again, retriever_of(), k=4, workers=3)
    assert again.asked == []
    assert final(tmp_path / "run") == final(tmp_path / "whole")


def test_contexts_are_kept(example: Study, tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        run(example, tmp_path / "run", Recording(ExampleReader(), {1: KeyboardInterrupt()}), Asked(), k=3)
    system = Asked()
    run(example, tmp_path / "run", Recording(ExampleReader()), system, k=3)
    assert (system.questions, system.opened) == ([], [])


@pytest.mark.parametrize("seed", range(10 if FULL else 1))
def test_a_killed_run_goes_on(tmp_path: Path, seed: int) -> None:
    arguments = ["paired", "run", "example", "example", "--k", "4", "--reader", "example", "--workers", "1", "--out"]
    assert memsql(*arguments, str(tmp_path / "whole")).returncode == 0
    process = subprocess.Popen(
        [*COMMAND, *arguments, str(tmp_path / "run")], env=environment(), stdout=subprocess.DEVNULL
    )
    lines = random.Random(seed).randint(1, 20)
    logs = [tmp_path / "run" / name for name in ("contexts.jsonl", "calls.jsonl")]
    while process.poll() is None and sum(log.read_bytes().count(b"\n") for log in logs if log.exists()) < lines:
        time.sleep(0.001)
    process.kill()
    process.wait()
    assert memsql(*arguments, str(tmp_path / "run")).returncode == 0
    assert final(tmp_path / "run") == final(tmp_path / "whole")
    for log in logs:
        kept = log.read_text().splitlines()
        assert len(kept) == len(set(kept)) == len((tmp_path / "whole" / log.name).read_text().splitlines())


def test_calls_without_an_answer_count_as_wrong(example: Study, tmp_path: Path) -> None:
    refusing = Recording(ExampleReader(), {1: NoAnswerError("refused"), 2: NoAnswerError("timeout")})
    made = run(example, tmp_path / "run", refusing, retriever_of(), [Arm.DIRECT], k=4)
    answers = pl.read_parquet(tmp_path / "run" / "answer.parquet")
    assert answers["outcome"].to_list() == ["refused", "timeout", "ok", "ok"]
    assert right(made)["original/direct"] == "1/2"
    assert made["failed"] == 2
    assert "2 calls failed and count as wrong" in (tmp_path / "run" / "report.md").read_text()
    again = Recording(ExampleReader())
    made = run(example, tmp_path / "run", again, retriever_of(), [Arm.DIRECT], k=4)
    assert again.asked == refusing.asked[1:2], "a refusal is kept, a time-out asked again"
    assert made["failed"] == 1


def test_an_empty_answer_is_none(example: Study, tmp_path: Path) -> None:
    blank = Recording(ExampleReader(), says=" \n")
    made = run(example, tmp_path / "run", blank, retriever_of(), [Arm.GOLD_SUB_ANSWERS, Arm.OWN_SUB_ANSWERS], k=4)
    assert made["failed"] == 8
    assert right(made)["state/gold_sub_answers"] == "0/2"


@pytest.mark.parametrize(("failure", "outcome"), [(SutError("no"), "sut_error"), (None, "ok")])
def test_a_system_that_fails_is_an_outcome(
    example: Study, tmp_path: Path, failure: SutError | None, outcome: str
) -> None:
    system, reader = Asked(failure=failure), Recording(ExampleReader())
    made = run(example, tmp_path / "run", reader, system, [Arm.DIRECT, Arm.PER_SUB_QUESTION], k=3)
    answers = pl.read_parquet(tmp_path / "run" / "answer.parquet")
    assert set(answers["outcome"]) == {outcome}
    assert bool(reader.asked) is (failure is None)
    assert made["failed"] == (0 if failure is None else 6)


def test_a_folder_of_another_run_is_refused(example: Study, tmp_path: Path) -> None:
    run(example, tmp_path / "run", ExampleReader(), retriever_of(), [Arm.DIRECT], k=4)
    with pytest.raises(MemsqlError, match="a run with another k, system, system_settings stands there"):
        run(example, tmp_path / "run", ExampleReader(), retriever_of(spec("recency")), [Arm.DIRECT], k=5)
    (tmp_path / "run" / "manifest.json").write_text("{", encoding="utf-8")
    with pytest.raises(MemsqlError, match="no JSON; take the folder away"):
        run(example, tmp_path / "run", ExampleReader(), retriever_of(), [Arm.DIRECT], k=4)
    with pytest.raises(MemsqlError, match="something that no run wrote stands there"):
        run(example, PAIRED, ExampleReader(), retriever_of(), [Arm.DIRECT])
    (tmp_path / "file").write_text("x", encoding="utf-8")
    with pytest.raises(MemsqlError, match="no run wrote"):
        run(example, tmp_path / "file", ExampleReader(), retriever_of(), [Arm.DIRECT])
    with pytest.raises(MemsqlError, match="not written"):
        run(example, tmp_path / "file" / "run", ExampleReader(), retriever_of(), [Arm.DIRECT])


def test_a_log_that_is_none_is_refused(example: Study, tmp_path: Path) -> None:
    run(example, tmp_path / "run", ExampleReader(), retriever_of(), [Arm.DIRECT], k=4)
    (tmp_path / "run" / "calls.jsonl").write_text("[]\n", encoding="utf-8")
    with pytest.raises(MemsqlError, match=r"calls\.jsonl:1: no line of a run"):
        run(example, tmp_path / "run", ExampleReader(), retriever_of(), [Arm.DIRECT], k=4)


def test_a_reference_has_no_gold_here() -> None:
    with pytest.raises(SutError, match="one_witness: a reference is given gold"):
        retriever_of(spec("one_witness"))


def test_the_report_is_made_from_the_folder_alone(example: Study, tmp_path: Path) -> None:
    run(example, tmp_path / "run", ExampleReader(), retriever_of(), k=4)
    before = final(tmp_path / "run")
    for name in ("report.md", "summary.json", "calls.jsonl", "contexts.jsonl"):
        (tmp_path / "run" / name).unlink()
    write_report(tmp_path / "run")
    assert final(tmp_path / "run") == before
    assert sorted(path.name for path in (tmp_path / "run").iterdir()) == sorted(FINAL)
    cells = json.loads(before["summary.json"])["accuracy"]
    assert [f"{cell['role']}/{cell['arm']}" for cell in cells][:5] == list(CELLS)


def test_the_study_opens_by_its_files() -> None:
    study = open_study(PAIRED / "example.json", PAIRED / "example.jsonl")
    assert len(study.items_sha256) == 64
