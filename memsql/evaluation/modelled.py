"""An answer model behind an endpoint as the responder of a run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from memsql.evaluation.answering import Answered, Asked, Endpoint, Estimate, Settings, estimate
from memsql.evaluation.exam import Exam
from memsql.evaluation.respond import Report, Row, State, Wanted, failed_row
from memsql.gold.tables import ANSWER_FIELDS
from memsql.people.values import number_text


@dataclass(frozen=True)
class Modelled:
    """Asks a model; ``exam`` tells the type of each answer, which is part of the question's form, not of its gold."""

    exam: Exam
    endpoint: Endpoint

    @property
    def author(self) -> str:
        """The model's name."""
        return self.endpoint.author

    @property
    def probes(self) -> bool:
        """Probes are asked of it too."""
        return True

    @property
    def derives(self) -> bool:
        """A model derives nothing by itself from states that are put in place: each node is asked for."""
        return False

    def about(self) -> dict[str, Any]:
        """What makes another run another one: the endpoint, the model and how it is asked, the prompts' hash."""
        s = self.endpoint.settings
        return {
            "kind": "model",
            "endpoint": s.endpoint,
            "model": s.model,
            "format": s.format,
            "temperature": s.temperature,
            "seed": s.seed,
            "max_output_tokens": s.max_output_tokens,
            "prompts_sha256": self.endpoint.prompts.sha256,
            **self._patience(),
        }

    def _patience(self) -> dict[str, Any]:
        """How long and how often it is asked, where that is not as usual: what was not answered may be then."""
        usual = Settings("https://usual/v1", "usual")
        s = self.endpoint.settings
        found = {n: getattr(s, n) for n in ("attempts", "timeout_seconds") if getattr(s, n) != getattr(usual, n)}
        return {"limits": found} if found else {}

    def answer(self, wanted: Sequence[Wanted], report: Report | None = None) -> list[Row]:
        """Return one row for each, in the same order. Raises EndpointError where the endpoint cannot be used."""
        asked = [(n, self._asked(w)) for n, w in enumerate(wanted) if not w.failed]
        tell = None if report is None else (lambda _, done, __: report(done))
        answers = self.endpoint.answer([a for _, a in asked], tell)
        rows = [failed_row(w.failed, self.author) for w in wanted]
        for (number, _), answered in zip(asked, answers, strict=True):
            rows[number] = self._row(answered)
        return rows

    def estimate(self, wanted: Sequence[Wanted]) -> Estimate:
        """Return how many requests the answers would take, and about how many tokens."""
        return estimate((self._asked(w) for w in wanted if not w.failed), self.endpoint)

    def _asked(self, wanted: Wanted) -> Asked:
        ask = wanted.ask
        context = "\n".join(map(said, wanted.states)) if wanted.states else wanted.context
        return Asked(ask.ask_id, ask.question, ask.as_of, self.exam.answer_types[ask.ask_id], context)

    def _row(self, answered: Answered) -> Row:
        given = {f.name: getattr(answered, f.name) for f in ANSWER_FIELDS}
        given["value_set"] = None if answered.value_set is None else list(answered.value_set)
        return {
            "outcome": str(answered.outcome),
            **given,
            "cited_event_ids": list(answered.cited_event_ids),
            "answer_author": self.author,
            "citation_author": self.author,
            "coverage": None,
            "raw": answered.raw,
            "detail": answered.detail or None,
            "input_tokens": answered.input_tokens,
            "output_tokens": answered.output_tokens,
            "request_sha256": answered.request_sha256,
        }


def said(state: State) -> str:
    """A state as a line of a context: its question and its answer."""
    return f"{state.ask.question} {answer_text(state.answer)}"


def answer_text(answer: Mapping[str, Any]) -> str:
    """An answer in words."""
    kind, label = answer["answer_type"], answer["label"]
    if label is None or label == "unknown":
        return "It is not known."
    value = answer.get("value_set" if kind in ("set", "tuple") else f"value_{kind}")
    if kind == "boolean":
        return "Yes." if value else "No."
    if value is None or value == []:
        return "There is none."
    if kind == "number":
        return f"{number_text(value)}."
    return (", ".join(value) if isinstance(value, list | tuple) else str(value)) + "."
