"""ShopOps: a shop with its catalogue, its terms and its order desk, over a year or more (DOMAINS: "ShopOps").

``story.options``: ``tale`` (recall, clearance or merger), ``roots`` (trees of the catalogue), ``levels`` (of a
tree), ``products``, ``moves`` (categories that change place), ``refiled`` (products that do), ``tiers``,
``customers``, ``households``, ``orders``, ``regular`` (purchases at the counter of one customer), ``plans`` (months
that a household plans).
"""

from __future__ import annotations

from memsql.suite.forms import Draft
from memsql.suite.shopops.catalogue import change_catalogue, print_catalogue
from memsql.suite.shopops.market import Market
from memsql.suite.shopops.orders import fulfil, settle, take_orders
from memsql.suite.shopops.people import welcome
from memsql.suite.shopops.terms import declare_terms, plan_money
from memsql.suite.story import Story

MARKET = "market"
GOSSIP = ("gossip_money", "gossip_parcel", "gossip_rank", "gossip_account")
REFERRED = {"person": 0.8, "order": 0.2, "product": 0.3, "household": 1.0, "account": 0.2}
"""Share of the entities of a kind that somebody gives a phrase."""


def simulate(story: Story) -> None:
    """Add the history of one shop to the story."""
    market = Market(story)
    print_catalogue(market)
    welcome(market)
    declare_terms(market)
    take_orders(market)
    plan_money(market)
    fulfil(market)
    settle(market)
    change_catalogue(market)
    _introduce(market)
    story.memory[MARKET] = market


def _introduce(market: Market) -> None:
    """Plan the records that say who or what is meant by a phrase."""
    story = market.story
    accounts = [a for own in market.accounts.values() for a in own]
    early = {"person": market.customers, "product": market.products, "household": list(market.members)}
    for kind, names in (early | {"account": accounts}).items():
        for name in names:
            if story.chance(REFERRED[kind]):
                story.refer(market.between(0.02, 0.35), kind, name)
    for order in market.orders:
        if story.chance(REFERRED["order"]):
            story.refer(story.day(order.placed + story.whole(1, 30)), "order", order.name)


def chatter(story: Story) -> Draft:
    """Return talk about people and things of the story that records nothing."""
    market: Market = story.memory[MARKET]
    form = story.one_of(GOSSIP)
    customer, other = story.random.sample(market.customers, 2)
    values = {"customer": customer}
    if form == "gossip_money":
        values["household"] = story.one_of(list(market.members))
    elif form == "gossip_parcel":
        values["other"] = other
    elif form == "gossip_rank":
        values["product"] = story.one_of(market.products)
    else:
        values["account"] = story.one_of([a for own in market.accounts.values() for a in own])
    return Draft(form, values)
