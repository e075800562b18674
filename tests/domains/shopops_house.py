"""What the histories of ShopOps share: a shop, a tree of categories, products, a customer and a household."""

from __future__ import annotations

TREE = "01-01: assert parent_category(kettle) = kitchen; assert parent_category(kitchen) = home"
TOP = "01-01: complete parent_category(home)"
OTHER_TREE = "01-01: assert parent_category(lantern) = garden; complete parent_category(garden)"
PRODUCTS = "01-01: assert product_category(velka) = kettle; assert product_category(lumo) = lantern"
FILED = (TREE, TOP, OTHER_TREE, PRODUCTS)
"""velka is a kettle (kettle, kitchen, home), lumo a lantern (lantern, garden)."""

TIERS = "01-02: assert tier(vera, 2026-01-01) = silver; assert tier(max, 2026-01-01) = plain"
RATES = "01-02: declare discount(orlo, silver, 2026-01-01) = 10.00; declare discount(orlo, plain, 2026-01-01) = 0.00"
SHOP = (TIERS, RATES)

ORDER = "02-01: assert purchase(vera, p1) = 2026-02-01; assert line(vera, p1, velka) = 2, 30.00"
"""Two velkas at 30.00 each; the tests say what is complete."""

HERS = (
    "02-02: complete purchase(vera); complete cancelled(vera); complete returned(vera); complete delivered(vera)",
    "02-02: complete line(vera, p1)",
)
"""Everything of Vera's is on record."""

WINDOWS = "01-03: declare return_window(orlo, kitchen) = 14; declare window_inherits(orlo) = yes"
RULES = "01-03: complete return_window(orlo); complete final_sale(orlo)"
ARRIVED = "02-03: assert delivered(vera, p1) = 2026-02-03"
