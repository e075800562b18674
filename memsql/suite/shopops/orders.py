"""Orders: what was ordered, what became of it, what came back, and what is known to be all of it."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from memsql.suite.desk import listed
from memsql.suite.forms import Draft
from memsql.suite.shopops.market import Market, Order

QUANTITIES = (1, 1, 1, 1, 6, 8, 12, 15)
"""Pieces of a line: hardly ever a number that counts of orders have, so that a slip does not answer for them."""
FLOOR = Decimal("2.50")
RESENT = 0.2
"""Share of the slips that are sent again with other prices."""
NEAR = 6
"""Days within which orders go into the books together."""
WAITING = ("paid", "packed", "on hold", "under review", "at the depot")


def take_orders(market: Market) -> None:
    """Invent all orders, in the order of their days; some customers order often, some hardly ever."""
    story = market.story
    shares = sorted(story.random.uniform(0.01, 0.86) for _ in range(market.size("orders")))
    others = [c for c in market.customers if c != market.regular]
    # The last one never orders: nothing is what the file of that customer says.
    weights = [1 / (1 + 0.5 * i) for i in range(len(others) - 1)] + [0.0]
    numbers = {c: story.whole(101, 700) for c in market.customers}
    for share in shares:
        customer = story.random.choices(others, weights)[0]
        numbers[customer] += story.whole(1, 9)
        name = f"{customer.split(' ', 1)[0]}-{numbers[customer]}"
        order = Order(customer, name, int(share * story.days))
        for product in story.some_of(market.products, story.one_of((1, 1, 2, 2, 3, 4))):
            price = market.price[product] + story.whole(-3, 3)
            order.lines[product] = (story.one_of(QUANTITIES), max(price, FLOOR))
        market.orders.append(order)
    count = market.size("regular")
    for place in range(count):
        customer = market.regular
        numbers[customer] += story.whole(1, 9)
        day = int(story.days * (0.06 + 0.72 * (place + story.random.random()) / count))
        order = Order(customer, f"{customer.split(' ', 1)[0]}-{numbers[customer]}", day, is_counter=True)
        product = story.one_of(market.products)
        order.lines[product] = (story.one_of(QUANTITIES), market.price[product])
        market.orders.append(order)


def fulfil(market: Market) -> None:
    """Record every order with what became of it."""
    bag: list[tuple[int, list[Draft]]] = []
    for order in market.orders:
        if order.is_counter:
            _sell(market, order)
            continue
        bag.append(_write(market, order))
        _correct(market, order)
        _follow(market, order)
    _post(market, bag)
    for order in market.story.some_of([o for o in market.orders if o.delivered is None and not o.is_counter], 2):
        market.record(order.placed + market.story.whole(20, 50), Draft("order_void", _of(order)))


def _sell(market: Market, order: Order) -> None:
    """A purchase at the counter, mostly taken home at once: one record; some of it comes back."""
    story = market.story
    head = {**_of(order), "placed_on": story.day(order.placed)}
    lines = [{"product": p, "quantity": q, "unit_price": price} for p, (q, price) in order.lines.items()]
    drafts = [listed("basket", head, lines)]
    if story.chance(0.8):
        order.delivered = order.placed
        drafts.append(Draft("delivered", {**_of(order), "delivered_on": story.day(order.placed)}))
    market.record(order.placed, *drafts)
    if order.delivered is not None and story.chance(0.2):
        _send_back(market, order, order.placed)


def _post(market: Market, bag: list[tuple[int, list[Draft]]]) -> None:
    """Record the orders, some of those that come in within days of each other together."""
    bag.sort(key=lambda entry: entry[0])
    while bag:
        count = market.story.one_of((1, 1, 2, 3))
        taken = [e for e in bag[:count] if e[0] - bag[0][0] <= NEAR]
        del bag[: len(taken)]
        market.record(taken[-1][0], *(draft for _, drafts in taken for draft in drafts))


def _of(order: Order) -> dict[str, Any]:
    return {"customer": order.customer, "purchase": order.name}


def _write(market: Market, order: Order) -> tuple[int, list[Draft]]:
    """The order itself, when it is seen: its slip in full or its first page; its lines may be settled later."""
    story = market.story
    head = {**_of(order), "placed_on": story.day(order.placed)}
    lines: list[dict[str, Any]] = [
        {"product": p, "quantity": q, "unit_price": price} for p, (q, price) in order.lines.items()
    ]
    seen = order.placed + (story.whole(10, 40) if story.chance(0.08) else story.whole(0, 2))
    is_full = story.chance(0.6)
    rest = lines.pop() if len(lines) > 2 and not is_full and story.chance(0.5) else None
    drafts = [listed("basket" if is_full else "order", head, lines)]
    if seen <= order.placed + 2 and story.chance(0.6):
        drafts.append(Draft("status", {**_of(order), "status": story.one_of(WAITING)}))
    if rest is not None:
        market.record(seen + story.whole(NEAR + 1, 20), Draft("line_set", {**_of(order), **rest}))
    if rest is None and story.chance(RESENT):
        again = [{**line, "unit_price": max(line["unit_price"] + story.whole(-9, 9), FLOOR)} for line in lines]
        order.lines = {line["product"]: (line["quantity"], line["unit_price"]) for line in again}
        market.record(seen + story.whole(NEAR + 1, 25), listed("basket" if is_full else "order", head, again))
    if not is_full and story.chance(0.85):
        market.say(seen + story.whole(NEAR + 1, 40), "lines_settled", **_of(order))
        if story.chance(0.12):
            market.record(seen + story.whole(62, 90), Draft("lines_reopened", _of(order)))
            market.say(seen + story.whole(92, 130), "lines_settled", **_of(order))
    elif is_full and story.chance(0.06):
        market.record(seen + story.whole(20, 60), Draft("lines_reopened", _of(order)))
    if story.chance(0.05):
        market.record(seen + story.whole(NEAR + 1, 40), Draft("order_head", head))
    return seen, drafts


def _correct(market: Market, order: Order) -> None:
    """Corrected prices and quantities, lines struck and put back."""
    story = market.story
    for product, (quantity, price) in order.lines.items():
        if not story.chance(0.17):
            continue
        line = {**_of(order), "product": product}
        day = order.placed + story.whole(NEAR + 4, 50)
        now = price
        for _ in range(story.one_of((1, 1, 2, 3))):
            now = max(now + story.whole(-9, 9), FLOOR)
            market.say(day, "line_set", **line, quantity=quantity, unit_price=now)
            day += story.whole(5, 70)
        if story.chance(0.2):
            market.record(day, Draft("line_void", line))
            if story.chance(0.5):
                order.lost.add(product)
            else:
                again = {**line, "quantity": quantity, "unit_price": now}
                market.record(day + story.whole(4, 30), Draft("line_set", again))


def _follow(market: Market, order: Order) -> None:
    """Progress of an order: called off, handed over, or neither; what is handed over may come back."""
    story = market.story
    day = order.placed + story.whole(NEAR + 1, NEAR + 4)
    for _ in range(story.one_of((1, 1, 2))):
        market.record(day, Draft("status", {**_of(order), "status": story.one_of(("in transit", *WAITING))}))
        day += story.whole(1, 5)
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
    if story.chance(0.6):
        market.record(seen, first, Draft("status", done))
    else:
        market.record(seen, first)
        market.record(seen + 1, Draft("status", done))
    for _ in range(story.one_of((0, 0, 0, 1, 1, 2))):
        seen += story.whole(4, 40)
        order.delivered = max(order.placed + 1, order.delivered + story.whole(-3, 5))
        market.say(seen, "delivery_fixed", **_of(order), delivered_on=story.day(order.delivered))
    if story.chance(0.06):
        lost = Draft("status", {**_of(order), "status": "under review"})
        market.record(seen + story.whole(4, 20), Draft("delivery_void", _of(order)), lost)
        order.delivered = None
        return
    if story.chance(0.4 if market.tale != "recall" else 0.55):
        _send_back(market, order, seen)


def _send_back(market: Market, order: Order, seen: int) -> None:
    """One article comes back in part or in full, in one parcel or in two; a few entries are void."""
    story = market.story
    assert order.delivered is not None
    kept = sorted(order.lines.keys() - order.lost)
    if not kept:
        return
    product = story.one_of(kept)
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
    others = [c for c in market.customers if c != market.regular]
    market.say(market.between(0.06, 0.15), "file_settled", customer=market.regular)
    for number, customer in enumerate(others):
        at = story.random.uniform(0.05, 0.35)
        who = {"customer": customer}
        if number % 7 == 4:
            market.say(market.at(at), "orders_settled", **who)
            continue
        if number % 4 == 1:
            parts = [Draft("orders_settled", who), Draft("withdrawals_settled", who)]
            market.record(market.at(at), *(parts if story.chance(0.5) else parts[::-1]))
            market.say(market.between(at, 0.7), "backs_settled", **who)
        else:
            market.say(market.at(at), "file_settled", **who)
        if number % 5 == 2:
            form = story.one_of(("orders_reopened", "withdrawals_reopened", "handovers_reopened"))
            market.record(market.between(at + 0.1, 0.85), Draft(form, who))
            market.say(market.between(0.88, 0.96), "file_settled", **who)
