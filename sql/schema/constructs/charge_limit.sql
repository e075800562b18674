-- title: The most that is asked for one charge, a rule that events declare
-- grain: one row per (reason)
-- source: ours
-- reads as: the most that is asked for one charge for {reason}
create table charge_limit (
    reason text,
    amount decimal(8, 2),
    primary key (reason)
);
