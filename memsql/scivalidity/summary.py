"""Every table of a scored run by name, for the command line and the report."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import polars as pl

from memsql.errors import DataError, did_you_mean, shown
from memsql.scivalidity import score
from memsql.scivalidity.compile import VIEWS

FIRST, SECOND = "typed", "event_graph"
MEMORIES = "bm25+summary+selective+provenance"
"""The four conventional memories of the paper's tables 26 and 27."""
SOURCE = (
    ("flat", "event_graph"),
    ("flat", "matched_source"),
    ("typed", "flat"),
    ("opaque_flat", "event_graph"),
    ("opaque_typed", "opaque_flat"),
)
"""Contrasts of the source-control matrix (table 23); which five the paper took is not at hand, these are ours."""
INTERVAL = ("effect", "low", "high")


def summary(decisions: pl.DataFrame, first: str = "", second: str = "") -> dict[str, pl.DataFrame]:
    """The tables for which something was run.

    ``first`` and ``second``: views of the main contrast, typed and event_graph where they are left out. Raises
    DataError for views that there are not, or that were not run.
    """
    pair = views_of(decisions, first, second)
    made = {
        "valid_actions": score.rates(decisions),
        "prompt_tokens": score.tokens(decisions),
        **dict(_contrasts(decisions, *pair)),
        "valid_by_module": score.rates(decisions, "module"),
        "source_contrasts": source(decisions),
        "pairs": score.pairs(decisions),
        "pairs_by_module": score.pairs(decisions, "module"),
        "repair": score.repair(decisions),
        "repair_by_module": score.repair(decisions, "module"),
        "repair_by_operator": score.repair(decisions, "operator"),
        "fingerprints": score.fingerprints(decisions),
        "failure_patterns": score.patterns(decisions),
    }
    return {name: frame for name, frame in made.items() if frame.height}


def views_of(decisions: pl.DataFrame, first: str, second: str) -> tuple[str, str]:
    """Both views of the main contrast. Raises DataError for one that there is not, or that was not run."""
    run = set(decisions.filter(score.ORIGINAL)["view"])
    for option, given in (("--first", first), ("--second", second)):
        named = given.split("+") if given else []
        if len(set(named)) < len(named):
            raise DataError(f"{option}: {given} names a view twice; name each once")
        for view in named:
            if view not in VIEWS:
                raise DataError(f"{option}: no view {shown(view)}; {did_you_mean(view, VIEWS)}")
            if view not in run:
                raise DataError(f"{option}: {view} was not run on original worlds; {did_you_mean('', sorted(run))}")
    pair = first or FIRST, second or _second(run)
    if set(pair[0].split("+")) & set(pair[1].split("+")):
        raise DataError(f"--first and --second: both hold {pair[0]}; give two different views")
    return pair


def _second(run: set[str]) -> str:
    """The event graph, or the conventional memories where these were run in its place."""
    return MEMORIES if SECOND not in run and set(MEMORIES.split("+")) <= run else SECOND


def _contrasts(decisions: pl.DataFrame, first: str, second: str) -> Iterator[tuple[str, pl.DataFrame]]:
    """The main contrast in all its cuts."""
    yield "contrast", contrasts(decisions, first, second)
    yield "contrast_by_module", score.contrast_by(decisions, first, second, "module")
    yield "contrast_by_domain", score.contrast_by(decisions, first, second, "domain")
    yield "contrast_by_block", by_block(decisions, first, second)


def contrasts(decisions: pl.DataFrame, first: str, second: str) -> pl.DataFrame:
    """first, second, reader, weighting, effect, low, high, unit_left_out, least, most.

    Weighted over TaskSpecs, over families, and over TaskSpecs without an overlap of state value and choice; least
    and most: range of the effect when one unit is left out.
    """
    apart = decisions.filter(~pl.col("taskspec_id").is_in(sorted(score.overlapping(decisions))))
    ways = (
        ("TaskSpecs", decisions, "taskspec_id"),
        ("families", decisions, "family"),
        ("no overlap", apart, "taskspec_id"),
    )
    rows = []
    for name, frame, by in ways:
        ranges = {reader: ends for reader, *ends in score.left_out(frame, first, second, by).iter_rows()}
        for reader, found in score.contrast(frame, first, second, by=by).items():
            rows.append((first, second, reader, name, *found, by.removesuffix("_id"), *ranges[reader]))
    columns = ("first", "second", "reader", "weighting", *INTERVAL, "unit_left_out", "least", "most")
    return _frame(rows, columns).sort("reader", maintain_order=True)


def _frame(rows: Sequence[tuple[object, ...]], columns: Sequence[str]) -> pl.DataFrame:
    """Rows with text in the columns that name something, numbers in the others."""
    numbers: dict[str, pl.DataType] = dict.fromkeys((*INTERVAL, "least", "most"), pl.Float64()) | {"block": pl.Int64()}
    return pl.DataFrame(rows, schema={c: numbers.get(c, pl.String()) for c in columns}, orient="row")


def by_block(decisions: pl.DataFrame, first: str, second: str) -> pl.DataFrame:
    """reader, block, effect, low, high: the contrast over TaskSpecs in each block of seeds, where there are several."""
    blocks = sorted(set(decisions["block"]))
    rows = [
        (reader, block, *found)
        for block in (blocks if len(blocks) > 1 else ())
        for reader, found in score.contrast(decisions.filter(pl.col("block") == block), first, second).items()
    ]
    return _frame(rows, ("reader", "block", *INTERVAL)).sort("reader", "block")


def source(decisions: pl.DataFrame) -> pl.DataFrame:
    """first, second, reader, effect, low, high over families, for a run that has matched source or opaque views."""
    run = set(decisions.filter(score.ORIGINAL)["view"])
    pairs = [pair for pair in SOURCE if set(pair) <= run] if {"matched_source", "opaque_flat"} & run else []
    rows = [
        (first, second, reader, *found)
        for first, second in pairs
        for reader, found in score.contrast(decisions, first, second, by="family").items()
    ]
    return _frame(rows, ("first", "second", "reader", *INTERVAL))
