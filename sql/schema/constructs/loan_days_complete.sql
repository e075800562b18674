-- title: Kinds without a loan period of their own
-- grain: one row per (kind)
-- source: ours
-- reads as: whether {kind} is known to have no loan period of its own
create table loan_days_complete (
    kind text,
    primary key (kind)
);
