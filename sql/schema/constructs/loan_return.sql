-- title: The day a loan came back
-- grain: one row per (person, loan)
-- source: ours
-- reads as: the day {person}'s loan {loan} came back
create table loan_return (
    person text,
    loan text,
    returned_on date,
    primary key (person, loan)
);
