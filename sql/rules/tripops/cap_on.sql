-- title: The cap in force for a kind of expense on a day
-- grain: one row per (company, kind, day)
-- source: ours
-- reads as: the most that {company} refunds on {day} for an expense of the kind {kind}
-- why: the row with the latest valid_from that is not after the day; before the first one nothing is known
select
    a.company,
    a.kind,
    a.day,
    c.amount
from asked_cap_on as a
asof join cap as c on c.company = a.company and c.kind = a.kind and c.valid_from <= a.day
