"""What asking will take, before anything is asked: requests, and tokens by an offline tokenizer."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from memsql.evaluation.answering.answers import Asked
from memsql.evaluation.answering.endpoint import Endpoint
from memsql.evaluation.tokens import TOKENIZER, token_count

OUTPUT_TOKENS = 60
"""Assumed for one answer: the object, a short value and a few event ids, by words-and-signs. Reasoning is not in it."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """Rows to answer; distinct requests, those in the cache, those to send; about how many tokens the latter take."""

    rows: int
    requests: int
    cached: int
    calls: int
    input_tokens: int
    output_tokens: int
    tokenizer: str = TOKENIZER


def estimate(asked: Iterable[Asked], endpoint: Endpoint) -> Estimate:
    """Count what :meth:`Endpoint.answer` would send for these questions now; nothing is sent.

    Tokens are those of messages and schema under words-and-signs: a model's own tokenizer counts differently, most
    often more. Contexts that are not known yet can be counted as their budget: give an empty one, add the budget.
    """
    rows = list(asked)
    distinct: dict[str, Asked] = {}
    for one in rows:
        distinct.setdefault(endpoint.key(one), one)
    known = endpoint.known(distinct)
    new = [one for key, one in distinct.items() if key not in known]
    tokens = sum(_tokens(endpoint.body(one)) for one in new)
    return Estimate(len(rows), len(distinct), len(known), len(new), tokens, len(new) * OUTPUT_TOKENS)


def _tokens(body: dict[str, Any]) -> int:
    schema = json.dumps(body["response_format"]) if "response_format" in body else ""
    return sum(token_count(message["content"]) for message in body["messages"]) + token_count(schema)
