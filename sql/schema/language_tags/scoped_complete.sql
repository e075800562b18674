-- the language subtags of this scope that are known are all there are
create table scoped_complete (scope_name text, primary key (scope_name));
