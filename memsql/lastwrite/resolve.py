"""The resolver: every path from a mention is scored by tables, the best one answers (paper appendix C)."""

from __future__ import annotations

from collections.abc import Iterator

import pyarrow as pa

from memsql.db import Database
from memsql.lastwrite.graph import Graphs, make
from memsql.lastwrite.tables import OWN_KEY, Cue, cues, forms, plain_words, preferences, weights
from memsql.lastwrite.words import normal, words

LONGEST_SECONDS = 300
"""Paths grow with the sixth power of what a node says: the benchmark's take a second, a dense list is stopped."""


def resolve(graphs: Graphs) -> None:
    """Fill ``lw.path``, ``lw.score`` and ``lw.chosen`` for the worlds last, first and separate.

    A question without a path has no row in ``lw.chosen``: the resolver abstains.
    """
    db = graphs.db
    _load_words(graphs)
    _load_cues(db)
    db.load("lw", "weight", pa.table({name: pa.array([value], pa.int32()) for name, value in weights().items()}))
    with db.deadline(LONGEST_SECONDS):
        for name in ("path", "cue_hit", "preferred", "path_word", "path_cover", "score", "chosen"):
            make(db, name)


def _load_words(graphs: Graphs) -> None:
    plain = plain_words()
    found = [
        (i, position, word)
        for i, q in enumerate(graphs.benchmark.questions)
        for position, word in enumerate(words(normal(q.text)))
    ]
    table = pa.table(
        {
            "question_id": pa.array([i for i, _, _ in found], pa.int32()),
            "position": pa.array([p for _, p, _ in found], pa.int32()),
            "start": pa.array([w.start for _, _, w in found], pa.int32()),
            "stop": pa.array([w.stop for _, _, w in found], pa.int32()),
            "word": pa.array([w.text for _, _, w in found], pa.string()),
            "is_plain": pa.array([w.text in plain for _, _, w in found], pa.bool_()),
        }
    )
    graphs.db.load("lw", "word", table)


def _load_cues(db: Database) -> None:
    """The words of all cues and openings; where a second form has its own key, its cues are those of the first."""
    shared = {f.relation for f in forms() if f.is_second}

    def spoken(found: tuple[Cue, ...], is_opening: bool) -> Iterator[tuple[str, tuple[str, ...], bool]]:
        for cue in found:
            yield cue.relation, cue.words, is_opening
            if cue.relation in shared:
                yield OWN_KEY, cue.words, is_opening

    rows = [
        (cue_id, relation, ordinal, word, len(said), is_opening)
        for cue_id, (relation, said, is_opening) in enumerate(
            [*spoken(cues(), is_opening=False), *spoken(preferences(), is_opening=True)]
        )
        for ordinal, word in enumerate(said)
    ]
    table = pa.table(
        {
            "cue_id": pa.array([r[0] for r in rows], pa.int32()),
            "relation": [r[1] for r in rows],
            "ordinal": pa.array([r[2] for r in rows], pa.int32()),
            "word": [r[3].removesuffix("*") for r in rows],
            "is_prefix": [r[3].endswith("*") for r in rows],
            "size": pa.array([r[4] for r in rows], pa.int32()),
            "is_opening": [r[5] for r in rows],
        }
    )
    db.load("lw", "cue_word", table)
