-- title: Languages of a macrolanguage that are not deprecated
-- grain: one row per (macrolanguage, kind, code)
-- source: ours
-- reads as: the languages of the macrolanguage {macrolanguage} that are not deprecated
select m.macrolanguage, m.kind, m.code
from language_member as m
where not exists (
    select 1 from withdrawn as w where w.kind = m.kind and w.code = m.code
)
