-- title: Kinds a person is trained on
-- grain: one row per (person, kind)
-- source: ours
-- reads as: the kinds that {person} is trained on
create table training (
    person text,
    kind text,
    primary key (person, kind)
);
