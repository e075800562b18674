-- title: Macrolanguages with a language that can be written as an extlang
-- grain: one row per (macro)
-- source: ours; RFC 5646 section 4.1.2
-- reads as: does the macrolanguage {macro} have extlangs
select distinct e.macro
from encompassed as e
where e.kind = 'extlang'
