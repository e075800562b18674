-- title: The macrolanguage with most languages
-- grain: one row per (scope_name, code)
-- source: ours
-- reads as: the records of the scope {scope_name} with most languages
-- why: a tie gives several rows
select s.scope_name, s.code
from scoped as s
left join member_count as m on m.macrolanguage = s.code
inner join largest_member_count as b on b.scope_name = s.scope_name
where coalesce(m.member_count, 0) = b.largest_count
