"""What an answer model is asked, and what came of it (EVALUATION: "Outcome of every row")."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from enum import StrEnum

ANSWER_TYPES = ("number", "boolean", "entity", "date", "set", "tuple")
LABELS = ("answerable", "justified-zero", "unknown")


class Outcome(StrEnum):
    """What came of one row; every other than ok counts as wrong.

    ok: an answer in the promised form. parse_error: an output that is not (broken JSON, a value of another type, an
    empty text). refused: the model refuses, the endpoint's filter stops it, or the endpoint refuses this one request
    (a context too long for the model). timeout: no output at all, since the transport failed in every attempt, by
    time-out or otherwise. sut_error: the memory system gave no context; an answer model never causes it.
    """

    OK = "ok"
    PARSE_ERROR = "parse_error"
    REFUSED = "refused"
    TIMEOUT = "timeout"
    SUT_ERROR = "sut_error"


@dataclass(frozen=True, slots=True)
class Asked:
    """One question to the answer model, with the context that a memory system returned for it.

    ``answer_type``: number, boolean, entity, date, set or tuple; None: the model says which.
    """

    ask_id: str
    question: str
    as_of: datetime
    answer_type: str | None
    context: str


@dataclass(frozen=True, slots=True)
class Answered:
    """What came of one question: outcome, label, typed answer (columns as in table ``answer``), citations.

    Label and value are None unless the outcome is ok; the value is None for the label unknown too, whatever the model
    put beside it. ``cited_event_ids``: distinct, sorted. ``raw``: the output as it came. ``detail``: why the outcome
    is not ok. ``input_tokens``, ``output_tokens``: as the endpoint counts them, None where it does not say.
    ``cached``: no request was sent for this row now; its tokens and seconds are those of the request that was.
    Rows with the same ``request_sha256`` share one request: sum costs over distinct requests.
    """

    ask_id: str
    outcome: Outcome
    label: str | None = None
    answer_type: str | None = None
    value_number: Decimal | None = None
    value_boolean: bool | None = None
    value_entity: str | None = None
    value_date: date | None = None
    value_set: tuple[str, ...] | None = None
    cited_event_ids: tuple[str, ...] = ()
    raw: str = ""
    detail: str = ""
    input_tokens: int | None = None
    output_tokens: int | None = None
    seconds: float | None = None
    cached: bool = False
    prompt_sha256: str = ""
    request_sha256: str = ""


def outcome_counts(answered: Iterable[Answered]) -> dict[str, int]:
    """Rows by outcome, every outcome named, those that never came included."""
    found = Counter(a.outcome for a in answered)
    return {str(outcome): found[outcome] for outcome in Outcome}


def clean(text: str) -> str:
    """A text that every file and database takes: halves of surrogate pairs become U+FFFD, the rest stays."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
