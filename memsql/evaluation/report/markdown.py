"""The report as Markdown: the same tables, a failing derivation as text, the method."""

from __future__ import annotations

from collections.abc import Sequence

from memsql.evaluation.exam import Exam
from memsql.evaluation.people import Sheet, ranked, sheets, shown_name
from memsql.evaluation.repeats import together
from memsql.evaluation.report import failure, tracked
from memsql.evaluation.report.method import method, versions
from memsql.evaluation.results import RunFolder


def markdown(exam: Exam, runs: Sequence[RunFolder]) -> str:
    """Return the text."""
    suite = f"Suite {_text(runs[0].manifest['suite'])}, {exam.suite_hash[:12]}, {len(exam.scenario_ids)} scenarios"
    parts = [
        "<!-- memsql report -->",
        "# Evaluation of memory systems",
        f"{suite}; {len(runs)} runs. {versions(runs)}",
        *(_sheet(s) for s in (*sheets(runs), *together(exam, runs))),
        *_failing(exam, runs),
        *_tracked(exam, runs),
        "## Method",
        *(f"**{title}.** {text}" for title, text in method(runs)),
    ]
    return "\n\n".join(parts) + "\n"


def chosen(exam: Exam, runs: Sequence[RunFolder]) -> list[tuple[RunFolder, failure.Failure]]:
    """Return a failing derivation of each ranked system that has one to draw, the best system first."""
    found = []
    for run in ranked([r for r in runs if not r.summary["invalid"] and not r.manifest["sut"]["is_reference"]]):
        if run.summary["q2"]:
            failures = failure.Failures(run, exam)
            query_id = failures.chosen()
            if query_id:
                found.append((run, failures.of(query_id)))
    return found


def _sheet(sheet: Sheet) -> str:
    rows = "\n".join(f"| {' | '.join(_text(v) for v in row)} |" for row in sheet.rows)
    heads = f"| {' | '.join(_text(h) for h in sheet.heads)} |\n|{' --- |' * len(sheet.heads)}"
    note = f"\n\n{_text(sheet.note)}" if sheet.note else ""
    return f"## {_text(sheet.title)}\n\n{heads}\n{rows}{note}"


def _failing(exam: Exam, runs: Sequence[RunFolder]) -> list[str]:
    found = chosen(exam, runs)
    if not found:
        return []
    run, one = found[0]
    text = "\n".join(failure.tree(one))
    return [f"## A failing derivation: {_text(shown_name(run))}", failure.RULE, f"```text\n{text}\n```"]


def _tracked(exam: Exam, runs: Sequence[RunFolder]) -> list[str]:
    valid = ranked([r for r in runs if not r.summary["invalid"]])
    parts = []
    for one in tracked.trajectories(exam, valid):
        rows: list[list[object]] = [["gold", *(f"{text}{' (changed)' if c else ''}" for text, c in one.gold)]]
        rows += [
            [name, *(f"{g.text} ({'right' if g.is_right else 'wrong'})" for g in given)] for name, given in one.given
        ]
        heads = ("answers at checkpoint", *(str(i + 1) for i in range(len(one.gold))))
        parts.append(_sheet(Sheet(f"Trajectory: {one.question}", f"{one.tracked_id}. {tracked.RULE}", heads, rows)))
    return parts


def _text(value: object) -> str:
    """A text inside a table: nothing in it ends a cell or a line, or is read as HTML."""
    shown = " ".join(str(value).split())
    for sign, other in (("&", "&amp;"), ("<", "&lt;"), ("|", "\\|"), ("*", "\\*"), ("_", "\\_"), ("`", "\\`")):
        shown = shown.replace(sign, other)
    return shown
