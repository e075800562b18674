"""Customers and their cards, households, and the accounts that belong together."""

from __future__ import annotations

from typing import Any

from memsql.suite.desk import listed
from memsql.suite.forms import Draft
from memsql.suite.shopops.market import Market

WITHOUT_CARD = 0.08
CHANGED, CORRECTED, WITHDRAWN = 0.5, 0.8, 0.5
RESENT = 0.9
"""Share of the first letters that are sent again with other cards: the first ones were printed wrong."""


def welcome(market: Market) -> None:
    """Invent customers with their cards, households with their members, accounts with their links."""
    story = market.story
    market.tiers = [story.names.make("tier") for _ in range(market.size("tiers"))]
    market.customers = [story.names.make("person") for _ in range(market.size("customers"))]
    _cards(market)
    _households(market)
    _accounts(market)


def _cards(market: Market) -> None:
    """First cards in letters of a few, later ones one by one, late news and corrections of earlier days."""
    story = market.story
    carded = [c for c in market.customers if not story.chance(WITHOUT_CARD)]
    for part in market.pieces(carded, (3, 4)):
        lines = [{"customer": c, "tier": story.one_of(market.tiers)} for c in part]
        market.record(market.between(0, 0.06), listed("tier_list", {"valid_from": market.at(0)}, lines))
        if story.chance(RESENT):
            lines = [{"customer": c, "tier": story.one_of(market.tiers)} for c in part]
            market.record(market.between(0.08, 0.3), listed("tier_list", {"valid_from": market.at(0)}, lines))
    for customer in market.customers:
        if story.chance(CHANGED):
            share = story.random.uniform(0.15, 0.85)
            day = market.at(share)
            shown = market.at(share + story.random.uniform(-0.03, 0.1))
            granted: dict[str, Any] = {"customer": customer, "valid_from": day}
            market.say(shown, "tier_granted", **granted, tier=story.one_of(market.tiers))
            if story.chance(CORRECTED):
                later = market.between(share + 0.11, 0.99)
                market.say(later, "tier_granted", **granted, tier=story.one_of(market.tiers))
            elif story.chance(WITHDRAWN):
                market.record(market.between(share + 0.11, 0.99), Draft("tier_withdrawn", granted))


def _households(market: Market) -> None:
    """Households of two or three; people move in and out; most lists are said to be whole, one is not."""
    story = market.story
    rest = list(market.customers)
    story.random.shuffle(rest)
    for number in range(market.size("households")):
        household = story.names.make("household")
        count = story.whole(2, 3)
        own, rest = rest[:count], rest[count:]
        own = own or story.some_of(market.customers, 2)
        market.members[household] = own
        market.record(
            market.between(0, 0.1), listed("household_list", {"household": household}, [{"customer": c} for c in own])
        )
        if number % 4 < 3:
            market.say(market.between(0.04, 0.18), "household_settled", household=household)
        if number % 4 == 1:
            market.record(market.between(0.6, 0.7), Draft("household_reopened", {"household": household}))
            market.say(market.between(0.75, 0.9), "household_settled", household=household)
        if story.chance(0.4):
            continue
        guest = story.one_of([c for c in market.customers if c not in own])
        start = story.random.uniform(0.2, 0.6)
        market.say(market.at(start), "member_joined", household=household, customer=guest)
        if story.chance(0.6):
            leaves = story.one_of([guest, own[0]])
            at = story.random.uniform(start + 0.05, 0.8)
            market.record(market.at(at), Draft("member_left", {"household": household, "customer": leaves}))
            if story.chance(0.5):
                back = market.between(at + 0.03, 0.95)
                market.record(back, Draft("member_joined", {"household": household, "customer": leaves}))


def _accounts(market: Market) -> None:
    """Links in chains and stars, some cut and set again, lists said to be whole late or never."""
    story = market.story
    for number, household in enumerate(market.members):
        own = [story.names.make("account") for _ in range(story.whole(4, 5))]
        market.accounts[household] = own
        pairs = [(own[i - 1] if story.chance(0.7) else own[0], own[i]) for i in range(1, len(own) - 1)]
        pairs = [(b, a) if story.chance(0.4) else (a, b) for a, b in pairs]
        parts = market.pieces(pairs, (1, 2, 2))
        at_once = number % 4 == 0 and len(parts) > 1
        for place, part in enumerate(parts):
            lines = [{"account": a, "other_account": b} for a, b in part]
            drafts = [listed("link_list", {"household": household}, lines)]
            if at_once and place == len(parts) - 1:
                drafts.append(Draft("links_settled", {"household": household}))
            market.record(market.between(0.02, 0.3), *drafts)
        account, other = story.one_of(pairs)
        link = {"household": household, "account": account, "other_account": other}
        cut = story.random.uniform(0.5, 0.7)
        market.record(market.at(cut), Draft("link_cut", link))
        if story.chance(0.6):
            again = listed("link_list", {"household": household}, [{"account": account, "other_account": other}])
            market.record(market.between(cut + 0.03, 0.95), again)
        if number % 4 != 2 and not at_once:
            market.say(market.between(0.15, 0.4), "links_settled", household=household)
        if number % 4 == 1:
            market.record(market.between(0.7, 0.8), Draft("links_reopened", {"household": household}))
            market.say(market.between(0.85, 0.95), "links_settled", household=household)
