"""Records and their inverse: what is written is read back, and what says nothing reads as nothing."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest

from memsql.errors import DataError
from memsql.model import Verb
from memsql.suite.forms import Action, Draft, Form, Forms, Item, _form
from memsql.suite.writing import DATE_STYLES, MONEY_STYLES, Style, Value, read, write

STYLES = [Style(d, m, "Orlem") for d in DATE_STYLES for m in MONEY_STYLES]
REPORT = {
    "fields": {"person": "person", "trip": "trip"},
    "actions": ["complete expense(person, trip)"],
    "templates": [f"{{person}} filed {{items|expense|expenses}} for {{trip}}, report {i}:" for i in range(6)],
    "items": {
        "plain": {
            "fields": {"expense": "expense", "amount": "money:currency", "currency": "currency", "day": "date"},
            "actions": ["assert expense(person, trip, expense -> amount, currency, day)"],
            "templates": ["{expense}: {amount} on {day}", "{amount} for {expense}, {day}"],
        }
    },
}
KIND = {
    "fields": {"vendor": "vendor", "kind": "word: hotel | airline"},
    "actions": ["assert vendor_kind(vendor -> kind)"],
    "templates": [f"{{vendor}} is {{a kind}}, list {i}." for i in range(6)],
}


def form(name: str, table: Mapping[str, object]) -> Form:
    return _form(Path("forms.toml"), name, table)


FORMS = Forms({"report": form("report", REPORT), "kind": form("kind", KIND)}, {})


def items(count: int) -> tuple[Item, ...]:
    return tuple(
        Item(
            "plain",
            {
                "expense": f"Grusel-{i}",
                "amount": Decimal(f"{1234 * i}.50"),
                "currency": "Velk",
                "day": date(2026, 3, i),
            },
        )
        for i in range(1, count + 1)
    )


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("count", [1, 2, 3])
@pytest.mark.parametrize("template", range(6))
def test_a_record_is_read_back_exactly(style: Style, count: int, template: int) -> None:
    drafts = (
        Draft("report", {"person": "Vera Colm", "trip": "Trip Grusel"}, items(count)),
        Draft("kind", {"vendor": "Orlem House", "kind": "airline"}),
    )
    text = "\n".join(FORMS.render(d, style, template) for d in drafts)
    assert FORMS.read(text, style) == {FORMS.actions(drafts)}
    assert f"{count} expense{'s' if count > 1 else ''} for" in text
    assert "Orlem House is an airline" in text


def test_the_actions_of_a_record_stand_in_the_order_of_its_text() -> None:
    found = FORMS.actions((Draft("report", {"person": "Vera Colm", "trip": "Trip Grusel"}, items(1)),))
    assert found == (
        Action(Verb.COMPLETE, "expense", ("Vera Colm", "Trip Grusel")),
        Action(Verb.ASSERT, "expense", ("Vera Colm", "Trip Grusel", "Grusel-1"), ("1234.50", "Velk", "2026-03-01")),
    )


def test_a_wrong_number_of_lines_reads_as_nothing() -> None:
    text = FORMS.render(Draft("report", {"person": "Vera Colm", "trip": "Trip Grusel"}, items(2)), STYLES[0], 0)
    assert FORMS.read(text.rsplit("\n", 1)[0], STYLES[0]) == set()


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        ("date", date(2026, 2, 28)),
        ("month", date(2026, 2, 1)),
        ("number", 12_345),
        ("money", Decimal("1234567.05")),
        ("rate", Decimal("1.0500")),
        ("percent", Decimal("12.50")),
        ("percent", Decimal("10.00")),
        ("points", Decimal("3.70")),
        ("year", 2026),
        ("term", "spring 2026"),
    ],
)
@pytest.mark.parametrize("style", STYLES)
def test_what_is_written_is_read_back(kind: str, value: Value, style: Style) -> None:
    assert read(kind, write(kind, value, {}, style), style) == {"": value}


@pytest.mark.parametrize(
    ("table", "found"),
    [
        ({"templates": ["a"] * 5}, "has 5 templates; write six or more"),
        (KIND | {"templates": ["{vendor}"] * 6}, "lacks kind; a record says all that it records"),
        (KIND | {"templates": ["{vendor} {kind} {who}"] * 6}, "has the slot who; declare it in fields"),
        (KIND | {"actions": ["assert vendor_kind(vendor -> word)"]}, "names word, no slot of the form"),
        (KIND | {"actions": ["vendor_kind(vendor)"]}, "is no action; write verb predicate"),
        (KIND | {"chatter": True}, "is chatter and records actions"),
        (REPORT | {"templates": ["{person} {trip}"] * 6}, "has two names side by side"),
    ],
)
def test_a_form_that_cannot_be_used_is_refused(table: Mapping[str, object], found: str) -> None:
    with pytest.raises(DataError, match=found.replace("(", r"\(")):
        form("bad", table)
