-- title: Writes: what was amended or put on record
-- grain: one row per (world, item)
-- source: paper appendix B.1, the event Write
-- reads as: the record {item} of {world}
create table write (
    world text,
    item text,
    step integer,
    amount decimal(12, 3),
    subject text,
    primary key (world, item)
);
