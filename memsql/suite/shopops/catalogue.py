"""The catalogue: a tree of categories, the products under them, and how both change."""

from __future__ import annotations

from memsql.suite.desk import listed
from memsql.suite.forms import Draft
from memsql.suite.shopops.market import Market

CHILDREN = (2, 2, 3)
LATE = 1
"""Products that nobody files until late in the history."""
PLAIN, PLAIN_SHARE, ROOT_SHARE = 2, 0.3, 0.15
"""Categories that stand by themselves, and the shares of products that are filed under them and under tops."""
LEAVES = 0.4
"""Share of the moves that take any category, be it one without others below it."""
TOP_AT_ONCE = 0.5
"""Share of the top categories whose sheet says that nothing is missing above them."""


def print_catalogue(market: Market) -> None:
    """Invent the tree and the products, and record them, mostly in the first weeks."""
    story = market.story
    level = [story.names.make("category") for _ in range(market.size("roots"))]
    market.roots = list(level)
    market.categories = list(level)
    settled: list[str] = []
    for depth in range(1, market.size("levels")):
        below: list[str] = []
        for place, parent in enumerate(level):
            if depth > 1 and place >= 4:
                continue
            children = [story.names.make("category") for _ in range(story.one_of(CHILDREN))]
            market.parent |= dict.fromkeys(children, parent)
            day = market.between(0, 0.05) if story.chance(0.9) else market.between(0.12, 0.2)
            sheet = listed("category_sheet", {"parent": parent}, [{"category": c} for c in children])
            drafts = [sheet]
            if depth == 1 and story.chance(TOP_AT_ONCE):
                drafts.append(Draft("category_top", {"category": parent}))
                settled.append(parent)
            market.record(day, *drafts)
            below += children
        market.categories += below
        level = below
    plain = [story.names.make("category") for _ in range(PLAIN)]
    market.record(market.between(0.0, 0.03), *(Draft("category_top", {"category": c}) for c in plain))
    for place, root in enumerate(r for r in market.roots if r not in settled):
        day = market.between(0.03, 0.2) if place else market.between(0.02, 0.05)
        market.say(day, "category_top", category=root)
    _products(market, plain)
    market.categories += plain


def _products(market: Market, plain: list[str]) -> None:
    """Products under categories of every height, in sheets of a few."""
    story = market.story
    for number in range(market.size("products")):
        product = story.names.make("product")
        market.price[product] = story.money(4, 180, 50)
        draw = story.random.random()
        some = plain if draw < PLAIN_SHARE else market.roots if draw < PLAIN_SHARE + ROOT_SHARE else market.categories
        market.filed[product] = some[number % len(some)]
    missing = story.some_of(market.products, LATE)
    for product in missing:
        market.say(market.between(0.4, 0.7), "product_filed", product=product, category=market.filed[product])
    for category in [*market.categories, *plain]:
        own = [p for p in market.products if market.filed[p] == category and p not in missing]
        for part in market.pieces(own, (2, 3, 4)):
            day = market.between(0.0, 0.08)
            market.record(day, listed("product_sheet", {"category": category}, [{"product": p} for p in part]))


def change_catalogue(market: Market) -> None:
    """Move categories and products; tell the merger of two trees, where that is the story."""
    story = market.story
    shares = sorted(story.random.uniform(0.28, 0.9) for _ in range(market.size("moves")))
    for share in shares:
        # Sections with others below them: what moves with them changes without a word about it.
        inner = set(market.parent.values())
        movable = [c for c in market.categories if c in market.parent and c in inner]
        if not movable or story.chance(LEAVES):
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
