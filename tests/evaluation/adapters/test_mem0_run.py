"""A whole scenario of the standard suite with Mem0, Q1 to Q3, as a person runs it: nobody may reach anything."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import polars as pl
import pytest

from memsql.resources import data_root
from tests.conftest import FULL
from tests.evaluation.adapters.conftest import WATCH, interpreter

SUITE = data_root() / "gold" / "standard"
SCENARIO = "trip_merger"


@pytest.mark.skipif(not FULL, reason="a minute and a half: `make acceptance` runs a whole scenario with Mem0")
def test_a_scenario_from_ingestion_to_maintenance(tmp_path: Path) -> None:
    interpreter("mem0")
    log = tmp_path / "tries.log"
    command = ["-m", "memsql", "run", "mem0", "--suite", str(SUITE), "--scenario", SCENARIO, "--runs", str(tmp_path)]
    environment = {"PYTHONPATH": str(WATCH), "WATCH_ALLOWED": "", "WATCH_LOG": str(log)}
    done = subprocess.run(
        [sys.executable, *command], env={**os.environ, **environment}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert not log.exists(), log.read_text()

    (folder,) = tmp_path.glob("mem0-*")
    summary = json.loads((folder / "summary.json").read_text())
    assert summary["invalid"] == []
    assert set(pl.read_parquet(folder / "canary.parquet")["verdict"]) == {"passed"}
    asked = summary["q1"]["overall"]["ans_acc"]
    assert asked["n"] > 100 and summary["q1"]["outcome"]["ok"] == asked["n"] and 0 < asked["value"] < 1

    # Citations are ids of events that the scenario has, and that stand in the context.
    events = set(pl.read_parquet(SUITE / "event.parquet").filter(scenario_id=SCENARIO)["event_id"])
    contexts = pl.read_parquet(folder / "context.parquet")
    assert set(contexts["event_ids"].explode()) <= events
    cited = pl.read_parquet(folder / "response.parquet")["cited_event_ids"].explode().drop_nulls()
    assert cited.len() and set(cited) <= events
    assert summary["q1"]["overall"]["citation_precision"]["n"] > 10
    assert pl.read_parquet(folder / "frontier.parquet").height > 10
    assert pl.read_parquet(folder / "maintenance.parquet")["is_changed"].drop_nulls().sum() > 5
