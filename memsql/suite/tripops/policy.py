"""What the house declares: limits, receipts, refused headings, who approves, rates, daily money."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

from memsql.suite.desk import listed
from memsql.suite.forms import Draft
from memsql.suite.tripops.house import House
from memsql.suite.writing import Value

TYPICAL = {
    "hotel": (70, 180),
    "meal": (15, 45),
    "taxi": (10, 40),
    "train": (30, 120),
    "flight": (150, 600),
    "phone": (5, 25),
    "parking": (4, 25),
    "gift": (10, 60),
    "minibar": (4, 20),
    "conference": (90, 400),
    "laundry": (6, 25),
    "fuel": (25, 90),
}
"""What a bill of each heading comes to, in the house's currency: a limit lies in the upper half."""


def declare_policy(house: House) -> None:
    """Declare the rules of the house, and change them over the year."""
    _vendors(house)
    _currencies(house)
    _limits(house)
    _receipts_and_approval(house)
    _refused(house)
    _daily_money(house)


def _vendors(house: House) -> None:
    """The ledger: vendors under headings; a few come late or never, some are filed wrong at first."""
    story = house.story
    names = [story.names.make("vendor") for _ in range(house.size("vendors"))]
    for index, vendor in enumerate(names):
        house.vendors[vendor] = house.kinds[index] if index < len(house.kinds) else story.one_of(house.kinds)
    for kind in house.kinds:
        own = [v for v in names if house.vendors[v] == kind]
        for part in house.pieces([v for v in own if not story.chance(0.02)], (3, 4, 5)):
            at = house.between(0.0, 0.06) if story.chance(0.85) else house.between(0.3, 0.6)
            house.put("ledger", at, listed("vendors", {"kind": kind}, [{"vendor": v} for v in part]))
    for vendor in story.some_of(names, max(2, len(names) // 5)):
        kinds = [house.vendors[vendor]]
        if story.chance(0.6):
            kinds = [story.one_of(house.kinds), *kinds]
        for kind in kinds:
            house.record(house.between(0.2, 0.9), Draft("vendor_kind", {"vendor": vendor, "kind": kind}))


def _currencies(house: House) -> None:
    """Rates: a sheet at the start, changes over the year, one currency late, corrections of earlier days."""
    story = house.story
    house.currencies = [story.style.currency, *(story.names.make("currency") for _ in range(3))]
    start = house.at(0)
    rates = {c: _rate(house) for c in house.currencies[1:]}
    lines = [{"currency": house.currencies[0], "rate": Decimal("1.0000")}]
    lines += [{"currency": c, "rate": rates[c]} for c in house.currencies[1:3]]
    house.record(house.between(0.0, 0.03), listed("rates", {"valid_from": start}, lines))
    last = house.currencies[3]
    first: dict[str, Value] = {"currency": last, "valid_from": house.at(0.1), "rate": rates[last]}
    house.put("rates", house.between(0.12, 0.25), Draft("rate", first))
    _requote(house, house.currencies[1:3] * house.desks, start, 0.1)
    for share in (0.3, 0.55, 0.8) * house.desks:
        day = house.between(share - 0.05, share + 0.05)
        moved = story.some_of(house.currencies[1:], 2)
        house.record(day, listed("rates", {"valid_from": day}, [{"currency": c, "rate": _rate(house)} for c in moved]))
        _requote(house, moved, day, share + 0.06)


def _requote(house: House, currencies: list[str], valid_from: date, earliest: float) -> None:
    """Correct rates that were quoted for a day, some of them twice; now and then take one back."""
    story = house.story
    for currency in currencies:
        quoted: dict[str, Value] = {"currency": currency, "valid_from": valid_from}
        for _ in range(story.one_of((0, 1, 1, 2))):
            again: dict[str, Value] = {**quoted, "rate": _rate(house)}
            house.put("rates", house.between(earliest, max(earliest, 0.95)), Draft("rate", again))
        if earliest > 0.2 and story.chance(0.15):
            house.record(house.between(0.9, 0.97), Draft("rate_off", quoted))


def _rate(house: House) -> Decimal:
    return (Decimal(house.story.whole(1500, 24000)) / 10_000).quantize(Decimal("0.0001"))


def _limits(house: House) -> None:
    """Caps: one circular or two at the start, new ones later, with corrections; a heading or two have none."""
    story = house.story
    capped = house.kinds if house.option("tale") in ("audit", "relocation") else house.kinds[:-1]
    for part in house.pieces(capped, (2, 3, 4)):
        _circular(house, house.at(0), part, house.between(0.0, 0.05))
        _relimit(house, house.at(0), part * house.desks, 0.1)
    for share in (0.35, 0.6, 0.78) * house.desks:
        day = house.between(share - 0.06, share + 0.06)
        part = story.some_of(capped, story.whole(1, 3))
        _circular(house, day, part, house.between(share - 0.05, share + 0.12))
        _relimit(house, day, part, share + 0.13)


def _relimit(house: House, valid_from: date, kinds: list[str], earliest: float) -> None:
    """Correct limits that were announced for a day; now and then withdraw one, so that the one before goes on."""
    story = house.story
    for kind in kinds:
        limit: dict[str, Value] = {"company": house.company, "kind": kind, "valid_from": valid_from}
        for _ in range(story.one_of((0, 1, 1, 2))):
            again: dict[str, Value] = {**limit, "amount": _limit(house, kind)}
            house.put("limits", house.between(earliest, max(earliest, 0.95)), Draft("cap_one", again))
        if earliest > 0.3 and story.chance(0.2):
            house.record(house.between(0.9, 0.97), Draft("cap_off", limit))


def _circular(house: House, valid_from: date, kinds: list[str], at: date) -> None:
    lines = [{"kind": k, "amount": _limit(house, k)} for k in kinds]
    house.record(at, listed("cap_notice", {"company": house.company, "valid_from": valid_from}, lines))


def _limit(house: House, kind: str) -> Decimal:
    low, high = TYPICAL[kind]
    return house.story.money((low + high) // 2, high, 50)


def _receipts_and_approval(house: House) -> None:
    """The receipt threshold and who approves: both change, which moves every expense of the past as well."""
    story, tale = house.story, house.option("tale")
    days = [house.between(0.0, 0.05), house.between(0.4, 0.5)]
    if tale == "audit":
        days.append(house.between(0.7, 0.75))
    for at in days:
        amount = story.money(15, 45, 500)
        house.record(at, Draft("threshold", {"company": house.company, "amount": amount}))
    first = str(house.option("rule"))
    second = "anyone above" if first == "direct manager" else "direct manager"
    rules = [(house.between(0.0, 0.05), first)]
    if tale in ("merger", "audit", "border"):
        rules.append((house.between(0.52, 0.58), second))
    if tale == "audit":
        rules.append((house.between(0.8, 0.86), first))
    for at, rule in rules:
        house.record(at, Draft("approval_policy", {"company": house.company, "rule": rule}))


def _refused(house: House) -> None:
    """The policy on headings: refused from the start, refused later, allowed again; closed late."""
    story, company = house.story, house.company
    kinds = house.kinds
    house.record(house.between(0.0, 0.05), listed("exclusions", {"company": company}, [{"kind": kinds[-1]}]))
    house.record(house.between(0.05, 0.18), Draft("exclusions_closed", {"company": company}))
    house.record(house.between(0.35, 0.5), Draft("exclusion", {"company": company, "kind": kinds[-2]}))
    if house.option("tale") in ("audit", "relocation"):
        house.record(house.between(0.62, 0.7), Draft("exclusion_off", {"company": company, "kind": kinds[-1]}))
    if story.chance(0.5):
        house.record(house.between(0.72, 0.76), Draft("exclusions_reopened", {"company": company}))
        house.record(house.between(0.8, 0.84), Draft("exclusions_closed", {"company": company}))


def _daily_money(house: House) -> None:
    """Per diems by nation, one of them missing; changed once or twice."""
    story, company = house.story, house.company
    paid = house.nations[:-1]
    for part in house.pieces(paid, (1, 2, 3)):
        lines = [{"nation": n, "amount": story.money(20, 70, 50)} for n in part]
        house.record(house.between(0.0, 0.1), listed("per_diems", {"company": company}, lines))
    for nation in story.some_of(house.nations, 3) * house.desks:
        values: dict[str, Value] = {"company": company, "nation": nation, "amount": story.money(20, 70, 50)}
        house.record(house.between(0.35, 0.85), Draft("per_diem", values))
