"""Answers and labels of the domains TripOps, ShopOps and EduOps by clingo, from rows of exported tables alone.

The programs beside this file were written from the rulings about each domain, without sight of the rules in SQL,
and nothing of memsql is imported. A program declares the facts that it reads itself. One program runs for every
moment at which queries read the history, and grounds what those queries ask for.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import clingo
import polars as pl

from tests.oracle.oracle import PROGRAMS, Answer, Domain, answer, history, moment, natural, question, solve
from tests.oracle.relation import derived

DOMAINS = ("tripops", "shopops", "eduops")
NUMBERS = 2**31
"""clingo counts in 32 bits with a sign and does not say when a number is too large."""

Line = dict[str, Any]


@cache
def load(name: str) -> Domain:
    """Program, declared facts and derived relations of one of the three domains."""
    program = (PROGRAMS / f"{name}.lp").read_text()
    ground = {relation.name: relation for relation in derived(program, word="declared")}
    return Domain(program, ground, {relation.name: relation for relation in derived(program, ground.values())})


@cache
def scope_sizes(name: str) -> dict[str, int]:
    """Relations that are asked as a whole collection, with the number of columns of their scope."""
    found = re.findall(r"^derived\((\w+), .*, (\d)\)\.$", load(name).program, re.MULTILINE)
    return {relation: int(size) for relation, size in found}


@dataclass(slots=True)
class Functions:
    """What a program calls with ``@``; one instance a run, which watches that no sum can pass 32 bits."""

    total: int = 0

    def scaled(self, *numbers: clingo.Symbol) -> clingo.Symbol:
        """The product of all numbers but the last, divided by the last, rounded half away from zero."""
        *factors, divisor = (symbol.number for symbol in numbers)
        product = 1
        for factor in factors:
            product *= factor
        size = (2 * abs(product) + divisor) // (2 * divisor)
        self.total += size
        assert self.total < NUMBERS, "amounts are too large for clingo"
        return clingo.Number(size if product >= 0 else -size)

    def first_day(self, day: clingo.Symbol) -> clingo.Symbol:
        """The first day of the day's month."""
        return clingo.Number(date.fromordinal(day.number).replace(day=1).toordinal())

    def last_day(self, day: clingo.Symbol) -> clingo.Symbol:
        """The last day of the day's month."""
        later = date.fromordinal(day.number).replace(day=28) + timedelta(days=4)
        return clingo.Number((later.replace(day=1) - timedelta(days=1)).toordinal())


class Scenario(NamedTuple):
    """Rows of one history: its events with their actions, and its queries."""

    domain: str
    events: list[Line]
    queries: list[Line]


def answers_of(scenario: Scenario) -> dict[str, Answer]:
    """Label and value of every query, by its query_id.

    Events are as in ``events.jsonl``. A query has query_id, relation, key or scope, cutoff_at and perhaps
    known_at; times are ISO texts, and a day alone is its end.
    """
    domain = load(scenario.domain)
    events = sorted(scenario.events, key=lambda e: (moment(e["observed_at"]), natural(e["event_id"])))
    observed = [moment(event["observed_at"]) for event in events]
    facts = ["\n".join(lines) for lines in history(domain, events)]
    fixed = "\n".join([(PROGRAMS / "versions.lp").read_text(), domain.program, *domain.resolved()])
    has_today = "today(" in domain.program
    asked: dict[tuple[int, int], list[Line]] = defaultdict(list)
    for query in scenario.queries:
        at = moment(query.get("known_at") or query["cutoff_at"], end_of_day=True)
        asked[bisect_right(observed, at), at.toordinal() if has_today else 0].append(query)
    found: dict[str, Answer] = {}
    for (visible, today), those in asked.items():
        lines = [fixed, *facts[:visible], *(line for query in those for line in question(domain, query))]
        if has_today:
            lines.append(f"today({today}).")
        shown = solve("\n".join(lines), Functions())
        found |= {q["query_id"]: answer(domain.relation(q["relation"]), q, shown) for q in those}
    return found


def queries_of(rows: Iterable[Line]) -> list[Line]:
    """Rows of the exported table ``query`` as lines of ``queries.jsonl``; first(f) is exported as first_f."""
    return [
        {
            "query_id": row["query_id"],
            "relation": re.sub(r"^first_(\w+)$", r"first(\1)", row["relation"]),
            "scope" if row["is_collection"] else "key": json.loads(row["key"]),
            "cutoff_at": text_of_time(row["cutoff_at"]),
            "known_at": text_of_time(row["known_at"]),
        }
        for row in rows
    ]


def text_of_time(at: datetime | None) -> str | None:
    """A time as ISO text."""
    return None if at is None else at.isoformat()


def read_suite(folder: Path) -> dict[str, Scenario]:
    """The scenarios of a suite by their ids, from the exported tables scenario, event, action and query."""
    tables = {name: pl.read_parquet(folder / f"{name}.parquet") for name in ("scenario", "event", "action", "query")}
    actions: dict[tuple[str, str], list[Line]] = defaultdict(list)
    for row in tables["action"].sort("scenario_id", "event_id", "ordinal").iter_rows(named=True):
        parts = {part: json.loads(row[part] or "[]") for part in ("key", "value")}
        actions[row["scenario_id"], row["event_id"]].append(
            {"verb": row["verb"], "predicate": row["predicate"], **parts}
        )
    suite = {row["scenario_id"]: Scenario(row["domain"], [], []) for row in tables["scenario"].iter_rows(named=True)}
    for row in tables["event"].iter_rows(named=True):
        events = suite[row["scenario_id"]].events
        event_id, at = row["event_id"], text_of_time(row["observed_at"])
        events.append({"event_id": event_id, "observed_at": at, "actions": actions[row["scenario_id"], event_id]})
    for name, rows in tables["query"].partition_by("scenario_id", as_dict=True).items():
        suite[str(name[0])].queries.extend(queries_of(rows.iter_rows(named=True)))
    return suite


def answers_of_suite(folder: Path) -> dict[str, Answer]:
    """Label and value of every query of an exported suite; query ids are unique in a suite."""
    return {name: found for part in read_suite(folder).values() for name, found in answers_of(part).items()}


def asked_at(queries: Iterable[Line], cutoffs: Iterable[str]) -> list[Line]:
    """Each query once at every cutoff, as ``query_id@cutoff``: what tracked queries ask at checkpoints."""
    return [
        {part: text for part, text in query.items() if part != "known_at"}
        | {"query_id": f"{query['query_id']}@{cutoff}", "cutoff_at": cutoff}
        for cutoff in cutoffs
        for query in queries
    ]
