-- title: Areas whose place is on record: one without a row lies under no other
-- grain: one row per (area)
-- source: ours
-- reads as: whether it is on record what {area} lies under
-- why: said of an area at the top; where the area has a row, the row counts
create table area_in_complete (
    area text,
    primary key (area)
);
