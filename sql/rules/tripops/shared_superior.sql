-- title: Everyone above both of two people
-- grain: one row per (person, other, superior)
-- source: ours
-- reads as: the people above both {person} and {other}
-- why: looked for from both sides, so that the list is complete only where both reporting lines are
select
    q.person,
    q.other,
    a.superior
from asked_common_superior as q
inner join above as a on a.person = q.person
inner join above as o on o.person = q.other and o.superior = a.superior
union
select
    q.person,
    q.other,
    o.superior
from asked_common_superior as q
inner join above as o on o.person = q.other
inner join above as a on a.person = q.person and a.superior = o.superior
