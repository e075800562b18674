"""What the simulation of one travel desk knows: its people, places and rules, and which event said what."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from typing import ClassVar

from memsql.suite.desk import Desk
from memsql.suite.forms import Draft

REFERRED_TRIPS, REFERRED_PEOPLE = 0.2, 0.85
USUAL = 14
"""People of a house of the usual size, whom one desk looks after."""


@dataclass(slots=True)
class Trip:
    """One planned trip; days are numbers of days since the history began.

    ``city`` is where it goes by the last booking, made on day ``booked``; ``is_off``: called off for good.
    """

    person: str
    name: str
    starts: int
    ends: int
    expenses: list[str] = field(default_factory=list)
    city: str = ""
    booked: int = 0
    is_off: bool = False

    @property
    def stem(self) -> str:
        """The name without the word before it: what the names of its expenses begin with."""
        return self.name.split(" ", 1)[1]


@dataclass(slots=True)
class House(Desk):
    """One house with its travel desk.

    ``number``: the place of a person in ``people``; ``rank``: who may report to whom, lower ranks are higher up;
    ``levels``: places by level, cities first, nations last; ``watched``: people whose records are measured out, a
    traveller and a spender for each desk; ``careful``: those who hand in what they owe;
    ``turn``: the desk that was last handed what concerns nobody.
    """

    handful: ClassVar[tuple[int, ...]] = (2, 3, 4, 5)
    wait: ClassVar[int] = 12
    repeated: ClassVar[float] = 0.08

    company: str = ""
    people: list[str] = field(default_factory=list)
    rank: dict[str, int] = field(default_factory=dict)
    manager: dict[str, str] = field(default_factory=dict)
    number: dict[str, int] = field(default_factory=dict)
    home: dict[str, str] = field(default_factory=dict)
    levels: list[list[str]] = field(default_factory=list)
    vendors: dict[str, str] = field(default_factory=dict)
    currencies: list[str] = field(default_factory=list)
    trips: list[Trip] = field(default_factory=list)
    watched: list[tuple[str, str]] = field(default_factory=list)
    careful: set[str] = field(default_factory=set)
    turn: int = 0

    @property
    def cities(self) -> list[str]:
        """Where people are based and trips go."""
        return self.levels[0]

    @property
    def nations(self) -> list[str]:
        """The places that are nations."""
        return self.levels[-1]

    @property
    def kinds(self) -> list[str]:
        """Headings of the ledger."""
        return [str(k) for k in self.option("kinds")]

    @property
    def desks(self) -> int:
        """How many times as large as usual the house is: it has so many desks, and its rules change as often."""
        return max(1, round(len(self.people) / USUAL))

    def is_watched(self, person: str) -> bool:
        """Whether the records of the person are measured out."""
        return any(person in pair for pair in self.watched)

    def lapses(self, person: str, share: float) -> bool:
        """Whether something is left out that the careful seldom and others often leave out."""
        return self.story.chance(share * (0.25 if person in self.careful else 2.0))

    def put(self, tray: str, at: date, draft: Draft) -> None:
        """Put a paragraph into a tray. Each desk of the house has trays of its own."""
        who = next((str(draft.values[c]) for c in ("person", "approver", "manager") if c in draft.values), "")
        # What concerns nobody goes to the desks in turn.
        self.turn += who not in self.number
        desk = self.number.get(who, self.turn) % self.desks
        self.trays[f"{tray} {desk}"].append((at, draft))

    def free_days(self, person: str, low: float, high: float) -> tuple[int, int]:
        """First and last day of a trip between two shares of the history, when the person is on no other trip."""
        story = self.story
        taken = [(t.starts, t.ends) for t in self.trips if t.person == person]
        for _ in range(60):
            starts = int(story.random.uniform(low, high) * story.days)
            ends = starts + story.whole(1, 7)
            if all(ends < first or last < starts for first, last in taken):
                break
        return starts, ends

    def introduce(self) -> None:
        """Plan the records that say who or what is meant by a phrase."""
        for person in self.people:
            if self.story.chance(REFERRED_PEOPLE):
                self.story.refer(self.between(0.02, 0.3), "person", person)
        for trip in self.trips:
            if self.story.chance(REFERRED_TRIPS):
                self.story.refer(self.story.day(trip.starts + self.story.whole(-10, 30)), "trip", trip.name)
