"""What the simulation of one registrar's office knows: its courses, areas, programs, students and their records."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from memsql.suite.desk import Desk
from memsql.suite.story import Story

REFERRED_STUDENTS, REFERRED_COURSES = 0.9, 0.55
WAYS, QUIET = (0.55, 0.27, 0.18), 0.45
"""Shares of the ways of students, and of those of whom nothing is corrected."""


class Way(StrEnum):
    """How far a student is: just begun, under way, or through with what is compulsory."""

    NEW = "new"
    REGULAR = "regular"
    FINISHED = "finished"


@dataclass(slots=True)
class Student:
    """A student: ``program`` as first signed up for, ``taken`` the courses sat, ``is_closed``: by their last sheet,
    ``is_quiet``: nothing of theirs is corrected.
    """

    name: str
    program: str
    way: Way = Way.REGULAR
    is_quiet: bool = False
    taken: list[str] = field(default_factory=list)
    is_closed: bool = False


@dataclass(slots=True)
class College(Desk):
    """One faculty with its office. ``needs``: course to what it builds on, all earlier in ``courses``; ``levels``:
    areas from the top downwards, the shelves last; ``terms``: (name, share of the history at which its marks come in).
    """

    faculty: str = ""
    editors: list[str] = field(default_factory=list)
    courses: list[str] = field(default_factory=list)
    needs: dict[str, list[str]] = field(default_factory=dict)
    levels: list[list[str]] = field(default_factory=list)
    shelf_of: dict[str, str] = field(default_factory=dict)
    units_of: dict[str, int] = field(default_factory=dict)
    above: dict[str, str] = field(default_factory=dict)
    outside: list[str] = field(default_factory=list)
    programs: list[str] = field(default_factory=list)
    compulsory: dict[str, list[str]] = field(default_factory=dict)
    students: list[Student] = field(default_factory=list)
    terms: list[tuple[str, float]] = field(default_factory=list)

    @classmethod
    def found(cls, story: Story) -> College:
        """Name everything that the history speaks of."""
        make = story.names.make
        college = cls(story, faculty=make("faculty"))
        college.editors = [make("person") for _ in range(3)]
        college.courses = [make("course") for _ in range(college.size("courses"))]
        college.levels = [[make("area") for _ in range(count)] for count in college.option("levels")]
        college.outside = [make("outside") for _ in range(college.size("outside"))]
        college.programs = [make("program") for _ in range(college.size("programs"))]
        for _ in range(college.size("students")):
            way = story.random.choices(list(Way), WAYS)[0]
            student = Student(make("person"), story.one_of(college.programs), way, story.chance(QUIET))
            college.students.append(student)
        year = story.starts_on.year
        college.terms = [
            (f"spring {year - 1}", 0.05),
            (f"autumn {year - 1}", 0.12),
            (f"spring {year}", 0.42),
            (f"summer {year}", 0.6),
            (f"autumn {year}", 0.82),
        ]
        return college

    @property
    def areas(self) -> list[str]:
        """All areas."""
        return [area for level in self.levels for area in level]

    @property
    def years(self) -> list[int]:
        """Years of the handbooks, oldest first."""
        return [int(y) for y in self.story.options["years"]]

    @property
    def tale(self) -> str:
        """The story that this scenario tells."""
        return str(self.story.options["tale"])

    def editor(self) -> str:
        """One of the people who write the course book."""
        return self.story.one_of(self.editors)

    def introduce(self) -> None:
        """Plan the records that say who or what is meant by a phrase."""
        for student in self.students:
            if self.story.chance(REFERRED_STUDENTS):
                self.story.refer(self.between(0.02, 0.25), "person", student.name)
        for course in self.courses:
            if self.story.chance(REFERRED_COURSES):
                self.story.refer(self.between(0.02, 0.3), "course", course)
