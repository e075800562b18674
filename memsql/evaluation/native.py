"""The native lane: a system that answers by itself, scored as it answers.

Its context is its answer, in the form in which an answer model answers (data/prompts): one JSON object with label,
answer and cited_event_ids. It authors all three, and every row says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from memsql.evaluation.answering.parse import NoAnswerError, parsed
from memsql.evaluation.exam import Exam
from memsql.evaluation.respond import OK, Report, Row, Wanted, failed_row


@dataclass(frozen=True, slots=True)
class Native:
    """Reads what the system ``author`` answered."""

    exam: Exam
    author: str

    @property
    def probes(self) -> bool:
        """It answered one question, and cannot be asked another one in the same context."""
        return False

    @property
    def derives(self) -> bool:
        """It derives nothing from states of others."""
        return False

    def about(self) -> dict[str, Any]:
        """It has no parameter of ours."""
        return {"kind": "native", "measures": "the system's own answers"}

    def answer(self, wanted: Sequence[Wanted], report: Report | None = None) -> list[Row]:
        """Return one row for each, in the same order; what is no answer has the outcome parse_error."""
        rows = [self._row(w) for w in wanted]
        if report is not None:
            report(len(rows))
        return rows

    def _row(self, wanted: Wanted) -> Row:
        if wanted.failed:
            return failed_row(wanted.failed, self.author)
        raw = {"raw": wanted.context}
        try:
            found = asdict(parsed(wanted.context, self.exam.answer_types[wanted.ask.ask_id]))
        except NoAnswerError as error:
            return {**failed_row("parse_error", self.author), **raw, "detail": str(error)}
        found["value_set"] = None if found["value_set"] is None else list(found["value_set"])
        return {**failed_row(OK, self.author), **raw, **found, "cited_event_ids": list(found["cited_event_ids"])}
