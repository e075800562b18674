"""A child process that misbehaves as its argument says: one fault of the protocol each."""

import json
import os
import signal
import sys
import time

FAULT = sys.argv[1]
CONTEXTS = iter(range(1000))
REPLIES = {
    "babbles": "Loading model ... done",
    "no object": "[1, 2]",
    "no id": '{"result": null}',
    "both": '{"id": %d, "result": null, "error": "x"}',
    "other id": '{"id": 99, "result": {"text": ""}}',
    "unknown field": '{"id": %d, "result": {"text": "", "score": 1}}',
    "no text": '{"id": %d, "result": {"event_ids": []}}',
    "wrong type": '{"id": %d, "result": {"text": "", "event_ids": "e1"}}',
    "negative": '{"id": %d, "result": {"text": "", "usage": {"calls": -1}}}',
    "says no": '{"id": %d, "error": "no\\nmodel"}',
    "deep": "[" * 90_000,
    "surrogate": '{"id": %d, "result": {"text": "\\ud800"}}',
}


def context(number: int) -> str:
    count = next(CONTEXTS)
    if FAULT == "dies":
        print("Segmentation fault, they say", file=sys.stderr, flush=True)
        os.kill(os.getpid(), signal.SIGKILL)
    if FAULT == "exits":
        sys.exit("out of memory")
    if FAULT == "endless":
        while True:
            sys.stdout.write("x" * 65_536)
    if FAULT == "slow" and count == 0:
        time.sleep(1.5)
    if FAULT == "hangs":
        time.sleep(600)
    said = json.dumps({"id": number, "result": {"text": f"context {count}"}})
    given = REPLIES.get(FAULT, said)
    return given % number if "%d" in given else given


for line in sys.stdin:
    request = json.loads(line)
    if request["call"] == "context":
        print(context(request["id"]), flush=True)
    else:
        print(json.dumps({"id": request["id"], "result": {} if request["call"] == "open" else None}), flush=True)
