"""LoCoMo's form: one object a conversation, sessions by number, a dialogue id a turn (``D3:14``), ``qa``."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Any

from memsql.errors import DataError, shown
from memsql.evaluation.paired.history import Conversation, Original, Turn, list_of, text_of

FIELDS = frozenset({"sample_id", "conversation", "qa"})
SESSION = re.compile(r"session_(\d+)")
TIME = "%I:%M %p on %d %B, %Y"
"""1:56 pm on 8 May, 2023"""


def conversation(row: dict[str, Any], where: str) -> Conversation:
    """Read one object. Dates without a session are passed over: the published file has some."""
    held = row["conversation"]
    if not isinstance(held, dict):
        raise DataError(f"{where}: conversation is {shown(held)}; an object with session_1 and so on is needed")
    numbers = sorted(int(found[1]) for name in held if (found := SESSION.fullmatch(name)))
    turns: list[Turn] = []
    for number in numbers:
        here = f"{where}: session_{number}"
        said_at = time_of(text_of(held, f"session_{number}_date_time", where), here)
        turns += [
            _turn(each, said_at, f"{here}: turn {i}")
            for i, each in enumerate(list_of(held, f"session_{number}", where))
        ]
    originals = tuple(_original(each, f"{where}: qa {i}") for i, each in enumerate(list_of(row, "qa", where)))
    return Conversation(text_of(row, "sample_id", where), tuple(turns), originals)


def time_of(text: str, where: str) -> datetime:
    """When a session took place."""
    try:
        return datetime.strptime(text.strip(), TIME)
    except ValueError:
        raise DataError(f"{where}: the time is {shown(text)}; write it as 1:56 pm on 8 May, 2023") from None


def _turn(each: Any, said_at: datetime, where: str) -> Turn:
    if not isinstance(each, dict):
        raise DataError(f"{where}: {shown(each)}; an object with dia_id, speaker and text is needed")
    caption = each.get("blip_caption") or ""
    return Turn(
        text_of(each, "dia_id", where),
        said_at,
        text_of(each, "speaker", where),
        text_of(each, "text", where),
        str(caption),
    )


def _original(each: Any, where: str) -> Original:
    if not isinstance(each, dict):
        raise DataError(f"{where}: {shown(each)}; an object with question, answer and evidence is needed")
    answer = each.get("answer", "")
    evidence = each.get("evidence", [])
    ids = tuple(str(e) for e in evidence) if isinstance(evidence, list) else ()
    return Original(text_of(each, "question", where), str(answer), ids)
