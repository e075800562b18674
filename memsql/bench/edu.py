"""The domain bench_edu: prerequisites (recursion), what a student has, lacks and may take."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from memsql.bench.history import REPEATED, Action, History, Question, cancel, complete, names, put

PROGRAMS = names("g", 3)


@dataclass(slots=True)
class Courses:
    """A generated history of one school, and what can be asked of it."""

    random: Random
    history: History = field(init=False)
    students: list[str] = field(default_factory=lambda: names("s", 14))
    courses: list[str] = field(default_factory=lambda: names("k", 34))

    def __post_init__(self) -> None:
        self.history = History(self.random)
        for position, course in enumerate(self.courses):
            self._course(position, course)
        for program in PROGRAMS:
            self._program(program)
        for student in self.students:
            self._student(student)

    def _course(self, position: int, course: str) -> None:
        """A course asks for earlier ones only; every ninth asks for none."""
        h = self.history
        wanted = min(position, h.random.choice([0, 1, 1, 2, 2, 3])) if position % 9 else 0
        needed = h.random.sample(self.courses[:position], wanted)
        members = [put("prerequisite", course, n) for n in needed]
        self._prerequisites(course, members, h.between(0, 0.4))
        for name, fact in zip(needed, members, strict=True):
            if h.chance(REPEATED):
                h.add(h.between(0.4, 0.8), fact)
            if h.chance(0.05):
                h.add(h.between(0.5, 1), cancel("prerequisite", course, name))
        h.add(h.between(0, 0.4), self._credits(course, [2, 3, 3, 4]))
        if h.chance(0.15):
            h.add(h.between(0.4, 0.9), self._credits(course, [2, 3, 4]))

    def _prerequisites(self, course: str, members: list[Action], time: float) -> None:
        """All in one event, or one after the other with the completeness at the end."""
        h = self.history
        done = [complete("prerequisite", course)] if h.chance(0.985) else []
        groups = [[*members, *done]] if h.chance(0.5) else [*([m] for m in members), done]
        for group in groups:
            if group:
                h.add(time, *group)
            time += 0.02

    def _credits(self, course: str, choices: list[int]) -> Action:
        return put("course_credit", course, value=[str(self.random.choice(choices))])

    def _program(self, program: str) -> None:
        h = self.history
        h.add(h.between(0, 0.1), put("program_minimum", program, value=[str(self.random.randint(12, 30))]))
        if h.chance(0.8):
            time = h.between(0.4, 0.9)
            h.add(time, put("program_minimum", program, value=[str(self.random.randint(12, 30))]))

    def _student(self, student: str) -> None:
        h = self.history
        h.add(h.between(0, 0.2), put("enrolment", student, value=[h.one_of(PROGRAMS)]))
        if h.chance(0.25):
            h.add(h.between(0.4, 0.9), put("enrolment", student, value=[h.one_of(PROGRAMS)]))
        h.add(h.between(0, 0.3), put("goal", student, value=[h.one_of(self.courses)]))
        for _ in range(h.random.choice([0, 1, 1, 2])):
            h.add(h.between(0.4, 0.95), put("goal", student, value=[h.one_of(self.courses)]))
        for course in h.random.sample(self.courses, h.random.randint(4, 12)):
            time = h.between(0.1, 0.5)
            h.add(time, put("completion", student, course))
            if h.chance(REPEATED):
                h.add(time + 0.1, put("completion", student, course))
            if h.chance(0.04):
                h.add(time + 0.15, cancel("completion", student, course))
        for course in h.random.sample(self.courses, h.random.choice([0, 1, 2, 3])):
            h.add(h.between(0.1, 0.7), put("transfer", student, course))
        if h.chance(0.95):
            h.add(h.between(0.5, 0.65), complete("completion", student))
        if h.chance(0.95):
            h.add(h.between(0.3, 0.6), complete("transfer", student))

    def question(self) -> Question:
        """One question; courses high up are asked about what stands below them."""
        h = self.history
        student = h.one_of(self.students)
        course = h.one_of(self.courses[len(self.courses) // 3 :])
        low = h.one_of(self.courses[: len(self.courses) // 2])
        other = h.one_of(self.courses)
        return h.random.choice(
            [
                Question("goal", (student,), False, "temporal"),
                Question("course_needed", (course, low), False, "closure"),
                Question("course_needed", (course, low), False, "closure"),
                Question("course_needed", (course,), True, "closure"),
                Question("course_held", (student, course), False, "semantic"),
                Question("course_held", (student,), True, "set_quant"),
                Question("course_missing", (student, other), False, "closure"),
                Question("course_missing", (student,), True, "closure"),
                Question("course_missing", (student,), True, "closure"),
                Question("goal_open", (student,), False, "closure"),
                Question("goal_open", (student,), False, "closure"),
                Question("credit_total", (student,), False, "set_quant"),
                Question("credit_total", (student,), False, "set_quant"),
                Question("credit_enough", (student,), False, "rules"),
                Question("credit_enough", (student,), False, "rules"),
                Question("program_minimum", (h.one_of(PROGRAMS),), False, "temporal"),
            ]
        )
