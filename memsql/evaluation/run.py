"""One run: a system, a suite, an answer model, and the immutable folder that they leave (EVALUATION: "Runs").

The stages: canaries; contexts, scenario by scenario; answers; recoveries; scores. Each is kept as soon as it is
done, so that a run that was stopped goes on there. The folder's name says the system and the suite, and a hash of
everything that makes another run another one.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass, fields
from importlib.metadata import PackageNotFoundError, version
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from memsql.errors import SutError, hindrance
from memsql.evaluation.answers import answers_of
from memsql.evaluation.canaries import run_canaries
from memsql.evaluation.collect import Collected, collect
from memsql.evaluation.exam import Exam
from memsql.evaluation.journal import MANIFEST, SUMMARY, Journal, Rows, Stage, as_frame
from memsql.evaluation.process import Limits
from memsql.evaluation.recover import recoveries
from memsql.evaluation.registry import SutSpec, source_sha256
from memsql.evaluation.respond import Responder
from memsql.evaluation.results import scored
from memsql.evaluation.run_check import check_run
from memsql.evaluation.sut import Budget, Capabilities
from memsql.gold.export import locked

PACKAGES = ("memsql-gold", "duckdb", "polars", "pyarrow", "bm25s", "numpy")
FAILED = "failed"
HASH = 8

Report = Callable[[str, int, int], None]


@dataclass(frozen=True, slots=True)
class Setup:
    """What a run is: the suite's folder, the system, its budget, and who answers; ``repeat``: which one, from 1."""

    exam: Exam
    spec: SutSpec
    budget: Budget
    responder: Responder
    repeat: int = 1

    def about(self) -> dict[str, Any]:
        """Everything that makes another run another one."""
        return {
            "suite": self.exam.folder.resolve().name,
            "suite_hash": self.exam.suite_hash,
            "scenario_ids": list(self.exam.scenario_ids),
            "sut": {
                "name": self.spec.name,
                "class": self.spec.path,
                "command": list(self.spec.command),
                "options": dict(self.spec.options),
                "source_sha256": source_sha256(self.spec),
                "is_reference": self.spec.is_reference,
                **changed("limits", self.spec.limits, Limits(), kept=("log_bytes",)),
            },
            "budget": asdict(self.budget),
            "answer_model": {"author": self.responder.author, **self.responder.about()},
            "repeat": self.repeat,
        }

    @property
    def name(self) -> str:
        """Name of the run's folder: system, suite, hash."""
        about = self.about()
        digest = hashlib.sha256(json.dumps(about, sort_keys=True).encode()).hexdigest()[:HASH]
        return f"{about['sut']['name']}-{about['suite']}-{digest}"


def changed(name: str, given: object, usual: object, kept: Sequence[str] = ()) -> dict[str, Any]:
    """What of some limits is not as usual, under a name; nothing where all is, so that such a run keeps its name.

    ``kept``: fields that change nothing of a run.
    """
    found = {f.name: getattr(given, f.name) for f in fields(given)}  # type: ignore[arg-type]
    odd = {n: v for n, v in found.items() if v != getattr(usual, n) and n not in kept}
    return {name: odd} if odd else {}


def run(setup: Setup, runs: Path, workers: int = 1, report: Report | None = None) -> Path:
    """Run, or go on with, or find the run; return its folder ``runs/<name>``.

    ``report(stage, done, total)`` is told of questions that are done. Where a canary fails the run is INVALID: it ends
    there, and its summary has no score. Raises SutError where the system cannot be had, DataError for the suite.
    """
    place = runs / setup.name
    if place.exists() and not (place / MANIFEST).exists():
        raise SutError(f"{place}: no run ({MANIFEST} is missing); move it away, or give another --runs")
    tell = report or (lambda *_: None)
    partial = runs / f".{setup.name}.partial"
    try:
        with locked(partial, "--runs"):
            journal = Journal(partial)
            if not (place / MANIFEST).exists():
                _run(setup, place, journal, workers, tell)
    except BrokenExecutor:
        found = "a process of the run ended before its scenario did (the system ended it, or memory ran out)"
        raise SutError(f"{place}: {found}; run it again, with --workers 1") from None
    except OSError as error:
        found = f"{place}: not written ({hindrance(place, error)})"
        raise SutError(f"{found}; make room, or give another --runs, and run it again to go on") from None
    journal.drop()
    return place


def _run(setup: Setup, place: Path, journal: Journal, workers: int, tell: Report) -> None:
    tried = journal.stage("canary", lambda: Stage({"canary": run_canaries(setup.spec)}))
    canary = list(tried.tables["canary"])
    tables: dict[str, Rows] = {"context": [], "ingestion": [], "timing": []}
    notes: dict[str, Any] = {"reasons": []}
    if not _failed(canary):
        for stage in _contexts(setup, journal, workers, tell):
            for name in ("context", "ingestion", "timing"):
                tables[name] += stage.tables[name]
            notes["capabilities"] = stage.notes["capabilities"]
            notes["reasons"] += stage.notes["reasons"]
        contexts = as_frame("context", tables["context"])
        canary += check_run(setup.exam, contexts, Capabilities(**notes["capabilities"]), setup.budget)
    tables["canary"] = canary
    if _failed(canary):
        tables |= {"response": [], "probe_response": [], "tracked_response": [], "recovery_response": []}
    else:
        tables |= _answered(setup, journal, tables["context"], tell)
    found = scored(setup.exam, place.name, tables)
    text = json.dumps(found.summary, indent=1, ensure_ascii=False) + "\n"
    about = {**setup.about(), **notes, "packages": dict(_packages()), "is_invalid": _failed(canary)}
    scores = {name: frame.to_dicts() for name, frame in found.tables.items()}
    journal.finish(place, {**tables, **scores}, {SUMMARY: text}, about)


def _answered(setup: Setup, journal: Journal, contexts: Rows, tell: Report) -> dict[str, Rows]:
    exam, total = setup.exam, len(contexts)

    def ask() -> Stage:
        return Stage(answers_of(exam, contexts, setup.responder, lambda done: tell("answers", done, total)))

    answers = dict(journal.stage("answers", ask).tables)

    def recover() -> Stage:
        found = recoveries(exam, contexts, answers, setup.responder, lambda done: tell("recoveries", done, 0))
        return Stage({"recovery_response": found})

    return answers | dict(journal.stage("recoveries", recover).tables)


def _contexts(setup: Setup, journal: Journal, workers: int, tell: Report) -> Iterator[Stage]:
    """Yield what every scenario gave, in the suite's order; scenarios that are still to be run, in processes."""
    ids = setup.exam.scenario_ids
    sizes = {s: len(setup.exam.asks[s]) for s in ids}
    missing = [s for s in ids if not journal.has(f"context-{s}")]
    done = sum(sizes[s] for s in ids if s not in missing)
    tell("contexts", done, sum(sizes.values()))
    for scenario, stage in _collected(setup, missing, workers):
        journal.stage(f"context-{scenario}", lambda stage=stage: stage)  # type: ignore[misc]
        done += sizes[scenario]
        tell("contexts", done, sum(sizes.values()))
    for scenario in ids:
        yield journal.stage(f"context-{scenario}", _never)


def _collected(setup: Setup, scenarios: Sequence[str], workers: int) -> Iterator[tuple[str, Stage]]:
    if workers <= 1 or len(scenarios) <= 1:
        for scenario in scenarios:
            yield scenario, _collect(setup.exam.folder, setup.spec, scenario, setup.name, setup.budget)
        return
    with ProcessPoolExecutor(min(workers, len(scenarios)), mp_context=get_context("spawn")) as pool:
        jobs = {pool.submit(_collect, setup.exam.folder, setup.spec, s, setup.name, setup.budget): s for s in scenarios}
        for job in as_completed(jobs):
            yield jobs[job], job.result()


def _collect(folder: Path, spec: SutSpec, scenario: str, run_name: str, budget: Budget) -> Stage:
    found: Collected = collect(Exam(folder), scenario, spec, f"{run_name}-{scenario}", budget)
    tables: Mapping[str, Rows] = {
        "context": [dict(r) for r in found.context],
        "ingestion": [dict(r) for r in found.ingestion],
        "timing": [dict(r) for r in found.timing],
    }
    capabilities = {**asdict(found.capabilities), "settings": dict(found.capabilities.settings)}
    return Stage(tables, {"capabilities": capabilities, "reasons": list(found.reasons)})


def _never() -> Stage:
    raise AssertionError("a stage that is done is read, not made")


def _failed(canary: Rows) -> bool:
    return any(row["verdict"] == FAILED for row in canary)


def _packages() -> Iterator[tuple[str, str]]:
    for name in PACKAGES:
        try:
            yield name, version(name)
        except PackageNotFoundError:
            continue
