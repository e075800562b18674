-- title: Languages that a macrolanguage encompasses
-- grain: one row per (macro, kind, code)
-- source: ours; RFC 5646 section 3.1.11
-- reads as: the languages of the macrolanguage {macro}
-- why: the registry repeats the macrolanguage in the extlang record of the same code, which is no second
--      language
select e.macro, e.kind, e.code
from encompassed as e
where e.kind = 'language'
