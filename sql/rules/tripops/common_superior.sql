-- title: The nearest common superior of two people
-- grain: one row per (person, other)
-- source: ours
-- key: person, other
-- reads as: the nearest person above both {person} and {other}
-- why: strictly above both; the nearest is the one that is above no other common superior
select
    s.person,
    s.other,
    s.superior
from shared_superior as s
where not exists (
    select 1
    from shared_superior_above as a
    where a.person = s.person and a.other = s.other and a.superior = s.superior
)
