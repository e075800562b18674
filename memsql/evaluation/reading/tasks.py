"""What the symbolic reader is given, and what it gives back; both travel as JSON between two processes."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Any, NamedTuple


class Stated(NamedTuple):
    """The state of a key that a recovery puts in place.

    ``truth`` None: not determined. ``value``: value columns as text, where true. ``record``: the number of a context
    with the records that say it, for a relation with valid time: its rows are cut by each other, so that one is
    put in place as the record that states it, or, without one, left as it is.
    """

    relation: str
    key: tuple[str, ...]
    truth: bool | None
    value: tuple[str, ...] = ()
    record: int | None = None


@dataclass(frozen=True, slots=True)
class Task:
    """A target at a cutoff, to be derived from one context alone.

    ``context``: its number in the job. ``is_cited``: whether a witness is wanted. ``stated``: states put in place.
    """

    context: int
    as_of: datetime
    relation: str
    key: tuple[str, ...]
    is_collection: bool
    is_cited: bool = False
    stated: tuple[Stated, ...] = ()


@dataclass(frozen=True, slots=True)
class Answer:
    """Label and typed answer of a task (columns as table ``answer``), cited events, and the context's coverage."""

    label: str
    answer_type: str
    value_number: Decimal | None = None
    value_boolean: bool | None = None
    value_entity: str | None = None
    value_date: date | None = None
    value_set: tuple[str, ...] | None = None
    cited_event_ids: tuple[str, ...] = ()
    coverage: float | None = None


@dataclass(frozen=True, slots=True)
class Part:
    """The tasks of one scenario: its domain, its style of writing, and the contexts."""

    scenario_id: str
    domain: str
    style: dict[str, str]
    contexts: tuple[str, ...]
    tasks: tuple[Task, ...]


def part_to_json(part: Part) -> dict[str, Any]:
    """Return a part as plain JSON values."""
    found = asdict(part)
    for task, given in zip(found["tasks"], part.tasks, strict=True):
        task["as_of"] = given.as_of.isoformat()
        task["stated"] = [list(s) for s in given.stated]
    return found


def part_from_json(found: dict[str, Any]) -> Part:
    """Return the part that :func:`part_to_json` wrote."""
    tasks = []
    for task in found["tasks"]:
        stated = tuple(
            Stated(relation, tuple(key), truth, tuple(value), record)
            for relation, key, truth, value, record in task["stated"]
        )
        read = {"as_of": datetime.fromisoformat(task["as_of"]), "key": tuple(task["key"]), "stated": stated}
        tasks.append(Task(**{**task, **read}))
    return Part(**{**found, "contexts": tuple(found["contexts"]), "tasks": tuple(tasks)})


def answer_to_json(answer: Answer) -> dict[str, Any]:
    """Return an answer as plain JSON values."""
    found = asdict(answer)
    found["value_number"] = None if answer.value_number is None else str(answer.value_number)
    found["value_date"] = None if answer.value_date is None else answer.value_date.isoformat()
    return found


def answer_from_json(found: dict[str, Any]) -> Answer:
    """Return the answer that :func:`answer_to_json` wrote."""
    number, day, members = found["value_number"], found["value_date"], found["value_set"]
    read = {
        "value_number": None if number is None else Decimal(number),
        "value_date": None if day is None else date.fromisoformat(day),
        "value_set": None if members is None else tuple(members),
        "cited_event_ids": tuple(found["cited_event_ids"]),
    }
    return Answer(**{**found, **read})
