"""From contexts to answers: one answer model for all systems, with a model behind it or the symbolic reader."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from memsql.errors import DataError
from memsql.evaluation.exam import Ask, Exam
from memsql.evaluation.reading import reader
from memsql.evaluation.reading.tasks import Answer, Part, Stated, Task
from memsql.gold.tables import ANSWER_FIELDS
from memsql.people.values import number_text

STYLES = "scenarios/styles.json"
OK = "ok"
NOTHING: dict[str, Any] = {f.name: None for f in ANSWER_FIELDS}
NO_MODEL: dict[str, Any] = dict.fromkeys(("raw", "detail", "input_tokens", "output_tokens", "request_sha256"))

Report = Callable[[int], None]
Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class State:
    """A state that a recovery puts in place of a node: as an answer has it, and the records that say it."""

    ask: Ask
    answer: Mapping[str, Any]
    records: str = ""


@dataclass(frozen=True, slots=True)
class Wanted:
    """An answer that is wanted: what is asked, and the context it is to be answered from.

    ``failed``: the outcome of the system's call where it gave no context. ``states``: put in place first.
    ``event_ids``: the records of the context, as the system says.
    """

    ask: Ask
    context: str
    is_cited: bool
    failed: str = ""
    states: tuple[State, ...] = ()
    event_ids: tuple[str, ...] = ()


class Responder(Protocol):
    """An answer model. Each row has the columns of RESPONSE_FIELDS."""

    @property
    def author(self) -> str:
        """Who answers, as the tables name it."""

    @property
    def probes(self) -> bool:
        """Whether it answers probes in contexts that were returned for other questions: without that, no diagnosis."""

    @property
    def derives(self) -> bool:
        """Whether it derives a query from the states put in place below it; else each node above them is asked for."""

    def about(self) -> dict[str, Any]:
        """What a reader must know to repeat it, and what makes another run another one."""

    def answer(self, wanted: Sequence[Wanted], report: Report | None = None) -> list[Row]:
        """Return one row for each, in the same order."""


@dataclass(frozen=True, slots=True)
class Symbolic:
    """The symbolic reader over a generated suite, whose templates it reads. Raises DataError for another suite.

    ``by_ids``: it reads the records that the system says its context is made of, in the place of the context: an upper
    bound for a system that paraphrases, and named so.
    """

    exam: Exam
    workers: int = 1
    by_ids: bool = False

    @property
    def author(self) -> str:
        """The reader, and whether it read ids."""
        return f"{reader.AUTHOR} by ids" if self.by_ids else reader.AUTHOR

    @property
    def probes(self) -> bool:
        """It answers whatever is asked of a context."""
        return True

    @property
    def derives(self) -> bool:
        """The rules lead from the states to the query."""
        return True

    def about(self) -> dict[str, Any]:
        """What it reads, and what accuracy then means."""
        read = "records named by the system's event ids: an upper bound" if self.by_ids else "the context"
        return {"kind": "symbolic reader", "reads": read, "measures": "context sufficiency"}

    def check(self) -> None:
        """Raise DataError where the suite has no templates to read by, before anything is run or planned."""
        self._styles()

    def answer(self, wanted: Sequence[Wanted], report: Report | None = None) -> list[Row]:
        """Return one row for each, in the same order; the outcome is always ok, or that of the system."""
        styles, domains = self._styles(), self._domains()
        numbers: dict[str, list[int]] = {s: [] for s in self.exam.scenario_ids}
        if self.by_ids:
            wanted = self._by_ids(wanted)
        for number, item in enumerate(wanted):
            if not item.failed:
                numbers[item.ask.scenario_id].append(number)
        asked = {s: found for s, found in numbers.items() if found}
        parts = [_part(s, domains[s], styles[s], [wanted[n] for n in found]) for s, found in asked.items()]
        rows = [failed_row(w.failed, self.author) for w in wanted]
        for found, answers in zip(asked.values(), reader.read(parts, self.workers, report), strict=True):
            for number, answer in zip(found, answers, strict=True):
                rows[number] = self._row(answer)
        return rows

    def _by_ids(self, wanted: Sequence[Wanted]) -> list[Wanted]:
        """The same, with records in the place of contexts."""
        texts = {s: {r.event_id: r.text for r in records} for s, records in self.exam.records.items()}
        return [
            replace(
                w, context="\n".join(texts[w.ask.scenario_id][i] for i in w.event_ids if i in texts[w.ask.scenario_id])
            )
            for w in wanted
        ]

    def _row(self, answer: Answer) -> Row:
        given = {f.name: getattr(answer, f.name) for f in ANSWER_FIELDS}
        if answer.value_set is not None:
            given["value_set"] = list(answer.value_set)
        row = failed_row(OK, self.author)
        return {**row, **given, "cited_event_ids": list(answer.cited_event_ids), "coverage": answer.coverage}

    def _domains(self) -> dict[str, str]:
        return dict(self.exam.table("scenario").select("scenario_id", "domain").iter_rows())

    def _styles(self) -> dict[str, dict[str, str]]:
        path = self.exam.folder / STYLES
        try:
            found: dict[str, dict[str, str]] = json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            advice = "evaluate a suite of memsql generate, or give an answer model with --endpoint and --model"
            raise DataError(f"{path}: no templates that the symbolic reader could read by; {advice}") from None
        missing = [s for s in self.exam.scenario_ids if s not in found]
        if missing:
            raise DataError(f"{path}: says nothing of {missing[0]}; make the suite again with memsql generate")
        return found


def _part(scenario_id: str, domain: str, style: dict[str, str], wanted: Sequence[Wanted]) -> Part:
    contexts: dict[str, int] = {}
    tasks = []
    for item in wanted:
        context = contexts.setdefault(item.context, len(contexts))
        stated = []
        for state in item.states:
            record = contexts.setdefault(state.records, len(contexts)) if state.records else None
            truth, value = state_of(state.answer)
            stated.append(Stated(state.ask.relation, state.ask.key, truth, value, record))
        ask = item.ask
        target = (context, ask.as_of, ask.relation, ask.key, ask.is_collection)
        tasks.append(Task(*target, item.is_cited, tuple(stated)))
    return Part(scenario_id, domain, style, tuple(contexts), tuple(tasks))


def state_of(answer: Mapping[str, Any]) -> tuple[bool | None, tuple[str, ...]]:
    """Truth and value columns of the state that an answer describes; not determined where it says unknown, or
    nothing that can be used.
    """
    kind, label = answer["answer_type"], answer["label"]
    if label is None or label == "unknown":
        return None, ()
    if kind == "boolean":
        return answer["value_boolean"], ()
    value = {
        "number": answer["value_number"],
        "entity": answer["value_entity"],
        "date": answer["value_date"],
        "tuple": answer["value_set"],
    }.get(kind)
    if value is None:
        return False if label == "justified-zero" else None, ()
    if kind == "tuple":
        return True, tuple(value)
    return True, (number_text(value) if kind == "number" else str(value),)


def failed_row(outcome: str, author: str) -> Row:
    """The row of an answer that there is not: nothing but its outcome."""
    authors = {"answer_author": author, "citation_author": author}
    return {"outcome": outcome, **NOTHING, "cited_event_ids": [], **authors, "coverage": None, **NO_MODEL}


def rows_of(names: Sequence[str], keys: Iterable[Sequence[Any]], answers: Iterable[Row]) -> list[Row]:
    """Put the key columns before each answer."""
    return [{**dict(zip(names, key, strict=True)), **answer} for key, answer in zip(keys, answers, strict=True)]
