-- title: Persons whose approvals are all on record
-- grain: one row per (person)
-- source: ours
-- reads as: whether the approvals of {person} are all on record
create table approval_complete (
    person text,
    primary key (person)
);
