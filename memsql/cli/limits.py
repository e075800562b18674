"""``--limit NAME=VALUE`` of a run: how long a program, or an endpoint, may take, and how much it may say."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from memsql.errors import MemsqlError, did_you_mean, shown

if TYPE_CHECKING:
    from memsql.evaluation.process import Limits

SYSTEM = {
    "open": "open_seconds",
    "ingest": "ingest_seconds",
    "record": "record_seconds",
    "question": "context_seconds",
    "log_bytes": "log_bytes",
}
"""Of a system that is a program: seconds of its calls, and bytes of its log."""
MODEL = {
    "request": "timeout_seconds",
    "attempts": "attempts",
    "concurrency": "concurrency",
    "output_tokens": "max_output_tokens",
}
"""Of an answer model: seconds of an attempt, attempts of a request, requests at once, tokens of an answer."""
WHOLE = ("log_bytes", "attempts", "concurrency", "output_tokens")
HELP = (
    "NAME=VALUE; repeatable. Of a program: open, ingest, record, question (seconds), log_bytes. "
    "Of a model: request (seconds), attempts, concurrency, output_tokens."
)


class Given(NamedTuple):
    """The limits as they were given, by the names of the fields that hold them."""

    system: dict[str, Any]
    model: dict[str, Any]

    def limits(self) -> Limits:
        """Those of a program, the others as they are."""
        from memsql.evaluation.process import Limits

        return Limits(**self.system)


def read(texts: Sequence[str]) -> Given:
    """Read the options. Raises MemsqlError for a name that there is not, and for what is no number above 0."""
    found = Given({}, {})
    for text in texts:
        name, _, value = text.partition("=")
        if name not in SYSTEM and name not in MODEL:
            raise MemsqlError(f"--limit {shown(text)}: no such limit; {did_you_mean(name, (*SYSTEM, *MODEL))}")
        number = _number(value, is_whole=name in WHOLE)
        if number is None:
            kind = "whole number" if name in WHOLE else "number of seconds"
            raise MemsqlError(f"--limit {shown(text)}: no limit; write a {kind} above 0, as in --limit {name}=300")
        if name in SYSTEM:
            found.system[SYSTEM[name]] = number
        else:
            found.model[MODEL[name]] = number
    return found


def check(given: Given, system: str, *, is_program: bool, is_model: bool) -> None:
    """Raise MemsqlError for a limit that nothing here would keep to."""
    if given.system and not is_program:
        name = next(n for n, f in SYSTEM.items() if f in given.system)
        advice = "only a --sut-command and a system with an environment of its own can be stopped"
        raise MemsqlError(f"--limit {name}: {system} runs in this process; {advice}")
    if given.model and not is_model:
        name = next(n for n, f in MODEL.items() if f in given.model)
        raise MemsqlError(f"--limit {name}: no model is asked; give it with --endpoint and --model")


def _number(text: str, *, is_whole: bool) -> float | None:
    try:
        value = int(text) if is_whole else float(text)
    except ValueError:
        return None
    return value if 0 < value < float("inf") else None
