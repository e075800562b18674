-- title: The nearest member who vouched for both of two persons
-- grain: one row per (person, other)
-- source: ours; construct: declared key, the nearest common one
-- key: person, other
-- reads as: the nearest member who vouched, directly or through others, for both {person} and {other}
-- why: strictly above both; the nearest is the one that stands above no other common voucher
select
    c.person,
    c.other,
    c.voucher
from voucher_common as c
where not exists (
    select 1
    from voucher_common_above as a
    where a.person = c.person and a.other = c.other and a.voucher = c.voucher
)
