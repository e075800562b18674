"""People: who works where, who sits where, who reports to whom, and how the chart changes."""

from __future__ import annotations

from datetime import date

from memsql.suite.desk import listed
from memsql.suite.forms import Draft
from memsql.suite.tripops.house import House

RANKS = (1, 2, 4)
"""People on the first ranks of the chart, below the chief for each desk; all others share the ranks below."""


def hire(house: House) -> None:
    """Make the people and record contracts, desks and the first chart."""
    story = house.story
    house.company = story.names.make("company")
    house.people = [story.names.make("person") for _ in range(house.size("people"))]
    house.number = {person: number for number, person in enumerate(house.people)}
    ranks = [rank for rank, count in enumerate(RANKS) for _ in range(count * house.desks if rank else count)]
    for index, person in enumerate(house.people):
        house.rank[person] = ranks[index] if index < len(ranks) else len(RANKS) + (index % 2)
        house.home[person] = story.one_of(house.cities)
    for part in house.pieces(house.people, (3, 4, 5)):
        house.record(
            house.between(0.0, 0.04), listed("staff_list", {"company": house.company}, [{"person": p} for p in part])
        )
    for person in story.some_of(house.people, max(1, len(house.people) // 7)):
        house.record(house.between(0.1, 0.6), Draft("joined", {"person": person, "company": house.company}))
    for city in dict.fromkeys(house.home.values()):
        seated = [{"person": p} for p in house.people if house.home[p] == city and not story.chance(0.05)]
        for room in house.pieces(seated, (2, 3, 4)):
            house.put("desks", house.between(0.0, 0.06), listed("office", {"city": city}, room))
    _chart(house)


def _chart(house: House) -> None:
    """Record the first chart, a record per team or part of one, and whose line is settled."""
    story = house.story
    teams: dict[str, list[str]] = {}
    for person in house.people:
        above = [p for p in house.people if house.rank[p] == house.rank[person] - 1]
        if above:
            house.manager[person] = story.one_of(above)
            teams.setdefault(house.manager[person], []).append(person)
    for manager, members in teams.items():
        for part in house.pieces(members, (3, 4, 5)):
            at = house.between(0.0, 0.05) if story.chance(0.9) else house.between(0.2, 0.5)
            house.put(
                f"chart {house.rank[manager]}",
                at,
                listed("team", {"manager": manager}, [{"person": p} for p in part]),
            )
            if len(part) == 1:
                house.repeat("chart moves", at, Draft("new_manager", {"person": part[0], "manager": manager}))
    chief = house.people[0]
    house.record(house.between(0.01, 0.12), Draft("top", {"person": chief}))
    if story.chance(0.6):
        day = story.whole(55, 70) / 100
        house.record(house.at(day), Draft("line_reopened", {"person": chief}))
        house.record(house.between(day + 0.02, day + 0.12), Draft("top", {"person": chief}))


def reorganise(house: House) -> None:
    """Change desks and the chart over the year; the tales of the merger and the relocation change many at once."""
    story, tale = house.story, house.option("tale")
    for person in story.some_of(house.people, max(2, len(house.people) * 2 // 3)):
        for _ in range(story.whole(1, 2)):
            place = {"person": person, "city": story.one_of(house.cities)}
            house.put("moves", house.between(0.1, 0.9), Draft("moved_office", place))
    below = [p for p in house.people if house.rank[p] > 1]
    for person in story.some_of(below, max(2, len(below) // 4)):
        for _ in range(story.whole(1, 3)):
            _move(house, person, house.between(0.15, 0.92))
    for person in story.some_of(below, max(1, len(below) // 10)):
        at = house.between(0.3, 0.8)
        house.record(at, Draft("no_manager", {"person": person}))
        if story.chance(0.5):
            _move(house, person, house.between(0.82, 0.95))
    if tale == "merger":
        _merge(house)
    if tale == "relocation":
        city = story.one_of(house.cities)
        for part in house.pieces(story.some_of(house.people, len(house.people) // 2), (2, 3, 4)):
            house.record(house.between(0.48, 0.53), listed("office", {"city": city}, [{"person": p} for p in part]))


def _move(house: House, person: str, at: date) -> None:
    """Give somebody another manager: of a higher rank, so that no chart ever has a circle."""
    above = [p for p in house.people if house.rank[p] < house.rank[person] and p != house.people[0]]
    if above:
        manager = house.story.one_of(above)
        house.record(at, Draft("new_manager", {"person": person, "manager": manager}))
        _sign_again(house, person, manager, at)


def _sign_again(house: House, person: str, manager: str, at: date) -> None:
    """A new manager signs some of the person's trips as well."""
    story = house.story
    trips = story.some_of([t for t in house.trips if t.person == person], story.whole(0, 4))
    if trips:
        late = story.day((at - story.starts_on).days + story.whole(3, 30))
        lines = [{"person": person, "trip": t.name} for t in trips]
        house.put("signatures", late, listed("approvals", {"approver": manager}, lines))


def _merge(house: House) -> None:
    """The merger of departments: the teams of one rank all go under one of their heads."""
    story = house.story
    heads = [p for p in house.people if house.rank[p] == len(RANKS) - 1]
    members = [p for p in house.people if house.rank[p] >= len(RANKS)]
    if not heads:
        return
    head = story.one_of(heads)
    for part in house.pieces(members, (2, 3)):
        at = house.between(0.5, 0.54)
        house.record(at, listed("team", {"manager": head}, [{"person": p} for p in part]))
        for person in part:
            _sign_again(house, person, head, at)
