"""The catalogue: a tree of categories, the products under them, and how both change."""

from __future__ import annotations

from memsql.suite.forms import Draft
from memsql.suite.shopops.market import Market, chunks, listed

CHILDREN = (2, 2, 3)
LATE = 0.05
"""Share of products that nobody files until late in the history; as many are never filed."""


def print_catalogue(market: Market) -> None:
    """Invent the tree and the products, and record them, mostly in the first weeks."""
    story = market.story
    level = [story.names.make("category") for _ in range(market.size("roots"))]
    market.roots = list(level)
    market.categories = list(level)
    for depth in range(1, market.size("levels")):
        below: list[str] = []
        for place, parent in enumerate(level):
            if depth > 1 and place >= 4:
                continue
            children = [story.names.make("category") for _ in range(story.one_of(CHILDREN))]
            market.parent |= dict.fromkeys(children, parent)
            day = market.between(0, 0.05) if story.chance(0.9) else market.between(0.12, 0.2)
            market.record(day, listed("category_sheet", {"parent": parent}, [{"category": c} for c in children]))
            below += children
        market.categories += below
        level = below
    for place, root in enumerate(market.roots):
        day = market.between(0.03, 0.2) if place else market.between(0.02, 0.05)
        market.say(day, "category_top", category=root)
    _products(market)


def _products(market: Market) -> None:
    """Products, most of them under the lowest categories, in sheets of a few."""
    story = market.story
    inner = {market.parent[c] for c in market.categories if c in market.parent}
    lowest = [c for c in market.categories if c not in inner]
    for number in range(market.size("products")):
        product = story.names.make("product")
        market.price[product] = story.money(4, 180, 50)
        market.filed[product] = lowest[number % len(lowest)] if story.chance(0.85) else story.one_of(market.categories)
    missing = story.some_of(market.products, round(2 * LATE * len(market.price)))
    for product in missing[::2]:
        market.say(market.between(0.4, 0.7), "product_filed", product=product, category=market.filed[product])
    for category in market.categories:
        own = [p for p in market.products if market.filed[p] == category and p not in missing]
        for part in chunks(own, (2, 3, 4), story):
            day = market.between(0.0, 0.08)
            market.record(day, listed("product_sheet", {"category": category}, [{"product": p} for p in part]))


def change_catalogue(market: Market) -> None:
    """Move categories and products; tell the merger of two trees, where that is the story."""
    story = market.story
    shares = sorted(story.random.uniform(0.28, 0.9) for _ in range(market.size("moves")))
    for share in shares:
        movable = [c for c in market.categories if c in market.parent]
        category = story.one_of(movable)
        free = [c for c in market.categories if c not in market.below(category) and c != market.parent[category]]
        _move(market, share, category, story.one_of(free))
    if market.tale == "merger":
        _move(market, 0.91, market.roots[-1], market.roots[0])
        market.record(market.at(0.97), Draft("category_detached", {"category": market.roots[-1]}))
    root = market.roots[-1]
    market.record(market.between(0.45, 0.5), Draft("category_reopened", {"category": root}))
    market.record(market.between(0.55, 0.62), Draft("category_top", {"category": root}))
    for product in story.some_of(market.products, market.size("refiled")):
        home = market.filed[product]
        start = story.random.uniform(0.15, 0.7)
        other = story.one_of([c for c in market.categories if c != home])
        market.say(market.at(start), "product_filed", product=product, category=other)
        if story.chance(0.6):
            back = home if story.chance(0.5) else story.one_of([c for c in market.categories if c != other])
            market.say(market.between(start + 0.04, 0.98), "product_filed", product=product, category=back)


def _move(market: Market, share: float, category: str, parent: str) -> None:
    """Put a category under another one; some moves leave it alone for a while first."""
    story = market.story
    if category in market.parent and story.chance(0.25):
        market.record(market.at(share - 0.012), Draft("category_detached", {"category": category}))
    market.parent[category] = parent
    market.record(market.at(share), Draft("category_moved", {"category": category, "parent": parent}))
