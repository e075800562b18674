"""A rule file with one comparison turned round gives an answer that the oracle does not give.

A mutation that no query notices means that a query is missing from the suite.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from memsql.errors import GoldError, RuleError
from tests.oracle.compare import answered, plain
from tests.oracle.mutation import flips, part_for, rule_files
from tests.oracle.test_oracle import SUITES, expected

RULES = [
    (suite, relation)
    for suite in SUITES
    for relation, path in rule_files(suite).items()
    if next(flips(path.read_text()), None)
]

TRIED: set[tuple[str, str]] = set()
"""Rule files that the tests below came to."""

EVALUATED: set[tuple[str, str]] = set()
"""Those of which the engine accepted a mutation."""


@pytest.mark.parametrize(("suite", "relation"), RULES)
def test_a_mutated_rule_is_noticed(suite: str, relation: str, tmp_path: Path) -> None:
    TRIED.add((suite, relation))
    part = part_for(suite, relation, tmp_path)
    queries = set(part.queries["query_id"].to_pylist())
    path = rule_files(suite)[relation]
    for turned, text in flips(path.read_text()):
        (tmp_path / path.name).write_text(text)
        try:
            found = answered(part)
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


# A mutation that is refused tests nothing here, so most of the files have to get past the compiler.
def test_enough_mutations_were_evaluated() -> None:
    if set(RULES) != TRIED:
        pytest.skip("only some of the tests above ran")
    assert len(EVALUATED) >= 40
    assert {suite for suite, _ in EVALUATED} == set(SUITES)
