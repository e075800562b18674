-- the record (or, with preferred_kind 'tag', the composed tag) to be used instead of a record
create table preferred (
    kind text,
    code text,
    preferred_kind text,
    preferred_code text,
    primary key (kind, code)
);
