-- title: Variants that may follow any tag
-- grain: one row per (kind, code)
-- source: ours; RFC 5646 section 2.2.5
-- reads as: the records of the kind {kind} that name no prefix
-- why: only variants: an extlang always has a prefix, other kinds never have one
select r.kind, r.code
from registered as r
where
    r.kind = 'variant'
    and not exists (select 1 from prefixed as p where p.kind = r.kind and p.code = r.code)
