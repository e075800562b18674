"""What programs and the faculty declare: load tables, compulsory lists, bars, struck courses, certificates."""

from __future__ import annotations

from decimal import Decimal

from memsql.suite.eduops.college import College

FIRST = 0.04
"""Share of the history within which a program says its first rules, several in one record."""

BARS = tuple(Decimal(n).scaleb(-2) for n in (400, 425, 450, 475, 500, 525, 550))


def declare_programs(college: College) -> None:
    """Record the rules of every program and of the faculty, and their revisions."""
    for program in college.programs:
        _bar(college, program)
        _compulsory(college, program)
        _loads(college, program)
        _struck(college, program)
    _certificates(college)


def _bar(college: College, program: str) -> None:
    """From which mark on a pass counts: revised by the first program twice, by others late or never."""
    story = college.story
    is_first = program == college.programs[0]
    late = [story.random.uniform(0.3, 0.6), story.random.uniform(0.7, 0.95)] if is_first else [0.85]
    shares = [0.01, *(late if is_first or story.chance(0.6) else [])]
    for share in shares:
        tray = f"booklet {program}" if share < FIRST else "bars"
        college.post(tray, college.at(share), "threshold", program=program, points=story.one_of(BARS))


def _compulsory(college: College, program: str) -> None:
    """The compulsory list in two or three records; closed with the last, later or never; lines come and go."""
    story = college.story
    listed = story.some_of(list(college.units_of), story.whole(3, 5))
    college.compulsory[program] = listed
    share = story.random.uniform(0.0, FIRST / 2)
    parts = college.pieces(listed, (2, 3, 4))
    for number, part in enumerate(parts, 1):
        is_last = number == len(parts) and story.chance(0.7)
        form = "compulsory_closed" if is_last else "compulsory"
        lines = [{"course": c} for c in part]
        college.post_list(f"booklet {program}", college.at(share), form, lines, program=program)
        share += story.random.uniform(0.005, 0.03)
    if not is_last:
        college.post("lists", college.between(share, share + 0.12), "compulsory_done", program=program)
    others = [c for c in college.courses if c not in listed]
    for course in story.some_of(others, story.whole(0, 2)):
        share = story.random.uniform(0.4, 0.9)
        college.post("lists", college.at(share), "compulsory_one", program=program, course=course)
        if story.chance(0.4):
            late = college.between(share + 0.03, 0.98)
            college.post("lists", late, "compulsory_off", program=program, course=course)
    for course in story.some_of(listed, story.whole(0, 1)):
        share = story.random.uniform(0.45, 0.8)
        college.post("lists", college.at(share), "compulsory_off", program=program, course=course)
        if story.chance(0.5):
            late = college.between(share + 0.04, 0.97)
            college.post("lists", late, "compulsory_one", program=program, course=course)
    if story.chance(0.4):
        share = story.random.uniform(0.55, 0.8)
        college.post("lists", college.at(share), "compulsory_reopened", program=program)
        college.post("lists", college.between(share + 0.02, share + 0.12), "compulsory_done", program=program)


def _loads(college: College, program: str) -> None:
    """The load table of each handbook; a new handbook comes with the year, amendments later."""
    story = college.story
    for number, year in enumerate(college.years):
        share = story.random.uniform(0.0, FIRST / 2) if number < 2 else story.random.uniform(0.3, 0.36)
        wanted = _wanted(college, program)
        parts = college.pieces(list(wanted), (2, 2, 3))
        is_closed = False
        for place, part in enumerate(parts, 1):
            is_closed = place == len(parts) and story.chance(0.7)
            lines = [{"area": a, "number": wanted[a]} for a in part]
            form = "quota_closed" if is_closed else "quota"
            college.post_list(f"booklet {program}", college.at(share), form, lines, program=program, year=year)
            share += story.random.uniform(0.005, 0.03)
        if not is_closed and story.chance(0.85):
            late = college.between(share, share + 0.15)
            college.post("tables", late, "quotas_done", program=program, year=year)
        for area in wanted:
            for _ in range(story.one_of((0, 0, 0, 1, 2))):
                values = {"program": program, "year": year, "area": area, "number": story.whole(2, 16)}
                college.post("tables", college.between(share + 0.05, 0.97), "quota_one", **values)
        if story.chance(0.3):
            values = {"program": program, "year": year, "area": story.one_of(list(wanted))}
            college.post("tables", college.between(0.5, 0.95), "quota_off", **values)
        if story.chance(0.15):
            share = story.random.uniform(0.5, 0.8)
            college.post("tables", college.at(share), "quotas_reopened", program=program, year=year)
            late = college.between(share + 0.02, share + 0.15)
            college.post("tables", late, "quotas_done", program=program, year=year)


def _wanted(college: College, program: str) -> dict[str, int]:
    """Areas with the load that the program wants there: mostly what its compulsory courses bring, or more."""
    story = college.story
    brings: dict[str, int] = {}
    for course in college.compulsory[program]:
        area = college.shelf_of[course]
        brings[area] = brings.get(area, 0) + college.units_of[course]
        if area in college.above:
            upper = college.above[area]
            brings[upper] = brings.get(upper, 0) + college.units_of[course]
    wanted = {a: story.whole(2, max(2, brings[a])) for a in story.some_of(sorted(brings), story.whole(2, 3))}
    if story.chance(0.4):
        wanted[story.one_of(college.areas)] = story.whole(4, 14)
    return wanted


def _struck(college: College, program: str) -> None:
    """Courses that give no units: as many as the configuration says, some let in again; the list is closed early."""
    story = college.story
    count = college.size("barred", 0)
    courses = story.some_of(college.courses, count)
    if courses:
        early = [{"course": c} for c in courses[: max(1, count // 2)]]
        college.post_list(f"booklet {program}", college.between(0.0, FIRST), "barred", early, program=program)
    college.post(f"booklet {program}", college.between(0.01, FIRST), "barred_done", program=program)
    for course in courses[max(1, count // 2) :]:
        college.post("struck", college.between(0.3, 0.9), "barred_one", program=program, course=course)
    for course in courses[:1]:
        share = story.random.uniform(0.4, 0.7)
        college.post("struck", college.at(share), "barred_off", program=program, course=course)
        if story.chance(0.5):
            late = college.between(share + 0.05, 0.95)
            college.post("struck", late, "barred_one", program=program, course=course)
    if story.chance(0.35):
        share = story.random.uniform(0.6, 0.85)
        college.post("struck", college.at(share), "barred_reopened", program=program)
        college.post("struck", college.between(share + 0.02, share + 0.1), "barred_done", program=program)


def _certificates(college: College) -> None:
    """Whether certificates count: said at the start, and in one tale changed and changed back."""
    turns = {"yes": "certificates_welcome", "no": "certificates_refused"}
    first = str(college.option("honoured"))
    second = "no" if first == "yes" else "yes"
    shares = [(0.02, first)]
    if college.tale == "certificates":
        shares += [(0.45, second), (0.72, first)]
    else:
        shares += [(0.3, first)]
    for share, turn in shares:
        at = college.between(share, share + 0.04)
        college.post("faculty", at, turns[turn], faculty=college.faculty)
