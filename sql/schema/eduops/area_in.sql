-- title: Area that an area lies directly under
-- grain: one row per (area)
-- source: ours
-- reads as: the area that {area} lies directly under
create table area_in (
    area text,
    parent_area text,
    primary key (area)
);
