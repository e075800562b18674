"""The rulings for all domains, as TripOps has them: answers reasoned by hand."""

from __future__ import annotations

from tests.domains.rulings import Ruling
from tests.domains.tripops_house import BASICS, EXCLUDED, KINDS, NATIONS, PLACES, VERA

GENERAL = {
    "all 1: what has no valid_from applies as it is now, to the past too": Ruling(
        "A change of manager undoes an approval by the old one.",
        (*BASICS, "02-01: assert approved(vera, grus) = max", "03-01: assert reports_to(vera) = ned"),
        (
            "trip_approved(vera, grus) at 02-01 -> answerable true",
            "trip_approved(vera, grus) at 03-01 -> answerable false",
        ),
    ),
    "all 2: without completeness, absent is unknown": Ruling(
        "No cap, rate, per diem, threshold, rule, kind or nation was ever recorded.",
        (
            "02-01: assert dest(vera, grus) = halewick; assert trip_dates(vera, grus) = 2026-03-01, 2026-03-03",
            "02-01: assert works_for(vera) = acme; assert based_in(vera) = halewick",
            "02-02: assert expense(vera, grus, x1) = inn, 10.00, dral, 2026-03-01; complete expense(vera, grus)",
            "02-03: complete receipt(vera, grus); complete approved(vera); complete excluded_kind(acme)",
        ),
        (
            "cap_on(acme, hotel, 2026-03-01) at 04-01 -> unknown",
            "fx_on(dral, 2026-03-01) at 04-01 -> unknown",
            "per_diem_total(vera, grus) at 04-01 -> unknown",
            "country(vera, grus) at 04-01 -> unknown",
            "home(vera) at 04-01 -> unknown",
            "converted(vera, grus, x1) at 04-01 -> unknown",
            "receipt_settled(vera, grus, x1) at 04-01 -> unknown",
            "kind_allowed(vera, grus, x1) at 04-01 -> unknown",
            "expense_of_kind[vera, grus, hotel] at 04-01 -> unknown",
        ),
    ),
    "all 3: the row in force": Ruling(
        "The greatest valid_from that is not after the day; cancelled, the earlier row reaches on.",
        (
            "01-01: declare cap(acme, hotel, 2026-02-01) = 80.00",
            "01-05: declare cap(acme, hotel, 2026-03-01) = 95.00; assert fx(zil, 2026-02-01) = 0.5",
            "06-01: cancel cap(acme, hotel, 2026-03-01)",
        ),
        (
            "cap_on(acme, hotel, 2026-01-31) at 05-01 -> unknown",
            "cap_on(acme, hotel, 2026-02-01) at 05-01 -> answerable 80.00",
            "cap_on(acme, hotel, 2026-02-28) at 05-01 -> answerable 80.00",
            "cap_on(acme, hotel, 2026-03-01) at 05-01 -> answerable 95.00",
            "cap_on(acme, hotel, 2026-03-01) at 06-01 -> answerable 80.00",
            "fx_on(zil, 2026-01-31) at 05-01 -> unknown",
            "fx_on(zil, 2027-01-01) at 05-01 -> answerable 0.5",
        ),
    ),
    "all 5, 7: known_at, and the first version": Ruling(
        "The destination as of the end of a day, and the first one ever, also where it was cancelled since.",
        (
            "02-01: assert dest(vera, grus) = halewick",
            "02-05: cancel dest(vera, grus)",
            "02-09: assert dest(vera, grus) = orlem",
        ),
        (
            "dest(vera, grus) at 04-01 known 01-31 -> unknown",
            "dest(vera, grus) at 04-01 known 02-01 -> answerable halewick",
            "dest(vera, grus) at 04-01 known 02-09 -> answerable orlem",
            "first(dest)(vera, grus) at 04-01 -> answerable halewick",
            "first(dest)(vera, grus) at 01-31 -> unknown",
        ),
    ),
    "all 8: a cancelled value lets its completeness speak again": Ruling(
        "Max is known to report to nobody until Zoe is named, and again when she no longer is.",
        (
            "01-01: complete reports_to(max)",
            "02-01: assert reports_to(max) = zoe",
            "03-01: cancel reports_to(max)",
        ),
        (
            "above[max] at 01-01 -> justified-zero {}",
            "above[max] at 02-01 -> unknown",
            "above[max] at 03-01 -> justified-zero {}",
        ),
    ),
    "all 10: one false conjunct makes false": Ruling(
        "A kind that is excluded decides, though receipts, approval and the rate are not known.",
        (
            VERA,
            KINDS,
            EXCLUDED,
            "02-02: assert expense(vera, grus, x1) = bar, 30.00, zil, 2026-02-01",
            "02-03: complete expense(vera, lupus)",
        ),
        (
            "reimbursable(vera, grus, x1) at 04-01 -> answerable false",
            "why_not[vera, grus, x1] at 04-01 -> unknown",
            "reimbursable(vera, lupus, x1) at 04-01 -> answerable false",
        ),
    ),
    "all 11: members that only might be in make all unknown": Ruling(
        "A trip without a destination spoils the set, the count and the highest, but not what is known beside it.",
        (
            *BASICS,
            PLACES,
            NATIONS,
            "01-02: assert based_in(vera) = halewick; complete trip(vera); complete approved(vera)",
            "02-01: assert trip(vera, grus); assert dest(vera, grus) = orlem",
            "02-01: assert approved(vera, grus) = max; assert expense(vera, grus, x1) = cab, 9.00, dral, 2026-02-01",
            "02-01: complete expense(vera, grus)",
            "03-01: assert trip(vera, lupus)",
            "03-05: assert dest(vera, lupus) = halewick",
            "03-09: complete expense(vera, lupus)",
        ),
        (
            "trips_abroad(vera) at 02-01 -> answerable 1",
            "trips_abroad(vera) at 03-01 -> unknown",
            "abroad(vera, grus) at 03-01 -> answerable true",
            "trips_abroad(vera) at 03-05 -> answerable 1",
            "trip_to[vera, lorland] at 03-01 -> unknown",
            "trip_to[vera, lorland] at 03-05 -> answerable {grus}",
            "trip_to[vera, corvia] at 03-05 -> answerable {lupus}",
            "visited[vera] at 03-01 -> unknown",
            "visited[vera] at 03-05 -> answerable {corvia, lorland}",
            "costliest[vera] at 03-05 -> unknown",
            "costliest[vera] at 03-09 -> answerable {grus}",
            "costliest_trip(vera) at 03-09 -> answerable grus",
        ),
    ),
    "all 11: an excluded member needs no amount": Ruling(
        "Spending on taxis does not ask for the rate of a hotel bill, only for every vendor's kind.",
        (
            *BASICS,
            "02-01: assert trip(vera, grus); complete trip(vera)",
            "02-02: assert expense(vera, grus, x1) = cab, 9.00, zil, 2026-02-01",
            "02-02: assert expense(vera, grus, x2) = inn, 99.00, pell, 2026-02-01; complete expense(vera, grus)",
            "02-03: assert expense(vera, grus, x3) = kiosk, 5.00, dral, 2026-02-01",
        ),
        (
            "spending_on_kind(vera, taxi) at 02-02 -> answerable 4.50",
            "spending_on_kind(vera, hotel) at 02-02 -> unknown",
            "spending_on_kind(vera, drink) at 02-02 -> justified-zero 0",
            "spending_on_kind(vera, taxi) at 02-03 -> unknown",
        ),
    ),
    "all 12: are all expenses reimbursable": Ruling(
        "One counterexample decides in an open collection; true needs it closed, and is true of an empty one.",
        (
            *BASICS,
            "02-01: assert approved(vera, grus) = max; assert approved(vera, lupus) = max",
            "02-02: assert expense(vera, grus, x1) = cab, 9.00, dral, 2026-02-01",
            "02-03: complete expense(vera, grus); complete expense(vera, lyra)",
            "02-04: assert expense(vera, lupus, y1) = bar, 9.00, dral, 2026-02-01",
        ),
        (
            "all_reimbursable(vera, grus) at 02-02 -> unknown",
            "all_reimbursable(vera, grus) at 02-03 -> answerable true",
            "all_reimbursable(vera, lupus) at 02-04 -> answerable false",
            "all_reimbursable(vera, lyra) at 02-03 -> answerable true",
            "all_reimbursable(vera, lyra) at 02-02 -> unknown",
        ),
    ),
    "all 13, trip 7: abroad needs both nations": Ruling(
        "The same city at both ends is not enough; the current home counts.",
        (
            "01-02: assert based_in(vera) = halewick; assert trip(vera, grus); assert dest(vera, grus) = halewick",
            "01-02: complete trip(vera)",
            "02-01: assert place_in(halewick) = corvia; assert nation(corvia)",
            "03-01: assert based_in(vera) = orlem; assert nation(orlem)",
        ),
        (
            "abroad(vera, grus) at 01-02 -> unknown",
            "trips_abroad(vera) at 01-02 -> unknown",
            "abroad(vera, grus) at 02-01 -> answerable false",
            "trips_abroad(vera) at 02-01 -> justified-zero 0",
            "abroad(vera, grus) at 03-01 -> answerable true",
        ),
    ),
    "all 14, 25: an empty closed collection settles; what nobody mentions does not": Ruling(
        "No trips, none abroad, without knowing the home; of Ned nothing is known.",
        ("01-02: complete trip(vera)",),
        (
            "trips_abroad(vera) at 01-02 -> justified-zero 0",
            "visited[vera] at 01-02 -> justified-zero {}",
            "costliest[vera] at 01-02 -> justified-zero {}",
            "spending_on_kind(vera, taxi) at 01-02 -> justified-zero 0",
            "trips_abroad(ned) at 01-02 -> unknown",
            "all_reimbursable(ned, grus) at 01-02 -> unknown",
            "reimbursement_total(ned, grus) at 01-02 -> unknown",
            "above[ned] at 01-02 -> unknown",
            "trip_within(ned, grus, corvia) at 01-02 -> unknown",
        ),
    ),
    "all 17: the costliest hold more than nothing": Ruling(
        "Equal totals share the place; where nothing is reimbursed nobody holds it.",
        (
            *BASICS,
            "02-01: assert trip(vera, grus); assert trip(vera, lupus); complete trip(vera)",
            "02-02: complete expense(vera, grus); complete expense(vera, lupus); complete approved(vera)",
            "02-03: assert approved(vera, grus) = max; assert approved(vera, lupus) = max",
            "02-03: assert expense(vera, grus, x1) = cab, 9.00, dral, 2026-02-01",
            "02-04: assert expense(vera, lupus, y1) = cab, 18.00, zil, 2026-02-01",
        ),
        (
            "costliest[vera] at 02-02 -> justified-zero {}",
            "costliest_trip(vera) at 02-02 -> justified-zero none",
            "costliest[vera] at 02-03 -> answerable {grus}",
            "costliest_trip(vera) at 02-03 -> answerable grus",
            "costliest[vera] at 02-04 -> answerable {grus, lupus}",
        ),
    ),
    "all 19, trip 15: a period includes both ends": Ruling(
        "Trips that began from 1 to 9 February; every trip's first day must be known.",
        (
            "01-02: assert trip(vera, a); assert trip(vera, b); assert trip(vera, c); complete trip(vera)",
            "01-03: assert trip_dates(vera, a) = 2026-02-01, 2026-02-20",
            "01-03: assert trip_dates(vera, b) = 2026-02-09, 2026-02-09",
            "01-04: assert trip_dates(vera, c) = 2026-02-10, 2026-02-11",
        ),
        (
            "began_in[vera, 2026-02-01, 2026-02-09] at 01-03 -> unknown",
            "began_in[vera, 2026-02-01, 2026-02-09] at 01-04 -> answerable {a, b}",
            "began_in[vera, 2026-02-02, 2026-02-08] at 01-04 -> justified-zero {}",
        ),
    ),
    "all 21, trip 16: a cancelled trip is out of the sets, and still answers itself": Ruling(
        "Grus is called off; its destination is still that of its record, and the trips stay complete.",
        (
            PLACES,
            NATIONS,
            "01-02: assert based_in(vera) = halewick; complete trip(vera); complete approved(vera)",
            "02-01: assert trip(vera, grus); assert dest(vera, grus) = orlem",
            "02-01: assert trip_dates(vera, grus) = 2026-03-01, 2026-03-02",
            "02-02: cancel trip(vera, grus)",
        ),
        (
            "trips_abroad(vera) at 02-01 -> answerable 1",
            "never_approved[vera] at 02-01 -> answerable {grus}",
            "trips_abroad(vera) at 02-02 -> justified-zero 0",
            "never_approved[vera] at 02-02 -> justified-zero {}",
            "visited[vera] at 02-02 -> justified-zero {}",
            "trip_to[vera, lorland] at 02-02 -> justified-zero {}",
            "began_in[vera, 2026-01-01, 2026-12-31] at 02-02 -> justified-zero {}",
            "country(vera, grus) at 02-02 -> answerable lorland",
            "trip_within(vera, grus, lorland) at 02-02 -> answerable true",
        ),
    ),
    "all 6, 24: the order of events": Ruling(
        "Cancelling what has no version does nothing; one event may cancel and assert, the later action counts.",
        (
            "02-01: cancel dest(vera, grus)",
            "02-02: assert dest(vera, grus) = halewick",
            "02-03: cancel dest(vera, grus); assert dest(vera, grus) = orlem",
        ),
        (
            "dest(vera, grus) at 02-01 -> unknown",
            "dest(vera, grus) at 02-02 -> answerable halewick",
            "dest(vera, grus) at 02-03 -> answerable orlem",
        ),
    ),
    "all 23: a reference that is not known leaves the answer unknown": Ruling(
        "The trip of the Lantern Fair is Grus, once somebody says so.",
        (
            "02-01: assert dest(vera, grus) = halewick; complete trip(vera)",
            "02-02: assert refers_to(the lantern trip) = grus",
        ),
        (
            "dest(vera, @the lantern trip) at 02-01 -> unknown",
            "dest(vera, @the lantern trip) at 02-02 -> answerable halewick",
        ),
    ),
}
