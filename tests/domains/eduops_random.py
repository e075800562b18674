"""Random small EduOps histories: about half of what an operator reads is on record, some of it revised or cancelled."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from random import Random

from tests.domains.eduops_brute import Action

START = date(2026, 1, 1)
DAYS = 60
STUDENTS, FACULTIES, PROGRAMS, YEARS = ("ann", "bob"), ("arts", "law"), ("p1", "p2"), ("2025", "2026")
NAMES = {
    "course": ["c1", "c2", "c3", "c4", "c5"],
    "area": ["top", "left", "right", "leaf"],
    "outside": ["o1", "o2", "o3"],
}
TREE = {"left": "top", "right": "top", "leaf": "left"}

History = list[tuple[date, list[Action]]]


def history(random: Random) -> History:
    """Events in the order of their days, each with the actions of one matter."""
    kept = random.choice((0.8, 0.95, 0.98, 1.0))
    matters = [m for m in _matters(random) if random.random() < kept]
    days = sorted(START + timedelta(days=int(DAYS * random.random() ** 2)) for _ in matters)
    random.shuffle(matters)
    return list(zip(days, matters, strict=True))


def _matters(random: Random) -> Iterator[list[Action]]:
    for course in NAMES["course"]:
        yield [Action("assert", "credits", (course,), (str(random.choice((3, 5, 6))),))]
        yield [Action("assert", "course_area", (course,), (random.choice(NAMES["area"]),))]
        yield [Action("complete", "prereq", (course,))]
    for number, course in enumerate(NAMES["course"]):
        for needed in NAMES["course"][:number]:
            if random.random() < 0.3:
                yield [Action("assert", "prereq", (course, needed))]
    for area, above in TREE.items():
        yield [Action("assert", "area_in", (area,), (above,))]
    yield [Action("complete", "area_in", ("top",))]
    for program in PROGRAMS:
        yield from _program(random, program)
    for faculty in FACULTIES:
        for _ in range(random.choice((0, 1, 2))):
            yield [Action("declare", "transfers_count", (faculty,), (random.choice(("yes", "no")),))]
    for outside in NAMES["outside"]:
        if random.random() < 0.7:
            yield [Action("assert", "equivalent", (outside,), (random.choice(NAMES["course"]),))]
        yield [Action("complete", "equivalent", (outside,))]
    for student in STUDENTS:
        yield from _student(random, student)


def _program(random: Random, program: str) -> Iterator[list[Action]]:
    yield [Action("declare", "minimum_grade", (program,), (random.choice(("4.00", "5.50")),))]
    yield [Action("complete", "required_course", (program,))]
    yield [Action("complete", "excluded", (program,))]
    for course in NAMES["course"]:
        if random.random() < 0.35:
            yield [Action("declare", "required_course", (program, course))]
        if random.random() < 0.2:
            yield [Action("declare", "excluded", (program, course))]
            if random.random() < 0.3:
                yield [Action("cancel", "excluded", (program, course))]
    for year in YEARS:
        yield [Action("complete", "required_credits", (program, year))]
        for area in NAMES["area"]:
            if random.random() < 0.35:
                yield [Action("declare", "required_credits", (program, area, year), (random.choice(("0", "3", "10")),))]


def _student(random: Random, student: str) -> Iterator[list[Action]]:
    for predicate in ("passed", "withdrawn", "transferred", "waived"):
        yield [Action("complete", predicate, (student,))]
        if random.random() < 0.1:
            yield [Action("cancel", f"{predicate}_complete", (student,))]
    yield [Action("assert", "catalogue_year", (student,), (random.choice(YEARS),))]
    for _ in range(2):
        since = (START + timedelta(days=random.randrange(-20, DAYS + 20))).isoformat()
        yield [Action("assert", "program", (student, since), (random.choice(PROGRAMS),))]
        if random.random() < 0.2:
            yield [Action("cancel", "program", (student, since))]
    for outside in NAMES["outside"]:
        if random.random() < 0.5:
            yield [Action("assert", "transferred", (student, outside))]
            if random.random() < 0.2:
                yield [Action("cancel", "transferred", (student, outside))]
    for course in NAMES["course"]:
        yield from _course_of(random, student, course)


def _course_of(random: Random, student: str, course: str) -> Iterator[list[Action]]:
    for _ in range(random.choice((0, 1, 1, 2))):
        grade = random.choice(("3.50", "4.00", "5.25", "7.00"))
        yield [Action("assert", "passed", (student, course), (grade, "spring"))]
    if random.random() < 0.1:
        yield [Action("cancel", "passed", (student, course))]
    for predicate, chance in (("withdrawn", 0.25), ("waived", 0.15)):
        if random.random() < chance:
            yield [Action("assert", predicate, (student, course))]
            if random.random() < 0.3:
                yield [Action("cancel", predicate, (student, course))]


def arguments(random: Random, columns: tuple[str, ...]) -> tuple[str, ...]:
    """A key or scope to ask for, by the names of its columns."""
    kinds = {
        "faculty": FACULTIES,
        "student": STUDENTS,
        "area": NAMES["area"],
        "outside_course": NAMES["outside"],
        "day": tuple((START + timedelta(days=n)).isoformat() for n in range(0, DAYS, 7)),
    }
    return tuple(random.choice(kinds.get(c, NAMES["course"])) for c in columns)
