-- title: Macrolanguages none of whose languages can be written as an extlang
-- grain: one row per (scope_name, code)
-- source: ours; RFC 5646 section 4.1.2
-- reads as: the records of the scope {scope_name} that have no extlang
-- why: only seven macrolanguages were given extlangs; 'no-nob' has never been valid, 'zh-yue' is
select s.scope_name, s.code
from scoped as s
where
    s.scope_name = 'macrolanguage'
    and not exists (select 1 from extlang_macrolanguage as x where x.macrolanguage = s.code)
