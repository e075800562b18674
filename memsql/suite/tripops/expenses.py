"""Accounts: expense reports in parts, slips, signatures, corrections, what is closed and what stays open."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

from memsql.suite.desk import listed
from memsql.suite.forms import Draft
from memsql.suite.tripops.house import House, Trip
from memsql.suite.tripops.policy import TYPICAL

REPORTED, LINES = 0.4, (2, 9)
"""Share of trips with an expense report, and how many lines it has at least and at most."""
COMMON = 0.75
"""Share of lines that are of no heading refused now or later: those are the last two."""


def keep_accounts(house: House, trips: list[Trip]) -> None:
    """Record expenses, slips and signatures of the trips."""
    story = house.story
    for trip in trips:
        if story.chance(REPORTED) and not trip.is_off:
            report(house, trip, story.whole(*LINES))
            _slips(house, trip)
        elif not house.lapses(trip.person, 0.3):
            at = story.day(trip.ends + story.whole(2, 40))
            house.put("reports", at, Draft("expenses_closed", {"person": trip.person, "trip": trip.name}))
    _signatures(house, trips)


def line(house: House, trip: Trip, kinds: list[str] | None = None) -> dict[str, Any]:
    """A line of an expense report, with the next number of the trip; ``kinds``: headings to choose from."""
    story = house.story
    common = house.kinds[:-2] if story.chance(COMMON) else house.kinds
    wanted = [k for k in common if kinds is None or k in kinds] or kinds or house.kinds
    vendor = story.one_of([v for v, k in house.vendors.items() if k in wanted])
    low, high = TYPICAL[house.vendors[vendor]]
    expense = f"{trip.stem}-{len(trip.expenses) + 1}"
    trip.expenses.append(expense)
    currency = house.currencies[0] if story.chance(0.4) else story.one_of(house.currencies[1:])
    day = min(story.whole(trip.starts, trip.ends), story.days - 2)
    return {
        "expense": expense,
        "vendor": vendor,
        "amount": story.money(low, high, 5),
        "currency": currency,
        "spent_on": story.starts_on + timedelta(days=day),
    }


def report(house: House, trip: Trip, count: int) -> None:
    """Expense lines in several reports, the last of which may close the collection; corrections afterwards."""
    story = house.story
    who = {"person": trip.person, "trip": trip.name}
    lines = [line(house, trip) for _ in range(count)]
    parts = house.pieces(lines, (3, 4, 5))
    day = trip.ends
    closing = 0.0 if house.is_watched(trip.person) else story.random.random()
    if house.lapses(trip.person, 0.2):
        closing = 1.0
    for number, part in enumerate(parts, 1):
        day += story.whole(2, 15)
        form = "report_closed" if number == len(parts) and closing < 0.45 else "report"
        house.put(_tray(house, trip), story.day(day), listed(form, who, part, part="line"))
    if 0.45 <= closing < 1.0:
        house.put("reports", story.day(day + story.whole(3, 40)), Draft("expenses_closed", who))
    for one in lines:
        _correct(house, who, one, day)
    if closing and house.lapses(trip.person, 0.08):
        house.record(story.day(day + story.whole(30, 60)), Draft("expenses_reopened", who))
        if story.chance(0.5):
            house.record(story.day(day + story.whole(65, 90)), Draft("expenses_closed", who))


def _tray(house: House, trip: Trip) -> str:
    return f"reports {trip.person}" if house.is_watched(trip.person) else "reports"


def _correct(house: House, who: dict[str, str], one: dict[str, Any], day: int) -> None:
    """Correct, withdraw or repeat a line."""
    story = house.story
    if story.chance(0.04):
        late = story.day(day + story.whole(3, 60))
        house.put("corrections", late, Draft("expense_off", {**who, "expense": one["expense"]}))
        return
    for _ in range(story.one_of((0, 0, 0, 0, 0, 0, 0, 1, 2))):
        low, high = TYPICAL[house.vendors[one["vendor"]]]
        fixed = {**who, **one, "amount": story.money(low, high, 5)}
        if story.chance(0.25):
            fixed["spent_on"] = max(one["spent_on"] - timedelta(days=story.whole(1, 3)), story.starts_on)
        house.put("corrections", story.day(day + story.whole(3, 70)), Draft("expense_fix", fixed))


def _slips(house: House, trip: Trip) -> None:
    """Slips of most lines; the folder is closed with the last ones, later or never."""
    story = house.story
    who = {"person": trip.person, "trip": trip.name}
    kept = [e for e in trip.expenses if story.chance(0.72)]
    day = trip.ends + story.whole(4, 30)
    closing = 1.0 if house.lapses(trip.person, 0.2) else story.random.random()
    parts = house.pieces(kept, (3, 4, 5))
    for number, part in enumerate(parts, 1):
        form = "receipts_closed" if number == len(parts) and closing < 0.4 else "receipts"
        house.put("slips", story.day(day), listed(form, who, [{"expense": e} for e in part]))
        day += story.whole(2, 25)
    if 0.4 <= closing < 1.0 or (closing < 0.4 and not parts):
        house.put("slips", story.day(day + story.whole(1, 30)), Draft("receipts_done", who))
    for expense in kept:
        if story.chance(0.06):
            late = story.day(day + story.whole(5, 60))
            house.put("slips", late, Draft("receipt_off", {**who, "expense": expense}))
    if house.lapses(trip.person, 0.06):
        house.record(story.day(day + story.whole(35, 60)), Draft("receipts_reopened", who))


def _signatures(house: House, trips: list[Trip]) -> None:
    """Who signed: the manager, somebody higher up, or somebody else; alone or in a folder."""
    story = house.story
    folders: dict[str, list[Trip]] = {}
    for trip in trips:
        if not house.lapses(trip.person, 0.2):
            folders.setdefault(_signer(house, trip), []).append(trip)
    for signer, signed in folders.items():
        for part in house.pieces(sorted(signed, key=lambda t: t.starts), (3, 4, 5)):
            at = _signed_on(house, part)
            lines = [{"person": t.person, "trip": t.name} for t in part]
            if len(part) > 1:
                house.put("signatures", at, listed("approvals", {"approver": signer}, lines))
                continue
            draft = Draft("approval", {"approver": signer, **lines[0]})
            house.put("signatures", at, draft)
            house.repeat("signatures", at, draft)
    for trip in trips:
        who = {"person": trip.person, "trip": trip.name}
        if story.chance(0.14):
            again = {**who, "approver": _signer(house, trip)}
            house.put("signatures", story.day(trip.ends + story.whole(2, 80)), Draft("approval", again))
        if story.chance(0.07):
            house.put("signatures", story.day(trip.ends + story.whole(2, 80)), Draft("approval_off", who))
    for person in house.people:
        if house.is_watched(person) or not house.lapses(person, 0.25):
            house.put("files", house.between(0.1, 0.6), Draft("approvals_closed", {"person": person}))
            if house.lapses(person, 0.12):
                house.record(house.between(0.65, 0.9), Draft("approvals_reopened", {"person": person}))


def _signed_on(house: House, part: list[Trip]) -> date:
    """Before the first of the trips, or late."""
    story = house.story
    early = min(t.starts for t in part) - story.whole(1, 25)
    return story.day(early if story.chance(0.75) else max(t.ends for t in part) + story.whole(3, 60))


def _signer(house: House, trip: Trip) -> str:
    """The manager as first charted, the manager's manager, or anybody."""
    story = house.story
    manager = house.manager.get(trip.person)
    if manager is None or house.lapses(trip.person, 0.18):
        return story.one_of([p for p in house.people if p != trip.person])
    if story.chance(0.2):
        return house.manager.get(manager, manager)
    return manager
