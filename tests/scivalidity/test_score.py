"""Scores on decisions made by hand."""

from __future__ import annotations

import time
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from memsql.errors import DataError
from memsql.resources import sql_text
from memsql.scivalidity import score
from memsql.scivalidity.compile import Compiled
from memsql.scivalidity.decisions import load_decisions
from memsql.scivalidity.plan import plan_of
from memsql.scivalidity.run import items
from memsql.scivalidity.summary import contrasts
from memsql.scivalidity.taskspec import load

Row = tuple[str, int, str, str, str, bool]


def decisions(rows: list[Row], **fixed: str) -> pl.DataFrame:
    """taskspec_id, seed, variant, view, choice ("" for none), is_valid; the rest is the same everywhere."""
    names = ["taskspec_id", "seed", "variant", "view", "choice", "is_valid"]
    frame = pl.DataFrame(rows, schema=names, orient="row")
    given = {"reader": "r", "block": "0", "module": "m", "domain": "d", "pair": "flip", "condition": "intact"}
    given |= {"operator": "", "plan": "p"} | fixed
    return frame.with_columns(
        pl.when(pl.col("choice") != "").then("choice").alias("choice"),
        family=pl.col("taskspec_id").str.slice(0, 1),
        world_id=pl.concat_str("taskspec_id", "seed", "variant", separator="-"),
        **{k: pl.lit(v) for k, v in given.items()},
    )


# a1: 1 - 0 and 0 - 0, mean 0.5; a2: 1 - 1; b1: 0 - 1.
ROWS: list[Row] = [
    ("a1", 0, "original", "typed", "x", True),
    ("a1", 0, "original", "raw", "y", False),
    ("a1", 1, "original", "typed", "", False),
    ("a1", 1, "original", "raw", "y", False),
    ("a2", 0, "original", "typed", "x", True),
    ("a2", 0, "original", "raw", "x", True),
    ("b1", 0, "original", "typed", "y", False),
    ("b1", 0, "original", "raw", "x", True),
]


def test_a_contrast_weights_taskspecs_or_families_equally() -> None:
    found = decisions(ROWS)
    assert score.rates(found).rows() == [("r", "raw", 4, 0.5), ("r", "typed", 4, 0.5)]
    assert score.differences(found, "typed", "raw")["difference"].to_list() == [0.5, 0.0, -1.0]
    assert score.contrast(found, "typed", "raw")["r"].effect == pytest.approx(-1 / 6)
    assert score.contrast(found, "typed", "raw", by="family")["r"].effect == pytest.approx((0.25 - 1) / 2)
    assert score.differences(found, "typed", "raw+typed")["difference"].to_list() == [0.25, 0.0, -0.5]
    assert score.left_out(found, "typed", "raw", "family").rows() == [("r", -1.0, 0.25)]


def test_the_interval_is_that_of_a_plain_transcription(monkeypatch: pytest.MonkeyPatch) -> None:
    weights = score.weights
    monkeypatch.setattr(score, "weights", lambda count: weights(count, 500, 7))
    found = score.contrast(decisions(ROWS), "typed", "raw")["r"]
    drawn = np.random.Generator(np.random.PCG64(7)).integers(0, 3, size=(500, 3))
    differences = [0.5, 0.0, -1.0]
    means = sorted(sum(differences[i] for i in row) / 3 for row in drawn)
    for end, share in ((found.low, 0.025), (found.high, 0.975)):
        place = share * (len(means) - 1)
        below = means[int(place)]
        expected = below + (means[int(place) + 1] - below) * (place - int(place))
        assert end == pytest.approx(expected)


def test_resampling_the_primary_matrix_takes_about_a_second() -> None:
    matrix = np.random.Generator(np.random.PCG64(1)).random((64, 4))
    started = time.process_time()
    assert (score.weights(64) @ matrix).shape == (20_000, 4)
    assert time.process_time() - started < 3


def test_pairs_ask_for_the_declared_relation() -> None:
    rows: list[Row] = [
        ("a1", 0, "original", "typed", "x", True),
        ("a1", 0, "counterfactual", "typed", "y", True),
        ("a1", 1, "original", "typed", "x", True),
        ("a1", 1, "counterfactual", "typed", "x", False),
        ("a1", 2, "original", "typed", "", False),
        ("a1", 2, "counterfactual", "typed", "", False),
    ]
    flip = score.pairs(decisions(rows)).row(0, named=True)
    assert (flip["count"], flip["relation"], flip["both"]) == (3, pytest.approx(1 / 3), pytest.approx(1 / 3))
    kept = score.pairs(decisions(rows, pair="invariant")).row(0, named=True)
    assert kept["relation"] == pytest.approx(1 / 3)
    shares = score.patterns(decisions(rows)).row(0, named=True)
    assert (shares["untracked"], shares["biased"]) == (pytest.approx(1 / 3), 0.0)


def test_repair_and_stability_of_fingerprints() -> None:
    row: Row = ("a1", 0, "original", "typed", "x", True)
    lost: Row = ("a1", 0, "original", "typed", "", False)
    parts = [decisions([row])]
    for domain in ("d", "e"):
        parts.append(decisions([lost], condition="corrupted", operator="omit", domain=domain))
        parts.append(decisions([row], condition="repaired", operator="omit", domain=domain))
        parts.append(decisions([lost], condition="matched", operator="omit", domain=domain))
    found = pl.concat(parts)
    assert score.repair(found).rows() == [("r", 1.0, 0.0, 1.0, 0.0, 1.0)]
    assert score.fingerprints(found).rows() == [("r", "omit", pytest.approx(1.0), True)]
    assert score.stability(np.array([[0.0, 0.0], [1.0, 0.0]])) == 0.0
    assert score.stability(np.array([[1.0, 0.0], [0.0, 1.0]])) == pytest.approx(0.5**0.5)


# A reader that refuses everything was once said to be distracted by all of them.
def test_an_invalid_answer_is_neither_the_same_nor_a_different_one() -> None:
    rows: list[Row] = [
        ("a1", 0, "original", "typed", "", False),
        ("a1", 0, "counterfactual", "typed", "", False),
        ("a1", 1, "original", "typed", "x", True),
        ("a1", 1, "counterfactual", "typed", "", False),
        ("a1", 2, "original", "typed", "x", True),
        ("a1", 2, "counterfactual", "typed", "y", False),
        ("a1", 3, "original", "typed", "x", True),
        ("a1", 3, "counterfactual", "typed", "x", True),
    ]
    kept = score.patterns(decisions(rows, pair="invariant")).row(0, named=True)
    assert (kept["distracted"], kept["untracked"]) == (0.25, None)
    flip = score.patterns(decisions(rows)).row(0, named=True)
    assert (flip["distracted"], flip["untracked"]) == (None, 0.25)


# Those of a catalogue of one's own too, which score has never seen.
def test_the_overlap_of_a_run_is_that_of_the_compiled_state(compiled: Compiled) -> None:
    found = items(plan_of("primary"), compiled, 0)
    marked = set(compiled.db.frame(sql_text("scivalidity/choice_overlap"))["taskspec_id"])
    assert score.overlapping(found) == marked
    by_family = {
        s.taskspec_id for s in load() if set(s.family.relations[0].status.values()) & set(s.family.choice.values())
    }
    assert marked == by_family
    assert len(marked) == 22


def test_what_overlaps_is_left_out_of_the_contrast() -> None:
    found = decisions(ROWS).with_columns(is_overlap=pl.col("taskspec_id") == "a1", block=pl.lit(0))
    effects = {row["weighting"]: row["effect"] for row in contrasts(found, "typed", "raw").iter_rows(named=True)}
    assert effects == {"TaskSpecs": pytest.approx(-1 / 6), "families": pytest.approx(-0.375), "no overlap": -0.5}


def test_a_file_that_no_run_wrote_is_one_line(tmp_path: Path) -> None:
    path = tmp_path / "d.parquet"
    pl.DataFrame({"a": [1]}).write_parquet(path)
    with pytest.raises(DataError, match="no column plan, reader"):
        load_decisions(path)
    path.write_text("no")
    with pytest.raises(DataError, match="no Parquet"):
        load_decisions(path)
