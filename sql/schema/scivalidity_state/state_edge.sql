-- title: Relations of one compiled world, as a world with overrides changes them
-- grain: one row per (edge)
-- source: paper section 3.5; ours
-- reads as: the relation {edge}
create table state_edge (
    edge text,
    place integer,
    relation text,
    source text,
    target text,
    status text,
    because text,
    primary key (edge)
);
