"""Trips: requests in the register, bookings and rebookings, calendars, trips that are called off."""

from __future__ import annotations

from memsql.suite.desk import listed
from memsql.suite.forms import Draft
from memsql.suite.tripops.house import House, Trip
from memsql.suite.writing import Value

CAREFUL = 0.65
REBOOKINGS = (0, 0, 0, 1, 1, 1, 2, 3)
"""How often a trip changes its destination, each as likely as the others."""


def plan_trips(house: House) -> list[Trip]:
    """Make the trips: a few people travel much, some not at all; the watched ones' records are not repeated."""
    story = house.story
    last = house.people[-2 * house.desks :]
    house.watched = list(zip(last[::2], last[1::2], strict=True))
    house.careful = {*story.some_of(house.people, round(len(house.people) * CAREFUL)), *last}
    travellers = [p for p in house.people[: -2 * house.desks] if not story.chance(0.12)]
    weights = [story.random.uniform(0.3, 1.0) ** 2 for _ in travellers]
    owners = story.random.choices(travellers, weights, k=house.size("trips"))
    owners += [p for p in sorted(last) for _ in range(4)]
    for person in owners:
        latest = 0.5 if house.is_watched(person) else 0.93
        house.trips.append(Trip(person, story.names.make("trip"), *house.free_days(person, 0.03, latest)))
    return house.trips


def open_register(house: House, trips: list[Trip]) -> None:
    """Record the trips of each person: requests, bookings, calendars, whether the page is complete."""
    for person in house.people:
        own = sorted((t for t in trips if t.person == person), key=lambda t: t.starts)
        _page(house, person, own)
        _bookings(house, person, own)
        _calendar(house, person, own)
        for trip in own:
            _changes(house, trip)


def _page(house: House, person: str, own: list[Trip]) -> None:
    """Requests, alone or together; the page is closed early, with its last request, late or never."""
    story = house.story
    is_watched = house.is_watched(person)
    parts = house.pieces(own, (1, 1, 2) if is_watched else (3, 4, 5, 6))
    closing = story.random.random()
    for number, part in enumerate(parts, 1):
        early = min(t.starts for t in part) - story.whole(5, 45)
        at = story.day(early if not story.chance(0.06) else max(t.ends for t in part) + story.whole(5, 40))
        names = [{"trip": t.name} for t in part]
        if number == len(parts) and closing < 0.3 and not is_watched:
            house.put("register", at, listed("register_closed", {"person": person}, names))
        elif len(part) == 1:
            draft = Draft("register_one", {"person": person, "trip": part[0].name})
            house.put(f"register {person}" if is_watched else "register", at, draft)
        else:
            house.put("register", at, listed("register", {"person": person}, names))
    if person in house.careful or closing >= 0.4 or not parts:
        house.record(house.between(0.02, 0.5), Draft("trips_closed", {"person": person}))
    if not is_watched and house.lapses(person, 0.2):
        day = story.whole(40, 80) / 100
        house.record(house.at(day), Draft("trips_reopened", {"person": person}))
        if story.chance(0.6):
            house.record(house.between(day + 0.03, day + 0.15), Draft("trips_closed", {"person": person}))


def _bookings(house: House, person: str, own: list[Trip]) -> None:
    """First destinations, alone or as itineraries; now and then none is ever recorded."""
    story = house.story
    is_watched = house.is_watched(person)
    booked = [t for t in own if is_watched or not house.lapses(person, 0.06)]
    for part in house.pieces(booked, (1, 1, 2) if is_watched else (3, 4, 5)):
        early = min(t.starts for t in part) - story.whole(0, 30)
        at = story.day(early if not story.chance(0.08) else max(t.ends for t in part) + story.whole(3, 50))
        for trip in part:
            trip.city, trip.booked = story.one_of(house.cities), (at - story.starts_on).days
        lines = [{"trip": t.name, "city": t.city} for t in part]
        if len(part) > 1:
            house.put("bookings", at, listed("itinerary", {"person": person}, lines))
            continue
        draft = Draft("booking", {"person": person, **lines[0]})
        house.put(f"bookings {person}" if is_watched else "bookings", at, draft)
        if not is_watched:
            house.repeat("bookings", at, draft)


def _calendar(house: House, person: str, own: list[Trip]) -> None:
    """First and last days, alone or several together; a few are never entered."""
    story = house.story
    for part in house.pieces([t for t in own if not house.lapses(person, 0.06)], (3, 4, 5, 6)):
        at = story.day(min(t.starts for t in part) - story.whole(0, 25))
        lines: list[dict[str, Value]] = [
            {"trip": t.name, "starts_on": story.day(t.starts), "ends_on": story.day(t.ends)} for t in part
        ]
        if len(part) > 1:
            house.put("calendars", at, listed("calendar", {"person": person}, lines))
        else:
            house.put("calendars", at, Draft("dates", {"person": person, **lines[0]}))


def _changes(house: House, trip: Trip) -> None:
    """Rebookings, new days, a trip called off and perhaps on again."""
    story = house.story
    who = {"person": trip.person, "trip": trip.name}
    count = story.one_of(REBOOKINGS) if trip.city else 0
    first = max(trip.booked + 2, trip.starts - 14)
    for day in sorted(story.whole(first, first + 35) for _ in range(count)):
        old = trip.city
        trip.city = story.one_of([c for c in house.cities if c != old])
        house.put("bookings", story.day(day), Draft("rebooking", {**who, "old": old, "city": trip.city}))
    if story.chance(0.2):
        trip.starts, trip.ends = house.free_days(trip.person, max(0.02, trip.starts / story.days - 0.03), 0.94)
        days = {"starts_on": story.day(trip.starts), "ends_on": story.day(trip.ends)}
        house.put("calendars", story.day(trip.starts - story.whole(1, 12)), Draft("dates", {**who, **days}))
    if story.chance(0.09):
        day = trip.starts - story.whole(1, 9)
        house.record(story.day(day), Draft("trip_off", {**who}))
        trip.is_off = not story.chance(0.4)
        if not trip.is_off:
            house.record(story.day(day + story.whole(6, 50)), Draft("register_one", {**who}))
