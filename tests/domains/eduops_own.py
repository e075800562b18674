"""The rulings for EduOps: answers reasoned by hand."""

from __future__ import annotations

from tests.domains.rulings import Ruling

SIGNED_UP = "01-01: assert program(ann, 2026-01-01) = history; declare minimum_grade(history) = 5.00"
NO_TRANSFERS = "01-01: complete transferred(ann)"
FILE = "01-02: complete passed(ann); complete withdrawn(ann); complete waived(ann); complete transferred(ann)"
GRADE, VOID = '"grade below minimum"', '"transfers do not count"'
NOTHING_STRUCK = "01-01: complete excluded(history)"

OWN = {
    "edu 1, 2: all requirements": Ruling(
        "Without the lists of required courses and of credits no yes; one thing that is lacking says no.",
        (
            SIGNED_UP,
            NOTHING_STRUCK,
            "01-02: assert passed(ann, runes) = 6.00, spring; assert catalogue_year(ann) = 2025",
            "01-02: complete passed(ann); complete withdrawn(ann); complete waived(ann); complete transferred(ann)",
            "01-03: assert course_area(runes) = sources; assert credits(runes) = 5; complete area_in(sources)",
            "01-04: declare required_course(history, runes); complete required_course(history)",
            "01-05: declare required_credits(history, sources, 2025) = 5",
            "01-06: complete required_credits(history, 2025)",
            "01-07: declare required_credits(history, sources, 2025) = 6",
            "01-08: declare required_credits(history, sources, 2025) = 5; declare required_course(history, maps)",
        ),
        (
            "all_met(arts, ann) at 01-05 -> unknown",
            "all_met(arts, ann) at 01-06 -> answerable true",
            "all_met(arts, ann) at 01-07 -> answerable false",
            "all_met(arts, ann) at 01-08 -> answerable false",
            "courses_left(arts, ann) at 01-06 -> justified-zero 0",
            "courses_left(arts, ann) at 01-08 -> answerable 1",
        ),
    ),
    "edu 3: withdrawn is not passed": Ruling(
        "A withdrawal undoes a pass until it is cancelled, for mean, requirements and prerequisites alike.",
        (
            SIGNED_UP,
            "01-02: assert passed(ann, runes) = 6.00, spring; complete passed(ann); complete waived(ann)",
            NO_TRANSFERS,
            "01-03: assert prereq(seals, runes); complete prereq(seals)",
            "01-04: complete withdrawn(ann)",
            "01-05: assert withdrawn(ann, runes)",
            "01-06: cancel withdrawn(ann, runes)",
        ),
        (
            "may_enrol(arts, ann, seals) at 01-03 -> unknown",
            "may_enrol(arts, ann, seals) at 01-04 -> answerable true",
            "may_enrol(arts, ann, seals) at 01-05 -> answerable false",
            "mean_grade(ann) at 01-05 -> justified-zero none",
            "may_enrol(arts, ann, seals) at 01-06 -> answerable true",
            "mean_grade(ann) at 01-06 -> answerable 6.00",
        ),
    ),
    "edu 4: what meets a course": Ruling(
        "With the program unknown a waiver, a transfer and an absent pass still decide; a grade does not.",
        (
            "01-01: assert prereq(seals, runes); complete prereq(seals); complete withdrawn(ann)",
            "01-02: complete waived(ann); complete transferred(ann); complete passed(ann)",
            "01-03: assert passed(ann, runes) = 6.00, spring",
            "01-04: assert waived(ann, runes)",
            "01-05: cancel waived(ann, runes); assert transferred(ann, x1); assert equivalent(x1) = runes",
            "01-05: declare transfers_count(arts) = yes",
            "01-06: declare transfers_count(arts) = no; assert program(ann, 2026-01-06) = history",
            "01-06: declare minimum_grade(history) = 6.00",
            "01-07: declare minimum_grade(history) = 6.25",
        ),
        (
            "may_enrol(arts, ann, seals) at 01-02 -> answerable false",
            "may_enrol(arts, ann, seals) at 01-03 -> unknown",
            "may_enrol(arts, ann, seals) at 01-04 -> answerable true",
            "may_enrol(arts, ann, seals) at 01-05 -> answerable true",
            "may_enrol(arts, ann, seals) at 01-06 -> answerable true",
            "may_enrol(arts, ann, seals) at 01-07 -> answerable false",
        ),
    ),
    "edu 5: transfers": Ruling(
        "Where transfers do not count every one is void; that none is equivalent needs all and what each counts as.",
        (
            SIGNED_UP,
            "01-02: complete passed(ann); complete withdrawn(ann); complete waived(ann)",
            "01-02: assert prereq(seals, runes); complete prereq(seals)",
            "01-03: declare transfers_count(arts) = no",
            "01-04: declare transfers_count(arts) = yes; assert transferred(ann, x1)",
            "01-05: complete transferred(ann)",
            "01-06: complete equivalent(x1)",
            "01-07: assert equivalent(x1) = runes",
        ),
        (
            "missing_prereq[arts, ann, seals] at 01-02 -> unknown",
            "missing_prereq[arts, ann, seals] at 01-03 -> answerable {runes}",
            "missing_prereq[arts, ann, seals] at 01-04 -> unknown",
            "missing_prereq[arts, ann, seals] at 01-05 -> unknown",
            "missing_prereq[arts, ann, seals] at 01-06 -> answerable {runes}",
            "missing_prereq[arts, ann, seals] at 01-07 -> justified-zero {}",
        ),
    ),
    "edu 6: a waiver": Ruling(
        "It meets a course, and gives no credits, no area and no grade.",
        (
            SIGNED_UP,
            NOTHING_STRUCK,
            FILE,
            "01-03: assert waived(ann, runes); assert course_area(runes) = sources; assert credits(runes) = 5",
            "01-03: declare required_course(history, runes); complete required_course(history)",
        ),
        (
            "unmet[arts, ann] at 01-03 -> justified-zero {}",
            "area_credits(arts, ann, sources) at 01-03 -> justified-zero 0",
            "holds_in_area[arts, ann, sources] at 01-03 -> justified-zero {}",
            "mean_grade(ann) at 01-03 -> justified-zero none",
        ),
    ),
    "edu 7: the grade": Ruling(
        "The newest on record counts: a retake, or an earlier term that is recorded late.",
        (
            "01-01: assert passed(ann, runes) = 6.00, autumn",
            "01-02: assert passed(ann, runes) = 5.00, spring",
            "01-03: complete passed(ann); complete withdrawn(ann)",
        ),
        (
            "current_grade(ann, runes) at 01-01 -> answerable 6.00",
            "current_grade(ann, runes) at 01-02 -> answerable 5.00",
            "current_grade(ann, runes) at 01-03 known 01-01 -> answerable 6.00",
            "mean_grade(ann) at 01-03 -> answerable 5.00",
        ),
    ),
    "edu 8, 9: held and counting": Ruling(
        "Held at any grade; counting at the minimum, and not where excluded; once, however often it was brought.",
        (
            SIGNED_UP,
            NOTHING_STRUCK,
            "01-02: assert passed(ann, runes) = 4.00, spring; complete passed(ann); complete withdrawn(ann)",
            "01-02: complete waived(ann); assert course_area(runes) = sources; assert credits(runes) = 5",
            "01-03: assert transferred(ann, x1); assert transferred(ann, x2); complete transferred(ann)",
            "01-03: assert equivalent(x1) = runes; assert equivalent(x2) = runes",
            "01-04: declare transfers_count(arts) = yes; declare transfers_count(law) = no",
            "01-05: declare excluded(history, runes); assert prereq(seals, runes); complete prereq(seals)",
        ),
        (
            "holds_in_area[law, ann, sources] at 01-04 -> answerable {runes}",
            "area_credits(law, ann, sources) at 01-04 -> justified-zero 0",
            "area_credits(arts, ann, sources) at 01-04 -> answerable 5",
            "area_credits(arts, ann, sources) at 01-05 -> justified-zero 0",
            "holds_in_area[arts, ann, sources] at 01-05 -> answerable {runes}",
            "may_enrol(arts, ann, seals) at 01-05 -> answerable true",
        ),
    ),
    "edu 10: what does not count, and why": Ruling(
        "List and reasons need the transfers, also where they do not count; what counts as no course is not in it.",
        (
            SIGNED_UP,
            NOTHING_STRUCK,
            "01-02: assert passed(ann, runes) = 4.00, spring; complete passed(ann); complete withdrawn(ann)",
            "01-03: declare transfers_count(arts) = no; declare transfers_count(law) = yes",
            "01-04: assert transferred(ann, x1); assert equivalent(x1) = runes; assert transferred(ann, x2)",
            "01-05: complete transferred(ann)",
            "01-06: complete equivalent(x2)",
            "01-07: assert withdrawn(ann, runes)",
        ),
        (
            "not_counting[arts, ann] at 01-03 -> unknown",
            "why_not_counting[arts, ann, runes] at 01-03 -> unknown",
            "not_counting[arts, ann] at 01-05 -> unknown",
            "not_counting[arts, ann] at 01-06 -> answerable {runes}",
            f"why_not_counting[arts, ann, runes] at 01-06 -> answerable {{{GRADE}, {VOID}}}",
            "not_counting[law, ann] at 01-06 -> justified-zero {}",
            "why_not_counting[law, ann, runes] at 01-06 -> justified-zero {}",
            "why_not_counting[law, ann, runes] at 01-07 -> justified-zero {}",
            f"why_not_counting[arts, ann, runes] at 01-07 -> answerable {{{GRADE}, {VOID}, withdrawn}}",
        ),
    ),
    "edu 11: may enrol": Ruling(
        "Direct prerequisites only, all of them; none is yes; having taken the course plays no part.",
        (
            SIGNED_UP,
            "01-02: assert prereq(seals, runes); assert prereq(runes, latin); complete prereq(latin)",
            "01-03: assert passed(ann, runes) = 6.00, spring; complete withdrawn(ann)",
            "01-04: complete prereq(seals)",
            "01-05: assert passed(ann, seals) = 6.00, spring",
        ),
        (
            "may_enrol(arts, ann, latin) at 01-02 -> answerable true",
            "may_enrol(arts, ann, seals) at 01-03 -> unknown",
            "may_enrol(arts, ann, seals) at 01-04 -> answerable true",
            "may_enrol(arts, ann, seals) at 01-05 -> answerable true",
        ),
    ),
    "edu 12: prerequisites": Ruling(
        "A path says yes; no, the set and the length need the prerequisites of all that is reached.",
        (
            "01-01: assert prereq(seals, runes); assert prereq(seals, maps); assert prereq(runes, latin)",
            "01-02: complete prereq(seals); complete prereq(runes); complete prereq(maps)",
            "01-03: complete prereq(latin)",
            "01-04: cancel prereq(seals, runes); cancel prereq(seals, maps)",
        ),
        (
            "is_needed(latin, seals) at 01-01 -> answerable true",
            "is_needed(seals, runes) at 01-02 -> unknown",
            "chain_length(seals) at 01-02 -> unknown",
            "is_needed(seals, runes) at 01-03 -> answerable false",
            "all_prereq[seals] at 01-03 -> answerable {latin, maps, runes}",
            "chain_length(seals) at 01-03 -> answerable 2",
            "chain_length(seals) at 01-04 -> justified-zero 0",
            "all_prereq[seals] at 01-04 -> justified-zero {}",
        ),
    ),
    "edu 13: requirements": Ruling(
        "The program of the day, the area and the year exactly; credits of areas below count; never under zero.",
        (
            SIGNED_UP,
            NOTHING_STRUCK,
            "01-01: assert program(ann, 2026-02-01) = law; complete excluded(law); declare minimum_grade(law) = 4.00",
            "01-02: assert passed(ann, runes) = 6.00, spring",
            FILE,
            "01-03: assert course_area(runes) = scripts; assert area_in(scripts) = sources; assert credits(runes) = 5",
            "01-04: declare required_credits(history, sources, 2025) = 8; assert catalogue_year(ann) = 2025",
            "01-04: declare required_credits(law, sources, 2025) = 3; complete required_credits(law, 2025)",
            "01-05: complete required_credits(history, 2025)",
            "02-02: assert catalogue_year(ann) = 2024",
        ),
        (
            "credits_needed(arts, ann, sources) at 01-04 -> answerable 3",
            "requirement(ann, scripts) at 01-04 -> unknown",
            "requirement(ann, scripts) at 01-05 -> justified-zero none",
            "credits_needed(arts, ann, sources) at 02-01 -> justified-zero 0",
            "requirement(ann, sources) at 02-01 -> answerable 3",
            "requirement(ann, sources) at 02-02 -> unknown",
        ),
    ),
    "edu 14: most credits": Ruling(
        "By the area that courses are filed under, not by those above; ties give all, and then no single one.",
        (
            SIGNED_UP,
            NOTHING_STRUCK,
            "01-02: assert passed(ann, runes) = 6.00, spring; assert passed(ann, maps) = 6.00, spring",
            FILE,
            "01-03: assert course_area(runes) = scripts; assert course_area(maps) = land",
            "01-03: assert area_in(scripts) = land",
            "01-03: assert credits(runes) = 5; assert credits(maps) = 4",
            "01-04: assert credits(maps) = 5",
        ),
        (
            "most_credits[arts, ann] at 01-03 -> answerable {scripts}",
            "most_credits_area(arts, ann) at 01-03 -> answerable scripts",
            "most_credits[arts, ann] at 01-04 -> answerable {land, scripts}",
            "most_credits_area(arts, ann) at 01-04 -> justified-zero none",
        ),
    ),
    "edu 15, 16: the mean, and what a grade is": Ruling(
        "All passes that stand, whatever they are worth; a grade under the minimum is no pass that meets anything.",
        (
            SIGNED_UP,
            "01-01: declare excluded(history, maps); complete excluded(history)",
            "01-02: assert passed(ann, runes) = 4.25, spring; assert passed(ann, maps) = 6.00, spring",
            FILE,
            "01-03: assert credits(runes) = 2; assert credits(maps) = 8; assert transferred(ann, x1)",
            "01-04: declare required_course(history, runes); complete required_course(history)",
        ),
        (
            "mean_grade(ann) at 01-03 -> answerable 5.13",
            "unmet(arts, ann, runes) at 01-04 -> unknown",
            "current_grade(ann, runes) at 01-04 -> answerable 4.25",
        ),
    ),
}
