"""What the loopback server answers in the place of a language model that reads records."""

from __future__ import annotations

import json
import re

from memsql.evaluation.adapters.pieces import HEAD
from tests.evaluation.server import Reply, Request

NEW = re.compile(r"^## New Messages\nuser: (.*?)\n*^## Observation Date$", re.MULTILINE | re.DOTALL)
SENTENCE = re.compile(r"(?<=[.!?]) +|\n- ")


def sentences(text: str) -> list[str]:
    """The sentences of a record without its ``[event id] time``."""
    return [s.strip() for s in SENTENCE.split(HEAD.sub("", text, count=1)) if s.strip()]


def mem0_facts(request: Request) -> Reply:
    """Mem0's extraction: each sentence of the new message is a fact."""
    found = NEW.search(request.user)
    assert found, f"no new message in Mem0's prompt: {request.user[:200]}"
    return Reply(json.dumps({"memory": [{"id": str(i), "text": s} for i, s in enumerate(sentences(found[1]))]}))


def mem0_faults(request: Request) -> Reply:
    """The same, but a message about Ashfell gets no JSON, and one about Lunmar is refused by the endpoint."""
    found = NEW.search(request.user)
    if found and "Ashfell" in found[1]:
        return Reply('{"memory": [{"id": ')
    if found and "Lunmar" in found[1]:
        return Reply("no such model", status=404)
    return mem0_facts(request)
