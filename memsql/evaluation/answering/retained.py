"""From a retained response to what came of a row: the same bytes give the same row, now and in any later run."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any, NamedTuple

from memsql.evaluation.answering.answers import Answered, Asked, Outcome, clean
from memsql.evaluation.answering.cache import Retained
from memsql.evaluation.answering.parse import NoAnswerError, parsed
from memsql.evaluation.answering.transport import message_of


class Completion(NamedTuple):
    """What a chat completion holds of interest; ``content`` is None where the model gave no text."""

    content: str | None
    refusal: str | None
    finish_reason: str | None
    input_tokens: int | None
    output_tokens: int | None


def completion_of(retained: Retained) -> Completion | None:
    """The completion in a response, None where the response is none."""
    if retained.status != 200:
        return None
    try:
        found: Any = json.loads(retained.response)
        choice = found["choices"][0]
        message = choice["message"]
        content, refusal = message.get("content"), message.get("refusal")
        finish_reason = choice.get("finish_reason")
        usage = found.get("usage")
    except (ValueError, RecursionError, KeyError, IndexError, TypeError, AttributeError):
        return None
    if content is not None and not isinstance(content, str):
        content = json.dumps(content, ensure_ascii=False)
    usage = usage if isinstance(usage, dict) else {}
    return Completion(
        content,
        refusal if isinstance(refusal, str) and refusal else None,
        finish_reason if isinstance(finish_reason, str) else None,
        _count(usage.get("prompt_tokens")),
        _count(usage.get("completion_tokens")),
    )


def _count(found: object) -> int | None:
    return found if isinstance(found, int) and not isinstance(found, bool) and found >= 0 else None


def answered_of(asked: Asked, retained: Retained) -> Answered:
    """What came of a row, from the response that is retained for it."""
    found = completion_of(retained)
    if found is None:
        return _without_completion(asked, retained)
    row = Answered(
        asked.ask_id,
        Outcome.OK,
        raw=clean(found.content or found.refusal or ""),
        input_tokens=found.input_tokens,
        output_tokens=found.output_tokens,
        seconds=retained.seconds,
    )
    if found.refusal:
        return replace(row, outcome=Outcome.REFUSED, raw=clean(found.refusal), detail="the model refused")
    if found.finish_reason == "content_filter":
        return replace(row, outcome=Outcome.REFUSED, detail="the endpoint's filter stopped the output")
    try:
        said = parsed(found.content or "", asked.answer_type)
    except NoAnswerError as error:
        cut = "; it was cut at the limit of its length" if found.finish_reason == "length" else ""
        return replace(row, outcome=Outcome.PARSE_ERROR, detail=f"{error}{cut}")
    return replace(
        row,
        label=said.label,
        answer_type=said.answer_type,
        value_number=said.value_number,
        value_boolean=said.value_boolean,
        value_entity=said.value_entity,
        value_date=said.value_date,
        value_set=said.value_set,
        cited_event_ids=said.cited_event_ids,
    )


def _without_completion(asked: Asked, retained: Retained) -> Answered:
    raw = clean(retained.response.decode("utf-8", "replace"))
    if retained.status == 200:
        row = Answered(asked.ask_id, Outcome.PARSE_ERROR, raw=raw, detail="the response is no chat completion")
    else:
        detail = f"the endpoint refused the request with {retained.status}"
        said = message_of(retained.response).message
        row = Answered(asked.ask_id, Outcome.REFUSED, raw=raw, detail=clean(f"{detail}: {said}" if said else detail))
    return replace(row, seconds=retained.seconds)
