"""Reports of runs: Markdown and one self-contained page, made from run folders and the suite's folder alone."""

from __future__ import annotations

from memsql.evaluation.report.write import write_report

__all__ = ["write_report"]
