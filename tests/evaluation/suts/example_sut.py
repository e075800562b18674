"""A memory of one's own: it returns what shares words with the question. Any language would do."""

import json
import sys
from typing import Any

memory: list[dict[str, str]] = []


def answer(request: dict[str, Any]) -> object:
    match request["call"]:
        case "open":
            if request["options"]:
                raise ValueError("it takes no options")
            memory.clear()
            return {"query_dependent": True, "bounded": True, "indexed": True, "timed": True, "citing": True}
        case "ingest":
            memory.extend(request["records"])
        case "context":
            words, budget = set(request["question"].lower().split()), request["budget"]
            found = sorted(memory, key=lambda r: -len(words & set(r["text"].lower().split())))[: budget["records"]]
            # A text has at least as many characters as tokens.
            while budget["tokens"] is not None and sum(len(r["text"]) for r in found) > budget["tokens"]:
                found.pop()
            ids = [r["event_id"] for r in found]
            return {"text": "\n".join(r["text"] for r in found), "event_ids": ids, "records": len(found)}
    return None


for line in sys.stdin:
    request = json.loads(line)
    try:
        reply = {"id": request["id"], "result": answer(request)}
    except ValueError as error:
        reply = {"id": request["id"], "error": str(error)}
    print(json.dumps(reply), flush=True)
