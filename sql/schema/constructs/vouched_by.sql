-- title: The member who vouched for a person
-- grain: one row per (person)
-- source: ours
-- reads as: the member who vouched for {person}
create table vouched_by (
    person text,
    voucher text,
    primary key (person)
);
