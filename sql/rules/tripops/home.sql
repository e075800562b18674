-- title: Nation that a person is based in
-- grain: one row per (person)
-- source: paper section 2.2, home(P)
-- reads as: the nation that {person} is based in
select
    b.person,
    n.nation
from based_in as b
inner join nation_of as n on n.place = b.city
