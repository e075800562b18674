-- the deprecated records of this kind that are known are all there are
create table deprecation_complete (kind text, primary key (kind));
