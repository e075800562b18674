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


NAMED = re.compile(r"\b[A-Z][\w-]+(?: [A-Z][\w-]+)*")
"""Names as a simple reader finds them: runs of capitalised words."""


def names(text: str) -> list[str]:
    """The names of a text, each once, without its head."""
    return list(dict.fromkeys(NAMED.findall(HEAD.sub("", text))))


def graphiti_facts(request: Request) -> Reply:
    """Graphiti's calls: names are entities, each sentence with two of them is a fact, nothing is a duplicate.

    When a fact about Lunmar began is refused.
    """
    asked = request.body["response_format"]["json_schema"]["name"]
    text = part(request.user, "CURRENT MESSAGE") or part(request.user, "TEXT") or part(request.user, "CURRENT_MESSAGE")
    reply: dict[str, object]
    if asked == "ExtractedEntities":
        reply = {"extracted_entities": [{"name": n, "entity_type_id": 0, "episode_indices": [0]} for n in names(text)]}
    elif asked == "ExtractedEdges":
        facts = [(names(s), s) for s in sentences(text)]
        reply = {
            "edges": [
                {
                    "source_entity_name": found[0],
                    "target_entity_name": found[1],
                    "relation_type": "SAID_WITH",
                    "fact": s,
                    "episode_indices": [0],
                }
                for found, s in facts
                if len(found) > 1
            ]
        }
    elif asked == "NodeResolutions":
        reply = {"entity_resolutions": []}
    elif asked == "EdgeDuplicate":
        reply = {"duplicate_facts": [], "contradicted_facts": []}
    elif asked == "EdgeTimestamps" and "Lunmar" not in request.user:
        reply = {"valid_at": None, "invalid_at": None}
    elif asked == "SummarizedEntities":
        reply = {"summaries": []}
    else:
        return Reply(f"not known here: {asked}", status=400)
    return Reply(json.dumps(reply))


def part(prompt: str, name: str) -> str:
    """What a prompt has between ``<NAME>`` and ``</NAME>``."""
    found = re.search(rf"<{name}>\n?(.*?)\n?</{name}>", prompt, re.DOTALL)
    return found[1] if found else ""


def lightrag_graph(request: Request) -> Reply:
    """LightRAG's calls: names are entities and keywords, the first of a sentence is related to each other."""
    if query := re.search(r"^User Query: (.*)$", request.text, re.MULTILINE):
        return Reply(json.dumps({"high_level_keywords": [], "low_level_keywords": names(query[1])}))
    if "Based on the last extraction task" in request.user:
        return Reply("<|COMPLETE|>")
    found = re.search(r"^---Input Text---\n```\n(.*?)\n```$", request.user, re.MULTILINE | re.DOTALL)
    assert found, f"no text in LightRAG's prompt: {request.user[:200]}"
    rows: list[tuple[str, ...]] = [("entity", n, "Name", f"{n} is a name.") for n in names(found[1])]
    rows += [
        ("relation", n[0], other, "said with", s) for s in sentences(found[1]) for n in (names(s),) for other in n[1:]
    ]
    return Reply("\n".join(["<|#|>".join(row) for row in rows] + ["<|COMPLETE|>"]))


def cognee_graph(request: Request) -> Reply:
    """Cognee's calls: names are nodes, the first of a sentence with each other an edge; a summary is the record."""
    text, system = request.user, str(request.body["messages"][0]["content"])
    reply: dict[str, object]
    if '"title": "SummarizedContent"' in system:
        reply = {"summary": HEAD.sub("", text)}
    elif '"title": "KnowledgeGraph"' in system:
        pairs = [(n[0], other, s) for s in sentences(text) for n in (names(s),) for other in n[1:]]
        reply = {
            "nodes": [{"id": n, "name": n, "type": "Name", "description": n} for n in names(text)],
            "edges": [
                {"source_node_id": a, "target_node_id": b, "relationship_name": "said_with", "description": s}
                for a, b, s in pairs
            ],
        }
    else:
        return Reply("test")
    return Reply(json.dumps(reply))
