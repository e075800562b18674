"""LongMemEval's form: one object a question, with a haystack of sessions of its own (field names of its repository).

A turn has no id there: it is called by its session and its place, ``answer_4be1b6b4_2:3``, from 1.
"""

from __future__ import annotations

import re
from collections import Counter
from datetime import datetime
from typing import Any

from memsql.errors import DataError, shown
from memsql.evaluation.paired.history import Conversation, Original, Turn, list_of, text_of

FIELDS = frozenset({"question_id", "question", "answer", "haystack_session_ids", "haystack_dates", "haystack_sessions"})
ABSTAINED = "_abs"
"""Ends the id of a question that cannot be answered."""


def conversation(row: dict[str, Any], where: str) -> Conversation:
    """Read one object; sessions are put into the order of their dates (the oracle file is not sorted)."""
    ids, dates, sessions = (list_of(row, f"haystack_{n}", where) for n in ("session_ids", "dates", "sessions"))
    if not len(ids) == len(dates) == len(sessions):
        found = f"{len(ids)} session ids, {len(dates)} dates, {len(sessions)} sessions"
        raise DataError(f"{where}: {found}; each session has one of each")
    seen: Counter[str] = Counter()
    held: list[tuple[datetime, int, str, list[Any]]] = []
    for place, (name, said, session) in enumerate(zip(ids, dates, sessions, strict=True)):
        here = f"{where}: session {place}"
        if not isinstance(session, list):
            raise DataError(f"{here}: {shown(session)}; a list of turns is needed")
        seen[str(name)] += 1
        # A filler session may be drawn twice for one haystack.
        own = str(name) if seen[str(name)] == 1 else f"{name}~{seen[str(name)]}"
        held.append((time_of(said, here), place, own, session))
    held.sort(key=lambda each: each[:2])
    turns: list[Turn] = []
    answering: list[str] = []
    for said_at, place, own, session in held:
        for number, each in enumerate(session, start=1):
            turn, is_evidence = _turn(each, f"{own}:{number}", said_at, f"{where}: session {place}: turn {number}")
            turns.append(turn)
            answering += [turn.turn_id] if is_evidence else []
    question_id = text_of(row, "question_id", where)
    answer = "" if question_id.endswith(ABSTAINED) else str(row["answer"])
    original = Original(text_of(row, "question", where), answer, tuple(answering))
    return Conversation(question_id, tuple(turns), (original,))


def time_of(said: object, where: str) -> datetime:
    """When a session took place: ``2023/05/20 (Sat) 02:21``."""
    plain = re.sub(r"\s*\(\w+\)\s*", " ", said) if isinstance(said, str) else ""
    try:
        return datetime.strptime(plain.strip(), "%Y/%m/%d %H:%M")
    except ValueError:
        raise DataError(f"{where}: the time is {shown(said)}; write it as 2023/05/20 (Sat) 02:21") from None


def _turn(each: Any, turn_id: str, said_at: datetime, where: str) -> tuple[Turn, bool]:
    if not isinstance(each, dict):
        raise DataError(f"{where}: {shown(each)}; an object with role and content is needed")
    turn = Turn(turn_id, said_at, text_of(each, "role", where), text_of(each, "content", where))
    return turn, each.get("has_answer") is True
