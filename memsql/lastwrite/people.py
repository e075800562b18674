"""What a person asks of the resolver: the answer to a question and the paths that were weighed."""

from __future__ import annotations

from pathlib import Path

import polars as pl

from memsql.errors import DataError, did_you_mean, shown
from memsql.lastwrite.graph import make
from memsql.lastwrite.limits import ground
from memsql.lastwrite.resolve import resolve
from memsql.lastwrite.source import Benchmark, load

BEST_PATHS = 5


def answers(data: Path, name: str = "", hop: str = "", index: int | None = None) -> pl.DataFrame:
    """Answers in the order of the benchmark: list, hop, index, question, answer, score, path.

    For one question (``index``) the five best paths, else the best one; ABSTAIN without score where there is none.
    Raises DataError where no question is meant, and says which there are.
    """
    benchmark = load(data)
    _check_asked(benchmark, name, hop, index)
    graphs = ground(benchmark)
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
    return found


def _check_asked(benchmark: Benchmark, name: str, hop: str, index: int | None) -> None:
    """Raise DataError where the file has no such list, the list no such hop, or the set no such question."""
    lists = sorted({q.list for q in benchmark.questions})
    if name and name not in lists:
        raise DataError(f"{benchmark.path}: no list {shown(name, 40)}; {did_you_mean(name, lists)}")
    of_list = [q for q in benchmark.questions if not name or q.list == name]
    hops = sorted({q.hop for q in of_list})
    if hop and hop not in hops:
        raise DataError(f"{benchmark.path}: no questions of hop {shown(hop, 40)}; {did_you_mean(hop, hops)}")
    last = max(q.index for q in of_list if not hop or q.hop == hop)
    if index is not None and not 0 <= index <= last:
        raise DataError(f"{benchmark.path}: no question {index}; questions are counted from 0 to {last}")
