-- title: Number of loans of a person that began in a period
-- grain: one row per (person, starts_on, ends_on)
-- source: ours; construct: count over asked rows
-- reads as: how many loans of {person} began from {starts_on} to {ends_on}
select
    b.person,
    b.starts_on,
    b.ends_on,
    count(*) as loans
from loan_between as b
group by b.person, b.starts_on, b.ends_on
