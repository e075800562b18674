"""Write a report: ``report.md`` and ``report.html``, whole or not at all, over an earlier report and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from memsql.errors import DataError, MemsqlError, hindrance
from memsql.evaluation.exam import Exam
from memsql.evaluation.journal import MANIFEST
from memsql.evaluation.report.markdown import markdown
from memsql.evaluation.report.page import page
from memsql.evaluation.results import RunFolder

MARK = "memsql report"
"""Stands in the first lines of every report: what lacks it is not overwritten."""
PAGE, TEXT = "report.html", "report.md"


def write_report(exam: Exam, runs: Sequence[RunFolder], out: Path) -> list[Path]:
    """Write both files into a folder and return their paths. Raises MemsqlError where something else stands there."""
    _check_place(out)
    texts = {TEXT: markdown(exam, runs), PAGE: page(exam, runs)}
    beside = {name: out / f".{name}.new" for name in texts}
    try:
        out.mkdir(parents=True, exist_ok=True)
        for name, text in texts.items():
            beside[name].write_text(text, encoding="utf-8")
        for name, path in beside.items():
            path.replace(out / name)
    except OSError as error:
        raise MemsqlError(f"{out}: not written ({hindrance(out, error)}); name a folder that can be written") from None
    finally:
        if out.is_dir():
            for path in beside.values():
                path.unlink(missing_ok=True)
    return [out / name for name in texts]


def same_suite(runs: Sequence[RunFolder]) -> None:
    """Raise DataError where runs answer different suites, or different scenarios of one: they are not comparable."""
    groups: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for run in runs:
        asked = (run.manifest["suite_hash"], tuple(run.manifest["scenario_ids"]))
        groups.setdefault(asked, []).append(run.folder.name)
    if len(groups) < 2:
        return
    is_one = len({suite for suite, _ in groups}) == 1
    what = "different scenarios of one suite" if is_one else "different suites"
    told = "; ".join(
        f"{suite[:12]} ({len(ids)} scenarios): {', '.join(names)}" for (suite, ids), names in groups.items()
    )
    raise DataError(f"{what}: {told}; name runs of the same questions, others cannot be compared")


def _check_place(out: Path) -> None:
    if out.exists() and not out.is_dir():
        raise MemsqlError(f"{out}: a file stands there; name a folder with --out")
    if (out / MANIFEST).exists():
        raise MemsqlError(f"{out}: holds a {MANIFEST}, a run or a suite, which nothing changes; name another --out")
    for name in (TEXT, PAGE):
        path = out / name
        if path.is_dir() or (path.exists() and MARK not in path.read_bytes()[:400].decode("utf-8", "replace")):
            raise MemsqlError(f"{path}: not a report of memsql; move it away, or name another folder with --out")
