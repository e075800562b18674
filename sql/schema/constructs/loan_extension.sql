-- title: Days a loan was extended by
-- grain: one row per (person, loan)
-- source: ours
-- reads as: the days by which {person}'s loan {loan} was extended
create table loan_extension (
    person text,
    loan text,
    extra_days integer,
    primary key (person, loan)
);
