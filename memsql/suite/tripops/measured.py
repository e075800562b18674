"""Pairs of people whose records are measured out: answers about them rest on a given number of events at the end.

The count of trips abroad of one (``abroad``), and the spending on a kind of another (``spending``). What an answer
rests on is counted from what the records said; the last gap is closed by requests that are withdrawn again, each
of which adds one event: that a trip does not count is part of the derivation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import date
from decimal import Decimal
from functools import partial

from memsql.model import Verb
from memsql.suite.desk import Key, listed
from memsql.suite.forms import Draft
from memsql.suite.tripops.expenses import line
from memsql.suite.tripops.house import House, Trip
from memsql.suite.writing import Value

EARLIEST, STARTS, ENDS = 0.35, 0.6, 0.76
"""Trips are added from the first share of the history on, other records between the second and the third."""
Needs = list[frozenset[int]]
"""What an answer needs: one event of each set."""


def measure_out(house: House) -> None:
    """Add trips of the watched people until the answers rest on as many events as the configuration says."""
    before = len(house.trips)
    abroad, spending = (int(house.story.options.get(name, 0)) for name in ("abroad", "spending"))
    for traveller, spender in house.watched:
        if abroad:
            _settle_travel(house, traveller)
            _fill(house, traveller, abroad, partial(abroad_needs, house, traveller), _add_journey)
        if spending:
            _settle_expenses(house, spender, house.kinds[0])
            _fill(house, spender, spending, partial(spending_needs, house, spender, house.kinds[0]), _add_report)
    _sign(house, house.trips[before:])


def supporters(house: House, predicate: str, *key: str) -> frozenset[int]:
    """The events that assert the current version of a fact, or that cancelled it; empty where nothing was said."""
    said = sorted(house.said.get((predicate, key), ()), key=lambda s: (s.at, s.event))
    if not said:
        return frozenset()
    run = [said[-1]]
    for earlier in reversed(said[:-1]):
        if (earlier.verb == Verb.CANCEL) != (run[-1].verb == Verb.CANCEL) or earlier.value != run[-1].value:
            break
        run.append(earlier)
    # Only the first of several cancellations ends a version.
    return frozenset({run[-1].event}) if run[-1].verb == Verb.CANCEL else frozenset(s.event for s in run)


def holds(house: House, predicate: str, *key: str) -> bool:
    """Whether a fact has a current version."""
    said = house.current(predicate, *key)
    return said is not None and said.verb != Verb.CANCEL


def value(house: House, predicate: str, *key: str) -> str:
    """The first value column of a fact that holds."""
    said = house.current(predicate, *key)
    assert said is not None
    return said.value[0]


def smallest(needs: Iterable[frozenset[int]]) -> int:
    """The number of events of a smallest choice: of what is forced, and of one more for each need beyond it."""
    all_needs = set(needs)
    chosen = {e for n in all_needs if len(n) == 1 for e in n}
    open_needs = [n for n in all_needs if not n & chosen]
    while open_needs:
        counts: dict[int, int] = {}
        for need in open_needs:
            for event in need:
                counts[event] = counts.get(event, 0) + 1
        best = max(sorted(counts), key=lambda e: counts[e])
        chosen.add(best)
        open_needs = [n for n in open_needs if best not in n]
    return len(chosen)


def nation_needs(house: House, city: str) -> Needs | None:
    """What the nation of a city rests on, or None where it is not known."""
    found: Needs = []
    place = city
    while not holds(house, "nation", place):
        if not holds(house, "place_in", place):
            return None
        found.append(supporters(house, "place_in", place))
        place = value(house, "place_in", place)
    return [*found, supporters(house, "nation", place)]


def abroad_needs(house: House, person: str) -> Needs | None:
    """What the count of trips abroad of a person rests on."""
    found = [supporters(house, "trip_complete", person), supporters(house, "based_in", person)]
    for city in (value(house, "based_in", person), *_cities(house, person, found)):
        nation = nation_needs(house, city)
        if nation is None:
            return None
        found += nation
    return found


def _cities(house: House, person: str, found: Needs) -> list[str]:
    """The destinations of the person's trips; what they and the trips rest on goes to ``found``."""
    cities = []
    for key in _slots(house, "trip", person):
        found.append(supporters(house, "trip", *key))
        if holds(house, "trip", *key):
            found.append(supporters(house, "dest", *key))
            cities.append(value(house, "dest", *key))
    return cities


def _slots(house: House, predicate: str, *scope: str) -> list[Key]:
    return [k for p, k in list(house.said) if p == predicate and k[: len(scope)] == scope]


def spending_needs(house: House, person: str, kind: str) -> Needs | None:
    """What the spending of a person on a kind rests on."""
    found = [supporters(house, "trip_complete", person)]
    for key in _slots(house, "trip", person):
        found.append(supporters(house, "trip", *key))
        if not holds(house, "trip", *key):
            continue
        if not holds(house, "expense_complete", *key):
            return None
        found.append(supporters(house, "expense_complete", *key))
        for expense in _slots(house, "expense", *key):
            found.append(supporters(house, "expense", *expense))
            if holds(house, "expense", *expense):
                lines = _line_needs(house, expense, kind)
                if lines is None:
                    return None
                found += lines
    return found


def _line_needs(house: House, expense: Key, kind: str) -> Needs | None:
    said = house.current("expense", *expense)
    assert said is not None
    vendor, _, currency, spent_on = said.value
    if not holds(house, "vendor_kind", vendor):
        return None
    found = [supporters(house, "vendor_kind", vendor)]
    if value(house, "vendor_kind", vendor) != kind:
        return found
    starts = [
        k
        for k in _slots(house, "fx", currency)
        if holds(house, "fx", *k) and date.fromisoformat(k[1]) <= _day(spent_on)
    ]
    return [*found, supporters(house, "fx", *max(starts))] if starts else None


def _day(text: str) -> date:
    return date.fromisoformat(text)


# ---- what is missing, and what fills the gap


def _good_cities(house: House) -> list[str]:
    return [c for c in house.cities if nation_needs(house, c) is not None]


def _settle_travel(house: House, person: str) -> None:
    """Give the person a desk, destinations and a closed page, so that the count is known."""
    story, good = house.story, _good_cities(house)
    if not holds(house, "based_in", person) or value(house, "based_in", person) not in good:
        city = story.one_of(good)
        house.record(house.between(STARTS, STARTS + 0.04), Draft("moved_office", {"person": person, "city": city}))
    for key in _slots(house, "trip", person):
        if holds(house, "trip", *key) and not (holds(house, "dest", *key) and value(house, "dest", *key) in good):
            city = story.one_of(good)
            late = max(house.at(STARTS), _last_day(house, "dest", key))
            house.record(late, Draft("booking", {"person": person, "trip": key[1], "city": city}))


def _last_day(house: House, predicate: str, key: Key) -> date:
    said = house.current(predicate, *key)
    return said.at.date() if said is not None else house.at(STARTS)


def _settle_expenses(house: House, person: str, kind: str) -> None:
    """Close the reports of the person's trips; see that headings are known, and rates where they are needed."""
    for key in _slots(house, "trip", person):
        if not holds(house, "expense_complete", *key):
            who = {"person": person, "trip": key[1]}
            house.record(house.between(STARTS, ENDS), Draft("expenses_closed", who))
        for expense in _slots(house, "expense", *key):
            said = house.current("expense", *expense)
            if said is None or said.verb == Verb.CANCEL:
                continue
            vendor = said.value[0]
            if not holds(house, "vendor_kind", vendor):
                filed = {"vendor": vendor, "kind": house.vendors[vendor]}
                house.record(house.between(STARTS, ENDS), Draft("vendor_kind", filed))
            if _line_needs(house, expense, kind) is None:
                first: dict[str, Value] = {"currency": said.value[2], "valid_from": house.at(0)}
                house.record(house.between(STARTS, ENDS), Draft("rate", {**first, "rate": Decimal("0.8750")}))


def _fill(
    house: House,
    person: str,
    target: int,
    needs: Callable[[], Needs | None],
    add: Callable[[House, str, bool], None],
) -> None:
    """Add trips while they fit, then requests that are withdrawn, one event each."""
    while True:
        found = needs()
        if found is None:
            return
        gap = target - smallest(found)
        if gap < 5:
            break
        add(house, person, gap < 10)
    for _ in range(gap):
        _add_withdrawn(house, person)


def _new_trip(house: House, person: str) -> Trip:
    story = house.story
    trip = Trip(person, story.names.make("trip"), *house.free_days(person, EARLIEST, ENDS))
    house.trips.append(trip)
    at = story.day(trip.starts - story.whole(3, 20))
    house.record(at, Draft("register_one", {"person": person, "trip": trip.name}))
    days = {"starts_on": story.day(trip.starts), "ends_on": story.day(trip.ends)}
    if story.chance(0.6):
        house.record(at, Draft("dates", {"person": person, "trip": trip.name, **days}))
    return trip


def _add_journey(house: House, person: str, is_last: bool) -> None:
    """A trip with a destination; one of the last goes where the person is based, whose nation is needed already."""
    trip = _new_trip(house, person)
    city = value(house, "based_in", person) if is_last else house.story.one_of(_good_cities(house))
    at = house.story.day(trip.starts - house.story.whole(0, 3))
    house.record(at, Draft("booking", {"person": person, "trip": trip.name, "city": city}))


def _add_report(house: House, person: str, is_last: bool) -> None:
    """A trip with a short report that is closed at once."""
    story = house.story
    trip = _new_trip(house, person)
    known = [k for k in house.kinds if any(holds(house, "vendor_kind", v) for v, o in house.vendors.items() if o == k)]
    lines = [line(house, trip, known) for _ in range(1 if is_last else story.whole(1, 2))]
    for one in lines:
        if not holds(house, "vendor_kind", one["vendor"]):
            one["vendor"] = next(v for v in house.vendors if holds(house, "vendor_kind", v))
    who = {"person": person, "trip": trip.name}
    house.record(story.day(trip.ends + story.whole(1, 6)), listed("report_closed", who, lines, part="line"))


def _sign(house: House, trips: list[Trip]) -> None:
    """Signatures of the present managers and slips for the added trips: neither answer needs them."""
    story = house.story
    for person in dict.fromkeys(t.person for t in trips):
        own = [t for t in trips if t.person == person and not house.lapses(person, 0.4)]
        manager = house.current("reports_to", person)
        if manager is not None and manager.value:
            for part in house.pieces(own, (4, 5, 6)):
                lines = [{"person": person, "trip": t.name} for t in part]
                at = story.day(max(t.starts for t in part) - story.whole(0, 6))
                house.record(at, listed("approvals", {"approver": manager.value[0]}, lines))
        for part in house.pieces([t for t in own if t.expenses], (3, 4, 5)):
            at = story.day(max(t.ends for t in part) + story.whole(5, 20))
            house.record(at, *(_slips(t) for t in part))


def _slips(trip: Trip) -> Draft:
    who = {"person": trip.person, "trip": trip.name}
    return listed("receipts_closed", who, [{"expense": e} for e in trip.expenses])


def _add_withdrawn(house: House, person: str) -> None:
    """A request that is withdrawn: one more event, that of the withdrawal."""
    story = house.story
    trip = house.story.names.make("trip")
    at = house.between(STARTS, ENDS - 0.04)
    house.record(at, Draft("register_one", {"person": person, "trip": trip}))
    late = story.day((at - story.starts_on).days + story.whole(2, 9))
    house.record(late, Draft("trip_off", {"person": person, "trip": trip}))
