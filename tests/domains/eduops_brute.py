"""EduOps by brute force: every operator as a sentence of three-valued logic over all names and one that nobody knows.

A set is known where the membership of every name is, and that of a name that no record mentions is false. It says
what RULINGS say, name by name; nothing here knows of rules, scopes or collections.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date
from decimal import ROUND_HALF_UP, Decimal
from functools import cached_property, partial
from typing import Any, NamedTuple

NONE = "known to be none"
NOBODY = "a name that nobody knows"

Truth = bool | None
Key = tuple[str, ...]


class Action(NamedTuple):
    """What an event does: assert, cancel or complete, a predicate, its key and value."""

    verb: str
    predicate: str
    key: Key
    value: Key = ()


def both(parts: Iterable[Truth]) -> Truth:
    """Conjunction: false with one false part, whatever is unknown beside it."""
    found = list(parts)
    return False if False in found else None if None in found else True


def either(parts: Iterable[Truth]) -> Truth:
    """Disjunction: true with one true part."""
    return no(both(map(no, parts)))


def no(part: Truth) -> Truth:
    """Negation."""
    return None if part is None else not part


@dataclass(frozen=True)
class State:
    """What stands after some events, on the day of the cutoff."""

    facts: dict[tuple[str, Key], Key | None]
    complete: frozenset[tuple[str, Key]]
    day: date
    names: dict[str, list[str]] = field(default_factory=dict)

    def fact(self, predicate: str, *key: str) -> Any:
        """The value of a key: a tuple, NONE where it is known to have none, None where it is unknown."""
        if (predicate, key) in self.facts:
            value = self.facts[predicate, key]
            return NONE if value is None else value
        return NONE if self._is_closed(predicate, key) else None

    def _is_closed(self, predicate: str, key: Key) -> bool:
        return any((predicate, key[:n]) in self.complete for n in range(1, len(key) + 1)) or (
            predicate == "required_credits" and (predicate, (key[0], key[2])) in self.complete
        )

    def stands(self, predicate: str, *key: str) -> Truth:
        """Whether the key stands."""
        found = self.fact(predicate, *key)
        return None if found is None else found is not NONE

    def value(self, predicate: str, *key: str) -> Any:
        """The one value of a key, NONE, or None."""
        found = self.fact(predicate, *key)
        return found[0] if isinstance(found, tuple) else found

    # ---- what the operators speak of

    def program_on(self, student: str, day: date) -> str | None:
        rows = [
            (k[1], v)
            for (p, k), v in self.facts.items()
            if p == "program" and k[0] == student and v is not None and k[1] <= day.isoformat()
        ]
        return max(rows)[1][0] if rows else None

    def is_required(self, student: str, course: str) -> Truth:
        program = self.program_on(student, self.day)
        return None if program is None else self.stands("required_course", program, course)

    def is_excluded(self, student: str, course: str) -> Truth:
        program = self.program_on(student, self.day)
        return None if program is None else self.stands("excluded", program, course)

    def requirement(self, student: str, area: str) -> Any:
        program, year = self.program_on(student, self.day), self.value("catalogue_year", student)
        if program is None or year is None:
            return None
        found = self.value("required_credits", program, area, year)
        return found if found in (None, NONE) else int(found)

    def is_under(self, student: str, course: str) -> Truth:
        """Whether the grade on record is under the minimum, given that there is a pass."""
        grade, program = self.value("passed", student, course), self.program_on(student, self.day)
        minimum = self.value("minimum_grade", program) if program is not None else None
        if grade is NONE:
            return None
        return None if grade is None or minimum is None else Decimal(grade) < Decimal(minimum)

    def is_standing(self, student: str, course: str) -> Truth:
        """Passed and not withdrawn."""
        return both((self.stands("passed", student, course), no(self.stands("withdrawn", student, course))))

    def is_enough(self, student: str, course: str) -> Truth:
        return both((self.is_standing(student, course), no(self.is_under(student, course))))

    def is_brought(self, student: str, course: str) -> Truth:
        """Whether some transferred outside course is equivalent."""

        def one(outside: str) -> Truth:
            found = self.value("equivalent", outside)
            same = None if found is None else found == course
            return both((self.stands("transferred", student, outside), same))

        return either(map(one, self.names["outside"]))

    def is_open(self, faculty: str) -> Truth:
        found = self.value("transfers_count", faculty)
        return None if found is None else found == "yes"

    def is_transferred(self, faculty: str, student: str, course: str) -> Truth:
        return both((self.is_brought(student, course), self.is_open(faculty)))

    def is_met(self, faculty: str, student: str, course: str) -> Truth:
        transferred = self.is_transferred(faculty, student, course)
        return either((self.is_enough(student, course), transferred, self.stands("waived", student, course)))

    def is_held(self, faculty: str, student: str, course: str) -> Truth:
        return either((self.is_standing(student, course), self.is_transferred(faculty, student, course)))

    def counts(self, faculty: str, student: str, course: str) -> Truth:
        has = either((self.is_enough(student, course), self.is_transferred(faculty, student, course)))
        return both((has, no(self.is_excluded(student, course))))

    def is_within(self, course: str, area: str) -> Truth:
        at: Any = self.value("course_area", course)
        while at is not None and at is not NONE:
            if at == area:
                return True
            at = self.value("area_in", at)
        return None if at is None else False

    # ---- sets, counts and sums

    def members(self, kind: str, test: Callable[[str], Truth]) -> frozenset[str] | None:
        """The names of a kind for which the test is true; None where it is unknown for one."""
        found = {name: test(name) for name in self.names[kind]}
        return None if None in found.values() else frozenset(n for n, truth in found.items() if truth)

    def total(self, courses: frozenset[str] | None) -> int | None:
        numbers = [self.value("credits", c) for c in courses] if courses is not None else [None]
        return None if None in numbers else sum(int(str(n)) for n in numbers if n is not NONE)

    @cached_property
    def courses(self) -> list[str]:
        return self.names["course"]

    def needs(self, course: str) -> dict[str, int] | None:
        """Courses needed before one, with the length of the longest chain to each; None where not all are known."""
        depths: dict[str, int] = {}
        level, steps = {course}, 0
        while level:
            steps += 1
            below: set[str] = set()
            for at in sorted(level):
                found = self.members("course", partial(self.stands, "prereq", at))
                if found is None:
                    return None
                below |= found
            depths |= dict.fromkeys(below, steps)
            level = below
        return depths

    def is_needed(self, needed: str, course: str) -> Truth:
        """True with a path; false where all that is needed is known."""
        seen, level = set[str](), {course}
        while level:
            below = {n for at in level for n in self.courses if self.stands("prereq", at, n)}
            level = below - seen
            seen |= below
        return True if needed in seen else None if self.needs(course) is None else False


OPERATORS: dict[str, Callable[..., Any]] = {}
MEMBERS: dict[str, Callable[..., Truth]] = {}
"""Membership of a course in the collections of courses: state, scope, course."""


def operator(function: Callable[..., Any]) -> Callable[..., Any]:
    """Register an operator by its relation."""
    OPERATORS[function.__name__] = function
    return function


def courses(function: Callable[..., Truth]) -> Callable[..., Truth]:
    """Register a collection of courses by the membership of one."""
    name = function.__name__
    MEMBERS[name] = function
    OPERATORS[name] = lambda s, *scope: s.members("course", lambda course: function(s, *scope, course))
    return function


@operator
def current_grade(s: State, student: str, course: str) -> Any:
    found = s.value("passed", student, course)
    return found if found in (None, NONE) else Decimal(found)


@operator
def program_on(s: State, student: str, day: str) -> Any:
    return s.program_on(student, date.fromisoformat(day))


@operator
def requirement(s: State, student: str, area: str) -> Any:
    return s.requirement(student, area)


@courses
def holds_in_area(s: State, faculty: str, student: str, area: str, course: str) -> Truth:
    return both((s.is_held(faculty, student, course), s.is_within(course, area)))


@operator
def equivalent(s: State, outside: str) -> Any:
    return s.value("equivalent", outside)


@operator
def all_prereq(s: State, course: str) -> Any:
    found = s.needs(course)
    return None if found is None else frozenset(found)


@operator
def is_needed(s: State, needed: str, course: str) -> Any:
    return s.is_needed(needed, course)


@operator
def chain_length(s: State, course: str) -> Any:
    found = s.needs(course)
    return None if found is None else max(found.values(), default=0)


@courses
def missing_prereq(s: State, faculty: str, student: str, course: str, needed: str) -> Truth:
    return both((s.stands("prereq", course, needed), no(s.is_met(faculty, student, needed))))


@operator
def may_enrol(s: State, faculty: str, student: str, course: str) -> Any:
    return both(no(missing_prereq(s, faculty, student, course, n)) for n in s.courses)


@courses
def unmet(s: State, faculty: str, student: str, course: str) -> Truth:
    return both((s.is_required(student, course), no(s.is_met(faculty, student, course))))


@operator
def courses_left(s: State, faculty: str, student: str) -> Any:
    found = OPERATORS["unmet"](s, faculty, student)
    return None if found is None else len(found)


@courses
def not_counting(s: State, faculty: str, student: str, course: str) -> Truth:
    base = either((s.stands("passed", student, course), s.is_brought(student, course)))
    return both((base, no(s.counts(faculty, student, course))))


@operator
def why_not_counting(s: State, faculty: str, student: str, course: str) -> Any:
    lacks = no(s.is_transferred(faculty, student, course))
    void = both((s.is_brought(student, course), no(s.is_open(faculty)), no(s.is_enough(student, course))))
    reasons = {
        "grade below minimum": both((s.stands("passed", student, course), s.is_under(student, course), lacks)),
        "withdrawn": both((s.stands("withdrawn", student, course), lacks)),
        "excluded": s.is_excluded(student, course),
        "transfers do not count": void,
    }
    return None if None in reasons.values() else frozenset(r for r, truth in reasons.items() if truth)


@operator
def area_credits(s: State, faculty: str, student: str, area: str) -> Any:
    return s.total(s.members("course", lambda c: both((s.counts(faculty, student, c), s.is_within(c, area)))))


@operator
def credits_needed(s: State, faculty: str, student: str, area: str) -> Any:
    required = s.requirement(student, area)
    if required in (None, NONE):
        return required
    has = area_credits(s, faculty, student, area)
    return None if has is None else max(0, required - has)


@operator
def all_met(s: State, faculty: str, student: str) -> Any:
    def is_short(area: str) -> Truth:
        needed = credits_needed(s, faculty, student, area)
        return None if needed is None else needed is not NONE and needed > 0

    met = (no(unmet(s, faculty, student, c)) for c in s.courses)
    return both([*met, *(no(is_short(a)) for a in s.names["area"])])


def filed(s: State, faculty: str, student: str) -> dict[str, int] | None:
    """Credits by the area that counting courses are filed under; None where one of them is not known."""
    counting = s.members("course", lambda c: s.counts(faculty, student, c))
    found: dict[str, int] = {}
    for course in sorted(counting or ()):
        area, number = s.value("course_area", course), s.value("credits", course)
        if area is None or number is None:
            return None
        found[area] = found.get(area, 0) + int(number)
    return None if counting is None else found


@operator
def most_credits(s: State, faculty: str, student: str) -> Any:
    found = filed(s, faculty, student)
    if found is None:
        return None
    return frozenset(a for a, n in found.items() if n == max(found.values()) and n > 0)


@operator
def most_credits_area(s: State, faculty: str, student: str) -> Any:
    found = most_credits(s, faculty, student)
    return None if found is None else min(found) if len(found) == 1 else NONE


@operator
def mean_grade(s: State, student: str) -> Any:
    passes = s.members("course", lambda c: s.is_standing(student, c))
    if not passes:
        return None if passes is None else NONE
    grades = [Decimal(s.value("passed", student, c)) for c in passes]
    return (sum(grades, Decimal(0)) / len(grades)).quantize(Decimal("0.01"), ROUND_HALF_UP)


def state(history: Iterable[tuple[date, list[Action]]], at: date, names: dict[str, list[str]]) -> State:
    """What stands at the end of a day. ``names``: all courses, areas and outside courses."""
    facts: dict[tuple[str, Key], Key | None] = {}
    complete: set[tuple[str, Key]] = set()
    for action in _until(history, at):
        if action.verb == "complete":
            complete.add((action.predicate, action.key))
        elif action.predicate.endswith("_complete"):
            complete.discard((action.predicate.removesuffix("_complete"), action.key))
        elif action.verb == "cancel":
            if (action.predicate, action.key) in facts:
                facts[action.predicate, action.key] = None
        else:
            facts[action.predicate, action.key] = action.value
    return State(facts, frozenset(complete), at, {kind: [*found, NOBODY] for kind, found in names.items()})


def _until(history: Iterable[tuple[date, list[Action]]], at: date) -> Iterator[Action]:
    for day, actions in history:
        if day <= at:
            yield from actions
