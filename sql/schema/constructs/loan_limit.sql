-- title: Tools of a kind that one person may have at a time, a rule that events declare
-- grain: one row per (kind)
-- source: ours
-- reads as: how many tools of the kind {kind} one person may have at a time
create table loan_limit (
    kind text,
    loans integer,
    primary key (kind)
);
