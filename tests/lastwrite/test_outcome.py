"""Outcomes of other systems by class, what they hold, agreement of labels, published rows."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from memsql.errors import DataError
from memsql.lastwrite.agree import agree, labels
from memsql.lastwrite.agree import notes as notes_of_labels
from memsql.lastwrite.audit import Audit, audit
from memsql.lastwrite.outcome import by_class, contents, load_outcomes, notes, table
from memsql.lastwrite.published import published
from memsql.lastwrite.summary import summary
from tests.lastwrite.conftest import row

SAID = ["The capital of Foo is Old", "The capital of Foo is New", "The capital of Bar is Port"]
ASKED = [("What is the capital of Foo?", "Old"), ("What is the capital of Bar?", "Port")]
SET = "factconsolidation_sh_6k"


@pytest.fixture(scope="module")
def audited(tmp_path_factory: pytest.TempPathFactory) -> Audit:
    path = tmp_path_factory.mktemp("outcomes") / "lists.json"
    path.write_text(json.dumps([row(SAID, ASKED)]), encoding="utf-8")
    return audit(path)


def write(path: Path, *rows: dict[str, Any]) -> Path:
    path.write_text("".join(json.dumps(each) + "\n" for each in rows), encoding="utf-8")
    return path


def outcome(index: int, output: str, **more: object) -> dict[str, object]:
    return {"set": SET, "index": index, "output": output, **more}


def test_outcomes_are_split_by_class(audited: Audit, tmp_path: Path) -> None:
    found = load_outcomes(write(tmp_path / "mine.jsonl", outcome(0, "It is Old."), outcome(1, "Cape")), audited)
    assert by_class(found).filter((pl.col("list") == "all") & (pl.col("hop") == "all")).rows() == [
        ("mine", "all", "all", "all", 1, 2, 50.0),
        ("mine", "all", "all", "solved", 0, 1, 0.0),
        ("mine", "all", "all", "unreachable", 1, 1, 100.0),
    ]
    assert table(found).row(0) == ("mine", "all", "all", "1/2 50.0%", "0/1 0.0%", "1/1 100.0%")


# Old is the gold and the first write; New is what the resolver says.
@pytest.mark.parametrize(
    ("output", "holds", "first"),
    [
        ("Old", "gold", True),
        ("New", "prediction", False),
        ("Old or New", "both", True),
        ("neither of them", "neither", False),
        ("", "neither", False),
    ],
)
def test_what_an_output_holds(audited: Audit, tmp_path: Path, output: str, holds: str, first: bool) -> None:
    found = load_outcomes(write(tmp_path / "mine.jsonl", outcome(0, output)), audited)
    assert found.select("holds", "is_first_write").rows() == [(holds, first)]
    counted = contents(found).filter(pl.col("class") == "unreachable").to_dicts()[0]
    assert {name for name in ("gold", "prediction", "both", "neither") if counted[name]} == {holds}
    assert (counted["first_write"], counted["count"]) == (int(first), 1)


def test_several_systems_in_csv_and_parquet(audited: Audit, tmp_path: Path) -> None:
    rows = [outcome(1, "Port", system="one"), outcome(1, "Cape", system="two")]
    pl.DataFrame(rows).write_csv(tmp_path / "mine.csv")
    pl.DataFrame(rows).rename({"index": "question_index"}).write_parquet(tmp_path / "mine.parquet")
    first = load_outcomes(tmp_path / "mine.csv", audited)
    assert first.equals(load_outcomes(tmp_path / "mine.parquet", audited))
    assert first.select("system", "is_right").rows() == [("one", True), ("two", False)]


@pytest.mark.parametrize("name", [SET, "sh_6k", 0, "0"])
def test_names_of_a_question_set(audited: Audit, tmp_path: Path, name: object) -> None:
    found = load_outcomes(write(tmp_path / "mine.jsonl", {"set": name, "index": 1, "output": "Port"}), audited)
    assert found.select("list", "hop", "is_right").rows() == [("6k", "single", True)]


@pytest.mark.parametrize(
    ("rows", "found"),
    [
        ([{"set": 1, "index": 1, "output": "x"}], ":1: set is 1, and the benchmark's file has rows 0 to 0"),
        ([{"index": 1, "output": "x"}], ':1: no question set among "index, output"; give `set` as in mh_6k'),
        ([{"set": "", "list": "6k", "index": 1, "output": "x"}], ':1: list is "6k", hop null; give `set`'),
        ([{"set": SET, "output": "x"}], ':1: no index among "set, output"'),
        ([outcome(1, "x", question=7)], ":1: question is 7, no text"),
        ([outcome(1, "x", list_sha256=7)], ":1: list_sha256 is 7, no text"),
        ([outcome(2, "x")], ':1: list "6k", single-hop has no question 2'),
        ([outcome(1, "x"), outcome(1, "y")], ':2: "mine" has an outcome for this question at '),
        ([{"set": "other", "index": 1, "output": "x"}], ':1: set is "other"; give `set` as in mh_6k'),
        ([{"set": SET, "index": "one", "output": "x"}], ':1: index is "one"'),
        ([{"set": SET, "index": 1}], ":1: no text under output"),
        ([], ": no outcome"),
    ],
)
def test_outcomes_that_cannot_be_used(audited: Audit, tmp_path: Path, rows: list[dict[str, Any]], found: str) -> None:
    path = write(tmp_path / "mine.jsonl", *rows)
    with pytest.raises(DataError) as caught:
        load_outcomes(path, audited)
    assert str(caught.value).startswith(f"{path}{found}")


@pytest.mark.parametrize(
    ("name", "content", "found"),
    [
        ("mine.jsonl", b"{", ":1: no JSON"),
        ("mine.jsonl", b"[]", ":1: no object"),
        ("mine.jsonl", b"\xff", ": byte 0 is no UTF-8"),
        ("mine.csv", b"set,index,output\na,1\n", ":2: not 3 cells"),
        ("mine.parquet", b"PAR1", ": no readable Parquet"),
    ],
)
def test_files_that_cannot_be_read(audited: Audit, tmp_path: Path, name: str, content: bytes, found: str) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(DataError) as caught:
        load_outcomes(path, audited)
    assert str(caught.value).startswith(f"{path}{found}")


# A textbook table: 20 yes-yes, 5 yes-no, 10 no-yes, 15 no-no has kappa 0.4.
def test_kappa(tmp_path: Path) -> None:
    pairs = [("yes", "yes")] * 20 + [("yes", "no")] * 5 + [("no", "yes")] * 10 + [("no", "no")] * 15
    for place, name in enumerate(("a", "b")):
        rows = [{"set": SET, "index": i, "label": pair[place]} for i, pair in enumerate(pairs)]
        write(tmp_path / f"{name}.jsonl", *rows)
    found = agree(labels(tmp_path / "a.jsonl"), labels(tmp_path / "b.jsonl"))
    assert (found.count, found.same, found.percent) == (50, 35, 70.0)
    assert found.kappa == pytest.approx(0.4)
    assert found.table[0] == ("yes", "yes", 20)


def test_kappa_where_chance_alone_agrees(tmp_path: Path) -> None:
    given = labels(write(tmp_path / "a.jsonl", {"list": "6k", "hop": "multi", "index": 0, "class": "solved"}))
    assert agree(given, given).kappa is None


def test_labels_that_cannot_be_compared(tmp_path: Path) -> None:
    one = {"set": SET, "index": 0, "label": "a"}
    with pytest.raises(DataError, match="a second label"):
        labels(write(tmp_path / "a.jsonl", one, one))
    with pytest.raises(DataError, match="no question has a label in both"):
        agree({("6k", "multi", 0): "a"}, {("6k", "multi", 1): "a"})


# A row that says two things was once counted under the first of them.
@pytest.mark.parametrize(
    ("more", "found"),
    [
        ({"list": "32k"}, f'set "{SET}" and list "32k" differ; keep one'),
        ({"hop": "multi"}, f'set "{SET}" and hop "multi" differ; keep one'),
        ({"set": 0, "hop": "multi"}, 'set 0 and hop "multi" differ; keep one'),
        ({"question_index": 1}, "index 0 and question_index 1 differ; keep one"),
    ],
)
def test_a_row_that_contradicts_itself(audited: Audit, tmp_path: Path, more: dict[str, object], found: str) -> None:
    with pytest.raises(DataError, match=re.escape(found)):
        load_outcomes(write(tmp_path / "mine.jsonl", outcome(0, "x") | more), audited)
    same = outcome(0, "x", list="6k", hop="single", question_index="0")
    assert load_outcomes(write(tmp_path / "mine.jsonl", same), audited).height == 1


def test_a_published_row_names_a_list_not_a_cell(audited: Audit, tmp_path: Path) -> None:
    path, made = tmp_path / "rows.csv", summary(audited)
    for name in ("single", "6k.single", "held_out.multi"):
        path.write_text(f"system,list,percent\nModel,{name},4\n")
        with pytest.raises(DataError, match=f'no list "{name}" with hop "all" was audited'):
            published(path, made)
    path.write_text("system,list,hop,percent\nModel,6k,single,4\nOther,6k,single,5\nModel,6k,single,6\n")
    with pytest.raises(DataError, match=r':4: "Model" has a percent for this list and hop at .*:2; keep one'):
        published(path, made)


def test_published_rows_stand_beside_the_resolver(audited: Audit, tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    path.write_text("system,list,hop,percent\nModel,6k,single,45\nModel,all,all,40.5\n")
    made = summary(audited)
    assert published(path, made).rows() == [("Model", "6k", "single", 45.0, 50.0), ("Model", "all", "all", 40.5, 50.0)]
    for line, found in (
        ("Model,1m,single,4", 'no list "1m" with hop "single"'),
        ("Model,6k,single,much", 'percent is "much"'),
    ):
        path.write_text(f"system,list,hop,percent\n{line}\n")
        with pytest.raises(DataError, match=found):
            published(path, made)


def test_outcomes_of_other_questions_are_noticed(audited: Audit, tmp_path: Path) -> None:
    path = tmp_path / "mine.jsonl"
    write(path, outcome(1, "Port", question=" what is  the capital of Bar?"), outcome(0, "Old"))
    found = load_outcomes(path, audited)
    assert found["is_named"].to_list() == [True, False]
    assert notes(found, audited) == [
        "1 of 2 outcomes do not say which question they answer (question); that they answer these is taken on trust."
    ]
    with pytest.raises(DataError, match=r'answers "What is the capital of Bar\?", where the benchmark asks'):
        load_outcomes(write(path, outcome(0, "Port", question=ASKED[1][0])), audited)
    with pytest.raises(DataError, match="comes from another list of this name"):
        load_outcomes(write(path, outcome(0, "Port", list_sha256="0")), audited)


def test_questions_without_outcome_are_counted(audited: Audit, tmp_path: Path) -> None:
    found = load_outcomes(write(tmp_path / "mine.jsonl", outcome(0, "x", question=ASKED[0][0])), audited)
    assert notes(found, audited) == ["mine has outcomes for 1 of 2 questions; the others are not counted."]


def test_one_system_in_two_files(audited: Audit, tmp_path: Path) -> None:
    first = write(tmp_path / "first.jsonl", outcome(0, "x", system="one"))
    second = write(tmp_path / "second.jsonl", outcome(1, "x", system="one"))
    assert load_outcomes([first, second], audited).height == 2
    with pytest.raises(DataError, match='"one" has an outcome for this question at '):
        load_outcomes([first, first], audited)


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("[" * 100_000, ":1: no JSON that can be read (nested too deep)"),
        ('{"index": ' + "9" * 5000 + "}", ":1: no JSON that can be read (a number too long)"),
        ('{"set": "sh_6k", "index": 0, "output": "\\ud800"}', ":1: output has U+D800, half of a surrogate pair"),
        ('{"set": "sh_6k", "index": 0, "output": 7}', ":1: 7, no text, under output; give it in quotes"),
        ('{"set": "sh_6k", "index": "' + "9" * 5000 + '", "output": ""}', ":1: index is "),
        ('{"set": "' + "9" * 5000 + '", "index": 0, "output": ""}', ":1: set is "),
        ('{"set": "sh_6k", "index": 0, "output": "", "system": ["x"]}', ':1: system is ["x"]; a name is needed'),
        ('{"set": "sh_6k", "index": 0, "output": "", "system": "a\\u0000"}', ":1: system has the control sign U+0000"),
        ('{"list": "6\\u2028k", "hop": "multi", "index": 0, "output": ""}', ":1: list has the control sign U+2028"),
        ('{"set": "sh_6k", "index": 0, "output": "", "system": "a\\nb"}', ':1: system is "a\\nb", more than a line'),
    ],
)
def test_lines_that_cannot_be_used(audited: Audit, tmp_path: Path, line: str, found: str) -> None:
    path = tmp_path / "mine.jsonl"
    path.write_text(line, encoding="utf-8")
    with pytest.raises(DataError) as caught:
        load_outcomes(path, audited)
    assert str(caught.value).startswith(f"{path}{found}")
    assert len(str(caught.value).splitlines()) == 1


def test_an_output_keeps_what_a_model_said(audited: Audit, tmp_path: Path) -> None:
    said = "Po\x00rt\nand\u2028 more"
    assert load_outcomes(write(tmp_path / "mine.jsonl", outcome(1, said)), audited)["output"][0] == said


def test_csv_of_long_cells_and_of_a_column_twice(audited: Audit, tmp_path: Path) -> None:
    path = tmp_path / "mine.CSV"
    path.write_text("set,index,output\nsh_6k,0," + "x" * 200_000, encoding="utf-8")
    assert len(load_outcomes(path, audited)["output"][0]) == 200_000
    path.write_text("set,index,output,output\n", encoding="utf-8")
    with pytest.raises(DataError, match=r'mine\.CSV:1: column "output" stands there twice'):
        load_outcomes(path, audited)


def test_labels_in_different_words(tmp_path: Path) -> None:
    first = {("6k", "multi", i): label for i, label in enumerate(["reachable", "reachable", "unreachable", "lost"])}
    second = {("6k", "multi", i): label for i, label in enumerate(["solved", "reachable_miss", "unreachable"])}
    found = agree(first, second)
    assert notes_of_labels(found, "a.jsonl", "b.jsonl") == [
        (
            'The files use different labels, which can agree nowhere: a.jsonl has "reachable" alone, '
            'b.jsonl has "reachable_miss", "solved" alone.'
        ),
        "Not compared, as the other file has no label for them: 1 of a.jsonl.",
    ]
    assert notes_of_labels(agree(first, first), "a", "b") == []
    with pytest.raises(DataError, match='no label stands in both files: the first file has "reachable", the second'):
        agree({("6k", "multi", 0): "reachable"}, second)
    with pytest.raises(DataError, match="an empty label"):
        labels(write(tmp_path / "a.jsonl", {"set": SET, "index": 0, "label": " "}))


@pytest.mark.parametrize("percent", ["nan", "inf", "-1", "101", ""])
def test_a_percent_is_one(audited: Audit, tmp_path: Path, percent: str) -> None:
    (tmp_path / "rows.csv").write_text(f"system,percent\nModel,{percent}\n")
    with pytest.raises(DataError, match="a number from 0 to 100 is needed"):
        published(tmp_path / "rows.csv", summary(audited))
