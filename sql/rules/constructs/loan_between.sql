-- title: Loans of a person that began in a period
-- grain: one row per (person, starts_on, ends_on, loan)
-- source: ours; construct: asked period, between
-- reads as: the loans of {person} that began from {starts_on} to {ends_on}
-- why: both ends belong to the period
select
    a.person,
    a.starts_on,
    a.ends_on,
    l.loan
from asked_loan_between as a
inner join loan as l on l.person = a.person
where l.lent_on between a.starts_on and a.ends_on
