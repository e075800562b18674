-- what a record stands for, in the registry's words; several descriptions are joined by ' / '
create table description (kind text, code text, words text, primary key (kind, code));
