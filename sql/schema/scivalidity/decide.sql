-- title: Decisions: what was decided before
-- grain: one row per (world, item)
-- source: paper appendix B.1, the event Decide
-- reads as: the record {item} of {world}
create table decide (
    world text,
    item text,
    step integer,
    amount decimal(12, 3),
    subject text,
    primary key (world, item)
);
