-- title: Members who vouched for both of two persons
-- grain: one row per (person, other, voucher)
-- source: ours; construct: asked pair
-- reads as: the members who vouched, directly or through others, for both {person} and {other}
select
    q.person,
    q.other,
    u.voucher
from asked_voucher_common as q
inner join vouch_above as u on u.person = q.person
inner join vouch_above as v on v.person = q.other and v.voucher = u.voucher
