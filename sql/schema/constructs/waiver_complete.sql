-- title: Persons whose waivers are all on record
-- grain: one row per (person)
-- source: ours
-- reads as: whether the waivers of {person} are all on record
create table waiver_complete (
    person text,
    primary key (person)
);
