"""Compare the gold of a golden file with what the file expects."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any

import polars as pl
import pyarrow as pa

from tests.rules.golden import Golden, Question, items

UNESCAPED = re.compile(r"(?<!\\), ")
MEMBER = re.compile(r'\(([^()]*)\)|("(?:[^"\\]|\\.)*"|[^,()]*[^,()\s])')


class Tables:
    """The exported tables that golden files speak of, by query."""

    def __init__(self, tables: Mapping[str, pa.Table]) -> None:
        self._by_query: dict[str, dict[str, list[dict[str, Any]]]] = {}
        for name in ("answer", "witness_event", "support", "obsolete", "dag_node", "measure"):
            frame = pl.from_arrow(tables[name])
            assert isinstance(frame, pl.DataFrame)
            rows: dict[str, list[dict[str, Any]]] = {}
            for row in frame.iter_rows(named=True):
                rows.setdefault(row["query_id"], []).append(row)
            self._by_query[name] = rows

    def rows(self, name: str, query_id: str) -> list[dict[str, Any]]:
        """Rows of a table for one query."""
        return self._by_query[name].get(query_id, [])


def differences(golden: Golden, tables: Tables) -> Iterator[str]:
    """Yield ``path:line: expected ..., found ...`` for every expectation that gold does not meet."""
    for query_id, question in golden.questions():
        where = f"{golden.path.name}:{question.line}"
        (answer,) = tables.rows("answer", query_id)
        expected, found = expected_answer(question, answer), found_answer(answer)
        if expected != found:
            yield f"{where}: expected {shown(expected)}, found {shown(found)}"
        for name, lines in question.details.items():
            wanted, given = _detail(name, lines), _found(name, query_id, tables)
            if wanted != given:
                yield f"{where}: {name}: expected {shown(wanted)}, found {shown(given)}"


def shown(value: object) -> str:
    """A value for a person: sets sorted."""
    if isinstance(value, frozenset):
        return "{" + ", ".join(sorted(map(shown, value))) + "}"
    return " ".join(map(shown, value)) if isinstance(value, tuple) else str(value)


def expected_answer(question: Question, answer: dict[str, Any]) -> tuple[str, object]:
    """(label, value) that a question expects, the value in the type of the answer."""
    assert question.label is not None
    text = question.value
    if not text or text == "none":
        return question.label, None
    if text.startswith("{"):
        return question.label, frozenset(members(text[1:-1]))
    values = tuple(items(text))
    if answer["answer_type"] == "tuple":
        return question.label, values
    if len(values) == 1 and answer["answer_type"] == "number":
        return question.label, Decimal(values[0])
    return question.label, values[0] if len(values) == 1 else values


def members(text: str) -> Iterator[str]:
    """Members of a set as answers write them: the text, or a JSON array where a member has several columns."""
    for match in MEMBER.finditer(text):
        if match[1] is not None:
            yield json.dumps(items(match[1]), ensure_ascii=False, separators=(",", ":"))
        else:
            yield from items(match[2])


def found_answer(answer: dict[str, Any]) -> tuple[str, object]:
    """(label, value) of a row of the table ``answer``."""
    label = str(answer["label"])
    match answer["answer_type"]:
        case "number":
            return label, answer["value_number"]
        case "boolean":
            return label, None if answer["value_boolean"] is None else str(answer["value_boolean"]).lower()
        case "date":
            return label, None if answer["value_date"] is None else answer["value_date"].isoformat()
        case "set":
            return label, None if answer["value_set"] is None else frozenset(answer["value_set"])
        case "tuple":
            return label, None if answer["value_set"] is None else tuple(answer["value_set"])
        case _:
            return label, answer["value_entity"]


def _detail(name: str, lines: list[str]) -> object:
    """What the lines behind a question expect."""
    if name == "witness":
        return frozenset(frozenset(line.split()) for line in lines)
    if name == "missing":
        return frozenset(UNESCAPED.sub(",", line) for line in lines)
    if name == "dag":
        words = lines[0].split()
        return tuple(zip(words[::2], map(int, words[1::2]), strict=True))
    return frozenset(event for line in lines for event in line.split())


def _found(name: str, query_id: str, tables: Tables) -> object:
    """What gold has in their place."""
    match name:
        case "witness":
            sets: dict[int, set[str]] = {}
            for row in tables.rows("witness_event", query_id):
                sets.setdefault(row["witness_id"], set()).add(row["event_id"])
            return frozenset(map(frozenset, sets.values()))
        case "missing":
            nodes = tables.rows("dag_node", query_id)
            return frozenset(n["node_id"] for n in nodes if n["kind"] == "missing")
        case "dag":
            (measure,) = tables.rows("measure", query_id)
            return (("height", measure["height"]), ("width", measure["width"]))
        case _:
            table = {"support": "support", "excluded": "obsolete"}[name]
            return frozenset(row["event_id"] for row in tables.rows(table, query_id))
