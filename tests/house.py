"""Which files belong to the house: everything under the root that .gitignore does not name."""

from __future__ import annotations

import os
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

CONFLICT_RESOLUTION = "MEMSQL_CONFLICT_RESOLUTION"
"""Environment variable with the path of MemoryAgentBench's Conflict_Resolution.json, which is not part of the house."""
BESIDE = ROOT.parent / "shared" / "data" / "memoryagentbench" / "Conflict_Resolution.json"
"""Where it is looked for without the variable."""


def ignored_patterns() -> list[str]:
    """Patterns of .gitignore, without comments; .git itself too."""
    lines = (ROOT / ".gitignore").read_text().splitlines()
    return [
        ".git",
        *(line.strip().rstrip("/") for line in lines if line.strip() and not line.startswith("#")),
    ]


def is_ignored(path: Path, patterns: list[str]) -> bool:
    """Whether a pattern names the path from the root (``data/gold``) or its last part (``__pycache__``)."""
    inside = path.relative_to(ROOT).as_posix()
    return any(inside == p or fnmatch(path.name, p) for p in patterns)


def files(*suffixes: str) -> Iterator[Path]:
    """Files of the house in a fixed order, those with one of the suffixes where any is given."""
    patterns = ignored_patterns()
    for folder, folders, names in os.walk(ROOT):
        here = Path(folder)
        folders[:] = sorted(f for f in folders if not is_ignored(here / f, patterns))
        for name in sorted(names):
            path = here / name
            if not is_ignored(path, patterns) and (not suffixes or path.suffix in suffixes):
                yield path


def shown(path: Path) -> str:
    """The path as a person at the root types it."""
    return path.relative_to(ROOT).as_posix()
