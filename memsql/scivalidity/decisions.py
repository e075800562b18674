"""Decisions of a run: the columns of their file, and the checks of a file that somebody hands in."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq

from memsql.errors import DataError, did_you_mean, shown
from memsql.scivalidity.compile import VIEWS
from memsql.scivalidity.corrupt import CONDITIONS, OPERATORS
from memsql.scivalidity.family import PAIRS, VARIANTS

COLUMNS = {
    "plan": pl.String(),
    "reader": pl.String(),
    "block": pl.Int64(),
    "world_id": pl.String(),
    "taskspec_id": pl.String(),
    "module": pl.String(),
    "family": pl.String(),
    "domain": pl.String(),
    "pair": pl.String(),
    "is_overlap": pl.Boolean(),
    "seed": pl.Int64(),
    "variant": pl.String(),
    "view": pl.String(),
    "condition": pl.String(),
    "operator": pl.String(),
    "prompt_sha256": pl.String(),
    "prompt_tokens": pl.Int64(),
    "output": pl.String(),
    "choice": pl.String(),
    "oracle_action": pl.String(),
    "is_valid": pl.Boolean(),
}
"""Columns of a decision: plan and reader, the item, its prompt (hash, tokens under words-and-signs), the answer.
``is_overlap``: whether a public state value of the TaskSpec is, letter by letter, a legal action. ``choice`` is null
where the output names no legal action.
"""
ITEM = tuple(COLUMNS)[2:15]
ANSWER = tuple(COLUMNS)[15:]
PLACE = tuple(COLUMNS)[2:12]
"""Of an item: the columns that its world has, whatever is asked of it."""
OF_TASKSPEC = ("module", "family", "domain", "pair")
"""Columns that a TaskSpec has once."""
WORDS = {
    "pair": PAIRS,
    "variant": VARIANTS,
    "view": VIEWS,
    "condition": CONDITIONS,
    "operator": ("", *OPERATORS),
}
ADVICE = "name a file that scivalidity run wrote"


def load_decisions(path: Path) -> pl.DataFrame:
    """Decisions that a run wrote, by its columns. Raises DataError in one line for a file that is none."""
    if not path.is_file():
        what = "a folder" if path.is_dir() else "no such file"
        raise DataError(f"{path}: {what}; {ADVICE}")
    try:
        table = pq.read_table(path.absolute(), partitioning=None)
        found = pl.from_arrow(table)
    except (OSError, pa.ArrowException, pl.exceptions.PolarsError, UnicodeDecodeError) as error:
        raise DataError(f"{path}: no Parquet ({shown(str(error).splitlines()[0][:120])}); {ADVICE}") from None
    assert isinstance(found, pl.DataFrame)
    missing = [c for c in COLUMNS if c not in found.columns]
    if missing:
        raise DataError(f"{path}: no column {', '.join(missing)}; {ADVICE}, and run again what an older one wrote")
    for name, kind in COLUMNS.items():
        own = found.schema[name]
        if own != kind and not (kind.is_integer() and own.is_integer()):
            raise DataError(f"{path}: column {name} holds {own}, not {kind}; {ADVICE}")
    try:
        found = found.select(pl.col(c).cast(kind) for c, kind in COLUMNS.items())
    except pl.exceptions.PolarsError:
        raise DataError(f"{path}: a number is beyond 64 bits; {ADVICE}") from None
    if not found.height:
        raise DataError(f"{path}: no decision in it; {ADVICE}")
    _check_rows(found, path)
    return found


def _check_rows(found: pl.DataFrame, path: Path) -> None:
    """Refuse rows that no run writes: an item twice, a value that is not known, a score that is not the choice's."""
    for name in COLUMNS:
        if name != "choice" and found[name].null_count():
            raise DataError(f"{path}: row {_first(found, pl.col(name).is_null())}: no {name}; {ADVICE}")
    for name, known in WORDS.items():
        wrong = ~pl.col(name).is_in(known)
        if found.filter(wrong).height:
            row = _first(found, wrong)
            value = found[name][row - 1]
            raise DataError(f"{path}: row {row}: {name} is {shown(value)}; {did_you_mean(value, known)}")
    scored = pl.col("choice").eq(pl.col("oracle_action")).fill_null(value=False)
    if found.filter(scored != pl.col("is_valid")).height:
        row = _first(found, scored != pl.col("is_valid"))
        raise DataError(f"{path}: row {row}: is_valid is not what choice and oracle_action say; {ADVICE}")
    named = sorted(set(found["plan"]))
    if len(named) > 1:
        # Worlds of two plans would be counted together, and a pair once for each of both.
        said = ", ".join(map(shown, named[:3])) + (", ..." if len(named) > 3 else "")
        raise DataError(f"{path}: decisions of {len(named)} plans ({said}); score each in a file of its own")
    for name in OF_TASKSPEC:
        several = pl.col(name).n_unique().over("taskspec_id") > 1
        if found.select(several.any()).item():
            row = _first(found, several)
            said = f"TaskSpec {shown(found['taskspec_id'][row - 1])} has more than one {name}"
            raise DataError(f"{path}: row {row}: {said}; {ADVICE}")
    twice = pl.struct("plan", "reader", *ITEM).is_duplicated()
    if found.select(twice.any()).item():
        raise DataError(f"{path}: row {_first(found, twice)}: an item stands there twice; {ADVICE}")


def _first(found: pl.DataFrame, wrong: pl.Expr) -> int:
    """Number of the first row that is wrong, counted from 1."""
    return int(found.select(wrong.fill_null(value=True).arg_max()).item()) + 1
