"""Options of an answer model, the prompt as data, and the body of a request that follows from both."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from memsql.errors import DataError, MemsqlError, did_you_mean
from memsql.evaluation.answering.answers import ANSWER_TYPES, LABELS, Asked, clean
from memsql.resources import data_root

FORMATS = ("schema", "object", "text")
"""schema: a strict JSON schema; object: any JSON object; text: nothing but the prompt asks for JSON."""
PLACES = ("context", "as_of", "question", "form")
ANY = "any"


@dataclass(frozen=True, slots=True)
class Prompts:
    """System message, user message with its places, and the form of an answer by its type; one hash of them all."""

    system: str
    user: str
    forms: Mapping[str, str]
    sha256: str


@dataclass(frozen=True, slots=True)
class Settings:
    """An endpoint, a model and how they are asked. ``key`` is written nowhere, and taken from no variable.

    ``format``: schema, object or text, chosen here and never changed by what the endpoint answers. ``temperature``,
    ``seed``, ``max_output_tokens``: sent where they are not None. ``concurrency``: requests in flight at most.
    ``attempts``: of one request, for errors of the transport and statuses 408, 429 and 5xx alone;
    ``pause_seconds``: before the second, doubled for each further one; ``timeout_seconds``: of one attempt.
    ``prompts``: a folder in the place of ``data/prompts``.
    """

    endpoint: str
    model: str
    key: str | None = field(default=None, repr=False)
    format: str = "schema"
    temperature: float | None = 0.0
    seed: int | None = None
    max_output_tokens: int | None = None
    concurrency: int = 8
    attempts: int = 5
    timeout_seconds: float = 120.0
    pause_seconds: float = 1.0
    prompts: Path | None = None

    def __post_init__(self) -> None:
        if urlsplit(self.endpoint).scheme not in ("http", "https"):
            raise MemsqlError(f"{self.endpoint}: no web address; give the endpoint as https://.../v1")
        if self.format not in FORMATS:
            raise MemsqlError(f"{self.format}: no format of answers; {did_you_mean(self.format, FORMATS)}")
        if not self.model.strip():
            raise MemsqlError("model: it has no name; give the name that the endpoint knows it by")
        for name in ("concurrency", "attempts", "timeout_seconds"):
            if getattr(self, name) <= 0:
                raise MemsqlError(f"{name}: {getattr(self, name)} is too small; give a number above 0")
        if self.pause_seconds < 0:
            raise MemsqlError(f"pause_seconds: {self.pause_seconds} is below 0; give 0 or more")


def load_prompts(folder: Path | None = None) -> Prompts:
    """Read the three files of a folder of prompts. Raises DataError where one is missing or lacks a place."""
    folder = folder or data_root() / "prompts"
    texts = {}
    for name in ("answer_system", "answer_user", "answer_form"):
        path = folder / f"{name}.txt"
        try:
            texts[name] = path.read_text(encoding="utf-8").strip()
        except (OSError, UnicodeDecodeError) as error:
            reason = getattr(error, "strerror", None) or "not UTF-8"
            raise DataError(f"{path}: cannot be read ({reason}); copy data/prompts and change the copy") from None
    user = texts["answer_user"]
    found = set(re.findall(r"\{(\w+)\}", user))
    if found != set(PLACES):
        odd = ", ".join(f"{{{name}}}" for name in sorted(found ^ set(PLACES)))
        advice = "name {context}, {as_of}, {question} and {form}, and no other"
        raise DataError(f"{folder / 'answer_user.txt'}: {odd} is missing or unknown; {advice}")
    forms = dict(re.findall(r"^(\w+): (\S.*)$", texts["answer_form"], re.MULTILINE))
    missing = [name for name in (*ANSWER_TYPES, ANY) if name not in forms]
    if missing:
        raise DataError(f"{folder / 'answer_form.txt'}: no line for {missing[0]}; write `{missing[0]}: ...`")
    hashed = hashlib.sha256(json.dumps(texts, sort_keys=True).encode()).hexdigest()
    return Prompts(texts["answer_system"], user, forms, hashed)


def request_body(asked: Asked, settings: Settings, prompts: Prompts) -> dict[str, object]:
    """The body of the request for one question, the same for the same question, context and options."""
    if asked.answer_type is not None and asked.answer_type not in ANSWER_TYPES:
        advice = did_you_mean(asked.answer_type, ANSWER_TYPES)
        raise DataError(f"{asked.ask_id}: {asked.answer_type!r} is no type of answers; {advice}")
    said = {
        "context": clean(asked.context),
        "as_of": asked.as_of.isoformat(sep=" ", timespec="minutes"),
        "question": clean(asked.question),
        "form": prompts.forms[asked.answer_type or ANY],
    }
    # One pass: braces inside a context are no places.
    user = re.sub(r"\{(\w+)\}", lambda place: said[place[1]], prompts.user)
    body: dict[str, object] = {
        "model": settings.model,
        "messages": [{"role": "system", "content": prompts.system}, {"role": "user", "content": user}],
    }
    if settings.format != "text":
        body["response_format"] = response_format(settings.format, asked.answer_type)
    if settings.temperature is not None:
        body["temperature"] = settings.temperature
    if settings.seed is not None:
        body["seed"] = settings.seed
    if settings.max_output_tokens is not None:
        body["max_tokens"] = settings.max_output_tokens
    return body


def response_format(kind: str, answer_type: str | None) -> dict[str, object]:
    """Structured output as the endpoint is asked for it: evidence first, then the label, then the answer."""
    if kind == "object":
        return {"type": "json_object"}
    listed = {"type": "array", "items": {"type": "string"}}
    values: dict[str, dict[str, object]] = {
        "number": {"type": ["number", "null"]},
        "boolean": {"type": ["boolean", "null"]},
        "entity": {"type": ["string", "null"]},
        "date": {"type": ["string", "null"]},
        "set": {"type": ["array", "null"], "items": {"type": "string"}},
        "tuple": {"type": ["array", "null"], "items": {"type": "string"}},
    }
    fields: dict[str, object] = {"cited_event_ids": listed, "label": {"type": "string", "enum": list(LABELS)}}
    if answer_type is None:
        fields["answer_type"] = {"type": "string", "enum": list(ANSWER_TYPES)}
        simple = [{"type": t} for t in ("number", "boolean", "string", "null")]
        fields["answer"] = {"anyOf": [*simple, listed]}
    else:
        fields["answer"] = values[answer_type]
    schema = {"type": "object", "properties": fields, "required": list(fields), "additionalProperties": False}
    return {"type": "json_schema", "json_schema": {"name": "answer", "strict": True, "schema": schema}}


def body_sha256(body: Mapping[str, object]) -> str:
    """Hash of the canonical form of a body: keys sorted, no blanks, ASCII."""
    return hashlib.sha256(json.dumps(body, sort_keys=True, separators=(",", ":")).encode()).hexdigest()
