"""Scores: rates, contrasts with intervals, pairs, repair, fingerprints, failure patterns (paper appendix C.2)."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import polars as pl

from memsql.scivalidity.corrupt import CORRUPTED, INTACT, MATCHED, REPAIRED
from memsql.scivalidity.family import VARIANTS

RESAMPLES = 20_000
SEED = 20_261_026
STABLE = 0.5
"""A fingerprint is stable from this mean cosine on (table 22)."""
ORIGINAL = (pl.col("variant") == VARIANTS[0]) & (pl.col("condition") == INTACT)
VALID = pl.col("is_valid").cast(pl.Float64)
WORLD = ["plan", "block", "world_id"]
"""What names a world of a run, and of its intact state."""


class Contrast(NamedTuple):
    """A difference of two views' rates, from 0 to 1, with both ends of its 95% interval."""

    effect: float
    low: float
    high: float


def rates(decisions: pl.DataFrame, *by: str) -> pl.DataFrame:
    """reader, (by), view, count, valid: share of valid actions in intact original worlds."""
    group = ["reader", *by, "view"]
    return decisions.filter(ORIGINAL).group_by(group).agg(count=pl.len(), valid=VALID.mean()).sort(group)


def tokens(decisions: pl.DataFrame) -> pl.DataFrame:
    """view, prompts, median_tokens: length of the intact prompts under words-and-signs, each prompt once."""
    found = decisions.filter(pl.col("condition") == INTACT).unique(["view", "prompt_sha256"])
    made = found.group_by("view").agg(prompts=pl.len(), median_tokens=pl.col("prompt_tokens").median())
    return made.sort("view")


def differences(decisions: pl.DataFrame, first: str, second: str) -> pl.DataFrame:
    """reader, taskspec_id, family, module, domain, difference: mean over blocks and seeds of first minus second.

    Paired by seed. ``second`` may name several views, ``bm25+summary``: their mean.
    """
    spec = ["reader", "taskspec_id", "family", "module", "domain"]
    unit = [*spec, "block", "seed"]
    found = decisions.filter(ORIGINAL).select(*unit, "view", VALID)
    one, other = (
        found.filter(pl.col("view").is_in(views.split("+"))).group_by(unit).agg(pl.col("is_valid").mean())
        for views in (first, second)
    )
    both = one.join(other, on=unit, suffix="_other")
    made = both.group_by(spec).agg(difference=(pl.col("is_valid") - pl.col("is_valid_other")).mean())
    return made.sort("reader", "taskspec_id")


def contrast_by(decisions: pl.DataFrame, first: str, second: str, by: str) -> pl.DataFrame:
    """reader, (by), taskspecs, effect: the contrast within each module or domain, TaskSpecs weighted equally."""
    found = differences(decisions, first, second)
    made = found.group_by("reader", by).agg(taskspecs=pl.len(), effect=pl.col("difference").mean())
    return made.sort("reader", by)


def weights(
    count: int, resamples: int = RESAMPLES, seed: int = SEED
) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    """How often each of ``count`` units stands in each resample, divided by ``count``: a row a resample."""
    drawn = np.random.Generator(np.random.PCG64(seed)).integers(0, count, size=(resamples, count))
    drawn += np.arange(resamples)[:, None] * count
    counted = np.bincount(drawn.ravel(), minlength=resamples * count).reshape(resamples, count)
    return counted / count


def contrast(decisions: pl.DataFrame, first: str, second: str, *, by: str = "taskspec_id") -> dict[str, Contrast]:
    """Reader to the contrast of two views, TaskSpecs (or, ``by="family"``, families) weighted equally.

    The interval resamples the same units 20,000 times; all readers share the resamples.
    """
    found = differences(decisions, first, second)
    if by != "taskspec_id":
        found = found.group_by("reader", by).agg(pl.col("difference").mean()).sort("reader", by)
    if not found.height:
        return {}
    drawn: dict[int, np.ndarray[tuple[int, int], np.dtype[np.float64]]] = {}
    made = {}
    for reader, values in found.group_by("reader", maintain_order=True).agg("difference").iter_rows():
        own = np.array(values)
        if len(own) not in drawn:
            drawn[len(own)] = weights(len(own))
        low, high = np.quantile(drawn[len(own)] @ own, (0.025, 0.975))
        made[reader] = Contrast(float(own.mean()), float(low), float(high))
    return made


def left_out(decisions: pl.DataFrame, first: str, second: str, by: str) -> pl.DataFrame:
    """reader, least, most: range of the contrast when one unit (``family`` or ``taskspec_id``) is left out.

    Null where there is one unit.
    """
    found = differences(decisions, first, second)
    if by == "family":
        found = found.group_by("reader", "family").agg(pl.col("difference").mean())
    total, count = pl.col("difference").sum().over("reader"), pl.len().over("reader")
    without = found.with_columns(left=pl.when(count > 1).then((total - pl.col("difference")) / (count - 1)))
    return without.group_by("reader").agg(least=pl.col("left").min(), most=pl.col("left").max()).sort("reader")


def overlapping(decisions: pl.DataFrame) -> set[str]:
    """TaskSpecs in which a public state value is, letter by letter, a legal action, in some block."""
    return set(decisions.filter(pl.col("is_overlap"))["taskspec_id"])


def pairs(decisions: pl.DataFrame, *by: str) -> pl.DataFrame:
    """reader, view, (by), count, relation, both: relation accuracy and both-world validity of the pairs.

    Two invalid answers keep no relation. ``relation`` is one where the two choices differ as a flip asks, or agree
    as an invariant pair asks.
    """
    keys = ["reader", "view", "module", "family", "domain", "pair", "taskspec_id", "block", "seed"]
    found = decisions.filter(pl.col("condition") == INTACT).select(*keys, "variant", "choice", "is_valid")
    one, other = (found.filter(pl.col("variant") == v).drop("variant") for v in VARIANTS)
    both = one.join(other, on=keys, suffix="_other")
    is_parsed = pl.col("choice").is_not_null() & pl.col("choice_other").is_not_null()
    differs = pl.col("choice") != pl.col("choice_other")
    kept = (is_parsed & (differs == (pl.col("pair") == "flip"))).fill_null(value=False)
    made = both.with_columns(relation=kept.cast(pl.Float64), both=(pl.col("is_valid") & pl.col("is_valid_other")))
    group = ["reader", "view", *by]
    return (
        made.group_by(group).agg(pl.len().alias("count"), pl.col("relation").mean(), pl.col("both").mean()).sort(group)
    )


def repair(decisions: pl.DataFrame, *by: str) -> pl.DataFrame:
    """reader, (by), intact, corrupted, repaired, matched, specificity: rates, and repaired minus matched.

    The intact rate is that of the worlds which an operator damages, each as often as operators do.
    """
    group = ["reader", *by]
    found = decisions.filter(pl.col("operator") != "").select(*group, "condition", *WORLD, VALID)
    base = decisions.filter((pl.col("condition") == INTACT) & (pl.col("operator") == "")).select(
        "reader", *WORLD, VALID
    )
    damaged = found.filter(pl.col("condition") == CORRUPTED).drop("is_valid")
    intact = damaged.join(base, on=["reader", *WORLD]).with_columns(condition=pl.lit(INTACT)).select(found.columns)
    both = pl.concat([found, intact])
    made = both.group_by(group).agg(
        pl.col("is_valid").filter(pl.col("condition") == c).mean().alias(c)
        for c in (INTACT, CORRUPTED, REPAIRED, MATCHED)
    )
    if not made.height:
        return made
    return made.with_columns(specificity=pl.col(REPAIRED) - pl.col(MATCHED)).sort(group)


def fingerprints(decisions: pl.DataFrame) -> pl.DataFrame:
    """reader, operator, stability, is_stable (0.5 or more): mean cosine of domain vectors to their centroid (F.2).

    A vector has two entries a module: intact minus corrupted, intact minus matched; a module without items has 0.
    All-zero vectors are left out; fewer than two: 0.0.
    """
    modules = sorted(set(decisions["module"]))
    damaged = decisions.filter(pl.col("operator") != "")
    base = decisions.filter((pl.col("condition") == INTACT) & (pl.col("operator") == ""))
    unit = ["reader", *WORLD]
    joined = damaged.join(base.select(*unit, intact=VALID), on=unit)
    effect = (pl.col("intact") - VALID).alias("effect")
    cells = joined.filter(pl.col("condition").is_in([CORRUPTED, MATCHED])).with_columns(effect)
    cells = cells.group_by("reader", "operator", "domain", "module", "condition").agg(pl.col("effect").mean())
    place = {(m, c): i for i, (m, c) in enumerate((m, c) for m in modules for c in (CORRUPTED, MATCHED))}
    vectors: dict[tuple[str, str], dict[str, list[float]]] = {}
    for reader, operator, domain, module, condition, value in cells.sort(cells.columns).iter_rows():
        own = vectors.setdefault((reader, operator), {}).setdefault(domain, [0.0] * len(place))
        own[place[module, condition]] = value
    rows = [(*key, stability(np.array(list(own.values())))) for key, own in sorted(vectors.items())]
    schema = {"reader": pl.String, "operator": pl.String, "stability": pl.Float64}
    found = pl.DataFrame(rows, schema=schema, orient="row")
    return found.with_columns(is_stable=pl.col("stability") >= STABLE)


def stability(vectors: np.ndarray[tuple[int, int], np.dtype[np.float64]]) -> float:
    """Mean cosine of the vectors that are not all zero to their centroid; 0.0 for fewer than two of them."""
    kept = vectors[np.any(vectors != 0, axis=1)]
    centroid = kept.mean(axis=0) if len(kept) else np.zeros(vectors.shape[1])
    length = float(np.linalg.norm(centroid))
    if len(kept) < 2 or length == 0:
        return 0.0
    return float(np.mean(kept @ centroid / (np.linalg.norm(kept, axis=1) * length)))


def patterns(decisions: pl.DataFrame) -> pl.DataFrame:
    """reader, view and the four failure patterns of section 3.5 as shares; null where nothing of the kind was run.

    untracked: flip pairs with the same legal answer on both sides. biased: of these pairs' TaskSpecs, those with one
    answer in all worlds. distracted: invariant pairs with two different legal answers. unrestored: repaired items that
    are invalid although the intact one was valid.
    """
    keys = ["reader", "view", "taskspec_id", "block", "seed", "pair"]
    found = decisions.filter(pl.col("condition") == INTACT).select(*keys, "variant", "choice")
    one, other = (found.filter(pl.col("variant") == v).drop("variant") for v in VARIANTS)
    both = one.join(other, on=keys, suffix="_other")
    # Null where an answer is none: an invalid answer is neither the same as another one nor a different one.
    same = (pl.col("choice") == pl.col("choice_other")).fill_null(value=False)
    differs = (pl.col("choice") != pl.col("choice_other")).fill_null(value=False)
    flip, kept = both.filter(pl.col("pair") == "flip"), both.filter(pl.col("pair") == "invariant")
    group = ["reader", "view"]
    untracked = flip.group_by(group).agg(untracked=same.mean())
    constant = flip.group_by(*group, "taskspec_id").agg(
        is_constant=(pl.concat_list("choice", "choice_other").explode().n_unique() == 1) & same.all()
    )
    biased = constant.group_by(group).agg(biased=pl.col("is_constant").mean())
    distracted = kept.group_by(group).agg(distracted=differs.mean())
    unit = ["reader", "view", "block", "world_id"]
    base = decisions.filter((pl.col("condition") == INTACT) & pl.col("is_valid")).select(unit)
    mended = decisions.filter(pl.col("condition") == REPAIRED).join(base, on=unit, how="semi")
    unrestored = mended.group_by(group).agg(unrestored=(~pl.col("is_valid")).mean())
    made = decisions.select(group).unique()
    for part in (untracked, biased, distracted, unrestored):
        made = made.join(part, on=group, how="left")
    return made.sort(group)
