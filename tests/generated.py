"""A small generated suite, made once for all tests of a run: one TripOps scenario of the standard suite."""

from __future__ import annotations

import fcntl
import os
import re
from pathlib import Path

import pytest

from memsql.gold.export import locked
from memsql.suite.config import load_config
from memsql.suite.generate import generate
from memsql.suite.write import write_generated
from tests.house import ROOT

HEAD = """
title = "One scenario of the standard suite"
seed = 4
candidates = 14
cutoffs = 20

[domain.tripops]
answerable = 190
justified_zero = 40
unknown = 50

[probe]
probes = 200
queries = 80

"""


def small_suite(temporary: pytest.TempPathFactory) -> Path:
    """The folder of the suite; the processes of one test run share it, nobody writes to it.

    MEMSQL_SMALL_SUITE names one that was made before, to save its ten seconds while a test is written.
    """
    if known := os.environ.get("MEMSQL_SMALL_SUITE"):
        return Path(known)
    base = temporary.getbasetemp()
    place = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "small-suite"
    place.mkdir(exist_ok=True)
    with (place / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        folder = place / "out" / place.name
        if not folder.exists():
            assert written(place) == folder
        return folder


def written(place: Path) -> Path:
    """Write the suite's configuration into a folder, generate it into ``out`` there, and return its folder."""
    scenarios = (ROOT / "data" / "standard" / "tripops.toml").read_text(encoding="utf-8")
    first = re.search(r"(?ms)^\[\[scenario\]\]\n.*?(?=^\[\[scenario\]\])", scenarios)
    assert first is not None
    (place / "suite.toml").write_text(HEAD + first[0], encoding="utf-8")
    with locked(place / "out"):
        return write_generated(generate(load_config(place)), place / "out")
