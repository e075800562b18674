-- title: The rate of a currency on a day
-- grain: one row per (currency, day)
-- source: ours
-- reads as: the rate of the {currency} on {day}
-- why: the row with the latest valid_from that is not after the day; before the first one nothing is known
select
    a.currency,
    a.day,
    f.rate
from asked_fx_on as a
asof join fx as f on f.currency = a.currency and f.valid_from <= a.day
