"""Generate lists in the benchmark's form: nested, invented names, and golds that other cases' edits put out of reach.

A case is a chain of facts from a subject to a gold, with one of its facts edited, as the real lists are built. What
becomes of its gold is decided here: reachable, unreachable under last write, or behind an unparsed statement.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from random import Random
from typing import Any, NamedTuple

from memsql.lastwrite.names import Names
from memsql.lastwrite.tables import folder, rows

HEADING = "Here is a list of facts:"
REACHABLE, UNREACHABLE, PARSE_SCOPE = "reachable", "unreachable", "parse_scope"
INTERMEDIATE_EVERY = 4
"""Of four unreachable multi-hop golds, one is lost by an intermediate tuple: 17 of 67 in the real lists."""


class Size(NamedTuple):
    """A list of the benchmark, counted in the real file: statements, and per 100 questions of a hop the lost golds."""

    name: str
    statements: int
    unreachable_multi: int
    unreachable_single: int
    unparsed_multi: int
    unparsed_single: int
    left_out: tuple[int, int, int]
    """Unparsed statements: head coach, original language, titled office."""


SIZES = (
    Size("6k", 455, 4, 0, 0, 0, (0, 0, 0)),
    Size("32k", 2310, 13, 2, 3, 1, (16, 5, 8)),
    Size("64k", 4580, 9, 2, 3, 2, (31, 14, 15)),
    Size("262k", 18332, 34, 3, 1, 3, (119, 50, 93)),
)
QUESTIONS = 100


@dataclass(frozen=True, slots=True)
class Relation:
    """A relation that generated lists speak of: kinds of its ends, its statement, and two ways to ask for it."""

    name: str
    subject: str
    object: str
    statement: str
    phrase: str
    question: str
    is_parsed: bool


@dataclass(slots=True)
class _Maker:
    """A growing history: statements with their place in time, and the questions of the list being made."""

    random: Random
    names: Names
    said: list[tuple[float, str]] = field(default_factory=list)
    texts: set[str] = field(default_factory=set)
    facts: list[tuple[Relation, str, str]] = field(default_factory=list)

    def say(self, relation: Relation, subject: str, thing: str, after: float = 0.0) -> float:
        """Add a statement at some time after another one; return when."""
        text = relation.statement.replace("{S}", subject).replace("{O}", thing)
        at = after + (1 - after) * self.random.random()
        self.said.append((at, text))
        self.texts.add(text)
        return at


class Question(NamedTuple):
    """A generated question, its gold, and what became of the gold."""

    text: str
    gold: str
    fate: str


@cache
def relations() -> tuple[Relation, ...]:
    """The table of relations, parsed ones and those that the patterns leave out."""
    forms: dict[str, tuple[str, bool]] = {}
    for name, is_parsed in (("pattern", True), ("unparsed_form", False)):
        for row in rows(folder() / f"{name}.csv", ("relation", "property", "form")):
            forms.setdefault(row["relation"], (row["form"], is_parsed))
    table = rows(folder() / "generated_form.csv", ("relation", "subject", "object", "phrase", "question"))
    return tuple(
        Relation(r["relation"], r["subject"], r["object"], form, r["phrase"], r["question"], is_parsed)
        for r in table
        for form, is_parsed in (forms[r["relation"]],)
    )


def generate(seed: int, scale: int = 1) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Rows as the benchmark has them, and per question its set, index and fate (a label file).

    ``scale`` multiplies statements and questions of every list. Same seed and scale, same rows.
    """
    random = Random(seed)  # noqa: S311 - made-up histories, not secrets
    maker = _Maker(random, Names(random))
    made: list[dict[str, Any]] = []
    labels: list[dict[str, Any]] = []
    used = (0, 0, 0)
    for size in SIZES:
        count = QUESTIONS * scale
        fresh = [(n - u) * scale for n, u in zip(size.left_out, used, strict=True)]
        used = size.left_out
        multi = _multi(maker, count, size, scale, fresh)
        single = _single(maker, count, size, scale, fresh)
        _leave_out(maker, fresh)
        _fill(maker, size.statements * scale)
        ordered = [text for _, text in sorted(maker.said)]
        context = "\n".join([HEADING, *(f"{n}. {text}." for n, text in enumerate(ordered))]) + "\n"
        for hop, questions in (("mh", multi), ("sh", single)):
            source = f"factconsolidation_{hop}_{size.name}"
            made.append(_row(source, context, questions))
            labels += [{"set": source, "index": i, "label": q.fate} for i, q in enumerate(questions)]
    made.sort(key=lambda row: row["metadata"]["source"].split("_")[1] != "mh")
    return made, labels


def _row(source: str, context: str, questions: Sequence[Question]) -> dict[str, Any]:
    return {
        "context": context,
        "questions": [q.text for q in questions],
        "answers": [[q.gold] for q in questions],
        "metadata": {"source": source},
    }


def _multi(maker: _Maker, count: int, size: Size, scale: int, left: list[int]) -> list[Question]:
    """Multi-hop questions: chains of 2 and 3 facts, the first edited."""
    fates = _fates(count, size.unreachable_multi * scale, size.unparsed_multi * scale)
    made = []
    lost = 0
    for number, fate in enumerate(fates):
        if fate == PARSE_SCOPE:
            left[0] -= 1
            coach = _named("head_coach")
            chain = [coach, maker.random.choice(_from(coach.object))]
        else:
            first = maker.random.choice([r for r in relations() if r.is_parsed and _from(r.object)])
            chain = [first, maker.random.choice(_from(first.object))]
            if number % 3 == 0 and (last := _from(chain[-1].object)):
                chain.append(maker.random.choice(last))
        is_intermediate = fate == UNREACHABLE and lost % INTERMEDIATE_EVERY == 0
        lost += fate == UNREACHABLE
        made.append(_case(maker, chain, fate, is_intermediate))
    maker.random.shuffle(made)
    return made


def _case(maker: _Maker, chain: Sequence[Relation], fate: str, is_intermediate: bool) -> Question:
    """State a chain, edit its first fact, and put its gold where its fate says."""
    subject = here = maker.names.name(chain[0].subject)
    phrase = chain[0].phrase
    for relation in chain[1:]:
        phrase = relation.phrase.replace("{S}", phrase)
    edited = 0.0
    for place, relation in enumerate(chain):
        there = maker.names.name(relation.object)
        if place == 0 and relation.is_parsed:
            edited = maker.say(relation, here, maker.names.name(relation.object))
            edited = maker.say(relation, here, there, edited)
        else:
            edited = maker.say(relation, here, there)
        if relation.is_parsed:
            maker.facts.append((relation, here, there))
        # Another case's edit of the same key, newer than what this case's gold rests on.
        is_lost = place == 0 if is_intermediate else place == len(chain) - 1
        if fate == UNREACHABLE and is_lost:
            maker.say(relation, here, maker.names.name(relation.object), edited)
            maker.facts.pop()
        here = there
    return Question(f"What is {phrase.replace('{S}', subject)}?", here, fate)


def _single(maker: _Maker, count: int, size: Size, scale: int, left: list[int]) -> list[Question]:
    """Single-hop questions about facts of the cases, and new ones where the gold is lost or unparsed."""
    fates = _fates(count, size.unreachable_single * scale, size.unparsed_single * scale)
    known = maker.random.sample(maker.facts, min(len(maker.facts), fates.count(REACHABLE)))
    made = []
    for fate in fates:
        if fate == REACHABLE:
            relation, subject, gold = known.pop()
        else:
            is_out = fate == PARSE_SCOPE
            left[0] -= is_out
            relation = _named("head_coach") if is_out else maker.random.choice(_from("person"))
            subject, gold = maker.names.name(relation.subject), maker.names.name(relation.object)
            at = maker.say(relation, subject, gold)
            if not is_out:
                maker.say(relation, subject, maker.names.name(relation.object), at)
        made.append(Question(relation.question.replace("{S}", subject), gold, fate))
    maker.random.shuffle(made)
    return made


def _leave_out(maker: _Maker, left: Sequence[int]) -> None:
    """Statements that no pattern reads, beside those that a question needs."""
    for count, name in zip(left, ("head_coach", "original_language", "titled_office"), strict=True):
        relation = _named(name)
        for _ in range(count):
            maker.say(relation, maker.names.name(relation.subject), maker.names.name(relation.object))


def _fill(maker: _Maker, count: int) -> None:
    """Facts that nothing asks for, until the list has its size; every third is an edit of the one before."""
    shared = {kind: [maker.names.name(kind) for _ in range(20)] for kind in sorted({r.object for r in relations()})}
    parsed = [r for r in relations() if r.is_parsed]
    while len(maker.texts) < count:
        relation = maker.random.choice(parsed)
        subject = maker.names.name(relation.subject)
        first, second = maker.random.sample(shared[relation.object], 2)
        at = maker.say(relation, subject, first)
        if len(maker.texts) < count and maker.random.random() < 1 / 3:
            maker.say(relation, subject, second, at)


def _fates(count: int, unreachable: int, unparsed: int) -> list[str]:
    return [UNREACHABLE] * unreachable + [PARSE_SCOPE] * unparsed + [REACHABLE] * (count - unreachable - unparsed)


def _named(name: str) -> Relation:
    return next(r for r in relations() if r.name == name)


@cache
def _from(kind: str) -> list[Relation]:
    """Parsed relations that say something of this kind."""
    return [r for r in relations() if r.is_parsed and r.subject == kind]
