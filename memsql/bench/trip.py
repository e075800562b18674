"""The domain bench_trip: who travels where, what needs approval, what is refunded."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, timedelta
from random import Random

from memsql.bench.history import REPEATED, History, Question, cancel, complete, names, put

NATIONS = names("n", 5)
CATEGORIES = ["meals", "lodging", "air", "other"]
YEAR = date(2026, 1, 1)
CAP_DAYS = (0, 120, 240)  # days of the year from which a new cap holds


@dataclass(slots=True)
class Trips:
    """A generated history of one company of travellers, and what can be asked of it."""

    random: Random
    history: History = field(init=False)
    persons: list[str] = field(default_factory=lambda: names("p", 6))
    trips: list[str] = field(default_factory=lambda: names("t", 42))
    cities: list[str] = field(default_factory=lambda: names("c", 24))
    items: list[str] = field(default_factory=lambda: names("i", 22))
    owned: dict[str, list[str]] = field(default_factory=dict)
    expense_count: int = 0

    def __post_init__(self) -> None:
        self.history = History(self.random)
        self._cities()
        for person in self.persons:
            self._person(person)
        for trip in self.trips:
            self.owned.setdefault(self.history.one_of(self.persons), []).append(trip)
        for person, trips in self.owned.items():
            self._trips(person, trips)
        for person in self.persons:
            if person not in self.owned and self.history.chance(0.8):
                self.history.add(0.5, complete("trip", person))
        self._items()
        self._caps()

    def _cities(self) -> None:
        h = self.history
        for city in self.cities:
            time = h.between(0, 0.3) if h.chance(0.985) else h.between(0.6, 1.2)
            fact = put("city_nation", city, value=[h.one_of(NATIONS)])
            h.add(time, fact)
            if h.chance(REPEATED):
                h.add(time + h.between(0, 0.4), fact)
            if h.chance(0.08):
                h.add(time + h.between(0, 0.5), put("city_nation", city, value=[h.one_of(NATIONS)]))

    def _person(self, person: str) -> None:
        h = self.history
        h.add(h.between(0, 0.2), put("residence", person, value=[h.one_of(self.cities)]))
        if h.chance(0.4):
            h.add(h.between(0.3, 0.9), put("residence", person, value=[h.one_of(self.cities)]))
        h.add(h.between(0, 0.4), put("budget", person, value=[h.cents(500_00, 4000_00)]))
        if h.chance(0.5):
            h.add(h.between(0.5, 0.9), put("budget", person, value=[h.cents(500_00, 4000_00)]))

    def _trips(self, person: str, trips: list[str]) -> None:
        """The trips of one person; for some persons one event lists them all."""
        h = self.history
        is_listed = h.chance(0.4)
        for trip in trips:
            time = h.between(0.05, 0.4)
            self._trip(person, trip, time, is_listed)
            self._expenses(trip, time)
        if h.chance(0.92):
            members = [put("trip", person, trip) for trip in trips] if is_listed else []
            h.add(h.between(0.42, 0.6), *members, complete("trip", person))
        if h.chance(0.92):
            h.add(h.between(0.45, 0.65), complete("approval", person))

    def _trip(self, person: str, trip: str, time: float, is_listed: bool) -> None:
        h = self.history
        first = put("destination", trip, value=[h.one_of(self.cities)])
        actions = [] if is_listed else [put("trip", person, trip)]
        if h.chance(0.98):
            actions.append(first)
        if actions:
            h.add(time, *actions)
        if h.chance(REPEATED):
            h.add(time + h.between(0, 0.1), first)
        for _ in range(h.random.choice([0, 0, 0, 1, 1, 2])):
            h.add(h.between(time, 1), put("destination", trip, value=[h.one_of(self.cities)]))
        if h.chance(0.06):
            h.add(h.between(time, 1), cancel("trip", person, trip))
        if h.chance(0.45):
            h.add(h.between(time, 1), put("approval", person, trip))
        if h.chance(0.05):
            h.add(h.between(time, 1), cancel("approval", person, trip))

    def _expenses(self, trip: str, time: float) -> None:
        h = self.history
        for _ in range(h.random.choice([0, 1, 2, 3, 4, 5])):
            self.expense_count += 1
            name, item = f"x{self.expense_count}", h.one_of(self.items)
            day = (YEAR + timedelta(days=h.random.randint(0, 360))).isoformat()
            at = h.between(time, time + 0.12)
            h.add(at, put("expense", trip, name, value=[item, h.cents(20_00, 600_00), day]))
            if h.chance(0.1):
                h.add(at + 0.05, put("expense", trip, name, value=[item, h.cents(20_00, 600_00), day]))
        if h.chance(0.97):
            h.add(time + 0.13, complete("expense", trip))

    def _items(self) -> None:
        h = self.history
        for item in self.items:
            time = h.between(0, 0.3)
            fact = put("item_category", item, value=[h.one_of(CATEGORIES)])
            h.add(time, fact)
            if h.chance(REPEATED):
                h.add(time + 0.2, fact)
            if h.chance(0.2):
                h.add(h.between(0.4, 0.95), put("item_category", item, value=[h.one_of(CATEGORIES)]))

    def _caps(self) -> None:
        h = self.history
        for category in CATEGORIES:
            for days in CAP_DAYS:
                day = (YEAR + timedelta(days=days)).isoformat()
                time = h.between(0.01, 0.3) + days / 1000
                h.add(time, put("cap", category, day, value=[h.cents(50_00, 400_00)]))
                if h.chance(0.4):
                    h.add(h.between(0.5, 0.95), put("cap", category, day, value=[h.cents(50_00, 400_00)]))

    def question(self) -> Question:
        """One question; the more derived a relation is, the more often it is asked."""
        h = self.history
        person, trip = h.one_of(self.persons), h.one_of(self.trips)
        own = h.one_of(self.owned.get(person, [trip]))
        nation = h.one_of(NATIONS)
        return h.random.choice(
            [
                Question("destination", (trip,), False, "temporal"),
                Question("trip_nation", (trip,), False, "temporal"),
                Question("home_nation", (person,), False, "temporal"),
                Question("trip_abroad", (person, own), False, "closure"),
                Question("trip_abroad", (person,), True, "set_quant"),
                Question("trip_abroad_count", (person,), False, "set_quant"),
                Question("trip_abroad_count", (person,), False, "set_quant"),
                Question("nation_visited", (person, nation), False, "closure"),
                Question("nation_visited", (person,), True, "set_quant"),
                Question("trip_unapproved", (person, own), False, "closure"),
                Question("trip_unapproved", (person,), True, "set_quant"),
                Question("person_compliant", (person,), False, "set_quant"),
                Question("person_compliant", (person,), False, "set_quant"),
                Question("trip_refund", (trip,), False, "rules"),
                Question("trip_refund", (trip,), False, "rules"),
                Question("expense_refund", (trip,), True, "rules"),
                Question("person_refund", (person,), False, "rules"),
                Question("budget_exceeded", (person,), False, "rules"),
            ]
        )
