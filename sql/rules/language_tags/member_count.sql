-- title: Number of languages that a macrolanguage encompasses
-- grain: one row per (macrolanguage)
-- source: ours
-- reads as: how many languages the macrolanguage {macrolanguage} encompasses
select m.macrolanguage, count(*) as member_count
from language_member as m
group by m.macrolanguage
