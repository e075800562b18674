-- title: Amount from which a company asks for a receipt
-- grain: one row per (company)
-- source: paper section 2.1, domain TripOps; predicate ours
-- reads as: the amount from which {company} asks for a receipt
-- why: in the company's own currency; at the amount itself a receipt is needed
create table receipt_threshold (
    company text,
    amount decimal(12, 2),
    primary key (company)
);
