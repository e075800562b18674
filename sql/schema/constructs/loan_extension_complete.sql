-- title: Loans known not to be extended
-- grain: one row per (person, loan)
-- source: ours
-- reads as: whether {person}'s loan {loan} is known not to be extended
create table loan_extension_complete (
    person text,
    loan text,
    primary key (person, loan)
);
