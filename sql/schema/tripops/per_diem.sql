-- title: Allowance of a company for a day in a nation
-- grain: one row per (company, nation)
-- source: paper section 2.1, domain TripOps; predicate ours
-- reads as: the allowance of {company} for a day in {nation}
create table per_diem (
    company text,
    nation text,
    amount decimal(12, 2),
    primary key (company, nation)
);
