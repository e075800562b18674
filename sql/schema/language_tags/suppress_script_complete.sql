-- the scripts to suppress of the records of this kind that are known are all there are
create table suppress_script_complete (kind text, primary key (kind));
