"""Answer models behind an OpenAI-compatible endpoint: one retained answer for each question and context."""

from memsql.evaluation.answering.answers import Answered, Asked, Outcome, outcome_counts
from memsql.evaluation.answering.asking import Outstanding, Watch
from memsql.evaluation.answering.endpoint import Endpoint
from memsql.evaluation.answering.estimate import Estimate, estimate
from memsql.evaluation.answering.settings import Settings

__all__ = [
    "Answered",
    "Asked",
    "Endpoint",
    "Estimate",
    "Outcome",
    "Outstanding",
    "Settings",
    "Watch",
    "estimate",
    "outcome_counts",
]
