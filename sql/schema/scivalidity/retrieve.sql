-- title: Retrievals: what was looked up
-- grain: one row per (world, item)
-- source: paper appendix B.1, the event Retrieve
-- reads as: the record {item} of {world}
create table retrieve (
    world text,
    item text,
    step integer,
    amount decimal(12, 3),
    subject text,
    primary key (world, item)
);
