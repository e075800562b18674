-- title: Loan period of a kind, a rule that events declare
-- grain: one row per (kind)
-- source: ours
-- reads as: the loan period of the kind {kind} in days
-- why: declared by events and withdrawn by events: withdrawing one lets the kind above it decide
create table loan_days (
    kind text,
    days integer,
    primary key (kind)
);
