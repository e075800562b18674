"""The figures of a suite beside those of the paper's Tables 2 and 3, and what sets its scenarios apart."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import NamedTuple

import polars as pl

FAMILIES = ("temporal", "semantic", "closure", "rules", "set_quant")
DOMAINS = ("tripops", "shopops", "eduops")
ALL = "all"
PAPER_FAMILY: Mapping[str, tuple[float, ...]] = {
    "temporal": (191, 1.1, 51, 3.0, 2.3),
    "semantic": (327, 5.6, 35, 3.5, 15.1),
    "closure": (208, 2.2, 28, 3.3, 7.9),
    "rules": (312, 4.1, 65, 3.6, 9.8),
    "set_quant": (465, 5.9, 49, 3.8, 20.7),
    ALL: (1503, 4.4, 47, 3.5, 13.1),
}
FAMILY_COLUMNS = ("queries", "witness", "obsolete %", "height", "width")
PAPER_DOMAIN: Mapping[str, tuple[float, ...]] = {
    "tripops": (4, 1817, 561, 409, 77, 75, 3, 69),
    "shopops": (3, 1462, 473, 344, 42, 87, 2, 31),
    "eduops": (3, 1413, 469, 423, 18, 28, 3, 20),
    ALL: (10, 4692, 1503, 1176, 137, 190, 3, 69),
}
DOMAIN_COLUMNS = ("scenarios", "events", "queries", "answerable", "justified-zero", "unknown", "median", "largest")

Tables = Mapping[str, pl.DataFrame]


class Cell(NamedTuple):
    """One figure: ours, the paper's, and whether it is a whole number."""

    ours: float
    paper: float
    is_whole: bool

    def text(self) -> str:
        """``ours (paper, difference)``."""
        form = ".0f" if self.is_whole else ".1f"
        return f"{self.ours:{form}} ({self.paper:{form}}, {self.ours - self.paper:+{form}})"


def family_cells(tables: Tables) -> dict[str, tuple[Cell, ...]]:
    """Table 2: per family and over all, queries, mean witness of known queries, share with an excluded obsolete
    version in percent, mean height and width.
    """
    frame = tables["query"].join(tables["measure"], on="query_id")
    found = {}
    for family, paper in PAPER_FAMILY.items():
        own = frame if family == ALL else frame.filter(pl.col("family") == family)
        ours = (
            own.height,
            _mean(own["witness_size_min"]),
            100 * _mean((own["obsolete_event_count"] > 0).cast(pl.Int32)),
            _mean(own["height"]),
            _mean(own["width"]),
        )
        wholes = (True, False, True, False, False)
        found[family] = tuple(Cell(*c) for c in zip(ours, paper, wholes, strict=True))
    return found


def domain_cells(tables: Tables) -> dict[str, tuple[Cell, ...]]:
    """Table 3: per domain and over all, scenarios, events, queries, labels, median and largest witness."""
    scenario = tables["scenario"].select("scenario_id", "domain")
    event = tables["event"].join(scenario, on="scenario_id")
    query = tables["query"].join(scenario, on="scenario_id").join(tables["answer"], on="query_id")
    query = query.join(tables["measure"], on="query_id")
    found = {}
    for domain, paper in PAPER_DOMAIN.items():
        is_own = pl.lit(value=True) if domain == ALL else pl.col("domain") == domain
        own = query.filter(is_own)
        labels = dict(own.group_by("label").len().iter_rows())
        sizes = own["witness_size_min"].drop_nulls()
        ours = (
            scenario.filter(is_own).height,
            event.filter(is_own).height,
            own.height,
            *(labels.get(label, 0) for label in ("answerable", "justified-zero", "unknown")),
            float(sizes.median() or 0),  # type: ignore[arg-type]
            float(sizes.max() or 0),  # type: ignore[arg-type]
        )
        found[domain] = tuple(Cell(float(o), p, True) for o, p in zip(ours, paper, strict=True))
    return found


SCENARIO_COLUMNS = (
    "scenario",
    "story",
    "events",
    "chatter",
    "facts",
    "revised",
    "cancelled",
    "repeated",
    "completeness",
    "rules of its own",
)
WORDS = re.compile(r"[a-z][a-z ]*")


def scenario_rows(tables: Tables) -> list[list[str]]:
    """One row per scenario: its story, its events, its mix of revisions, cancellations and corroborations, and the
    declared rules that no sibling in its domain has.
    """
    rows = []
    versions, own_rules = tables["fact_version"], rules_of_their_own(tables)
    for scenario_id, title in tables["scenario"].select("scenario_id", "title").iter_rows():
        event = tables["event"].filter(pl.col("scenario_id") == scenario_id)
        own = versions.filter(pl.col("scenario_id") == scenario_id)
        runs = own.group_by("relation", "key", "version").agg(pl.col("is_cancelled").first(), pl.len().alias("events"))
        facts = runs.filter(~pl.col("relation").str.ends_with("_complete"))
        rows.append(
            [
                scenario_id,
                title,
                str(event.height),
                str(event["is_chatter"].sum()),
                str(facts.select("relation", "key").n_unique()),
                str(facts.filter((pl.col("version") > 1) & ~pl.col("is_cancelled")).height),
                str(runs.filter(pl.col("is_cancelled")).height),
                str(runs.filter(pl.col("events") > 1).height),
                str(runs.height - facts.height),
                ", ".join(own_rules[scenario_id]),
            ]
        )
    return rows


def rules_of_their_own(tables: Tables) -> dict[str, list[str]]:
    """Scenario to what it declares and no sibling in its domain does, whatever the names and amounts.

    What is compared of a rule is its predicate with the words of its key (a kind of cost), and the words that its
    value goes through (yes, then no) or that the value is nothing at all (0).
    """
    found: dict[str, set[str]] = {}
    declared = tables["action"].filter(pl.col("verb") == "declare")
    for (scenario_id, predicate, key), own in declared.group_by("scenario_id", "predicate", "key", maintain_order=True):
        words = [w for w in json.loads(str(key)) if WORDS.fullmatch(w)]
        values = [v for cell in own["value"] for v in json.loads(cell) if WORDS.fullmatch(v) or not v.strip("0.")]
        turns = [v if v.strip("0.") else "0" for v, before in zip(values, ["", *values], strict=False) if v != before]
        if words or turns:
            mark = f"{predicate} {' '.join(words)}".strip() + (f" {', then '.join(turns)}" if turns else "")
            found.setdefault(str(scenario_id), set()).add(mark)
    siblings = dict(tables["scenario"].select("scenario_id", "domain").iter_rows())
    return {
        scenario_id: sorted(
            found.get(scenario_id, set()).difference(
                *(found.get(s, set()) for s, d in siblings.items() if d == domain and s != scenario_id)
            )
        )
        for scenario_id, domain in siblings.items()
    }


def _mean(column: pl.Series) -> float:
    value = column.mean()
    return float(value) if isinstance(value, int | float) else 0.0
