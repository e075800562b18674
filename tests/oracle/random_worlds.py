"""Facts of small worlds of the three domains, drawn by a seed: what random histories are made of.

Trees have no circles, because every step leads to a later name, and no way up has two nations.
"""

from __future__ import annotations

import random
from datetime import date, timedelta

FIRST_DAY, DAYS = date(2031, 1, 1), 160
Rows = list[tuple[list[str], list[str]]]
World = dict[str, Rows]
"""Predicate -> keys with their values."""


class Dice(random.Random):
    """A seeded source of days, amounts and names."""

    def early(self) -> int:
        """The number of a day, more often of an early one."""
        return int(DAYS * self.random() ** 3)

    def day(self, first: int = 0, last: int = DAYS) -> str:
        """A day of the period, by its number."""
        return (FIRST_DAY + timedelta(days=self.randint(first, last))).isoformat()

    def money(self, *cents: int) -> str:
        """One of some amounts, or a random one up to 200."""
        amount = self.choice([*cents, self.randrange(20_000)])
        return f"{amount // 100}.{amount % 100:02d}"

    def some(self, rows: Rows, share: float) -> Rows:
        """About a share of the rows."""
        return [row for row in rows if self.random() < share]


def names(word: str, count: int) -> list[str]:
    """Invented names of one kind."""
    return [f"{word} {number}" for number in range(1, count + 1)]


def trip_world(dice: Dice) -> World:
    """Facts of TripOps: five people, six trips, fourteen expenses."""
    people, cities = names("person", 5), names("city", 5)
    regions, nations, wide = names("region", 3), names("nation", 3), names("continent", 2)
    kinds, vendors, houses = names("kind", 3), names("vendor", 5), names("company", 2)
    ways = [*cities, *regions]
    places: Rows = [([x], [dice.choice([*ways[max(5, i + 1) :], *nations])]) for i, x in enumerate(ways)]
    places += [([n], [dice.choice(wide)]) for n in nations[:2]]
    trips = [[dice.choice(people[:3]), t] for t in names("trip", 6)]
    costs = [[*dice.choice(trips[:4]), e] for e in names("expense", 14)]
    spent = [
        [dice.choice(vendors), dice.money(5000, 5001, 4999, 333), dice.choice(names("coin", 2)), dice.day(30, 110)]
        for _ in costs
    ]
    starts = [dice.randint(10, 120) for _ in trips]
    return {
        "works_for": [([p], [dice.choice(["company 1", *houses])]) for p in people],
        "place_in": places,
        "nation": [([n], []) for n in nations],
        "based_in": [([p], [dice.choice(cities)]) for p in people],
        "reports_to": [([p], [dice.choice(people[i + 1 :])]) for i, p in enumerate(people[:-1])],
        "trip": [(trip, []) for trip in trips],
        "dest": [(trip, [dice.choice(cities)]) for trip in trips],
        "trip_dates": [(trip, [dice.day(s, s), dice.day(s, s + 5)]) for trip, s in zip(trips, starts, strict=True)],
        "vendor_kind": [([v], [dice.choice(kinds)]) for v in vendors],
        "expense": list(zip(costs, spent, strict=True)),
        "receipt": dice.some([(cost, []) for cost in costs], 0.8),
        "approved": dice.some([(trip, [dice.choice([*people[2:], *people[4:] * 9])]) for trip in trips], 0.9),
        "cap": [([h, k, dice.day(0, 35)], [dice.money(8000, 5000)]) for h in houses for k in kinds for _ in "12"],
        "receipt_threshold": [([h], [dice.money(5000, 7500)]) for h in houses],
        "excluded_kind": dice.some([([h, k], []) for h in houses for k in kinds], 0.1),
        "approval_rule": [([h], [dice.choice(["direct manager", "anyone above", "anyone above"])]) for h in houses],
        "fx": [
            ([c, dice.day(0, 35)], [dice.choice(["1.0000", "0.5000", "1.2345", "120.0150"])])
            for c in names("coin", 2)
            for _ in "12"
        ],
        "per_diem": [([h, n], [dice.money(0, 4000)]) for h in houses for n in nations],
    }


def shop_world(dice: Dice) -> World:
    """Facts of ShopOps: four customers in two households, nine purchases, about twenty lines."""
    shop, customers, kinds, goods = "shop 1", names("customer", 4), names("category", 6), names("product", 6)
    bought = [[dice.choice(customers), p] for p in names("purchase", 9)]
    lines = [[*p, x] for p in bought for x in dice.sample(goods, dice.randint(1, 3))]
    tiers, houses, accounts = names("tier", 2), names("household", 2), names("account", 5)
    return {
        "parent_category": [([k], [dice.choice(kinds[i + 1 :])]) for i, k in enumerate(kinds[:-1])],
        "product_category": [([x], [dice.choice(kinds[:4])]) for x in goods],
        "purchase": [(p, [dice.day(31, 89)]) for p in bought],
        "line": [(x, [str(dice.randint(1, 4)), dice.money(999, 1005, 5000)]) for x in lines],
        "purchase_status": [(p, [dice.choice(["placed", "sent", "lost"])]) for p in bought],
        "delivered": dice.some([(p, [dice.day(60, 120)]) for p in bought], 0.7),
        "cancelled": dice.some([(p, []) for p in bought], 0.2),
        "returned": dice.some([(x, [str(dice.randint(1, 2)), dice.day(80, 130)]) for x in lines], 0.3),
        "tier": [([c, dice.day(0, 45)], [dice.choice(tiers)]) for c in customers for _ in "12"],
        "household_member": [([h, c], []) for i, h in enumerate(houses) for c in customers[i * 2 : i * 2 + 2]],
        "linked": [([h, *dice.sample(accounts, 2)], []) for h in houses for _ in "123"],
        "return_window": dice.some([([shop, k], [str(dice.choice([0, 14, 30, 60]))]) for k in kinds], 0.5),
        "final_sale": dice.some([([shop, k], []) for k in kinds], 0.1),
        "window_inherits": [([shop], [dice.choice(["yes", "yes", "no"])])],
        "budget": [
            ([h, k, month, dice.day(0, 80)], [dice.money(0, 1000, 5000)])
            for h in houses
            for k in kinds[2:]
            for month in ("2031-02-01", "2031-03-01")
        ],
        "discount": [
            ([shop, t, dice.day(0, 40)], [dice.choice(["0.00", "12.50", "33.33", "100.00"])])
            for t in tiers
            for _ in "12"
        ],
        "free_shipping": [([shop, t], [dice.money(0, 3000, 6000)]) for t in tiers],
    }


def edu_world(dice: Dice) -> World:
    """Facts of EduOps: three students, eight courses, four outside courses, two programs."""
    students, courses, areas = names("student", 3), names("course", 8), names("area", 5)
    outside, programs, years = names("outside", 4), names("program", 2), ["2029", "2030"]
    every = [[s, c] for s in students for c in courses]
    grades = ["0.00", "1.00", "1.75", "2.00", "2.01", "3.25", "4.00"]
    return {
        "prereq": dice.some([([c, n], []) for i, c in enumerate(courses) for n in courses[i + 1 :]], 0.2),
        "credits": [([c], [str(dice.choice([0, 3, 3, 5]))]) for c in courses],
        "course_area": [([c], [dice.choice(areas[:4])]) for c in courses],
        "area_in": [([a], [dice.choice(areas[i + 1 :])]) for i, a in enumerate(areas[:-1])],
        "passed": dice.some([(x, [dice.choice(grades), dice.choice(["spring", "fall"])]) for x in every], 0.5),
        "withdrawn": dice.some([(x, []) for x in every], 0.15),
        "transferred": dice.some([([s, o], []) for s in students for o in outside], 0.35),
        "equivalent": dice.some([([o], [dice.choice(courses)]) for o in outside], 0.8),
        "program": [([s, dice.day(0, 110)], [dice.choice(programs)]) for s in students for _ in "12"],
        "catalogue_year": [([s], [dice.choice(years)]) for s in students],
        "waived": dice.some([(x, []) for x in every], 0.15),
        "required_credits": dice.some(
            [([p, a, y], [str(dice.choice([0, 2, 3, 6]))]) for p in programs for a in areas for y in years], 0.3
        ),
        "required_course": dice.some([([p, c], []) for p in programs for c in courses], 0.15),
        "minimum_grade": [([p], [dice.choice(["1.75", "2.00"])]) for p in programs],
        "excluded": dice.some([([p, c], []) for p in programs for c in courses], 0.15),
        "transfers_count": [(["faculty 1"], [dice.choice(["yes", "yes", "no"])])],
    }


WORLDS = {"tripops": trip_world, "shopops": shop_world, "eduops": edu_world}
