"""Execute the notebooks and compare what their cells print with what is stored (``make notebooks``).

Texts are compared: streams, text/*, SVG. ``--write`` stores the new outputs instead.
"""

from __future__ import annotations

import argparse
import copy
import sys
import time
from difflib import unified_diff
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

from tests.house import ROOT, files, shown

SECONDS_A_CELL = 120


def executed(path: Path) -> tuple[Any, Any]:
    """The notebook as stored and as it comes out of a fresh kernel in its own folder."""
    stored = nbformat.read(path, as_version=4)
    fresh = copy.deepcopy(stored)
    client = NotebookClient(
        fresh,
        timeout=SECONDS_A_CELL,
        kernel_name="python3",
        record_timing=False,
        extra_arguments=["--IPKernelApp.log_level=40"],  # a kernel's start-up warnings are not the notebook's
        resources={"metadata": {"path": str(path.parent)}},
    )
    client.execute()
    for number, cell in enumerate((c for c in fresh.cells if c.cell_type == "code"), start=1):
        cell.execution_count = number
    return stored, fresh


def text_of(cell: Any) -> list[str]:
    """Lines of everything readable that a cell printed."""
    lines: list[str] = []
    for output in cell.get("outputs", []):
        lines += output.get("text", "").splitlines()
        for mime, value in sorted(output.get("data", {}).items()):
            if mime.startswith("text/") or mime == "image/svg+xml":
                lines += [f"[{mime}]", *value.splitlines()]
    return lines


def differences(path: Path, stored: Any, fresh: Any) -> list[str]:
    """One message for each cell whose text changed."""
    return [
        f"{shown(path)}, cell {number}: prints something else than is stored; make notebooks WRITE=1\n"
        + "\n".join(unified_diff(text_of(old), text_of(new), "stored", "executed", lineterm="", n=1))
        for number, (old, new) in enumerate(zip(stored.cells, fresh.cells, strict=True), start=1)
        if text_of(old) != text_of(new)
    ]


def main() -> int:
    """Execute every notebook; 1 where one fails or differs."""
    parser = argparse.ArgumentParser(prog="python -m tests.notebooks")
    parser.add_argument("--write", action="store_true", help="store the new outputs")
    chosen = parser.parse_args()
    wrong: list[str] = []
    for path in files(".ipynb"):
        if not path.is_relative_to(ROOT / "notebooks"):
            continue
        started = time.monotonic()
        try:
            stored, fresh = executed(path)
        except CellExecutionError as error:
            wrong.append(f"{shown(path)}: {error}")
            continue
        if chosen.write:
            nbformat.write(fresh, path)
        else:
            wrong += differences(path, stored, fresh)
        print(f"{shown(path)}: executed in {time.monotonic() - started:.1f} s")
    if wrong:
        print("\n".join(wrong), file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
