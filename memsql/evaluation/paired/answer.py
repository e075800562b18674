"""Who answers: the protocol of an answer model, how it is asked, and a reader that needs no model."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Protocol

from memsql.evaluation.paired.gold import sides
from memsql.evaluation.paired.history import History
from memsql.evaluation.paired.item import Item, Member, Operator, State, SubState
from memsql.evaluation.paired.typed import NONE, Gold, Kind, normal, parted

UNKNOWN = "unknown"
HINTS = {
    Kind.SET: "Answer with the names alone, separated by semicolons; with none where there are none.",
    Kind.NUMBER: "Answer with one number in digits.",
    Kind.BOOLEAN: "Answer yes or no.",
    Kind.DATE: "Answer with the date alone.",
    Kind.ENTITY: "Answer with the name alone, or with as few words as it takes, in no sentence.",
}
RECORD = re.compile(r"^\[([^\]\s]+)\] \d{4}-", re.MULTILINE)
SUB_ANSWER = re.compile(r"^Question: (.+)\nAnswer: (.*)$", re.MULTILINE)


class NoAnswerError(Exception):
    """An answer model gave no answer; ``outcome`` says which way: refused, timeout, parse_error, ..."""

    def __init__(self, outcome: str) -> None:
        super().__init__(outcome)
        self.outcome = outcome


class Answerer(Protocol):
    """Turns question and context into an answer, the same one for all arms and systems.

    ``settings``: what a reader must know to repeat the run, such as the hash of a prompt.
    """

    @property
    def name(self) -> str:
        """Its name in tables."""

    @property
    def settings(self) -> Mapping[str, str]:
        """Parameters, hashes, versions."""

    def answer(self, question: str, context: str) -> str:
        """Answer. Raises NoAnswerError for what counts as wrong, MemsqlError for what should stop the run."""


def asked(question: str, kind: Kind, options: Sequence[str] = ()) -> str:
    """The question as an answer model gets it: the bare question, and on a second line the form of an answer."""
    hint = f"Answer with one of these: {'; '.join(options)}." if options else HINTS[kind]
    return f"{question}\n{hint}"


def sub_answers(pairs: Sequence[tuple[str, str]]) -> str:
    """Sub-questions with answers, as a context."""
    return "\n\n".join(f"Question: {question}\nAnswer: {' '.join(answer.split())}" for question, answer in pairs)


def read_sub_answers(context: str) -> dict[str, str]:
    """Sub-question to answer, of a context that :func:`sub_answers` wrote."""
    return dict(SUB_ANSWER.findall(context))


def record_ids(context: str) -> frozenset[str]:
    """Ids of the records that a context holds, as their texts begin."""
    return frozenset(RECORD.findall(context))


@dataclass(frozen=True)
class EvidenceReader:
    """An upper bound that needs no model: it has the items, and reads a context by the ids of its records.

    It knows a member where every turn that supports it stands in the context, a count or a comparison where every
    turn under both sides does, and combines sub-answers without a mistake. So its accuracy is no model's: it says
    whether a context holds the evidence (context sufficiency). A comparison of poor sub-answers can be right by luck.
    """

    history: History
    items: Sequence[Item]
    name: str = "evidence-reader"

    @property
    def settings(self) -> Mapping[str, str]:
        """What its accuracy means."""
        return {"answers": "upper bound: it has the gold, and reads contexts by record ids"}

    def answer(self, question: str, context: str) -> str:
        """Answer what the records of the context, or the sub-answers in it, suffice for."""
        bare = question.split("\n", maxsplit=1)[0]
        held = record_ids(context)
        for item in self.items:
            if bare == item.state.question:
                return self._state(item, context, held)
            for _, sub in sides(item):
                if bare == sub.question:
                    return said(visible(sub, held))
        return self._original(bare, held)

    def _state(self, item: Item, context: str, held: frozenset[str]) -> str:
        answers = read_sub_answers(context)
        is_value = item.state.operator in (Operator.COUNT, Operator.COMPARE)
        if not answers and is_value and not held >= item.left.support | item.right.support:
            return UNKNOWN
        left, right = (
            reread(sub, answers[sub.question]) if sub.question in answers else visible(sub, held)
            for _, sub in sides(item)
        )
        return combined(item.state, left, right)

    def _original(self, bare: str, held: frozenset[str]) -> str:
        for item in self.items:
            conversation = self.history.conversations[item.conversation]
            original = conversation.originals[item.original]
            if original.question == bare and held.issuperset(original.evidence):
                return original.answer
        return UNKNOWN


def visible(sub: SubState, held: frozenset[str]) -> SubState:
    """An intermediate state of the members whose turns are all held."""
    return SubState(sub.question, sub.kind, tuple(m for m in sub.members if held.issuperset(m.support)))


def said(sub: SubState) -> str:
    """An intermediate state as an answer."""
    if sub.kind is not Kind.SET and not sub.members:
        return UNKNOWN
    return Gold(sub.kind, tuple(member.forms for member in sub.members)).text


def reread(sub: SubState, answer: str) -> SubState:
    """An intermediate state out of an answer: its members where forms of theirs are said, others as they are said."""
    known = {normal(form): member for member in sub.members for form in member.forms}
    if normal(answer) == UNKNOWN:
        return SubState(sub.question, sub.kind, ())
    parts = next(parted(answer)) if sub.kind is Kind.SET else [answer]
    found = [known.get(normal(part)) or Member(part.strip(), (), (), True) for part in parts if normal(part) != NONE]
    return SubState(sub.question, sub.kind, tuple(dict.fromkeys(found)))


def combined(state: State, left: SubState, right: SubState) -> str:
    """The state of two intermediate states, by plain Python: a second implementation beside the SQL of gold."""
    if state.operator is Operator.COMPARE:
        return compared(state, left, right)
    others = {normal(form) for member in right.members for form in member.forms}
    shared = [member for member in left.members if others & {normal(form) for form in member.forms}]
    only = [member for member in left.members if member not in shared]
    firsts = {normal(form) for member in left.members for form in member.forms}
    more = [member for member in right.members if not firsts & {normal(form) for form in member.forms}]
    members = {
        Operator.DIFFERENCE: only,
        Operator.INTERSECTION: shared,
        Operator.UNION: [*left.members, *more],
    }[state.counted or state.operator]
    if state.operator is Operator.COUNT:
        return str(len(members))
    return "; ".join(member.value for member in members) or NONE


def compared(state: State, left: SubState, right: SubState) -> str:
    """The outcome of a comparison, in the words of its labels."""
    if left.kind is not Kind.SET and not (left.members and right.members):
        return UNKNOWN
    one, other = (
        sub.members[0].value
        if sub.kind is Kind.DATE
        else Decimal(sub.members[0].value if sub.kind is Kind.NUMBER else len(sub.members))
        for sub in (left, right)
    )
    is_left = (one > other) == (state.relation == "greater")  # type: ignore[operator]
    outcome = "equal" if one == other else "left" if is_left else "right"
    assert state.labels is not None, "a comparison has labels"
    return state.labels[outcome][0]
