"""The rulings for all domains, as EduOps shows them: answers reasoned by hand."""

from __future__ import annotations

from tests.domains.rulings import Ruling

GENERAL = {
    "1, 3, 4: current rules, and the program of the day": Ruling(
        "A minimum without dates holds for old passes; the program is that of the cutoff's day, or of known_at's.",
        (
            "01-01: assert program(ann, 2026-01-01) = history; assert program(ann, 2026-03-01) = law",
            "01-02: declare minimum_grade(history) = 5.00; declare minimum_grade(law) = 5.50",
            "01-03: assert passed(ann, runes) = 5.25, spring; complete withdrawn(ann)",
            "01-04: assert prereq(seals, runes); complete prereq(seals)",
            "01-04: complete waived(ann); complete transferred(ann); complete passed(ann)",
            "03-03: declare minimum_grade(law) = 5.00",
            "03-04: cancel program(ann, 2026-03-01)",
        ),
        (
            "may_enrol(arts, ann, seals) at 02-28 -> answerable true",
            "may_enrol(arts, ann, seals) at 03-01 -> answerable false",
            "may_enrol(arts, ann, seals) at 03-03 -> answerable true",
            "program_on(ann, 2025-12-31) at 01-04 -> unknown",
            "program_on(ann, 2026-02-28) at 01-04 -> answerable history",
            "program_on(ann, 2026-03-01) at 03-03 -> answerable law",
            "program_on(ann, 2026-03-01) at 03-04 -> answerable history",
            "requirement(ben, sources) at 03-04 -> unknown",
        ),
    ),
    "2: what has no completeness is unknown when absent": Ruling(
        "No minimum, credits, program, catalogue year or word on transfers is none; a requirement of 0 is a row.",
        (
            "01-01: assert passed(ann, runes) = 6.00, spring; complete passed(ann); complete withdrawn(ann)",
            "01-01: complete transferred(ann); complete waived(ann)",
            "01-02: assert program(ann, 2026-01-01) = history; complete excluded(history)",
            "01-03: assert course_area(runes) = sources; declare minimum_grade(history) = 5.00",
            "01-04: assert credits(runes) = 5",
            "01-05: declare required_credits(history, sources, 2025) = 0",
            "01-06: assert catalogue_year(ann) = 2025",
        ),
        (
            "area_credits(arts, ann, sources) at 01-02 -> unknown",
            "area_credits(arts, ann, sources) at 01-03 -> unknown",
            "area_credits(arts, ann, sources) at 01-04 -> answerable 5",
            "requirement(ann, sources) at 01-05 -> unknown",
            "requirement(ann, sources) at 01-06 -> justified-zero 0",
            "credits_needed(arts, ann, sources) at 01-06 -> justified-zero 0",
        ),
    ),
    "8: value and completeness of a function": Ruling(
        "What an outside course counts as counts where it is said, before and after it is said to be settled.",
        (
            "01-01: complete equivalent(x1)",
            "01-02: assert equivalent(x1) = runes",
            "01-03: cancel equivalent(x1)",
            "01-04: assert equivalent(x2) = maps",
        ),
        (
            "equivalent(x1) at 01-01 -> justified-zero none",
            "equivalent(x1) at 01-02 -> answerable runes",
            "equivalent(x1) at 01-03 -> justified-zero none",
            "equivalent(x2) at 01-03 -> unknown",
            "equivalent(x2) at 01-04 -> answerable maps",
        ),
    ),
    "10, 11: one false part, and what might be in": Ruling(
        "A course that lies elsewhere needs no other record; one that may lie there leaves set and sum unknown.",
        (
            "01-01: assert program(ann, 2026-01-01) = history; declare minimum_grade(history) = 5.00",
            "01-02: assert passed(ann, runes) = 6.00, spring; assert passed(ann, maps) = 6.00, spring",
            "01-02: complete passed(ann); complete transferred(ann); assert withdrawn(ann, seals)",
            "01-03: assert course_area(runes) = sources; assert credits(runes) = 5",
            "01-04: assert course_area(maps) = land; complete area_in(land)",
            "01-05: complete withdrawn(ann)",
            "01-06: complete excluded(history)",
        ),
        (
            "holds_in_area[arts, ann, sources] at 01-04 -> unknown",
            "holds_in_area[arts, ann, sources] at 01-05 -> answerable {runes}",
            "holds_in_area(arts, ann, sources, maps) at 01-04 -> answerable false",
            "area_credits(arts, ann, sources) at 01-05 -> unknown",
            "area_credits(arts, ann, sources) at 01-06 -> answerable 5",
            "area_credits(arts, ann, law) at 01-06 -> unknown",
        ),
    ),
    "12, 14, 15, 17: no members": Ruling(
        "An empty closed file settles what it can: no mean, no list, every requirement unmet, nothing that leads.",
        (
            "01-01: complete passed(ann); complete transferred(ann)",
            "01-02: complete withdrawn(ann); complete waived(ann)",
            "01-03: assert program(ann, 2026-01-01) = history; complete required_course(history)",
            "01-04: declare required_course(history, runes)",
        ),
        (
            "mean_grade(ann) at 01-01 -> justified-zero none",
            "not_counting[arts, ann] at 01-01 -> justified-zero {}",
            "most_credits[arts, ann] at 01-01 -> justified-zero {}",
            "most_credits_area(arts, ann) at 01-01 -> justified-zero none",
            "holds_in_area[arts, ann, sources] at 01-01 -> justified-zero {}",
            "unmet[arts, ann] at 01-02 -> unknown",
            "courses_left(arts, ann) at 01-03 -> justified-zero 0",
            "courses_left(arts, ann) at 01-04 -> answerable 1",
            "all_met(arts, ann) at 01-04 -> answerable false",
        ),
    ),
    "21, 24, 25: cancelled members and keys that nobody mentions": Ruling(
        "A member that is taken back leaves the list complete; a student of whom nothing is said has nothing known.",
        (
            "01-01: assert prereq(seals, runes); assert prereq(seals, maps); complete prereq(seals)",
            "01-01: complete prereq(runes); complete prereq(maps)",
            "01-02: cancel prereq(seals, maps)",
            "01-03: cancel prereq(seals, latin)",
            "01-04: cancel prereq_complete(seals)",
        ),
        (
            "all_prereq[seals] at 01-01 -> answerable {maps, runes}",
            "all_prereq[seals] at 01-02 -> answerable {runes}",
            "all_prereq[seals] at 01-03 -> answerable {runes}",
            "all_prereq[seals] at 01-04 -> unknown",
            "prereq(seals, maps) at 01-04 -> answerable false",
            "mean_grade(zoe) at 01-04 -> unknown",
            "may_enrol(arts, zoe, seals) at 01-04 -> unknown",
            "all_prereq[harps] at 01-04 -> unknown",
        ),
    ),
}
