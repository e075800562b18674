"""The oracle of the three domains: answers reasoned by hand from the rulings, and gold on the same histories, on
random ones, and with a comparison of a rule turned round.
"""

from __future__ import annotations

import random
import re
import shutil
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from decimal import Decimal
from itertools import islice
from pathlib import Path

import polars as pl
import pytest

from memsql.errors import GoldError, RuleError
from tests.conftest import FULL, evaluate
from tests.oracle.cases import events_of, read_cases, together
from tests.oracle.compare import differences, plain, suite_differences, unchecked
from tests.oracle.domains import DOMAINS, Scenario, answers_of, asked_at, load
from tests.oracle.mutation import flips
from tests.oracle.oracle import PROGRAMS, Answer
from tests.oracle.random_domain import AS_ENTITY, scenario, write


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


@pytest.mark.parametrize("domain", DOMAINS)
def test_the_oracle_answers_as_the_rulings_say(domain: str) -> None:
    part, cases = together(domain), read_cases(domain)[1]
    found = answers_of(part)
    differing = []
    for query in part.queries:
        number = int(query["query_id"].split("q")[0][1:])
        given = re.sub(rf" {number}\b", "", said(found[query["query_id"]]))
        if given != query["question"].split(" -> ")[1]:
            differing.append(f"{cases[number].title}: {query['question']}, the oracle {given}")
    assert not differing, "\n" + "\n".join(differing)


# In one history cases could help each other; alone each case sees its own events only.
@pytest.mark.parametrize("domain", DOMAINS)
def test_a_case_alone_has_the_answers_that_it_has_among_the_others(domain: str) -> None:
    base, cases = read_cases(domain)
    for case in cases[::8]:
        found = answers_of(Scenario(domain, events_of(base, case), case.queries))
        assert [said(found[q["query_id"]]) for q in case.queries] == [
            q["question"].split(" -> ")[1] for q in case.queries
        ]


@pytest.mark.parametrize("domain", DOMAINS)
def test_some_case_asks_every_operator(domain: str) -> None:
    asked = {query["relation"] for case in read_cases(domain)[1] for query in case.queries}
    assert load(domain).derived.keys() <= asked


RULES = PROGRAMS.parents[1] / "sql" / "rules"
HISTORIES = 30 if FULL else 1
"""Random histories of a domain, with six questions for every operator."""
MUTATED = 7 if FULL else 1
"""Rule files of a domain with a comparison turned round: 21 at full depth."""


# Rows as they are exported, of a history small enough to read.
def test_an_exported_suite_is_compared_query_by_query(tmp_path: Path) -> None:
    at = [datetime(2031, 1, day) for day in (1, 2, 3)]
    action = {"scenario_id": "a", "ordinal": 1, "verb": "assert", "predicate": "dest", "key": '["ann", "t1"]'}
    query = {"scenario_id": "a", "key": '["ann", "t1"]', "is_collection": False}
    tables: dict[str, list[dict[str, object]]] = {
        "scenario": [{"scenario_id": "a", "domain": "tripops"}],
        "event": [{"scenario_id": "a", "event_id": f"e{n + 9}", "observed_at": at[0]} for n in range(2)],
        "action": [
            action | {"event_id": "e10", "value": '["lund"]'},
            action | {"event_id": "e9", "value": '["halm"]'},
        ],
        "query": [
            query | {"query_id": "q1", "relation": "dest", "cutoff_at": at[2], "known_at": at[1]},
            query | {"query_id": "q2", "relation": "first_dest", "cutoff_at": at[2], "known_at": at[2]},
            query | {"query_id": "q3", "relation": "country", "cutoff_at": at[2], "known_at": at[2]},
        ],
        "answer": [
            {"query_id": "q1", "label": "answerable", "answer_type": "entity", "value_entity": "lund"},
            {"query_id": "q2", "label": "answerable", "answer_type": "entity", "value_entity": "lund"},
            {"query_id": "q3", "label": "unknown", "answer_type": "unknown", "value_entity": None},
        ],
    }
    for name, rows in tables.items():
        pl.DataFrame(rows).write_parquet(tmp_path / f"{name}.parquet")
    count, lines = suite_differences(tmp_path)
    assert count == 3
    assert [line.split(" ")[0] for line in lines] == ["q2"], lines


def skip_without_rules(domain: str) -> None:
    if not (RULES / domain).is_dir():
        pytest.skip(f"sql/rules/{domain} does not exist yet: nothing to compare the oracle with")


@pytest.mark.parametrize("domain", DOMAINS)
def test_gold_agrees_on_the_cases(domain: str, tmp_path: Path) -> None:
    skip_without_rules(domain)
    part = together(domain)
    write(part, tmp_path / domain)
    found, wanted = evaluate(tmp_path / domain), answers_of(part)
    differing = differences(part.queries, found, wanted)
    assert not differing, "\n" + "\n".join(differing)


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
    differing = differences(part.queries, unchecked(tmp_path / domain), wanted)
    assert not differing, "\n" + "\n".join(differing)


@pytest.mark.parametrize("domain", DOMAINS)
def test_random_histories_know_and_do_not_know(domain: str) -> None:
    found: dict[str, set[str]] = {}
    for seed in range(3):
        part = scenario(domain, seed, 15)
        answers = answers_of(part)
        for query in part.queries:
            found.setdefault(query["relation"], set()).add(said(answers[query["query_id"]]))
    assert load(domain).derived.keys() <= found.keys()
    both = [name for name, answers in found.items() if "?" in answers and len(answers) > 2]
    assert len(both) > 0.9 * len(found), found.keys() - set(both)


SIGNS = {"<", "<=", ">", ">=", "<>", "between", "exists", "not exists", "and", "or"}


EQUIVALENT = {"mean_hundredths.sql", "mean_grade.sql"}
"""Both ask for more than no grades: with the sign of one turned round the other still says so."""


def turned(path: Path) -> list[tuple[str, str]]:
    """Places of a rule file where a comparison can be turned round; an = that joins the compiler refuses to turn."""
    return [
        (said, text) for said, text in flips(path.read_text()) if said.split(": ")[1].split(" becomes ")[0] in SIGNS
    ]


def mutants(domain: str, folder: Path) -> Iterator[tuple[str, dict[str, Answer]]]:
    """What gold answers with one comparison turned round, for each rule file where the engine takes such a rule.

    Files come in an order drawn by a seed. What the compiler or gold itself refuses is passed over.
    """
    shutil.copytree(RULES / domain, folder / "rules")
    shutil.copytree(RULES.parent / "schema" / domain, folder / "schema")
    (folder / "scenario.toml").write_text("")
    files = [path for path in sorted((RULES / domain).glob("*.sql")) if path.name not in EQUIVALENT]
    for path in random.Random(domain).sample(files, len(files)):
        for place, text in turned(path):
            (folder / "rules" / path.name).write_text(text)
            with suppress(RuleError, GoldError):
                yield f"{path.name}, {place}", unchecked(folder)
                break
        shutil.copy(path, folder / "rules")


@pytest.mark.parametrize("domain", DOMAINS if FULL else DOMAINS[-1:])
def test_a_comparison_turned_round_is_noticed(domain: str, tmp_path: Path) -> None:
    skip_without_rules(domain)
    part = together(domain)
    folder, wanted = tmp_path / domain, answers_of(part)
    write(part, folder)
    agreed = unchecked(folder)
    tried = [
        (place, any(plain(found[name]) != plain(agreed[name]) == plain(wanted[name]) for name in wanted))
        for place, found in islice(mutants(domain, folder), MUTATED)
    ]
    assert len(tried) == MUTATED
    assert not [place for place, is_noticed in tried if not is_noticed], "no case notices: add one that does"
