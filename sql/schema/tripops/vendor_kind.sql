-- title: Kind of expense that a vendor stands for
-- grain: one row per (vendor)
-- source: paper section 2.1, domain TripOps; predicate ours
-- reads as: the kind of expense that {vendor} stands for
create table vendor_kind (
    vendor text,
    kind text,
    primary key (vendor)
);
