-- where a record stands: 'active' or 'deprecated'
create table status (kind text, code text, state text, primary key (kind, code));
