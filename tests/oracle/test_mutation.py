"""A rule file with one comparison turned round gives an answer that the oracle does not give.

A mutation that no query notices means that a query is missing from the suite.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from memsql import Scenario, gold
from memsql.errors import GoldError, RuleError
from tests.conftest import value_of
from tests.oracle.mutation import flips, folder_for, rule_files
from tests.oracle.oracle import Answer
from tests.oracle.test_oracle import SUITES, expected, plain

RULES = [
    (suite, relation)
    for suite in SUITES
    for relation, path in rule_files(suite).items()
    if next(flips(path.read_text()), None)
]

EVALUATED: set[tuple[str, str]] = set()
"""Rule files of which the engine accepted a mutation."""


def evaluate(folder: Path) -> dict[str, Answer]:
    """Answers of a folder without the check of witnesses, which has nothing to say about a wrong rule."""
    rows = gold(Scenario.load(folder), is_checked=False).table("answer").iter_rows(named=True)
    return {row["query_id"]: (row["label"], value_of(row)) for row in rows}


@pytest.mark.parametrize(("suite", "relation"), RULES)
def test_a_mutated_rule_is_noticed(suite: str, relation: str, tmp_path: Path) -> None:
    folder = tmp_path / suite
    queries = folder_for(suite, relation, folder)
    path = rule_files(suite)[relation]
    for turned, text in flips(path.read_text()):
        (folder / "rules" / path.name).write_text(text)
        try:
            found = evaluate(folder)
        except RuleError:
            continue  # outside the rule language: the compiler notices it, the next place is tried
        except GoldError:
            EVALUATED.add((suite, relation))
            return  # two values for one key: noticed by gold itself
        EVALUATED.add((suite, relation))
        assert found.keys() == queries
        differing = [q for q in queries if plain(found[q]) != plain(expected(suite)[q])]
        assert differing, f"{path.name}, {turned}: none of {len(queries)} queries notices; add one that does"
        return


def test_enough_rules_were_mutated() -> None:
    if len(EVALUATED) < 20:
        pytest.skip("only some of the tests above ran")
    assert {suite for suite, _ in EVALUATED} == {suite for suite, _ in RULES}
