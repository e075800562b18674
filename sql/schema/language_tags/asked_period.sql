-- a kind of record and a period, both days included, that a question asks about
create table asked_period (
    kind text,
    first_day date,
    last_day date,
    primary key (kind, first_day, last_day)
);
