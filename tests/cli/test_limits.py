"""Limits of a run from the command line: who keeps to them, what makes another run, what is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from memsql.cli.evaluation import _setup
from memsql.errors import MemsqlError
from memsql.evaluation.modelled import Modelled
from memsql.evaluation.run import Setup

NO_MODEL, A_MODEL = ("", "", "", "K", "schema"), ("", "http://127.0.0.1:9/v1", "m", "K", "schema")
EXAMPLE = "python example_sut.py"


def setup(suite: Path, *limit: str, name: str = "", command: str = EXAMPLE, answering: Any = NO_MODEL) -> Setup:
    return _setup(name, suite, Path("runs"), None, command, None, (None, None), answering, limit)


def test_a_program_keeps_to_them_and_they_make_another_run(generated_suite: Path) -> None:
    usual = setup(generated_suite)
    patient = setup(generated_suite, "question=300", "record=1.5")
    assert (patient.spec.limits.context_seconds, patient.spec.limits.record_seconds) == (300.0, 1.5)
    assert patient.spec.limits.open_seconds == usual.spec.limits.open_seconds
    assert patient.about()["sut"]["limits"] == {"record_seconds": 1.5, "context_seconds": 300.0}
    assert "limits" not in usual.about()["sut"] and patient.name != usual.name
    assert setup(generated_suite, "question=120", "log_bytes=5").name == usual.name, "as usual, and no matter"


def test_a_model_is_asked_by_them(generated_suite: Path) -> None:
    usual = setup(generated_suite, answering=A_MODEL)
    given = ("request=300", "attempts=2", "concurrency=3", "output_tokens=400")
    patient = setup(generated_suite, *given, answering=A_MODEL)
    assert isinstance(patient.responder, Modelled) and isinstance(usual.responder, Modelled)
    s = patient.responder.endpoint.settings
    assert (s.timeout_seconds, s.attempts, s.concurrency, s.max_output_tokens) == (300.0, 2, 3, 400)
    assert patient.about()["answer_model"]["limits"] == {"attempts": 2, "timeout_seconds": 300.0}
    assert "limits" not in usual.about()["answer_model"] and patient.name != usual.name
    assert setup(generated_suite, "concurrency=3", answering=A_MODEL).name == usual.name


@pytest.mark.parametrize(
    ("limit", "options", "message"),
    [
        ("qestion=3", {}, '--limit "qestion=3": no such limit; did you mean question?'),
        ("question", {}, '--limit "question": no limit; write a number of seconds above 0, as in --limit question=300'),
        ("question=0", {}, "write a number of seconds above 0"),
        ("question=inf", {}, "write a number of seconds above 0"),
        ("attempts=1.5", {}, "write a whole number above 0, as in --limit attempts=300"),
        ("question=3", {"name": "bm25", "command": ""}, "--limit question: bm25 runs in this process; only a"),
        ("attempts=3", {}, "--limit attempts: no model is asked; give it with --endpoint and --model"),
    ],
)
def test_a_limit_that_nobody_keeps_to_is_refused(
    generated_suite: Path, limit: str, options: dict[str, Any], message: str
) -> None:
    with pytest.raises(MemsqlError) as refused:
        setup(generated_suite, limit, **options)
    assert message in str(refused.value) and "\n" not in str(refused.value)
