-- title: Number of trips that leave the home nation
-- grain: one row per (person)
-- source: paper section 2.1, the query of the worked example
-- reads as: how many trips of {person} go outside their home nation
select
    o.person,
    count(*) as trips
from outside as o
group by o.person
