"""The rulings for ShopOps on amounts: answers reasoned by hand."""

from __future__ import annotations

from tests.domains.rulings import Ruling
from tests.domains.shopops_house import FILED, HERS, ORDER, SHOP

MONEY = {
    "shop 6: net of a line, tier and discount of the day it was placed on": Ruling(
        "Two at 30.00, one back in March; 10 % as silver; what changes after 1 February plays no part.",
        (
            *FILED,
            *SHOP,
            ORDER,
            *HERS,
            "02-03: assert purchase(vera, p2) = 2026-03-01; assert purchase(vera, p3) = 2026-01-31",
            "02-04: assert tier(vera, 2026-02-02) = gold; declare discount(orlo, silver, 2026-02-02) = 50.00",
            "03-01: assert returned(vera, p1, velka) = 1, 2026-03-01",
            "03-02: assert returned(vera, p1, velka) = 2, 2026-03-02",
            "03-03: cancel returned_complete(vera)",
            "03-04: assert tier(vera, 2026-02-01) = gold",
        ),
        (
            "customer_spending(orlo, vera, home, 2026-02-01) at 02-02 -> answerable 54.00",
            "customer_spending(orlo, vera, home, 2026-02-01) at 02-04 -> answerable 54.00",
            "customer_spending(orlo, vera, home, 2026-03-01) at 02-04 -> unknown",
            "customer_spending(orlo, vera, kettle, 2026-02-01) at 03-01 -> answerable 27.00",
            "customer_spending(orlo, vera, kettle, 2026-02-01) at 03-02 -> justified-zero 0",
            # A line with a row needs no completeness of returns.
            "customer_spending(orlo, vera, kettle, 2026-02-01) at 03-03 -> justified-zero 0",
            # All back, and yet the tier's discount has to be known.
            "customer_spending(orlo, vera, kettle, 2026-02-01) at 03-04 -> unknown",
            "customer_spending(orlo, vera, garden, 2026-02-01) at 03-04 -> justified-zero 0",
            "customer_spending(arno, vera, home, 2026-02-01) at 03-02 -> unknown",
        ),
    ),
    "shop 8: a household spends what its current members spend": Ruling(
        "Vera pays 54.00 as silver, Max 60.00 without discount; who leaves takes the purchases along.",
        (
            *FILED,
            *SHOP,
            "01-03: assert household_member(oaks, vera); assert household_member(oaks, max)",
            ORDER,
            *HERS,
            "02-03: assert purchase(max, p5) = 2026-02-28; assert line(max, p5, velka) = 2, 30.00",
            "02-04: complete line(max, p5); complete purchase(max); complete cancelled(max); complete returned(max)",
            "02-05: complete household_member(oaks)",
            "02-06: cancel household_member(oaks, vera)",
        ),
        (
            "household_spending(orlo, oaks, home, 2026-02-01) at 02-04 -> unknown",
            "household_spending(orlo, oaks, home, 2026-02-01) at 02-05 -> answerable 114.00",
            "member_spending(orlo, oaks, home, 2026-02-01, vera) at 02-05 -> answerable 54.00",
            "household_spending(orlo, oaks, home, 2026-02-01) at 02-06 -> answerable 60.00",
            "household_spending(orlo, oaks, garden, 2026-02-01) at 02-06 -> justified-zero 0",
            "household_spending(orlo, elms, garden, 2026-02-01) at 02-06 -> unknown",
        ),
    ),
    "shop 9: the budget of a month, what is left, and over it": Ruling(
        "The last row not after 28 February counts for the month; at the budget is not over it.",
        (
            *FILED,
            *SHOP,
            "01-03: assert household_member(oaks, vera); complete household_member(oaks)",
            "01-04: declare budget(oaks, home, 2026-02-01, 2026-01-15) = 80.00",
            ORDER,
            *HERS,
            "02-03: declare budget(oaks, home, 2026-02-01, 2026-02-28) = 54.00",
            "02-04: declare budget(oaks, home, 2026-02-01, 2026-03-01) = 10.00",
            "02-05: declare budget(oaks, home, 2026-02-01, 2026-02-20) = 20.00",
            "02-06: declare budget(oaks, home, 2026-02-01, 2026-02-28) = 53.99",
        ),
        (
            "budget_left(orlo, oaks, home, 2026-02-01) at 02-02 -> answerable 26.00",
            "over_budget(orlo, oaks, home, 2026-02-01) at 02-02 -> answerable false",
            "budget_left(orlo, oaks, home, 2026-02-01) at 02-03 -> justified-zero 0",
            "over_budget(orlo, oaks, home, 2026-02-01) at 02-04 -> answerable false",
            "budget_on(oaks, home, 2026-02-01, 2026-03-05) at 02-04 -> answerable 10.00",
            "budget_on(oaks, home, 2026-02-01, 2026-02-20) at 02-05 -> answerable 20.00",
            "over_budget(orlo, oaks, home, 2026-02-01) at 02-06 -> answerable true",
            "budget_left(orlo, oaks, home, 2026-02-01) at 02-06 -> answerable -0.01",
            "budget_left(orlo, oaks, home, 2026-03-01) at 02-06 -> unknown",
            "over_budget(orlo, oaks, garden, 2026-02-01) at 02-06 -> unknown",
        ),
    ),
    "shop 10: the category with the highest spending": Ruling(
        "Among kettle and lantern, never home; equal amounts share the place; nothing above 0 is nobody's.",
        (
            *FILED,
            *SHOP,
            "02-01: assert purchase(max, p5) = 2026-02-28; assert line(max, p5, velka) = 1, 30.00",
            "02-01: assert line(max, p5, lumo) = 1, 20.00; complete line(max, p5)",
            "02-02: complete purchase(max); complete cancelled(max); complete returned(max)",
            "02-03: assert line(max, p5, lumo) = 3, 10.00",
            "02-04: assert returned(max, p5, velka) = 1, 2026-02-28; assert returned(max, p5, lumo) = 3, 2026-03-03",
            "02-05: assert line(max, p5, nova) = 1, 1.00",
        ),
        (
            "highest_spending[orlo, max, 2026-02-01] at 02-01 -> unknown",
            "highest_spending[orlo, max, 2026-02-01] at 02-02 -> answerable {kettle}",
            "highest_spending_category(orlo, max, 2026-02-01) at 02-02 -> answerable kettle",
            "highest_spending[orlo, max, 2026-02-01] at 02-03 -> answerable {kettle, lantern}",
            "highest_spending[orlo, max, 2026-02-01] at 02-04 -> justified-zero {}",
            "highest_spending_category(orlo, max, 2026-02-01) at 02-04 -> justified-zero none",
            "highest_spending[orlo, max, 2026-02-01] at 02-05 -> unknown",
            "highest_spending[orlo, max, 2026-03-01] at 02-05 -> justified-zero {}",
        ),
    ),
    "shop 15: ships free": Ruling(
        "Two lines of 27.00 after discount, before returns, at 54.00; the tier is that of the day of the purchase.",
        (
            *SHOP,
            "01-03: declare free_shipping(orlo, silver) = 54.00; declare free_shipping(orlo, gold) = 0.00",
            "02-01: assert purchase(vera, p1) = 2026-02-01; assert line(vera, p1, velka) = 1, 30.00",
            "02-01: assert line(vera, p1, nova) = 1, 30.00",
            "02-02: assert tier(vera, 2026-02-02) = gold; complete cancelled(vera)",
            "02-03: complete line(vera, p1)",
            "02-04: assert returned(vera, p1, velka) = 1, 2026-02-04",
            "02-05: declare free_shipping(orlo, silver) = 54.01",
            "02-06: assert purchase(vera, p2) = 2026-02-01; complete line(vera, p2)",
            "02-07: declare free_shipping(orlo, silver) = 0.00",
        ),
        (
            "ships_free(orlo, vera, p1) at 02-02 -> unknown",
            "purchase_charged(orlo, vera, p1) at 02-03 -> answerable 54.00",
            "ships_free(orlo, vera, p1) at 02-03 -> answerable true",
            "ships_free(orlo, vera, p1) at 02-04 -> answerable true",
            "ships_free(orlo, vera, p1) at 02-05 -> answerable false",
            "ships_free(orlo, vera, p2) at 02-06 -> answerable false",
            "ships_free(orlo, vera, p2) at 02-07 -> answerable true",
            "ships_free(arno, vera, p2) at 02-07 -> unknown",
        ),
    ),
}
