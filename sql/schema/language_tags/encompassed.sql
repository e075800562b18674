-- a record (kind language or extlang) whose language belongs to a macrolanguage
create table encompassed (macro text, kind text, code text, primary key (macro, kind, code));
