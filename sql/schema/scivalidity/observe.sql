-- title: Observations: what was reported
-- grain: one row per (world, item)
-- source: paper appendix B.1, the event Observe
-- reads as: the record {item} of {world}
create table observe (
    world text,
    item text,
    step integer,
    amount decimal(12, 3),
    subject text,
    primary key (world, item)
);
