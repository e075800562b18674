-- title: The loans of a person
-- grain: one row per (person, loan)
-- source: ours
-- reads as: the tool and the day of {person}'s loan {loan}
create table loan (
    person text,
    loan text,
    tool text,
    lent_on date,
    primary key (person, loan)
);
