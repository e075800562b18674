-- the prefixes of the records of this kind that are known are all there are
create table prefix_complete (kind text, primary key (kind));
