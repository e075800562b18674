-- title: Kinds a person may use but has not borrowed twice
-- grain: one row per (person, kind)
-- source: ours; construct: not exists on a group with having, by key
-- reads as: the kinds of tool that {person} may use but has not borrowed twice
select
    a.person,
    a.kind
from allowed as a
where not exists (select 1 from kind_regular as r where r.person = a.person and r.kind = a.kind)
