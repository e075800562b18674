-- title: Number of languages that a macrolanguage encompasses
-- grain: one row per (macro)
-- source: ours
-- reads as: how many languages the macrolanguage {macro} encompasses
select m.macro, count(*) as member_count
from language_member as m
group by m.macro
