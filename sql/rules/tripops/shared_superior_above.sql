-- title: Everyone above a common superior of two people
-- grain: one row per (person, other, superior)
-- source: ours
-- reads as: the people above a common superior of {person} and {other}
select distinct
    s.person,
    s.other,
    a.superior
from shared_superior as s
inner join above as a on a.person = s.superior
