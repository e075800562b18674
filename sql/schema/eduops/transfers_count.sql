-- title: Whether a faculty counts transfers: yes or no
-- grain: one row per (faculty)
-- source: ours
-- reads as: whether the faculty {faculty} counts transfers
-- why: where it says no, every transfer is void; revising it changes the shape of the derivation of every course
--      that was brought along
create table transfers_count (
    faculty text,
    counts text,
    primary key (faculty)
);
