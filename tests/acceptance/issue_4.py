"""Issue 4, evaluating memory systems: reliability, diagnosis, maintenance."""

from __future__ import annotations

import json
import os
import time
from functools import cache
from pathlib import Path
from typing import Any

import polars as pl

from tests.acceptance.registry import line
from tests.acceptance.shell import memsql, passed, scratch
from tests.house import ROOT

SUITE = ROOT / "data" / "gold" / "standard"
LOCOMO = "MEMSQL_LOCOMO"
BESIDE = ROOT.parent / "shared" / "data" / "locomo"
MISSING = f"not run: LoCoMo's file is not here; set {LOCOMO}"
FAMILIES = ("temporal", "semantic", "closure", "rules", "set_quant")
LABELS = ("answerable", "justified-zero", "unknown")


def standard() -> Path:
    """The standard suite; made where it is missing."""
    if not (SUITE / "manifest.json").exists():
        memsql("gold")
    return SUITE


@cache
def ran(name: str) -> tuple[dict[str, Any], float, str]:
    """Summary of a run of the standard suite, seconds by the clock, and what was printed, report included."""
    standard()
    with scratch() as runs:
        started = time.monotonic()
        said = memsql("run", name, "--suite", str(SUITE), "--runs", str(runs))
        said += memsql("report", "--suite", str(SUITE), "--runs", str(runs))
        seconds = time.monotonic() - started
        (folder,) = (p for p in runs.iterdir() if p.name.startswith(f"{name}-"))
        return json.loads((folder / "summary.json").read_text(encoding="utf-8")), seconds, said


def share(found: dict[str, Any]) -> str:
    """A rate with its interval."""
    return f"{100 * found['value']:.1f} % [{100 * found['low']:.1f}, {100 * found['high']:.1f}]"


@line("4.1a", "bm25 and its report in under 3 minutes, Q1 to Q3 printed", command="memsql run bm25 && memsql report")
def quick() -> str:
    summary, seconds, said = ran("bm25")
    assert all(part in said for part in ("Q1", "Q2", "Q3")), said
    overall = summary["q1"]["overall"]["ans_acc"]
    assert overall["n"] == 1503
    within = "" if seconds < 180 else "MISSED 180 s, "
    return f"{within}{seconds:.0f} s; context sufficiency {share(overall)}"


@line(
    "4.1b",
    "whole history and supporting events 100% on every family and label; null only the unknowns",
    command="memsql run whole_history; memsql run supporting_events; memsql run null",
)
def ceilings() -> str:
    for name in ("whole_history", "supporting_events"):
        by = ran(name)[0]["q1"]["by"]
        for dimension, bins in (("family", FAMILIES), ("label", LABELS)):
            found = {row["bin"]: row["ans_acc"] for row in by[dimension]}
            assert set(found) >= set(bins)
            wrong = {b: r["value"] for b, r in found.items() if r["n"] and r["value"] != 1}
            assert not wrong, (name, wrong)
    null = ran("null")[0]["q1"]
    labels = {row["bin"]: row["ans_acc"]["value"] for row in null["by"]["label"]}
    assert labels == {"answerable": 0, "justified-zero": 0, "unknown": 1}, labels
    unknown = pl.read_parquet(SUITE / "answer.parquet").filter(pl.col("label") == "unknown").height
    assert abs(null["overall"]["ans_acc"]["value"] - unknown / 1503) < 1e-6
    return f"100 % on 5 families and 3 labels, twice; null {unknown} of 1,503, the unknowns"


@line("4.1c", "BM25's last bin of witness size below its first, intervals apart", command="memsql run bm25")
def bins() -> str:
    found = [row for row in ran("bm25")[0]["q1"]["by"]["witness_size"] if row["ans_acc"]["n"]]
    sized = [row for row in found if row["bin"] in ("1", "2-3", "4-7", "8-15", "16+")]
    first, last = sized[0], sized[-1]
    assert (first["bin"], last["bin"]) == ("1", "16+"), [row["bin"] for row in sized]
    assert last["ans_acc"]["high"] < first["ans_acc"]["low"], (first, last)
    return "; ".join(f"{row['bin']}: {share(row['ans_acc'])} n {row['ans_acc']['n']}" for row in sized)


@line("4.1d", "the symbolic reader passes its own tests", command="pytest tests/evaluation/test_reading.py")
def reader() -> str:
    return passed("tests/evaluation/test_reading.py")


@line(
    "4.2",
    "planted faults come out as what they are: class, dimension, metric or INVALID",
    command="pytest tests/evaluation/test_faults.py tests/evaluation/suts",
)
def faults() -> str:
    return passed("tests/evaluation/test_faults.py", "tests/evaluation/suts")


@line(
    "4.3",
    "Algorithm 1 against a transcription on random DAGs; metrics against hand-computed frames",
    command="pytest tests/evaluation/scores",
)
def scores() -> str:
    return passed("tests/evaluation/scores")


@line(
    "4.4",
    "Mem0 end to end from memsql sut install mem0, telemetry off, no outside connection",
    command="memsql sut install mem0; pytest tests/evaluation/adapters",
)
def mem0() -> str:
    memsql("sut", "install", "mem0")
    return passed("tests/evaluation/adapters")


@line("4.5", "a run killed ten times ends in the same bytes", command="pytest tests/evaluation/test_run.py")
def killed() -> str:
    return passed("tests/evaluation/test_run.py")


@line(
    "4.6",
    "an endpoint that answers badly: every case in its outcome, nothing resampled",
    command="pytest tests/evaluation/answering",
)
def endpoint() -> str:
    return passed("tests/evaluation/answering")


@line(
    "4.7",
    "runs over two suites refuse to be compared; every score has an interval and n",
    command="memsql report; pytest tests/evaluation/test_faults.py tests/evaluation/report",
)
def compared() -> str:
    rates = [r for row in ran("bm25")[0]["q1"]["by"]["family"] for k, r in row.items() if k != "bin"]
    assert rates and all(r["n"] and r["low"] is not None for r in rates)
    return f"{len(rates)} rates by family, each with interval and n; " + passed("tests/evaluation/report")


def locomo() -> Path | None:
    """LoCoMo's file, where it is."""
    given = os.environ.get(LOCOMO)
    found = [Path(given)] if given else sorted(BESIDE.glob("*.json"))
    return next((p for p in found if p.is_file()), None)


@line(
    "4.8a",
    "30 items over LoCoMo: ids, words in cited turns, no 8 words in a row",
    command="memsql paired check FILE locomo",
)
def items() -> str:
    if locomo() is None:
        return MISSING
    found = json.loads(memsql("paired", "check", str(locomo()), "locomo", "--json"))
    assert found["findings"] == [], found["findings"]
    return f"{found['told']} of {found['told'] + found['untold']} members in words of a cited turn, 0 findings"


@line(
    "4.8b",
    "figure 2 over a user's LoCoMo file: whole history and gold sub-answers 100%",
    command="memsql paired run FILE locomo --out DIR",
)
def paired() -> str:
    if locomo() is None:
        return MISSING
    with scratch() as folder:
        memsql("paired", "run", str(locomo()), "locomo", "--out", str(folder / "out"))
        summary = json.loads((folder / "out" / "summary.json").read_text(encoding="utf-8"))
    return json.dumps(summary)[:200]


@line("4.9", "the page at 390 px: no scrolling sideways, no text under 12 px", command="pytest tests/evaluation/report")
def page() -> str:
    return passed("tests/evaluation/report")
