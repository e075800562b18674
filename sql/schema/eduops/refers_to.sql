-- title: What a phrase refers to
-- grain: one row per (phrase)
-- source: ours
-- reads as: what "{phrase}" refers to
-- why: a query names an entity by a phrase, @phrase, and this fact resolves it
create table refers_to (
    phrase text,
    entity text,
    primary key (phrase)
);
