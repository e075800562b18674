"""A run folder as scores see it: read back, scored again, compared."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import polars as pl

from memsql.errors import DataError, did_you_mean
from memsql.evaluation.exam import Exam
from memsql.evaluation.journal import MANIFEST, SUMMARY, Rows, as_frame, read_table, sealed
from memsql.evaluation.scorer import GIVEN, Run
from memsql.evaluation.summary import Scored, evaluate


def scored(exam: Exam, name: str, tables: Mapping[str, Rows]) -> Scored:
    """Score the tables of one run of this suite."""
    frames = {table: as_frame(table, tables[table]) for table in GIVEN}
    (found,) = evaluate(exam, [Run(name, exam.suite_hash, frames)], exam.scenario_ids)
    return found


@dataclass(frozen=True)
class RunFolder:
    """A finished run, as its folder has it."""

    folder: Path

    @cached_property
    def manifest(self) -> dict[str, Any]:
        """What was run. Raises DataError where it is no run, or was changed since."""
        found = self._json(MANIFEST)
        if not isinstance(found.get("tables"), dict) or found != sealed(found):
            raise self._changed(MANIFEST)
        return found

    @cached_property
    def summary(self) -> dict[str, Any]:
        """What came of it, as it was scored when it was run."""
        self._check(SUMMARY, self.manifest["texts"].get(SUMMARY))
        return self._json(SUMMARY)

    def table(self, name: str) -> Rows:
        """The rows of one of its tables. Raises DataError where it was changed since the run."""
        self._check(f"{name}.parquet", self.manifest["tables"].get(name, {}).get("sha256"))
        return read_table(self.folder / f"{name}.parquet")

    def check(self) -> None:
        """Raise DataError for the first file of the run that is not as its manifest has it."""
        for name, digest in self.manifest["texts"].items():
            self._check(name, digest)
        for table in self.manifest["tables"].values():
            self._check(table["file"], table["sha256"])

    def _check(self, name: str, digest: str | None) -> None:
        """``digest`` None: a file that no two runs share; it only has to be there."""
        path = self.folder / name
        if not path.is_file() or (digest is not None and hashlib.sha256(path.read_bytes()).hexdigest() != digest):
            raise self._changed(name)

    def _changed(self, name: str) -> DataError:
        return DataError(f"{self.folder / name}: not as the run left it; delete the folder, and run it again")

    def run(self) -> Run:
        """The run as the scorers take it."""
        frames: dict[str, pl.DataFrame] = {n: as_frame(n, self.table(n)) for n in GIVEN}
        return Run(self.folder.name, self.manifest["suite_hash"], frames)

    def exam(self, suite: Path) -> Exam:
        """The suite, as far as it was run. Raises DataError where it is another one than the run answered."""
        exam = Exam(suite, tuple(self.manifest["scenario_ids"]))
        if exam.suite_hash != self.manifest["suite_hash"]:
            found = f"{self.folder}: answers suite {self.manifest['suite_hash'][:12]}, not {exam.suite_hash[:12]}"
            raise DataError(f"{found} of {suite}; give the suite that it was run on, or run it again")
        return exam

    def _json(self, name: str) -> dict[str, Any]:
        path = self.folder / name
        try:
            found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            raise DataError(f"{path}: cannot be read; give a folder that memsql run wrote") from None
        if not isinstance(found, dict):
            raise self._changed(name)
        return found


def run_folders(runs: Path, names: Sequence[str] = ()) -> list[RunFolder]:
    """Return the finished runs of a folder, by name: those that are named by their beginning, or all.

    Raises DataError where there is none, and for a name that none begins with, or several do.
    """
    there = sorted(p for p in runs.iterdir() if (p / MANIFEST).is_file()) if runs.is_dir() else []
    if not there:
        raise DataError(f"{runs}: no run in it; make one with memsql run bm25")
    if not names:
        return [RunFolder(p) for p in there]
    return [_named(runs, there, name) for name in names]


def _named(runs: Path, there: Sequence[Path], name: str) -> RunFolder:
    if not name.strip():
        raise DataError(f"{runs}: the name of a run is empty; give a name, or its beginning")
    path = Path(name)
    if (path / MANIFEST).is_file():
        return RunFolder(path)
    known = [p.name for p in there]
    found = [p for p in there if p.name == name] or [p for p in there if p.name.startswith(name)]
    if not found:
        raise DataError(f"{runs}: no run {name}; {did_you_mean(name, known)}")
    if len(found) > 1:
        raise DataError(f"{runs}: {name} begins {', '.join(p.name for p in found)}; name one of them whole")
    return RunFolder(found[0])
