-- title: Accesses: who opened what, and when
-- grain: one row per (world, item)
-- source: paper appendix B.1, the event Access
-- reads as: the record {item} of {world}
create table access (
    world text,
    item text,
    step integer,
    amount decimal(12, 3),
    subject text,
    primary key (world, item)
);
