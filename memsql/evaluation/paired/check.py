"""Check items against the user's file: that they can be asked there, are told there, and are our own words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from memsql.evaluation.paired.gold import sides, state_golds, sub_gold
from memsql.evaluation.paired.history import Conversation, History, Original
from memsql.evaluation.paired.item import SETS, Item, Member, Operator, SubState
from memsql.evaluation.paired.typed import SEPARATORS, Gold, Kind, is_right, normal, number

RUN_WORDS = 8
"""So many consecutive words in common with a text of the file are a copy of it."""


class Finding(NamedTuple):
    """Something wrong with an item."""

    item_id: str
    problem: str


class Checked(NamedTuple):
    """Findings, and of all members how many were told by words, and how many follow from their turns otherwise."""

    findings: tuple[Finding, ...]
    told: int
    untold: int


def check(history: History, items: Sequence[Item]) -> Checked:
    """Check every item; nothing found means that it can be run over this file."""
    golds = state_golds(items)
    findings: list[Finding] = []
    told = untold = 0
    for item in items:
        conversation = history.conversations.get(item.conversation)
        if conversation is None:
            findings.append(Finding(item.item_id, f"no conversation {item.conversation} in the file"))
            continue
        findings += [Finding(item.item_id, problem) for problem in _original_problems(item, conversation)]
        for side, sub in sides(item):
            for member in sub.members:
                problem, is_told = _member(member, sub, conversation)
                told, untold = told + is_told, untold + (not is_told)
                findings += [Finding(item.item_id, f"{side}: {member.value}: {problem}")] if problem else []
        findings += [Finding(item.item_id, problem) for problem in _trivial(item, golds[item.item_id])]
    findings += [Finding(item_id, f"copies the file: {run!r}") for item_id, run in copied(history.texts, items)]
    return Checked(tuple(findings), told, untold)


def original_gold(item: Item, original: Original) -> Gold:
    """Gold of the original question: the file's answer, and the forms that the item accepts beside it."""
    if item.original_kind is Kind.SET:
        parts = [part.strip() for part in SEPARATORS[-1].split(original.answer) if normal(part)]
        return Gold(Kind.SET, tuple((part,) for part in parts))
    return Gold(item.original_kind, ((original.answer, *item.original_forms),))


def _original_problems(item: Item, conversation: Conversation) -> Iterator[str]:
    if item.original >= len(conversation.originals):
        yield f"original: no question {item.original}; the conversation has {len(conversation.originals)}, from 0"
        return
    original = conversation.originals[item.original]
    if not original.answer:
        yield f"original: question {item.original} has no answer in the file"
    elif not is_right(original.answer, original_gold(item, original)):
        yield f"original: the file's answer is no {item.original_kind}"
    if not original.evidence:
        yield f"original: question {item.original} names no turn"
    for turn_id in original.evidence:
        if conversation.turn(turn_id) is None:
            yield f"original: its evidence {turn_id!r} is no turn"


def _member(member: Member, sub: SubState, conversation: Conversation) -> tuple[str, bool]:
    """The problem of a member, empty without one, and whether its words stand in a turn that it cites."""
    turns = [conversation.turn(turn_id) for turn_id in member.support]
    for turn_id, turn in zip(member.support, turns, strict=True):
        if turn is None:
            return f"cites {turn_id}, which is no turn", False
    texts = [f" {normal(f'{turn.text} {turn.caption}')} " for turn in turns if turn]
    if sub.kind is Kind.NUMBER:
        is_told = any(number(word) == number(member.value) for text in texts for word in text.split())
    else:
        is_told = any(f" {normal(form)} " in text for form in member.forms for text in texts)
    can_be_told = sub.kind in (Kind.SET, Kind.ENTITY, Kind.NUMBER)
    if can_be_told and not is_told and not member.is_inferred:
        return "its words stand in no turn that it cites; cite one, or say that it is inferred", False
    if is_told and member.is_inferred:
        return "is called inferred, and a turn that it cites says it", True
    return "", is_told


def _trivial(item: Item, gold: Gold) -> Iterator[str]:
    """A state that one intermediate state gives alone needs no combination."""
    if item.state.operator in SETS:
        for side, sub in sides(item):
            if _same(gold, sub_gold(sub)):
                yield f"{item.state.operator}: the state is the {side} intermediate state"
        if not gold.members:
            yield f"{item.state.operator}: the state is empty"
    elif item.state.operator is Operator.COUNT and gold.text == "0":
        yield "count: the state is 0"


def _same(one: Gold, other: Gold) -> bool:
    forms = [{normal(form) for form in member} for member in other.members]
    return len(one.members) == len(forms) and all(
        any(normal(form) in each for form in member for each in forms) for member in one.members
    )


def own_texts(item: Item) -> Iterator[str]:
    """Every text that an item says itself."""
    yield item.state.question
    yield from item.original_forms
    for forms in (item.state.labels or {}).values():
        yield from forms
    for _, sub in sides(item):
        yield sub.question
        for member in sub.members:
            yield from member.forms


def copied(texts: Iterable[str], items: Sequence[Item]) -> list[tuple[str, str]]:
    """item_id and words of each run of eight or more consecutive words that an item shares with a text, once each."""
    own: dict[tuple[str, ...], list[str]] = {}
    for item in items:
        for text in own_texts(item):
            for run in runs(text):
                own.setdefault(run, []).append(item.item_id)
    if not own:
        return []
    found = {run for text in texts for run in runs(text) if run in own}
    return sorted({(item_id, " ".join(run)) for run in found for item_id in own[run]})


def runs(text: str) -> Iterator[tuple[str, ...]]:
    """All runs of eight consecutive words of a text, without case and punctuation."""
    words = re.findall(r"\w+", text.casefold())
    return (tuple(words[start : start + RUN_WORDS]) for start in range(len(words) - RUN_WORDS + 1))
