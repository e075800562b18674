-- title: The most that a company refunds for an expense of a kind, from a day on
-- grain: one row per (company, kind, valid_from)
-- source: paper section 2.1, domain TripOps; predicate ours
-- reads as: the most that {company} refunds for an expense of the kind {kind}, as declared from {valid_from} on
-- why: valid_from is valid time: a row reaches until the next one of its key; in the company's own currency
create table cap (
    company text,
    kind text,
    valid_from date,
    amount decimal(12, 2),
    primary key (company, kind, valid_from)
);
