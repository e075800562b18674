"""Orders: what was ordered, what became of it, what came back, and what is known to be all of it."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from memsql.suite.forms import Draft
from memsql.suite.shopops.market import Market, Order, listed

QUANTITIES = (1, 1, 1, 1, 6, 8, 12, 15)
"""Pieces of a line: hardly ever a number that counts of orders have, so that a slip does not answer for them."""
FLOOR = Decimal("2.50")
WAITING = ("paid", "packed", "on hold", "under review", "at the depot")


def take_orders(market: Market) -> None:
    """Invent all orders, in the order of their days; some customers order often, some hardly ever."""
    story = market.story
    shares = sorted(story.random.uniform(0.01, 0.86) for _ in range(market.size("orders")))
    weights = [1 / (1 + 0.35 * i) for i in range(len(market.customers) - 1)] + [0.0]
    numbers = {c: story.whole(101, 700) for c in market.customers}
    for share in shares:
        customer = story.random.choices(market.customers, weights)[0]
        numbers[customer] += story.whole(1, 9)
        name = f"{customer.split(' ', 1)[0]}-{numbers[customer]}"
        order = Order(customer, name, int(share * story.days))
        for product in story.some_of(market.products, story.one_of((1, 2, 2, 3, 4))):
            price = market.price[product] + story.whole(-3, 3)
            order.lines[product] = (story.one_of(QUANTITIES), max(price, FLOOR))
        market.orders.append(order)


def fulfil(market: Market) -> None:
    """Record every order with what became of it."""
    for order in market.orders:
        _write(market, order)
        _correct(market, order)
        _follow(market, order)
    for order in market.story.some_of([o for o in market.orders if o.delivered is None], 2):
        market.record(order.placed + market.story.whole(20, 50), Draft("order_void", _of(order)))


def _of(order: Order) -> dict[str, Any]:
    return {"customer": order.customer, "purchase": order.name}


def _write(market: Market, order: Order) -> None:
    """The order itself: its slip in full, its first page, or late news of it; lines may be settled later."""
    story = market.story
    head = {**_of(order), "placed_on": story.day(order.placed)}
    lines = [{"product": p, "quantity": q, "unit_price": price} for p, (q, price) in order.lines.items()]
    seen = order.placed + (story.whole(10, 40) if story.chance(0.08) else story.whole(0, 2))
    is_full = story.chance(0.5)
    rest = lines.pop() if len(lines) > 2 and not is_full and story.chance(0.5) else None
    drafts = [listed("basket" if is_full else "order", head, lines)]
    if story.chance(0.5):
        drafts.append(Draft("status", {**_of(order), "status": story.one_of(WAITING)}))
    market.record(seen, *drafts)
    if rest is not None:
        market.record(seen + story.whole(1, 20), Draft("line_set", {**_of(order), **rest}))
    if not is_full and story.chance(0.75):
        market.say(seen + story.whole(2, 60), "lines_settled", **_of(order))
        if story.chance(0.12):
            market.record(seen + story.whole(62, 90), Draft("lines_reopened", _of(order)))
            market.say(seen + story.whole(92, 130), "lines_settled", **_of(order))
    elif is_full and story.chance(0.06):
        market.record(seen + story.whole(20, 60), Draft("lines_reopened", _of(order)))
    if story.chance(0.05):
        market.record(seen + story.whole(3, 40), Draft("order_head", head))


def _correct(market: Market, order: Order) -> None:
    """Corrected prices and quantities, lines struck and put back."""
    story = market.story
    for product, (quantity, price) in order.lines.items():
        if not story.chance(0.17):
            continue
        line = {**_of(order), "product": product}
        day = order.placed + story.whole(4, 50)
        for _ in range(story.one_of((1, 1, 2, 3))):
            price = max(price + story.whole(-9, 9), FLOOR)
            market.say(day, "line_set", **line, quantity=quantity, unit_price=price)
            day += story.whole(5, 70)
        if story.chance(0.2):
            market.record(day, Draft("line_void", line))
            if story.chance(0.5):
                again = {**line, "quantity": quantity, "unit_price": price}
                market.record(day + story.whole(4, 30), Draft("line_set", again))


def _follow(market: Market, order: Order) -> None:
    """Progress of an order: called off, handed over, or neither; what is handed over may come back."""
    story = market.story
    day = order.placed + story.whole(2, 6)
    if story.chance(0.5):
        status = story.one_of(("in transit", *WAITING))
        market.say(day, "status", **_of(order), status=status)
    fate = story.random.random()
    if fate < 0.2:
        day += story.whole(1, 8)
        market.record(day, Draft("called_off", _of(order)), Draft("status", {**_of(order), "status": "called off"}))
        order.is_off = not story.chance(0.35)
        if order.is_off:
            return
        day += story.whole(3, 30)
        market.record(day, Draft("called_on", _of(order)), Draft("status", {**_of(order), "status": "paid"}))
        fate = 0.5
    if fate < 0.86:
        _hand_over(market, order, day + story.whole(1, 8))


def _hand_over(market: Market, order: Order, day: int) -> None:
    """The hand-over, its corrections, and goods that come back."""
    story = market.story
    order.delivered = day
    done = {**_of(order), "status": "handed over"}
    first = Draft("delivered", {**_of(order), "delivered_on": story.day(day)})
    seen = day + story.whole(0, 3)
    market.record(seen, *((first, Draft("status", done)) if story.chance(0.6) else (first,)))
    for _ in range(story.one_of((0, 0, 0, 1, 1, 2))):
        seen += story.whole(4, 40)
        order.delivered = max(order.placed + 1, order.delivered + story.whole(-3, 5))
        market.say(seen, "delivery_fixed", **_of(order), delivered_on=story.day(order.delivered))
    if story.chance(0.06):
        market.record(seen + story.whole(3, 20), Draft("delivery_void", _of(order)))
        order.delivered = None
        return
    if story.chance(0.4 if market.tale != "recall" else 0.55):
        _send_back(market, order, seen)


def _send_back(market: Market, order: Order, seen: int) -> None:
    """One article comes back in part or in full, in one parcel or in two; a few entries are void."""
    story = market.story
    assert order.delivered is not None
    product = story.one_of(sorted(order.lines))
    quantity = order.lines[product][0]
    back = {**_of(order), "product": product}
    day = max(order.delivered, seen) + story.whole(2, 35)
    if quantity > 1 and story.chance(0.7):
        part = story.whole(1, quantity - 1)
        market.say(day, "sent_back", **back, quantity=part, returned_on=story.day(day - 1))
        day += story.whole(4, 40)
    if story.chance(0.8):
        market.say(day + 1, "sent_back", **back, quantity=quantity, returned_on=story.day(day))
        if story.chance(0.12):
            market.record(day + story.whole(6, 30), Draft("sent_back_void", back))


def settle(market: Market) -> None:
    """Say of customers what is all on record: most files in one record, some in parts, a few never; some reopen."""
    story = market.story
    for number, customer in enumerate(market.customers):
        at = story.random.uniform(0.12, 0.6)
        who = {"customer": customer}
        if number % 6 == 4:
            market.say(market.at(at), "orders_settled", **who)
            continue
        if number % 3 == 1:
            parts = [Draft("orders_settled", who), Draft("withdrawals_settled", who)]
            market.record(market.at(at), *(parts if story.chance(0.5) else parts[::-1]))
            market.say(market.between(at, 0.8), "backs_settled", **who)
        else:
            market.say(market.at(at), "file_settled", **who)
        if number % 3 == 2:
            form = story.one_of(("orders_reopened", "withdrawals_reopened", "handovers_reopened"))
            market.record(market.between(at + 0.1, 0.85), Draft(form, who))
            market.say(market.between(0.88, 0.96), "file_settled", **who)
