"""Odd input: the right result, or one line that says where, what and what to do."""

from __future__ import annotations

import hashlib
import json
import os
import threading
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from memsql.errors import DataError
from memsql.lastwrite.audit import audit
from memsql.lastwrite.source import load
from memsql.lastwrite.statements import statements
from tests.lastwrite.conftest import HEADING, Made, row

FOO = ["The capital of Foo is Bar", "The capital of Foo is Baz"]
ASKED = [("What is the capital of Foo?", "Baz")]


def prediction(path: Path) -> str:
    return str(audit(path).items["prediction"][0])


def refused(path: Path) -> str:
    with pytest.raises(DataError) as caught:
        load(path)
    message = str(caught.value)
    assert "\n" not in message
    assert message.startswith(str(path))
    return message.removeprefix(f"{path}: ")


def context(text: str) -> dict[str, Any]:
    return row(FOO, ASKED) | {"context": text}


def test_a_list_as_the_benchmark_has_it(made: Made) -> None:
    found = load(made(row(FOO, ASKED)))
    assert found.lists[0].heading == HEADING
    assert [(s.number, s.text) for s in found.lists[0].statements] == list(enumerate(FOO))


@pytest.mark.parametrize("end", ["\n", "\r\n"], ids=["LF", "CRLF"])
def test_either_end_of_line(made: Made, end: str) -> None:
    assert prediction(made(row(FOO, ASKED, end=end))) == "Baz"


def test_a_missing_heading(made: Made) -> None:
    path = made(context("0. The capital of Foo is Bar.\n1. The capital of Foo is Baz.\n"))
    assert load(path).lists[0].heading == ""
    assert prediction(path) == "Baz"


def test_exactly_one_dot_belongs_to_the_format() -> None:
    _, found = statements("0. Foo worked in the city of Washington, D.C..\n1. Foo is famous for nothing\n", "here")
    assert [s.text for s in found] == ["Foo worked in the city of Washington, D.C.", "Foo is famous for nothing"]


def test_a_gap_in_the_numbers(made: Made) -> None:
    said = refused(made(context(f"{HEADING}\n0. One.\n2. Two.\n")))
    assert said == ("row 0, line 3 of the context: number 2 leaves one out, 1 is due; number the statements from 0 on")


def test_a_repeated_number(made: Made) -> None:
    said = refused(made(context(f"{HEADING}\n0. One.\n0. Two.\n")))
    assert said == (
        "row 0, line 3 of the context: number 0 repeats or goes back, 1 is due; number the statements from 0 on"
    )


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (f"{HEADING}\n0. One.\nand more\n", "line 3 of the context: 'and more' has no number"),
        (f"{HEADING}\n1. One.\n", "number 1 leaves one out, 0 is due"),
        (f"{HEADING}\n0. .\n", "number 0 says nothing"),
        (f"{HEADING}\n{'9' * 5000}. One.\n", "row 0: a number of thousands of digits"),
        (f"{HEADING}\n\u0660. One.\n", "number \u0660 leaves one out, 0 is due"),
        (f"{HEADING}\n", "no numbered statement"),
        ("", "no numbered statement"),
    ],
)
def test_contexts_that_are_no_list(made: Made, text: str, found: str) -> None:
    assert found in refused(made(context(text)))


def test_several_golds_of_one_question(made: Made) -> None:
    found = audit(made(row(FOO, [("What is the capital of Foo?", ["Buz", "Baz"])])))
    assert found.items["is_solved"][0]
    assert found.items["golds"].to_list() == [["Buz", "Baz"]]


@pytest.mark.parametrize("gold", ["", " ", "The", "...", "a"])
def test_an_empty_gold_would_make_anything_right(made: Made, gold: str) -> None:
    said = refused(made(row(FOO, [("What is the capital of Foo?", gold)])))
    assert said.startswith(f"row 0, question 0: the gold {json.dumps(gold)} is empty to the official metric")
    assert said.endswith("remove it")


def test_no_gold_at_all(made: Made) -> None:
    assert refused(made(row(FOO, [("Foo?", [])]))) == "row 0, question 0: no gold; give at least one"


# The data writes straight quotes; a list that was typeset, or a question, may have curly ones.
def test_curly_quotes(made: Made) -> None:
    path = made(
        row(["Foo\u2019s child is \u201cBaz\u201d"], [("Who is Foo's child?", '"Baz"'), ("Foo\u2019s child?", "Q")])
    )
    assert audit(path).items["prediction"].to_list() == ["\u201cBaz\u201d"] * 2


def test_combining_accents(made: Made) -> None:
    said = ["Beyonce\u0301 is married to Jay", "Ab is married to Xy"]
    asked = [("Who is Beyonc\u00e9 married to?", "Jay"), ("Who is Ab\u0302 married to?", "Xy"), ("And Ab?", "Xy")]
    assert audit(made(row(said, asked))).items["prediction"].to_list() == ["Jay", "ABSTAIN", "Xy"]


@pytest.mark.parametrize("form", ["Foo is married to {}", "{} and nothing else"], ids=["parsed", "unparsed"])
def test_a_statement_of_a_megabyte(made: Made, form: str) -> None:
    path = made(row([form.format("x" * 1_000_000), "Foo is married to Baz"], [("Who is Foo married to?", "Baz")]))
    assert prediction(path) == "Baz"


def test_parquet_and_json_of_the_same_rows(made: Made, tmp_path: Path) -> None:
    rows = [row(FOO, ASKED), row(FOO, ASKED, "factconsolidation_mh_6k")]
    path = tmp_path / "lists.parquet"
    pq.write_table(pa.Table.from_pylist(rows), path)
    first, second = load(made(*rows)), load(path)
    assert (first.lists, first.questions) == (second.lists, second.questions)


def test_a_list_that_no_pattern_reads(made: Made) -> None:
    found = audit(made(row(["Nothing here has a form"], [("Who?", "Foo")])))
    assert found.items.select("prediction", "class").rows() == [("ABSTAIN", "unclassifiable")]


@pytest.mark.parametrize(
    ("change", "found"),
    [
        ({"metadata": {"source": "other"}}, 'metadata.source is "other"'),
        ({"metadata": None}, "metadata is nothing; an object with a source is needed"),
        ({"metadata": '{"source": "mh_6k"}'}, "metadata is a text; an object with a source is needed"),
        ({"metadata": {"source": None}}, "metadata.source is null"),
        ({"questions": ["One?", "Two?"]}, "2 questions and 1 answers"),
        ({"questions": [""]}, "question 0: an empty text for a text"),
        ({"questions": ["x" * 5000]}, "question 0: 5,000 signs"),
        ({"answers": [[1]]}, "question 0: a gold is a number (1); write it as a text, in quotes"),
        ({"answers": [1]}, "question 0: the answer is a number (1); a text or a list of texts is needed"),
        ({"answers": [[None]]}, "question 0: a gold is nothing; write it as a text"),
        ({"questions": [], "answers": []}, "row 0: no question; a row has at least one"),
        ({"metadata": {"source": "factconsolidation_sh_all"}}, "a list is called all, which names figures over lists"),
        ({"metadata": {"source": "factconsolidation_sh_6k\n"}}, 'metadata.source is "factconsolidation_sh_6k\\n"'),
        ({"metadata": {"source": "sh_" + "k" * 61}}, "a name that ends in sh_<list>"),
        ({"answers": ["x" * 10_001]}, "question 0: a gold of 10,001 signs"),
        ({"answers": "Baz"}, "questions or answers are no list"),
        ({"context": None}, "context is nothing"),
    ],
)
def test_rows_that_are_none_of_the_benchmark(made: Made, change: dict[str, Any], found: str) -> None:
    assert found in refused(made(row(FOO, ASKED) | change))


def test_two_rows_of_one_set_and_two_contexts_of_one_list(made: Made) -> None:
    assert "stands in row 0 too" in refused(made(row(FOO, ASKED), row(FOO, ASKED)))
    other = row(FOO[:1], ASKED, "factconsolidation_mh_6k")
    assert "another context than in row 0" in refused(made(row(FOO, ASKED), other))


@pytest.mark.parametrize(
    ("content", "found"),
    [
        (b"{", ":1: no JSON"),
        (b"[]", "no row"),
        (b"{}", "an object at the top"),
        (b"[1]", "row 0: no context"),
        (b"\xff", "byte 0 is no UTF-8"),
        (b"PAR1 and then nothing", "no readable Parquet"),
    ],
)
def test_files_that_are_none(tmp_path: Path, content: bytes, found: str) -> None:
    path = tmp_path / "lists.json"
    path.write_bytes(content)
    with pytest.raises(DataError, match=found) as caught:
        load(path)
    assert "\n" not in str(caught.value)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="not read"):
        load(tmp_path / "nothing.json")


def test_a_byte_order_mark(tmp_path: Path) -> None:
    path = tmp_path / "lists.json"
    path.write_text(json.dumps([row(FOO, ASKED)]), encoding="utf-8-sig")
    assert prediction(path) == "Baz"


@pytest.mark.parametrize(
    ("sign", "what"),
    [
        ("\ud800", "U+D800, half of a surrogate pair"),
        ("\u2028", "the control sign U+2028"),
        ("\x00", "the control sign U+0000"),
        ("\x1b", "the control sign U+001B"),
        ("\x85", "the control sign U+0085"),
        ("\r", "a carriage return inside a line"),
    ],
)
def test_signs_that_no_line_has(made: Made, sign: str, what: str) -> None:
    name = f"Ba{sign}z"
    said = refused(made(row([*FOO, f"The capital of Foo is {name}"], ASKED)))
    assert (what in said, said.endswith(("take it out", "write whole characters"))) == (True, True), said
    assert f"row 0, question 0: question has {what}" in refused(made(row(FOO, [(f"Who is {name}?", "Baz")])))
    assert f"row 0, question 0: gold has {what}" in refused(made(row(FOO, [("Who?", ["Baz", name])])))


def test_a_control_sign_is_found_by_its_line(made: Made) -> None:
    said = refused(made(context(f"{HEADING}\n0. One.\n1. Tw\x00o.\n")))
    assert said == "row 0, line 3 of the context: has the control sign U+0000; take it out"


# Blank lines say nothing, wherever they stand; a message counts without them and says so.
def test_blank_lines_in_a_context(made: Made) -> None:
    text = f"\n{HEADING}\n\n0. {FOO[0]}.\n  \n\r\n1. {FOO[1]}.\n\n"
    assert prediction(made(context(text))) == "Baz"
    said = refused(made(context(f"{HEADING}\n\n0. One.\n2. Two.\n")))
    assert said.startswith("row 0, blank lines left out, line 3 of the context: number 2 leaves one out")


@pytest.mark.parametrize(
    ("content", "found"),
    [
        (b"[" * 100_000 + b"]" * 100_000, "no JSON that can be read (nested too deep)"),
        (b"[" + b"9" * 5000 + b"]", "no JSON that can be read (a number too long)"),
    ],
)
def test_json_that_python_will_not_read(tmp_path: Path, content: bytes, found: str) -> None:
    path = tmp_path / "lists.json"
    path.write_bytes(content)
    assert refused(path).startswith(found)


def test_parquet_of_odd_columns(tmp_path: Path) -> None:
    path = tmp_path / "lists.parquet"
    rows = [row(FOO, ASKED)]
    table = pa.Table.from_pylist(rows)
    pq.write_table(table.append_column("context", table["context"]), path)
    assert refused(path) == 'column "context" stands there twice; keep one'
    broken = pa.Array.from_buffers(pa.string(), 1, [None, pa.py_buffer(b"\0\0\0\0\2\0\0\0"), pa.py_buffer(b"\xff\xfe")])
    pq.write_table(table.set_column(0, "context", broken), path)
    assert refused(path).startswith("no readable Parquet ")
    # What the audit does not read may be anything.
    far = pa.array([2**62], pa.timestamp("us"))
    pq.write_table(table.append_column("taken", far), path)
    assert load(path).questions[0].golds == ("Baz",)


# Process substitution gives a file that can be read once.
def test_a_pipe_is_read_once(made: Made, tmp_path: Path) -> None:
    path = made(row(FOO, ASKED))
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=lambda: pipe.write_bytes(path.read_bytes()), daemon=True)
    writer.start()
    found = audit(pipe)
    writer.join(timeout=5)
    assert (found.digest, found.items["prediction"][0]) == (hashlib.sha256(path.read_bytes()).hexdigest(), "Baz")
