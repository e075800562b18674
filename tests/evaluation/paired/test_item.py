"""The form of items: what is read, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from memsql.errors import DataError
from memsql.evaluation.paired.item import Operator, load_items
from memsql.evaluation.paired.typed import Kind
from tests.evaluation.paired.conftest import PAIRED, Written, changed, example_items

DIFFERENCE, COMPARE = example_items()


def test_the_items_that_ship() -> None:
    for name, count in (("example", 2), ("locomo", 30)):
        items = load_items(PAIRED / f"{name}.jsonl")
        assert len(items) == count
    first, second = load_items(PAIRED / "example.jsonl")
    assert first.state.operator is Operator.DIFFERENCE
    assert first.right.members[0].forms == ("Grayback", "Grayback trail")
    assert first.left.support == {"D1:3", "D2:2", "D3:3", "D4:2", "D5:3"}
    assert second.state.kind is Kind.ENTITY
    assert second.state.labels == {"left": ("Perrin",), "right": ("Odile",), "equal": ("neither", "both the same")}


COUNT = changed(DIFFERENCE, "state", to={"question": "How many?", "operator": "count", "of": "union"})
SET = {"question": "Q?", "type": "set", "gold": [{"value": "x", "support": ["D1:3"]}]}
NUMBER = {"question": "N?", "type": "number", "gold": [{"value": "7", "support": ["D1:3"]}]}
REFUSED = [
    ([], "an object is needed"),
    (changed(DIFFERENCE, "extra", to=1), 'unknown field "extra"'),
    ({"item_id": "x"}, "no conversation, original, state, left, right"),
    (changed(DIFFERENCE, "item_id", to=" "), 'item_id is " "'),
    (changed(DIFFERENCE, "conversation", to=None), "conversation is null"),
    (changed(DIFFERENCE, "original", "index", to=-1), "index is -1"),
    (changed(DIFFERENCE, "original", "index", to=True), "index is true"),
    (changed(DIFFERENCE, "original", "type", to="poem"), 'original: type is "poem"'),
    (changed(DIFFERENCE, "original", "accept", to="x"), 'original: accept: "x"; a list of texts'),
    (changed(DIFFERENCE, "state", "operator", to="sum"), 'operator is "sum"; one of difference'),
    (changed(DIFFERENCE, "state", "of", to="union"), 'state: unknown field "of"'),
    (changed(COUNT, "state", "of", to="count"), 'of is "count"'),
    (changed(COMPARE, "state", "type", to="set"), "state: type is set"),
    (changed(COMPARE, "state", "relation", to="more"), 'relation is "more"; write greater or less'),
    (changed(COMPARE, "state", "labels", to={"left": ["a"]}), "labels: no right, equal"),
    (changed(COMPARE, "state", "labels", "left", to=[]), "labels: left is []"),
    (changed(changed(COMPARE, "state", "type", to="boolean"), "state", "labels", "left", to=["so"]), "labels: left"),
    (changed(DIFFERENCE, "left", "gold", to={}), "left: gold is {}; a list of members"),
    (changed(DIFFERENCE, "left", to=NUMBER), "left is number, right is set; both are of one type"),
    (changed(changed(DIFFERENCE, "left", to=NUMBER), "right", to=NUMBER), "difference of number; it takes set"),
    (changed(DIFFERENCE, "left", to=NUMBER | {"gold": []}), "left: gold is []; a list of members is needed, of one"),
    (changed(DIFFERENCE, "left", "gold", 0, "value", to="..."), 'gold 0: value is "..."; write a name'),
    (changed(DIFFERENCE, "left", to=changed(NUMBER, "gold", 0, "value", to="x")), 'value is "x"; write decimal text'),
    (changed(DIFFERENCE, "left", to=changed(NUMBER, "gold", 0, "value", to="1.23456")), "write decimal text"),
    (
        changed(DIFFERENCE, "left", to=changed(NUMBER, "type", to="date")),
        'value is "7"; write a day as 2023-05-07',
    ),
    (changed(DIFFERENCE, "left", "gold", 0, "support", to=[]), "gold 0: no support"),
    (changed(DIFFERENCE, "left", "gold", 0, "inferred", to="yes"), 'inferred is "yes"; write true or false'),
    (
        changed(DIFFERENCE, "left", "gold", 0, "aliases", to=["the Fernlow"]),
        'the form "fernlow" belongs to two members',
    ),
    (changed(DIFFERENCE, "left", "question", to=DIFFERENCE["right"]["question"]), "stands twice"),
]


@pytest.mark.parametrize(("row", "said"), REFUSED, ids=[said for _, said in REFUSED])
def test_what_is_not_of_the_form_is_refused_in_one_line(items_file: Written, row: object, said: str) -> None:
    with pytest.raises(DataError) as refused:
        load_items(items_file(row))
    assert said in str(refused.value)
    assert "items.jsonl" in str(refused.value)
    assert "\n" not in str(refused.value)


def test_ids_stand_once(items_file: Written) -> None:
    with pytest.raises(DataError, match='the item_id "example-1" stands twice'):
        load_items(items_file(DIFFERENCE, changed(COMPARE, "item_id", to="example-1")))


def test_files_that_hold_no_items(tmp_path: Path) -> None:
    path = tmp_path / "items.jsonl"
    with pytest.raises(DataError, match="not read"):
        load_items(path)
    path.write_text("\n", encoding="utf-8")
    with pytest.raises(DataError, match="no item"):
        load_items(path)
    path.write_text("\n{", encoding="utf-8")
    with pytest.raises(DataError, match=r"items\.jsonl:2: no JSON"):
        load_items(path)
    path.write_bytes(b"\xff")
    with pytest.raises(DataError, match="not UTF-8"):
        load_items(path)
