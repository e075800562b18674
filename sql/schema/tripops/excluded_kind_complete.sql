-- title: Companies whose excluded kinds are all on record
-- grain: one row per (company)
-- source: paper section 2.1, domain TripOps; predicate ours
-- reads as: whether the kinds that {company} does not refund are all on record
create table excluded_kind_complete (
    company text,
    primary key (company)
);
