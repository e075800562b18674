-- title: Whether a category takes over the return window above it, a rule that events declare
-- grain: one row per (shop)
-- source: ours, ShopOps
-- reads as: whether at {shop} a category without a return window takes over the nearest one above it
-- why: yes or no; revised, it changes how far up the search for a window goes
create table window_inherits (
    shop text,
    inherits text,
    primary key (shop)
);
