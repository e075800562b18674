"""The symbolic reader as its callers see it: one process a domain, so many at once as there are workers."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor

from memsql.errors import GoldError
from memsql.evaluation.reading.tasks import Answer, Part, answer_from_json, part_to_json
from memsql.resources import PACKAGE

CHILD = "memsql.evaluation.reading.child"
AUTHOR = "symbolic"
KEPT = ("PATH", "LANG", "LC_ALL", "LD_LIBRARY_PATH", "MEMSQL_THREADS")
SHOWN = 300

Report = Callable[[int], None]


def read(parts: Sequence[Part], workers: int = 1, report: Report | None = None) -> list[list[Answer]]:
    """Return the answers of every part's tasks, in their order; ``report`` is told of tasks that are done.

    Raises GoldError where a process of the reader ends without an answer, which is a bug.
    """
    domains = sorted({p.domain for p in parts})
    with ThreadPoolExecutor(max_workers=max(workers, 1)) as pool:
        jobs = {d: [i for i, p in enumerate(parts) if p.domain == d] for d in domains}
        running = {d: pool.submit(_job, [parts[i] for i in jobs[d]], report) for d in domains}
        found: dict[int, list[Answer]] = {}
        for domain, job in running.items():
            found.update(zip(jobs[domain], job.result(), strict=True))
    return [found[i] for i in range(len(parts))]


def _job(parts: Sequence[Part], report: Report | None) -> list[list[Answer]]:
    given = json.dumps([part_to_json(p) for p in parts])
    environment = {k: v for k, v in os.environ.items() if k in KEPT}
    environment["PYTHONPATH"] = str(PACKAGE.parent)
    with tempfile.TemporaryDirectory(prefix="memsql-reader-") as nowhere:
        environment["TMPDIR"] = nowhere
        done = subprocess.run(  # noqa: S603 (our own module)
            [sys.executable, "-m", CHILD],
            input=given,
            capture_output=True,
            text=True,
            encoding="utf-8",
            cwd=nowhere,
            env=environment,
            check=False,
        )
    if done.returncode != 0:
        said = (done.stderr.strip().splitlines() or ["nothing"])[-1][-SHOWN:]
        raise GoldError(f"symbolic reader: its process ended with {done.returncode} ({said}); please report it")
    if report is not None:
        report(sum(len(p.tasks) for p in parts))
    return [[answer_from_json(a) for a in answers] for answers in json.loads(done.stdout)]
