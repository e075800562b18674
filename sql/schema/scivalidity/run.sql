-- title: Runs: what was run, how far it went and how it ended
-- grain: one row per (world, item)
-- source: paper appendix B.1, the event Run
-- reads as: the record {item} of {world}
create table run (
    world text,
    item text,
    step integer,
    amount decimal(12, 3),
    subject text,
    primary key (world, item)
);
