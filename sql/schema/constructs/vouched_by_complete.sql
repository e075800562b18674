-- title: Persons known to be vouched for by nobody
-- grain: one row per (person)
-- source: ours
-- reads as: whether {person} is known to be vouched for by nobody
create table vouched_by_complete (
    person text,
    primary key (person)
);
