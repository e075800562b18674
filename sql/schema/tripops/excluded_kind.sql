-- title: Kinds of expense that a company does not refund
-- grain: one row per (company, kind)
-- source: paper section 2.1, domain TripOps; predicate ours
-- reads as: the kinds of expense that {company} does not refund
create table excluded_kind (
    company text,
    kind text,
    primary key (company, kind)
);
