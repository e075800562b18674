"""The report of a run, made from its folder alone: ``summary.json`` and ``report.md``."""

from __future__ import annotations

import io
import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import polars as pl
from polars.exceptions import PolarsError

from memsql.errors import MemsqlError
from memsql.evaluation.interval import RESAMPLES
from memsql.evaluation.paired.arms import MEANING, Arm, Role
from memsql.evaluation.paired.score import Interval, accuracies, intervals
from memsql.evaluation.paired.write import write_json, write_text

MANIFEST, ANSWER, SUMMARY, REPORT = "manifest.json", "answer.parquet", "summary.json", "report.md"
HEADS = ("question", "arm", "accuracy", "95% interval", "right", "n", "failed", "records", "signs", "support")


def write_report(folder: Path) -> dict[str, Any]:
    """Score ``answer.parquet`` of a run, write summary and report beside it, and return the summary."""
    made = summary(folder)
    write_json(made, folder / SUMMARY)
    write_text(markdown(made), folder / REPORT)
    return made


def summary(folder: Path) -> dict[str, Any]:
    """Figures of a run as JSON has them; shares are percent. Raises MemsqlError where there is no finished run."""
    try:
        manifest = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
        answers = pl.read_parquet(io.BytesIO((folder / ANSWER).read_bytes()))
    except (OSError, ValueError, PolarsError) as error:
        reason = getattr(error, "strerror", None) or "cannot be read"
        raise MemsqlError(f"{folder}: no finished run ({reason}); memsql paired run makes one") from None
    found, contrasts = intervals(answers)
    cells = [
        row
        | {"record_mean": _number(row["record_mean"]), "support_share": _number(row["support_share"])}
        | _percent(found[row["role"], row["arm"]])
        for row in accuracies(answers).iter_rows(named=True)
    ]
    return {
        "run": manifest,
        "conversations": answers["conversation"].n_unique(),
        "failed": answers.filter(pl.col("outcome") != "ok").height,
        "accuracy": cells,
        "contrast": [{"first": c.first, "second": c.second} | _percent(c.interval) for c in contrasts],
        "operator": by_operator(answers),
    }


def by_operator(answers: pl.DataFrame) -> list[dict[str, Any]]:
    """Right answers to state questions by operator and arm."""
    found = answers.filter(pl.col("role") == Role.STATE.value).group_by("operator", "arm")
    counted = found.agg(count=pl.len(), correct_count=pl.col("is_correct").sum())
    order = pl.col("arm").replace_strict(list(Arm), range(len(Arm)))
    return counted.sort("operator", order).to_dicts()


def _number(value: object) -> float | None:
    return None if value is None else float(str(value))


def _percent(found: Interval) -> dict[str, float | None]:
    ends = (found.value, found.low, found.high)
    value, low, high = (None if end is None else round(100 * end, 2) for end in ends)
    return {"value": value, "low": low, "high": high}


def rows(made: dict[str, Any]) -> list[list[str]]:
    """The accuracy table as texts, under HEADS."""
    return [
        [
            cell["role"],
            cell["arm"],
            f"{cell['value']:.1f}",
            span(cell),
            str(cell["correct_count"]),
            str(cell["count"]),
            str(cell["failed_count"]),
            "" if cell["record_mean"] is None else f"{cell['record_mean']:g}",
            str(cell["sign_mean"]),
            "" if cell["support_share"] is None else f"{100 * cell['support_share']:.0f}%",
        ]
        for cell in made["accuracy"]
    ]


def contrast_rows(made: dict[str, Any]) -> list[list[str]]:
    """The paired differences as texts."""
    return [[c["first"], c["second"], f"{c['value']:+.1f}", span(c)] for c in made["contrast"]]


def span(cell: dict[str, Any]) -> str:
    """Both ends of an interval; nothing where there is none."""
    return "" if cell["low"] is None else f"{cell['low']:.1f} to {cell['high']:.1f}"


def head(made: dict[str, Any]) -> str:
    """What was run, in one sentence."""
    ran = made["run"]
    answers = ran["answerer_settings"].get("answers")
    return (
        f"{ran['items']} items over {made['conversations']} conversations of a {ran['form']} file "
        f"(sha256 {ran['file_sha256'][:12]}); system {ran['system']}, k {ran['k']} a question; answers by "
        f"{ran['answerer']}{f' ({answers})' if answers else ''}; {made['failed']} calls failed and count as wrong"
    )


def note() -> str:
    """How the figures are to be read."""
    return (
        f"Accuracy in percent, by typed equivalence. Intervals: {RESAMPLES:,} resamples of whole conversations, the "
        "same for all arms; exact ones where all is right or nothing; none for a difference that no conversation "
        "shows. records, signs: mean size of a context. support: mean share of the turns under gold that a context "
        "holds; per_sub_question asks twice, so its contexts hold up to twice as many records."
    )


def markdown(made: dict[str, Any]) -> str:
    """The report as Markdown."""
    arms = list(made["run"]["arms"])
    parts = [
        "# Paired study",
        head(made) + ".",
        note(),
        _table(HEADS, rows(made)),
        "## Paired differences",
        _table(("first", "minus", "points", "95% interval"), contrast_rows(made)),
        "## State questions by operator",
        _table(("operator", "n", *arms), operator_rows(made)),
        "## Arms",
        "\n".join(f"- {arm}: {MEANING[Arm(arm)]}" for arm in arms),
    ]
    return "\n\n".join(parts) + "\n"


def operator_rows(made: dict[str, Any]) -> list[list[str]]:
    """Right answers to state questions, a row an operator, a column an arm."""
    found: dict[str, dict[str, str]] = {}
    counts: dict[str, str] = {}
    for cell in made["operator"]:
        found.setdefault(cell["operator"], {})[cell["arm"]] = str(cell["correct_count"])
        counts[cell["operator"]] = str(cell["count"])
    return [[name, counts[name], *(row.get(arm, "") for arm in made["run"]["arms"])] for name, row in found.items()]


def _table(heads: Sequence[str], listed: Iterable[Sequence[str]]) -> str:
    lines = [heads, ["---"] * len(heads), *listed]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
