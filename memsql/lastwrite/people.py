"""What a person asks of the resolver: the answer to a question and the paths that were weighed."""

from __future__ import annotations

from pathlib import Path

import polars as pl

from memsql.errors import DataError
from memsql.lastwrite.graph import build, make
from memsql.lastwrite.resolve import resolve
from memsql.lastwrite.source import load

BEST_PATHS = 5


def answers(data: Path, name: str = "", hop: str = "", index: int | None = None) -> pl.DataFrame:
    """Answers in the order of the benchmark: list, hop, index, question, answer, score, path.

    For one question (``index``) the five best paths, else the best one; ABSTAIN without score where there is none.
    Raises DataError where no question is meant.
    """
    graphs = build(load(data))
    resolve(graphs)
    make(graphs.db, "ranked")
    ranks = 1 if index is None else BEST_PATHS
    found = graphs.db.frame(
        "select q.list, q.hop, q.index, q.text as question, coalesce(r.answer, 'ABSTAIN') as answer, r.score, "
        "coalesce(r.origin || ': ' || array_to_string(r.relations, ' > '), 'no path') as path "
        "from lw.question as q "
        f"left join lw.ranked as r on r.question_id = q.question_id and r.rank <= {ranks} "
        "order by q.question_id, r.rank"
    )
    for column, wanted in (("list", name), ("hop", hop), ("index", index)):
        if wanted not in ("", None):
            found = found.filter(pl.col(column) == wanted)
    if not found.height:
        raise DataError(f"{data}: no question of list {name or 'any'}, hop {hop or 'any'}, index {index}; correct them")
    return found
