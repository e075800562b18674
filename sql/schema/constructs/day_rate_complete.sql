-- title: Kinds whose day rates are all on record
-- grain: one row per (kind)
-- source: ours
-- reads as: whether the day rates of {kind} are all on record
-- why: makes "no rate was in force on that day" known
create table day_rate_complete (
    kind text,
    primary key (kind)
);
