"""current(f): random histories of a fact with valid time against a search through all that was said."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path
from random import Random

from memsql.gold.suite import gold_of
from memsql.scenario import load_scenario
from tests.rules.golden import Golden, Question, write

START = date(2026, 1, 1)
STUDENTS, PROGRAMS = ("ana", "ben"), ("law", "art", "music")
SCHEMA = "create table program (student text, valid_from date, program text, primary key (student, valid_from));\n"

Said = tuple[date, str, date, str | None]
"""Day of the event, student, valid_from, and the program, or None for a cancellation."""


def history(random: Random) -> list[Said]:
    """Assertions and cancellations of a few rows, in the order of their days."""
    days = sorted(START + timedelta(days=random.randrange(40)) for _ in range(14))
    rows = [START + timedelta(days=n) for n in (5, 15, 25, 35)]
    return [
        (day, random.choice(STUDENTS), random.choice(rows), random.choice((*PROGRAMS, *PROGRAMS, None))) for day in days
    ]


def in_force(said: list[Said], student: str, day: date) -> str | None:
    """The program of the last row, by its first day, of those that stand on ``day`` and begin by then."""
    stands = {since: program for on, who, since, program in said if who == student and on <= day}
    begun = [since for since, program in stands.items() if program is not None and since <= day]
    return stands[max(begun)] if begun else None


def action(student: str, since: date, program: str | None) -> dict[str, object]:
    """The action of an event."""
    key = [student, since.isoformat()]
    if program is None:
        return {"verb": "cancel", "predicate": "program", "key": key}
    return {"verb": "assert", "predicate": "program", "key": key, "value": [program]}


def test_the_row_in_force_on_the_day_of_every_cutoff(tmp_path: Path) -> None:
    """Gold also derives every witness again, in resolved worlds, with and without each of its events."""
    random = Random(3)
    expected: dict[str, str | None] = {}
    parts = []
    for number in range(12):
        said = history(random)
        golden = Golden(tmp_path / f"h{number}", schema={"program": SCHEMA})
        for position, (on, who, since, program) in enumerate(said, 1):
            golden.events.append(
                {
                    "event_id": f"e{position}",
                    "observed_at": on.isoformat(),
                    "record": "",
                    "actions": [action(who, since, program)],
                }
            )
        asked = []
        for student in STUDENTS:
            for offset in range(0, 42, 3):
                day, cutoff = START + timedelta(days=offset), START + timedelta(days=41)
                known = day if offset % 2 else None
                at = cutoff if known else day
                question = Question(
                    0, "current(program)", (student,), False, str(at), str(known) if known else None, None, "", {}
                )
                asked.append((f"h{number}.{student}.{offset}", question))
                expected[asked[-1][0]] = in_force(said, student, day)
        parts.append(load_scenario(write(golden, tmp_path / f"h{number}", {}, asked)))
    answers = gold_of(parts, "current").tables["answer"].to_pylist()
    found = {a["query_id"]: a["value_entity"] if a["label"] == "answerable" else None for a in answers}
    assert found == expected
    assert {a["label"] for a in answers} == {"answerable", "unknown"}
    assert len({v for v in expected.values() if v}) == len(PROGRAMS)
