-- this record has no preferred value but the one that is known
create table preferred_complete (kind text, code text, primary key (kind, code));
