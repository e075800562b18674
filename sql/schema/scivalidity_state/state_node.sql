-- title: Attributes of the typed objects of one compiled world, as a world with overrides changes them
-- grain: one row per (node, type, attribute)
-- source: paper section 3.5; ours
-- reads as: {attribute} of the {type} {node}
create table state_node (
    node text,
    type text,
    attribute text,
    value text,
    because text,
    ordinal integer,
    primary key (node, type, attribute)
);
