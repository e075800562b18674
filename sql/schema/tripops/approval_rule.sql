-- title: Who has to approve the trips of a company's people
-- grain: one row per (company)
-- source: paper section 2.1, domain TripOps; predicate ours
-- reads as: who has to approve a trip at {company}
-- why: the rule is 'direct manager' or 'anyone above'
create table approval_rule (
    company text,
    rule text,
    primary key (company)
);
