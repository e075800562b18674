"""The files of students: programs, handbooks, marks, drop forms, letters, certificates, and what is closed when."""

from __future__ import annotations

from datetime import timedelta
from decimal import Decimal

from memsql.suite.eduops.college import College, Student, Way
from memsql.suite.forms import Draft

GOOD = tuple(Decimal(n).scaleb(-2) for n in range(550, 701, 25))
MARKS = tuple(Decimal(n).scaleb(-2) for n in range(350, 701, 25))
REOPENED = {"marks": "marks_reopened", "drops": "drops_reopened", "waivers": "waivers_reopened"}
DONE = {"marks": "marks_done", "drops": "drops_done", "waivers": "waivers_done", "certificates": "certificates_done"}


def keep_files(college: College) -> None:
    """Record the files of all students."""
    _rolls(college)
    _recognition(college)
    for student in college.students:
        _marks(college, student)
        _drops(college, student)
        _letters(college, student)
        _certificates(college, student)
        _closing(college, student)


def _rolls(college: College) -> None:
    """Who follows which program from which day, with the handbook that binds them: several in one record."""
    story = college.story
    first, *later = college.years
    for program in college.programs:
        own = [s for s in college.students if s.program == program]
        for part in college.pieces(own, (2, 3, 4)):
            lines = [{"student": s.name} for s in part]
            at, year = college.between(0.0, 0.08), first if not later or story.chance(0.6) else later[0]
            since = story.starts_on - timedelta(days=story.whole(30, 300))
            tray = f"rolls {part[0].name}"
            college.post_list(tray, at, "intake", lines, program=program, since=since)
            if not story.chance(0.08):
                college.post_list(tray, at, "handbook", lines, year=year)
    for student in college.students:
        if story.chance(0.25 if student.is_quiet else 0.6):
            _change_of_roll(college, student)
        if later and story.chance(0.2 if student.is_quiet else 0.6):
            who = {"student": student.name}
            college.post("handbooks", college.between(0.38, 0.9), "handbook_one", **who, year=later[-1])
            if story.chance(0.3):
                college.post("handbooks", college.between(0.9, 0.98), "handbook_one", **who, year=first)


def _change_of_roll(college: College, student: Student) -> None:
    """A change that is planned, corrected, perhaps called off: its day may lie before or after its record."""
    story = college.story
    share = story.random.uniform(0.15, 0.8)
    who = {"student": student.name, "since": college.at(share + story.random.uniform(-0.05, 0.08))}
    college.post("rolls", college.at(share), "signed_up", **who, program=story.one_of(college.programs))
    for _ in range(story.one_of((0, 1, 1, 2))):
        again = college.between(share + 0.02, 0.95)
        college.post("rolls", again, "signed_up", **who, program=story.one_of(college.programs))
    if story.chance(0.25):
        college.post("rolls", college.between(share + 0.06, 0.97), "signed_off", **who)


def _recognition(college: College) -> None:
    """What courses of other schools are recognised as: in reading lists, revised, withdrawn; some as nothing."""
    story = college.story
    read = [{"outside_course": o, "course": story.one_of(college.courses)} for o in college.outside[:-1]]
    for part in college.pieces(read, (2, 3)):
        college.post_list("readings", college.between(0.02, 0.2), "recognition", part, editor=college.editor())
    for outside in college.outside:
        for _ in range(story.one_of((0, 0, 1, 2))):
            values = {"outside_course": outside, "course": story.one_of(college.courses)}
            college.again("syllabi", college.between(0.25, 0.95), "recognised", **values)
        if story.chance(0.15):
            college.post("syllabi", college.between(0.6, 0.9), "recognised_off", outside_course=outside)
    college.post("syllabi", college.between(0.1, 0.3), "recognised_nothing", outside_course=college.outside[-1])


def _marks(college: College, student: Student) -> None:
    """Mark sheets by term, single marks, second looks and retakes, marks that are annulled."""
    story = college.story
    compulsory = college.compulsory[student.program]
    if student.way is Way.FINISHED:
        pool, wanted = list(compulsory), len(compulsory) + story.one_of((0, 0, 1, 2))
    else:
        wanted = story.one_of((0, 0, 0, 1, 1, 2) if student.way is Way.NEW else (2, 3, 3, 4, 5))
        pool = story.some_of(compulsory, (wanted + 1) // 2)
    pool += story.some_of([c for c in college.courses if c not in pool], max(0, wanted - len(pool)))
    student.taken = pool
    terms = story.some_of(college.terms, min(len(college.terms), max(1, (wanted + 1) // 2)))
    sheets: dict[str, list[str]] = {}
    shares = dict(terms)
    for course in pool:
        sheets.setdefault(story.one_of(list(shares)), []).append(course)
    in_order = sorted(sheets.items(), key=lambda s: shares[s[0]])
    for term, courses in in_order:
        at = college.between(shares[term], shares[term] + 0.05)
        marks = GOOD if student.way is Way.FINISHED else MARKS
        lines = [{"course": c, "points": story.one_of(marks)} for c in courses]
        if len(lines) == 1:
            say = college.again if student.is_quiet else college.post
            say("marks", at, "mark", student=student.name, term=term, **lines[0])
        else:
            student.is_closed = term == in_order[-1][0] and story.chance(0.3)
            form = "results_closed" if student.is_closed else "results"
            college.post_list("sheets", at, form, lines, student=student.name, term=term)
        for course in courses if not student.is_quiet else ():
            _second_look(college, student, course, term, shares[term])


def _second_look(college: College, student: Student, course: str, term: str, share: float) -> None:
    story = college.story
    who = {"student": student.name, "course": course}
    for _ in range(story.one_of((0, 1, 1, 2, 2, 3))):
        share += story.random.uniform(0.03, 0.16)
        later = [t for t, when in college.terms if when <= share] or [term]
        values = {**who, "points": story.one_of(MARKS), "term": story.one_of([term, later[-1]])}
        college.post("marks", college.at(share), "mark", **values)
    if story.chance(0.06):
        college.post("marks", college.between(share + 0.05, share + 0.2), "mark_off", **who)


def _drops(college: College, student: Student) -> None:
    """Courses that were given up, with or without a mark; forms that are torn up again."""
    story = college.story
    others = [c for c in college.courses if c not in student.taken]
    if student.is_quiet:
        return
    dropped = [
        *story.some_of(student.taken, story.one_of((0, 0, 1, 1))),
        *story.some_of(others, story.one_of((0, 0, 1))),
    ]
    for course in dropped:
        share = story.random.uniform(0.15, 0.85)
        who = {"student": student.name, "course": course}
        college.post("forms", college.at(share), "drop", **who)
        if story.chance(0.45):
            college.post("forms", college.between(share + 0.03, 0.97), "drop_off", **who)


def _letters(college: College, student: Student) -> None:
    """What the dean lets a student off: compulsory courses and what others build on."""
    story = college.story
    asked = [*college.compulsory[student.program], *(n for c in college.courses for n in college.needs[c])]
    for course in story.some_of(sorted(set(asked) - set(student.taken)), story.one_of((0, 0, 1, 1, 2))):
        share = story.random.uniform(0.1, 0.85)
        who = {"student": student.name, "course": course}
        if not story.chance(0.25):
            college.again("letters", college.at(share), "waiver", **who)
        else:
            college.post("letters", college.at(share), "waiver", **who)
            college.post("letters", college.between(share + 0.04, 0.97), "waiver_off", **who)


def _certificates(college: College, student: Student) -> None:
    """Courses sat elsewhere, alone or several in one record, some not theirs after all."""
    story = college.story
    brought = story.some_of(college.outside, story.one_of((0, 0, 0, 1, 1, 2) if student.is_quiet else (0, 1, 2, 3)))
    at = college.between(0.02, 0.4)
    if len(brought) > 1:
        lines = [{"outside_course": o} for o in brought]
        college.post_list("post", at, "certificates", lines, student=student.name)
    for outside in brought if len(brought) == 1 else ():
        college.again("post", at, "certificate", student=student.name, outside_course=outside)
    for outside in brought:
        if story.chance(0.12):
            late = college.between(0.45, 0.9)
            college.post("post", late, "certificate_off", student=student.name, outside_course=outside)


def _closing(college: College, student: Student) -> None:
    """What is known to be all: the whole file at once, or part by part, early or late, and opened again."""
    story = college.story
    who = {"student": student.name}
    style = story.random.random()
    if student.way is Way.NEW or (style < 0.55 and not student.is_closed):
        low, high = (0.02, 0.12) if student.way is Way.NEW else (0.1, 0.45)
        college.record(college.between(low, high), Draft("file_done", who))
    else:
        for part, form in DONE.items():
            if (part in ("drops", "waivers") and style < 0.7) or (part == "marks" and student.is_closed):
                continue
            if not story.chance(0.06):
                college.post("checks", college.between(0.1, 0.55), form, **who)
        if style < 0.7:
            college.post("checks", college.between(0.1, 0.5), "folder_done", **who)
    for part, form in REOPENED.items() if not student.is_quiet else ():
        if story.chance(0.15):
            share = story.random.uniform(0.5, 0.85)
            college.post("checks", college.at(share), form, **who)
            if story.chance(0.7):
                college.post("checks", college.between(share + 0.02, share + 0.12), DONE[part], **who)
    if not student.is_quiet and story.chance(0.15):
        share = story.random.uniform(0.45, 0.8)
        college.post("post", college.at(share), "certificates_reopened", **who)
        if story.chance(0.6):
            college.post("post", college.between(share + 0.03, share + 0.15), "certificates_done", **who)
    if story.chance(0.2):
        college.post("checks", college.between(0.7, 0.97), DONE[story.one_of(list(DONE))], **who)
