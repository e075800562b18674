"""Every table of a scored run by name, for the command line and the report."""

from __future__ import annotations

from pathlib import Path

import polars as pl

from memsql.errors import DataError
from memsql.scivalidity import score
from memsql.scivalidity.plan import plans
from memsql.scivalidity.run import ANSWER, ITEM


def load_decisions(path: Path) -> pl.DataFrame:
    """Decisions that a run wrote. Raises DataError for a file that is none."""
    try:
        found = pl.read_parquet(path)
    except (OSError, pl.exceptions.PolarsError) as error:
        reason = str(error).splitlines()[0]
        raise DataError(f"{path}: no Parquet ({reason}); name a file that scivalidity run wrote") from None
    missing = [c for c in ("plan", "reader", *ITEM, *ANSWER) if c not in found.columns]
    if missing:
        raise DataError(f"{path}: no column {', '.join(missing)}; name a file that scivalidity run wrote")
    return found


def contrasts(decisions: pl.DataFrame, first: str, second: str) -> pl.DataFrame:
    """reader, weighting, effect, low, high: the contrast of two views over TaskSpecs, families, and without overlap."""
    catalogues = {p.catalogue: p.load() for p in plans().values()}
    same = sorted(name for specs in catalogues.values() for name in score.overlapping(specs))
    apart = decisions.filter(~pl.col("taskspec_id").is_in(same))
    ways = (
        ("TaskSpecs", decisions, "taskspec_id"),
        ("families", decisions, "family"),
        ("no overlap", apart, "taskspec_id"),
    )
    rows = [
        (reader, name, *found)
        for name, frame, by in ways
        for reader, found in score.contrast(frame, first, second, by=by).items()
    ]
    schema = {"reader": pl.String, "weighting": pl.String, "effect": pl.Float64, "low": pl.Float64, "high": pl.Float64}
    return pl.DataFrame(rows, schema=schema, orient="row").sort("reader", maintain_order=True)


def summary(decisions: pl.DataFrame, first: str, second: str) -> dict[str, pl.DataFrame]:
    """The tables for which something was run."""
    made = {
        "valid_actions": score.rates(decisions),
        f"{first}_minus_{second}": contrasts(decisions, first, second),
        "pairs": score.pairs(decisions),
        "pairs_by_module": score.pairs(decisions, "module"),
        "repair": score.repair(decisions),
        "repair_by_module": score.repair(decisions, "module"),
        "fingerprints": score.fingerprints(decisions),
        "failure_patterns": score.patterns(decisions),
    }
    return {name: frame for name, frame in made.items() if frame.height}
