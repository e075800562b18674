-- title: Persons with every trip abroad approved
-- grain: one row per (person)
-- source: ours
-- reads as: whether every trip abroad of {person} is approved
select
    r.person
from residence as r
where not exists (select 1 from trip_unapproved as u where u.person = r.person)
