"""A small OpenAI-compatible server on the loopback interface, as a process of its own, with a log of every request.

Serves /v1/chat/completions, /v1/embeddings (hashed bags of words, the same for the same text) and /v1/models. What
it answers to a chat is behaviour given from outside: a Python callable by its dotted name (``package.module:name``,
from a :class:`Request` to a :class:`Reply`), or a JSON file of rules.

A file of rules is a list of objects, of which the first that fits replies; where none does the reply is status 500:
``contains`` (a text that the messages hold; absent: any), ``seen`` (only when the same body came that many times
before) and ``reply``, the fields of a :class:`Reply`, in which ``content`` may be any JSON and is sent as its text.

The log is one JSON object a line: ``sha256`` of the canonical body, ``path``, ``in_flight`` with this one, and
``event``: "asked" as a request arrives, "replied" as the reply begins to leave.
"""

from __future__ import annotations

import argparse
import base64
import hashlib
import importlib
import json
import math
import os
import re
import socket
import struct
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

DIMENSIONS = 256
WORD = re.compile(r"\w+")
TOKEN = re.compile(r"\w+|[^\w\s]")


@dataclass(frozen=True, slots=True)
class Request:
    """A chat request. ``seen``: how often the same body came before. Names of ``headers`` are in lower case."""

    body: Mapping[str, Any]
    sha256: str
    seen: int
    headers: Mapping[str, str]

    @property
    def text(self) -> str:
        """The contents of its messages."""
        contents = (m.get("content") for m in self.body.get("messages", ()))
        return "\n".join(c if isinstance(c, str) else json.dumps(c) for c in contents)

    @property
    def user(self) -> str:
        """Content of the last message."""
        return str(self.body["messages"][-1]["content"])


@dataclass(frozen=True, slots=True)
class Reply:
    """What the server does. ``content`` is the model's text; ``message`` stands for the whole message instead.

    ``body`` is sent as it is in the place of a completion. ``seconds``: the wait before anything is sent;
    ``seconds_a_byte``: the wait between two bytes of the reply.
    ``is_reset``: the connection is cut without a reply. ``is_cut``: it is cut in the middle of one.
    """

    content: str | None = None
    status: int = 200
    refusal: str | None = None
    finish_reason: str = "stop"
    message: Mapping[str, Any] | None = None
    body: str | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    seconds: float = 0.0
    seconds_a_byte: float = 0.0
    is_reset: bool = False
    is_cut: bool = False


Behaviour = Callable[[Request], Reply]


def canonical_sha256(body: object) -> str:
    """Hash of a body whatever the order of its keys."""
    return hashlib.sha256(json.dumps(body, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def by_rules(rules: list[dict[str, Any]]) -> Behaviour:
    """The behaviour that a file of rules states."""

    def reply(rule: Mapping[str, Any]) -> Reply:
        found = dict(rule["reply"])
        if "content" in found and not isinstance(found["content"], str | None):
            found["content"] = json.dumps(found["content"], ensure_ascii=False)
        return Reply(**found)

    replies = [(str(r.get("contains", "")), r.get("seen"), reply(r)) for r in rules]

    def behave(request: Request) -> Reply:
        text = request.text
        for contains, seen, found in replies:
            if contains in text and seen in (None, request.seen):
                return found
        return Reply(status=500, body='{"error": {"message": "no rule fits"}}')

    return behave


def behaviour_of(name: str) -> Behaviour:
    """A behaviour by the path of a file of rules or by the dotted name of a callable."""
    if name.endswith(".json"):
        return by_rules(json.loads(Path(name).read_text()))
    module, _, attribute = name.partition(":")
    found: Behaviour = getattr(importlib.import_module(module), attribute)
    return found


def embedding(text: str, dimensions: int = DIMENSIONS) -> list[float]:
    """A hashed bag of words of length 1; texts that share words have a positive product."""
    vector = [0.0] * dimensions
    for word, count in Counter(WORD.findall(text.lower())).items():
        digest = hashlib.sha256(word.encode()).digest()
        vector[int.from_bytes(digest[:4], "big") % dimensions] += count * (1 if digest[4] % 2 else -1)
    length = math.sqrt(sum(v * v for v in vector))
    return [v / length for v in vector] if length else [1.0] + [0.0] * (dimensions - 1)


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def __init__(self, port: int, behaviour: Behaviour, log: Path) -> None:
        super().__init__(("127.0.0.1", port), _Handler)
        self.behaviour = behaviour
        self.log = os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
        self.lock = threading.Lock()
        self.seen: Counter[str] = Counter()
        self.in_flight = 0

    def note(self, event: str, path: str, sha256: str) -> int:
        """Write a line of the log; return how often the same body was asked before."""
        with self.lock:
            seen = self.seen[sha256]
            if event == "asked":
                self.seen[sha256] += 1
                self.in_flight += 1
            line = {"event": event, "path": path, "sha256": sha256, "in_flight": self.in_flight}
            if event == "replied":
                self.in_flight -= 1
            os.write(self.log, (json.dumps(line) + "\n").encode())
            return seen

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that went away, by time-out or kill, is no error of the server's; any other is shown."""
        if not isinstance(sys.exception() if sys.version_info >= (3, 12) else sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    server: _Server

    def do_GET(self) -> None:
        models = {"object": "list", "data": [{"id": "any", "object": "model", "owned_by": "tests"}]}
        self._send(Reply(body=json.dumps(models)) if self.path == "/v1/models" else Reply(status=404, body="{}"))

    def do_POST(self) -> None:
        length = int(self.headers.get("Content-Length", 0))
        content = self.rfile.read(length)
        if len(content) < length:  # the client was killed while it asked
            self.close_connection = True
            return
        body = json.loads(content)
        sha256 = canonical_sha256(body)
        seen = self.server.note("asked", self.path, sha256)
        if self.path == "/v1/chat/completions":
            reply = self.server.behaviour(
                Request(body, sha256, seen, {name.lower(): value for name, value in self.headers.items()})
            )
            time.sleep(reply.seconds)
            reply = reply if reply.body is not None else _completed(body, reply)
        elif self.path == "/v1/embeddings":
            reply = Reply(body=json.dumps(_embedded(body)))
        else:
            reply = Reply(status=404, body='{"error": {"message": "no such path"}}')
        # Before it leaves: the client may send its next request before this thread goes on.
        self.server.note("replied", self.path, sha256)
        self._send(reply)

    def _send(self, reply: Reply) -> None:
        content = (reply.body or "").encode("utf-8", "surrogatepass")
        if reply.is_reset:
            # Closed with a linger of 0 s: the client sees a reset.
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            self.close_connection = True
            self.connection.close()
            return
        self.send_response(reply.status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        for name, value in reply.headers.items():
            self.send_header(name, value)
        self.end_headers()
        if reply.is_cut:
            content = content[: len(content) // 2]
            self.close_connection = True
        for piece in [bytes([byte]) for byte in content] if reply.seconds_a_byte else [content]:
            time.sleep(reply.seconds_a_byte)
            self.wfile.write(piece)
        self.wfile.flush()

    def log_message(self, *_: object) -> None:
        """Nothing on stderr: the log is the file."""


def _completed(body: Mapping[str, Any], reply: Reply) -> Reply:
    """The reply with its content as a chat completion."""
    message = reply.message or {"role": "assistant", "content": reply.content, "refusal": reply.refusal}
    prompt = sum(len(TOKEN.findall(str(m.get("content")))) for m in body.get("messages", ()))
    output = len(TOKEN.findall(reply.content or ""))
    completion = {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 0,
        "model": body.get("model"),
        "choices": [{"index": 0, "message": message, "finish_reason": reply.finish_reason, "logprobs": None}],
        "usage": {"prompt_tokens": prompt, "completion_tokens": output, "total_tokens": prompt + output},
    }
    text = json.dumps(completion if reply.status == 200 else {"error": {"message": reply.content or "refused"}})
    return replace(reply, body=text)


def _embedded(body: Mapping[str, Any]) -> dict[str, Any]:
    texts = [body["input"]] if isinstance(body["input"], str) else list(body["input"])
    vectors: list[Any] = [embedding(str(t), int(body.get("dimensions") or DIMENSIONS)) for t in texts]
    if body.get("encoding_format") == "base64":
        vectors = [base64.b64encode(struct.pack(f"<{len(v)}f", *v)).decode() for v in vectors]
    count = sum(len(TOKEN.findall(str(t))) for t in texts)
    return {
        "object": "list",
        "model": body.get("model"),
        "data": [{"object": "embedding", "index": i, "embedding": v} for i, v in enumerate(vectors)],
        "usage": {"prompt_tokens": count, "total_tokens": count},
    }


@dataclass(frozen=True, slots=True)
class Running:
    """A server that runs: where it is, and what it was asked."""

    url: str
    log: Path

    def lines(self, event: str = "asked", path: str = "/v1/chat/completions") -> list[dict[str, Any]]:
        """The log so far, of one event and path."""
        found = [json.loads(line) for line in self.log.read_text().splitlines()]
        return [line for line in found if line["event"] == event and line["path"] == path]

    def asked(self) -> Counter[str]:
        """How often each chat body was asked, by its hash."""
        return Counter(line["sha256"] for line in self.lines())


@contextmanager
def serving(folder: Path, behaviour: str | list[dict[str, Any]]) -> Iterator[Running]:
    """Run a server while the block lasts. ``behaviour``: rules, or the dotted name of a callable."""
    folder.mkdir(parents=True, exist_ok=True)
    if not isinstance(behaviour, str):
        rules = folder / "rules.json"
        rules.write_text(json.dumps(behaviour))
        behaviour = str(rules)
    log = folder / "requests.jsonl"
    log.touch()
    command = [sys.executable, "-m", "tests.evaluation.server", "--behaviour", behaviour, "--log", str(log)]
    root = Path(__file__).resolve().parents[2]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stdin=subprocess.PIPE, cwd=root, text=True)
    try:
        assert process.stdout is not None
        port = process.stdout.readline().strip()
        assert port, "the server did not start; its error is above"
        yield Running(f"http://127.0.0.1:{port}/v1", log)
    finally:
        process.communicate("")  # the end of its standard input ends it


def main() -> None:
    """Serve until standard input ends, so that a server never outlives the test that started it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--behaviour", required=True)
    parser.add_argument("--log", type=Path, required=True)
    parser.add_argument("--port", type=int, default=0)
    options = parser.parse_args()
    server = _Server(options.port, behaviour_of(options.behaviour), options.log)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print(server.server_address[1], flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    main()
