-- the day that the registry gives for the deprecation of a record
create table deprecation (kind text, code text, deprecated_on date, primary key (kind, code));
