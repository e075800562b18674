"""How the loopback server answers the questions of a whole run."""

from __future__ import annotations

import json

from tests.evaluation.server import Reply, Request


def some(request: Request) -> Reply:
    """By the hash of the request: no answer at all, a broken one, unknown, or a Boolean that may fit."""
    number = int(request.sha256[:4], 16) % 10
    if number == 0:
        return Reply("", seconds=0.01)
    if number == 1:
        return Reply('{"label": "answer', seconds=0.01)
    if number < 6:
        return Reply(json.dumps({"cited_event_ids": [], "label": "unknown", "answer": None}), seconds=0.01)
    return Reply(json.dumps({"cited_event_ids": ["e4", "e9"], "label": "answerable", "answer": True}), seconds=0.01)
