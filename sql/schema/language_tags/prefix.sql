-- a tag that an extlang or a variant is meant to follow
create table prefix (kind text, prefix_tag text, code text, primary key (kind, prefix_tag, code));
