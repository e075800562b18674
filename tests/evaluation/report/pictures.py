"""Pictures of the report's page, narrow and wide, light and dark, for somebody to look at (``make docs``).

    python -m tests.evaluation.report.pictures

Runs three systems over one scenario of each domain of the standard suite, writes their report and its pictures into
``runs/pictures/``, which is ignored by git. Runs that are there already are not made again. Without Chromium there is
no picture, and that is said.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.evaluation.report.browser import NARROW, WIDE, browsing, chromium
from tests.house import ROOT, shown

PLACE = ROOT / "runs" / "pictures"
SUITE = ROOT / "data" / "gold" / "standard"
SYSTEMS = ("null", "recency", "bm25")
SCENARIOS = ("trip_merger", "shop_merger", "edu_merger")
MISSING = "no pictures of the report: no chromium on this machine; install Debian's package chromium"


def pictures(program: str, page: Path, folder: Path) -> list[Path]:
    """Write four pictures of a page into a folder. Raises ValueError where the page does not fit a narrow window."""
    found = []
    folder.mkdir(parents=True, exist_ok=True)
    with browsing(program) as browser:
        for width in (NARROW, WIDE):
            measured = browser.measured(page, width)
            if measured["scrollWidth"] > width or measured["small"] or measured["odd"]:
                odd = [*measured["small"], *measured["odd"]]
                raise ValueError(f"{page} at {width} px: {measured['scrollWidth']} px wide; {odd[:3]}")
            for scheme in ("light", "dark"):
                found.append(folder / f"report-{width}-{scheme}.png")
                browser.screenshot(page, width, found[-1], scheme)
    return found


def report() -> Path:
    """The page of the report on SYSTEMS, written now."""
    at = ("--suite", str(SUITE), "--runs", str(PLACE))
    scenarios = [part for name in SCENARIOS for part in ("--scenario", name)]
    commands = [["run", name, *scenarios] for name in SYSTEMS]
    for command in (*commands, ["report", "--out", str(PLACE / "report")]):
        done = subprocess.run(
            [sys.executable, "-m", "memsql", *command, *at], capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise ValueError(f"memsql {command[0]}: {done.stderr.strip()}")
    return PLACE / "report" / "report.html"


def main() -> int:
    """Write the pictures and say where; 1 where the page cannot be made, or does not fit."""
    program = chromium()
    if program is None:
        print(MISSING)
        return 0
    try:
        found = pictures(program, report(), PLACE)
    except ValueError as error:
        print(error, file=sys.stderr)
        return 1
    print(f"look at {', '.join(shown(p) for p in found)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
