"""The oracle of the three domains: answers reasoned by hand from the rulings, and gold on random histories.

A file of cases beside this one has a base history and cases. ``== title`` begins a case, with the number of the
ruling in RULINGS' order; its lines are events after the base, one a day, several actions apart by ``;``:
``predicate(key) = value``, ``cancel predicate(key)``, ``complete predicate(scope)``. A day or moment and an event
id may stand before them. ``without`` takes an action out of the base. ``? relation(key) at CUTOFF known DAY ->
answer`` asks, ``[scope]`` for a whole collection; ``?`` is unknown, ``none`` a value known not to be there.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import date, timedelta
from decimal import Decimal
from pathlib import Path

import pytest

from tests.conftest import FULL, evaluate
from tests.oracle.compare import differences
from tests.oracle.domains import DOMAINS, Line, Scenario, answers_of, asked_at, load
from tests.oracle.oracle import PROGRAMS, Answer
from tests.oracle.random_domain import AS_ENTITY, scenario, write

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


def said(answer: Answer) -> str:
    """An answer as the cases write it; the label has to fit the value."""
    label, value = answer
    if label == "unknown":
        assert value is None
        return "?"
    is_zero = value is None or (not isinstance(value, bool) and value in (0, frozenset()))
    assert (label == "justified-zero") is is_zero, answer
    match value:
        case None:
            return "none"
        case bool():
            return "yes" if value else "no"
        case frozenset():
            return "{" + ", ".join(sorted(value)) + "}"
        case Decimal() if value == 0:
            return "0"
    return str(value)


CASES = [(domain, number) for domain in DOMAINS for number in range(len(read_cases(domain)[1]))]


@pytest.mark.parametrize(("domain", "number"), CASES)
def test_the_oracle_answers_as_the_rulings_say(domain: str, number: int) -> None:
    base, cases = read_cases(domain)
    case = cases[number]
    found = answers_of(Scenario(domain, events_of(base, case), case.queries))
    given = [f"{q['question'].split(' -> ')[0]} -> {said(found[q['query_id']])}" for q in case.queries]
    wanted = [q["question"] for q in case.queries]
    assert given == wanted, case.title


@pytest.mark.parametrize("domain", DOMAINS)
def test_some_case_asks_every_operator(domain: str) -> None:
    asked = {query["relation"] for case in read_cases(domain)[1] for query in case.queries}
    assert load(domain).derived.keys() <= asked


RULES = PROGRAMS.parents[1] / "sql" / "rules"
HISTORIES = 30 if FULL else 2
"""Random histories of a domain, each with six questions for every operator."""


def skip_without_rules(domain: str) -> None:
    if not (RULES / domain).is_dir():
        pytest.skip(f"sql/rules/{domain} does not exist yet: nothing to compare the oracle with")


def tracked(part: Scenario) -> Scenario:
    """Some questions again at five points of time, as tracked queries are asked at checkpoints."""
    days = [f"2031-0{month}-15" for month in range(2, 7)]
    some = [q for q in part.queries if not {"known_at", *AS_ENTITY} & {*q, q["relation"]}][::7]
    return part._replace(queries=[*part.queries, *asked_at(some, days)])


@pytest.mark.parametrize("seed", range(HISTORIES))
@pytest.mark.parametrize("domain", DOMAINS)
def test_random_histories_agree(domain: str, seed: int, tmp_path: Path) -> None:
    skip_without_rules(domain)
    part = tracked(scenario(domain, seed))
    write(part, tmp_path / domain)
    wanted = answers_of(part)
    differing = differences(part.queries, evaluate(tmp_path / domain), wanted)
    assert not differing, "\n" + "\n".join(differing)


@pytest.mark.parametrize("domain", DOMAINS)
def test_random_histories_know_and_do_not_know(domain: str) -> None:
    found: dict[str, set[str]] = {}
    for seed in range(4):
        part = scenario(domain, seed, 15)
        answers = answers_of(part)
        for query in part.queries:
            found.setdefault(query["relation"], set()).add(said(answers[query["query_id"]]))
    assert load(domain).derived.keys() <= found.keys()
    assert not [name for name, answers in found.items() if "?" not in answers or len(answers) < 3]
