-- title: Allowance for a whole trip
-- grain: one row per (person, trip)
-- source: ours
-- reads as: the per-diem total of {person}'s trip {trip}
-- why: its days times the company's allowance for the nation of the destination, also at home
select
    d.person,
    d.trip,
    cast(d.days * p.amount as decimal(12, 2)) as amount
from trip_days as d
inner join country as c on c.person = d.person and c.trip = d.trip
inner join works_for as w on w.person = d.person
inner join per_diem as p on p.company = w.company and p.nation = c.nation
