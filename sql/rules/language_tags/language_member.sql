-- title: Languages that a macrolanguage encompasses
-- grain: one row per (macrolanguage, code)
-- source: ours; RFC 5646 section 3.1.11
-- reads as: the languages of the macrolanguage {macrolanguage}
-- why: the registry repeats the macrolanguage in the extlang record of the same code, which is no second
--      language
select e.macrolanguage, e.code
from encompassed as e
where e.kind = 'language'
