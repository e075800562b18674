-- the script that goes without saying for a language, so that its subtag is left out of tags
create table suppress_script (kind text, code text, script text, primary key (kind, code));
