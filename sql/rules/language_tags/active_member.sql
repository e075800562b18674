-- title: Languages of a macrolanguage that are not deprecated
-- grain: one row per (macrolanguage, code)
-- source: ours
-- reads as: the languages of the macrolanguage {macrolanguage} that are not deprecated
select e.macrolanguage, e.code
from encompassed as e
where
    e.kind = 'language'
    and not exists (
        select 1 from withdrawn as w where w.kind = e.kind and w.code = e.code
    )
