-- title: Pairs of persons that queries ask common vouchers for
-- grain: one row per (person, other)
-- source: ours
-- reads as: the pair {person} and {other}
-- why: parameter rows: put down by queries, true in every world, supported by no event
create table asked_voucher_common (
    person text,
    other text,
    primary key (person, other)
);
