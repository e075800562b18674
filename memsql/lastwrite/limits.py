"""How much work a file may ask for: what would take all memory or hours is refused before it starts."""

from __future__ import annotations

import unicodedata
from itertools import accumulate

from memsql.errors import DataError
from memsql.lastwrite.graph import Graphs, build, make
from memsql.lastwrite.source import Benchmark
from memsql.lastwrite.words import normal

MOST_SPAN_SIGNS = 1_000_000_000
"""Signs of all parts of all questions that grounding compares; the benchmark's 800 questions have 3 million."""
MOST_WALKS = 4_000_000
"""Walks that the resolver weighs; the benchmark has 20 thousand. Each takes about a kilobyte."""


def ground(benchmark: Benchmark, is_resolved: bool = True) -> Graphs:
    """Build the graphs of a benchmark that can be grounded and, where it is to be ``is_resolved``, resolved.

    Raises DataError where that would take more memory than there is.
    """
    _check_spans(benchmark)
    graphs = build(benchmark)
    if is_resolved:
        _check_walks(graphs)
    return graphs


def span_signs(norm: str) -> int:
    """Signs of all parts of a normalised question whose neighbours are not alphanumeric, as ``lw.span`` has them."""
    is_word = [c.isalnum() or unicodedata.category(c).startswith("M") for c in norm]
    starts = [place for place in range(len(norm)) if place == 0 or not is_word[place - 1]]
    stops = [place for place in range(1, len(norm) + 1) if place == len(norm) or not is_word[place]]
    before, sums = 0, [0, *accumulate(starts)]
    signs = 0
    for stop in stops:
        while before < len(starts) and starts[before] < stop:
            before += 1
        signs += stop * before - sums[before]
    return signs


def _check_spans(benchmark: Benchmark) -> None:
    """Raise DataError where grounding would compare more text than there is memory for."""
    total = sum(span_signs(normal(q.text)) for q in benchmark.questions)
    if total > MOST_SPAN_SIGNS:
        found = f"the parts of its questions have {total:,} signs, {MOST_SPAN_SIGNS:,} are the most that is grounded"
        raise DataError(f"{benchmark.path}: {found}; shorten the questions, or give fewer")


def _check_walks(graphs: Graphs) -> None:
    """Raise DataError where the resolver would have more paths to weigh than there is memory for.

    Paths grow with the sixth power of what a node says: a list can be made to hurt.
    """
    make(graphs.db, "walk_count")
    rows = graphs.db.rows("select w.question_id, w.walks from lw.walk_count as w order by w.walks desc, w.question_id")
    walks = [(int(str(question_id)), float(str(count))) for question_id, count in rows]
    total = sum(count for _, count in walks)
    if total > MOST_WALKS:
        question = graphs.benchmark.questions[walks[0][0]]
        where = f"{graphs.benchmark.path}: list {question.list}, {question.hop}-hop, question {question.index}"
        found = f"{walks[0][1]:,.0f} walks of up to six edges, {total:,.0f} with all questions"
        raise DataError(f"{where}: {found}; {MOST_WALKS:,} are the most that is weighed, give fewer statements")
