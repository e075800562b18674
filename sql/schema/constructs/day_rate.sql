-- title: Charge per day of a kind from a day on, a rule that events declare
-- grain: one row per (kind, valid_from)
-- source: ours
-- reads as: the charge per day for {kind} declared from {valid_from} on
-- why: valid_from is valid time: a row reaches until the next row of the same kind, whenever either was observed
create table day_rate (
    kind text,
    valid_from date,
    amount decimal(8, 2),
    primary key (kind, valid_from)
);
