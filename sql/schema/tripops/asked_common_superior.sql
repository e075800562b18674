-- title: Pairs of persons that queries ask common superiors for
-- grain: one row per (person, other)
-- source: paper section 2.1, domain TripOps; predicate ours
-- reads as: the pair {person} and {other}
-- why: parameter rows: put down by queries, true in every world, supported by no event
create table asked_common_superior (
    person text,
    other text,
    primary key (person, other)
);
