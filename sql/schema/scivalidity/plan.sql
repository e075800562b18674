-- title: Plans, one a world
-- grain: one row per (world)
-- source: paper appendix B.1, the event Plan
-- reads as: the plan of {world}
-- why: the labels of step, amount and subject are those of the family; 0 and '-' where it has none
create table plan (
    world text,
    item text,
    step integer,
    amount decimal(12, 3),
    subject text,
    primary key (world)
);
