-- title: Late fee per day of a branch from a day on, a rule that events declare
-- grain: one row per (branch, valid_from)
-- source: ours
-- reads as: the late fee per day of {branch} declared from {valid_from} on
-- why: nothing closes it: a day before the first row is unknown
create table late_fee (
    branch text,
    valid_from date,
    amount decimal(6, 2),
    primary key (branch, valid_from)
);
