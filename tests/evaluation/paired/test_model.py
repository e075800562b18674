"""An answer model behind an endpoint: every way in which there comes no answer."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest

from memsql.errors import MemsqlError
from memsql.evaluation.answering.settings import Settings
from memsql.evaluation.paired.answer import NoAnswerError
from memsql.evaluation.paired.model import ChatAnswerer


class Server(HTTPServer):
    """Replies with one status and body."""

    status: int
    content: bytes
    requests: list[dict[str, Any]]


class Handler(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        server = self.server
        assert isinstance(server, Server)
        server.requests.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
        self.send_response(server.status)
        self.end_headers()
        self.wfile.write(server.content)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def server() -> Iterator[Server]:
    found = Server(("127.0.0.1", 0), Handler)
    found.requests = []
    thread = threading.Thread(target=found.serve_forever, daemon=True)
    thread.start()
    yield found
    found.shutdown()
    thread.join()
    found.server_close()


def replying(server: Server, status: int, body: object) -> ChatAnswerer:
    """A model whose endpoint says this to every request."""
    server.status = status
    server.content = body.encode() if isinstance(body, str) else json.dumps(body).encode()
    address = f"http://127.0.0.1:{server.server_port}/v1"
    return ChatAnswerer(Settings(address, "some", attempts=2, pause_seconds=0), "C {context} Q {question} A")


def said(**message: object) -> dict[str, object]:
    return {"choices": [{"message": message}]}


def test_the_prompt_is_filled_and_temperature_zero(server: Server) -> None:
    model = replying(server, 200, said(content=" Odile\n"))
    assert model.answer("Who?\nName.", "a {question} in a context") == " Odile\n"
    model.close()
    (asked,) = server.requests
    assert asked["messages"][0]["content"] == "C a {question} in a context Q Who?\nName. A"
    assert (asked["model"], asked["temperature"]) == ("some", 0.0)
    assert set(model.settings) == {"prompt_sha256", "temperature"}
    assert model.name == "some"


FILTERED = {"choices": [{"message": {"content": "half"}, "finish_reason": "content_filter"}]}
TOO_LONG = {"error": {"code": "context_length_exceeded", "message": "too long"}}


@pytest.mark.parametrize(
    ("status", "body", "outcome"),
    [
        (200, "{broken", "parse_error"),
        (200, {"choices": []}, "parse_error"),
        (200, said(content=None, refusal="I will not."), "refused"),
        (200, FILTERED, "refused"),
        (400, TOO_LONG, "refused"),
        (413, "", "refused"),
        (503, "", "timeout"),
        (429, "", "timeout"),
    ],
)
def test_no_answer_is_an_outcome(server: Server, status: int, body: object, outcome: str) -> None:
    model = replying(server, status, body)
    with pytest.raises(NoAnswerError) as none:
        model.answer("Who?", "nothing")
    model.close()
    assert none.value.outcome == outcome
    assert len(server.requests) == (2 if outcome == "timeout" else 1)


@pytest.mark.parametrize(
    ("status", "body", "line"),
    [
        (401, {"error": {"message": "bad key"}}, 'refused with 401 ("bad key"); check the key'),
        (400, {"error": {"message": "no temperature"}}, 'refused with 400 ("no temperature"); check model and options'),
    ],
)
def test_what_every_request_would_meet_stops(server: Server, status: int, body: object, line: str) -> None:
    model = replying(server, status, body)
    with pytest.raises(MemsqlError) as stopped:
        model.answer("Who?", "nothing")
    model.close()
    assert line in str(stopped.value)


def test_nobody_there() -> None:
    model = ChatAnswerer(Settings("http://127.0.0.1:9/v1", "some", attempts=1), "C {context} Q {question} A")
    with pytest.raises(MemsqlError, match="cannot be reached"):
        model.answer("Who?", "nothing")
    model.close()


def test_an_empty_output_is_an_answer_of_nothing(server: Server) -> None:
    model = replying(server, 200, said(content=""))
    assert model.answer("Who?", "nothing") == ""
    model.close()
