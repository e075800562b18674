-- a record (kind language or extlang) whose language belongs to a macrolanguage
create table encompassed (macrolanguage text, kind text, code text, primary key (macrolanguage, kind, code));
