-- title: Members who stand above a common voucher
-- grain: one row per (person, other, voucher)
-- source: ours; construct: distinct over a join that opens a set
-- reads as: the members who stand above a common voucher of {person} and {other}
select distinct
    c.person,
    c.other,
    a.voucher
from voucher_common as c
inner join vouch_above as a on a.person = c.voucher
