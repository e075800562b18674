-- title: Worlds whose log of this kind is complete
-- grain: one row per (world)
-- source: ours: the Plan event asserts that the log of the episode is complete
-- reads as: the log access of {world} is complete
create table access_complete (
    world text,
    primary key (world)
);
