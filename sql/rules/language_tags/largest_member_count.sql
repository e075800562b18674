-- title: Greatest number of languages in one macrolanguage
-- grain: one row per (scope_name)
-- source: ours
-- reads as: the greatest number of languages that a record of the scope {scope_name} encompasses
-- why: a collection has no encompassed languages in the registry, hence only macrolanguages are compared
select s.scope_name, max(coalesce(m.member_count, 0)) as largest_count
from scoped as s
left join member_count as m on m.macrolanguage = s.code
where s.scope_name = 'macrolanguage'
group by s.scope_name
