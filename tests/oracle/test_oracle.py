"""Gold agrees with logic programs that were written from the domains' words and not from the rules."""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from tests.conftest import FULL
from tests.oracle.compare import differences, plain, unchecked
from tests.oracle.mutation import reached, reads, rule_files
from tests.oracle.oracle import PROGRAMS, Answer, Domain, answers, read_lines
from tests.oracle.perturb import perturbed

ROOT = PROGRAMS.parents[1]
SUITES = sorted(path.stem for path in PROGRAMS.glob("*.lp") if (ROOT / "data" / path.stem).is_dir())


@cache
def expected(suite: str) -> dict[str, Answer]:
    """The oracle's answers, once a session."""
    return answers(ROOT / "data" / suite)


@pytest.mark.parametrize("suite", SUITES)
def test_gold_gives_the_answers_of_the_oracle(suite: str, gold_answers: Callable[[str], dict[str, Answer]]) -> None:
    found = gold_answers(suite)
    oracle = expected(suite)
    queries = read_lines(ROOT / "data" / suite / "queries.jsonl")
    assert found.keys() == oracle.keys() == {query["query_id"] for query in queries}
    differing = differences(queries, found, oracle)
    assert not differing, "\n" + "\n".join(differing)


PERTURBED = [("worked_example", 1), ("worked_example", 2), ("constructs", 1), *([("constructs", 2)] if FULL else [])]


@pytest.mark.parametrize(("suite", "seed"), PERTURBED)
def test_gold_agrees_on_histories_and_questions_that_nobody_wrote(suite: str, seed: int, tmp_path: Path) -> None:
    folder = tmp_path / suite
    perturbed(suite, folder, seed=seed, added=40 if suite == "worked_example" else 400, asked=8)
    found, wanted = unchecked(folder), answers(folder)
    assert sum(label != "unknown" for label, _ in wanted.values()) > len(wanted) / 3
    differing = [f"{q}: {found[q]}, {wanted[q]}" for q in wanted if plain(found[q]) != plain(wanted[q])]
    assert not differing, "\n" + "\n".join(differing)


@pytest.mark.parametrize("suite", SUITES)
def test_every_rule_is_in_the_program_and_some_query_reaches_it(suite: str) -> None:
    domain, rules = Domain.load(suite), rule_files(suite)
    assert rules.keys() == domain.derived.keys()
    asked = {query["relation"] for query in read_lines(ROOT / "data" / suite / "queries.jsonl")}
    assert rules.keys() <= reached(asked, reads(rules))


# An oracle that answers unknown, or a suite that asks nothing else, would agree for no reason.
@pytest.mark.parametrize("suite", SUITES)
def test_each_suite_has_answers_and_unknown_ones(suite: str) -> None:
    assert {label for label, _ in expected(suite).values()} >= {"answerable", "unknown"}


def test_the_oracle_imports_nothing_of_memsql() -> None:
    modules = ("oracle", "relation", "domains", "random_domain", "random_worlds", "cases")
    files = [PROGRAMS / f"{name}.py" for name in modules]
    names = [
        name
        for tree in (ast.parse(Path(file).read_text()) for file in files)
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in [getattr(node, "module", None) or "", *(alias.name for alias in node.names)]
    ]
    assert names
    assert not [name for name in names if name.split(".")[0] == "memsql"]
