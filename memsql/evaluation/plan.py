"""What a run will take, said before it starts: questions, calls, tokens."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from memsql.evaluation.answers import wanted_of
from memsql.evaluation.exam import Exam, Kind
from memsql.evaluation.journal import MANIFEST
from memsql.evaluation.modelled import Modelled
from memsql.evaluation.run import Setup
from memsql.evaluation.sut import Budget
from memsql.evaluation.suts.kept import fitting
from memsql.evaluation.tokens import TOKENIZER, token_count


class Planned(NamedTuple):
    """One figure of a plan, and how it is known."""

    what: str
    figure: int | str
    how: str


def planned(setup: Setup, runs: Path) -> list[Planned]:
    """Return the figures of a run. Opens the system for a moment to hear whether it is bounded.

    Raises SutError where it cannot be had. Tokens of contexts are those of the last records that the budget holds, or
    of the whole history where the system is not bounded: what it will really return is not known before.
    """
    exam = setup.exam
    asks = [a for s in exam.scenario_ids for a in exam.asks[s]]
    counts = {kind: sum(a.kind is kind for a in asks) for kind in Kind}
    records = [r for s in exam.scenario_ids for r in exam.records[s]]
    answers = len(asks) + exam.diagnostic_edges.height
    place = runs / setup.name
    state = "done" if (place / MANIFEST).exists() else "not done"
    found = [
        Planned("run", setup.name, state),
        Planned("records to ingest", len(records), f"{sum(token_count(r.text) for r in records):,} tokens"),
        Planned("questions to the system", len(asks), ", ".join(f"{n:,} {k}" for k, n in counts.items())),
        Planned("answers", answers, "each question in its context; each probe also in those of its parents"),
    ]
    if not isinstance(setup.responder, Modelled):
        return [*found, Planned("requests to an answer model", 0, "the symbolic reader needs none")]
    contexts = dict(_contexts(exam, setup.budget if _is_bounded(setup) else Budget()))
    estimate = setup.responder.estimate(wanted_of(exam, contexts))
    upper = f"at most; {estimate.cached:,} of them are answered in the cache already"
    recoveries = 2 * exam.diagnostic_edges["query_id"].n_unique()
    return [
        *found,
        Planned("requests to an answer model", estimate.calls, upper),
        Planned("tokens of the requests", estimate.input_tokens, f"about; counted by {TOKENIZER}"),
        Planned("recoveries", recoveries, "at most, and short: two for each wrong answer that is probed"),
    ]


def _is_bounded(setup: Setup) -> bool:
    sut = setup.spec()
    try:
        return sut.open(f"{setup.name}-plan", setup.spec.options).bounded
    finally:
        sut.close()


def _contexts(exam: Exam, budget: Budget) -> Iterator[tuple[str, dict[str, str | None]]]:
    """By question, a context as large as the system may return it."""
    for scenario in exam.scenario_ids:
        seen: list = []  # type: ignore[type-arg]
        for batch in exam.schedule(scenario):
            seen += batch.records
            text = "\n".join(r.text for r in reversed(fitting(reversed(seen), budget)))
            yield from ((a.ask_id, {"outcome": "ok", "text": text, "event_ids": None}) for a in batch.asks)
