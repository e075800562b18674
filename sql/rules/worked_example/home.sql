-- title: The home nation of a person
-- grain: one row per (person)
-- source: paper section 2.2, home(P, N)
-- reads as: the home nation of {person}
select
    b.person,
    c.nation
from based_in as b
inner join city_in as c on c.city = b.city
