"""The arms of the study: what the answer model is given for a question (paper section 1, figure 2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from memsql.evaluation.paired.check import original_gold
from memsql.evaluation.paired.gold import sides, sub_gold
from memsql.evaluation.paired.history import Conversation
from memsql.evaluation.paired.item import Item
from memsql.evaluation.paired.log import OK, Gathered
from memsql.evaluation.paired.retrieve import joined
from memsql.evaluation.paired.typed import Gold, Kind
from memsql.evaluation.sut import Context


class Arm(StrEnum):
    """How the context of a question comes about."""

    DIRECT = "direct"
    PER_SUB_QUESTION = "per_sub_question"
    OWN_SUB_ANSWERS = "own_sub_answers"
    GOLD_SUB_ANSWERS = "gold_sub_answers"
    WHOLE_HISTORY = "whole_history"


MEANING = {
    Arm.DIRECT: "what the system returns for the question",
    Arm.PER_SUB_QUESTION: "what it returns for each of the two sub-questions, together",
    Arm.OWN_SUB_ANSWERS: "the two sub-questions with the answers given to them over the system's contexts",
    Arm.GOLD_SUB_ANSWERS: "the two sub-questions with their gold answers",
    Arm.WHOLE_HISTORY: "every turn of the history",
}


class Role(StrEnum):
    """Which question of an item is asked."""

    ORIGINAL = "original"
    STATE = "state"
    LEFT = "left"
    RIGHT = "right"


ROLES = {
    Arm.DIRECT: (Role.ORIGINAL, Role.STATE),
    Arm.PER_SUB_QUESTION: (Role.STATE,),
    Arm.OWN_SUB_ANSWERS: (Role.LEFT, Role.RIGHT, Role.STATE),
    Arm.GOLD_SUB_ANSWERS: (Role.STATE,),
    Arm.WHOLE_HISTORY: (Role.ORIGINAL, Role.STATE),
}


@dataclass(frozen=True, slots=True)
class Ask:
    """One question in one arm. ``support``: the turns that its gold rests on, for the share that a context holds.

    ``options``: the answers between which a comparison chooses; empty for every other question.
    """

    item: Item
    arm: Arm
    role: Role
    question: str
    gold: Gold
    support: frozenset[str]
    options: tuple[str, ...] = ()


def asks(item: Item, conversation: Conversation, state_gold: Gold, arms: Sequence[Arm]) -> Iterator[Ask]:
    """The questions of an item in the order of the arms; sub-questions stand before the state that needs them."""
    original = conversation.originals[item.original]
    labels = item.state.labels if item.state.kind is Kind.ENTITY else None
    options = tuple(forms[0] for forms in (labels or {}).values())
    held = {
        Role.ORIGINAL: (original.question, original_gold(item, original), frozenset(original.evidence)),
        Role.STATE: (item.state.question, state_gold, item.left.support | item.right.support),
        **{Role(side): (sub.question, sub_gold(sub), sub.support) for side, sub in sides(item)},
    }
    for arm in Arm:
        if arm in arms:
            for role in ROLES[arm]:
                yield Ask(item, arm, role, *held[role], options if role is Role.STATE else ())


def questions(asks_of: Iterable[Ask]) -> list[str]:
    """The bare questions that the arms put to a system, each once."""
    found: list[str] = []
    for ask in asks_of:
        if ask.arm is Arm.PER_SUB_QUESTION:
            found += [sub.question for _, sub in sides(ask.item)]
        elif ask.arm is Arm.DIRECT or (ask.arm is Arm.OWN_SUB_ANSWERS and ask.role is not Role.STATE):
            found.append(ask.question)
    return list(dict.fromkeys(found))


def context_of(ask: Ask, conversation: Conversation, given: Mapping[str, Gathered]) -> Gathered | None:
    """The context of a question; None where it is made of answers that are still to come, or of gold.

    ``given``: bare question to what the system returned for it.
    """
    if ask.arm is Arm.WHOLE_HISTORY:
        return Gathered(joined([turn.record for turn in conversation.turns]), OK)
    if ask.arm is Arm.PER_SUB_QUESTION:
        both = [given[sub.question] for _, sub in sides(ask.item)]
        outcome = next((one.outcome for one in both if one.outcome != OK), OK)
        return Gathered(together([one.context for one in both], conversation), outcome)
    return given.get(ask.question) if ask.arm is Arm.DIRECT or ask.role is not Role.STATE else None


def together(contexts: Sequence[Context], conversation: Conversation) -> Context:
    """Two contexts as one: records of the history in its order, each once; other texts one after another."""
    records = {turn.turn_id: turn.record for turn in conversation.turns}
    if all(c.event_ids is not None and records.keys() >= set(c.event_ids) for c in contexts):
        ids = {turn_id for c in contexts for turn_id in c.event_ids or ()}
        if all(c.text == joined([records[i] for i in c.event_ids or ()]).text for c in contexts):
            return joined([record for turn_id, record in records.items() if turn_id in ids])
    known = [c.event_ids for c in contexts]
    ids_known = None if None in known else tuple(dict.fromkeys(i for each in known for i in each or ()))
    counts = [c.records for c in contexts]
    count = None if None in counts else sum(n or 0 for n in counts)
    return Context("\n\n".join(c.text for c in contexts), ids_known, count)
