-- title: Amount a person need not pay for a reason
-- grain: one row per (person, reason)
-- source: ours
-- reads as: {person}'s allowance for {reason}
create table allowance (
    person text,
    reason text,
    amount decimal(8, 2),
    primary key (person, reason)
);
