-- the records of this kind that are known are all that the registry has
create table registered_complete (kind text, primary key (kind));
