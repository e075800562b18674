"""Gold never says what a naive three-valued evaluator does not say, over rule files that nobody wrote.

The evaluator (`tests/oracle/three_valued/`) enumerates values and knows nothing of keys, scopes or lineage. It may be
definite where gold says unknown: gold closes collections as a whole, and looks no further into a missing fact.
"""

from __future__ import annotations

import ast
import re
from datetime import timedelta
from pathlib import Path
from random import Random

import pytest

from tests.conftest import FULL
from tests.gold.history import STARTS_AT, Action, Event, History, Question
from tests.gold.random_rules import SCHEMA
from tests.gold.random_scenarios import FOLDER, NAMES, domain, domain_of, random_history
from tests.oracle.three_valued.answer import Label, Oracle
from tests.oracle.three_valued.compare import Agreement, compare, naive, random_agreement, sections

SEEDS = range(300) if FULL else range(3)
FOUND = Agreement()
"""What the random rules below came to."""


@pytest.mark.parametrize("seed", SEEDS)
def test_random_rules(seed: int) -> None:
    found = random_agreement(seed) if FULL else random_agreement(seed, scenarios=2)
    assert found.wrong == []
    FOUND.add(found)


# Rules under which nothing is known, or an engine that says unknown, would agree for no reason.
def test_enough_is_definite() -> None:
    assert FOUND.definite > 100 * len(SEEDS) / 2
    assert len(FOUND.silent) < FOUND.definite / 4


@pytest.mark.parametrize("name", NAMES if FULL else ("groups",))
def test_domains_by_hand(name: str) -> None:
    of, text = domain(name), (FOLDER / f"{name}.sql").read_text()
    histories = [random_history(of, Random(f"{name} {i}"), 1) for i in range(8 if FULL else 1)]
    found = compare(of, text, histories)
    assert found.wrong == []
    assert found.definite > 10


CASES: dict[str, tuple[str, str, dict[str, Label]]] = {
    "a row needs all that it joins": (
        "select a.t1 as t1, w.n1 as n1 from item as a inner join weight as w on w.t1 = a.t1",
        "item(p); weight(p)=1; item(q); item(r); cancel item(r); weight(s)=2",
        {"p": ("answerable", 1), "q": ("unknown", None), "r": ("justified-zero", None), "s": ("unknown", None)},
    ),
    "a false conjunct decides, whatever is missing beside it": (
        "select a.t1 as t1 from item as a inner join weight as w on w.t1 = a.t1 where w.n1 = 1",
        "weight(p)=0; weight(q)=1",
        {"p": ("answerable", False), "q": ("unknown", None)},
    ),
    "a true side of or decides": (
        "select a.t1 as t1 from weight as a where a.n1 = 0 or exists (select 1 from next as x where x.t1 = a.t1)",
        "weight(p)=0; weight(q)=1; weight(r)=1; complete next(r)",
        {"p": ("answerable", True), "q": ("unknown", None), "r": ("answerable", False)},
    ),
    "not exists needs a closed collection without true rows": (
        "select a.t1 as t1 from weight as a where not exists (select 1 from pair as x where x.t1 = a.t1)",
        "weight(p)=0; complete pair(p); weight(q)=0; weight(r)=0; pair(r,p)",
        {"p": ("answerable", True), "q": ("unknown", None), "r": ("answerable", False)},
    ),
    "a count needs every member decided; a closed scope without rows has 0": (
        """select a.t1 as t1, count(*) as n1 from pair as a inner join weight as w on w.t1 = a.t2 where w.n1 > 0
        group by a.t1""",
        """complete pair(p); pair(q,p); pair(q,q); complete pair(q); weight(p)=1; weight(q)=0;
        pair(r,s); complete pair(r)""",
        {"p": ("justified-zero", 0), "q": ("answerable", 1), "r": ("unknown", None), "s": ("unknown", None)},
    ),
    "a default stands for what is known to be none": (
        "select a.t1 as t1, coalesce(n.t2, 'none') as t2 from item as a left join next as n on n.t1 = a.t1",
        "item(p); next(p)=q; item(q); complete next(q); item(r)",
        {"p": ("answerable", "q"), "q": ("answerable", "none"), "r": ("unknown", None)},
    ),
    "the row in force is the latest that stands; before the first none, if all are known": (
        "select a.t1 as t1, c.n1 as n1 from due as a asof join price as c on c.t1 = a.t1 and c.valid_from <= a.d1",
        """due(p)=2026-06-01; price(p,2026-01-01)=1; price(p,2026-05-01)=2; cancel price(p,2026-05-01);
        due(q)=2026-01-01; price(q,2026-05-01)=1; due(r)=2026-01-01; price(r,2026-05-01)=1; complete price(r)""",
        {"p": ("answerable", 1), "q": ("unknown", None), "r": ("justified-zero", None)},
    ),
    "nothing is in force where the rows are all known, and what is in force is the one row of its key": (
        "select a.t1 as t1, c.n1 as n1 from item as a inner join current(price) as c on c.t1 = a.t1",
        """item(p); price(p,2026-01-01)=1; item(q); price(q,2027-06-01)=1; item(r); price(r,2027-06-01)=1;
        complete price(r)""",
        {"p": ("answerable", 1), "q": ("unknown", None), "r": ("justified-zero", None)},
    ),
    "a union is false where neither side can show the value": (
        """select a.t1 as t1 from next as a inner join weight as w on w.t1 = a.t1 where w.n1 = 1
        union select a.t1 as t1 from due as a inner join weight as w on w.t1 = a.t1 where w.n1 = 1""",
        "weight(p)=0; weight(q)=1; next(q)=p; weight(r)=1",
        {"p": ("answerable", False), "q": ("answerable", True), "r": ("unknown", None)},
    ),
    "a union that shows a looked-up value is false where the value sought is ruled out": (
        """select a.t1 as t1, b.t2 as t2 from pair as a inner join next as b on b.t1 = a.t1 where b.t2 <> 'p'
        union select a.t1 as t1, b.t2 as t2 from exit as a inner join next as b on b.t1 = a.t1 where b.t2 <> 'p'""",
        "next(r)=q; pair(r,r)",
        {
            "q,p": ("answerable", False),
            "q,r": ("unknown", None),
            "r,q": ("answerable", True),
            "r,s": ("answerable", False),
        },
    ),
    "distinct is false at a key of which a whole row was taken back": (
        "select distinct a.t1 as t1, a.t2 as t2 from pair as a",
        "pair(q,q); cancel pair(q,q); pair(p,q)",
        {"q,q": ("answerable", False), "p,q": ("answerable", True), "p,p": ("unknown", None)},
    ),
    "a left join is not looked for where the other side of or decides": (
        """select a.t1 as t1 from weight as a left join next as n on n.t1 = a.t1
        where a.n1 > 1 or coalesce(n.t2, 'none') = 'p'""",
        "weight(p)=2; weight(q)=1; weight(r)=1; complete next(r); weight(s)=0; next(s)=p",
        {
            "p": ("answerable", True),
            "q": ("unknown", None),
            "r": ("answerable", False),
            "s": ("answerable", True),
        },
    ),
    "a true row of a declared key decides what is unknown beside it": (
        "-- key: t1\nselect a.t1 as t1, a.t2 as t2 from pair as a inner join item as i on i.t1 = a.t2",
        "pair(p,q); item(q); pair(p,r); pair(q,r); complete pair(r)",
        {"p": ("answerable", "q"), "q": ("unknown", None), "r": ("justified-zero", None)},
    ),
    "what a recursion cannot reach is absent where all that it reaches is closed": (
        """with recursive r0(t1, t2) as (select a.t1, a.t2 from next as a union
        select a.t1, b.t2 from r0 as a inner join next as b on b.t1 = a.t2) select t1, t2 from r0""",
        "next(p)=q; next(q)=p; next(r)=s",
        {"p,q": ("answerable", True), "p,r": ("answerable", False), "r,p": ("unknown", None)},
    ),
}


def _action(text: str) -> Action:
    """``complete pair(p)``, ``cancel item(p)``, ``weight(p)=1``."""
    said, _, value = text.partition("=")
    verb, _, atom = said.rpartition(" ")
    name, _, key = atom.rstrip(")").partition("(")
    predicate = f"{name}_complete" if verb == "complete" else name
    return Action(verb or "assert", predicate, tuple(key.split(",")), tuple(value.split(",")) if value else ())


@pytest.mark.parametrize("title", CASES)
def test_cases_by_hand(title: str) -> None:
    rule, said, wanted = CASES[title]
    text = f"{SCHEMA.strip()}\n-- rule r0\n{rule}\n"
    of = domain_of("case", text)
    end = STARTS_AT + timedelta(days=300)
    actions = tuple(map(_action, re.split(r";\s+", said)))
    events = tuple(Event(f"e{i}", STARTS_AT + timedelta(hours=i), (a,)) for i, a in enumerate(actions, 1))
    history = History(events, tuple(Question("r0", tuple(k.split(",")), False, end, end) for k in wanted))
    found: list[Label | None] = naive(of, Oracle(*sections(text)), history)
    assert dict(zip(wanted, found, strict=True)) == wanted
    assert (agreed := compare(of, text, [history])).wrong == []
    assert agreed.silent == []


def test_the_evaluator_imports_nothing_of_memsql() -> None:
    folder = Path(__file__).parent / "three_valued"
    for path in folder.glob("*.py"):
        if path.stem in {"compare", "shapes"}:  # they hold gold beside it, and make rule files
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom):
                assert node.module is not None
                assert not node.module.startswith(("memsql", "tests.gold")), f"{path.name}: {node.module}"
            elif isinstance(node, ast.Import):
                assert not any(a.name.startswith("memsql") for a in node.names), path.name
