-- a record of the registry: its kind (language, extlang, script, region, variant, grandfathered, redundant)
-- and its subtag, or the whole tag of a grandfathered or redundant record
create table registered (kind text, code text, primary key (kind, code));
