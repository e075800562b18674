"""Prove a suite from its folder: every check reads what was written, and derives the rest again.

The folder of ``memsql generate``: tables, and ``scenarios/`` with the histories. Each check is one line: its
name, what was counted, and what was found wrong.
"""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

import polars as pl

from memsql.errors import GoldError
from memsql.gold.suite import gold_of
from memsql.gold.tables import GENERATED, TABLES
from memsql.gold.violations import violations
from memsql.model import COMPLETE, Scenario, Verb
from memsql.scenario import load_suite
from memsql.scenario.folder import SCENARIOS
from memsql.suite.forms import Action, Forms, load_forms, paragraphs
from memsql.suite.names import real_names, stems_of
from memsql.suite.neutral import Distractor, disturbing
from memsql.suite.story import MANY_RECORDS, TEMPLATE_SHARE
from memsql.suite.words import Records
from memsql.suite.write import STYLES
from memsql.suite.writing import NAME, Style

MOST_FREQUENT, MANY = 0.6, 10
AS_OF, QUESTION = "As of ", re.compile(r"[A-Z].*\?")
GENERATED_COLUMNS = {
    "query": ("operator", "families"),
    "measure": ("vocabulary_overlap", "has_lexical_gap"),
    "scenario": ("seed",),
}


class Finding(NamedTuple):
    """A check: how many things it looked at, and the first few that are wrong."""

    check: str
    seen: int
    wrong: tuple[str, ...]


@dataclass(frozen=True)
class Suite:
    """A written suite, read back."""

    folder: Path

    @cached_property
    def scenarios(self) -> tuple[Scenario, ...]:
        """Its scenarios with their queries, in the order of the table ``scenario``."""
        found = {s.scenario_id: s for s in load_suite(self.folder / SCENARIOS)}
        return tuple(found[i] for i in self.table("scenario")["scenario_id"])

    @cached_property
    def styles(self) -> Mapping[str, Style]:
        """How each scenario writes."""
        text = (self.folder / SCENARIOS / STYLES).read_text(encoding="utf-8")
        return {name: Style(**fields) for name, fields in json.loads(text).items()}

    def table(self, name: str) -> pl.DataFrame:
        """One of its tables."""
        with (self.folder / f"{name}.parquet").open("rb") as file:
            return pl.read_parquet(file)


def checks_of(suite: Suite, workers: int = 1) -> Iterator[Finding]:
    """Yield the findings of every check, the slow one last."""
    simple: tuple[Callable[[Suite], Finding], ...] = (
        round_trip,
        silent_chatter,
        template_shares,
        unique_names,
        give_aways,
        references,
        whole_questions,
        guessability,
        neutral_distractors,
    )
    for check in simple:
        yield check(suite)
    yield same_gold(suite, workers)


def round_trip(suite: Suite) -> Finding:
    """Every record read back through the templates says exactly its actions."""
    wrong = []
    count = 0
    for scenario, forms, style in _histories(suite):
        actions = actions_of(scenario)
        for event_id, record in _records(scenario):
            count += 1
            readings = forms.read(record, style)
            if actions.get(event_id) and readings != {actions[event_id]}:
                wrong.append(f"{scenario.scenario_id} {event_id}: {len(readings)} readings: {record!r}")
    return Finding("records read back as their actions", count, tuple(wrong))


def silent_chatter(suite: Suite) -> Finding:
    """Chatter read through every template says nothing."""
    wrong = []
    count = 0
    for scenario, forms, style in _histories(suite):
        actions = actions_of(scenario)
        for event_id, record in _records(scenario):
            if event_id not in actions:
                count += 1
                if forms.read(record, style) - {()}:
                    wrong.append(f"{scenario.scenario_id} {event_id}: chatter reads as a fact: {record!r}")
    return Finding("chatter without a fact", count, tuple(wrong))


def template_shares(suite: Suite) -> Finding:
    """No template has more than its share of its form's records."""
    used: dict[tuple[str, str], Counter[int]] = defaultdict(Counter)
    for scenario, forms, style in _histories(suite):
        for _, record in _records(scenario):
            for head, lines in paragraphs(record):
                found = forms.template_of(head, len(lines), style)
                if found is not None:
                    used[scenario.domain, found[0]][found[1]] += 1
    wrong = [
        f"{domain} {form}: template {number + 1} writes {times} of {counts.total()}"
        for (domain, form), counts in sorted(used.items())
        for number, times in counts.most_common(1)
        if counts.total() >= MANY_RECORDS and times > TEMPLATE_SHARE * counts.total()
    ]
    return Finding("templates within their share", sum(len(c) for c in used.values()), tuple(wrong))


def unique_names(suite: Suite) -> Finding:
    """No name stands in two scenarios, and none is real."""
    owners: dict[str, set[str]] = defaultdict(set)
    form = pl.col("name").str.contains(rf"^{NAME}$") & (pl.col("name").str.len_chars() > 1)
    names = (
        pl.concat(
            [
                suite.table("action").select("scenario_id", pl.col(c).str.json_decode(pl.List(pl.String)).alias("name"))
                for c in ("key", "value")
            ]
        )
        .explode("name")
        .drop_nulls()
        .filter(form)
        .unique()
    )
    for scenario_id, name in names.iter_rows():
        owners[name].add(scenario_id)
    real = real_names()
    wrong = [f"{name} in {', '.join(sorted(found))}" for name, found in sorted(owners.items()) if len(found) > 1]
    wrong += [f"{name} is real" for name in sorted(owners) if any(w.lower() in real for w in stems_of(name))]
    return Finding("names of one entity each", len(owners), tuple(wrong))


def give_aways(suite: Suite) -> Finding:
    """No single record holds all names of a derived question and its answer."""
    derived = set(suite.table("dag_node").filter(pl.col("kind") == "derived")["query_id"])
    frame = suite.table("query").join(suite.table("answer"), on="query_id").join(suite.table("measure"), on="query_id")
    records = {
        s.scenario_id: Records(s.events["record"].to_pylist(), suite.styles[s.scenario_id]) for s in suite.scenarios
    }
    wrong = []
    count = 0
    for row in frame.iter_rows(named=True):
        if row["query_id"] not in derived or (row["witness_size_min"] or 0) < 2:
            continue
        count += 1
        values = [f"{row['value_number']:f}".rstrip("0").rstrip(".")] if row["value_number"] is not None else []
        values += [str(row[c]) for c in ("value_entity", "value_date") if row[c] is not None]
        values += row["value_set"] or []
        names = [k.removeprefix("@") for k in json.loads(row["key"]) if k.startswith("@") or k[:1].isupper()]
        if records[row["scenario_id"]].give_away(names, values):
            wrong.append(f"{row['query_id']}: one record holds {', '.join(names)} and {', '.join(values)}")
    return Finding("derived answers that no record gives away", count, tuple(wrong))


def references(suite: Suite) -> Finding:
    """A phrase stands in exactly one record, and a question that uses it does not name the entity."""
    wrong = []
    known = suite.table("reference")
    records = {s.scenario_id: s.events["record"].to_pylist() for s in suite.scenarios}
    entity = {}
    for scenario_id, phrase, name in known.select("scenario_id", "phrase", "entity").iter_rows():
        entity[scenario_id, phrase] = name
        times = sum(phrase in record for record in records[scenario_id])
        if times != 1:
            wrong.append(f"{scenario_id}: {phrase!r} stands in {times} records")
    asked = suite.table("query").select("query_id", "scenario_id", "key", "question")
    wrong += [
        f"{query_id}: names {entity[scenario_id, part[1:]]}"
        for query_id, scenario_id, key, text in asked.iter_rows()
        for part in json.loads(key)
        if part.startswith("@") and entity[scenario_id, part[1:]] in text
    ]
    return Finding("phrases in one record", known.height, tuple(wrong))


def whole_questions(suite: Suite) -> Finding:
    """A question is a sentence from its first word on; that of a query begins with its day, and no other one does."""
    wrong = []
    count = 0
    for name, key in (("query", "query_id"), ("tracked", "tracked_id"), ("probe", "probe_id")):
        for asked, text in suite.table(name).select(key, "question").iter_rows():
            count += 1
            if not QUESTION.fullmatch(text) or text.startswith(AS_OF) is not (name == "query"):
                wrong.append(f"{asked}: {text}")
    return Finding("questions that are whole", count, tuple(wrong))


def guessability(suite: Suite) -> Finding:
    """The most frequent answer of an operator has at most 60% of its queries."""
    frame = suite.table("query").join(suite.table("answer"), on="query_id")
    frame = frame.join(suite.table("scenario").select("scenario_id", "domain"), on="scenario_id")
    values = [c for c in frame.columns if c.startswith("value_")]
    counts = (
        frame.group_by("domain", "operator", "label", *values)
        .len()
        .group_by("domain", "operator")
        .agg(most=pl.col("len").max(), total=pl.col("len").sum())
    )
    wrong = [
        f"{domain}: {operator}: one answer has {most} of {total}"
        for domain, operator, most, total in counts.sort("domain", "operator").iter_rows()
        if total >= MANY and most > MOST_FREQUENT * total
    ]
    return Finding("operators whose answers differ", counts.height, tuple(wrong))


def neutral_distractors(suite: Suite) -> Finding:
    """Without a distractor its query has the same answer: one world each."""
    found = [Distractor(*row) for row in suite.table("distractor").iter_rows()]
    wrong = disturbing(suite.scenarios, found)
    return Finding("neutral distractors", len(found), tuple(f"{d.query_id}: {d.event_id} changes it" for d in wrong))


def same_gold(suite: Suite, workers: int) -> Finding:
    """Gold derived again from the histories, every witness checked, equals the tables; no check of it fails."""
    gold = gold_of(suite.scenarios, suite.folder.name, workers=workers)
    wrong = []
    for name in TABLES:
        if name in GENERATED:
            continue
        own, again = (t.drop(GENERATED_COLUMNS.get(name, ())) for t in (suite.table(name), gold.table(name)))
        if not own.equals(again):
            wrong.append(f"{name} differs from what its histories give")
    try:
        violations({name: suite.table(name).to_arrow() for name in TABLES})
    except GoldError as error:
        wrong.append(str(error))
    return Finding("tables derived again, every witness checked", len(TABLES) - len(GENERATED), tuple(wrong))


def actions_of(scenario: Scenario) -> dict[str, tuple[Action, ...]]:
    """Event id to its actions, as templates write them."""
    found: dict[str, list[Action]] = defaultdict(list)
    for row in scenario.actions.to_pylist():
        verb = Verb(row["verb"])
        predicate = row["predicate"].removesuffix(COMPLETE) if verb == Verb.COMPLETE else row["predicate"]
        found[row["event_id"]].append(Action(verb, predicate, tuple(row["key"]), tuple(row["value"])))
    return {event_id: tuple(actions) for event_id, actions in found.items()}


def _histories(suite: Suite) -> Iterator[tuple[Scenario, Forms, Style]]:
    for scenario in suite.scenarios:
        yield scenario, load_forms(scenario.domain), suite.styles[scenario.scenario_id]


def _records(scenario: Scenario) -> Sequence[tuple[str, str]]:
    return list(zip(scenario.events["event_id"].to_pylist(), scenario.events["record"].to_pylist(), strict=True))
