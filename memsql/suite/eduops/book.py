"""The course book: what courses build on, what they carry, where they are shelved, and how that changes."""

from __future__ import annotations

from datetime import date

from memsql.suite.eduops.college import College

UNITS = (2, 3, 4, 5, 6, 8)


def write_book(college: College) -> None:
    """Record the course book and the plan of the library, with their corrections."""
    _plan_of_library(college)
    _shelves(college)
    _units(college)
    _entries(college)
    if college.tale == "merger":
        _merger(college)


def _plan_of_library(college: College) -> None:
    """The tree of areas, level by level; shelves that move; what is settled at the top."""
    story = college.story
    for upper, lower in zip(college.levels, college.levels[1:], strict=False):
        for number, area in enumerate(lower):
            college.above[area] = upper[number % len(upper)]
        for parent in upper:
            lines = [{"area": a} for a in lower if college.above[a] == parent]
            college.post_list("plan", college.between(0.0, 0.1), "branch", lines, parent_area=parent)
    tops = [{"area": a} for a in college.levels[0]]
    college.post_list("plan", college.between(0.03, 0.1), "branch_tops", tops, editor=college.editor())
    fields = dict(college.above)
    for low in (0.3, 0.55, 0.8):
        _regroup(college, college.between(low, low + 0.1), fields)
    top = story.one_of(college.levels[0])
    day = story.whole(50, 75) / 100
    college.post("plan", college.at(day), "branch_reopened", area=top)
    college.post("plan", college.between(day + 0.04, day + 0.1), "branch_top", area=top)


def _regroup(college: College, at: date, fields: dict[str, str]) -> None:
    """Some shelves change their field (``fields`` by shelf), those that go to the same one in one paragraph."""
    story = college.story
    shelves = story.some_of(college.levels[-1], len(college.levels[-1]) // 2 + 1)
    for field in college.levels[-2]:
        lines = [{"area": a} for a in shelves if story.chance(0.6) and fields[a] != field]
        shelves = [a for a in shelves if {"area": a} not in lines]
        for line in lines:
            fields[line["area"]] = field
        if len(lines) == 1:
            college.post("plan", at, "branch_one", area=lines[0]["area"], parent_area=field)
        elif lines:
            college.post_list("plan", at, "branch", lines, parent_area=field)


def _shelves(college: College) -> None:
    """Where courses are shelved, several in one record; a few move, once or twice."""
    story = college.story
    fields = college.levels[-2] if len(college.levels) > 2 else []
    for course in college.courses:
        college.shelf_of[course] = story.one_of([*college.levels[-1], *college.levels[-1], *fields])
    for area in college.areas:
        own = [{"course": c} for c in college.courses if college.shelf_of[c] == area]
        for part in college.pieces(own, (3, 4, 5)):
            college.post_list("book", college.between(0.0, 0.14), "shelf", part, area=area)
    for course in college.courses:
        for _ in range(story.one_of((0, 0, 0, 0, 0, 1, 2))):
            area = story.one_of(college.levels[-1])
            college.again("shelves", college.between(0.3, 0.97), "shelf_one", course=course, area=area)


def _units(college: College) -> None:
    """What courses carry, in load sheets; changed now and then; one is never entered."""
    story = college.story
    for course in story.some_of(college.courses, len(college.courses) - 1):
        college.units_of[course] = story.one_of(UNITS)
    lines = [{"course": c, "number": n} for c, n in college.units_of.items()]
    for part in college.pieces(lines, (4, 5, 6)):
        college.post_list("book", college.between(0.0, 0.14), "units", part, editor=college.editor())
    for course in college.units_of:
        for _ in range(story.one_of((0, 0, 0, 0, 1, 2))):
            number = story.one_of(UNITS)
            college.again("loads", college.between(0.3, 0.97), "units_one", course=course, number=number)


def _entries(college: College) -> None:
    """What each course builds on: always courses earlier in the list, so that no chain closes on itself."""
    story = college.story
    closed: list[tuple[float, str]] = []
    for number, course in enumerate(college.courses):
        earlier = college.courses[max(0, number - 9) : number]
        college.needs[course] = story.some_of(earlier, story.one_of((0, 0, 0, 0, 1, 1, 1, 2, 2)))
        share = _entry(college, course)
        if share is not None and not story.chance(0.05):
            closed.append((share + story.random.uniform(0.01, 0.15), course))
        _later(college, course, earlier)
    closed.sort()
    for part in college.pieces(closed, (1, 3, 4, 5)):
        at = college.at(part[-1][0])
        if len(part) == 1:
            college.post("readings", at, "asks_done_one", course=part[0][1])
        else:
            lines = [{"course": c} for _, c in part]
            college.post_list("readings", at, "asks_done", lines, editor=college.editor())


def _entry(college: College, course: str) -> float | None:
    """The first lines of an entry, in pieces; the share of the history after which it waits to be closed, if any."""
    story = college.story
    share = story.random.uniform(0.0, 0.14)
    parts = college.pieces(college.needs[course], (1, 1, 2))
    for place, part in enumerate(parts, 1):
        lines = [{"needed": n} for n in part]
        share += story.random.uniform(0.0, 0.04)
        if place == len(parts) and story.chance(0.65):
            college.post_list("entries", college.at(share), "asks_closed", lines, course=course)
            return None
        if len(part) == 1:
            college.again("entries", college.at(share), "asks_one", course=course, needed=part[0])
        else:
            college.post_list("entries", college.at(share), "asks", lines, course=course)
    return share


def _later(college: College, course: str, earlier: list[str]) -> None:
    """Lines that are added or struck, and entries that are opened again."""
    story = college.story
    more = [c for c in earlier if c not in college.needs[course]]
    if more and story.chance(0.15):
        college.post("entries", college.between(0.35, 0.97), "asks_one", course=course, needed=story.one_of(more))
    if college.needs[course] and story.chance(0.25):
        needed = story.one_of(college.needs[course])
        share = story.random.uniform(0.35, 0.85)
        college.post("entries", college.at(share), "asks_off", course=course, needed=needed)
        if story.chance(0.35):
            college.post("entries", college.between(share + 0.04, 0.97), "asks_one", course=course, needed=needed)
    if story.chance(0.12):
        share = story.random.uniform(0.4, 0.8)
        college.post("readings", college.at(share), "asks_reopened", course=course)
        if story.chance(0.75):
            college.post("readings", college.between(share + 0.03, share + 0.15), "asks_done_one", course=course)


def _merger(college: College) -> None:
    """Two shelves become one: the courses of the second move, in one record, and the shelf goes under another field."""
    first, second = college.levels[-1][:2]
    moved = [{"course": c} for c in college.courses if college.shelf_of[c] == second]
    at = college.at(0.5)
    if moved:
        college.post_list("shelves", at, "shelf", moved, area=first)
    college.post("plan", at, "branch_one", area=second, parent_area=college.levels[-2][-1])
