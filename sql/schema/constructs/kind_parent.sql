-- title: The kind directly above a kind
-- grain: one row per (kind)
-- source: ours
-- reads as: the kind directly above {kind}
create table kind_parent (
    kind text,
    parent text,
    primary key (kind)
);
