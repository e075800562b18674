"""Gold beside the naive evaluator: who says what where, over random histories of a domain.

Only this file and the random rules look at memsql: for gold's answers, and for the columns that a question gives.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from tests.gold.ask import Answer, asked, loaded
from tests.gold.counts import Counts
from tests.gold.history import History
from tests.gold.history import Question as HistoryQuestion
from tests.gold.random_rules import random_domain
from tests.gold.random_scenarios import Domain, random_history, scenario_of
from tests.oracle.three_valued.answer import NOT_KNOWN, Label, Oracle, Question
from tests.oracle.three_valued.shapes import wider_rule

TYPES = {"VARCHAR": "text", "INTEGER": "integer", "BIGINT": "bigint", "DATE": "date", "BOOLEAN": "boolean"}


@dataclass
class Agreement(Counts):
    """Questions on which both are definite and agree, on which both say unknown, on which gold alone says unknown.

    ``refused``: a declared key has two values there, so that gold refuses the history. ``wrong``: gold is definite
    and the evaluator says otherwise. ``silent``: a line for each question that the evaluator alone answers.
    """

    definite: int = 0
    unknown: int = 0
    refused: int = 0
    silent: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        return (
            f"{self.definite:,} definite, {self.unknown:,} unknown, {len(self.silent):,} that gold alone leaves "
            f"unknown, {self.refused:,} refused, {len(self.wrong)} wrong"
        )


def sections(text: str) -> tuple[str, dict[str, str]]:
    """Schema and rules of the text of a domain file."""
    _, *parts = re.split(r"^-- (schema|rule [a-z_0-9]+)\n", text, flags=re.MULTILINE)
    found = dict(zip(parts[::2], parts[1::2], strict=True))
    return found.pop("schema"), {title.removeprefix("rule "): body for title, body in found.items()}


def question_of(of: Domain, asks: HistoryQuestion) -> Question:
    """The question with its columns and their types."""
    relation = of.program.relation(asks.relation)
    signature, types = relation.signature, relation.types
    columns = (signature.scope or ()) if asks.is_collection else signature.key
    given = tuple((c, TYPES.get(types[c], types[c].lower()), t) for c, t in zip(columns, asks.key, strict=True))
    free = tuple(c for c in signature.key if c not in columns)
    value = tuple(c for c in signature.columns if c not in signature.key)
    return Question(relation.name, given, asks.is_collection, free, value)


def compare(of: Domain, text: str, histories: Sequence[History]) -> Agreement:
    """Ask both everything that the histories ask."""
    oracle, found = Oracle(*sections(text)), Agreement()
    with loaded(of.program, [scenario_of(of, f"s{i}", h) for i, h in enumerate(histories)]) as batch:
        gold = iter(asked(batch))
    for number, history in enumerate(histories):
        for asks, said in zip(history.questions, naive(of, oracle, history), strict=True):
            _count(found, f"s{number} {asks.relation}{asks.key} {asks.known_at}", next(gold), said)
    if found.wrong:
        found.wrong.append(text)
    return found


def naive(of: Domain, oracle: Oracle, history: History) -> list[Label | None]:
    """What the evaluator says to the questions of a history."""
    questions = [question_of(of, q) for q in history.questions]
    domain = oracle.domain([a for e in history.events for a in e.actions], questions)
    worlds = {}
    answers = []
    for asks, question in zip(history.questions, questions, strict=True):
        moment = (asks.known_at, asks.cutoff_at.date())
        if moment not in worlds:
            seen = [a for e in history.events if e.observed_at <= asks.known_at for a in e.actions]
            worlds[moment] = oracle.world(seen, moment[1], domain)
        answers.append(oracle.answer(worlds[moment], question))
    return answers


def _count(found: Agreement, place: str, gold: Answer, said: Label | None) -> None:
    if said is None:
        found.refused += 1
    elif gold.is_unknown:
        if said == NOT_KNOWN:
            found.unknown += 1
        else:
            found.silent.append(f"{place}: {said}")
    elif gold.label == said[0] and _plain(gold.value) == _plain(said[1]):
        found.definite += 1
    else:
        found.wrong.append(f"{place}: gold {gold}, not {said}")


def _plain(value: object) -> object:
    """A value that does not depend on how a decimal number is written; true is not 1."""
    if isinstance(value, frozenset):
        return frozenset(re.sub(r"\.0+(?!\d)|(\.\d*?)0+(?!\d)", r"\1", str(v)) for v in value)
    return (isinstance(value, bool), value)


def random_agreement(seed: int, scenarios: int = 4, per_relation: int = 3) -> Agreement:
    """Of six random rules; every other seed makes the wider shapes."""
    random = Random(seed)
    of, text = random_domain(random, 6, rule_text=wider_rule) if seed % 2 else random_domain(random, 6)
    return compare(of, text, [random_history(of, Random(f"{seed} {i}"), per_relation) for i in range(scenarios)])
