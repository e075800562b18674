"""Every golden file: what its scenario answers, and what it refuses; and that nothing lacks a golden file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from memsql.rules.check import ALLOWED
from memsql.rules.parse import parse_rule
from tests.domains.stated import RULINGS
from tests.house import ROOT
from tests.rules.evaluate import FILES, HERE, golden, refusals, rulings, tables_of, tables_of_rulings
from tests.rules.verdict import differences

SCREEN = 80
RULES = ROOT / "sql" / "rules"


def verdict(messages: Iterator[str]) -> None:
    """Fail with every message, one a line."""
    if found := list(messages):
        pytest.fail("\n".join(found), pytrace=False)


def shown(path: Path) -> str:
    return path.relative_to(HERE).with_suffix("").as_posix()


@pytest.mark.parametrize("path", [p for p in FILES if p.parent.name != "refused"], ids=shown)
def test_answers(path: Path) -> None:
    verdict(differences(golden(path), tables_of(path)))


@pytest.mark.parametrize("domain", RULINGS)
def test_rulings(domain: str) -> None:
    """What the operators of a domain mean: one small history per ruling that concerns them."""
    tables = tables_of_rulings(domain)
    verdict(f"{name}: {message}" for name, g in rulings(domain).items() for message in differences(g, tables))


@pytest.mark.parametrize("path", [p for p in FILES if p.parent.name == "refused"], ids=shown)
def test_refusals(path: Path) -> None:
    def unlike() -> Iterator[str]:
        for case, found in refusals(path):
            if found is None:
                yield f"{path.name}:{case.line}: not refused: {case.sentence}"
            elif found.message != case.message:
                yield f"{path.name}:{case.line}: expected {case.message}\n    found {found.message}"

    verdict(unlike())


def test_every_rule_file_has_a_golden_file() -> None:
    rules = {p.relative_to(RULES).with_suffix("").as_posix() for p in RULES.glob("*/*.sql")}
    verdict(f"sql/rules/{name}.sql: no tests/rules/{name}.test" for name in sorted(rules - {*map(shown, FILES)}))


def test_the_golden_file_of_a_rule_asks_it_in_its_domain() -> None:
    def unlike() -> Iterator[str]:
        for path in FILES:
            if not (RULES / path.parent.name / f"{path.stem}.sql").is_file():
                continue
            if golden(path).domain != path.parent.name:
                yield f"{path.name}: write domain {path.parent.name}"
            if all(q.relation != path.stem for _, q in golden(path).questions()):
                yield f"{path.name}: nothing asks {path.stem}"

    verdict(unlike())


def test_a_golden_file_fits_on_a_screen() -> None:
    counts = {p: len(p.read_text(encoding="utf-8").splitlines()) for p in FILES if p.parent.name != "refused"}
    verdict(f"{shown(p)}: {count} lines, {SCREEN} are a screen" for p, count in counts.items() if count > SCREEN)


def test_every_form_of_the_language_stands_in_a_golden_file(tmp_path: Path) -> None:
    seen: set[type] = set()
    for path in (HERE / "language").glob("*.test"):
        for name, text in golden(path).rules.items():
            (tmp_path / f"{name}.sql").write_text(text, encoding="utf-8")
            seen |= {type(node) for node in parse_rule(tmp_path / f"{name}.sql").tree.walk()}
    assert not {form.__name__ for form in ALLOWED if form not in seen}
