"""Every operator of EduOps, and members by key, on random histories: against three-valued logic over all names."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta
from decimal import Decimal
from pathlib import Path
from random import Random
from typing import Any

import pytest

from memsql.gold.suite import answers_of, gold_of
from memsql.model import Label, Scenario
from memsql.scenario import load_scenario
from tests.conftest import FULL
from tests.domains.eduops_brute import MEMBERS, NONE, OPERATORS, State, state
from tests.domains.eduops_random import DAYS, NAMES, START, History, arguments, history
from tests.rules.golden import Golden, Question, write
from tests.rules.test_sql import program

COLLECTIONS = {
    "all_prereq", "holds_in_area", "missing_prereq", "most_credits", "not_counting", "unmet", "why_not_counting",
}  # fmt: skip
ASKED_OF_EACH = 3
HISTORIES = 30 if FULL else 10
BY_TRANSFER = {"holds_in_area", "not_counting"}
"""A course is a value in their second branch, so that a key alone settles less there than the collection does."""


def expected(found: object) -> tuple[str, object]:
    """Label and value of an answer by brute force."""
    if found is None:
        return Label.UNKNOWN, None
    if found is NONE:
        return Label.JUSTIFIED_ZERO, None
    is_zero = found is not False and (found == 0 if not isinstance(found, frozenset) else not found)
    return (Label.JUSTIFIED_ZERO if is_zero else Label.ANSWERABLE), found


def given(answer: dict[str, Any]) -> tuple[str, object]:
    """Label and value of an answer of gold."""
    kinds = ("value_number", "value_boolean", "value_entity", "value_set")
    found = next((answer[k] for k in kinds if answer[k] is not None), None)
    return answer["label"], frozenset(found) if isinstance(found, list) else found


def scenario(folder: Path, random: Random, history: History) -> tuple[Scenario, dict[str, tuple[str, object]]]:
    """A scenario that asks every operator a few times, and what is expected by query."""
    golden = Golden(folder, domain="eduops")
    for number, (day, actions) in enumerate(history, 1):
        made = [
            {
                "verb": a.verb,
                "predicate": a.predicate,
                "key": list(a.key),
                **({"value": list(a.value)} if a.value else {}),
            }
            for a in actions
        ]
        golden.events.append({"event_id": f"e{number}", "observed_at": day.isoformat(), "record": "", "actions": made})
    asked: list[tuple[str, Question]] = []
    answers: dict[str, tuple[str, object]] = {}
    for offset in (DAYS // 2, DAYS - 5, DAYS + 5):
        at = START + timedelta(days=offset)
        now: State = state(history, at, NAMES)
        for name, operate in OPERATORS.items():
            signature = program("eduops").by_name[name].signature
            columns = signature.scope if name in COLLECTIONS else signature.key
            for number in range(ASKED_OF_EACH):
                key = arguments(random, columns or ())
                query = f"{folder.name}.{name}.{offset}.{number}"
                asked.append((query, Question(0, name, key, name in COLLECTIONS, at.isoformat(), None, None, "", {})))
                answers[query] = expected(operate(now, *key))
        for name, is_member in MEMBERS.items():
            if name in BY_TRANSFER:
                continue
            for number in range(ASKED_OF_EACH):
                key = arguments(random, program("eduops").by_name[name].signature.key)
                query = f"{folder.name}.{name} by key.{offset}.{number}"
                asked.append((query, Question(0, name, key, False, at.isoformat(), None, None, "", {})))
                answers[query] = expected(is_member(now, *key))
    return load_scenario(write(golden, folder, {}, asked)), answers


def made(folder: Path, seed: int, count: int) -> tuple[list[Scenario], dict[str, tuple[str, object]]]:
    """Several scenarios and what is expected of all of them."""
    random = Random(seed)
    parts: list[Scenario] = []
    answers: dict[str, tuple[str, object]] = {}
    for number in range(count):
        part, wanted = scenario(folder / f"s{seed}_{number}", random, history(random))
        parts.append(part)
        answers |= wanted
    return parts, answers


def unlike(wanted: dict[str, tuple[str, object]], found: list[dict[str, Any]]) -> list[str]:
    """Differences, one a line."""
    answers = {a["query_id"]: given(a) for a in found}
    return [f"{q}: expected {w}, found {answers[q]}" for q, w in wanted.items() if _plain(answers[q]) != _plain(w)]


def _plain(answer: tuple[str, object]) -> tuple[str, object]:
    label, value = answer
    is_number = isinstance(value, int | Decimal) and not isinstance(value, bool)
    return str(label), Decimal(str(value)) if is_number else value


def test_answers_and_labels(tmp_path: Path) -> None:
    parts, wanted = made(tmp_path, 1, HISTORIES)
    assert unlike(wanted, answers_of(parts, "eduops").to_pylist()) == []
    labels = Counter((q.split(".")[1], str(label)) for q, (label, _) in wanted.items())
    for name in OPERATORS:
        assert labels[name, Label.ANSWERABLE] > HISTORIES // 6, name
        assert labels[name, Label.UNKNOWN] > HISTORIES // 6, name


@pytest.mark.parametrize("seed", [2])
def test_every_witness_holds(tmp_path: Path, seed: int) -> None:
    """Gold derives each witness again, whole and without each of its events, and fails where it does not hold."""
    parts, wanted = made(tmp_path, seed, 2)
    assert unlike(wanted, gold_of(parts, "eduops").tables["answer"].to_pylist()) == []
