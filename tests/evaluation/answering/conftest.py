"""A server that answers badly in every way, one for the whole folder."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from memsql.evaluation.answering import Asked, Settings
from tests.evaluation.answering.behaviours import answer
from tests.evaluation.server import Running, serving

LONG = "x" * 1_000_000
RULES: list[tuple[str, dict[str, Any]]] = [
    ("right", {"content": answer(388)}),
    ("fenced", {"content": f"```json\n{answer(388)}\n```"}),
    ("nothing", {"content": answer(0, "justified-zero")}),
    ("undecided", {"content": answer(None, "unknown", ())}),
    ("broken", {"content": answer(388)[:-4]}),
    ("empty", {"content": ""}),
    ("no text", {"content": None}),
    ("long", {"content": LONG}),
    ("nested", {"content": "[" * 100_000}),
    ("half a pair", {"content": '{"label": "\ud800"}'}),
    ("a sentence", {"content": "I think that it is 388."}),
    ("another type", {"content": answer("Tuesday")}),
    ("another label", {"content": answer(388, "certain")}),
    ("cut off", {"content": '{"cited_event_ids": ["e1", "e', "finish_reason": "length"}),
    ("refusal", {"content": None, "refusal": "I cannot help with that."}),
    ("filter", {"content": "", "finish_reason": "content_filter"}),
    ("too long", {"status": 400, "body": '{"error": {"message": "too long", "code": "context_length_exceeded"}}'}),
    ("odd request", {"status": 422, "content": "no such thing"}),
    ("no completion", {"body": "<html>busy</html>"}),
    ("reset", {"is_reset": True}),
    ("cut answer", {"content": answer(388), "is_cut": True}),
    ("slow", {"content": answer(388), "seconds": 2}),
    ("trickling", {"content": answer(388), "seconds_a_byte": 0.02}),
    ("broken server", {"status": 500, "content": "oh"}),
    ("wrong key", {"status": 401, "content": "Incorrect API key"}),
    ("forbidden", {"status": 403, "content": "not yours"}),
    ("no model", {"status": 404, "content": "no such\nmodel"}),
    ("no quota", {"status": 429, "body": '{"error": {"message": "pay", "code": "insufficient_quota"}}'}),
    ("long pause", {"status": 429, "content": "later", "headers": {"Retry-After": "3600"}}),
    ("in a while", {"content": answer(5), "seconds": 0.3}),
]
BUSY: list[dict[str, Any]] = [
    {
        "contains": "Question: busy",
        "seen": 0,
        "reply": {"status": 429, "headers": {"Retry-After": "0.4"}, "body": "{}"},
    },
    {"contains": "Question: busy", "seen": 1, "reply": {"status": 503, "body": "{}"}},
    {"contains": "Question: busy", "reply": {"content": answer(7)}},
]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    rules = [{"contains": f"Question: {name}\n", "reply": reply} for name, reply in RULES]
    with serving(tmp_path_factory.mktemp("server"), [*rules, *BUSY]) as running:
        yield running


@pytest.fixture
def settings(server: Running, request: pytest.FixtureRequest) -> Callable[..., Settings]:
    """Settings for the server; each test has a model of its own, so that no body comes twice by chance."""

    def made(**changes: Any) -> Settings:
        given = {"timeout_seconds": 20, "attempts": 3, "pause_seconds": 0.01, **changes}
        return Settings(server.url, request.node.name, **given)

    return made


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    return tmp_path / "answers.sqlite"


def ask(question: str, answer_type: str | None = "number", context: str = "[e1] It is 388.") -> Asked:
    return Asked(question, question, datetime(2025, 4, 17, 23, 59, 59), answer_type, context)
