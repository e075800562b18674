"""Items of the paired study: one JSON object a line. ``data/paired/README.md`` describes the form."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from enum import StrEnum
from pathlib import Path
from typing import Any, TypeVar

from memsql.errors import DataError, shown
from memsql.evaluation.paired.typed import Kind, day, normal, truth


class Operator(StrEnum):
    """How the state follows from the two intermediate states."""

    DIFFERENCE = "difference"
    INTERSECTION = "intersection"
    UNION = "union"
    COUNT = "count"
    COMPARE = "compare"


SETS = (Operator.DIFFERENCE, Operator.INTERSECTION, Operator.UNION)
RELATIONS = ("greater", "less")
OUTCOMES = ("left", "right", "equal")
DECIMAL_DIGITS = 4

E = TypeVar("E", bound=StrEnum)


@dataclass(frozen=True, slots=True)
class Member:
    """One member of an intermediate state, or its only value, with the turns that support it.

    ``is_inferred``: it follows from the turns, and its own words stand in none of them.
    """

    value: str
    aliases: tuple[str, ...]
    support: tuple[str, ...]
    is_inferred: bool

    @property
    def forms(self) -> tuple[str, ...]:
        """Every accepted form, the plain one first."""
        return (self.value, *self.aliases)


@dataclass(frozen=True, slots=True)
class SubState:
    """An intermediate state: its own question, its type, and its gold."""

    question: str
    kind: Kind
    members: tuple[Member, ...]

    @property
    def support(self) -> frozenset[str]:
        """All turns that support it."""
        return frozenset(turn_id for member in self.members for turn_id in member.support)


@dataclass(frozen=True, slots=True)
class State:
    """The state question. Its gold is computed from the two intermediate states and stands nowhere.

    ``counted``: of a count, which members (difference, intersection, union). ``relation``: of a comparison, which
    side is asked for (greater, less). ``labels``: of a comparison, accepted forms of each outcome.
    """

    question: str
    operator: Operator
    kind: Kind
    counted: Operator | None = None
    relation: str = ""
    labels: Mapping[str, tuple[str, ...]] | None = None


@dataclass(frozen=True, slots=True)
class Item:
    """One item: an original question of the user's file by its place there, and a state question beside it."""

    item_id: str
    conversation: str
    original: int
    original_kind: Kind
    original_forms: tuple[str, ...]
    state: State
    left: SubState
    right: SubState


def load_items(path: Path) -> tuple[Item, ...]:
    """Read a file of items. Raises DataError, one line, for the first thing that is not of the form."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "not UTF-8"
        raise DataError(f"{path}: not read ({reason}); name a JSONL file of items") from None
    items: list[Item] = []
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        where = f"{path}:{number}"
        try:
            row = json.loads(line)
        except ValueError:
            raise DataError(f"{where}: no JSON; an item is one JSON object on one line") from None
        items.append(_item(_object(row, where), where))
    if not items:
        raise DataError(f"{path}: no item; write one a line")
    _distinct([item.item_id for item in items], path, "item_id")
    questions = [q for item in items for q in (item.state.question, item.left.question, item.right.question)]
    _distinct([normal(question) for question in questions], path, "question")
    return tuple(items)


def _distinct(values: Sequence[str], path: Path, name: str) -> None:
    for place, value in enumerate(values):
        if value in values[:place]:
            raise DataError(f"{path}: the {name} {shown(value)} stands twice; each item has its own")


def _item(row: Mapping[str, Any], where: str) -> Item:
    _fields(row, ("item_id", "conversation", "original", "state", "left", "right"), (), where)
    original = _object(row["original"], f"{where}: original")
    _fields(original, ("index", "type"), ("accept",), f"{where}: original")
    index = original["index"]
    if not isinstance(index, int) or isinstance(index, bool) or index < 0:
        raise DataError(f"{where}: original: index is {shown(index)}; it is the place of the question, from 0")
    left, right = (_sub_state(row[side], f"{where}: {side}") for side in ("left", "right"))
    state = _state(row["state"], f"{where}: state")
    _fit(state, left, right, where)
    return Item(
        _text(row, "item_id", where),
        _text(row, "conversation", where),
        index,
        _choice(Kind, original["type"], f"{where}: original: type"),
        _texts(original.get("accept", []), f"{where}: original: accept"),
        state,
        left,
        right,
    )


def _fit(state: State, left: SubState, right: SubState, where: str) -> None:
    """Refuse operands that the operator does not take."""
    kinds = {left.kind, right.kind}
    if len(kinds) > 1:
        raise DataError(f"{where}: left is {left.kind}, right is {right.kind}; both are of one type")
    allowed = {Kind.SET, Kind.NUMBER, Kind.DATE} if state.operator is Operator.COMPARE else {Kind.SET}
    if not kinds <= allowed:
        wanted = ", ".join(sorted(allowed))
        raise DataError(f"{where}: {state.operator} of {left.kind}; it takes {wanted}")


def _state(value: object, where: str) -> State:
    row = _object(value, where)
    operator = _choice(Operator, row.get("operator"), f"{where}: operator")
    question = _text(row, "question", where)
    if operator in SETS:
        _fields(row, ("question", "operator"), (), where)
        return State(question, operator, Kind.SET)
    if operator is Operator.COUNT:
        _fields(row, ("question", "operator", "of"), (), where)
        counted = _choice(Operator, row["of"], f"{where}: of")
        if counted not in SETS:
            raise DataError(f"{where}: of is {shown(row['of'])}; count a difference, an intersection or a union")
        return State(question, operator, Kind.NUMBER, counted)
    _fields(row, ("question", "operator", "relation", "type", "labels"), (), where)
    kind = _choice(Kind, row["type"], f"{where}: type")
    if kind not in (Kind.ENTITY, Kind.BOOLEAN):
        raise DataError(f"{where}: type is {kind}; a comparison answers an entity or a boolean")
    if row["relation"] not in RELATIONS:
        raise DataError(f"{where}: relation is {shown(row['relation'])}; write {' or '.join(RELATIONS)}")
    labels = _object(row["labels"], f"{where}: labels")
    _fields(labels, OUTCOMES, (), f"{where}: labels")
    made = {outcome: _texts(labels[outcome], f"{where}: labels: {outcome}") for outcome in OUTCOMES}
    for outcome, forms in made.items():
        if not forms or (kind is Kind.BOOLEAN and not all(map(truth, forms))):
            raise DataError(
                f"{where}: labels: {outcome} is {shown(labels[outcome])}; a list of accepted forms is needed"
            )
    return State(question, operator, kind, None, row["relation"], made)


def _sub_state(value: object, where: str) -> SubState:
    row = _object(value, where)
    _fields(row, ("question", "type", "gold"), (), where)
    kind = _choice(Kind, row["type"], f"{where}: type")
    gold = row["gold"]
    if not isinstance(gold, list) or (kind is not Kind.SET and len(gold) != 1):
        raise DataError(f"{where}: gold is {shown(gold)}; a list of members is needed, of one for a {kind}")
    members = tuple(_member(each, kind, f"{where}: gold {place}") for place, each in enumerate(gold))
    owner: dict[str, int] = {}
    for place, member in enumerate(members):
        for form in {normal(each) for each in member.forms}:
            if owner.setdefault(form, place) != place:
                raise DataError(f"{where}: the form {shown(form)} belongs to two members; a form names one")
    return SubState(_text(row, "question", where), kind, members)


def _member(value: object, kind: Kind, where: str) -> Member:
    row = _object(value, where)
    _fields(row, ("value", "support"), ("aliases", "inferred"), where)
    text = _text(row, "value", where)
    form = {Kind.SET: normal, Kind.ENTITY: normal, Kind.NUMBER: _decimal, Kind.DATE: _day, Kind.BOOLEAN: truth}[kind]
    if not form(text):
        wanted = {Kind.NUMBER: "decimal text", Kind.DATE: "a day as 2023-05-07", Kind.BOOLEAN: "yes or no"}
        raise DataError(f"{where}: value is {shown(text)}; write {wanted.get(kind, 'a name')}")
    support = _texts(row["support"], f"{where}: support")
    if not support:
        raise DataError(f"{where}: no support; name the turns that it follows from")
    inferred = row.get("inferred", False)
    if not isinstance(inferred, bool):
        raise DataError(f"{where}: inferred is {shown(inferred)}; write true or false")
    return Member(text, _texts(row.get("aliases", []), f"{where}: aliases"), support, inferred)


def _decimal(text: str) -> str:
    try:
        value = Decimal(text)
    except InvalidOperation:
        return ""
    exponent = value.as_tuple().exponent
    return text if isinstance(exponent, int) and -exponent <= DECIMAL_DIGITS and abs(value) < 10**12 else ""


def _day(text: str) -> str:
    return text if re.fullmatch(r"\d{4}-\d\d-\d\d", text) and day(text) == text else ""


def _object(value: object, where: str) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise DataError(f"{where}: {shown(value)}; an object is needed")
    return value


def _fields(row: Mapping[str, Any], needed: Sequence[str], optional: Sequence[str], where: str) -> None:
    if missing := [name for name in needed if name not in row]:
        raise DataError(f"{where}: no {', '.join(missing)}; the fields are {', '.join([*needed, *optional])}")
    if other := [name for name in row if name not in (*needed, *optional)]:
        raise DataError(f"{where}: unknown field {shown(other[0])}; the fields are {', '.join([*needed, *optional])}")


def _text(row: Mapping[str, Any], name: str, where: str) -> str:
    value = row.get(name)
    if not isinstance(value, str) or not value.strip():
        raise DataError(f"{where}: {name} is {shown(value)}; a text is needed")
    return value


def _texts(value: object, where: str) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(each, str) and each.strip() for each in value):
        raise DataError(f"{where}: {shown(value)}; a list of texts is needed")
    return tuple(value)


def _choice(kinds: type[E], value: object, where: str) -> E:
    try:
        return kinds(str(value))
    except ValueError:
        raise DataError(f"{where} is {shown(value)}; one of {', '.join(kinds)} is needed") from None
