-- title: Nation that a person is based in
-- grain: one row per (person)
-- source: ours
-- reads as: the nation that {person} is based in
select
    r.person,
    c.nation
from residence as r
inner join city_nation as c on c.city = r.city
