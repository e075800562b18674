"""The exported folder as others open it: a program that knows nothing of memsql, in a process of its own."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

READERS = ("datasets", "polars", "pandas", "duckdb")
SCRIPT = """
import json, sys, tempfile
from pathlib import Path
import datasets, duckdb, pandas, polars

folder = Path(sys.argv[1])
datasets.disable_progress_bars()
found = {}
with tempfile.TemporaryDirectory() as cache:
    for file in sorted(folder.glob("*.parquet")):
        (split,) = datasets.load_dataset(str(folder), file.stem, cache_dir=cache).values()
        lazy, frame = polars.read_parquet(file), pandas.read_parquet(file)
        relation = duckdb.sql(f"from '{file}'")
        key = split.column_names[0]
        found[file.stem] = {
            "datasets": [split.num_rows, split.column_names, str(split[0][key])],
            "polars": [lazy.height, lazy.columns, str(lazy[key][0])],
            "pandas": [len(frame), list(frame.columns), str(frame[key].iloc[0])],
            "duckdb": [len(relation), relation.columns, str(relation.limit(1).fetchall()[0][0])],
        }
print(json.dumps(found))
"""

Opened = dict[str, dict[str, list[object]]]


def opened(folder: Path) -> Opened:
    """By table and reader: rows, columns, first value of the first column."""
    done = subprocess.run([sys.executable, "-c", SCRIPT, str(folder)], capture_output=True, text=True, check=False)
    assert not done.returncode, done.stderr
    found: Opened = json.loads(done.stdout)
    return found
