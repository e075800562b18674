"""Cases by hand for the oracle of the three domains: small histories with answers that follow from the rulings.

A file of ``cases/`` has a base history and cases. ``== title`` begins a case, with the number of the ruling in
RULINGS' order; its lines are events after the base, one a day, several actions apart by ``;``:
``predicate(key) = value``, ``cancel predicate(key)``, ``complete predicate(scope)``. A day or moment and an event
id may stand before them. ``without`` takes an action out of the base. ``? relation(key) at CUTOFF known DAY ->
answer`` asks, ``[scope]`` for a whole collection; ``?`` is unknown, ``none`` a value known not to be there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date, timedelta

from tests.oracle.domains import Line, Scenario, load
from tests.oracle.oracle import PROGRAMS
from tests.oracle.relation import Column

WORDS = {"approval", "inherits", "counts"}
"""Columns whose texts are words of a rule, the same in every history."""

ACTION = re.compile(r"(?:(complete|cancel) )?(\w+)\(([^)]*)\)(?: = (.*))?")
EVENT = re.compile(r"(?:(\d{4}-\d\d-\d\d(?:T[\d:]+)?) )?(?:(e\d+): )?(.*)")
QUERY = re.compile(r"\? (first\(\w+\)|\w+)([(\[])(.*?)[)\]](?: at (\S+))?(?: known (\S+))? -> (.*)")


@dataclass(slots=True)
class Case:
    """A case: its events after the base, what the base lacks, and questions with their answers."""

    title: str
    lines: list[str] = field(default_factory=list)
    without: list[Line] = field(default_factory=list)
    queries: list[Line] = field(default_factory=list)
    wanted: list[str] = field(default_factory=list)


def cut(text: str | None) -> list[str]:
    """Texts between commas."""
    return [part.strip() for part in text.split(",")] if text else []


def action(text: str) -> Line:
    """An action as in ``events.jsonl``."""
    found = ACTION.fullmatch(text.strip())
    assert found, text
    verb, predicate, key, value = found.groups()
    return {"verb": verb or "assert", "predicate": predicate, "key": cut(key), "value": cut(value)}


def read_cases(domain: str) -> tuple[list[Line], list[Case]]:
    """The actions of the base, and the cases."""
    cases: list[Case] = []
    for line in (PROGRAMS / "cases" / f"{domain}.cases").read_text().splitlines():
        if line.startswith("== "):
            cases.append(Case(line[3:]))
        elif line.startswith("without "):
            cases[-1].without.append(action(line.removeprefix("without ")))
        elif line.startswith("? "):
            found = QUERY.fullmatch(line)
            assert found, line
            relation, bracket, key, cutoff, known_at, wanted = found.groups()
            query = {"relation": relation, "scope" if bracket == "[" else "key": cut(key), "question": line}
            query |= {"cutoff_at": cutoff or "2031-12-31", "query_id": str(len(cases[-1].queries))}
            cases[-1].queries.append(query | ({"known_at": known_at} if known_at else {}))
            cases[-1].wanted.append(wanted)
        elif line and not line.startswith("#"):
            cases[-1].lines.append(line)
    return [action(line) for line in cases[0].lines], cases[1:]


def same(one: Line, other: Line) -> bool:
    """Whether two actions are about the same key."""
    return all(one[part] == other[part] for part in ("verb", "predicate", "key"))


def events_of(base: list[Line], case: Case) -> list[Line]:
    """The base on new year's day and the case's events on the days from February on."""
    for gone in case.without:
        assert any(same(gone, a) for a in base), f"{case.title}: the base has no {gone}"
    kept = [a for a in base if not any(same(gone, a) for gone in case.without)]
    events: list[Line] = [{"event_id": "e1", "observed_at": "2031-01-01", "actions": kept}]
    for number, line in enumerate(case.lines):
        found = EVENT.fullmatch(line)
        assert found, line
        at, event_id, rest = found.groups()
        day = (date(2031, 2, 1) + timedelta(days=number)).isoformat()
        actions = [action(text) for text in rest.split(";")]
        events.append({"event_id": event_id or f"e{number + 100}", "observed_at": at or day, "actions": actions})
    return events


def marked(texts: list[str], columns: Iterable[Column], number: int) -> list[str]:
    """Names with the number of a case, so that no two cases speak of the same one."""

    def one(text: str, column: Column) -> str:
        if text.startswith("@"):
            return f"@{text[1:]} {number}"
        return f"{text} {number}" if column.type == "text" and column.name not in WORDS else text

    return [one(text, column) for text, column in zip(texts, columns, strict=False)]


def together(domain: str) -> Scenario:
    """All cases as one history with one list of questions, each case with names of its own."""
    base, cases = read_cases(domain)
    program, events, queries = load(domain), [], []
    for number, case in enumerate(cases):
        for event in events_of(base, case):
            actions = []
            for act in event["actions"]:
                closing = "_complete" if act["verb"] == "complete" else ""
                relation = program.ground[act["predicate"] + closing]
                value = marked(act["value"], relation.values, number)
                actions.append({**act, "key": marked(act["key"], relation.key, number), "value": value})
            event_id = f"e{number * 1000 + int(event['event_id'][1:])}"
            events.append({**event, "event_id": event_id, "record": "-", "actions": actions})
        for query in case.queries:
            part = "scope" if "scope" in query else "key"
            key = marked(query[part], program.relation(query["relation"]).key, number)
            queries.append({**query, part: key, "query_id": f"c{number}q{query['query_id']}"})
    return Scenario(domain, events, queries)
