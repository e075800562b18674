"""From the output of a model to a typed answer, without a guess: a value of another type is no answer.

Allowed for: one fence of Markdown around the object, further fields in it, a number or a Boolean as text, a unit
behind a number or a currency before it (table ``answer`` holds the number alone), square brackets around an event id.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, replace
from datetime import date
from decimal import ROUND_HALF_EVEN, Context, Decimal, DecimalException

from memsql.evaluation.answering.answers import ANSWER_TYPES, LABELS, clean

DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
UNIT = r"[^\W\d_]+(?: [^\W\d_]+){0,2}"
NUMBER_TEXT = re.compile(
    rf"(?:[$€£¥] ?|[A-Z]{{3}} )?(?P<number>[+-]?(?:\d{{1,3}}(?:,\d{{3}})+|\d+)(?:\.\d+)?)(?: ?[$€£¥]| {UNIT})?"
)
PLACES = Decimal("0.000001")
"""Numbers are DECIMAL(38, 6) in the tables; more places are rounded, half to even."""
EXACT = Context(prec=38, rounding=ROUND_HALF_EVEN)


class NoAnswerError(ValueError):
    """Why an output is no answer."""


@dataclass(frozen=True, slots=True)
class Parsed:
    """Label, typed answer and citations that an output states."""

    label: str
    answer_type: str
    value_number: Decimal | None = None
    value_boolean: bool | None = None
    value_entity: str | None = None
    value_date: date | None = None
    value_set: tuple[str, ...] | None = None
    cited_event_ids: tuple[str, ...] = ()


def parsed(output: str, answer_type: str | None) -> Parsed:
    """Return what an output states. Raises NoAnswerError, which says why it states nothing."""
    found = _object(output)
    label = found.get("label")
    if label not in LABELS:
        raise NoAnswerError(f"label is none of {', '.join(LABELS)}")
    kind = answer_type or found.get("answer_type")
    if kind not in ANSWER_TYPES:
        raise NoAnswerError(f"answer_type is none of {', '.join(ANSWER_TYPES)}")
    if "answer" not in found:
        raise NoAnswerError("there is no field answer")
    cited = _cited(found.get("cited_event_ids"))
    said = Parsed(str(label), str(kind), cited_event_ids=cited)
    answer = found["answer"]
    if answer is None or label == "unknown":
        return said
    match kind:
        case "number":
            return replace(said, value_number=_number(answer))
        case "boolean":
            return replace(said, value_boolean=_boolean(answer))
        case "entity":
            return replace(said, value_entity=_entity(answer))
        case "date":
            return replace(said, value_date=_day(answer))
        case "set":
            return replace(said, value_set=tuple(sorted(_texts(answer))))
        case _:
            return replace(said, value_set=_texts(answer))


def _object(output: str) -> dict[str, object]:
    text = _unfenced(output.strip())
    if not text:
        raise NoAnswerError("the output is empty")
    try:
        found = json.loads(
            text,
            parse_float=Decimal,
            parse_int=Decimal,
            parse_constant=_no_number,
            object_pairs_hook=_once,
        )
    except NoAnswerError:
        raise
    except (ValueError, DecimalException, RecursionError):
        raise NoAnswerError("the output is not JSON") from None
    if not isinstance(found, dict):
        raise NoAnswerError("the output is no JSON object")
    return found


def _unfenced(text: str) -> str:
    """A text without the one fence of Markdown that is around all of it."""
    first, _, rest = text.partition("\n")
    if first.strip().lower() in ("```", "```json") and rest.endswith("```"):
        return rest.removesuffix("```").strip()
    return text


def _no_number(name: str) -> object:
    raise NoAnswerError(f"{name} is no number")


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise NoAnswerError("a field stands in the object twice")
    return found


def _cited(found: object) -> tuple[str, ...]:
    if not isinstance(found, list) or not all(isinstance(item, str | Decimal) for item in found):
        raise NoAnswerError("cited_event_ids is no list of ids")
    ids = {clean(str(item)).strip().removeprefix("[").removesuffix("]").strip() for item in found}
    return tuple(sorted(ids - {""}))


def _number(found: object) -> Decimal:
    if isinstance(found, str):
        said = NUMBER_TEXT.fullmatch(found.strip())
        if not said:
            raise NoAnswerError("the answer is no number")
        found = Decimal(said["number"].replace(",", ""))
    if not isinstance(found, Decimal):
        raise NoAnswerError("the answer is no number")
    try:
        return found.quantize(PLACES, context=EXACT) + 0  # + 0: there is no negative zero in a table
    except DecimalException:
        raise NoAnswerError("the number has more than 32 digits before the point") from None


def _boolean(found: object) -> bool:
    if isinstance(found, str):
        found = {"true": True, "yes": True, "false": False, "no": False}.get(found.strip().lower())
    if not isinstance(found, bool):
        raise NoAnswerError("the answer is neither true nor false")
    return found


def _entity(found: object) -> str:
    if isinstance(found, Decimal):
        found = str(found)
    if not isinstance(found, str) or not found.strip():
        raise NoAnswerError("the answer is no name")
    return clean(found).strip()


def _day(found: object) -> date:
    try:
        if isinstance(found, str) and DAY.fullmatch(found.strip()):
            return date.fromisoformat(found.strip())
    except ValueError:
        pass
    raise NoAnswerError("the answer is no day of the form YYYY-MM-DD")


def _texts(found: object) -> tuple[str, ...]:
    if not isinstance(found, list):
        raise NoAnswerError("the answer is no list")
    return tuple(_text(item) for item in found)


def _text(found: object) -> str:
    """A member as table ``answer`` writes it: text, or a JSON array of texts where it has several columns."""
    if isinstance(found, bool):
        return "true" if found else "false"
    if isinstance(found, list) and all(isinstance(item, str | Decimal | bool) for item in found):
        return json.dumps([_text(item) for item in found], ensure_ascii=False, separators=(",", ":"))
    if isinstance(found, str | Decimal):
        return clean(str(found)).strip()
    raise NoAnswerError("a member of the answer is no text")
