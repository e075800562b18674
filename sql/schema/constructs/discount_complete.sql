-- title: Persons known to have no discount
-- grain: one row per (person)
-- source: ours
-- reads as: whether {person} is known to have no discount
create table discount_complete (
    person text,
    primary key (person)
);
