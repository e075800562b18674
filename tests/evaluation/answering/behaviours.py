"""How the server of the tests answers: callables that it is given by name."""

from __future__ import annotations

import json
import re
from dataclasses import replace

from tests.evaluation.server import Reply, Request


def answer(value: object, label: str = "answerable", cited: tuple[str, ...] = ("e1",)) -> str:
    return json.dumps({"cited_event_ids": cited, "label": label, "answer": value})


def counting(request: Request) -> Reply:
    """Question N is answered with N, after a while that differs; some are answered badly, always the same ones."""
    number = int(re.findall(r"Question: number (\d+)", request.user)[0])
    seconds = 0.005 + int(request.sha256[:2], 16) / 256 * 0.02
    bad = {0: '{"label": "answerable", "ans', 1: "", 2: "I would rather not say."}
    return Reply(bad.get(number % 10, answer(number)), seconds=seconds)


def slowly(request: Request) -> Reply:
    """As counting, so slow that processes which ask at the same time meet."""
    return replace(counting(request), seconds=0.06)


def backwards(request: Request) -> Reply:
    """The later a question was asked, the sooner it is answered."""
    number = int(re.findall(r"Question: number (\d+)", request.user)[0])
    return Reply(answer(number), seconds=max(0.0, 0.16 - number * 0.02))


def headers(request: Request) -> Reply:
    """The answer is what the request says of its sender."""
    names = ("authorization", "openai-organization", "openai-project")
    return Reply(answer([f"{name}: {request.headers[name]}" for name in names if name in request.headers]))
