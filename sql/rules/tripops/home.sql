-- title: Nation that a person is based in
-- grain: one row per (person)
-- source: paper section 2.2, home(P)
-- key: person
-- reads as: the nation that {person} is based in
-- why: the city itself, the place around it, or one further out that is listed as a nation, as for a destination
select
    b.person,
    n.place as nation
from based_in as b
inner join nation as n on n.place = b.city
union
select
    b.person,
    p.wider as nation
from based_in as b
inner join place_in as p on p.place = b.city
inner join nation as n on n.place = p.wider
union
select
    b.person,
    a.wider as nation
from based_in as b
inner join place_in as p on p.place = b.city
inner join place_above as a on a.place = p.wider
inner join nation as n on n.place = a.wider
