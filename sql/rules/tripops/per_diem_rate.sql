-- title: Allowance for a day of a trip
-- grain: one row per (person, trip)
-- source: ours
-- reads as: the allowance for a day of {person}'s trip {trip}
-- why: that of the person's company for the nation of the destination, also at home
select
    c.person,
    c.trip,
    p.amount
from country as c
inner join works_for as w on w.person = c.person
inner join per_diem as p on p.company = w.company and p.nation = c.nation
