-- title: Number of trips abroad
-- grain: one row per (person)
-- source: paper section 2.2, the worked example
-- reads as: how many trips of {person} go outside the home nation
select
    a.person,
    count(*) as trips
from abroad as a
group by a.person
