"""Drive a system through the examination of one scenario, and keep what it returned: rows of the run's tables.

Records go in batch by batch, and every question is put at its cutoff, before the next batch. A call that raises or
takes too long is the outcome of its row. Scenarios are independent of each other.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from memsql.errors import SutError, shown
from memsql.evaluation.exam import Ask, Batch, Exam
from memsql.evaluation.process import SutTimeoutError
from memsql.evaluation.registry import DEFAULT_BUDGET, SutSpec, opened
from memsql.evaluation.sut import Budget, Capabilities, Context, Sut, Usage
from memsql.evaluation.suts.references import Reference
from memsql.evaluation.tokens import token_count

Row = dict[str, object]
REASONS = 20
"""So many different reasons of failed calls are kept."""


@dataclass(frozen=True, slots=True)
class Collected:
    """What a system returned for one scenario: rows of the tables ``context``, ``ingestion`` and ``timing``.

    ``reasons``: the different messages of calls that failed, in the order in which they first came.
    """

    capabilities: Capabilities
    context: tuple[Row, ...]
    ingestion: tuple[Row, ...]
    timing: tuple[Row, ...]
    reasons: tuple[str, ...]


def collect(
    exam: Exam,
    scenario_id: str,
    spec: SutSpec,
    namespace: str,
    budget: Budget = DEFAULT_BUDGET,
    progress: Callable[[int], None] | None = None,
) -> Collected:
    """Run one scenario with a fresh instance. Raises SutError where it cannot be opened: nothing was asked then.

    ``namespace``: one for each run and scenario. ``progress`` is told after each question how many are behind.
    """
    sut = spec()
    reference = sut if spec.is_reference and isinstance(sut, Reference) else None
    if reference:
        reference.lend(exam, scenario_id)
    capabilities = opened(sut, spec, namespace)
    course = _Course(sut, reference, scenario_id, budget, progress or (lambda _: None))
    try:
        for batch in exam.schedule(scenario_id):
            course.take(batch)
    finally:
        # What is wrong with forgetting is no answer; a run that was stopped has its own error.
        with contextlib.suppress(Exception):
            sut.close()
    timing = [
        {"scenario_id": scenario_id, "phase": phase, "calls": calls, "seconds": seconds}
        for phase, (calls, seconds) in course.timing.items()
    ]
    return Collected(capabilities, tuple(course.context), tuple(course.ingestion), tuple(timing), tuple(course.reasons))


@dataclass(slots=True)
class _Course:
    """One scenario under way."""

    sut: Sut
    reference: Reference | None
    scenario_id: str
    budget: Budget
    progress: Callable[[int], None]
    context: list[Row] = field(default_factory=list)
    ingestion: list[Row] = field(default_factory=list)
    reasons: list[str] = field(default_factory=list)
    timing: dict[str, tuple[int, float]] = field(default_factory=lambda: {"ingest": (0, 0.0), "context": (0, 0.0)})
    tokens: int = 0
    texts: dict[str, tuple[str, int]] = field(default_factory=dict)
    """Texts returned since the last batch and their tokens: many questions may have one long context."""
    broken: str = ""
    """Outcome of everything after an ingestion that failed: the memory lacks records from then on."""

    def take(self, batch: Batch) -> None:
        """Ingest a batch, then ask."""
        self._ingest(batch)
        self.texts = {}
        for ask in batch.asks:
            self.context.append(self._asked(ask))
            self.progress(len(self.context))

    def _ingest(self, batch: Batch) -> None:
        count = sum(token_count(r.text) for r in batch.records)
        self.tokens += count
        spent: Usage | None = None
        if not self.broken:
            started = time.perf_counter()
            try:
                parts = [self.sut.ingest(batch.records)] if batch.records else []
                spent = total([*parts, self.sut.ready()])
            except (Exception, SystemExit) as error:
                self.broken = self._failed(error, f"ingestion of {self.scenario_id}")
            self._clock("ingest", started)
        if batch.records:
            row = {"scenario_id": self.scenario_id, "batch": len(self.ingestion) + 1}
            self.ingestion.append({**row, "record_count": len(batch.records), "token_count": count, **_spent(spent)})

    def _asked(self, ask: Ask) -> Row:
        outcome, found = self.broken or "ok", Context("")
        if not self.broken:
            started = time.perf_counter()
            try:
                if self.reference:
                    self.reference.about(ask)
                found = checked_context(self.sut.context(ask.question, ask.as_of, self.budget))
            except (Exception, SystemExit) as error:
                outcome, found = self._failed(error, ask.ask_id), Context("")
            self._clock("context", started)
        if found.text not in self.texts:
            self.texts[found.text] = (found.text, token_count(found.text))
        text, tokens = self.texts[found.text]
        return {
            "ask_id": ask.ask_id,
            "kind": ask.kind.value,
            "scenario_id": self.scenario_id,
            "as_of": ask.as_of,
            "outcome": outcome,
            "text": text,
            "event_ids": None if found.event_ids is None else list(found.event_ids),
            "record_count": found.records,
            "token_count": tokens,
            "history_share": tokens / self.tokens if self.tokens else None,
            **_spent(found.usage),
        }

    def _clock(self, phase: str, started: float) -> None:
        calls, seconds = self.timing[phase]
        self.timing[phase] = (calls + 1, seconds + time.perf_counter() - started)

    def _failed(self, error: BaseException, where: str) -> str:
        """Keep the reason; return the outcome."""
        reason = str(error) if isinstance(error, SutError) else f"{type(error).__name__}: {shown(str(error), 300)}"
        if len(self.reasons) < REASONS and not any(r.endswith(reason) for r in self.reasons):
            self.reasons.append(f"{where}: {reason}")
        return "timeout" if isinstance(error, SutTimeoutError | TimeoutError) else "sut_error"


def checked_context(found: Context) -> Context:
    """Return a context that keeps its contract. Raises SutError for one that does not, whoever made it."""
    if not isinstance(found, Context):
        raise SutError(f"context: returned {shown(found)}; return a Context")
    ids = found.event_ids
    if not isinstance(found.text, str) or not (ids is None or all(isinstance(i, str) for i in ids)):
        raise SutError("context: text or event_ids are no texts; return texts")
    try:
        "".join([found.text, *(ids or ())]).encode()
    except UnicodeEncodeError:
        raise SutError("context: half a surrogate pair is no text; return valid Unicode") from None
    return found


def total(usages: Sequence[Usage | None]) -> Usage | None:
    """The sum of what was spent; None where nothing was said."""
    said = [u for u in usages if u is not None]
    if not said:
        return None
    return Usage(sum(u.calls for u in said), sum(u.input_tokens for u in said), sum(u.output_tokens for u in said))


def _spent(usage: Usage | None) -> Row:
    if usage is None:
        return {"calls": None, "input_tokens": None, "output_tokens": None}
    return {"calls": usage.calls, "input_tokens": usage.input_tokens, "output_tokens": usage.output_tokens}
