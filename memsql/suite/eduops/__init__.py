"""EduOps: a registrar's office over a year or more (DOMAINS: "EduOps").

``story.options``: ``tale`` (merger, handbook or certificates), ``students``, ``courses``, ``outside`` (courses of
other schools), ``programs``, ``years`` (handbooks, oldest first), ``honoured`` (whether certificates count at
first: yes or no), ``barred`` (courses that a program gives no units for).
"""

from __future__ import annotations

from memsql.suite.eduops.book import write_book
from memsql.suite.eduops.college import College
from memsql.suite.eduops.plan import declare_programs
from memsql.suite.eduops.records import keep_files
from memsql.suite.forms import Draft
from memsql.suite.story import Story

COLLEGE = "college"
GOSSIP = ("gossip_standing", "gossip_rules", "gossip_course", "gossip_area")


def simulate(story: Story) -> None:
    """Add the history of one registrar's office to the story."""
    college = College.found(story)
    write_book(college)
    declare_programs(college)
    keep_files(college)
    college.empty_trays()
    college.introduce()
    story.memory[COLLEGE] = college


def chatter(story: Story) -> Draft:
    """Return talk about students, courses and areas of the story that records nothing."""
    college: College = story.memory[COLLEGE]
    form = story.one_of(GOSSIP)
    student, other = story.random.sample([s.name for s in college.students], 2)
    if form == "gossip_course":
        return Draft(form, {"student": student, "course": story.one_of(college.courses)})
    if form == "gossip_area":
        return Draft(form, {"student": student, "area": story.one_of(college.areas)})
    return Draft(form, {"student": student, "other": other})
