-- title: Kinds that sit under no other kind
-- grain: one row per (kind)
-- source: ours
-- reads as: whether {kind} is known to sit under no other kind
-- why: closes kind_parent by its whole key: the top of the list has no parent, and an event has to say so
create table kind_parent_complete (
    kind text,
    primary key (kind)
);
