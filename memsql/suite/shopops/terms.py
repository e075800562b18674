"""What the shop and the households declare: time limits, red stickers, rebates, freight limits, money plans."""

from __future__ import annotations

from datetime import date, timedelta
from decimal import Decimal
from typing import Any

from memsql.suite.desk import listed
from memsql.suite.forms import Draft
from memsql.suite.shopops.market import Market

DAYS = (5, 7, 10, 14, 21, 28, 30, 45, 60)
PERCENTS = ("0", "2.5", "5", "7.5", "10", "12.5", "15", "20")
TURNS = {"recall": (False, True, False), "clearance": (True, False), "merger": (True, False, True)}
"""Tale to whether time limits pass down the catalogue, at first and after each change."""


def declare_terms(market: Market) -> None:
    """Declare the terms of the shop at the start, and change them over the year."""
    market.shop = market.story.names.make("shop")
    _windows(market)
    _final_sale(market)
    _rebates(market)
    _freight(market)


def _windows(market: Market) -> None:
    """Time limits at several heights of the tree, revised, dropped and set again; whether they pass down."""
    story, shop = market.story, market.shop
    chosen = [*market.roots[:1], *story.some_of([c for c in market.categories if c in market.parent], 4)]
    if market.tale == "recall":
        inner = set(market.parent.values())
        chosen += [c for c in market.categories if c not in inner and c not in chosen][:3]
    for part in market.pieces(chosen, (2, 3)):
        lines = [{"category": c, "days": story.one_of(DAYS)} for c in part]
        market.record(market.between(0, 0.05), listed("window_list", {"shop": shop}, lines))
    for category in chosen:
        for share in sorted(story.random.uniform(0.15, 0.95) for _ in range(story.whole(1, 3))):
            drop = share - 0.03 if story.chance(0.25) else None
            if drop is not None:
                market.record(market.at(drop), Draft("window_dropped", {"shop": shop, "category": category}))
            market.say(market.at(share), "window_set", shop=shop, category=category, days=story.one_of(DAYS))
    market.say(market.between(0.06, 0.2), "windows_settled", shop=shop)
    market.record(market.between(0.5, 0.53), Draft("windows_reopened", {"shop": shop}))
    market.say(market.between(0.56, 0.62), "windows_settled", shop=shop)
    turns = TURNS[market.tale]
    for number, passes in enumerate(turns):
        at = market.between(0.02, 0.05) if number == 0 else market.at(number / len(turns) + 0.05)
        market.say(at, "inherits" if passes else "inherits_not", shop=shop)


def _final_sale(market: Market) -> None:
    """Red stickers on a few categories, on a whole tree in a clearance; some come off and go on again."""
    story, shop = market.story, market.shop
    chosen = story.some_of([c for c in market.categories if c in market.parent], 2)
    if market.tale == "clearance":
        chosen.append(market.roots[-1])
    for number, category in enumerate(chosen):
        on = story.random.uniform(0.1, 0.3) if number < 2 else 0.45
        sticker = listed("final_list", {"shop": shop}, [{"category": category}])
        market.record(market.at(on), sticker)
        off = story.random.uniform(on + 0.1, 0.6) if number < 2 else 0.7
        market.record(market.at(off), Draft("final_dropped", {"shop": shop, "category": category}))
        if story.chance(0.6):
            market.record(market.between(off + 0.05, 0.95), sticker)
    market.say(market.between(0.08, 0.25), "final_settled", shop=shop)
    market.record(market.between(0.63, 0.66), Draft("final_reopened", {"shop": shop}))
    market.say(market.between(0.7, 0.75), "final_settled", shop=shop)


def _rebates(market: Market) -> None:
    """A leaflet for all tiers at the start, changes from days on, corrections, and a withdrawal."""
    story, shop = market.story, market.shop
    start: dict[str, Any] = {"shop": shop, "valid_from": market.at(0)}
    lines = [{"tier": t, "percent": _percent(market)} for t in market.tiers]
    market.record(market.between(0, 0.03), listed("discount_list", start, lines))
    for share in (0.3, 0.55, 0.8):
        day = market.between(share - 0.06, share + 0.06)
        moved = story.some_of(market.tiers, 2)
        lines = [{"tier": t, "percent": _percent(market)} for t in moved]
        market.record(day, listed("discount_list", {"shop": shop, "valid_from": day}, lines))
        tier: dict[str, Any] = {"shop": shop, "tier": moved[0], "valid_from": day}
        later = market.between(share + 0.08, 0.97)
        if story.chance(0.6):
            market.say(later, "discount_set", **tier, percent=_percent(market))
        else:
            market.record(later, Draft("discount_withdrawn", tier))


def _percent(market: Market) -> Decimal:
    return Decimal(market.story.one_of(PERCENTS)).quantize(Decimal("0.01"))


def _freight(market: Market) -> None:
    """Freight limits for all tiers but one, which gets its own late; each moves a few times."""
    story, shop = market.story, market.shop
    early, late = market.tiers[:-1], market.tiers[-1]
    lines = [{"tier": t, "amount": story.money(60, 400, 1000)} for t in early]
    market.record(market.between(0, 0.05), listed("shipping_list", {"shop": shop}, lines))
    amount = Decimal("0.00") if market.tale == "merger" else story.money(40, 200, 1000)
    market.say(market.between(0.25, 0.4), "shipping_set", shop=shop, tier=late, amount=amount)
    for tier in early:
        for _ in range(story.whole(1, 2)):
            amount = story.money(60, 500, 1000)
            market.say(market.between(0.3, 0.95), "shipping_set", shop=shop, tier=tier, amount=amount)


def plan_money(market: Market) -> None:
    """Money plans of the households for months in which their members order, with changes from days on."""
    story = market.story
    for household, members in market.members.items():
        own = [o for o in market.orders if o.customer in members]
        months = sorted({story.day(o.placed).replace(day=1) for o in own})
        count = market.size("plans")
        # Mostly early months: what is left of them goes on changing for the rest of the history.
        for month in story.some_of(months[: count + 2], count):
            inside = [o for o in own if story.day(o.placed).replace(day=1) == month]
            wanted = {_asked_of(market, p) for o in inside for p in o.lines}
            categories = story.some_of(sorted(wanted), story.one_of((1, 2, 2)))
            first = max(month - timedelta(days=story.whole(3, 40)), story.starts_on)
            lines = [{"category": c, "amount": story.money(40, 900, 1000)} for c in categories]
            plan = {"household": household, "month": month, "valid_from": first}
            market.record(first, listed("budget_plan", plan, lines))
            if story.chance(0.75):
                lines = [{"category": c, "amount": story.money(40, 900, 1000)} for c in categories]
                market.record(first + timedelta(days=story.whole(3, 12)), listed("budget_plan", plan, lines))
            _change_plan(market, household, month, first, categories[0])


def _asked_of(market: Market, product: str) -> str:
    """A category that a plan for a product names: its own, or the top above it."""
    own = market.filed[product]
    return own if market.story.chance(0.4) else market.top_of(own)


def _change_plan(market: Market, household: str, month: date, first: date, category: str) -> None:
    """Change a line of a plan: from another day on, or the same entry corrected; now and then withdrawn."""
    story = market.story
    line: dict[str, Any] = {"household": household, "category": category, "month": month}
    day = first + timedelta(days=story.whole(5, 45))
    if story.chance(0.7):
        shown = day + timedelta(days=story.whole(-4, 20))
        market.say(shown, "budget_set", **line, valid_from=day, amount=story.money(40, 900, 1000))
        if story.chance(0.3):
            shown += timedelta(days=story.whole(10, 60))
            market.record(shown, Draft("budget_withdrawn", {**line, "valid_from": day}))
    if story.chance(0.7):
        shown = first + timedelta(days=story.whole(20, 100))
        market.say(shown, "budget_set", **line, valid_from=first, amount=story.money(40, 900, 1000))
