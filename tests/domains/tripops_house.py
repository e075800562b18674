"""Pieces of TripOps histories that several rulings begin with."""

from __future__ import annotations

PLACES = "01-01: assert place_in(halewick) = north; assert place_in(north) = corvia"
NATIONS = "01-01: assert nation(corvia); assert nation(lorland); assert place_in(orlem) = lorland"
RATES = "01-01: assert fx(dral, 2026-01-01) = 1; assert fx(zil, 2026-01-01) = 0.5"
VERA = "01-01: assert works_for(vera) = acme; assert reports_to(vera) = max; assert reports_to(max) = zoe"
LINE = "01-01: complete reports_to(zoe)"
KINDS = "01-01: assert vendor_kind(inn) = hotel; assert vendor_kind(cab) = taxi; assert vendor_kind(bar) = drink"
HOUSE = "01-01: declare receipt_threshold(acme) = 20.00; declare approval_rule(acme) = direct manager"
EXCLUDED = "01-01: declare excluded_kind(acme, drink); complete excluded_kind(acme)"
CAPS = "01-01: declare cap(acme, hotel, 2026-01-01) = 90.00; declare cap(acme, taxi, 2026-01-01) = 15.00"
BASICS = (RATES, VERA, LINE, KINDS, HOUSE, EXCLUDED, CAPS)
"""Vera at Acme reports to Max, he to Zoe; receipts from 20.00 on, the direct manager approves, no drinks."""
