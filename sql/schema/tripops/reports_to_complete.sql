-- title: Persons known to report to nobody else than recorded
-- grain: one row per (person)
-- source: paper section 2.1, domain TripOps; predicate ours
-- reads as: whether it is settled to whom {person} reports
create table reports_to_complete (
    person text,
    primary key (person)
);
