-- a language subtag and its scope: macrolanguage, collection, special or private-use
create table scoped (scope_name text, code text, primary key (scope_name, code));
