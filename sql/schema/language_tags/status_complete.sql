-- this record has no status but the one that is known; no event says so, as a status that is known closes
-- itself, and a record without one is unknown
create table status_complete (kind text, code text, primary key (kind, code));
