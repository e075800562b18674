-- title: The members of a household
-- grain: one row per (household, person)
-- source: ours
-- reads as: the members of the household {household}
create table household_member (
    household text,
    person text,
    primary key (household, person)
);
