-- title: Macrolanguages with a language that can be written as an extlang
-- grain: one row per (macrolanguage)
-- source: ours; RFC 5646 section 4.1.2
-- reads as: does the macrolanguage {macrolanguage} have extlangs
select distinct e.macrolanguage
from encompassed as e
where e.kind = 'extlang'
