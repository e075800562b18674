-- title: Kinds a person may use without training
-- grain: one row per (person, kind)
-- source: ours
-- reads as: the kinds that {person} may use without training
create table waiver (
    person text,
    kind text,
    primary key (person, kind)
);
