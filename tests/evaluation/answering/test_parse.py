"""Outputs of models as typed answers: columns and values as in table ``answer``."""

from __future__ import annotations

import json
from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memsql.evaluation.answering.answers import ANSWER_TYPES, LABELS
from memsql.evaluation.answering.parse import NoAnswerError, Parsed, parsed
from tests.evaluation.answering.behaviours import answer


def value_of(found: Parsed) -> object:
    values = (found.value_number, found.value_boolean, found.value_entity, found.value_date, found.value_set)
    given = [v for v in values if v is not None]
    assert len(given) <= 1
    return given[0] if given else None


@pytest.mark.parametrize(
    ("answer_type", "said", "value"),
    [
        ("number", "388", Decimal(388)),
        ("number", "2.2795", Decimal("2.2795")),
        ("number", '"388.00"', Decimal(388)),
        ("number", '"1,147 Calirga"', Decimal(1147)),
        ("number", '"-12.5 house money"', Decimal("-12.5")),
        ("number", '"CHF 24.80"', Decimal("24.8")),
        ("number", '"€24.80"', Decimal("24.8")),
        ("number", "1e3", Decimal(1000)),
        ("number", "-0", Decimal(0)),
        ("number", "0.3333333333", Decimal("0.333333")),
        ("number", "0.1234565", Decimal("0.123456")),
        ("boolean", "false", False),
        ("boolean", '"Yes"', True),
        ("entity", '" Applied Fizmind "', "Applied Fizmind"),
        ("entity", '"\\ud800"', "\ufffd"),
        ("date", '"2025-04-19"', date(2025, 4, 19)),
        ("set", "[]", ()),
        ("set", '["b", "a", "a"]', ("a", "a", "b")),
        ("set", '[["b", 1.50], ["a", true]]', ('["a","true"]', '["b","1.50"]')),
        (
            "tuple",
            '["Neirbeth Depot", 24.80, "Calirga", "2025-02-02"]',
            ("Neirbeth Depot", "24.80", "Calirga", "2025-02-02"),
        ),
        ("entity", "null", None),
    ],
)
def test_values_by_type(answer_type: str, said: str, value: object) -> None:
    text = f'{{"label": "answerable", "cited_event_ids": [], "answer": {said}}}'
    assert value_of(parsed(text, answer_type)) == value
    named = f'{{"label": "answerable", "cited_event_ids": [], "answer_type": "{answer_type}", "answer": {said}}}'
    assert parsed(named, None) == parsed(text, answer_type)


@pytest.mark.parametrize(
    ("answer_type", "said"),
    [
        ("number", '"seven"'),
        ("number", '"5 or 6"'),
        ("number", '"1.147,00"'),
        ("number", '"about 5"'),
        ("number", '"20 %"'),
        ("number", "true"),
        ("number", "[388]"),
        ("number", "NaN"),
        ("number", "1e40"),
        ("number", "1e999999999999999999999"),
        ("number", "9" * 5000),
        ("boolean", '"perhaps"'),
        ("boolean", "1"),
        ("entity", '""'),
        ("entity", '["a"]'),
        ("date", '"19 April 2025"'),
        ("date", '"2025-02-30"'),
        ("date", '"20250419"'),
        ("set", '"a, b"'),
        ("set", '[{"name": "a"}]'),
        ("set", "[null]"),
        ("tuple", "{}"),
    ],
)
def test_a_value_of_another_type_is_no_answer(answer_type: str, said: str) -> None:
    with pytest.raises(NoAnswerError):
        parsed(f'{{"label": "answerable", "cited_event_ids": [], "answer": {said}}}', answer_type)


@pytest.mark.parametrize(
    ("output", "said"),
    [
        ("", "the output is empty"),
        ("388", "the output is no JSON object"),
        ("{'label': 'unknown'}", "the output is not JSON"),
        (answer(1) + answer(1), "the output is not JSON"),
        ('{"label": "unknown", "label": "answerable", "answer": 1}', "a field stands in the object twice"),
        ('{"answer": 1, "cited_event_ids": []}', "label is none of answerable, justified-zero, unknown"),
        ('{"label": ["unknown"], "answer": 1}', "label is none of answerable, justified-zero, unknown"),
        ('{"label": "answerable", "cited_event_ids": []}', "there is no field answer"),
        ('{"label": "answerable", "answer": 1}', "cited_event_ids is no list of ids"),
        ('{"label": "answerable", "answer": 1, "cited_event_ids": "e1"}', "cited_event_ids is no list of ids"),
        ('{"label": "answerable", "answer": 1, "cited_event_ids": [{}]}', "cited_event_ids is no list of ids"),
    ],
)
def test_what_is_no_answer_says_why(output: str, said: str) -> None:
    with pytest.raises(NoAnswerError) as found:
        parsed(output, "number")
    assert str(found.value) == said


def test_without_a_type_the_model_has_to_name_one() -> None:
    for named in ("", '"answer_type": "colour", '):
        with pytest.raises(NoAnswerError, match="answer_type is none of"):
            parsed(f'{{"label": "answerable", {named}"cited_event_ids": [], "answer": 1}}', None)


def test_citations_are_distinct_sorted_and_without_brackets() -> None:
    assert parsed(answer(1, cited=("[e10]", "e2", " e2 ", "")), "number").cited_event_ids == ("e10", "e2")
    assert parsed('{"label": "answerable", "answer": 1, "cited_event_ids": [7]}', "number").cited_event_ids == ("7",)


def test_an_unknown_answer_has_no_value_whatever_stands_beside_it() -> None:
    for said in (388, "not known", None):
        found = parsed(answer(said, "unknown"), "number")
        assert (found.label, value_of(found)) == ("unknown", None)


def test_fences_and_further_fields_do_not_matter() -> None:
    plain = parsed(answer(1), "number")
    reasoned = json.dumps({"reasoning": "because", **json.loads(answer(1))})
    for output in (f"```json\n{answer(1)}\n```", f"```\n{answer(1)}```", f"\n {answer(1)}\n", reasoned):
        assert parsed(output, "number") == plain


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text()
    | st.sampled_from(["e1", "2025-01-01", "1,000"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)
objects = st.fixed_dictionaries(
    {"label": st.sampled_from(LABELS) | json_values, "answer": json_values, "cited_event_ids": json_values},
    optional={"answer_type": st.sampled_from(ANSWER_TYPES) | json_values},
)


@settings(max_examples=80, deadline=None)
@given(objects.map(json.dumps) | st.text(), st.none() | st.sampled_from(ANSWER_TYPES))
def test_no_output_does_more_than_be_no_answer(output: str, answer_type: str | None) -> None:
    try:
        found = parsed(output, answer_type)
    except NoAnswerError:
        return
    assert found.label in LABELS
    assert found.answer_type in ANSWER_TYPES
    value = value_of(found)
    if isinstance(value, Decimal):
        sign, digits, exponent = value.as_tuple()
        assert exponent == -6
        assert len(digits) <= 38
        assert not (sign and value == 0)


@settings(max_examples=60, deadline=None)
@given(st.decimals(-(10**9), 10**9, places=6), st.dates(), st.lists(st.text(alphabet="abc é", min_size=1)))
def test_what_is_said_exactly_is_read_exactly(number: Decimal, day: date, members: list[str]) -> None:
    def read(said: object, answer_type: str) -> object:
        return value_of(parsed(answer(said), answer_type))

    assert read(str(number), "number") == number
    assert value_of(parsed(answer(0).replace("0}", f"{number}}}"), "number")) == number
    assert read(day.isoformat(), "date") == day
    assert read(members, "set") == tuple(sorted(m.strip() for m in members))
    assert read(members, "tuple") == tuple(m.strip() for m in members)
