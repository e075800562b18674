"""Write a generated suite: its tables, and its scenarios as folders that every command takes."""

from __future__ import annotations

import json
from pathlib import Path

from memsql.gold.export import SuiteWriter
from memsql.scenario.folder import SCENARIOS
from memsql.scenario.write import write_folder
from memsql.suite.generate import Generated

STYLES = "styles.json"


def write_generated(suite: Generated, out: Path) -> Path:
    """Write ``out/<suite>/``, whole or not at all: one Parquet file a table, and ``scenarios/<scenario>/``.

    The caller holds the lock of ``out``. Returns the folder.
    """
    with SuiteWriter(out, suite.config.name) as writer:
        for tables in suite.batches:
            writer.add(tables)
        for scenario in suite.scenarios:
            write_folder(scenario, writer.beside / SCENARIOS)
        text = json.dumps(dict(sorted(suite.styles.items())), indent=1) + "\n"
        (writer.beside / SCENARIOS / STYLES).write_text(text, encoding="utf-8")
        return writer.finish()
